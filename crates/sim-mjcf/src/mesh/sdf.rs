//! Signed distance from points to a mesh, and the values of an octree's corners.

use super::bvh::Bvh;
use super::octree::Octree;
use crate::numeric::unit;
use crate::stop::Stop;
use sim_core::math::{Vec3, vec3};
use std::collections::VecDeque;

/// A point counts as outside only when it is clearly in front of the closest face (relative).
const FRONT: f64 = 1e-12;

/// Fills the octree's coefficients: the distance at free corners, the mean of their support at hanging ones.
/// Stops early if a stop is requested.
pub(super) fn fill(tree: &mut Octree, vert: &[Vec3], faces: &[i32], bvh: &Bvh, stop: &Stop) {
    let mut value = vec![0.0; tree.corners.len()];
    let mut done = vec![false; tree.corners.len()];
    let mut queue = VecDeque::new();
    if !tree.cells.is_empty() {
        queue.push_back(0);
    }
    while let Some(cell) = queue.pop_front() {
        if stop.is_requested() {
            return;
        }
        for corner in tree.cells[cell].corner {
            if done[corner] {
                continue;
            }
            done[corner] = true;
            let support = &tree.hanging[corner];
            value[corner] = if support.is_empty() {
                distance(tree.corners[corner], vert, faces, bvh)
            } else {
                let mut sum = 0.0;
                for &s in support {
                    sum += value[s];
                }
                sum / support.len() as f64
            };
        }
        queue.extend(tree.cells[cell].child.iter().filter(|c| **c >= 0).map(|c| *c as usize));
    }
    for cell in &mut tree.cells {
        cell.coeff = cell.corner.map(|c| value[c]);
    }
}

/// Closest face found so far.
struct Best {
    square: f64,
    face: Option<usize>,
    uv: [f64; 2],
}

/// Distance to the surface, negative inside.
fn distance(p: Vec3, vert: &[Vec3], faces: &[i32], bvh: &Bvh) -> f64 {
    if bvh.len() == 0 {
        return 0.0;
    }
    // a quick search bounds the ordered one: the result is the first of the closest faces in the tree's order
    let bound = (nearest(p, vert, faces, bvh) * (1.0 + 1e-9)).min(1e20);
    let mut best = Best { square: if bound > 0.0 { bound } else { 1e20 }, face: None, uv: [0.0; 2] };
    let mut stack = vec![0usize];
    while let Some(node) = stack.pop() {
        if box_square(p, &bvh.aabb[6 * node..6 * node + 6]) >= best.square {
            continue;
        }
        let (left, right) = (bvh.child[2 * node], bvh.child[2 * node + 1]);
        if left < 0 && right < 0 {
            let face = bvh.nodeid[node] as usize;
            let (square, uv) = closest(p, corners(vert, faces, face));
            if square < best.square {
                best = Best { square, face: Some(face), uv };
            }
            continue;
        }
        // the left child is searched first: of faces at equal distance the first one counts
        stack.extend([right, left].iter().filter(|c| **c >= 0).map(|c| *c as usize));
    }
    let dist = best.square.sqrt();
    let Some(face) = best.face else { return dist };
    let [a, b, c] = corners(vert, faces, face);
    let (ab, ac) = (vec3::sub(b, a), vec3::sub(c, a));
    let normal = vec3::cross(ab, ac);
    let mut away = [0.0; 3];
    for k in 0..3 {
        away[k] = p[k] - (a[k] + best.uv[0] * ab[k] + best.uv[1] * ac[k]);
    }
    let front = vec3::dot(away, normal);
    let (_, length) = unit(normal);
    if front > FRONT * length * dist { dist } else { -dist }
}

/// Squared distance to the closest face, nearer boxes first.
fn nearest(p: Vec3, vert: &[Vec3], faces: &[i32], bvh: &Bvh) -> f64 {
    let square = |node: usize| box_square(p, &bvh.aabb[6 * node..6 * node + 6]);
    let mut best = 1e20;
    let mut stack = vec![(square(0), 0usize)];
    while let Some((bound, node)) = stack.pop() {
        if bound >= best {
            continue;
        }
        let (left, right) = (bvh.child[2 * node], bvh.child[2 * node + 1]);
        if left < 0 || right < 0 {
            best = f64::min(best, closest(p, corners(vert, faces, bvh.nodeid[node] as usize)).0);
            continue;
        }
        let (a, b) = ((square(left as usize), left as usize), (square(right as usize), right as usize));
        stack.extend(if a.0 < b.0 { [b, a] } else { [a, b] });
    }
    best
}

fn corners(vert: &[Vec3], faces: &[i32], face: usize) -> [Vec3; 3] {
    [0, 1, 2].map(|k| vert[faces[3 * face + k] as usize])
}

/// Squared distance from a point to a box given as centre and half-sizes.
fn box_square(p: Vec3, aabb: &[f64]) -> f64 {
    let mut square = 0.0;
    for k in 0..3 {
        let (low, high) = (aabb[k] - aabb[k + 3], aabb[k] + aabb[k + 3]);
        if p[k] < low {
            square += (low - p[k]) * (low - p[k]);
        } else if p[k] > high {
            square += (p[k] - high) * (p[k] - high);
        }
    }
    square
}

/// Squared distance to a triangle and barycentric coordinates of its closest point, by the Voronoi region the
/// point falls in (Ericson, Real-Time Collision Detection, 5.1.5).
fn closest(p: Vec3, [a, b, c]: [Vec3; 3]) -> (f64, [f64; 2]) {
    let (ab, ac) = (vec3::sub(b, a), vec3::sub(c, a));
    let (ap, bp, cp) = (vec3::sub(p, a), vec3::sub(p, b), vec3::sub(p, c));
    let along = |from: Vec3, edge: Vec3, t: f64| {
        let d = [0, 1, 2].map(|k| p[k] - (from[k] + t * edge[k]));
        vec3::dot(d, d)
    };
    let (d1, d2) = (vec3::dot(ab, ap), vec3::dot(ac, ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (vec3::dot(ap, ap), [0.0, 0.0]);
    }
    let (d3, d4) = (vec3::dot(ab, bp), vec3::dot(ac, bp));
    if d3 >= 0.0 && d4 <= d3 {
        return (vec3::dot(bp, bp), [1.0, 0.0]);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let u = d1 / (d1 - d3);
        return (along(a, ab, u), [u, 0.0]);
    }
    let (d5, d6) = (vec3::dot(ab, cp), vec3::dot(ac, cp));
    if d6 >= 0.0 && d5 <= d6 {
        return (vec3::dot(cp, cp), [0.0, 1.0]);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let v = d2 / (d2 - d6);
        return (along(a, ac, v), [0.0, v]);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (along(b, vec3::sub(c, b), w), [1.0 - w, w]);
    }
    let scale = 1.0 / (va + vb + vc);
    let (u, v) = (vb * scale, vc * scale);
    let d = [0, 1, 2].map(|k| p[k] - (a[k] + u * ab[k] + v * ac[k]));
    (vec3::dot(d, d), [u, v])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_of_a_triangle() {
        let t = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert_eq!(closest([-1.0, -1.0, 0.0], t), (2.0, [0.0, 0.0]));
        assert_eq!(closest([0.25, 0.25, 2.0], t), (4.0, [0.25, 0.25]));
        assert_eq!(closest([0.5, -3.0, 0.0], t), (9.0, [0.5, 0.0]));
    }
}
