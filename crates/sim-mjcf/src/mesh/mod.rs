//! Compiles meshes from files, inline data or built-in shapes.
//!
//! A mesh is compiled without the Model, so that many can be compiled in parallel:
//! call [`compile`] for each, then [`sizes`] and [`fill`] once.

mod arrays;
mod builtin;
pub(crate) mod bvh;
mod fill;
mod fit;
mod hash;
mod hull;
pub(crate) mod inertia;
mod msh;
mod obj;
mod octree;
mod polygon;
mod process;
mod raw;
mod sdf;
mod select;
pub(crate) mod stl;
pub(crate) mod vector;

pub(crate) use fill::{fill, sizes};
pub(crate) use fit::fit;

use crate::error::Result;
use crate::limits::Limits;
use crate::spec::Mesh;
use crate::stop::Stop;

/// What geoms need of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// A geom of type mesh or sdf uses it that can collide (its contype or conaffinity is not zero, or an explicit
    /// pair names it). Meshes without faces and those with convex inertia get a hull in any case.
    pub hull: bool,
    /// A geom of type sdf uses it.
    pub sdf: bool,
}

/// A compiled mesh, centred on its principal axes, with the data for its geoms.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompiledMesh {
    /// Vertices, three numbers each.
    pub vert: Vec<f32>,
    /// Normals, three numbers each.
    pub normal: Vec<f32>,
    /// Texture coordinates, two numbers each.
    pub texcoord: Vec<f32>,
    /// Vertices of the faces, three each.
    pub face: Vec<i32>,
    /// Normals of the faces' corners.
    pub facenormal: Vec<i32>,
    /// Texture coordinates of the faces' corners; empty when there are none.
    pub facetexcoord: Vec<i32>,
    /// Convex hull as a graph (layout of `mesh_graph`); empty when there is none.
    pub graph: Vec<i32>,
    /// Sides of the hull.
    pub polygons: polygon::Polygons,
    /// Bounding volumes over the faces.
    pub bvh: bvh::Bvh,
    /// Distance field.
    pub octree: octree::Octree,
    /// Scale that was applied.
    pub scale: [f64; 3],
    /// Frame the vertices were taken into: position of the centre of mass …
    pub pos: [f64; 3],
    /// … and orientation of the principal axes.
    pub quat: [f64; 4],
    /// Bounding box in that frame, minimum and maximum.
    pub aamm: [f64; 6],
    /// Half-sizes of the box with the same inertia.
    pub boxsz: [f64; 3],
    /// Volume; surface area when inertia is `shell`.
    pub volume: f64,
}

/// Refuses a file without a decoder before it is read.
pub(crate) fn check_format(mesh: &Mesh) -> Result<()> {
    raw::format(mesh).map(drop).map_err(|message| raw::bad_file(mesh, message))
}

/// Vertices of a built-in mesh, from its parameters alone.
pub(crate) fn builtin_vertices(mesh: &Mesh) -> u128 {
    mesh.builtin.map_or(0, |shape| builtin::vertices(shape, &mesh.params))
}

/// Compiles a mesh; `bytes` are the contents of its file, when it has one.
pub(crate) fn compile(
    mesh: &Mesh,
    bytes: Option<&[u8]>,
    needs: Needs,
    limits: &Limits,
    stop: &Stop,
) -> Result<CompiledMesh> {
    let (raw, mode) = raw::load(mesh, bytes, limits, stop)?;
    process::process(mesh, mode, raw, needs, stop)
}
