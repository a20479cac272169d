//! Inserts a point: a cone of triangles replaces the facets it sees.

use super::chain::NONE;
use super::store::{Grower, Unhandled, replace, swap_out};

impl Grower<'_> {
    /// Removes from the list the facets that a point above one of them sees.
    pub(super) fn find_visible(&mut self, first: u32, point: u32) {
        let stamp = self.next_stamp();
        self.stamp_facet(first, stamp);
        self.visible.clear();
        self.take_visible(first);
        let mut at = 0;
        while at < self.visible.len() {
            let g = self.visible[at];
            at += 1;
            for i in 0..self.facet(g).nbrs.len() {
                let h = self.facet(g).nbrs[i];
                if !self.stamp_facet(h, stamp) {
                    continue;
                }
                let height = self.height(point, h);
                if height > self.tol.visible {
                    self.take_visible(h);
                    continue;
                }
                let coplanar = height >= -self.tol.visible;
                self.facet_mut(h).coplanar = coplanar;
                if coplanar {
                    self.far = self.far.max(height);
                }
            }
        }
    }

    fn take_visible(&mut self, f: u32) {
        self.facet_list.remove(f);
        let facet = self.facet_mut(f);
        facet.gone = true;
        facet.heir = NONE;
        self.visible.push(f);
    }

    /// The triangles between a new vertex and the border of what it sees.
    pub(super) fn make_cone(&mut self, point: u32) -> Result<(), Unhandled> {
        self.apex = self.add_vertex(point, true);
        self.cone.clear();
        // a visible facet without new triangles passes on its predecessor's: the search for its points starts there
        let (mut plain, mut recorded) = (NONE, NONE);
        for i in 0..self.visible.len() {
            let g = self.visible[i];
            let stamp = self.next_stamp();
            if self.facet(g).listed {
                recorded = self.cone_over_records(g, stamp);
            }
            if !self.facet(g).polygon {
                plain = self.cone_over_neighbours(g, stamp)?;
            }
            if recorded != NONE {
                plain = recorded;
            }
            if plain != NONE {
                self.facet_mut(g).heir = plain;
            }
        }
        self.link_cone()?;
        for i in 0..self.cone.len() {
            let t = self.cone[i];
            if !self.facet(t).planeless {
                self.set_plane(t);
            }
        }
        Ok(())
    }

    /// Makes triangles on the edge records of a visible facet; returns the last one.
    fn cone_over_records(&mut self, g: u32, stamp: u32) -> u32 {
        let mut last = NONE;
        for i in 0..self.facet(g).edges.len() {
            let e = self.facet(g).edges[i];
            let edge = *self.edge(e);
            let h = edge.other(g);
            if self.facet(h).gone {
                continue;
            }
            let [x, y] = edge.ends;
            let t = self.add_triangle([self.apex, x, y], edge.upper == g, h);
            if self.stamp_facet(h, stamp) {
                if !replace(&mut self.facet_mut(h).nbrs, g, t) {
                    self.facet_mut(h).nbrs.push(t);
                }
                self.facet_mut(h).border = t;
            } else {
                self.facet_mut(h).nbrs.push(t);
            }
            if self.facet(h).polygon {
                self.edge_mut(e).set_side(g, t);
                self.push_edge(t, e);
            } else {
                swap_out(&mut self.facet_mut(h).edges, e);
            }
            if self.facet(h).coplanar {
                self.join_group(t, self.facet(h).border);
            }
            last = t;
        }
        last
    }

    /// Makes triangles on the sides of a visible triangle that have no record; returns the last one.
    fn cone_over_neighbours(&mut self, g: u32, stamp: u32) -> Result<u32, Unhandled> {
        let mut last = NONE;
        for i in 0..self.facet(g).nbrs.len() {
            let h = self.facet(g).nbrs[i];
            if self.facet(h).gone || self.facet(h).stamp == stamp {
                continue;
            }
            let other = self.facet(h);
            let k = other.nbrs.iter().position(|n| *n == g).filter(|_| !other.polygon).ok_or(Unhandled)?;
            let &[a, b, c] = &other.verts[..] else { return Err(Unhandled) };
            let [x, y] = [[b, c], [a, c], [a, b]][k.min(2)];
            let up = if other.up { k % 2 == 1 } else { k % 2 == 0 };
            let t = self.add_triangle([self.apex, x, y], up, h);
            self.facet_mut(h).nbrs[k] = t;
            if self.facet(h).coplanar {
                self.join_group(t, t);
            }
            last = t;
        }
        Ok(last)
    }

    fn add_triangle(&mut self, verts: [u32; 3], up: bool, h: u32) -> u32 {
        for v in verts {
            self.refresh(v);
        }
        let t = self.add_facet(verts, up);
        let facet = self.facet_mut(t);
        facet.fresh = true;
        facet.nbrs.extend([h, NONE, NONE]);
        self.facet_list.push(t);
        self.cone.push(t);
        t
    }

    /// Adds a triangle to the group that the coplanar facet across its base absorbs.
    fn join_group(&mut self, t: u32, first: u32) {
        let before = self.facet(first).last;
        let facet = self.facet_mut(t);
        facet.planeless = true;
        facet.group = first;
        facet.mate = before;
        self.facet_mut(first).last = t;
    }

    /// Links the new triangles that share an edge at the apex as neighbours.
    fn link_cone(&mut self) -> Result<(), Unhandled> {
        let stamp = self.next_stamp();
        let mut open = 0usize;
        for i in 0..self.cone.len() {
            let t = self.cone[i];
            for k in [1, 2] {
                let v = self.facet(t).verts[3 - k];
                let vertex = self.vertex_mut(v);
                if vertex.stamp != stamp {
                    vertex.stamp = stamp;
                    vertex.open = (t, k);
                    open += 1;
                    continue;
                }
                let (other, side) = std::mem::replace(&mut vertex.open, (NONE, 0));
                // more than two triangles at one edge: the border of the visible facets touches itself
                if other == NONE {
                    return Err(Unhandled);
                }
                self.facet_mut(other).nbrs[side] = t;
                self.facet_mut(t).nbrs[k] = other;
                open -= 1;
            }
        }
        if open == 0 && self.cone.len() > 2 { Ok(()) } else { Err(Unhandled) }
    }

    /// Updates the facets around vertices and finds the vertices without a facet.
    pub(super) fn update_vertices(&mut self) {
        if self.incidence {
            let mut v = self.vertex_list.new;
            while v != NONE {
                let mut around = std::mem::take(&mut self.vertex_mut(v).facets);
                let mut i = 0;
                while let Some(f) = around.get(i) {
                    if self.facet(*f).gone {
                        around.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                self.vertex_mut(v).facets = around;
                v = self.vertex_list.after(v);
            }
            for i in 0..self.cone.len() {
                let t = self.cone[i];
                for k in 0..3 {
                    let v = self.facet(t).verts[k];
                    self.vertex_mut(v).facets.push(t);
                }
            }
        }
        for i in 0..self.visible.len() {
            let g = self.visible[i];
            for k in 0..self.facet(g).verts.len() {
                let v = self.facet(g).verts[k];
                let vertex = self.vertex(v);
                if vertex.fresh || vertex.lost {
                    continue;
                }
                if !self.incidence || vertex.facets.iter().all(|f| self.facet(*f).gone) {
                    self.lose(v);
                } else {
                    swap_out(&mut self.vertex_mut(v).facets, g);
                }
            }
        }
    }

    /// Whether the new triangles are clearly convex among themselves and with the facets around them.
    pub(super) fn cone_is_convex(&self) -> bool {
        let limit = -2.0 * self.tol.round;
        let clear = |t: &u32| {
            let facet = self.facet(*t);
            !facet.flipped && !facet.planeless && !self.facet(facet.nbrs[0]).polygon
        };
        let convex = |t: &u32| {
            let facet = self.facet(*t);
            let below = |k: usize| self.vertex_height(facet.verts[k], facet.nbrs[k]) < limit;
            let opposite = self.facet(facet.nbrs[0]).verts.iter().find(|v| !facet.verts[1..].contains(v));
            below(1) && below(2) && opposite.is_none_or(|v| self.vertex_height(*v, *t) < limit)
        };
        self.cone.iter().all(clear) && self.cone.iter().all(convex)
    }
}
