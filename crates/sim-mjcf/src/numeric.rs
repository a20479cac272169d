//! Arithmetic with the compiler's thresholds, which are coarser than the engine's: unit vectors, rotations, eigenvalues.

use sim_core::math::{Mat3, Quat, Vec3, eigen, quat};

/// Magnitudes below this count as zero while compiling.
pub(crate) const EPS: f64 = 1e-14;

/// Unit vector and original length; a (near) zero vector stays as it is, with length 0.
pub(crate) fn unit<const N: usize>(v: [f64; N]) -> ([f64; N], f64) {
    let squared: f64 = v.iter().fold(0.0, |sum, x| sum + x * x);
    if squared < EPS {
        return (v, 0.0);
    }
    let length = squared.sqrt();
    if (length - 1.0).abs() > EPS { (v.map(|x| x / length), length) } else { (v, length) }
}

/// Product of two orientations, kept at unit length.
pub(crate) fn compose_quat(a: Quat, b: Quat) -> Quat {
    unit(quat::mul(a, b)).0
}

/// Eigenvalues of a symmetric matrix in decreasing order, and the rotation to the eigenvectors.
pub(crate) fn eigen(m: &Mat3) -> (Vec3, Quat) {
    eigen::symmetric_with(m, |q| unit(q).0, |a, b| unit(compose_quat(a, b)).0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::math::mat3;

    #[test]
    fn eigen_decomposition_rebuilds_the_matrix() {
        let m = [2.0, 0.3, -0.1, 0.3, 1.0, 0.4, -0.1, 0.4, 3.0];
        let (values, q) = eigen(&m);
        assert!(values[0] >= values[1] && values[1] >= values[2]);
        let r = quat::to_mat(q);
        let d = [values[0], 0.0, 0.0, 0.0, values[1], 0.0, 0.0, 0.0, values[2]];
        let back = mat3::mul(&mat3::mul(&r, &d), &mat3::transpose(&r));
        assert!(back.iter().zip(m).all(|(a, b)| (a - b).abs() < 1e-9));
    }

    #[test]
    fn symmetric_bodies_keep_their_axes() {
        assert_eq!(eigen(&[2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0]).1, quat::IDENTITY);
    }

    #[test]
    fn short_vectors_stay() {
        assert_eq!(unit([1e-9, 0.0, 0.0]), ([1e-9, 0.0, 0.0], 0.0));
    }
}
