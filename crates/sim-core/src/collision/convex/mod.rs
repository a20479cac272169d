//! Pairs of convex shapes without a formula of their own: nearest points by GJK, penetration by EPA.

use super::manifold::Manifold;
use crate::model::GeomType;

/// The convex hull of a mesh, as slices of the Model's mesh arrays.
#[derive(Clone, Copy, Debug)]
pub struct Hull<'a> {
    /// Vertices, three numbers each, in the mesh frame.
    pub vert: &'a [f32],
    /// Hull graph of this mesh; empty when it has none.
    pub graph: &'a [i32],
    /// Normals of the hull's polygons, three numbers each.
    pub polynormal: &'a [f64],
    /// First entry of each polygon in `polyvert`.
    pub polyvertadr: &'a [i32],
    /// Vertices of each polygon.
    pub polyvertnum: &'a [i32],
    /// Vertex indices of the polygons.
    pub polyvert: &'a [i32],
    /// First entry of each vertex in `polymap`.
    pub polymapadr: &'a [i32],
    /// Polygons around each vertex.
    pub polymapnum: &'a [i32],
    /// Polygon indices around the vertices.
    pub polymap: &'a [i32],
}

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
    /// Hull of a mesh.
    pub hull: Option<Hull<'a>>,
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
}

/// Work space of the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {}

/// Finds the touches of two convex shapes that are nearer than `margin`.
pub fn collide(
    _a: &Shape<'_>,
    _b: &Shape<'_>,
    _margin: f64,
    _settings: &Settings,
    _work: &mut Work,
    _out: &mut Manifold,
) {
}
