//! Capsule against box: the point of the capsule's axis nearest to the box, then a second one where the axis
//! runs along a face or an edge; both are spheres against the box.
//!
//! Everything is in the frame of the box. Positions on the axis and on the box's edges run from -1 to 1.

use super::{Solid, sphere_box};
use crate::math::{MINVAL, Vec3, mat3, vec3};
use crate::shape::manifold::Manifold;

/// Corners of the box are three bits, set where the coordinate is positive.
type Corner = usize;

/// What of the box is nearest to the axis.
#[derive(Clone, Copy)]
enum Feature {
    /// An end of the axis (-1 or 1) is over a face, or inside the box.
    Face { end: f64, face: Option<usize> },
    /// A corner.
    Corner { corner: Corner },
    /// The inside of an edge along `axis` at `corner`; `at` is the position on it.
    Edge { axis: usize, corner: Corner, at: f64 },
}

/// The nearest point of the axis and what it is nearest to.
#[derive(Clone, Copy)]
struct Nearest {
    square: f64,
    at: f64,
    feature: Feature,
}

/// The axis of the capsule, seen from the box.
struct Segment {
    centre: Vec3,
    dir: Vec3,
    half: Vec3,
    length: f64,
    /// Signs of `half` as a corner.
    octant: Corner,
}

/// Capsule and box.
pub fn capsule_box(capsule: &Solid, cuboid: &Solid, margin: f64, out: &mut Manifold) {
    let dir = mat3::mul_t_vec(&cuboid.mat, capsule.axis());
    let half = vec3::scale(dir, capsule.size[1]);
    let segment = Segment {
        centre: mat3::mul_t_vec(&cuboid.mat, vec3::sub(capsule.pos, cuboid.pos)),
        dir,
        half,
        length: capsule.size[1],
        octant: (0..3).map(|i| usize::from(half[i] > 0.0) << i).sum(),
    };
    let size = cuboid.size;
    // farther than anything can be; compared with squares, as MuJoCo does
    let far = margin + 2.0 * (capsule.size[0] + capsule.size[1] + size[0] + size[1] + size[2]);
    let Some(nearest) = nearest(&segment, size, far) else { return };

    let mut sphere_at = |at: f64| {
        let local = vec3::add_scaled(segment.centre, segment.half, at);
        let pos = vec3::add(mat3::mul_vec(&cuboid.mat, local), cuboid.pos);
        sphere_box(&capsule.at(pos), cuboid, margin, out);
    };
    sphere_at(nearest.at);
    let second = match nearest.feature {
        Feature::Face { end, face } => face.and_then(|face| beyond_face(&segment, size, end, face)),
        Feature::Corner { corner } => beyond_corner(&segment, size, corner, nearest.at),
        Feature::Edge { axis, corner, at } => beyond_edge(&segment, size, axis, corner, nearest.at, at),
    };
    if let Some(step) = second.filter(|step| *step > -3.0) {
        sphere_at(step + nearest.at);
    }
}

/// The nearest point of the axis: an end over a face, or a point near an edge.
fn nearest(segment: &Segment, size: Vec3, far: f64) -> Option<Nearest> {
    let mut best = None;
    let mut square = far;
    for end in [-1.0, 1.0] {
        let point = vec3::add_scaled(segment.centre, segment.half, end);
        let mut clamped = point;
        let (mut outside, mut face) = (0, None);
        for j in 0..3 {
            if point[j] < -size[j] || point[j] > size[j] {
                clamped[j] = if point[j] < -size[j] { -size[j] } else { size[j] };
                outside += 1;
                face = Some(j);
            }
        }
        let away = vec3::sub(clamped, point);
        if outside <= 1 && vec3::dot(away, away) < square {
            square = vec3::dot(away, away);
            best = Some(Nearest { square, at: end, feature: Feature::Face { end, face } });
        }
    }
    for axis in 0..3 {
        for corner in (0..8).filter(|c| c >> axis & 1 == 0) {
            let Some(found) = near_edge(segment, size, axis, corner) else { continue };
            // an axis numerically parallel to a face must not lose to its edges
            if found.square < square - MINVAL {
                square = found.square;
                best = Some(found);
            }
        }
    }
    best
}

/// Nearest point of the axis to the edge along `axis` that starts at `corner`; `None` if they are parallel.
fn near_edge(segment: &Segment, size: Vec3, axis: usize, corner: Corner) -> Option<Nearest> {
    let mut middle = std::array::from_fn(|i| if corner >> i & 1 == 1 { size[i] } else { -size[i] });
    middle[axis] = 0.0;
    let between = vec3::sub(middle, segment.centre);
    let (half, edge) = (segment.half, size[axis]);

    // [ma mb; mb mc] x = [u; v] for the positions on edge and axis
    let ma = edge * edge;
    let mb = -edge * half[axis];
    let mc = segment.length * segment.length;
    let u = -edge * between[axis];
    let v = vec3::dot(half, between);
    let det = ma * mc - mb * mb;
    if det.abs() < MINVAL {
        return None;
    }
    let inverse = 1.0 / det;
    let (x1, mut side) = clamp((mc * u - mb * v) * inverse);
    let mut on_edge = x1;
    let free = match side {
        1 => (v - mb) * (1.0 / mc),
        -1 => (v + mb) * (1.0 / mc),
        _ => (ma * v - mb * u) * inverse,
    };
    let (on_axis, end) = clamp(free);
    if end != 0 {
        let back = if end > 0 { u - mb } else { u + mb };
        let (x1, clamped) = clamp(back * (1.0 / ma));
        on_edge = x1;
        // once at an end of the edge, its side is remembered even if the point moved back inside
        if clamped != 0 {
            side = clamped;
        }
    }
    let mut away = vec3::add_scaled(between, half, -on_axis);
    away[axis] += edge * on_edge;
    let feature = match side {
        0 => Feature::Edge { axis, corner, at: on_edge },
        1 => Feature::Corner { corner: corner + (1 << axis) },
        _ => Feature::Corner { corner },
    };
    Some(Nearest { square: vec3::dot(away, away), at: on_axis, feature })
}

/// Limits to -1..1 and says at which end.
fn clamp(x: f64) -> (f64, i32) {
    if x > 1.0 {
        (1.0, 1)
    } else if x < -1.0 {
        (-1.0, -1)
    } else {
        (x, 0)
    }
}

fn lower(x: &mut f64, y: f64) {
    if y < *x {
        *x = y;
    }
}

/// Step from a corner along the edge or the face the axis runs along; `None` when it points at the corner.
fn beyond_corner(segment: &Segment, size: Vec3, corner: Corner, at: f64) -> Option<f64> {
    let differing = segment.octant ^ corner;
    let (direction, towards, away, single) = match differing {
        0 | 7 => return None,
        1 | 2 | 4 => (1.0, 1.0 - at, 1.0 + at, differing),
        _ => (-1.0, 1.0 + at, 1.0 - at, 7 - differing),
    };
    let axis = single.trailing_zeros() as usize;
    let across = |i: usize| 2.0 * size[i] / segment.half[i].abs();
    if segment.dir[axis] * segment.dir[axis] > 0.5 {
        let mut step = towards;
        lower(&mut step, across(axis));
        return Some(step * direction);
    }
    let mut step = away;
    lower(&mut step, across((axis + 1) % 3));
    lower(&mut step, across((axis + 2) % 3));
    Some(step * -direction)
}

/// Step from inside an edge over the face with the smaller angle to the axis; `None` if they form a T.
fn beyond_edge(segment: &Segment, size: Vec3, axis: usize, corner: Corner, at: f64, on_edge: f64) -> Option<f64> {
    let differing = (segment.octant ^ corner) & (7 - (1 << axis));
    if !matches!(differing, 1 | 2 | 4) {
        return None;
    }
    let (first, second) = ((axis + 1) % 3, (axis + 2) % 3);
    let over = if segment.dir[first].abs() > segment.dir[second].abs() { first } else { second };
    let ahead = differing >> over & 1 == 1;
    let mut step = if ahead { 1.0 - at } else { 1.0 + at };
    lower(&mut step, 2.0 * size[over] / segment.half[over].abs());
    let rest = if (segment.octant >> axis & 1 == 1) == ahead { 1.0 - on_edge } else { 1.0 + on_edge };
    lower(&mut step, size[axis] * rest / segment.half[axis].abs());
    Some(if ahead { step } else { -step })
}

/// Step from the end over a face to where the axis leaves the box's outline.
fn beyond_face(segment: &Segment, size: Vec3, end: f64, face: usize) -> Option<f64> {
    let direction = -end;
    let point = vec3::add_scaled(segment.centre, segment.half, end);
    let mut step = 2.0;
    for i in (0..3).filter(|&i| i != face) {
        for side in [size[i], -size[i]] {
            let there = (side - point[i]) / segment.half[i] * direction;
            if there > 0.0 {
                lower(&mut step, there);
            }
        }
    }
    Some(step * direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capsule_lying_on_a_box_touches_twice() {
        // axis along x
        let mat = [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0];
        let capsule = Solid { pos: [0.1, 0.0, 0.55], mat, size: [0.1, 0.3, 0.0] };
        let cuboid = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [1.0, 1.0, 0.5] };
        let mut out = Manifold::default();
        capsule_box(&capsule, &cuboid, 0.0, &mut out);
        assert_eq!(out.len(), 2);
        for touch in out.iter() {
            assert!((touch.dist + 0.05).abs() < 1e-12);
            assert!((touch.normal[2] + 1.0).abs() < 1e-12);
        }
    }
}
