//! A hull grown point by point (Barber, Dobkin, Huhdanpaa 1996, "The Quickhull algorithm for convex hulls"), with
//! facets merged where they are coplanar within rounding.
//!
//! The order of vertices and faces is part of a compiled model. It is the order in which this algorithm makes, moves and
//! merges facets. So every position in a list, and every strict or non-strict comparison, shows in the result.

mod absorb;
mod chain;
mod cone;
mod convexity;
mod finish;
mod join;
mod place;
mod plane;
mod queue;
mod record;
mod search;
mod start;
mod store;
mod tidy;
mod tolerance;

use crate::stop::Stop;
use chain::NONE;
use sim_core::math::Vec3;
use store::{Grower, Unhandled};
use tolerance::Tolerance;

/// The graph of the hull, in the layout of `mesh_graph`; `None` for input that needs another algorithm: flat within
/// rounding, or with parts that touch themselves at the scale of rounding.
pub(super) fn graph(points: &[Vec3], max_verts: Option<usize>, stop: &Stop) -> Option<Vec<i32>> {
    let mut grower = Grower::new(points, Tolerance::of(points)?);
    grower.run(max_verts, stop).ok()?;
    grower.graph().ok()
}

impl Grower<'_> {
    fn run(&mut self, max_verts: Option<usize>, stop: &Stop) -> Result<(), Unhandled> {
        self.start()?;
        // a removed vertex may come back, but only so often
        let mut steps = self.points.len().saturating_mul(4).saturating_add(100);
        while let Some(f) = self.next_facet(max_verts.is_some()) {
            if max_verts.is_some_and(|n| self.vertex_list.len() >= n) {
                break;
            }
            if stop.is_requested() {
                return Err(Unhandled);
            }
            let point = self.facet_mut(f).outside.pop().ok_or(Unhandled)?;
            self.insert(point, f)?;
            steps = steps.checked_sub(1).ok_or(Unhandled)?;
        }
        self.triangulate();
        Ok(())
    }

    /// The facet to work on next; with a limit on the vertices the one with the furthest point.
    fn next_facet(&mut self, furthest: bool) -> Option<u32> {
        loop {
            let facet = self.facets.get(self.facet_list.cursor as usize)?;
            let skip = facet.outside.is_empty() || (self.narrow && facet.furthest < self.tol.outside);
            if !skip {
                break;
            }
            self.facet_list.cursor = self.facet_list.after(self.facet_list.cursor);
        }
        if furthest {
            self.bring_up_furthest();
        }
        Some(self.facet_list.cursor)
    }

    /// Makes a point above a facet into a vertex.
    fn insert(&mut self, point: u32, f: u32) -> Result<(), Unhandled> {
        self.allow = self.far.max(self.tol.one_merge + self.tol.round).max(self.tol.outside);
        self.find_visible(f, point);
        self.inserting = true;
        self.facet_list.watch = true;
        self.vertex_list.watch = true;
        self.make_cone(point)?;
        self.update_vertices();
        self.look_at_all = false;
        self.not_sharp = false;
        if !self.cone_is_convex() {
            self.make_convex()?;
            self.look_at_all = self.facet_list.from(self.facet_list.new).any(|f| self.facet(f).polygon);
        }
        self.look_at_all |= self.many_merges();
        if self.facet_list.new == NONE {
            return Err(Unhandled);
        }
        self.place_all();
        self.clean_up();
        Ok(())
    }

    /// Clears the state of one insertion.
    fn clean_up(&mut self) {
        for f in self.new_facets() {
            self.facet_mut(f).fresh = false;
        }
        let mut v = self.vertex_list.new;
        while v != NONE {
            self.vertex_mut(v).fresh = false;
            v = self.vertex_list.after(v);
        }
        for list in [&mut self.facet_list, &mut self.vertex_list] {
            list.watch = false;
            list.new = NONE;
        }
        while let Some(v) = self.lost.pop() {
            self.vertex_list.remove(v);
        }
        self.free.append(&mut self.visible);
        self.free.append(&mut self.dismissed);
        self.look_at_all = false;
        self.not_sharp = false;
        self.inserting = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(points: &[Vec3], max_verts: Option<usize>) -> Option<Vec<i32>> {
        super::graph(points, max_verts, &Stop::default())
    }

    #[test]
    fn a_tetrahedron() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let data = graph(&points, None).unwrap();
        assert_eq!(data[6..10], [3, 2, 1, 0]);
        assert_eq!(data[10..26], [2, 3, 1, -1, 2, 3, 0, -1, 1, 3, 0, -1, 1, 2, 0, -1]);
        assert_eq!(data[26..], [2, 1, 0, 1, 3, 0, 3, 2, 0, 2, 3, 1]);
    }

    #[test]
    fn a_cube() {
        let points: Vec<Vec3> = (0..8).map(|i| [i >> 2, i >> 1 & 1, i & 1].map(|b| f64::from(2 * b - 1))).collect();
        let data = graph(&points, None).unwrap();
        assert_eq!(data[10..18], [6, 2, 0, 4, 5, 1, 7, 3]);
        assert_eq!(data[18..40], [1, 2, 3, 4, 6, 7, -1, 0, 2, 7, -1, 0, 1, 3, 4, 5, 7, -1, 0, 2, 4, -1]);
        let faces = &data[2 + 3 * 8 + 3 * 12..];
        assert_eq!(faces[..18], [2, 6, 0, 6, 4, 0, 4, 5, 0, 5, 1, 0, 6, 5, 4, 5, 6, 7]);
        let data = graph(&points, Some(6)).unwrap();
        assert_eq!(data[8..14], [1, 7, 6, 2, 0, 4]);
    }

    #[test]
    fn flat_points_are_not_covered() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
        assert!(graph(&points, None).is_none());
        assert!(graph(&[[1.0; 3]; 7], None).is_none());
    }
}
