//! Merges neighbours that are not clearly convex.

use super::join::Cause;
use super::store::{Grower, Unhandled};

/// Facets with more vertices than this are measured by their centre.
const BY_CENTRE: usize = 26;
/// Facets with more vertices than this are merged across edges that are not convex, if there are any.
const BY_EDGES: usize = 18;
/// Weight of the centre's height against that of vertices.
const CENTRE_WEIGHT: f64 = 3.0;

/// Defects of a pair of neighbours, in the order of treatment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Coplanar,
    Concave,
    Both,
}

/// Two neighbours to be merged.
#[derive(Clone, Copy, Debug)]
struct Pair {
    facets: [u32; 2],
    fault: Fault,
    value: f64,
}

impl Grower<'_> {
    /// Merges until the new facets are convex.
    pub(super) fn make_convex(&mut self) -> Result<(), Unhandled> {
        let mut cleaned = self.merges;
        self.absorb_coplanar()?;
        for f in self.new_facets() {
            if self.facet(f).flipped && !self.facet(f).gone {
                let (best, _, low, high) = self.best_neighbour(f).ok_or(Unhandled)?;
                self.join(f, best, Cause::Heights(low, high))?;
            }
        }
        self.work_off()?;
        let mut pairs = self.collect_first();
        loop {
            while !pairs.is_empty() {
                self.merge_pairs(pairs)?;
                pairs = self.collect_again();
            }
            if self.merges == cleaned {
                break;
            }
            let before = self.merges;
            self.tidy()?;
            cleaned = self.merges;
            if cleaned == before {
                break;
            }
            pairs = self.collect_again();
        }
        for f in self.new_facets() {
            self.facet_mut(f).merged = false;
        }
        Ok(())
    }

    /// All pairs of a new facet and a neighbour.
    fn collect_first(&mut self) -> Vec<Pair> {
        let mut pairs = vec![];
        let done = self.next_stamp();
        for f in self.new_facets() {
            self.stamp_facet(f, done);
            for i in 0..self.facet(f).nbrs.len() {
                let g = self.facet(f).nbrs[i];
                if self.facet(g).stamp == done {
                    continue;
                }
                if self.test_pair(f, g, &mut pairs)
                    && let Some(e) = self.shared_edge(g, f)
                {
                    self.edge_mut(e).nonconvex = true;
                }
            }
            self.facet_mut(f).tested = true;
            for i in 0..self.facet(f).edges.len() {
                let e = self.facet(f).edges[i];
                self.edge_mut(e).tested = true;
            }
        }
        pairs
    }

    /// Pairs across edges that changed since they were tested.
    fn collect_again(&mut self) -> Vec<Pair> {
        let mut pairs = vec![];
        let pass = self.next_stamp();
        for f in self.new_facets() {
            if self.facet(f).tested {
                continue;
            }
            self.stamp_facet(f, pass);
            let mut met: Vec<u32> = vec![];
            for i in 0..self.facet(f).edges.len() {
                let e = self.facet(f).edges[i];
                let edge = *self.edge(e);
                if edge.tested && !edge.nonconvex {
                    continue;
                }
                let g = edge.other(f);
                if met.contains(&g) {
                    let edge = self.edge_mut(e);
                    edge.tested = true;
                    edge.nonconvex = false;
                    continue;
                }
                met.push(g);
                if self.facet(g).stamp == pass {
                    continue;
                }
                let faulty = self.test_pair(f, g, &mut pairs);
                let edge = self.edge_mut(e);
                edge.nonconvex = faulty;
                edge.tested = true;
            }
            self.facet_mut(f).tested = true;
        }
        pairs
    }

    /// Queues a pair unless it is clearly convex; returns whether it was queued.
    fn test_pair(&mut self, f: u32, g: u32, pairs: &mut Vec<Pair>) -> bool {
        let limit = self.tol.centre;
        let (cf, cg) = (self.centre(f), self.centre(g));
        let (d1, d2) = (self.facet(g).height(cf), self.facet(f).height(cg));
        let concave = d1 > limit || d2 > limit;
        let coplanar = d1.abs() <= limit || d2.abs() <= limit;
        let pair = match (concave, coplanar) {
            (false, false) => return false,
            (true, true) if d1 > d2 => Pair { facets: [f, g], fault: Fault::Both, value: d1 },
            (true, true) => Pair { facets: [g, f], fault: Fault::Both, value: d2 },
            (true, false) => Pair { facets: [f, g], fault: Fault::Concave, value: d1.max(d2) },
            (false, true) => Pair { facets: [f, g], fault: Fault::Coplanar, value: d1.abs().min(d2.abs()) },
        };
        if !self.facet(f).redundant && !self.facet(g).redundant {
            pairs.push(pair);
        }
        true
    }

    /// Merges pairs, the smallest defect first; of equal ones the last found.
    fn merge_pairs(&mut self, mut pairs: Vec<Pair>) -> Result<(), Unhandled> {
        pairs.sort_by(|a, b| b.fault.cmp(&a.fault).then(b.value.total_cmp(&a.value)));
        while let Some(pair) = pairs.pop() {
            let [f, g] = pair.facets;
            if self.facet(f).gone || self.facet(g).gone {
                continue;
            }
            // merged meanwhile: will be tested anew
            let stale = |f: u32| self.facet(f).fresh && !self.facet(f).tested;
            if pair.fault == Fault::Coplanar && (stale(f) || stale(g)) {
                continue;
            }
            self.merge_pair(f, g)?;
            self.work_off()?;
        }
        Ok(())
    }

    /// Merges whichever of two facets fits its best neighbour better.
    fn merge_pair(&mut self, f: u32, g: u32) -> Result<(), Unhandled> {
        let (f, g) = if self.facet(f).fresh { (f, g) } else { (g, f) };
        let a = self.best_neighbour(f).ok_or(Unhandled)?;
        let b = self.best_neighbour(g).ok_or(Unhandled)?;
        let (from, (to, _, low, high)) = if a.1 < b.1 { (f, a) } else { (g, b) };
        self.join(from, to, Cause::Heights(low, high))
    }

    /// The neighbour whose plane is closest to a facet's vertices: its number, the distance, and the lowest and highest
    /// of them.
    pub(super) fn best_neighbour(&mut self, f: u32) -> Option<(u32, f64, f64, f64)> {
        let count = self.facet(f).verts.len();
        let mut candidates = vec![];
        if count > BY_EDGES {
            let faulty = self.facet(f).edges.iter().map(|e| self.edge(*e)).filter(|e| e.nonconvex);
            candidates.extend(faulty.map(|e| e.other(f)));
        }
        if candidates.is_empty() {
            candidates.extend_from_slice(&self.facet(f).nbrs);
        }
        let centre = if count > BY_CENTRE { Some(self.centre(f)) } else { None };
        let mut best: Option<(u32, f64, f64, f64)> = None;
        for g in candidates {
            let (low, high) = if centre.is_none() { self.range(f, g) } else { (0.0, 0.0) };
            let value = centre.map_or(high.max(-low), |c| (CENTRE_WEIGHT * self.facet(g).height(c)).abs());
            if best.is_none_or(|b| value < b.1) {
                best = Some((g, value, low, high));
            }
        }
        if let Some(b) = best.as_mut().filter(|_| centre.is_some()) {
            (b.2, b.3) = self.range(f, b.0);
        }
        best
    }

    /// Lowest and highest of a facet's vertices over a neighbour's plane; its own vertices are in it.
    fn range(&self, f: u32, g: u32) -> (f64, f64) {
        let (mut low, mut high) = (0.0f64, 0.0f64);
        let mut shared = self.facet(g).verts.iter().peekable();
        for &v in &self.facet(f).verts {
            while shared.next_if(|w| **w > v).is_some() {}
            if shared.peek() == Some(&&v) {
                continue;
            }
            let height = self.vertex_height(v, g);
            low = low.min(height);
            high = high.max(height);
        }
        (low, high)
    }
}
