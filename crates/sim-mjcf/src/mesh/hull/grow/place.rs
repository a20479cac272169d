//! Assigns points to facets: points above go to outside lists, points just below to near lists.

use super::chain::NONE;
use super::store::Grower;
use sim_core::math::vec3;

/// A near point that sticks out more than this many times the tolerance is assigned again.
const TOO_FAR: f64 = 30.0;

impl Grower<'_> {
    /// Assigns a point to the facet below it, if any.
    pub(super) fn place_point(&mut self, point: u32, start: u32) {
        let found =
            if self.look_at_all { self.scan(point, start, false) } else { self.walk(point, start, true, false) };
        let (f, height) = (found.facet, found.height);
        if found.outside || (self.narrow && height >= -self.tol.near) {
            self.place_outside(point, f, height);
        } else if height >= -self.tol.near {
            self.place_near_known(point, f, height);
        }
    }

    fn place_outside(&mut self, point: u32, f: u32, height: f64) {
        let wakes = !self.narrow || height > self.tol.outside;
        let facet = self.facet_mut(f);
        let Some(last) = facet.outside.len().checked_sub(1) else {
            facet.outside.push(point);
            facet.furthest = height;
            if wakes {
                self.wake(f);
            }
            return;
        };
        if facet.furthest < height {
            facet.outside.push(point);
            facet.furthest = height;
        } else {
            facet.outside.insert(last, point);
        }
    }

    /// Puts a facet with its first point where the cursor will reach it.
    fn wake(&mut self, f: u32) {
        let cursor = self.facet_list.cursor;
        if f == cursor {
            return;
        }
        if self.facet(f).fresh {
            if self.facets.get(cursor as usize).is_some_and(|c| c.fresh) {
                self.facet_list.cursor = self.facet_list.new;
            }
        } else {
            self.facet_list.move_up(f);
            self.facet_mut(f).fresh = self.inserting;
        }
    }

    /// Searches the facet of a near point; optionally among all facets.
    pub(super) fn place_near(&mut self, point: u32, start: u32, all: bool) {
        let found =
            if all || self.look_at_all { self.scan(point, start, true) } else { self.walk(point, start, false, true) };
        let (f, height) = (found.facet, found.height);
        if height < -self.tol.near {
            return;
        }
        if height > self.far {
            let turned = f != start && vec3::dot(self.facet(start).normal, self.facet(f).normal) < 0.0;
            if turned || height > TOO_FAR * self.allow {
                let all = std::mem::replace(&mut self.look_at_all, false);
                self.place_point(point, f);
                self.look_at_all = all;
                return;
            }
            self.far = height;
        }
        self.enter_near(point, f, height);
    }

    fn place_near_known(&mut self, point: u32, f: u32, height: f64) {
        self.far = self.far.max(height);
        self.enter_near(point, f, height);
    }

    fn enter_near(&mut self, point: u32, f: u32, height: f64) {
        let last = self.facet(f).near.last().map(|p| self.height(*p, f));
        let near = &mut self.facet_mut(f).near;
        match last {
            Some(top) if top >= height => near.insert(near.len() - 1, point),
            _ => near.push(point),
        }
    }

    /// Reassigns the points of removed facets, and the removed vertices.
    pub(super) fn place_all(&mut self) {
        for i in 0..self.dismissed.len() + self.visible.len() {
            let merged = self.dismissed.len();
            let g = if i < merged { self.dismissed[merged - 1 - i] } else { self.visible[i - merged] };
            if self.facet(g).outside.is_empty() && self.facet(g).near.is_empty() {
                continue;
            }
            let mut start = self.heir(g);
            let outside = std::mem::take(&mut self.facet_mut(g).outside);
            for &p in &outside {
                start = self.start_from(start);
                self.place_point(p, start);
            }
            self.facet_mut(g).outside = outside;
            let near = std::mem::take(&mut self.facet_mut(g).near);
            for &p in &near {
                start = self.start_from(start);
                self.place_near(p, start, false);
            }
            self.facet_mut(g).near = near;
        }
        for i in 0..self.lost.len() {
            let point = self.vertex(self.lost[i]).point;
            self.place_near(point, self.facet_list.new, true);
        }
    }

    fn start_from(&self, heir: u32) -> u32 {
        if heir == NONE { self.facet_list.new } else { heir }
    }
}
