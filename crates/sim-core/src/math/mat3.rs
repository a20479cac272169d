//! Three-by-three matrices, row-major.

use super::types::{Mat3, Vec3};

/// The identity.
pub const IDENTITY: Mat3 = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

/// `m v`.
#[inline]
pub fn mul_vec(m: &Mat3, v: Vec3) -> Vec3 {
    [
        m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
        m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
        m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
    ]
}

/// `mᵀ v`.
#[inline]
pub fn mul_t_vec(m: &Mat3, v: Vec3) -> Vec3 {
    [
        m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
        m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
        m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
    ]
}

/// `a b`.
#[inline]
pub fn mul(a: &Mat3, b: &Mat3) -> Mat3 {
    let mut out = [0.0; 9];
    for i in 0..3 {
        for j in 0..3 {
            out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
        }
    }
    out
}

/// Transpose.
#[inline]
pub fn transpose(m: &Mat3) -> Mat3 {
    [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]]
}

/// Column `j`.
#[inline]
pub fn col(m: &Mat3, j: usize) -> Vec3 {
    [m[j], m[3 + j], m[6 + j]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_product() {
        let m = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0];
        let v = [0.5, -1.0, 2.0];
        assert_eq!(mul_vec(&transpose(&m), v), mul_t_vec(&m, v));
        assert_eq!(mul(&m, &IDENTITY), m);
        assert_eq!(col(&m, 1), [2.0, 5.0, 8.0]);
    }
}
