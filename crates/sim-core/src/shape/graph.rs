//! The graph of a convex hull: which of its vertices are neighbours, as a mesh's tables hold it.
//!
//! Every access is checked: an index that leaves its array reads as zero or as an empty list, never as a panic.

use crate::math::{Vec3, vec3};

/// Below this number of vertices, looking at all of them beats walking the hull graph.
pub(crate) const CLIMB_MIN: usize = 10;

/// `len` entries from `start`, or none of them.
#[inline]
pub(crate) fn span<T>(all: &[T], start: i32, len: i32) -> &[T] {
    let (Ok(start), Ok(len)) = (usize::try_from(start), usize::try_from(len)) else { return &[] };
    start.checked_add(len).and_then(|end| all.get(start..end)).unwrap_or(&[])
}

/// The three tables of a hull graph, empty without one: first neighbour of each vertex, number of each vertex in the mesh, and
/// the neighbours, each list ended by a negative entry. The graph starts with its number of vertices and faces.
pub(crate) fn tables(graph: &[i32]) -> (&[i32], &[i32], &[i32]) {
    let count = graph.first().map_or(0, |&n| n.max(0)) as usize;
    let tables = graph.get(2..).unwrap_or(&[]);
    match (tables.get(..count), tables.get(count..2 * count), tables.get(2 * count..)) {
        (Some(starts), Some(ids), Some(neighbours)) => (starts, ids, neighbours),
        _ => (&[], &[], &[]),
    }
}

/// A hull graph that can be walked; vertices are numbered as in the graph.
pub(crate) trait Uphill {
    /// How far vertex `at` lies along `dir`.
    fn height(&self, dir: Vec3, at: i32) -> f64;
}

/// The graph as a mesh's tables hold it.
pub(crate) struct Graph<'a> {
    vert: &'a [[f32; 3]],
    /// Where the neighbours of each vertex begin; empty when there is no graph.
    pub starts: &'a [i32],
    /// The number of each vertex in the mesh.
    pub ids: &'a [i32],
    neighbours: &'a [i32],
}

impl<'a> Graph<'a> {
    /// The graph over a mesh's vertices.
    pub fn new(vert: &'a [[f32; 3]], graph: &'a [i32]) -> Self {
        let (starts, ids, neighbours) = tables(graph);
        Self { vert, starts, ids, neighbours }
    }

    /// Walks uphill along `dir` from vertex `start`, `height` high.
    pub fn climb_from(&self, dir: Vec3, start: i32, height: f64) -> i32 {
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
}

impl Uphill for Graph<'_> {
    fn height(&self, dir: Vec3, at: i32) -> f64 {
        self.ids.get(at as usize).map_or(f64::NEG_INFINITY, |&id| {
            let at = self.vert.get(id as usize).map_or([0.0; 3], |v| v.map(f64::from));
            vec3::dot(dir, at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_tables_read_as_nothing() {
        assert!(tables(&[7, 1]).0.is_empty() && tables(&[]).0.is_empty());
        assert!(span(&[1, 2], 1, 2).is_empty() && span(&[1, 2], -1, 1).is_empty());
        assert_eq!(span(&[1, 2], 1, 1), [2]);
    }
}
