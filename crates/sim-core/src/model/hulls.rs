//! Hulls of the meshes: their tables as slices, and their layout for support searches.

use crate::model::Model;
use crate::shape::graph::span;
use crate::shape::hull_adjacency::HullAdjacency;

impl Model {
    /// Vertices of a mesh, in its frame; `None` when there is no such mesh.
    #[inline]
    pub(crate) fn mesh_vertices(&self, mesh: usize) -> Option<&[[f32; 3]]> {
        let (start, count) = (*self.mesh_vertadr.get(mesh)?, *self.mesh_vertnum.get(mesh)?);
        Some(span(self.mesh_vert.as_chunks().0, start, count))
    }

    /// The hull graph of a mesh: number of vertices and faces, then three tables; empty when there is none.
    #[inline]
    pub(crate) fn mesh_hull_graph(&self, mesh: usize) -> &[i32] {
        let start = self.mesh_graphadr.get(mesh).and_then(|&start| usize::try_from(start).ok());
        start.and_then(|start| self.mesh_graph.get(start..)).unwrap_or(&[])
    }
}

/// Lays out the hulls of a Model's meshes.
pub(super) fn hulls(m: &Model) -> HullAdjacency {
    let meshes = 0..m.mesh_vertadr.len();
    HullAdjacency::of_hulls(meshes.map(|mesh| Some((m.mesh_vertices(mesh)?, m.mesh_hull_graph(mesh)))))
}
