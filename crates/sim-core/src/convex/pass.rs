//! One pass over a pair of bodies: the touches that either collider finds.

use super::scratch::Scratch;
use super::shape::Settings;
use super::support::Body;
use super::{mpr, penetration};
use crate::math::vec3;
use crate::shape::manifold::{Manifold, Touch};

/// Appends the touches of two bodies, inflated by `margin`, and returns how many there were.
pub(crate) fn penetrate(
    bodies: &mut [Body<'_>; 2],
    margin: f64,
    most: usize,
    settings: &Settings,
    work: &mut Scratch,
    out: &mut Manifold,
) -> usize {
    if !settings.native {
        let Some(found) = mpr::overlap(bodies, settings.tolerance, settings.iterations) else { return 0 };
        let touch = Touch { dist: margin - found.depth, pos: found.pos, normal: found.normal, tangent: [0.0; 3] };
        return usize::from(out.push(touch));
    }
    let dist = penetration::contact(bodies, &settings.limits(0.0), most, work);
    if dist >= 0.0 || dist.is_nan() {
        return 0;
    }
    let mut count = 0;
    for witness in &work.witnesses {
        let [a, b] = witness.on;
        let touch = Touch {
            dist: margin + witness.dist,
            pos: vec3::scale(vec3::add(a, b), 0.5),
            normal: vec3::normalize(vec3::sub(a, b)).0,
            tangent: [0.0; 3],
        };
        count += usize::from(out.push(touch));
    }
    count
}
