//! Pure geometry, of slices and values: hulls laid out for searches, grids of distances, meshes, terrains, boxes, touches.
//!
//! Nothing here depends on a Model or a world; `collision` and `query` apply it to them.

pub mod extent;
pub mod graph;
pub mod grid;
pub mod hull_adjacency;
pub mod manifold;
pub mod sweep;
pub mod terrain;
pub mod triangle_mesh;
