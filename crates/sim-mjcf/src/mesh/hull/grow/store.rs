//! The parts of a growing hull: vertices, facets, edge records, and the state of the run.

use super::chain::{Chain, NONE};
use super::tolerance::Tolerance;
use sim_core::math::Vec3;
use std::collections::VecDeque;

/// This algorithm does not cover the input; another one makes the hull.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unhandled;

/// A vertex. Later vertices have higher numbers.
#[derive(Debug, Default)]
pub(super) struct Vertex {
    pub point: u32,
    /// Belongs to a facet that this insertion made or changed.
    pub fresh: bool,
    /// Removed; leaves the list at the end of the insertion.
    pub lost: bool,
    /// An edge at this vertex vanished, so it may have become superfluous.
    pub edge_lost: bool,
    /// Facets around it, kept from the first merge on.
    pub facets: Vec<u32>,
    pub stamp: u32,
    /// The side of a new triangle that has no neighbour yet across the edge to the apex.
    pub open: (u32, usize),
}

/// A facet: a triangle, or a polygon merged of several.
#[derive(Debug, Default)]
pub(super) struct Facet {
    /// Vertices, latest first.
    pub verts: Vec<u32>,
    /// Neighbours; those of a triangle lie across the edge without the vertex of the same position.
    pub nbrs: Vec<u32>,
    /// Edge records; every edge of a polygon has one.
    pub edges: Vec<u32>,
    /// Points above it, the furthest one last.
    pub outside: Vec<u32>,
    pub furthest: f64,
    /// Points just below it, the highest one last.
    pub near: Vec<u32>,
    pub normal: Vec3,
    pub offset: f64,
    pub centre: Option<Vec3>,
    /// The centre stays as it is through merges.
    pub keep_centre: bool,
    /// The order of the vertices is turned over as seen from outside.
    pub up: bool,
    pub polygon: bool,
    /// Has, or once had, edge records.
    pub listed: bool,
    /// Made or changed by this insertion.
    pub fresh: bool,
    /// The interior is not below its plane.
    pub flipped: bool,
    /// Seen by the inserted point, or merged into another.
    pub gone: bool,
    /// In the plane of the inserted point.
    pub coplanar: bool,
    /// A coplanar facet will absorb it, so it has no plane.
    pub planeless: bool,
    /// Its convexity was tested.
    pub tested: bool,
    /// Result of a merge that was not yet cleaned.
    pub merged: bool,
    pub degenerate: bool,
    pub redundant: bool,
    pub stamp: u32,
    /// Facet where the points of a removed facet start their search.
    pub heir: u32,
    /// First triangle of the group that is absorbed together.
    pub group: u32,
    /// The one made before this one in its group.
    pub mate: u32,
    /// Of the first one of a group: the last one.
    pub last: u32,
    /// First new triangle made on the border of the visible facet at work.
    pub border: u32,
}

/// An edge between two facets, at least one of them a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Ends, latest first.
    pub ends: [u32; 2],
    pub upper: u32,
    pub lower: u32,
    pub tested: bool,
    pub nonconvex: bool,
}

impl Edge {
    pub(super) fn other(&self, f: u32) -> u32 {
        if self.upper == f { self.lower } else { self.upper }
    }

    pub(super) fn has(&self, v: u32) -> bool {
        self.ends.contains(&v)
    }

    pub(super) fn set_side(&mut self, old: u32, new: u32) {
        if self.upper == old {
            self.upper = new;
        } else {
            self.lower = new;
        }
    }
}

/// An entry of the queue: a facet to be merged away, into a given one if redundant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub facet: u32,
    /// `NONE` for a facet with too few neighbours.
    pub target: u32,
}

/// The hull so far.
#[derive(Debug)]
pub(super) struct Grower<'a> {
    pub points: &'a [Vec3],
    pub tol: Tolerance,
    pub verts: Vec<Vertex>,
    pub facets: Vec<Facet>,
    pub edges: Vec<Edge>,
    /// Unused facets, kept for their memory.
    pub free: Vec<u32>,
    pub facet_list: Chain,
    pub vertex_list: Chain,
    pub interior: Vec3,
    /// Facets seen by the inserted point, in the order found.
    pub visible: Vec<u32>,
    /// Facets merged away during this insertion.
    pub dismissed: Vec<u32>,
    /// Triangles made by this insertion.
    pub cone: Vec<u32>,
    /// Vertices lost in this insertion.
    pub lost: Vec<u32>,
    pub queue: VecDeque<Pending>,
    pub apex: u32,
    /// Largest known distance by which a point sticks out of a facet.
    pub far: f64,
    pub merges: usize,
    pub allow: f64,
    pub look_at_all: bool,
    pub not_sharp: bool,
    /// Two facets of the first simplex nearly face each other: also points just below count as outside.
    pub narrow: bool,
    /// Vertices know their facets.
    pub incidence: bool,
    pub inserting: bool,
    stamp: u32,
    pub stack: Vec<u32>,
}

impl<'a> Grower<'a> {
    pub(super) fn new(points: &'a [Vec3], tol: Tolerance) -> Self {
        Self {
            points,
            tol,
            verts: vec![],
            facets: vec![],
            edges: vec![],
            free: vec![],
            facet_list: Chain::new(),
            vertex_list: Chain::new(),
            interior: [0.0; 3],
            visible: vec![],
            dismissed: vec![],
            cone: vec![],
            lost: vec![],
            queue: VecDeque::new(),
            apex: NONE,
            far: 0.0,
            merges: 0,
            allow: 0.0,
            look_at_all: false,
            not_sharp: false,
            narrow: false,
            incidence: false,
            inserting: false,
            stamp: 0,
            stack: vec![],
        }
    }

    pub(super) fn facet(&self, f: u32) -> &Facet {
        &self.facets[f as usize]
    }

    pub(super) fn facet_mut(&mut self, f: u32) -> &mut Facet {
        &mut self.facets[f as usize]
    }

    pub(super) fn vertex(&self, v: u32) -> &Vertex {
        &self.verts[v as usize]
    }

    pub(super) fn vertex_mut(&mut self, v: u32) -> &mut Vertex {
        &mut self.verts[v as usize]
    }

    pub(super) fn edge(&self, e: u32) -> &Edge {
        &self.edges[e as usize]
    }

    pub(super) fn edge_mut(&mut self, e: u32) -> &mut Edge {
        &mut self.edges[e as usize]
    }

    /// Coordinates of a vertex.
    pub(super) fn place(&self, v: u32) -> Vec3 {
        self.points[self.vertex(v).point as usize]
    }

    /// Returns a new mark, which no facet has yet.
    pub(super) fn next_stamp(&mut self) -> u32 {
        self.stamp = self.stamp.wrapping_add(1);
        self.stamp
    }

    /// Marks a facet; returns whether the mark is new.
    pub(super) fn stamp_facet(&mut self, f: u32, stamp: u32) -> bool {
        let old = std::mem::replace(&mut self.facet_mut(f).stamp, stamp);
        old != stamp
    }

    /// Height of a point above a facet at which a search stops at once, while such points are found.
    pub(super) fn clear(&self) -> f64 {
        self.boost() * f64::max(2.0 * self.tol.outside, self.far)
    }

    /// How far below the best facet a search still follows others.
    pub(super) fn slack(&self) -> f64 {
        self.boost() * (self.far + 2.0 * self.tol.round + self.tol.visible)
    }

    fn boost(&self) -> f64 {
        if self.many_merges() { 2.0 } else { 1.0 }
    }

    pub(super) fn many_merges(&self) -> bool {
        self.merges > 50
    }

    /// Adds a vertex at the end of the list.
    pub(super) fn add_vertex(&mut self, point: u32, fresh: bool) -> u32 {
        let v = self.verts.len() as u32;
        self.verts.push(Vertex { point, fresh, ..Vertex::default() });
        self.vertex_list.push(v);
        v
    }

    /// Makes an empty triangle outside the list; reuses the memory of a removed one.
    pub(super) fn add_facet(&mut self, verts: [u32; 3], up: bool) -> u32 {
        let f = self.free.pop().unwrap_or_else(|| {
            self.facets.push(Facet::default());
            self.facets.len() as u32 - 1
        });
        let facet = self.facet_mut(f);
        let mut old = std::mem::take(facet);
        for list in [&mut old.verts, &mut old.nbrs, &mut old.edges, &mut old.outside, &mut old.near] {
            list.clear();
        }
        old.verts.extend(verts);
        *facet = Facet {
            verts: old.verts,
            nbrs: old.nbrs,
            edges: old.edges,
            outside: old.outside,
            near: old.near,
            up,
            heir: NONE,
            group: NONE,
            mate: NONE,
            last: NONE,
            border: NONE,
            ..Facet::default()
        };
        f
    }

    /// Moves vertices that are not fresh to the end of the list, in order.
    pub(super) fn refresh(&mut self, v: u32) {
        if !self.vertex(v).fresh {
            self.vertex_mut(v).fresh = true;
            self.vertex_list.move_up(v);
        }
    }

    /// Moves the vertices of a facet that are not fresh to the end of the list, in order.
    pub(super) fn refresh_all(&mut self, f: u32) {
        for i in 0..self.facet(f).verts.len() {
            self.refresh(self.facet(f).verts[i]);
        }
    }

    /// Marks a vertex that no facet needs.
    pub(super) fn lose(&mut self, v: u32) {
        if !self.vertex(v).lost {
            self.vertex_mut(v).lost = true;
            self.lost.push(v);
        }
    }

    /// The facet that replaced this one, directly or not; `NONE` if none did.
    pub(super) fn heir(&self, f: u32) -> u32 {
        let mut at = f;
        // as many steps as there are facets: more would go round in a circle
        for _ in 0..=self.facets.len() {
            match self.facets.get(at as usize) {
                Some(facet) if facet.gone => at = facet.heir,
                _ => return at,
            }
        }
        NONE
    }
}

/// Removes the first occurrence and puts the last entry in its place. Returns whether there was one.
pub(super) fn swap_out(list: &mut Vec<u32>, x: u32) -> bool {
    let found = list.iter().position(|y| *y == x);
    if let Some(i) = found {
        list.swap_remove(i);
    }
    found.is_some()
}

/// Removes the first occurrence and keeps the order.
pub(super) fn close_up(list: &mut Vec<u32>, x: u32) {
    if let Some(i) = list.iter().position(|y| *y == x) {
        list.remove(i);
    }
}

/// Replaces the first occurrence. Returns whether there was one.
pub(super) fn replace(list: &mut [u32], old: u32, new: u32) -> bool {
    let found = list.iter_mut().find(|y| **y == old);
    let any = found.is_some();
    if let Some(x) = found {
        *x = new;
    }
    any
}

/// Whether all of one descending list are in another.
pub(super) fn subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|x| rest.find(|y| **y <= *x) == Some(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        let mut list = vec![5, 4, 3, 2];
        assert!(swap_out(&mut list, 5) && !swap_out(&mut list, 9));
        assert_eq!(list, [2, 4, 3]);
        close_up(&mut list, 2);
        assert!(replace(&mut list, 3, 8));
        assert_eq!(list, [4, 8]);
        assert!(subset(&[7, 3], &[9, 7, 5, 3]) && !subset(&[7, 4], &[9, 7, 5, 3]) && !subset(&[3, 1], &[3]));
    }
}
