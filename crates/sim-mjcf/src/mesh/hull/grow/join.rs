//! Merges one facet into a neighbour.

use super::store::{Grower, Unhandled, close_up, replace, swap_out};

/// Polygons with more vertices than this keep their centre.
pub(super) const KEEP_CENTRE: usize = 8;

/// Reason of a merge, with the distances it moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// A new triangle goes to the coplanar facet across its base.
    Horizon,
    /// Vertices of the facet are from this far below to this far above the surviving plane.
    Heights(f64, f64),
    /// The facet has no vertex of its own.
    Redundant,
}

impl Grower<'_> {
    /// Merges `f1` into `f2`, which survives with its plane.
    pub(super) fn join(&mut self, f1: u32, f2: u32, cause: Cause) -> Result<(), Unhandled> {
        if f1 == f2 || self.facet(f1).gone || self.facet(f2).gone {
            return Err(Unhandled);
        }
        self.merges += 1;
        self.start_incidence();
        self.make_polygon(f1);
        self.make_polygon(f2);
        if let Cause::Heights(low, high) = cause {
            self.far = self.far.max(high);
            if high > self.tol.wide || low < -self.tol.wide {
                self.facet_mut(f2).keep_centre = true;
            }
        }
        self.forget_tests(f1, f2);
        if self.facet(f1).verts.len() == 3 {
            self.join_triangle(f1, f2, matches!(cause, Cause::Horizon))?;
        } else {
            self.join_polygon(f1, f2);
        }
        self.move_up(f2);
        if !matches!(cause, Cause::Horizon) {
            self.find_redundant_around(f2);
            self.find_degenerate_around(f1);
            self.find_redundant(f2);
        }
        self.dismiss(f1, f2);
        Ok(())
    }

    /// Marks the merged facet for a new convexity test, unless its centre stays the same.
    fn forget_tests(&mut self, f1: u32, f2: u32) {
        for i in 0..self.facet(f1).edges.len() {
            let e = self.facet(f1).edges[i];
            self.edge_mut(e).tested = false;
        }
        let facet = self.facet_mut(f2);
        facet.merged = true;
        facet.tested = false;
        if facet.centre.is_some() {
            if !facet.keep_centre {
                facet.keep_centre = facet.verts.len() > KEEP_CENTRE;
            } else if facet.verts.len() == 3 {
                facet.keep_centre = false;
            }
        }
        if !facet.keep_centre {
            facet.centre = None;
            for i in 0..self.facet(f2).edges.len() {
                let e = self.facet(f2).edges[i];
                self.edge_mut(e).tested = false;
            }
        }
    }

    fn join_triangle(&mut self, f1: u32, f2: u32, horizon: bool) -> Result<(), Unhandled> {
        let &[a, b, c] = &self.facet(f1).verts[..] else { return Err(Unhandled) };
        let base = self.shared_edge(f1, f2).ok_or(Unhandled)?;
        let ends = self.edge(base).ends;
        let tip =
            if horizon { self.apex } else { [a, b, c].into_iter().find(|v| !ends.contains(v)).ok_or(Unhandled)? };
        let missing = !self.facet(f2).verts.contains(&tip);
        if horizon {
            if !self.facet(f2).fresh {
                self.refresh_all(f2);
            }
            if missing {
                self.facet_mut(f2).verts.insert(0, tip);
            }
        } else {
            for v in ends {
                self.vertex_mut(v).edge_lost = true;
            }
            if missing {
                let list = &mut self.facet_mut(f2).verts;
                let at = list.iter().position(|v| *v < tip).unwrap_or(list.len());
                list.insert(at, tip);
            }
            if self.facet(f2).fresh {
                self.refresh(tip);
            } else {
                self.refresh_all(f2);
            }
        }
        for v in [a, b, c] {
            self.hand_over_vertex(v, f1, f2, v == tip && missing);
        }
        let mut i = 0;
        while let Some(&e) = self.facet(f1).edges.get(i) {
            let g = self.edge(e).other(f1);
            if g == f2 {
                self.delete_edge(e);
                swap_out(&mut self.facet_mut(f2).nbrs, f1);
                continue;
            }
            i += 1;
            self.push_edge(f2, e);
            self.hand_over_neighbour(g, f1, f2);
            self.edge_mut(e).set_side(f1, f2);
        }
        Ok(())
    }

    fn join_polygon(&mut self, f1: u32, f2: u32) {
        for i in 0..self.facet(f1).nbrs.len() {
            let g = self.facet(f1).nbrs[i];
            if g != f2 {
                self.hand_over_neighbour(g, f1, f2);
            }
        }
        swap_out(&mut self.facet_mut(f1).nbrs, f2);
        swap_out(&mut self.facet_mut(f2).nbrs, f1);
        let mine = self.facet(f1).verts.clone();
        let before = std::mem::take(&mut self.facet_mut(f2).verts);
        self.facet_mut(f2).verts = union(&mine, &before);
        let mut i = 0;
        while let Some(&e) = self.facet(f2).edges.get(i) {
            if self.edge(e).other(f2) == f1 {
                self.delete_edge(e);
            } else {
                i += 1;
            }
        }
        for i in 0..self.facet(f1).edges.len() {
            let e = self.facet(f1).edges[i];
            self.push_edge(f2, e);
            self.edge_mut(e).set_side(f1, f2);
        }
        for v in mine {
            self.hand_over_vertex(v, f1, f2, !before.contains(&v));
        }
        if !self.facet(f2).fresh {
            self.refresh_all(f2);
        }
    }

    /// Replaces `f1` by `f2` at a vertex of `f1`. A vertex with a single facet left is removed.
    fn hand_over_vertex(&mut self, v: u32, f1: u32, f2: u32, new: bool) {
        let around = &mut self.vertex_mut(v).facets;
        if new {
            replace(around, f1, f2);
            return;
        }
        swap_out(around, f1);
        if around.len() < 2 {
            self.lose(v);
            close_up(&mut self.facet_mut(f2).verts, v);
        }
    }

    /// Makes a neighbour of `f1` a neighbour of `f2`.
    fn hand_over_neighbour(&mut self, g: u32, f1: u32, f2: u32) {
        if !self.facet(f2).nbrs.contains(&g) {
            self.facet_mut(f2).nbrs.push(g);
            replace(&mut self.facet_mut(g).nbrs, f1, f2);
            return;
        }
        self.make_polygon(g);
        let nbrs = &mut self.facet_mut(g).nbrs;
        if nbrs.first() == Some(&f1) {
            swap_out(nbrs, f2);
            replace(nbrs, f1, f2);
        } else {
            swap_out(nbrs, f1);
        }
    }
}

/// Union of two descending lists.
fn union(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut k) = (0, 0);
    loop {
        match (a.get(i), b.get(k)) {
            (Some(x), Some(y)) => {
                out.push(*x.max(y));
                i += usize::from(x >= y);
                k += usize::from(y >= x);
            }
            (Some(_), None) => {
                out.extend_from_slice(&a[i..]);
                return out;
            }
            (None, _) => {
                out.extend_from_slice(&b[k..]);
                return out;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions() {
        assert_eq!(union(&[9, 5, 2], &[8, 5, 1]), [9, 8, 5, 2, 1]);
        assert_eq!(union(&[], &[3]), [3]);
        assert_eq!(union(&[4], &[]), [4]);
    }
}
