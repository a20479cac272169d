//! The first simplex, and the first distribution of the points over its sides.

use super::chain::NONE;
use super::store::{Grower, Unhandled};
use sim_core::math::{Vec3, vec3};

/// A determinant below this part of what it could be asks for a search among all points.
const POOR: f64 = 1e-3;
/// Cosine between two sides of the first simplex below which the hull is narrow.
const NARROW: f64 = -0.999_999_99;

impl Grower<'_> {
    /// Makes the first simplex and gives the points above its sides to them.
    pub(super) fn start(&mut self) -> Result<(), Unhandled> {
        let chosen = self.choose()?;
        for point in chosen {
            self.add_vertex(point, false);
        }
        for v in (0..4).rev() {
            self.vertex_list.move_up(v);
        }
        for skip in 0..4usize {
            let verts = [[2, 1, 0], [3, 1, 0], [3, 2, 0], [3, 2, 1]][skip];
            let f = self.add_facet(verts, skip % 2 == 0);
            self.facet_list.push(f);
            self.facet_mut(f).nbrs = (0..4).filter(|g| *g != f).collect();
        }
        self.orient()?;
        self.allow = self.far.max(self.tol.one_merge + self.tol.round).max(self.tol.outside);
        self.distribute(chosen);
        self.facet_list.cursor = self.facet_list.first();
        self.bring_up_furthest();
        Ok(())
    }

    /// Four points, first two extremes along the first axis, then those that span much with the ones before.
    fn choose(&self) -> Result<[u32; 4], Unhandled> {
        let extremes = self.tol.extremes;
        let x = |i: u32| self.points[i as usize][0];
        let (mut low, mut high) = (extremes[0], extremes[0]);
        for i in extremes {
            if x(i) > x(high) {
                high = i;
            }
            if x(i) < x(low) {
                low = i;
            }
        }
        if low == high {
            return Err(Unhandled);
        }
        let mut chosen = [low, high, NONE, NONE];
        let mut before = x(high) - x(low);
        for dim in [2usize, 3] {
            let (point, size) = self.widest(&chosen[..dim], before).ok_or(Unhandled)?;
            chosen[dim] = point;
            before = size;
        }
        Ok(chosen)
    }

    /// The point with the largest determinant together with those chosen.
    fn widest(&self, chosen: &[u32], before: f64) -> Option<(u32, f64)> {
        let dim = chosen.len();
        let tiny = 10.0 * self.tol.zero[dim - 1];
        let target = before * self.tol.width;
        let size = |i: u32| span(self.points, chosen, i).abs();
        let mut best = (NONE, -1.0);
        for i in self.tol.extremes {
            if !chosen.contains(&i) && size(i) > best.1 {
                best = (i, size(i));
            }
        }
        if best.0 == NONE || best.1 < tiny || (best.1 > 0.0 && best.1 / target < POOR) {
            for i in 0..self.points.len() as u32 {
                if chosen.contains(&i) || self.tol.extremes.contains(&i) || size(i) <= best.1 {
                    continue;
                }
                best = (i, size(i));
                if best.1 >= tiny && best.1 > 10.0 * POOR * target {
                    break;
                }
            }
        }
        (best.0 != NONE).then_some(best)
    }

    /// Planes of the first four facets, with the normals outwards.
    fn orient(&mut self) -> Result<(), Unhandled> {
        let mut sum = [0.0; 3];
        for v in (0..4).rev() {
            sum = vec3::add(sum, self.place(v));
        }
        self.interior = sum.map(|x| x / 4.0);
        self.set_plane(0);
        if self.facet(0).height(self.interior) > self.tol.round {
            for f in 0..4 {
                self.facet_mut(f).up ^= true;
            }
            self.set_plane(0);
        }
        for f in 1..4 {
            self.set_plane(f);
        }
        let interior = self.interior;
        if (0..4).any(|f| self.facet(f).height(interior) > self.tol.round) {
            for f in 0..4 {
                let facet = self.facet_mut(f);
                facet.up ^= true;
                if facet.height(interior) > 0.0 {
                    facet.normal = facet.normal.map(|x| -x);
                    facet.offset = -facet.offset;
                }
            }
        }
        let round = self.tol.round;
        for f in 0..4 {
            let facet = self.facet_mut(f);
            facet.flipped = facet.height(interior) >= -round;
        }
        if (0..4).any(|f| self.facet(f).flipped) {
            return Err(Unhandled);
        }
        let mut least = 1.0f64;
        for f in 0..4 {
            for g in 0..f {
                least = least.min(vec3::dot(self.facet(f).normal, self.facet(g).normal));
            }
        }
        self.narrow = least < NARROW;
        Ok(())
    }

    /// Assigns clear cases to the first facet below them, and the rest one by one.
    fn distribute(&mut self, chosen: [u32; 4]) {
        let mut rest: Vec<u32> = (0..self.points.len() as u32).filter(|i| !chosen.contains(i)).collect();
        let clear = self.clear();
        for f in 0..4 {
            let mut outside = vec![];
            let mut best: Option<(u32, f64)> = None;
            rest.retain(|&i| {
                let height = self.height(i, f);
                if height < clear {
                    return true;
                }
                match best {
                    Some((old, top)) if height > top => {
                        outside.push(old);
                        best = Some((i, height));
                    }
                    Some(_) => outside.push(i),
                    None => best = Some((i, height)),
                }
                false
            });
            if let Some((i, height)) = best {
                outside.push(i);
                self.facet_mut(f).furthest = height;
            }
            self.facet_mut(f).outside = outside;
        }
        self.look_at_all = true;
        for i in rest {
            self.place_point(i, self.facet_list.first());
        }
        self.look_at_all = false;
    }

    /// Moves the facet with the furthest outside point to the cursor.
    pub(super) fn bring_up_furthest(&mut self) {
        let mut best: Option<(u32, f64)> = None;
        for f in self.facet_list.from(self.facet_list.first()) {
            let facet = self.facet(f);
            if !facet.outside.is_empty() && best.is_none_or(|(_, b)| facet.furthest > b) {
                best = Some((f, facet.furthest));
            }
        }
        if let Some((f, _)) = best {
            self.facet_list.move_to_cursor(f);
        }
    }
}

/// Determinant of two or three chosen points relative to another one.
fn span(points: &[Vec3], chosen: &[u32], i: u32) -> f64 {
    let row = |c: u32| vec3::sub(points[c as usize], points[i as usize]);
    match *chosen {
        [a, b] => {
            let (a, b) = (row(a), row(b));
            a[0] * b[1] - a[1] * b[0]
        }
        [a, b, c] => {
            let (a, b, c) = (row(a), row(b), row(c));
            a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
        }
        _ => 0.0,
    }
}
