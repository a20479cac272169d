//! More touches of shapes without flat faces: both are tilted a little about the first touch, four ways, and what the
//! tilted shapes touch with is kept if it is new.

use super::pass::penetrate;
use super::scratch::Scratch;
use super::shape::Settings;
use super::support::Body;
use crate::math::{Mat3, Vec3, mat3, quat, vec3};
use crate::shape::manifold::Manifold;

/// Angle of the tilt (rad).
const TILT: f64 = 1e-3;

/// Distance of touches that count as two, as a part of the smaller bounding sphere's radius.
pub(super) const APART: f64 = 1e-3;

/// Two unit vectors across `normal`, the first near the y axis if it can be, else near z.
fn across(normal: Vec3) -> [Vec3; 2] {
    let (x, _) = vec3::normalize(normal);
    let guess = if x[1] < 0.5 && x[1] > -0.5 { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
    let (y, _) = vec3::normalize(vec3::sub(guess, vec3::scale(x, vec3::dot(x, guess))));
    [y, vec3::cross(x, y)]
}

/// Turns a body about `pivot`.
fn turn(body: &mut Body<'_>, pivot: Vec3, rotation: &Mat3) {
    body.mat = mat3::mul(rotation, &body.mat);
    let arm = vec3::sub(pivot, body.pos);
    let moved = vec3::sub(mat3::mul_vec(rotation, arm), arm);
    body.pos = vec3::sub(body.pos, moved);
}

/// Adds to the single touch at the end of `out` those that tilted bodies have at least `apart` away from it.
///
/// They take over the first touch's distance. The vertices found last stay with the bodies from tilt to tilt.
pub(super) fn tilt(
    bodies: &mut [Body<'_>; 2],
    margin: f64,
    apart: f64,
    settings: &Settings,
    work: &mut Scratch,
    out: &mut Manifold,
) {
    let Some(start) = out.len().checked_sub(1) else { return };
    let first = out[start];
    let placed = bodies.each_ref().map(|body| (body.pos, body.mat));
    for axis in across(first.normal) {
        for angle in [-TILT, TILT] {
            let rotation = quat::to_mat(quat::from_axis_angle(axis, angle));
            turn(&mut bodies[0], first.pos, &rotation);
            turn(&mut bodies[1], first.pos, &mat3::transpose(&rotation));

            let before = out.len();
            if penetrate(bodies, margin, 1, settings, work, out) == 1 {
                let new = out[before].pos;
                out[before].dist = first.dist;
                if out[start..before].iter().any(|touch| vec3::dist(touch.pos, new) <= apart) {
                    out.truncate(before);
                }
            }
            for (body, place) in bodies.iter_mut().zip(placed) {
                (body.pos, body.mat) = place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_leaves_the_pivot_in_place() {
        let mut body = Body::new(super::super::Form::Box, [1.0; 3], [1.0, 2.0, 3.0], mat3::IDENTITY, 0.0);
        let rotation = quat::to_mat(quat::from_axis_angle([0.0, 0.0, 1.0], 0.5));
        let pivot = [2.0, 2.0, 3.0];
        let local = vec3::sub(pivot, body.pos);
        turn(&mut body, pivot, &rotation);
        assert!(vec3::dist(body.world(local), pivot) < 1e-15);
    }
}
