//! Pairs of convex shapes without a closed formula: nearest points by GJK, penetration by EPA.
//!
//! As in MuJoCo 3.12.0 with `nativeccd` (the default), these pairs come here: sphere-ellipsoid and sphere-mesh;
//! capsule-ellipsoid, capsule-cylinder and capsule-mesh; ellipsoid, cylinder and mesh among each other; box-ellipsoid,
//! box-cylinder and box-mesh; and every shape against the prisms of a height field. Distance queries send box-box too.
//!
//! How many touches: pairs of boxes and meshes without margin give up to four in one pass, from clipped faces and edges
//! (`features`). With a margin, and for cylinders and capsules, up to four more are looked for by tilting both shapes
//! (`perturb`). Both need `multiccd` (on by default). Spheres and ellipsoids always give one.
//!
//! With `nativeccd` disabled the same pairs are solved by portal refinement (`mpr`), which gives one touch per pass; the
//! normals of round shapes are then put right, and further touches come from tilting only.

pub(crate) mod clip;
pub(crate) mod difference;
pub(crate) mod epa;
pub(crate) mod features;
pub(crate) mod gjk;
mod hull;
pub(crate) mod mpr;
pub mod nearest;
mod pass;
pub(crate) mod penetration;
mod perturb;
pub(crate) mod polytope;
mod scratch;
mod shape;
pub(crate) mod simplex;
pub(crate) mod support;
mod surface_normal;

use crate::model::GeomType;
use crate::shape::manifold::Manifold;
use support::{Body, Form};

pub use hull::Hull;
pub(crate) use pass::penetrate;
pub use scratch::Scratch;
pub use shape::{Settings, Shape};
pub(crate) use surface_normal::correct_normals;

/// Finds the touches of two convex shapes that are nearer than `margin` and appends them to `out`.
pub fn collide(a: &Shape<'_>, b: &Shape<'_>, margin: f64, settings: &Settings, work: &mut Scratch, out: &mut Manifold) {
    let (Some(one), Some(two)) = (a.body(margin), b.body(margin)) else { return };
    let mut bodies = [one, two];
    let most = touches_in_one_pass(&bodies, settings);
    let start = out.len();
    let count = penetrate(&mut bodies, margin, most, settings, work, out);
    correct_normals([Some(a), Some(b)], settings, &mut out[start..]);
    if most > 1 || count != 1 || !settings.multi {
        return;
    }
    let is_curved = |shape: &Shape<'_>| matches!(shape.kind, GeomType::Ellipsoid | GeomType::Sphere);
    if !is_curved(a) && !is_curved(b) {
        let apart = perturb::APART * a.rbound.min(b.rbound);
        perturb::tilt(&mut bodies, margin, apart, settings, work, out);
        correct_normals([Some(a), Some(b)], settings, &mut out[start + 1..]);
    }
}

/// Most touches that one pass can give for a pair of bodies.
fn touches_in_one_pass(bodies: &[Body<'_>; 2], settings: &Settings) -> usize {
    let [a, b] = bodies;
    if a.margin > 0.0 || b.margin > 0.0 || !settings.native {
        return 1;
    }
    match (&a.form, &b.form) {
        (Form::Box, Form::Box) => 8,
        (Form::Box | Form::Mesh(_), Form::Box | Form::Mesh(_)) if settings.multi => 4,
        _ => 1,
    }
}
