//! Rays against the triangles of a mesh, found through its bounding volumes.

use super::line::{Crossing, Ray, nearer};
use crate::math::{MINVAL, Vec3, get, vec3};
use crate::model::Model;

/// Deepest level of a bounding-volume hierarchy that the loader makes.
const MAX_DEPTH: usize = 64;

/// Where the ray, in the mesh's frame, meets the mesh first.
pub(super) fn crossing(m: &Model, mesh: usize, ray: &Ray) -> Option<Crossing> {
    let root = usize::try_from(m.mesh_bvhadr[mesh]).ok()?;
    let mut pending = [0usize; MAX_DEPTH];
    let mut count = 1;
    let mut best = None;
    while count > 0 {
        count -= 1;
        let node = root + pending[count];
        if !meets_box(get(&m.bvh_aabb, 6 * node), ray) {
            continue;
        }
        if let Ok(face) = usize::try_from(m.bvh_nodeid[node]) {
            best = nearer(best, triangle(corners(m, mesh, face), ray));
            continue;
        }
        for child in [m.bvh_child[2 * node], m.bvh_child[2 * node + 1]] {
            if let (Ok(child), true) = (usize::try_from(child), count < MAX_DEPTH) {
                pending[count] = child;
                count += 1;
            }
        }
    }
    best
}

fn corners(m: &Model, mesh: usize, face: usize) -> [Vec3; 3] {
    let face = m.mesh_faceadr[mesh] as usize + face;
    std::array::from_fn(|k| {
        let vertex = 3 * (m.mesh_vertadr[mesh] + m.mesh_face[3 * face + k]) as usize;
        std::array::from_fn(|axis| f64::from(m.mesh_vert[vertex + axis]))
    })
}

/// Whether the ray meets a box given by centre and half sizes (slabs, Ericson 2005, 5.3.3).
fn meets_box(aabb: [f64; 6], ray: &Ray) -> bool {
    let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
    for k in 0..3 {
        let inverse = 1.0 / ray.direction[k];
        let t1 = (aabb[k] - aabb[k + 3] - ray.origin[k]) * inverse;
        let t2 = (aabb[k] + aabb[k + 3] - ray.origin[k]) * inverse;
        // a ray in the plane of a face gives zero times infinity: such a slab does not decide
        if t1.is_nan() || t2.is_nan() {
            continue;
        }
        enter = enter.max(t1.min(t2));
        leave = leave.min(t1.max(t2));
    }
    // flat boxes of flat faces are met in a single point
    enter <= leave
}

/// Where the ray meets a triangle, from either side; the normal follows the order of the corners.
pub fn triangle(corners: [Vec3; 3], ray: &Ray) -> Option<Crossing> {
    let [a, b, c] = corners.map(|v| vec3::sub(v, ray.origin));
    // volumes spanned by the ray and each edge have one sign when it passes inside (edges included)
    let edge = |p: Vec3, q: Vec3| vec3::dot(ray.direction, vec3::cross(p, q));
    let volumes = [edge(a, b), edge(b, c), edge(c, a)];
    if volumes.iter().any(|&v| v > 0.0) && volumes.iter().any(|&v| v < 0.0) {
        return None;
    }
    let normal = vec3::cross(vec3::sub(corners[0], corners[2]), vec3::sub(corners[1], corners[2]));
    let along = vec3::dot(ray.direction, normal);
    if along.abs() < MINVAL {
        return None;
    }
    let distance = vec3::dot(c, normal) / along;
    (distance >= 0.0).then(|| Crossing { distance, normal: vec3::normalize(normal).0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_are_met_inside_and_on_their_edges() {
        let corners = [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
        let up = |x: f64, y: f64| Ray { origin: [x, y, 0.0], direction: [0.0, 0.0, 0.5] };
        for (x, y) in [(0.2, 0.2), (0.5, 0.5), (0.0, 0.3), (0.0, 0.0)] {
            let found = triangle(corners, &up(x, y)).unwrap();
            assert_eq!((found.distance, found.normal), (2.0, [0.0, 0.0, 1.0]));
        }
        assert!(triangle(corners, &up(0.6, 0.6)).is_none() && triangle(corners, &up(-0.1, 0.5)).is_none());
    }
}
