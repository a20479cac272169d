//! Penetration depth: the face of the bodies' difference nearest to the origin (van den Bergen, 2001).
//!
//! The nearest face of a growing polytope bounds the depth from below, the support point along its normal from above.
//! Faces that the new corner sees are replaced by a fan from the corner to their outline.

use super::difference::Difference;
use super::gjk::{Found, Limits};
use super::polytope::{NEXT, Polytope, State, Visit};
use super::simplex::{Corner, affine, combine};
use crate::math::{MINVAL, Vec3, vec3};
use std::hint::select_unpredictable;

/// Most rounds, whatever the settings say.
pub(crate) const MOST_ROUNDS: usize = 1000;

/// How far the upper bound may fall below the lower one (m) in the first round before the start is called unsound.
const UNSOUND: f64 = 1e-10;

/// What the nearest face says about the contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    /// Signed distance (m), not positive.
    pub dist: f64,
    /// Witness points on the two bodies.
    pub on: [Vec3; 2],
    /// Corners of the face.
    pub corners: [Corner; 3],
}

/// What became of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome {
    /// No polytope around the origin came out of the simplex.
    NoStart,
    /// The numbers gave way.
    Lost,
    /// The nearest face.
    Face(u32),
}

/// Builds the polytope from the last simplex of the distance search and grows it.
#[inline(never)]
pub(crate) fn search(
    polytope: &mut Polytope,
    pair: &mut Difference<'_, '_>,
    found: &Found,
    limits: &Limits,
    out: &mut Outcome,
) {
    polytope.reserve(limits.iterations.min(MOST_ROUNDS));
    *out = if polytope.start(pair, &found.simplex, found.count) {
        expand(polytope, pair, limits.tolerance, limits.iterations).map_or(Outcome::Lost, Outcome::Face)
    } else {
        Outcome::NoStart
    };
}

/// Grows the polytope until its nearest face is good enough; `None` when the numbers gave way.
#[inline(always)]
fn expand(polytope: &mut Polytope, pair: &mut Difference<'_, '_>, tolerance: f64, iterations: usize) -> Option<u32> {
    let discrete = pair.is_discrete();
    let tolerance = if discrete { MINVAL } else { tolerance };
    let most_faces = iterations.saturating_mul(6);
    let (mut upper, mut upper_square) = (f64::MAX, f64::MAX);
    let mut nearest: Option<u32> = None;

    for round in 0..iterations.min(MOST_ROUNDS) {
        let previous = nearest;
        let mut lower_square = f64::MAX;
        // selections, not unpredictable branches
        let mut least = u32::MAX;
        for &(square, face) in &polytope.candidates {
            least = select_unpredictable(square < lower_square, face, least);
            lower_square = if square < lower_square { square } else { lower_square };
        }
        if least != u32::MAX {
            nearest = Some(least);
        }
        if lower_square > upper_square {
            nearest = previous;
            break;
        }
        let face = nearest?;
        if lower_square <= 0.0 {
            break;
        }

        // bounds
        let lower = lower_square.sqrt();
        let foot = polytope.faces[face as usize].foot;
        let new = polytope.corners.len() as u32;
        let eye = polytope.grow(pair, foot, lower);
        let reach = vec3::dot(foot, eye) / lower;
        if reach < upper {
            (upper, upper_square) = (reach, reach * reach);
        }
        if upper - lower < tolerance {
            if round == 0 && upper < lower - UNSOUND {
                return None;
            }
            break;
        }
        if discrete && is_repeated(polytope, new) {
            break;
        }

        // replace what the new corner sees
        trace_horizon(polytope, face, eye);
        if polytope.horizon.len() < 3 {
            return None;
        }
        if polytope.horizon.len() > most_faces.saturating_sub(polytope.faces.len()) {
            break;
        }
        if !attach_fan(polytope, new, [lower_square, upper_square]) {
            return None;
        }
        if polytope.candidates.is_empty() {
            break;
        }
    }

    nearest
}

impl Depth {
    /// What the nearest face says.
    pub fn of(polytope: &Polytope, face: u32) -> Self {
        let face = &polytope.faces[face as usize];
        let corners = face.corners.map(|i| polytope.corners[i as usize]);
        let weights = affine(corners.map(|c| c.at), face.foot);
        let on = [0, 1].map(|k| combine(weights, corners.map(|c| c.on[k])));
        Self { dist: -face.square.sqrt(), on, corners }
    }
}

/// Whether the newest corner is made of the same two vertices as an earlier one.
#[inline(always)]
fn is_repeated(polytope: &Polytope, new: u32) -> bool {
    let vertex = polytope.corners[new as usize].vertex;
    polytope.corners[..new as usize].iter().any(|corner| corner.vertex == vertex)
}

/// Removes the faces seen from `eye`, starting at `face`, and lists the edges around them in order.
///
/// A seen face is left by the edges after the one it was entered by; the part of the surface behind an edge is finished
/// before the next edge is looked at.
#[inline(always)]
fn trace_horizon(polytope: &mut Polytope, face: u32, eye: Vec3) {
    polytope.horizon.clear();
    polytope.trace.clear();
    polytope.remove(face);
    polytope.trace.push(Visit { face, edge: 0, left: 3 });

    while let Some(visit) = polytope.trace.last_mut() {
        let (from, edge) = (&polytope.faces[visit.face as usize], visit.edge as usize);
        visit.edge = NEXT[edge] as u32;
        visit.left -= 1;
        // a face is done with its last edge
        let is_done = visit.left == 0;
        let open = polytope.trace.len() - usize::from(is_done);
        polytope.trace.truncate(open);

        let (face, shared) = (from.beyond[edge], from.corners[NEXT[edge]]);
        let other = &polytope.faces[face as usize];
        if other.state == State::Gone {
            continue;
        }
        // the first corner that is the shared one
        let entered = usize::from(other.corners[0] != shared) * (1 + usize::from(other.corners[1] != shared));
        if vec3::dot(other.foot, eye) - other.square > MINVAL {
            polytope.remove(face);
            polytope.trace.push(Visit { face, edge: NEXT[entered] as u32, left: 2 });
        } else {
            polytope.horizon.push((face, entered as u32));
        }
    }
}

/// Joins corner `new` with every edge of the horizon; false when one of the faces has no area.
#[inline(always)]
fn attach_fan(polytope: &mut Polytope, new: u32, bounds: [f64; 2]) -> bool {
    let (first, count) = (polytope.faces.len() as u32, polytope.horizon.len() as u32);
    for i in 0..count {
        let (outer, edge) = polytope.horizon[i as usize];
        let (face, edge) = (first + i, edge as usize);
        let neighbour = &mut polytope.faces[outer as usize];
        neighbour.beyond[edge] = face;
        let corners = [new, neighbour.corners[NEXT[edge]], neighbour.corners[edge]];
        let before = if i == 0 { first + count - 1 } else { face - 1 };
        let after = if i == count - 1 { first } else { face + 1 };
        let face = polytope.face(corners, [before, outer, after]);
        if face.square == 0.0 {
            return false;
        }
        polytope.attach(face, (face.square >= bounds[0]) & (face.square <= bounds[1]));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::gjk;
    use crate::convex::support::{Body, Form};
    use crate::math::mat3;

    fn depth(forms: [Form<'static>; 2], offset: Vec3) -> Option<f64> {
        let body = |form, pos| Body::new(form, [0.5, 0.5, 0.5], pos, mat3::IDENTITY, 0.0);
        let mut bodies = [body(forms[0], [0.0; 3]), body(forms[1], offset)];
        let mut pair = Difference::new(&mut bodies);
        let limits = Limits { tolerance: 1e-6, iterations: 35, cutoff: 0.0 };
        let mut found = Found::new(&pair);
        gjk::search(&mut pair, &limits, &mut found);
        let (mut polytope, mut outcome) = (Polytope::default(), Outcome::Lost);
        search(&mut polytope, &mut pair, &found, &limits, &mut outcome);
        match outcome {
            Outcome::Face(face) => Some(Depth::of(&polytope, face).dist),
            _ => None,
        }
    }

    #[test]
    fn depth_of_boxes_is_exact() {
        assert!((depth([Form::Box, Form::Box], [0.9, 0.05, 0.2]).unwrap() + 0.1).abs() < 1e-14);
    }

    #[test]
    fn depth_of_round_shapes_comes_near() {
        // 35 rounds are too few for the tolerance when round shapes overlap deeply
        let dist = depth([Form::Ellipsoid, Form::Ellipsoid], [0.5, 0.3, 0.1]).unwrap();
        assert!((dist + 0.408392021).abs() < 1e-3, "{dist}");
    }
}
