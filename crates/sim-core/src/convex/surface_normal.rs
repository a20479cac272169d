//! Normals after portal refinement: its normals are coarse, so those of round shapes are replaced by the surface normal at
//! the touch.

use super::shape::{Settings, Shape};
use crate::math::{MINVAL, Vec3, mat3, vec3};
use crate::model::GeomType;
use crate::shape::manifold::Touch;

/// Most rounds of the search for a point of an ellipsoid.
const ROUNDS: usize = 30;
/// Where that search ends: change of a unit normal, or relative value.
const CLOSE: f64 = 1e-6;
/// Part of a cylinder's half length beyond which its flat ends may be meant.
const NEAR_END: f64 = 0.95;

/// Puts right the normals of round shapes after the older collider.
pub(crate) fn correct_normals(shapes: [Option<&Shape<'_>>; 2], settings: &Settings, touches: &mut [Touch]) {
    if !settings.native {
        for touch in touches {
            correct_normal(shapes, touch);
        }
    }
}

/// Replaces the normal of a touch by that of the round shapes of the pair.
fn correct_normal(shapes: [Option<&Shape<'_>>; 2], touch: &mut Touch) {
    let first = shapes[0].and_then(|shape| surface_normal(shape, touch.pos, touch.normal));
    let second = shapes[1].and_then(|shape| surface_normal(shape, touch.pos, vec3::neg(touch.normal)));
    match (first, second) {
        (Some(a), Some(b)) => touch.normal = vec3::normalize(vec3::sub(a, b)).0,
        (Some(a), None) => touch.normal = a,
        (None, Some(b)) => touch.normal = vec3::scale(b, -1.0),
        (None, None) => {}
    }
}

/// Outward normal of a round shape near `pos`; `normal` is where the search on an ellipsoid starts.
fn surface_normal(shape: &Shape<'_>, pos: Vec3, normal: Vec3) -> Option<Vec3> {
    let at = mat3::mul_t_vec(&shape.mat, vec3::sub(pos, shape.pos));
    let size = shape.size;
    let local = match shape.kind {
        GeomType::Sphere => at,
        GeomType::Capsule => {
            let beyond = if at[2] < -size[1] {
                at[2] + size[1]
            } else if at[2] > size[1] {
                at[2] - size[1]
            } else {
                0.0
            };
            [at[0], at[1], beyond]
        }
        GeomType::Ellipsoid => {
            if size.iter().any(|&s| s < MINVAL) {
                return None;
            }
            let level: f64 = (0..3).map(|k| at[k] * at[k] / (size[k] * size[k])).sum();
            if level <= 1.0 {
                from_inside(mat3::mul_t_vec(&shape.mat, normal), at, size)?
            } else {
                from_outside(at, size)
            }
        }
        GeomType::Cylinder => {
            let to_end = (size[1] - at[2].abs()).abs();
            let to_side = (size[0] - (at[0] * at[0] + at[1] * at[1]).sqrt()).abs();
            // only where the side is clearly meant
            if at[2].abs() > NEAR_END * size[1] || to_end < 0.25 * to_side {
                return None;
            }
            [at[0], at[1], 0.0]
        }
        _ => return None,
    };
    Some(mat3::mul_vec(&shape.mat, vec3::normalize(local).0))
}

/// Normal of the ellipsoid where a ray from the inner point `at` leaves it, the ray following the normal round by round.
fn from_inside(normal: Vec3, at: Vec3, size: Vec3) -> Option<Vec3> {
    let inverse = size.map(|s| 1.0 / (s * s));
    let form = |a: Vec3, b: Vec3| a[0] * b[0] * inverse[0] + a[1] * b[1] * inverse[1] + a[2] * b[2] * inverse[2];
    let level = form(at, at) - 1.0;
    if level > 0.0 {
        return None;
    }
    let (mut normal, _) = vec3::normalize(normal);
    for round in 0..ROUNDS {
        let (a, b) = (form(normal, normal), form(at, normal));
        let det = b * b - a * level;
        let out = (-b + det.sqrt()) / a;
        if det < MINVAL || a < MINVAL || out < 0.0 {
            return (round > 0).then_some(normal);
        }
        let point = vec3::add_scaled(at, normal, out);
        let (next, _) = vec3::normalize([point[0] * inverse[0], point[1] * inverse[1], point[2] * inverse[2]]);
        let change = vec3::dist(normal, next);
        normal = next;
        if change < CLOSE {
            break;
        }
    }
    Some(normal)
}

/// Normal of the ellipsoid at its point nearest to the outer point `at`, by Newton's method on the multiplier.
fn from_outside(at: Vec3, size: Vec3) -> Vec3 {
    let square = size.map(|s| s * s);
    let weight = [at[0] * at[0] * square[0], at[1] * at[1] * square[1], at[2] * at[2] * square[2]];
    let mut multiplier = 0.0;
    for _ in 0..ROUNDS {
        let r = square.map(|s| 1.0 / (s + multiplier));
        let value = weight[0] * r[0] * r[0] + weight[1] * r[1] * r[1] + weight[2] * r[2] * r[2] - 1.0;
        if value < CLOSE {
            break;
        }
        let slope =
            -2.0 * (weight[0] * r[0] * r[0] * r[0] + weight[1] * r[1] * r[1] * r[1] + weight[2] * r[2] * r[2] * r[2]);
        if slope > -MINVAL {
            break;
        }
        let step = -value / slope;
        if step < CLOSE {
            break;
        }
        multiplier += step;
    }
    let point = [0, 1, 2].map(|k| at[k] / (square[k] + multiplier));
    vec3::normalize(point).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(kind: GeomType) -> Shape<'static> {
        Shape { kind, size: [1.0, 0.5, 0.25], pos: [0.0; 3], mat: mat3::IDENTITY, rbound: 1.0, hull: None }
    }

    #[test]
    fn ellipsoid_normals_agree_across_the_surface() {
        let on: Vec3 = [0.6, 0.4, 0.0];
        let at = |s: f64| surface_normal(&shape(GeomType::Ellipsoid), vec3::scale(on, s), on).unwrap();
        assert!(vec3::dist(at(1.0 - 1e-9), at(1.0 + 1e-9)) < 1e-5);
    }

    #[test]
    fn ends_of_a_cylinder_are_left_alone() {
        assert!(surface_normal(&shape(GeomType::Cylinder), [0.2, 0.0, 0.49], [0.0, 0.0, 1.0]).is_none());
        assert!(surface_normal(&shape(GeomType::Cylinder), [1.0, 0.0, 0.1], [1.0, 0.0, 0.0]).is_some());
    }
}
