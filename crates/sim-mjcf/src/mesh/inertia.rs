//! Volume, centre of mass, inertia and principal axes of a triangle mesh.

use super::vector::triangle;
use crate::spec::MeshInertia;
use sim_core::math::{MINVAL, Mat3, Vec3, vec3};

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
