//! One pair of bodies, from the distance search to the witness points.

use super::clip::Witness;
use super::difference::Difference;
use super::epa::{self, Depth, Outcome};
use super::gjk::{self, Found, Limits};
use super::scratch::Scratch;
use super::support::{Body, Form};
use crate::math::vec3;

/// Fills `work.witnesses` with the touches (or the nearest points) of two bodies and returns the least distance.
///
/// Spheres and capsules are first tried without their radii: unless their cores meet, the distance of the cores gives the
/// contact. `f64::MAX` stands for bodies farther apart than `limits.cutoff`.
pub(crate) fn contact(bodies: &mut [Body<'_>; 2], limits: &Limits, most: usize, work: &mut Scratch) -> f64 {
    work.witnesses.clear();
    if let Some(dist) = contact_of_cores(bodies, limits, work) {
        return dist;
    }

    let mut pair = Difference::new(bodies);
    let mut found = Found::new(&pair);
    gjk::search(&mut pair, limits, &mut found);
    if found.dist > limits.tolerance || found.count < 2 || found.separated {
        keep_nearest(&found, found.dist, work);
        return found.dist;
    }
    let mut outcome = Outcome::Lost;
    epa::search(&mut work.polytope, &mut pair, &found, limits, &mut outcome);
    let depth = match outcome {
        Outcome::NoStart => {
            keep_nearest(&found, 0.0, work);
            return 0.0;
        }
        Outcome::Lost => return 0.0,
        Outcome::Face(face) => Depth::of(&work.polytope, face),
    };
    work.witnesses.push(Witness { dist: depth.dist, on: depth.on });
    if most > 1 {
        work.features.spread(pair.bodies, &depth, most, &mut work.witnesses);
    }
    work.witnesses.iter().map(|w| w.dist).reduce(|least, dist| if dist < least { dist } else { least }).unwrap_or(0.0)
}

fn keep_nearest(found: &Found, dist: f64, work: &mut Scratch) {
    if found.witness {
        work.witnesses.push(Witness { dist, on: found.on });
    }
}

/// The contact of round bodies from the nearest points of their cores; `None` when no body is round or the cores meet.
fn contact_of_cores(bodies: &mut [Body<'_>; 2], limits: &Limits, work: &mut Scratch) -> Option<f64> {
    let core = |body: &Body<'_>| match body.form {
        Form::Sphere => Some(Form::Point),
        Form::Capsule => Some(Form::Segment),
        _ => None,
    };
    if bodies.iter().all(|body| core(body).is_none()) {
        return None;
    }

    let whole = bodies.each_ref().map(|body| (body.form, body.margin));
    let mut radius = [0.0; 2];
    for k in 0..2 {
        if let Some(form) = core(&bodies[k]) {
            radius[k] = bodies[k].size[0] + 0.5 * bodies[k].margin;
            (bodies[k].form, bodies[k].margin) = (form, 0.0);
        }
    }
    let both = radius[0] + radius[1];
    let mut pair = Difference::new(bodies);
    let mut found = Found::new(&pair);
    gjk::search(&mut pair, &Limits { cutoff: limits.cutoff + both, ..*limits }, &mut found);
    for k in 0..2 {
        (bodies[k].form, bodies[k].margin) = whole[k];
    }
    let apart = found.dist > limits.tolerance;
    if !apart {
        return None;
    }

    let mut on = found.on;
    let (normal, _) = vec3::normalize(vec3::sub(on[1], on[0]));
    if radius[0] != 0.0 {
        on[0] = vec3::add_scaled(on[0], normal, radius[0]);
    }
    if radius[1] != 0.0 {
        on[1] = vec3::sub(on[1], vec3::scale(normal, radius[1]));
    }
    let dist = found.dist - both;
    let dist = if dist > limits.cutoff { f64::MAX } else { dist };
    keep_nearest(&Found { on, ..found }, dist, work);
    Some(dist)
}
