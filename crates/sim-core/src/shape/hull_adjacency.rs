//! Hulls laid out for the search uphill: every vertex knows its place and its neighbours' places, four of them side by side.
//!
//! The tables of a mesh lead from a vertex to the coordinates of a neighbour through two other tables, one read after another,
//! and a walk waits for each. Here four neighbours fill a cache line and are compared at once. The order of the neighbours and
//! the arithmetic are those of the plain walk (`graph`), so both end at the same vertex. Of a small mesh all points are looked at
//! before a walk begins, which then has nowhere to go.

use super::graph::{self, CLIMB_MIN, Uphill};
use crate::math::Vec3;
use std::hint::select_unpredictable;

/// Lanes of the first, second, third and fourth point: pairs that are compared stand across the middle, so that two
/// comparisons are one operation on halves.
const LANE_OF: [usize; 4] = [0, 2, 1, 3];

/// Four points, coordinate by coordinate, and their numbers. A list that does not fill its last four repeats its first
/// point, which is never farther than itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
struct Four {
    x: [f32; 4],
    y: [f32; 4],
    z: [f32; 4],
    id: [i32; 4],
}

/// A direction, four times over: to be multiplied with four points. It is handed on through `black_box`: a compiler that
/// knows the four to be the same arranges them in slower ways.
pub(crate) type Spread = [[f64; 4]; 3];

#[inline(always)]
pub(crate) fn spread(dir: Vec3) -> Spread {
    dir.map(|x| [x; 4])
}

impl Four {
    /// The list of points in fours.
    fn pack(list: &[(i32, [f32; 3])], out: &mut Vec<Self>) {
        for part in list.chunks(4) {
            let mut four = Self::default();
            for (i, lane) in LANE_OF.into_iter().enumerate() {
                let (id, at) = part.get(i).or(list.first()).copied().unwrap_or_default();
                (four.x[lane], four.y[lane], four.z[lane], four.id[lane]) = (at[0], at[1], at[2], id);
            }
            out.push(four);
        }
    }

    /// The place of the farthest of the four along `dir`, the first of equals, and how far it lies.
    #[inline(always)]
    fn farthest(&self, [dx, dy, dz]: &Spread) -> (usize, f64) {
        let mut along = [0.0; 4];
        for i in 0..4 {
            let (x, y, z) = (f64::from(self.x[i]), f64::from(self.y[i]), f64::from(self.z[i]));
            along[i] = dx[i] * x + dy[i] * y + dz[i] * z;
        }
        // selections, not unpredictable branches
        let [first, second] = [[along[0], along[1]], [along[2], along[3]]];
        let later = [second[0] > first[0], second[1] > first[1]];
        let top = [0, 1].map(|i| if later[i] { second[i] } else { first[i] });
        let lane = [usize::from(later[0]) * 2, usize::from(later[1]) * 2 + 1];
        let is_last = top[1] > top[0];
        (select_unpredictable(is_last, lane[1], lane[0]) & 3, if is_last { top[1] } else { top[0] })
    }

    /// The farthest of the four along `dir`, if it is farther than `most`; otherwise `best`. A branch: one walk repeats from
    /// call to call, and the processor learns it.
    #[inline(always)]
    fn improve(&self, dir: &Spread, (best, most): (i32, f64)) -> (i32, f64) {
        let (lane, top) = self.farthest(dir);
        if top > most { (self.id[lane], top) } else { (best, most) }
    }

    /// One step uphill without a branch, for two walks in step.
    #[inline(always)]
    fn select(&self, dir: &Spread, (best, most): (i32, f64)) -> (i32, f64) {
        let (lane, top) = self.farthest(dir);
        (select_unpredictable(top > most, self.id[lane], best), if top > most { top } else { most })
    }
}

/// A vertex of a hull graph.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Vertex {
    at: [f32; 3],
    /// Its number in the mesh.
    id: i32,
    /// Where its neighbours begin and end.
    fours: [u32; 2],
}

/// The hulls of several meshes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HullAdjacency {
    /// Of each mesh: where its vertices begin and end, and where its fours do.
    meshes: Vec<[[u32; 2]; 2]>,
    vertices: Vec<Vertex>,
    fours: Vec<Four>,
}

impl HullAdjacency {
    /// Lays out hulls, each given by the vertices of its mesh and its graph. Those whose tables are broken, and large ones
    /// without a graph, are left to the plain search.
    pub(crate) fn of_hulls<'a>(hulls: impl Iterator<Item = Option<(&'a [[f32; 3]], &'a [i32])>>) -> Self {
        let mut out = Self::default();
        for hull in hulls {
            let begin = [out.vertices.len(), out.fours.len()];
            if hull.and_then(|(vert, graph)| out.add(vert, graph)).is_none() {
                out.vertices.truncate(begin[0]);
                out.fours.truncate(begin[1]);
            }
            let end = [out.vertices.len(), out.fours.len()];
            out.meshes.push([0, 1].map(|k| [begin[k] as u32, end[k] as u32]));
        }
        out
    }

    fn add(&mut self, vert: &[[f32; 3]], graph: &[i32]) -> Option<()> {
        let mut list = vec![];
        if vert.len() < CLIMB_MIN {
            list.extend((0i32..).zip(vert.iter().copied()));
            Four::pack(&list, &mut self.fours);
            self.vertices.extend(list.iter().map(|&(id, at)| Vertex { at, id, fours: [0; 2] }));
            return Some(());
        }
        let begin = self.fours.len();
        let (starts, ids, neighbours) = graph::tables(graph);
        let place = |at: i32| {
            let &id = ids.get(usize::try_from(at).ok()?)?;
            Some((id, *vert.get(usize::try_from(id).ok()?)?))
        };
        for (i, &start) in (0i32..).zip(starts) {
            let (id, at) = place(i)?;
            list.clear();
            for &near in neighbours.get(usize::try_from(start).ok()?..)?.iter().take_while(|&&near| near >= 0) {
                list.push((near, place(near)?.1));
            }
            let first = (self.fours.len() - begin) as u32;
            Four::pack(&list, &mut self.fours);
            self.vertices.push(Vertex { at, id, fours: [first, (self.fours.len() - begin) as u32] });
        }
        Some(())
    }

    /// The hull of one mesh.
    #[inline]
    pub(crate) fn of_mesh(&self, mesh: usize) -> HullNeighbours<'_> {
        let part = |[begin, end]: [u32; 2]| begin as usize..end as usize;
        match self.meshes.get(mesh) {
            Some(&[vertices, fours]) => HullNeighbours {
                vertices: self.vertices.get(part(vertices)).unwrap_or(&[]),
                fours: self.fours.get(part(fours)).unwrap_or(&[]),
            },
            None => HullNeighbours::default(),
        }
    }
}

/// The hull of one mesh.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HullNeighbours<'a> {
    vertices: &'a [Vertex],
    /// Neighbours of the vertices.
    fours: &'a [Four],
}

impl HullNeighbours<'_> {
    /// Whether there is nothing to search in.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.fours.is_empty()
    }

    /// Coordinates of graph vertex `at`, and its number in the mesh.
    #[inline]
    pub fn vertex(&self, at: i32) -> (Vec3, i32) {
        self.vertices.get(at as usize).map_or(([0.0; 3], 0), |v| (v.at.map(f64::from), v.id))
    }

    /// The highest of all points: `kept` (-1: none) unless another is higher, and its height.
    #[inline(always)]
    pub fn scan(&self, dir: Vec3, dirs: &Spread, kept: i32) -> (i32, f64) {
        let start = kept.max(0);
        let mut best = (start, self.height(dir, start));
        for four in self.fours {
            best = four.improve(dirs, best);
        }
        best
    }

    /// The neighbours of vertex `at`.
    #[inline(always)]
    fn around(&self, at: i32) -> &[Four] {
        let fours = |&Vertex { fours: [begin, end], .. }: &Vertex| self.fours.get(begin as usize..end as usize);
        self.vertices.get(at as usize).and_then(fours).unwrap_or(&[])
    }
}

impl Uphill for HullNeighbours<'_> {
    #[inline(always)]
    fn height(&self, dir: Vec3, at: i32) -> f64 {
        self.vertices.get(at as usize).map_or(f64::NEG_INFINITY, |v| {
            dir[0] * f64::from(v.at[0]) + dir[1] * f64::from(v.at[1]) + dir[2] * f64::from(v.at[2])
        })
    }
}

/// Walks uphill along `dir` from `best`, a vertex and its height.
#[inline(always)]
pub(crate) fn climb(neighbours: &HullNeighbours<'_>, dir: &Spread, mut best: (i32, f64)) -> i32 {
    // the height grows with each move, so the walk ends
    loop {
        let from = best.0;
        for four in neighbours.around(from) {
            best = four.improve(dir, best);
        }
        if best.0 == from {
            return from;
        }
    }
}

/// Two walks in step, each along its own direction. The end of a walk is an unpredictable branch, and the processor would wait
/// for it twice. Here it waits once: a finished walk goes on without moving.
#[inline(always)]
pub(crate) fn climb_both(hulls: [&HullNeighbours<'_>; 2], dirs: &[Spread; 2], mut best: [(i32, f64); 2]) -> [i32; 2] {
    loop {
        let from = [best[0].0, best[1].0];
        for k in 0..2 {
            for four in hulls[k].around(from[k]) {
                best[k] = four.select(&dirs[k], best[k]);
            }
        }
        if (best[0].0 == from[0]) & (best[1].0 == from[1]) {
            return from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equals_wins_and_repeats_never_do() {
        let list = [(7, [1.0, 0.0, 0.0]), (3, [2.0, 0.0, 0.0]), (9, [2.0, 5.0, 0.0])];
        let mut fours = vec![];
        Four::pack(&list, &mut fours);
        assert_eq!(fours.len(), 1);
        assert_eq!(fours[0].improve(&spread([1.0, 0.0, 0.0]), (-1, f64::MIN)), (3, 2.0));
        assert_eq!(fours[0].improve(&spread([-1.0, 0.0, 0.0]), (-1, f64::MIN)), (7, -1.0));
        assert_eq!(fours[0].improve(&spread([1.0, 0.0, 0.0]), (4, 2.0)), (4, 2.0));
        assert_eq!(fours[0].improve(&spread([f64::NAN; 3]), (4, 2.0)).0, 4);
    }

    #[test]
    fn places_that_do_not_exist_read_as_nothing() {
        let hulls = HullAdjacency::default();
        let neighbours = hulls.of_mesh(0);
        assert!(neighbours.is_empty());
        assert_eq!(climb(&neighbours, &spread([0.0; 3]), (5, 0.0)), 5);
        assert_eq!(neighbours.vertex(-1), ([0.0; 3], 0));
    }
}
