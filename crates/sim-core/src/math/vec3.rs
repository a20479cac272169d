//! Three-vectors.

use super::types::{MINVAL, Vec3};

/// `a + b`.
#[inline]
pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `a - b`.
#[inline]
pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `-a`.
#[inline]
pub fn neg(a: Vec3) -> Vec3 {
    [-a[0], -a[1], -a[2]]
}

/// `s a`.
#[inline]
pub fn scale(a: Vec3, s: f64) -> Vec3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// `a + s b`.
#[inline]
pub fn add_scaled(a: Vec3, b: Vec3, s: f64) -> Vec3 {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// Dot product.
#[inline]
pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Cross product.
#[inline]
pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Euclidean length.
#[inline]
pub fn norm(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

/// Distance of two points.
#[inline]
pub fn dist(a: Vec3, b: Vec3) -> f64 {
    norm(sub(a, b))
}

/// Unit vector and original length; a vector shorter than [`MINVAL`] becomes the x axis.
#[inline]
pub fn normalize(a: Vec3) -> (Vec3, f64) {
    let length = norm(a);
    if length < MINVAL { ([1.0, 0.0, 0.0], length) } else { (scale(a, 1.0 / length), length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_is_orthogonal() {
        let (a, b) = ([1.0, 2.0, 3.0], [-2.0, 0.5, 4.0]);
        let c = cross(a, b);
        assert!(dot(a, c).abs() < 1e-14 && dot(b, c).abs() < 1e-14);
    }

    #[test]
    fn tiny_vectors_normalize_to_x() {
        assert_eq!(normalize([0.0; 3]).0, [1.0, 0.0, 0.0]);
    }
}
