//! The convex hull of a mesh, as views into the Model's mesh arrays.
//!
//! Every access is checked: an index that leaves its array reads as zero or as an empty list, never as a panic.

use crate::math::{Vec3, vec3};
use crate::model::Model;

/// Below this number of vertices, looking at all of them beats walking the hull graph.
const CLIMB_MIN: usize = 10;

/// Components of a direction beyond this magnitude choose the outer cells of the 3x3x3 grid of climb starts.
const GRID_EDGE: f64 = 0.4;

/// The convex hull of a mesh, as slices of the Model's mesh arrays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hull<'a> {
    /// Vertices in the mesh frame.
    pub vert: &'a [[f32; 3]],
    /// Hull graph of this mesh: number of vertices and faces, then the three tables below; empty when it has none.
    pub graph: &'a [i32],
    /// Where the neighbours of each vertex of the hull graph begin in `neighbours`; empty when there is no graph.
    pub starts: &'a [i32],
    /// Number in the mesh of each vertex of the hull graph.
    pub ids: &'a [i32],
    /// Neighbours of the vertices of the hull graph, each list ended by a negative entry.
    pub neighbours: &'a [i32],
    /// Hull vertex (graph numbering) farthest along each of 27 directions: where the climb begins.
    pub extrema: &'a [i32],
    /// Where the polygons of the hull are found: the Model and the number of the mesh.
    pub source: Option<(&'a Model, usize)>,
}

/// `len` entries from `start`, or none of them.
fn span<T>(all: &[T], start: i32, len: i32) -> &[T] {
    let (Ok(start), Ok(len)) = (usize::try_from(start), usize::try_from(len)) else { return &[] };
    start.checked_add(len).and_then(|end| all.get(start..end)).unwrap_or(&[])
}

/// The three tables of a hull graph, which starts with its number of vertices and faces.
fn graph_tables(graph: &[i32]) -> (&[i32], &[i32], &[i32]) {
    let count = graph.first().map_or(0, |&n| n.max(0)) as usize;
    let tables = graph.get(2..).unwrap_or(&[]);
    match (tables.get(..count), tables.get(count..2 * count), tables.get(2 * count..)) {
        (Some(starts), Some(ids), Some(neighbours)) => (starts, ids, neighbours),
        _ => (&[], &[], &[]),
    }
}

impl<'a> Hull<'a> {
    /// The hull of mesh `mesh`; `None` when the Model has no such mesh.
    pub fn of_mesh(m: &'a Model, mesh: i32) -> Option<Self> {
        let id = usize::try_from(mesh).ok()?;
        let (vertadr, vertnum) = (*m.mesh_vertadr.get(id)?, *m.mesh_vertnum.get(id)?);
        let graph = match usize::try_from(*m.mesh_graphadr.get(id)?) {
            Ok(start) => m.mesh_graph.get(start..).unwrap_or(&[]),
            Err(_) => &[],
        };
        let (starts, ids, neighbours) = graph_tables(graph);
        Some(Self {
            vert: span(m.mesh_vert.as_chunks().0, vertadr, vertnum),
            graph,
            starts,
            ids,
            neighbours,
            extrema: m.mesh_extrema.get(27 * id..27 * (id + 1)).unwrap_or(&[]),
            source: Some((m, id)),
        })
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

    /// Whether the support point is found by walking the graph.
    pub(super) fn climbs(&self) -> bool {
        !self.starts.is_empty() && self.vertex_count() >= CLIMB_MIN
    }

    /// The vertex farthest along `dir`, beyond `most`: `kept` unless another one is strictly farther; -1: none.
    pub(super) fn scan(&self, dir: Vec3, kept: i32, most: f64) -> i32 {
        let (mut best, mut most) = (kept, most);
        if kept >= 0 {
            most = vec3::dot(dir, self.vertex(kept));
        }
        for (i, v) in (0i32..).zip(self.vert) {
            let along = dir[0] * f64::from(v[0]) + dir[1] * f64::from(v[1]) + dir[2] * f64::from(v[2]);
            if along > most {
                (best, most) = (i, along);
            }
        }
        best
    }

    /// How far graph vertex `at` lies along `dir`.
    #[inline]
    pub(super) fn height(&self, dir: Vec3, at: i32) -> f64 {
        self.ids.get(at as usize).map_or(f64::NEG_INFINITY, |&id| vec3::dot(dir, self.vertex(id)))
    }

    /// Walks the graph uphill along `dir` from `kept` (-1: none), or from a vertex that the grid knows to be better.
    #[inline]
    pub(super) fn climb(&self, dir: Vec3, kept: i32) -> i32 {
        let cell = |x: f64| usize::from(x > GRID_EDGE) + 1 - usize::from(x < -GRID_EDGE);
        let seed = self.extrema.get(cell(dir[0]) * 9 + cell(dir[1]) * 3 + cell(dir[2])).copied().unwrap_or(0);
        let height = self.height(dir, seed);
        if kept >= 0 && kept != seed {
            let kept_height = self.height(dir, kept);
            let is_better = height > kept_height;
            if !is_better {
                return self.climb_from(dir, kept, kept_height);
            }
        }
        self.climb_from(dir, seed, height)
    }

    /// Walks the graph uphill along `dir` from vertex `start`, `height` high, both in the graph's numbering.
    #[inline]
    pub(super) fn climb_from(&self, dir: Vec3, start: i32, height: f64) -> i32 {
        let (mut best, mut most) = (start, height);
        // the height grows with each move, so the walk ends
        loop {
            let from = best;
            let list = self.starts.get(from as usize).and_then(|&first| self.neighbours.get(first as usize..));
            for &next in list.unwrap_or(&[]) {
                // a negative entry ends the list; as an index it is beyond any table
                let vertex = self.ids.get(next as usize).and_then(|&id| self.vert.get(id as usize));
                let Some(v) = vertex else { break };
                let along = dir[0] * f64::from(v[0]) + dir[1] * f64::from(v[1]) + dir[2] * f64::from(v[2]);
                if along > most {
                    (best, most) = (next, along);
                }
            }
            if best == from {
                return best;
            }
        }
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
        assert!(graph_tables(&[7, 1]).0.is_empty());
        assert!(hull.polygons_at(0).is_empty() && hull.polygons_at(-1).is_empty() && hull.polygon(3).is_empty());
        assert_eq!(hull.vertex(-1), [0.0; 3]);
        assert!(hull.normals().is_empty());
    }
}
