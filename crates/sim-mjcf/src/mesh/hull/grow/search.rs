//! Finds the facet that a point is furthest above.

use super::chain::NONE;
use super::store::Grower;

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub facet: u32,
    pub height: f64,
    /// Whether the point is high enough to be outside of the facet.
    pub outside: bool,
}

impl Grower<'_> {
    /// Height of a point that flipped facets do not have.
    fn measure(&self, point: u32, f: u32) -> f64 {
        if self.facet(f).flipped { f64::NEG_INFINITY } else { self.height(point, f) }
    }

    fn found(&self, facet: u32, height: f64) -> Found {
        Found { facet, height, outside: height >= self.tol.outside }
    }

    /// Walks uphill over neighbours; with `only_new` over fresh facets only. Ends at the first facet that the point is
    /// outside of, unless the best one is asked for.
    pub(super) fn walk(&mut self, point: u32, start: u32, only_new: bool, want_best: bool) -> Found {
        let stamp = self.next_stamp();
        self.stamp_facet(start, stamp);
        let (mut best, mut top) = (start, self.measure(point, start));
        if !want_best && top >= self.tol.outside {
            return self.found(best, top);
        }
        'uphill: loop {
            for i in 0..self.facet(best).nbrs.len() {
                let f = self.facet(best).nbrs[i];
                if (only_new && !self.facet(f).fresh) || !self.stamp_facet(f, stamp) {
                    continue;
                }
                let height = self.measure(point, f);
                if height > top {
                    (best, top) = (f, height);
                    if !want_best && height >= self.tol.outside {
                        return self.found(best, top);
                    }
                    continue 'uphill;
                }
            }
            break;
        }
        if only_new && !self.not_sharp && top < -self.tol.round {
            if self.sharp() {
                self.look_at_all = true;
                return self.scan(point, best, want_best);
            }
            self.not_sharp = true;
        }
        self.spread(point, best, top)
    }

    /// Looks at all facets from one on to the end of the list, then at the new ones before it.
    pub(super) fn scan(&mut self, point: u32, start: u32, want_best: bool) -> Found {
        let clear = self.clear();
        let (mut best, mut top) = (start, f64::NEG_INFINITY);
        let ahead = self.facet_list.from(start);
        let behind = self.facet_list.from(self.facet_list.new).take_while(|f| *f != start);
        for f in ahead.chain(behind) {
            let height = self.measure(point, f);
            if height > top {
                (best, top) = (f, height);
                if !want_best && height >= clear {
                    return self.found(best, top);
                }
            }
        }
        self.spread(point, best, top)
    }

    /// New facets do not all face the same octant, so that a walk uphill may end in the wrong place.
    fn sharp(&self) -> bool {
        let signs = |f: u32| self.facet(f).normal.map(|x| x > 0.0);
        let first = self.facet_list.new;
        first != NONE && self.facet_list.from(first).any(|f| signs(f) != signs(first))
    }

    /// Follows neighbours that are nearly as good as the best one: the planes of adjacent facets may be that far off.
    fn spread(&mut self, point: u32, start: u32, height: f64) -> Found {
        let slack = self.slack();
        let stamp = self.next_stamp();
        self.stamp_facet(start, stamp);
        let (mut best, mut top, mut least) = (start, height, height - slack);
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        let mut at = Some(start);
        while let Some(here) = at {
            let mut pending = None;
            for i in 0..self.facet(here).nbrs.len() {
                let f = self.facet(here).nbrs[i];
                if !self.stamp_facet(f, stamp) || self.facet(f).flipped {
                    continue;
                }
                let height = self.height(point, f);
                if height > top {
                    least = height - slack;
                    if height > top + slack {
                        stack.clear();
                    }
                    (best, top) = (f, height);
                } else if height < least {
                    continue;
                }
                stack.extend(pending.replace(f));
            }
            at = pending.or_else(|| stack.pop());
        }
        self.stack = stack;
        self.found(best, top)
    }
}
