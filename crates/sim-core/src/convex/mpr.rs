//! Penetration by portal refinement, the way of the older collider (`nativeccd` disabled).
//!
//! Snethen, *XenoCollide*, Game Programming Gems 7 (2008), as in libccd 2.1. A portal is a triangle of the difference of two
//! bodies that the ray from an inner point through the origin crosses. It is moved outwards until the support point along
//! its normal is no farther than the tolerance; its distance from the origin is then the depth.

use super::simplex::Corner;
use super::support::{Body, Form};
use crate::math::{Vec3, mat3, vec3};
use crate::shape::graph::{Graph, Uphill};

/// Numbers this near to each other, absolutely or relatively, count as equal.
const EPS: f64 = f64::EPSILON;

/// Most moves of a portal before the origin is inside; degenerate shapes could go on for ever.
const MOST_MOVES: usize = 10_000;

/// A single touch by portal refinement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    /// Depth (m).
    pub depth: f64,
    /// Unit vector from the first body to the second.
    pub normal: Vec3,
    /// Point between the surfaces (m).
    pub pos: Vec3,
}

fn is_zero(x: f64) -> bool {
    x.abs() < EPS
}

fn is_equal(a: f64, b: f64) -> bool {
    let apart = (a - b).abs();
    apart < EPS || apart < EPS * if b.abs() > a.abs() { b.abs() } else { a.abs() }
}

fn is_origin(v: Vec3) -> bool {
    v.iter().all(|&x| is_equal(x, 0.0))
}

fn unit(v: Vec3) -> Vec3 {
    vec3::scale(v, 1.0 / vec3::norm(v))
}

/// Farthest point of a body along `dir`; a zero component of the direction chooses the middle.
fn support(body: &mut Body<'_>, dir: Vec3) -> Vec3 {
    let sign = |x: f64| {
        if x > 0.0 {
            1.0
        } else if x < 0.0 {
            -1.0
        } else {
            0.0
        }
    };
    let (local, size) = (mat3::mul_t_vec(&body.mat, dir), body.size);
    let mut point = match body.form {
        Form::Prism => return body.surface(dir),
        Form::Point | Form::Segment | Form::Sphere => vec3::scale(local, size[0]),
        Form::Capsule => {
            let ball = vec3::scale(local, size[0]);
            [ball[0], ball[1], ball[2] + sign(local[2]) * size[1]]
        }
        Form::Ellipsoid => {
            let (on_ball, _) = vec3::normalize([local[0] * size[0], local[1] * size[1], local[2] * size[2]]);
            [on_ball[0] * size[0], on_ball[1] * size[1], on_ball[2] * size[2]]
        }
        Form::Cylinder => {
            let across = (local[0] * local[0] + local[1] * local[1]).sqrt();
            let rim = |x: f64| if across > crate::math::MINVAL { x / across * size[0] } else { 0.0 };
            [rim(local[0]), rim(local[1]), sign(local[2]) * size[1]]
        }
        Form::Box => [sign(local[0]) * size[0], sign(local[1]) * size[1], sign(local[2]) * size[2]],
        Form::Mesh(hull) => {
            let vertex = if hull.climbs() {
                let (graph, start) = (Graph::new(hull.vert, hull.graph()), body.climbed.max(0));
                body.climbed = graph.climb_from(local, start, graph.height(local, start));
                graph.ids.get(body.climbed as usize).copied().unwrap_or(-1)
            } else {
                hull.scan(local, -1, -1e10)
            };
            hull.vertex(vertex)
        }
    };
    for k in 0..3 {
        point[k] += local[k] * body.margin / 2.0;
    }
    body.world(point)
}

fn corner(bodies: &mut [Body<'_>; 2], dir: Vec3) -> Corner {
    let [a, b] = bodies;
    let on = [support(a, dir), support(b, vec3::neg(dir))];
    Corner { at: vec3::sub(on[0], on[1]), on, vertex: [-1, -1] }
}

/// Where the search for a first portal ends, when the origin is not outside.
enum Discovery {
    /// The origin is between the inner point and a corner: the second one.
    Before,
    /// The ray crosses the portal of the last three corners; the first one is the inner point.
    Portal,
}

fn is_behind(at: Vec3, dir: Vec3) -> bool {
    let reach = vec3::dot(at, dir);
    is_zero(reach) || reach < 0.0
}

/// Finds a portal that the ray from the bodies' centres through the origin crosses.
///
/// `None` when the origin is outside or on the surface.
fn discover(bodies: &mut [Body<'_>; 2]) -> Option<(Discovery, [Corner; 4])> {
    let on = [bodies[0].centre(), bodies[1].centre()];
    let mut inner = Corner { at: vec3::sub(on[0], on[1]), on, vertex: [-1, -1] };
    if is_origin(inner.at) {
        // coincident centres: any direction will do
        inner.at[0] += EPS * 10.0;
    }
    let v0 = inner.at;
    let dir = unit(vec3::neg(v0));
    let mut first = corner(bodies, dir);
    if is_behind(first.at, dir) {
        return None;
    }
    let across = vec3::cross(v0, first.at);
    if is_zero(vec3::dot(across, across)) {
        let corners = [inner, first, first, first];
        return if is_origin(first.at) { None } else { Some((Discovery::Before, corners)) };
    }
    let dir = unit(across);
    let mut second = corner(bodies, dir);
    if is_behind(second.at, dir) {
        return None;
    }

    let normal = |a: Vec3, b: Vec3| unit(vec3::cross(vec3::sub(a, v0), vec3::sub(b, v0)));
    let mut dir = normal(first.at, second.at);
    if vec3::dot(dir, v0) > 0.0 {
        std::mem::swap(&mut first, &mut second);
        dir = vec3::neg(dir);
    }
    for _ in 0..MOST_MOVES {
        let third = corner(bodies, dir);
        if is_behind(third.at, dir) {
            return None;
        }
        let outside = |a: Vec3, b: Vec3| {
            let side = vec3::dot(vec3::cross(a, b), v0);
            side < 0.0 && !is_zero(side)
        };
        if outside(first.at, third.at) {
            second = third;
        } else if outside(third.at, second.at) {
            first = third;
        } else {
            return Some((Discovery::Portal, [inner, first, second, third]));
        }
        dir = normal(first.at, second.at);
    }
    None
}

/// Outward normal of the portal.
fn outward(portal: &[Corner; 4]) -> Vec3 {
    let [_, a, b, c] = portal.map(|corner| corner.at);
    unit(vec3::cross(vec3::sub(b, a), vec3::sub(c, a)))
}

/// Whether a portal moved out to `new` would gain no more than the tolerance.
fn is_final(portal: &[Corner; 4], new: Vec3, dir: Vec3, tolerance: f64) -> bool {
    let reach = vec3::dot(new, dir);
    let gain = portal[1..].iter().map(|corner| reach - vec3::dot(corner.at, dir)).fold(f64::NAN, f64::min);
    is_equal(gain, tolerance) || gain < tolerance
}

/// Replaces the corner of the portal on the side of `new` that the ray does not cross.
fn advance(portal: &mut [Corner; 4], new: Corner) {
    let side = vec3::cross(new.at, portal[0].at);
    let above = |i: usize| vec3::dot(portal[i].at, side) > 0.0;
    let replaced = match (above(1), above(2), above(3)) {
        (true, true, _) => 1,
        (true, false, _) => 3,
        (false, _, true) => 2,
        (false, _, false) => 1,
    };
    portal[replaced] = new;
}

/// Moves the portal out until the origin is behind it; false when it never will be.
fn refine(bodies: &mut [Body<'_>; 2], portal: &mut [Corner; 4], tolerance: f64) -> bool {
    for _ in 0..MOST_MOVES {
        let dir = outward(portal);
        let height = vec3::dot(dir, portal[1].at);
        if is_zero(height) || height > 0.0 {
            return true;
        }
        let new = corner(bodies, dir);
        let reach = vec3::dot(new.at, dir);
        let reaches = is_zero(reach) || reach > 0.0;
        if !reaches || is_final(portal, new.at, dir, tolerance) {
            return false;
        }
        advance(portal, new);
    }
    false
}

/// Point of a segment nearest to the origin, and its squared distance.
fn nearest_on_segment(a: Vec3, b: Vec3) -> (Vec3, f64) {
    let along = vec3::sub(b, a);
    let t = -vec3::dot(a, along) / vec3::dot(along, along);
    let point = if t < 0.0 || is_zero(t) {
        a
    } else if t > 1.0 || is_equal(t, 1.0) {
        b
    } else {
        vec3::add(vec3::scale(along, t), a)
    };
    (point, vec3::dot(point, point))
}

/// Point of a triangle nearest to the origin, and its squared distance.
fn nearest_on_triangle(a: Vec3, b: Vec3, c: Vec3) -> (Vec3, f64) {
    let (ab, ac) = (vec3::sub(b, a), vec3::sub(c, a));
    let (v, w, r) = (vec3::dot(ab, ab), vec3::dot(ac, ac), vec3::dot(ab, ac));
    let (p, q) = (vec3::dot(a, ab), vec3::dot(a, ac));
    let det = w * v - r * r;
    let (s, t) = if is_zero(det) {
        (-1.0, -1.0)
    } else {
        let s = (q * r - w * p) / det;
        (s, (-s * r - q) / w)
    };
    let at_least_0 = |x: f64| is_zero(x) || x > 0.0;
    let at_most_1 = |x: f64| is_equal(x, 1.0) || x < 1.0;
    if at_least_0(s) && at_most_1(s) && at_least_0(t) && at_most_1(t) && at_most_1(t + s) {
        let point = vec3::add(vec3::add(a, vec3::scale(ab, s)), vec3::scale(ac, t));
        return (point, vec3::dot(point, point));
    }
    let mut best = nearest_on_segment(a, b);
    for other in [nearest_on_segment(a, c), nearest_on_segment(b, c)] {
        if other.1 < best.1 {
            best = other;
        }
    }
    best
}

/// Midpoint of the points on the two bodies whose difference is the origin.
fn position(portal: &[Corner; 4]) -> Vec3 {
    let [v0, v1, v2, v3] = portal.map(|corner| corner.at);
    let volume = |a: Vec3, b: Vec3, c: Vec3| vec3::dot(vec3::cross(a, b), c);
    let mut weights = [volume(v1, v2, v3), volume(v3, v2, v0), volume(v0, v1, v3), volume(v2, v1, v0)];
    let mut sum = weights[0] + weights[1] + weights[2] + weights[3];
    if is_zero(sum) || sum < 0.0 {
        // flat tetrahedron: weights in the portal alone
        let dir = outward(portal);
        weights = [0.0, volume(v2, v3, dir), volume(v3, v1, dir), volume(v1, v2, dir)];
        sum = weights[1] + weights[2] + weights[3];
    }
    let on = [0, 1].map(|k| {
        let terms = (0..4).map(|i| vec3::scale(portal[i].on[k], weights[i]));
        vec3::scale(terms.fold([0.0; 3], vec3::add), 1.0 / sum)
    });
    vec3::scale(vec3::add(on[0], on[1]), 0.5)
}

/// The overlap of two bodies; `None` when they are apart or only touch.
#[inline(never)]
pub(crate) fn overlap(bodies: &mut [Body<'_>; 2], tolerance: f64, iterations: usize) -> Option<Overlap> {
    let (start, mut portal) = discover(bodies)?;
    if let Discovery::Before = start {
        let corner = portal[1];
        let normal = unit(corner.at);
        let pos = vec3::scale(vec3::add(corner.on[0], corner.on[1]), 0.5);
        return (!is_origin(normal)).then_some(Overlap { depth: vec3::norm(corner.at), normal, pos });
    }
    if !refine(bodies, &mut portal, tolerance) {
        return None;
    }
    let mut round = 0;
    loop {
        let dir = outward(&portal);
        let new = corner(bodies, dir);
        if is_final(&portal, new.at, dir, tolerance) || round > iterations {
            break;
        }
        advance(&mut portal, new);
        round += 1;
    }
    let (foot, square) = nearest_on_triangle(portal[1].at, portal[2].at, portal[3].at);
    let depth = square.sqrt();
    let normal = unit(foot);
    if is_zero(depth) || is_origin(normal) {
        return None;
    }
    Some(Overlap { depth, normal, pos: position(&portal) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(offset: Vec3) -> Option<f64> {
        let ball = |pos| Body::new(Form::Sphere, [0.5, 0.0, 0.0], pos, mat3::IDENTITY, 0.0);
        overlap(&mut [ball([0.0; 3]), ball(offset)], 1e-9, 100).map(|o| o.depth)
    }

    #[test]
    fn balls() {
        assert!((depth([0.9, 0.0, 0.0]).unwrap() - 0.1).abs() < 1e-12);
        assert!((depth([0.5, 0.5, 0.1]).unwrap() - (1.0 - 0.51f64.sqrt())).abs() < 1e-6);
        assert_eq!(depth([1.1, 0.0, 0.0]), None);
    }

    #[test]
    fn undefined_poses_end() {
        for offset in [[f64::NAN; 3], [f64::INFINITY; 3], [0.0; 3]] {
            depth(offset);
        }
    }
}
