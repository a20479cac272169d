//! Eigenvectors of symmetric three-by-three matrices by Jacobi rotations, kept as a quaternion (Golub & Van Loan, 8.5).

use super::types::{Mat3, Quat, Vec3};
use super::{mat3, quat};

/// Off-diagonal entries and angles below this count as zero.
const EPS: f64 = 1e-12;
/// Cosine of half a right angle, to the digits MuJoCo writes: broad-phase ties and the last bits of a rotated mesh
/// hang on them.
#[allow(clippy::approx_constant)]
const QUARTER_TURN: f64 = 0.707106781186548;
/// Rotations after which the iteration gives up.
const MAX_ROTATIONS: usize = 500;

/// Eigenvalues in decreasing order and the matrix whose columns are the eigenvectors.
pub fn symmetric(m: &Mat3) -> (Vec3, Mat3) {
    let unit = |q| quat::normalize(q).0;
    let (values, q) = symmetric_with(m, unit, |a, b| unit(quat::mul(a, b)));
    (values, quat::to_mat(q))
}

/// Eigenvalues in decreasing order and the rotation to the eigenvectors. Equal values keep their places, so that symmetric
/// bodies keep their axes.
///
/// `unit` and `compose` normalise and multiply rotations: engine and compiler do it to different thresholds, and results
/// are compared to the last bits.
pub fn symmetric_with(m: &Mat3, unit: impl Fn(Quat) -> Quat, compose: impl Fn(Quat, Quat) -> Quat) -> (Vec3, Quat) {
    let mut q = quat::IDENTITY;
    let mut values = [0.0; 3];
    for _ in 0..MAX_ROTATIONS {
        let vectors = quat::to_mat(q);
        let d = mat3::mul(&mat3::mul(&mat3::transpose(&vectors), m), &vectors);
        values = [d[0], d[4], d[8]];

        // largest off-diagonal entry: row, column, axis of the rotation
        let (row, col, axis) = if d[1].abs() > d[2].abs() && d[1].abs() > d[5].abs() {
            (0, 1, 2)
        } else if d[2].abs() > d[5].abs() {
            (0, 2, 1)
        } else {
            (1, 2, 0)
        };
        let off = d[3 * row + col];
        if off.abs() < EPS {
            break;
        }
        let tau = (d[4 * col] - d[4 * row]) / (2.0 * off);
        let root = (1.0 + tau * tau).sqrt();
        let t = if tau >= 0.0 { 1.0 / (tau + root) } else { -1.0 / (-tau + root) };
        let c = 1.0 / (1.0 + t * t).sqrt();
        if c > 1.0 - EPS {
            break;
        }
        let half = (0.5 - 0.5 * c).sqrt();
        let mut turn = [0.0; 4];
        turn[axis + 1] = if (tau >= 0.0) != (axis == 1) { -half } else { half };
        turn[0] = (1.0 - turn[axis + 1] * turn[axis + 1]).sqrt();
        q = compose(q, unit(turn));
    }
    let q = sort(&mut values, q, compose);
    (values, q)
}

/// Swaps axes by quarter turns until the eigenvalues decrease.
fn sort(values: &mut Vec3, mut q: Quat, compose: impl Fn(Quat, Quat) -> Quat) -> Quat {
    for lead in [0, 1, 0] {
        if values[lead] + EPS < values[lead + 1] {
            values.swap(lead, lead + 1);
            let mut turn = [QUARTER_TURN, 0.0, 0.0, 0.0];
            turn[(lead + 2) % 3 + 1] = turn[0];
            q = compose(q, turn);
        }
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_diagonalise() {
        let m = [2.0, 0.3, -0.1, 0.3, 5.0, 0.7, -0.1, 0.7, 1.0];
        let (values, v) = symmetric(&m);
        assert!(values[0] >= values[1] && values[1] >= values[2]);
        let d = mat3::mul(&mat3::mul(&mat3::transpose(&v), &m), &v);
        for i in 0..3 {
            assert!((d[4 * i] - values[i]).abs() < 1e-10);
        }
        // a rotation by less than a millionth ends the iteration
        assert!(d[1].abs() < 1e-5 && d[2].abs() < 1e-5 && d[5].abs() < 1e-5);
    }
}
