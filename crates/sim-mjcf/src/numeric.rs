//! Arithmetic with the compiler's own thresholds, coarser than the engine's: unit vectors, rotations, eigenvalues.

use sim_core::math::{Mat3, Quat, Vec3, mat3, quat};

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

/// Cosine of a quarter turn's half, to the fifteen digits the reference has: a digit more changes the last bits
/// of a rotated mesh, and single-precision vertices show it.
#[allow(clippy::approx_constant)]
const QUARTER: f64 = 0.707_106_781_186_548;

/// Off-diagonal entries and rotations below this end the Jacobi sweeps.
const EIGEN_EPS: f64 = 1e-12;

/// Eigenvalues of a symmetric matrix in decreasing order, and the rotation to the eigenvectors, by
/// Jacobi rotations accumulated in a quaternion (Golub & Van Loan, 8.5). Equal ones keep their places, so
/// that symmetric bodies keep their axes.
pub(crate) fn eigen(m: &Mat3) -> (Vec3, Quat) {
    let mut q = quat::IDENTITY;
    let mut values = [0.0; 3];
    for _ in 0..500 {
        let v = quat::to_mat(q);
        let d = mat3::mul(&mat3::mul(&mat3::transpose(&v), m), &v);
        values = [d[0], d[4], d[8]];

        // annihilate the largest off-diagonal entry
        let (row, col, axis) = if d[1].abs() > d[2].abs() && d[1].abs() > d[5].abs() {
            (0, 1, 2)
        } else if d[2].abs() > d[5].abs() {
            (0, 2, 1)
        } else {
            (1, 2, 0)
        };
        let off = d[3 * row + col];
        if off.abs() < EIGEN_EPS {
            break;
        }
        let tau = (d[4 * col] - d[4 * row]) / (2.0 * off);
        let root = (1.0 + tau * tau).sqrt();
        let t = if tau >= 0.0 { 1.0 / (tau + root) } else { -1.0 / (-tau + root) };
        let c = 1.0 / (1.0 + t * t).sqrt();
        if c > 1.0 - EIGEN_EPS {
            break;
        }
        let half_sine = (0.5 - 0.5 * c).sqrt();
        let signed = if (tau >= 0.0) == (axis == 1) { half_sine } else { -half_sine };
        let mut turn = [(1.0 - signed * signed).sqrt(), 0.0, 0.0, 0.0];
        turn[axis + 1] = signed;
        q = unit(compose_quat(q, unit(turn).0)).0;
    }

    // order by quarter turns, so that the axes stay a rotation
    for lead in [0, 1, 0] {
        if values[lead] + EIGEN_EPS < values[lead + 1] {
            values.swap(lead, lead + 1);
            let mut turn = [QUARTER, 0.0, 0.0, 0.0];
            turn[(lead + 2) % 3 + 1] = QUARTER;
            q = unit(compose_quat(q, turn)).0;
        }
    }
    (values, q)
}

#[cfg(test)]
mod tests {
    use super::*;

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
