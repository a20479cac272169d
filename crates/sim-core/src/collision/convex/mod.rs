//! Pairs of convex shapes without a formula of their own: nearest points by GJK, penetration by EPA.
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
mod mend;
pub(crate) mod mpr;
pub mod nearest;
pub(crate) mod penetration;
mod perturb;
pub(crate) mod polytope;
pub(crate) mod simplex;
mod slope;
pub(crate) mod support;

use super::manifold::{Manifold, Touch};
use crate::math::{row, vec3};
use crate::model::{GeomType, Model, disable};
use crate::stage::GeomPoses;
use clip::Witness;
use gjk::Limits;
use support::{Body, Form};

pub use hull::Hull;
pub use slope::Slopes;

/// A convex shape in the world.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// Sphere, capsule, ellipsoid, cylinder, box or mesh.
    pub kind: GeomType,
    /// Size as in `geom_size`.
    pub size: [f64; 3],
    /// Position of its frame (m).
    pub pos: [f64; 3],
    /// Orientation of its frame.
    pub mat: [f64; 9],
    /// Radius of its bounding sphere (m): the scale on which touches are told apart.
    pub rbound: f64,
    /// Hull of a mesh.
    pub hull: Option<Hull<'a>>,
}

impl<'a> Shape<'a> {
    /// Geom `geom` where Data has placed it; `None` for planes, height fields and the like.
    #[inline(always)]
    pub fn of_geom(m: &'a Model, d: GeomPoses<'_>, geom: usize) -> Option<Self> {
        let kind = *m.geom_type.get(geom)?;
        let hull = match kind {
            GeomType::Mesh => Some(Hull::of_mesh(m, m.geom_dataid[geom])?),
            GeomType::Sphere | GeomType::Capsule | GeomType::Ellipsoid | GeomType::Cylinder | GeomType::Box => None,
            _ => return None,
        };
        Some(Self {
            kind,
            size: row(&m.geom_size, geom),
            pos: row(d.geom_xpos, geom),
            mat: row(d.geom_xmat, geom),
            rbound: m.geom_rbound[geom],
            hull,
        })
    }

    fn form(&self) -> Option<Form<'_>> {
        match self.kind {
            GeomType::Sphere => Some(Form::Sphere),
            GeomType::Capsule => Some(Form::Capsule),
            GeomType::Ellipsoid => Some(Form::Ellipsoid),
            GeomType::Cylinder => Some(Form::Cylinder),
            GeomType::Box => Some(Form::Box),
            GeomType::Mesh => self.hull.as_ref().map(Form::Mesh),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn body(&self, margin: f64) -> Option<Body<'_>> {
        Some(Body::new(self.form()?, self.size, self.pos, self.mat, margin))
    }
}

/// Options of the iterative solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Convergence tolerance (m).
    pub tolerance: f64,
    /// Most iterations of either phase.
    pub iterations: usize,
    /// Whether flat faces and edges give several touches.
    pub multi: bool,
    /// Whether GJK and EPA are used; otherwise the older collider (`mpr`).
    pub native: bool,
}

impl Settings {
    /// The Model's options.
    pub fn of_model(m: &Model) -> Self {
        Self {
            tolerance: m.opt.ccd_tolerance,
            iterations: m.opt.ccd_iterations.max(0) as usize,
            multi: m.opt.disableflags & disable::MULTICCD == 0,
            native: m.opt.disableflags & disable::NATIVECCD == 0,
        }
    }

    pub(crate) fn limits(&self, cutoff: f64) -> Limits {
        Limits { tolerance: self.tolerance, iterations: self.iterations, cutoff }
    }
}

/// Work space of the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    pub(crate) polytope: polytope::Polytope,
    pub(crate) features: features::Features,
    pub(crate) witnesses: Vec<Witness>,
}

/// Finds the touches of two convex shapes that are nearer than `margin` and appends them to `out`.
pub fn collide(a: &Shape<'_>, b: &Shape<'_>, margin: f64, settings: &Settings, work: &mut Work, out: &mut Manifold) {
    let (Some(one), Some(two)) = (a.body(margin), b.body(margin)) else { return };
    let mut bodies = [one, two];
    let most = touches_in_one_pass(&bodies, settings);
    let start = out.len();
    let count = penetrate(&mut bodies, margin, most, settings, work, out);
    mend_normals([Some(a), Some(b)], settings, &mut out[start..]);
    if most > 1 || count != 1 || !settings.multi {
        return;
    }
    let is_curved = |shape: &Shape<'_>| matches!(shape.kind, GeomType::Ellipsoid | GeomType::Sphere);
    if !is_curved(a) && !is_curved(b) {
        let apart = perturb::APART * a.rbound.min(b.rbound);
        perturb::tilt(&mut bodies, margin, apart, settings, work, out);
        mend_normals([Some(a), Some(b)], settings, &mut out[start + 1..]);
    }
}

/// Puts right the normals of round shapes after the older collider.
pub(crate) fn mend_normals(shapes: [Option<&Shape<'_>>; 2], settings: &Settings, touches: &mut [Touch]) {
    if !settings.native {
        for touch in touches {
            mend::mend(shapes, touch);
        }
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

/// Appends the touches of two bodies, inflated by `margin`, and returns how many there were.
pub(crate) fn penetrate(
    bodies: &mut [Body<'_>; 2],
    margin: f64,
    most: usize,
    settings: &Settings,
    work: &mut Work,
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
