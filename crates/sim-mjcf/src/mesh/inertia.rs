//! Volume, centre of mass, inertia and principal axes of a triangle mesh.

use super::vector::{mul_quat, normalize, triangle};
use crate::spec::MeshInertia;
use sim_core::math::{MINVAL, Mat3, Quat, Vec3, mat3, quat, vec3};

/// Off-diagonal entries and gaps between eigenvalues below this count as zero.
const EIG_EPS: f64 = 1e-12;

/// Half the square root of two, rounded to the fifteen digits the reference uses.
#[allow(clippy::approx_constant)] // one digit more would change the last bits of every sorted frame
const SQRT_HALF: f64 = 0.707_106_781_186_548;

fn corners(vert: &[Vec3], face: &[i32]) -> [Vec3; 3] {
    [vert[face[0] as usize], vert[face[1] as usize], vert[face[2] as usize]]
}

/// Total area of the faces and their area-weighted centre.
pub(super) fn face_centroid(vert: &[Vec3], faces: &[i32]) -> (f64, Vec3) {
    let (mut total, mut centre) = (0.0, [0.0; 3]);
    for face in faces.chunks_exact(3) {
        let [a, b, c] = corners(vert, face);
        let (area, _, mid) = triangle(a, b, c);
        for k in 0..3 {
            centre[k] += area * mid[k];
        }
        total += area;
    }
    if total >= MINVAL {
        centre = centre.map(|x| x / total);
    }
    (total, centre)
}

/// Volume (surface for shells) and centre of mass, by pyramids from `apex` to every face.
pub(super) fn mass_centre(mode: MeshInertia, vert: &[Vec3], faces: &[i32], apex: Vec3) -> (f64, Vec3) {
    let (mut total, mut centre) = (0.0, [0.0; 3]);
    for face in faces.chunks_exact(3) {
        let [a, b, c] = corners(vert, face);
        let (area, normal, mid) = triangle(a, b, c);
        let weight = match mode {
            MeshInertia::Shell => area,
            MeshInertia::Legacy => (vec3::dot(vec3::sub(mid, apex), normal) * area / 3.0).abs(),
            _ => vec3::dot(vec3::sub(mid, apex), normal) * area / 3.0,
        };
        total += weight;
        for k in 0..3 {
            centre[k] += weight * (mid[k] * 3.0 / 4.0 + apex[k] / 4.0);
        }
    }
    if total >= MINVAL {
        centre = centre.map(|x| x / total);
    }
    (total, centre)
}

/// Volume (surface for shells) and inertia about `centre` at unit density.
pub(super) fn about(mode: MeshInertia, vert: &[Vec3], faces: &[i32], centre: Vec3) -> (f64, Mat3) {
    const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
    let (mut total, mut product) = (0.0, [0.0; 6]);
    let divisor = if mode == MeshInertia::Shell { 12.0 } else { 20.0 };
    for face in faces.chunks_exact(3) {
        let [d, e, f] = corners(vert, face).map(|v| vec3::sub(v, centre));
        let (area, normal, mid) = triangle(d, e, f);
        let volume = match mode {
            MeshInertia::Shell => area,
            MeshInertia::Legacy => (vec3::dot(mid, normal) * area / 3.0).abs(),
            _ => vec3::dot(mid, normal) * area / 3.0,
        };
        total += volume;
        for (p, (i, j)) in product.iter_mut().zip(PAIRS) {
            *p += volume / divisor
                * (2.0 * (d[i] * d[j] + e[i] * e[j] + f[i] * f[j])
                    + d[i] * e[j]
                    + d[j] * e[i]
                    + d[i] * f[j]
                    + d[j] * f[i]
                    + e[i] * f[j]
                    + e[j] * f[i]);
        }
    }
    let [xx, yy, zz, xy, xz, yz] = product;
    (total, [yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy])
}

/// Eigenvalues of a symmetric matrix in decreasing order and the rotation to their axes, by Jacobi's method on a
/// quaternion. Equal eigenvalues keep their places, so symmetric bodies keep their axes.
pub(crate) fn eig3(mat: &Mat3) -> (Vec3, Quat) {
    let mut q = quat::IDENTITY;
    let mut values = [0.0; 3];
    for _ in 0..500 {
        let axes = quat::to_mat(q);
        let d = mat3::mul(&mat3::mul(&mat3::transpose(&axes), mat), &axes);
        values = [d[0], d[4], d[8]];
        // largest off-diagonal entry: its row, column, and the axis across both
        let (row, col, axis) = if d[1].abs() > d[2].abs() && d[1].abs() > d[5].abs() {
            (0, 1, 2)
        } else if d[2].abs() > d[5].abs() {
            (0, 2, 1)
        } else {
            (1, 2, 0)
        };
        let off = d[3 * row + col];
        if off.abs() < EIG_EPS {
            break;
        }
        let tau = (d[4 * col] - d[4 * row]) / (2.0 * off);
        let t =
            if tau >= 0.0 { 1.0 / (tau + (1.0 + tau * tau).sqrt()) } else { -1.0 / (-tau + (1.0 + tau * tau).sqrt()) };
        let c = 1.0 / (1.0 + t * t).sqrt();
        if c > 1.0 - EIG_EPS {
            break;
        }
        let mut turn = [0.0; 4];
        let half = (0.5 - 0.5 * c).sqrt();
        let half = if tau >= 0.0 { -half } else { half };
        let half = if axis == 1 { -half } else { half };
        turn[axis + 1] = half;
        turn[0] = (1.0 - half * half).sqrt();
        normalize(&mut turn);
        q = mul_quat(q, turn);
        normalize(&mut q);
    }
    for lead in [0, 1, 0] {
        if values[lead] + EIG_EPS < values[lead + 1] {
            values.swap(lead, lead + 1);
            let mut turn = [SQRT_HALF, 0.0, 0.0, 0.0];
            turn[(lead + 2) % 3 + 1] = turn[0];
            q = mul_quat(q, turn);
            normalize(&mut q);
        }
    }
    (values, q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_come_largest_first() {
        let (values, q) = eig3(&[1.0, 0.2, 0.0, 0.2, 3.0, 0.1, 0.0, 0.1, 2.0]);
        assert!(values[0] > values[1] && values[1] > values[2]);
        let r = quat::to_mat(q);
        let mut d = [0.0; 9];
        for k in 0..3 {
            d[4 * k] = values[k];
        }
        let back = mat3::mul(&mat3::mul(&r, &d), &mat3::transpose(&r));
        for (a, b) in back.iter().zip([1.0, 0.2, 0.0, 0.2, 3.0, 0.1, 0.0, 0.1, 2.0]) {
            assert!((a - b).abs() < 1e-5);
        }
    }

    #[test]
    fn symmetric_bodies_keep_their_axes() {
        assert_eq!(eig3(&[2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0]).1, quat::IDENTITY);
    }
}
