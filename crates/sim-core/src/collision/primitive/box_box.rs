//! Box against box: a separating-axis test over the face normals of both and the cross products of their
//! edges, then either one face clipped against the other (Sutherland, Hodgman 1974) or the nearest points of
//! two edges.

use super::{Solid, clip};
use crate::math::{MINVAL, Mat3, Vec3, mat3, vec3};
use crate::shape::manifold::{Manifold, Touch};

/// Slack of the separation tests against rounding, in units of the summed half-sizes.
const SEPARATION_SLACK: f64 = 1e-13;
/// Squared sine below which the direction of two edges' cross product is noise.
const PARALLEL: f64 = 1e-16;
/// Axis component below which either corner supports the axis.
const AMBIGUOUS: f64 = 1e-9;
/// Squared distance of clipped vertices that count as one, in units of the face's squared half-diagonal.
const DUPLICATE: f64 = 1e-14;
/// Relative handicap of an edge axis: a face gives more touches.
const EDGE_HANDICAP: f64 = 1e-6;
/// Cosine above which an edge axis repeats the best face normal.
const SAME_DIRECTION: f64 = 0.99;
/// An edge axis that repeats a face must be better by this part of the face's depth.
const FACE_PREFERENCE: f64 = 0.05;
/// Far away.
const FAR: f64 = 1e10;
/// Capacity for a clipped face: four corners and four cuts make at most eight.
const MAX_VERTICES: usize = 12;

/// Axes in cyclic order: after axis `i` comes `AFTER[i]`, then `AFTER[i + 1]`.
const AFTER: [usize; 4] = [1, 2, 0, 1];

/// A direction that may separate the boxes.
#[derive(Clone, Copy)]
enum Axis {
    /// Normal of a face of the first (false) or second (true) box.
    Face(bool, usize),
    /// Cross product of an edge of the first and one of the second.
    Edges(usize, usize),
}

/// The second box seen from the first, and the reverse.
struct Relative {
    /// Axes of the second box in the frame of the first, as columns.
    rot: Mat3,
    /// Centre of the second in the frame of the first.
    pos21: Vec3,
    /// Centre of the first in the frame of the second.
    pos12: Vec3,
    /// Separation that still counts as touching.
    limit: f64,
}

/// Box and box, up to eight touches.
pub fn box_box(a: &Solid, b: &Solid, margin: f64, out: &mut Manifold) {
    let (s1, s2) = (a.size, b.size);
    let scale = s1[0] + s1[1] + s1[2] + s2[0] + s2[1] + s2[2];
    let relative = Relative {
        rot: mat3::mul(&mat3::transpose(&a.mat), &b.mat),
        pos21: mat3::mul_t_vec(&a.mat, vec3::sub(b.pos, a.pos)),
        pos12: mat3::mul_t_vec(&b.mat, vec3::sub(a.pos, b.pos)),
        limit: margin + SEPARATION_SLACK * scale,
    };
    match separating_axis(&relative, s1, s2) {
        None => {}
        Some(Axis::Face(of_second, axis)) => touch_face(&relative, a, b, of_second, axis, margin, out),
        Some(Axis::Edges(i, j)) => touch_edges(&relative, a, s2, i, j, out),
    }
}

/// Components `i + 1` and `i + 2` of the unit cross product of edge `i` of the first and `j` of the second box,
/// in the frame of the first; component `i` is zero.
#[inline]
fn edge_axis(rot: &Mat3, i: usize, j: usize) -> Vec3 {
    let mut axis = [0.0; 3];
    let (i1, i2) = (AFTER[i], AFTER[i + 1]);
    axis[i1] = -rot[3 * i2 + j];
    axis[i2] = rot[3 * i1 + j];
    axis
}

/// The axis of largest separation; `None` when one of them separates the boxes.
fn separating_axis(r: &Relative, s1: Vec3, s2: Vec3) -> Option<Axis> {
    let reach = r.rot.map(f64::abs);
    let (mut best, mut axis) = (-FAR, Axis::Face(false, 0));
    for i in 0..3 {
        let radius = reach[3 * i] * s2[0] + reach[3 * i + 1] * s2[1] + reach[3 * i + 2] * s2[2];
        let separation = r.pos21[i].abs() - s1[i] - radius;
        if separation > r.limit {
            return None;
        }
        if separation > best {
            (best, axis) = (separation, Axis::Face(false, i));
        }
    }
    for j in 0..3 {
        let radius = reach[j] * s1[0] + reach[3 + j] * s1[1] + reach[6 + j] * s1[2];
        let separation = r.pos12[j].abs() - s2[j] - radius;
        if separation > r.limit {
            return None;
        }
        if separation > best {
            (best, axis) = (separation, Axis::Face(true, j));
        }
    }
    let (best_face, face) = (best, axis);
    for i in 0..3 {
        for j in 0..3 {
            let Some(separation) = edge_separation(r, s1, s2, i, j) else { continue };
            if separation > r.limit {
                return None;
            }
            if separation - EDGE_HANDICAP * separation.abs() > best && separation > best_face {
                (best, axis) = (separation, Axis::Edges(i, j));
            }
        }
    }

    // resting stacks would flip between a face and an edge axis along it: the face wins unless clearly worse
    if let Axis::Edges(i, j) = axis {
        let direction = vec3::normalize(edge_axis(&r.rot, i, j)).0;
        let normal = match face {
            Axis::Face(true, f) => mat3::col(&r.rot, f),
            Axis::Face(false, f) => std::array::from_fn(|k| f64::from(u8::from(k == f))),
            Axis::Edges(..) => [0.0; 3],
        };
        let same = vec3::dot(direction, normal).abs() > SAME_DIRECTION;
        if same && best < best_face + FACE_PREFERENCE * best_face.abs() + MINVAL {
            axis = face;
        }
    }
    Some(axis)
}

/// Separation along the cross product of two edges; `None` when they are nearly parallel.
fn edge_separation(r: &Relative, s1: Vec3, s2: Vec3, i: usize, j: usize) -> Option<f64> {
    let (i1, i2, j1, j2) = (AFTER[i], AFTER[i + 1], AFTER[j], AFTER[j + 1]);
    let axis = edge_axis(&r.rot, i, j);
    let square = axis[i1] * axis[i1] + axis[i2] * axis[i2];
    if square < PARALLEL {
        return None;
    }
    let inverse = 1.0 / square.sqrt();
    let (x, y) = (axis[i1] * inverse, axis[i2] * inverse);
    let radius1 = s1[i1] * x.abs() + s1[i2] * y.abs();
    let u = x * r.rot[3 * i1 + j1] + y * r.rot[3 * i2 + j1];
    let v = x * r.rot[3 * i1 + j2] + y * r.rot[3 * i2 + j2];
    let radius2 = s2[j1] * u.abs() + s2[j2] * v.abs();
    Some((x * r.pos21[i1] + y * r.pos21[i2]).abs() - radius1 - radius2)
}

/// Nearest points of edge `i` of the first and edge `j` of the second box that support the axis between them.
fn touch_edges(r: &Relative, a: &Solid, s2: Vec3, i: usize, j: usize, out: &mut Manifold) {
    let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
    let s1 = a.size;
    let mut axis = vec3::normalize(edge_axis(&r.rot, i, j)).0;
    if vec3::dot(axis, r.pos21) < 0.0 {
        axis = vec3::neg(axis);
    }
    let axis2 = mat3::mul_t_vec(&r.rot, axis);

    // a component near zero does not say which of two edges supports the axis: both are tried
    let unclear = |axis: Vec3, k1: usize, k2: usize| {
        if axis[k1].abs() < AMBIGUOUS { Some(k1) } else { (axis[k2].abs() < AMBIGUOUS).then_some(k2) }
    };
    let (unclear1, unclear2) = (unclear(axis, i1, i2), unclear(axis2, j1, j2));
    let dir2 = mat3::col(&r.rot, j);
    let mut best = (FAR, [0.0; 3], [0.0; 3]);
    for flip1 in [None, unclear1].into_iter().take(1 + usize::from(unclear1.is_some())) {
        for flip2 in [None, unclear2].into_iter().take(1 + usize::from(unclear2.is_some())) {
            let mut corner1 = [0.0; 3];
            for k in [i1, i2] {
                corner1[k] = if axis[k] >= 0.0 { s1[k] } else { -s1[k] };
            }
            let mut corner2 = [0.0; 3];
            for k in [j1, j2] {
                corner2[k] = if axis2[k] >= 0.0 { -s2[k] } else { s2[k] };
            }
            if let Some(k) = flip1 {
                corner1[k] = -corner1[k];
            }
            if let Some(k) = flip2 {
                corner2[k] = -corner2[k];
            }
            let corner2 = vec3::add(mat3::mul_vec(&r.rot, corner2), r.pos21);
            let (p1, p2) = nearest_on_edges(corner1, i, s1[i], corner2, dir2, s2[j]);
            let gap = vec3::sub(p2, p1);
            if vec3::dot(gap, gap) < best.0 {
                best = (vec3::dot(gap, gap), p1, p2);
            }
        }
    }
    let (_, p1, p2) = best;
    let dist = vec3::dot(vec3::sub(p2, p1), axis);
    if dist > r.limit {
        return;
    }
    let middle = std::array::from_fn(|k| 0.5 * (p1[k] + p2[k]));
    out.push(Touch {
        dist,
        pos: vec3::add(mat3::mul_vec(&a.mat, middle), a.pos),
        normal: mat3::mul_vec(&a.mat, axis),
        tangent: [0.0; 3],
    });
}

/// Nearest points of two segments: one along coordinate `i` about `c1`, one along `dir2` about `c2`.
fn nearest_on_edges(c1: Vec3, i: usize, half1: f64, c2: Vec3, dir2: Vec3, half2: f64) -> (Vec3, Vec3) {
    let cosine = dir2[i];
    let sine2 = 1.0 - cosine * cosine;
    let between = vec3::sub(c2, c1);
    let (e1, e2) = (between[i], vec3::dot(dir2, between));
    // each clamp solves the other position anew
    let s = if sine2 < MINVAL { 0.0 } else { (e1 - cosine * e2) / sine2 };
    let s = clip(s, -half1, half1);
    let t = clip(cosine * s - e2, -half2, half2);
    let s = clip(e1 + cosine * t, -half1, half1);
    let mut p1 = c1;
    p1[i] += s;
    (p1, vec3::add_scaled(c2, dir2, t))
}

/// A convex polygon over the reference face: two coordinates in the face, one above it.
struct Polygon {
    vertices: [Vec3; MAX_VERTICES],
    len: usize,
}

impl Polygon {
    const EMPTY: Self = Self { vertices: [[0.0; 3]; MAX_VERTICES], len: 0 };

    fn push(&mut self, vertex: Vec3) {
        if let Some(slot) = self.vertices.get_mut(self.len) {
            *slot = vertex;
            self.len += 1;
        }
    }

    fn as_slice(&self) -> &[Vec3] {
        &self.vertices[..self.len]
    }

    /// Keeps the part where `sign` times coordinate `k` is at most `limit`; `spare` is work space.
    fn clip(&mut self, spare: &mut Self, k: usize, sign: f64, limit: f64) {
        let excess = |v: &Vec3| sign * v[k] - limit;
        if self.as_slice().iter().all(|v| excess(v) <= 0.0) {
            return;
        }
        spare.len = 0;
        for (n, p) in self.as_slice().iter().enumerate() {
            let q = &self.vertices[if n + 1 == self.len { 0 } else { n + 1 }];
            let (dp, dq) = (excess(p), excess(q));
            if dp <= 0.0 {
                spare.push(*p);
            }
            if (dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0) {
                let t = dp / (dp - dq);
                spare.push(std::array::from_fn(|c| p[c] + t * (q[c] - p[c])));
            }
        }
        self.len = spare.len;
        self.vertices[..spare.len].copy_from_slice(spare.as_slice());
    }
}

/// Touches of the face `axis` of one box, the reference, with the opposing face of the other.
fn touch_face(r: &Relative, a: &Solid, b: &Solid, of_second: bool, axis: usize, margin: f64, out: &mut Manifold) {
    let (reference, incident) = if of_second { (b, a) } else { (a, b) };
    let centre = if of_second { r.pos12 } else { r.pos21 };
    // axes of the incident box in the frame of the reference, as columns
    let rot = if of_second { mat3::transpose(&r.rot) } else { r.rot };
    let (half, other) = (reference.size, incident.size);
    let side = if centre[axis] >= 0.0 { 1.0 } else { -1.0 };

    // face of the incident box that opposes the reference face most
    let mut facing = 0;
    for k in 1..3 {
        if rot[3 * axis + k].abs() > rot[3 * axis + facing].abs() {
            facing = k;
        }
    }
    let towards = if side * rot[3 * axis + facing] > 0.0 { -1.0 } else { 1.0 };
    let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
    let (u, v) = ((facing + 1) % 3, (facing + 2) % 3);
    let order = [x, y, axis];
    let mut middle = order.map(|c| centre[c] + towards * other[facing] * rot[3 * c + facing]);
    let mut du = order.map(|c| other[u] * rot[3 * c + u]);
    let mut dv = order.map(|c| other[v] * rot[3 * c + v]);
    middle[2] = side * middle[2] - half[axis];
    du[2] *= side;
    dv[2] *= side;

    let (mut face, mut spare) = (Polygon::EMPTY, Polygon::EMPTY);
    for (su, sv) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        face.push(std::array::from_fn(|c| middle[c] + su * du[c] + sv * dv[c]));
    }
    for (k, limit) in [(0, half[x]), (1, half[y])] {
        face.clip(&mut spare, k, 1.0, limit);
        face.clip(&mut spare, k, -1.0, limit);
    }

    let duplicate = DUPLICATE * (half[x] * half[x] + half[y] * half[y]);
    let kept = &mut spare;
    kept.len = 0;
    let sign = if of_second { -side } else { side };
    let normal = mat3::col(&reference.mat, axis).map(|n| sign * n);
    for vertex in face.as_slice() {
        let near = |other: &Vec3| {
            let (dx, dy) = (other[0] - vertex[0], other[1] - vertex[1]);
            dx * dx + dy * dy < duplicate
        };
        if vertex[2] > margin || kept.as_slice().iter().any(near) {
            continue;
        }
        kept.push(*vertex);
        let mut local = [0.0; 3];
        local[x] = vertex[0];
        local[y] = vertex[1];
        local[axis] = side * (half[axis] + 0.5 * vertex[2]);
        let pos = vec3::add(mat3::mul_vec(&reference.mat, local), reference.pos);
        out.push(Touch { dist: vertex[2], pos, normal, tangent: [0.0; 3] });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(pos: Vec3, half: f64) -> Solid {
        Solid { pos, mat: mat3::IDENTITY, size: [half; 3] }
    }

    #[test]
    fn stacked_boxes_touch_at_four_corners() {
        let mut out = Manifold::default();
        box_box(&cube([0.0; 3], 0.5), &cube([0.1, 0.0, 0.99], 0.5), 0.0, &mut out);
        assert_eq!(out.len(), 4);
        for touch in out.iter() {
            assert!((touch.dist + 0.01).abs() < 1e-12);
            assert_eq!(touch.normal, [0.0, 0.0, 1.0]);
        }
    }

    #[test]
    fn distant_boxes_do_not_touch() {
        let mut out = Manifold::default();
        box_box(&cube([0.0; 3], 0.5), &cube([0.0, 1.2, 0.0], 0.5), 0.1, &mut out);
        assert!(out.is_empty());
    }
}
