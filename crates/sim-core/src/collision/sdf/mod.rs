//! Signed distance fields: geoms whose shape is a distance stored over space.
//!
//! A geom of type sdf takes its field from its mesh asset (`octree.rs`, as in MuJoCo) or from a grid that the program
//! gives it (`grid.rs`, [`Model::set_geom_sdf`]). Against primitives and other fields the touches are found by descent
//! (`descent.rs`), against meshes and height fields triangle by triangle (`triangles.rs`). A geom without a field is
//! accepted and touches nothing. As in the reference, margins do not widen these pairs.

mod contact;
mod descent;
mod grid;
mod octree;
mod plane;
pub mod shape;
mod triangles;

pub use contact::*;
pub use descent::{Effort, Placed, collide};
pub use grid::{SdfCollisionData, SdfError};
pub use octree::Octree;
pub use triangles::Search;

use super::convex::Hull;
use super::heightfield;
use super::manifold::Manifold;
use super::params::solid;
use super::primitive::plane_mesh;
use crate::math::{Pose, Vec3, quat, row, vec3};
use crate::model::{GeomType, Model};
use crate::stage::GeomPoses;

/// A distance over space: what the searches ask.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    /// A primitive shape and its sizes.
    Shape(GeomType, Vec3),
    /// The octree of a mesh asset.
    Octree(Octree<'a>),
    /// A grid given by the program.
    Grid(&'a SdfCollisionData),
}

/// Distance of what has no field: nothing touches it.
const NOWHERE: f64 = 1e10;

impl<'a> Field<'a> {
    /// The field of a geom in its own frame; none for meshes, height fields and sdf geoms without data.
    pub fn of_geom(m: &'a Model, geom: usize) -> Option<Self> {
        match *m.geom_type.get(geom)? {
            GeomType::Sdf => match m.geom_grid(geom) {
                Some(grid) => Some(Field::Grid(grid)),
                None => Octree::of_mesh(m, m.geom_dataid[geom]).map(Field::Octree),
            },
            GeomType::Mesh | GeomType::HField => None,
            kind => Some(Field::Shape(kind, row(&m.geom_size, geom))),
        }
    }

    /// Signed distance (m) at a point of the field's frame, negative inside.
    pub fn distance(&self, x: Vec3) -> f64 {
        match self {
            Field::Shape(kind, size) => shape::distance(*kind, *size, x).unwrap_or(NOWHERE),
            Field::Octree(tree) => tree.distance(x),
            Field::Grid(grid) => grid.distance(x),
        }
    }

    /// A distance (m) that the shape is at least away from a point, however coarse the field.
    pub fn least_distance(&self, x: Vec3) -> f64 {
        match self {
            Field::Shape(..) => self.distance(x),
            Field::Octree(tree) => tree.least_distance(x),
            Field::Grid(grid) => grid.least_distance(x),
        }
    }

    /// Direction in which the distance grows; not always of unit length.
    pub fn gradient(&self, x: Vec3) -> Vec3 {
        match self {
            Field::Shape(kind, size) => shape::gradient(*kind, *size, x).unwrap_or([0.0; 3]),
            Field::Octree(tree) => tree.gradient(x),
            Field::Grid(grid) => grid.gradient(x),
        }
    }
}

impl Model {
    /// The grid that the program gave a geom.
    pub fn geom_grid(&self, geom: usize) -> Option<&SdfCollisionData> {
        let id = self.geom_sdf.get(geom).copied().flatten()?;
        self.sdf_data.get(id).map(AsRef::as_ref)
    }
}

/// Fills the manifold with the touches of a pair whose second geom is a distance field.
pub(super) fn touches(m: &Model, d: GeomPoses<'_>, g1: usize, g2: usize, margin: f64, out: &mut Manifold) {
    let pose = |g: usize| Pose { pos: row(d.geom_xpos, g), quat: quat::from_mat(&row(d.geom_xmat, g)) };
    let effort = Effort { iterations: m.opt.sdf_iterations, starts: m.opt.sdf_initpoints };
    let (a, b) = (pose(g1), pose(g2));
    let Some(field) = Field::of_geom(m, g2) else { return };
    match m.geom_type[g1] {
        GeomType::Plane => match field {
            Field::Grid(grid) => plane::collide(&a, grid, &b, margin, out),
            _ => {
                let (a, b) = (&solid(m, d.geom_xpos, d.geom_xmat, g1), &solid(m, d.geom_xpos, d.geom_xmat, g2));
                if let Some(hull) = Hull::of_mesh(m, m.geom_dataid[g2]) {
                    plane_mesh(a, b, &hull, m.geom_rbound[g2], margin, out);
                }
            }
        },
        GeomType::Mesh => {
            let Ok(mesh) = usize::try_from(m.geom_dataid[g1]) else { return };
            let mut search = Search::new(&a, field, &b, effort);
            triangles::search_mesh(m, mesh, &mut search);
            search.finish(out);
        }
        GeomType::HField => {
            let Some(terrain) = heightfield::Field::of_geom(m, d, g1) else { return };
            let mut search = Search::new(&a, field, &b, effort);
            let centre = quat::rotate(quat::conj(a.quat), vec3::sub(b.pos, a.pos));
            triangles::search_terrain(&terrain, centre, m.geom_rbound[g2], &mut search);
            search.finish(out);
        }
        _ => {
            let Some(first) = Field::of_geom(m, g1) else { return };
            let placed = |field, pose, g| Placed { field, pose, aabb: row(&m.geom_aabb, g) };
            collide(&placed(first, a, g1), &placed(field, b, g2), effort, out);
        }
    }
}
