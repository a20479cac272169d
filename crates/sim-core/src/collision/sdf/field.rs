//! A signed distance over space: the interface of the searches.

use super::octree::Octree;
use super::shape;
use crate::math::{Vec3, row};
use crate::model::{GeomType, Model};
use crate::shape::grid::SdfCollisionData;

/// A signed distance over space, as the searches use it.
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
    /// The field of a geom in its own frame; `None` for meshes, height fields and sdf geoms without data.
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
