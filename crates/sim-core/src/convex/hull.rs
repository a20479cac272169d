//! The convex hull of a mesh, as views into the Model's mesh arrays.
//!
//! Every access is checked: an index that leaves its array reads as zero or as an empty list, never as a panic.

use crate::math::{Vec3, vec3};
use crate::model::Model;
use crate::shape::graph::{self, CLIMB_MIN, Graph, Uphill, span};
use crate::shape::hull_adjacency::{self, HullNeighbours, Spread};
use std::hint::{black_box, cold_path};

/// Components of a direction beyond this magnitude choose the outer cells of the 3x3x3 grid of climb starts.
const GRID_EDGE: f64 = 0.4;

/// The convex hull of a mesh, as slices of the Model's mesh arrays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hull<'a> {
    /// Vertices in the mesh frame.
    pub vert: &'a [[f32; 3]],
    /// Adjacency of the hull, laid out for the search uphill; empty if the Model has no such layout.
    pub(crate) neighbours: HullNeighbours<'a>,
    /// Hull vertex (graph numbering) farthest along each of 27 directions: where the climb begins.
    pub extrema: &'a [i32],
    /// Where the graph and the polygons of the hull are found: the Model and the number of the mesh.
    pub source: Option<(&'a Model, usize)>,
}

impl<'a> Hull<'a> {
    /// The hull of mesh `mesh`; `None` when the Model has no such mesh.
    #[inline]
    pub fn of_mesh(m: &'a Model, mesh: i32) -> Option<Self> {
        let id = usize::try_from(mesh).ok()?;
        Some(Self {
            vert: m.mesh_vertices(id)?,
            neighbours: m.hull_layout().map_or(HullNeighbours::default(), |hulls| hulls.of_mesh(id)),
            extrema: m.mesh_extrema.as_chunks::<27>().0.get(id).map_or(&[], |extrema| extrema),
            source: Some((m, id)),
        })
    }

    /// The hull graph: number of vertices and faces, then three tables; empty when there is none.
    pub(crate) fn graph(&self) -> &'a [i32] {
        self.source.map_or(&[], |(m, mesh)| m.mesh_hull_graph(mesh))
    }

    /// Number of vertices of the mesh, inner ones included.
    pub(super) fn vertex_count(&self) -> usize {
        self.vert.len()
    }

    /// Vertex `i` in the mesh frame.
    #[inline]
    pub(super) fn vertex(&self, i: i32) -> Vec3 {
        // a negative index turns into a huge one, which no array holds
        match self.vert.get(i as usize) {
            Some(v) => [f64::from(v[0]), f64::from(v[1]), f64::from(v[2])],
            None => [0.0; 3],
        }
    }

    /// Whether there are so few vertices that looking at all of them beats walking the graph.
    pub(super) fn is_small(&self) -> bool {
        self.vertex_count() < CLIMB_MIN
    }

    /// Whether the support point is found by walking the graph.
    pub(super) fn climbs(&self) -> bool {
        !self.is_small() && !graph::tables(self.graph()).0.is_empty()
    }

    /// Where the search along `dir` in the layout begins: a vertex of its graph and the vertex's height. `kept` is the one
    /// found last (-1: none).
    #[inline(always)]
    pub(super) fn start(&self, dir: Vec3, spread: &Spread, kept: i32) -> (i32, f64) {
        if self.is_small() {
            return self.neighbours.scan(dir, spread, kept);
        }
        self.better_start(dir, kept, &self.neighbours)
    }

    /// The support point along `dir`. `kept` is the vertex found last, in the mesh and in the graph (-1: none), and is
    /// replaced.
    #[inline(always)]
    pub(super) fn farthest(&self, dir: Vec3, kept: &mut [i32; 2]) -> Vec3 {
        if self.neighbours.is_empty() {
            self.farthest_by_tables(dir, kept);
            return self.vertex(kept[0]);
        }
        let spread = hull_adjacency::spread(dir);
        let spread = black_box(&spread);
        kept[1] = hull_adjacency::climb(&self.neighbours, spread, self.start(dir, spread, kept[1]));
        let (at, id) = self.neighbours.vertex(kept[1]);
        kept[0] = id;
        at
    }

    /// The farthest vertex of a hull without such a layout.
    #[cold]
    fn farthest_by_tables(&self, dir: Vec3, kept: &mut [i32; 2]) {
        let graph = Graph::new(self.vert, self.graph());
        if self.is_small() || graph.starts.is_empty() {
            kept[0] = self.scan(dir, kept[0], -f64::from(f32::MAX)).max(0);
        } else {
            let (start, height) = self.better_start(dir, kept[1], &graph);
            kept[1] = graph.climb_from(dir, start, height);
            kept[0] = graph.ids.get(kept[1] as usize).copied().unwrap_or(0);
        }
    }

    /// The vertex farthest along `dir`, beyond `most`: `kept` unless another one is strictly farther; -1: none.
    pub(super) fn scan(&self, dir: Vec3, kept: i32, most: f64) -> i32 {
        let kept_height = vec3::dot(dir, self.vertex(kept.max(0)));
        let (mut best, mut most) = (kept, if kept >= 0 { kept_height } else { most });
        for (i, v) in (0i32..).zip(self.vert) {
            let along = dir[0] * f64::from(v[0]) + dir[1] * f64::from(v[1]) + dir[2] * f64::from(v[2]);
            if along > most {
                (best, most) = (i, along);
            }
        }
        best
    }

    /// Where the walk uphill along `dir` begins: at `kept` (-1: none), or at a vertex that the grid knows to be better.
    #[inline(always)]
    fn better_start(&self, dir: Vec3, kept: i32, graph: &impl Uphill) -> (i32, f64) {
        let cell = |x: f64| usize::from(x > GRID_EDGE) + 1 - usize::from(x < -GRID_EDGE);
        let seed = self.extrema.get(cell(dir[0]) * 9 + cell(dir[1]) * 3 + cell(dir[2])).copied().unwrap_or(0);
        let height = graph.height(dir, seed);
        let kept_height = if kept < 0 { f64::NEG_INFINITY } else { graph.height(dir, kept) };
        // a branch: from call to call the same one is better, and the walk need not wait for the heights
        if (kept < 0) | (height > kept_height) {
            cold_path();
            return (seed, height);
        }
        (kept, kept_height)
    }

    /// An entry of one of the Model's lists, `at` places behind the mesh's first.
    #[inline]
    fn entry(first: &[i32], mesh: usize, at: i32) -> Option<usize> {
        let place = first.get(mesh)?.checked_add(at)?;
        if at < 0 { None } else { usize::try_from(place).ok() }
    }

    /// Whether the hull has polygons: without them there are no faces to clip.
    pub(super) fn has_polygons(&self) -> bool {
        self.source.is_some_and(|(m, mesh)| m.mesh_polynum.get(mesh).is_some_and(|&n| n > 0))
    }

    /// Polygons around vertex `i`.
    pub(super) fn polygons_at(&self, i: i32) -> &'a [i32] {
        let list = |(m, mesh): (&'a Model, usize)| {
            let at = Self::entry(&m.mesh_vertadr, mesh, i)?;
            Some(span(&m.mesh_polymap, *m.mesh_polymapadr.get(at)?, *m.mesh_polymapnum.get(at)?))
        };
        self.source.and_then(list).unwrap_or(&[])
    }

    /// Vertices of polygon `i`, in order.
    pub(super) fn polygon(&self, i: i32) -> &'a [i32] {
        let list = |(m, mesh): (&'a Model, usize)| {
            let at = Self::entry(&m.mesh_polyadr, mesh, i)?;
            Some(span(&m.mesh_polyvert, *m.mesh_polyvertadr.get(at)?, *m.mesh_polyvertnum.get(at)?))
        };
        self.source.and_then(list).unwrap_or(&[])
    }

    /// Outward normals of the polygons in the mesh frame.
    pub(super) fn normals(&self) -> &'a [Vec3] {
        let list = |(m, mesh): (&'a Model, usize)| {
            let start = usize::try_from(*m.mesh_polyadr.get(mesh)?).ok()?;
            m.mesh_polynormal.as_chunks::<3>().0.get(start..)
        };
        self.source.and_then(list).unwrap_or(&[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_tables_read_as_nothing() {
        let m = Model::default();
        let hull = Hull { source: Some((&m, 3)), ..Hull::default() };
        assert!(!hull.has_polygons());
        assert!(hull.polygons_at(0).is_empty() && hull.polygons_at(-1).is_empty() && hull.polygon(3).is_empty());
        assert_eq!(hull.vertex(-1), [0.0; 3]);
        assert!(hull.normals().is_empty());
    }
}
