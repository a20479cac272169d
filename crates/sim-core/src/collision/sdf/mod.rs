//! Signed distance fields: geoms whose shape is a distance stored over space.
//!
//! A geom of type sdf takes its field from its mesh asset (`octree.rs`, as in MuJoCo) or from a grid that the program
//! gives it ([`crate::SdfCollisionData`], [`Model::set_geom_sdf`]). Against primitives and other fields the touches are found by
//! descent (`descent.rs`), against meshes and height fields triangle by triangle (`triangles.rs`). A geom without a field
//! is accepted and touches nothing. As in MuJoCo, margins do not widen these pairs.

mod contact;
mod descent;
mod field;
mod octree;
mod plane;
pub mod shape;
mod triangles;

pub use contact::*;
pub use descent::{Placed, SearchLimits, collide};
pub use field::Field;
pub use octree::Octree;
pub use triangles::Search;

use super::primitive::{Solid, plane_mesh};
use crate::convex::Hull;
use crate::math::{Pose, quat, row, vec3};
use crate::model::{GeomType, Model};
use crate::shape::manifold::Manifold;
use crate::shape::terrain;
use crate::stage::GeomPoses;

/// Fills the manifold with the touches of a pair whose second geom is a distance field.
pub(super) fn touches(m: &Model, d: GeomPoses<'_>, g1: usize, g2: usize, margin: f64, out: &mut Manifold) {
    let pose = |g: usize| Pose { pos: row(d.geom_xpos, g), quat: quat::from_mat(&row(d.geom_xmat, g)) };
    let effort = SearchLimits { iterations: m.opt.sdf_iterations, starts: m.opt.sdf_initpoints };
    let (a, b) = (pose(g1), pose(g2));
    let Some(field) = Field::of_geom(m, g2) else { return };
    match m.geom_type[g1] {
        GeomType::Plane => match field {
            Field::Grid(grid) => plane::collide(&a, grid, &b, margin, out),
            _ => {
                let (a, b) = (&Solid::of_geom(m, d, g1), &Solid::of_geom(m, d, g2));
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
            let Some(terrain) = terrain::Field::of_geom(m, d, g1) else { return };
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
