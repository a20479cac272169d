//! Removes vertices that merges made superfluous.

use super::store::{Grower, Unhandled, close_up, swap_out};

impl Grower<'_> {
    /// Removes vertices that are on no edge of a merged facet, or inside an edge of two.
    pub(super) fn tidy(&mut self) -> Result<(), Unhandled> {
        self.work_off()?;
        loop {
            while self.remove_unused()? {}
            if !self.straighten()? {
                break;
            }
        }
        let mut v = self.vertex_list.new;
        while (v as usize) < self.verts.len() {
            self.vertex_mut(v).edge_lost = false;
            v = self.vertex_list.after(v);
        }
        Ok(())
    }

    /// Removes vertices of merged facets that are on none of their edges; returns whether that led to a merge.
    fn remove_unused(&mut self) -> Result<bool, Unhandled> {
        for f in self.new_facets() {
            if !self.facet(f).merged || !self.facet(f).polygon {
                continue;
            }
            let stamp = self.next_stamp();
            for i in 0..self.facet(f).edges.len() {
                for v in self.edge(self.facet(f).edges[i]).ends {
                    self.vertex_mut(v).stamp = stamp;
                }
            }
            let verts = std::mem::take(&mut self.facet_mut(f).verts);
            let (kept, unused): (Vec<u32>, Vec<u32>) = verts.into_iter().partition(|v| self.vertex(*v).stamp == stamp);
            self.facet_mut(f).verts = kept;
            if unused.is_empty() {
                continue;
            }
            for v in unused {
                let around = &mut self.vertex_mut(v).facets;
                swap_out(around, f);
                if around.is_empty() {
                    self.lose(v);
                }
            }
            self.find_redundant(f);
            if self.work_off_merged()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn work_off_merged(&mut self) -> Result<bool, Unhandled> {
        let before = self.merges;
        self.work_off()?;
        Ok(self.merges > before)
    }

    /// Removes vertices between only two facets; returns whether that led to a merge.
    fn straighten(&mut self) -> Result<bool, Unhandled> {
        for h in self.new_facets() {
            if !std::mem::replace(&mut self.facet_mut(h).merged, false) {
                continue;
            }
            let mut i = 0;
            while let Some(&v) = self.facet(h).verts.get(i) {
                let vertex = self.vertex(v);
                let &[f, g] = &vertex.facets[..] else {
                    i += 1;
                    continue;
                };
                if !vertex.edge_lost || !self.bypass(v, f, g) {
                    i += 1;
                    continue;
                }
                for k in [f, g] {
                    close_up(&mut self.facet_mut(k).verts, v);
                    self.find_redundant(k);
                }
                self.lose(v);
                self.find_redundant(h);
                if self.work_off_merged()? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Moves the edges at a vertex between two facets to another vertex; returns whether there is one.
    fn bypass(&mut self, v: u32, f: u32, g: u32) -> bool {
        let records: Vec<u32> = {
            let between = |e: &&u32| self.edge(**e).other(f) == g && self.edge(**e).has(v);
            self.facet(f).edges.iter().filter(between).copied().collect()
        };
        let Some(w) = self.substitute(v, f, g, &records) else { return false };
        for e in records {
            let edge = *self.edge(e);
            if edge.has(w) {
                self.delete_edge(e);
                continue;
            }
            let [first, second] = edge.ends;
            let x = if first == v { second } else { first };
            let moved = self.edge_mut(e);
            moved.ends = [w.max(x), w.min(x)];
            if (first == v) != (w > x) {
                std::mem::swap(&mut moved.upper, &mut moved.lower);
            }
        }
        true
    }

    /// Finds a common vertex of two facets on an edge with `v` that can take over the edges of `v` without doubling one.
    fn substitute(&self, v: u32, f: u32, g: u32, records: &[u32]) -> Option<u32> {
        let other = self.facet(g);
        let mut common: Vec<u32> = self.facet(f).verts.iter().copied().filter(|w| other.verts.contains(w)).collect();
        swap_out(&mut common, v);
        let count = |w: u32| records.iter().filter(|e| self.edge(**e).has(w)).count();
        let mut candidates: Vec<(usize, u32)> = vec![];
        let mut i = 0;
        while let Some(&w) = common.get(i) {
            match count(w) {
                0 => {
                    common.swap_remove(i);
                }
                n => {
                    candidates.push((n, w));
                    i += 1;
                }
            }
        }
        candidates.sort_by_key(|c| c.0);
        let doubles = |w: u32, e: u32| {
            let [a, b] = self.edge(e).ends;
            if a != w && b != w {
                return false;
            }
            let x = if a == w { b } else { a };
            x != v && records.iter().any(|r| *r != e && self.edge(*r).has(x))
        };
        let free = |w: u32| {
            let around = &self.vertex(w).facets;
            !around.iter().any(|k| self.facet(*k).edges.iter().any(|e| doubles(w, *e)))
        };
        candidates.into_iter().map(|c| c.1).find(|w| free(*w))
    }
}
