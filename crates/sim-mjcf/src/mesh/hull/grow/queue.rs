//! Queue of facets with too few neighbours or without vertices that only they have.

use super::chain::NONE;
use super::join::Cause;
use super::store::{Grower, Pending, Unhandled, subset, swap_out};

impl Grower<'_> {
    /// Queues a facet with too few neighbours, or its neighbours whose vertices all belong to it.
    pub(super) fn find_redundant_around(&mut self, f: u32) {
        if self.facet(f).nbrs.len() < 3 {
            self.enter(f, NONE);
            return;
        }
        for i in 0..self.facet(f).nbrs.len() {
            let g = self.facet(f).nbrs[i];
            let (facet, other) = (self.facet(f), self.facet(g));
            if other.degenerate || other.redundant || (facet.flipped && !other.flipped) {
                continue;
            }
            if subset(&other.verts, &facet.verts) {
                self.enter(g, f);
            }
        }
    }

    /// Queues the neighbours of a facet that have too few neighbours.
    pub(super) fn find_degenerate_around(&mut self, f: u32) {
        for i in 0..self.facet(f).nbrs.len() {
            let g = self.facet(f).nbrs[i];
            let other = self.facet(g);
            if !other.degenerate && !other.redundant && other.nbrs.len() < 3 {
                self.enter(g, NONE);
            }
        }
    }

    /// Queues a facet that has too few neighbours, or whose vertices all belong to a neighbour.
    pub(super) fn find_redundant(&mut self, f: u32) {
        let facet = self.facet(f);
        if facet.flipped {
            return;
        }
        let target = facet.nbrs.iter().copied().find(|g| {
            let other = self.facet(*g);
            !other.flipped && subset(&facet.verts, &other.verts)
        });
        if let Some(g) = target {
            self.enter(f, g);
        } else if facet.nbrs.len() < 3 {
            self.enter(f, NONE);
        }
    }

    fn enter(&mut self, facet: u32, target: u32) {
        let marked = |f: u32| self.facets.get(f as usize).is_some_and(|f| f.redundant);
        if marked(facet) || marked(target) || (target == NONE && self.facet(facet).degenerate) {
            return;
        }
        let entry = Pending { facet, target };
        if target != NONE {
            self.facet_mut(facet).redundant = true;
            self.queue.push_back(entry);
            return;
        }
        self.facet_mut(facet).degenerate = true;
        if self.queue.back().is_none_or(|last| last.target == NONE) {
            self.queue.push_back(entry);
        } else {
            self.queue.push_front(entry);
        }
    }

    /// Merges the queued facets, the last one first.
    pub(super) fn work_off(&mut self) -> Result<(), Unhandled> {
        while let Some(Pending { facet: f, target }) = self.queue.pop_back() {
            if self.facet(f).gone {
                continue;
            }
            let facet = self.facet_mut(f);
            facet.degenerate = false;
            facet.redundant = false;
            let count = facet.nbrs.len();
            if target != NONE {
                let target = self.heir(target);
                if target == NONE {
                    return Err(Unhandled);
                }
                if target != f {
                    self.join(f, target, Cause::Redundant)?;
                }
            } else if count == 0 {
                self.drop_alone(f);
            } else if count < 3 {
                let (best, _, low, high) = self.best_neighbour(f).ok_or(Unhandled)?;
                self.join(f, best, Cause::Heights(low, high))?;
            }
        }
        Ok(())
    }

    /// Removes a facet without neighbours.
    fn drop_alone(&mut self, f: u32) {
        self.dismiss(f, NONE);
        for i in 0..self.facet(f).verts.len() {
            let v = self.facet(f).verts[i];
            let around = &mut self.vertex_mut(v).facets;
            swap_out(around, f);
            if around.is_empty() {
                self.lose(v);
            }
        }
    }
}
