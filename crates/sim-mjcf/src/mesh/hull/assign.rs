//! Which facet a point belongs to, searched in qhull's order.

use super::ordered::{Builder, GiveUp, NONE, Step, TAIL};
use sim_core::math::{Vec3, vec3};

impl Builder<'_> {
    pub(super) fn partition_visible(&mut self) -> Step {
        for f in self.visible() {
            let start = match self.facets[f as usize].replace {
                NONE => self.new_list,
                new => new,
            };
            for p in std::mem::take(&mut self.facets[f as usize].outside) {
                self.partition_point(p, start)?;
            }
            for p in std::mem::take(&mut self.facets[f as usize].coplanar) {
                self.partition_coplanar(p, start, None, self.all_new)?;
            }
        }
        for v in self.deleted.clone() {
            let p = self.verts[v as usize].point;
            self.partition_coplanar(p, self.new_list, None, true)?;
        }
        Ok(())
    }

    pub(super) fn partition_point(&mut self, point: u32, start: u32) -> Step {
        let p = self.point(point);
        let (f, dist, outside) =
            if self.all_new { self.find_best_new(p, start, false) } else { self.find_best(p, start, false, true) };
        if !outside {
            return if dist >= -self.limits.near_inside {
                self.partition_coplanar(point, f, Some(dist), self.all_new)
            } else {
                Ok(())
            };
        }
        let facet = &mut self.facets[f as usize];
        let first = facet.outside.is_empty();
        if first || facet.furthest < dist {
            facet.outside.push(point);
            facet.furthest = dist;
        } else {
            let last = facet.outside.len() - 1;
            facet.outside.insert(last, point);
        }
        // a facet that was passed over must be visited again
        if first && self.facet_next != f {
            if self.facets[f as usize].new {
                if self.facets[self.facet_next as usize].new {
                    self.facet_next = self.new_list;
                }
            } else {
                self.remove_facet(f);
                self.append_facet(f);
                if self.new_list != NONE {
                    self.facets[f as usize].new = true;
                }
            }
        }
        Ok(())
    }

    fn partition_coplanar(&mut self, point: u32, start: u32, known: Option<f64>, all_new: bool) -> Step {
        /// Beyond this many times the widest facet, a coplanar point is an outside point.
        const RATIO: f64 = 30.0;
        let p = self.point(point);
        let (f, dist) = match known {
            Some(dist) => (start, dist),
            None => {
                let (f, dist, _) =
                    if all_new { self.find_best_new(p, start, true) } else { self.find_best(p, start, true, false) };
                if dist < -self.limits.near_inside {
                    return Ok(());
                }
                (f, dist)
            }
        };
        if dist > self.max_outside {
            let widest = self.max_outside.max(self.limits.one_merge + self.limits.round).max(self.limits.outside);
            let turned = known.is_none()
                && f != start
                && vec3::dot(self.facets[start as usize].normal, self.facets[f as usize].normal) < 0.0;
            if turned || dist > widest * RATIO {
                return Err(GiveUp);
            }
            self.max_outside = dist;
        }
        let last = self.facets[f as usize].coplanar.last().copied();
        let further = last.is_none_or(|l| self.dist(self.point(l), f) < dist);
        let list = &mut self.facets[f as usize].coplanar;
        let at = if further { list.len() } else { list.len() - 1 };
        list.insert(at, point);
        Ok(())
    }

    /// Walks uphill from a facet; with `only_new` among the new facets.
    pub(super) fn find_best(&mut self, p: Vec3, start: u32, best_outside: bool, only_new: bool) -> (u32, f64, bool) {
        self.visit += 1;
        let visit = self.visit;
        let mut best = start;
        let mut best_dist = self.dist(p, start);
        if !best_outside && best_dist >= self.limits.outside {
            return (start, best_dist, true);
        }
        self.facets[start as usize].visit = visit;
        let mut at = start;
        'walk: loop {
            for n in self.facets[at as usize].nbr {
                let facet = &mut self.facets[n as usize];
                if (only_new && !facet.new) || facet.visit == visit {
                    continue;
                }
                facet.visit = visit;
                let d = self.dist(p, n);
                if d > best_dist {
                    if !best_outside && d >= self.limits.outside {
                        return (n, d, true);
                    }
                    (best, best_dist, at) = (n, d, n);
                    continue 'walk;
                }
            }
            break;
        }
        let mut test_horizon = true;
        if only_new && !self.not_sharp && best_dist < -self.limits.round {
            if self.sharp() {
                (best, best_dist, _) = self.find_best_new(p, best, best_outside);
                test_horizon = false;
                self.all_new = true;
            } else {
                self.not_sharp = true;
            }
        }
        if test_horizon {
            best = self.find_best_horizon(p, best, &mut best_dist);
        }
        (best, best_dist, best_dist >= self.limits.outside)
    }

    /// Looks at all facets from `start` on, then at the new facets before it.
    fn find_best_new(&mut self, p: Vec3, start: u32, best_outside: bool) -> (u32, f64, bool) {
        self.visit += 1;
        let clear = if best_outside { f64::INFINITY } else { self.dist_outside() };
        let (mut best, mut best_dist) = (NONE, -f64::MAX / 2.0);
        for (round, first) in [start, self.new_list].into_iter().enumerate() {
            let mut at = first;
            while at != TAIL && at != NONE {
                if round == 1 && at == start {
                    break;
                }
                self.facets[at as usize].visit = self.visit;
                let d = self.dist(p, at);
                if d > best_dist {
                    best = at;
                    if d >= clear {
                        return (best, d, true);
                    }
                    best_dist = d;
                }
                at = self.facets[at as usize].next;
            }
        }
        let from = if best == NONE { start } else { best };
        let best = self.find_best_horizon(p, from, &mut best_dist);
        (best, best_dist, best_dist >= self.limits.outside)
    }

    /// Goes on from a facet across neighbours that are about as high.
    fn find_best_horizon(&mut self, p: Vec3, start: u32, best_dist: &mut f64) -> u32 {
        self.visit += 1;
        let slack = self.max_outside + 2.0 * self.limits.round + self.limits.visible;
        let mut least = *best_dist - slack;
        let mut best = start;
        let mut stack: Vec<u32> = vec![];
        let mut next = None;
        let mut at = start;
        self.facets[start as usize].visit = self.visit;
        loop {
            for n in self.facets[at as usize].nbr {
                if self.facets[n as usize].visit == self.visit {
                    continue;
                }
                self.facets[n as usize].visit = self.visit;
                let d = self.dist(p, n);
                if d > *best_dist {
                    least = d - slack;
                    if d > *best_dist + slack {
                        stack.clear();
                    }
                    best = n;
                    *best_dist = d;
                } else if d < least {
                    continue;
                }
                if let Some(waiting) = next.replace(n) {
                    stack.push(waiting);
                }
            }
            match next.take().or_else(|| stack.pop()) {
                Some(f) => at = f,
                None => return best,
            }
        }
    }

    /// Whether the normals of the new facets lie in more than one octant.
    fn sharp(&self) -> bool {
        let octant = |f: u32| self.facets[f as usize].normal.map(|x| x > 0.0);
        let mut new = self.list_from(self.new_list);
        let Some(first) = new.next().map(octant) else { return false };
        new.any(|f| octant(f) != first)
    }
}
