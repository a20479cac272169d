//! Convex shapes in the world, and the options of their collisions.

use super::gjk::Limits;
use super::hull::Hull;
use super::support::{Body, Form};
use crate::model::{DisableFlags, GeomType, Model};

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
    /// Radius of its bounding sphere (m): the scale on which touches are distinguished.
    pub rbound: f64,
    /// Hull of a mesh.
    pub hull: Option<Hull<'a>>,
}

impl Shape<'_> {
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
            multi: !m.opt.disableflags.contains(DisableFlags::MULTICCD),
            native: !m.opt.disableflags.contains(DisableFlags::NATIVECCD),
        }
    }

    pub(crate) fn limits(&self, cutoff: f64) -> Limits {
        Limits { tolerance: self.tolerance, iterations: self.iterations, cutoff }
    }
}
