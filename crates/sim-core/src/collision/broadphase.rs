//! Broad phase: pairs of bodies whose bounding boxes overlap. A sweep along an axis of the world (`sweep`) finds candidates.
//! The few that remain are compared along the directions in which the geoms are spread, as MuJoCo does: whether boxes that just
//! touch count there decides about contacts.
//!
//! The world and immovable bodies with planes are paired with every body: their boxes are infinite. A proxy (`proxy`) stands for
//! a body. `bounds` shows why the sweep misses nothing that touches.

use super::bounds::Fit;
use super::filter;
use super::proxy;
use crate::math::{Mat3, eigen, row, vec3};
use crate::model::Model;
use crate::scratch::collision::{BroadWork, Proxy};
use crate::scratch::pair::Parents;
use crate::sleep::{Filter, SleepState};
use crate::stage::{BroadPhase, GeomPoses};

/// Pairs beyond which they are sorted by counting.
const MANY: usize = 128;

/// Which bodies may touch, whatever the poses.
struct Rules<'a> {
    m: &'a Model,
    body_awake: &'a [SleepState],
    filter: Filter,
    parents: Parents,
}

impl<'a> Rules<'a> {
    fn new(m: &'a Model, d: BroadPhase<'a>) -> Self {
        Self { m, body_awake: d.body_awake, filter: Filter::new(m, d.ntree_awake), parents: Parents::of_model(m) }
    }

    #[inline]
    fn allow(&self, a: &Proxy, b: &Proxy) -> bool {
        filter::bits_match([a.bits[0], b.bits[0]], [a.bits[1], b.bits[1]])
            && a.tree.may_touch(&b.tree, self.parents)
            && !a.sleeps_with(b, self.m, self.body_awake, self.filter)
    }
}

/// Fills `work.pairs`.
pub fn body_pairs(m: &Model, d: BroadPhase<'_>, work: &mut BroadWork) {
    let (rules, poses) = (Rules::new(m, d), GeomPoses!(d));
    let BroadWork { proxies, pairs, near, .. } = work;
    pairs.clear();
    near.clear();
    proxy::of_model(m, proxies);
    pairs_of_unbounded(proxies, pairs, &rules);
    let rest = usize::from(proxies.first().is_some_and(Proxy::is_world));
    if may_touch_each_other(&proxies[rest..]) {
        let fit = Fit::of_model(m);
        proxies[rest..].iter_mut().for_each(|proxy| proxy.place(m, poses, fit));
        find_near(work, rest, &rules);
    }
    if !work.near.is_empty() {
        confirm(work, m, poses);
    }
    sort(&mut work.pairs, &mut work.sorting, m.nbody);
    work.pairs.dedup();
}

/// Whether any types and affinities match: the parts of many robots touch the ground alone.
fn may_touch_each_other(proxies: &[Proxy]) -> bool {
    let [types, affinities] = proxies.iter().fold([0; 2], |[t, a], b| [t | b.bits[0], a | b.bits[1]]);
    types & affinities != 0
}

/// Sorts pairs of bodies: many of them by counting, first by the second body, then by the first.
fn sort(pairs: &mut Vec<u64>, (other, counts): &mut (Vec<u64>, Vec<u32>), nbody: usize) {
    if pairs.len() < MANY || pairs.len() < nbody {
        pairs.sort_unstable();
        return;
    }
    other.resize(pairs.len(), 0);
    for shift in [0, 32] {
        let body = |pair: u64| (pair >> shift) as u32 as usize;
        counts.clear();
        counts.resize(nbody + 1, 0);
        for &pair in &*pairs {
            counts[body(pair) + 1] += 1;
        }
        let mut sum = 0;
        for count in &mut *counts {
            sum += *count;
            *count = sum;
        }
        for &pair in &*pairs {
            let place = &mut counts[body(pair)];
            other[*place as usize] = pair;
            *place += 1;
        }
        std::mem::swap(pairs, other);
    }
}

fn pair(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// Pairs of the bodies that are paired with every other body.
fn pairs_of_unbounded(proxies: &[Proxy], pairs: &mut Vec<u64>, rules: &Rules<'_>) {
    for a in proxies.iter().filter(|a| a.is_unbounded(rules.m)) {
        pairs.extend(proxies.iter().filter(|&b| rules.allow(a, b)).map(|b| pair(a.body, b.body)));
    }
}

/// Finds proxies, from the place `first` on, whose boxes overlap and that may touch.
fn find_near(work: &mut BroadWork, first: usize, rules: &Rules<'_>) {
    let BroadWork { proxies, sweep, near, .. } = work;
    let (movers, most) = (&proxies[first..], rules.m.max_pairs());
    sweep.overlaps(
        movers.len(),
        |i| &movers[i].extent,
        |i, j| {
            // one pair beyond the limit is enough to report too many
            if near.len() <= most && rules.allow(&movers[i], &movers[j]) {
                let place = |i: usize| (first + i) as u32;
                near.push([place(i.min(j)), place(i.max(j))]);
            }
        },
    );
}

/// Keeps the pairs whose boxes overlap along the spread of the geoms too.
fn confirm(work: &mut BroadWork, m: &Model, d: GeomPoses<'_>) {
    let BroadWork { proxies, near, swept, pairs, .. } = work;
    let Some(frame) = spread_frame(m, d) else { return };
    swept.clear();
    swept.resize(proxies.len(), None);
    for &[a, b] in &*near {
        let [a, b] = [a, b].map(|place| place as usize);
        for place in [a, b] {
            swept[place].get_or_insert_with(|| proxies[place].extent_along(m, d, &frame));
        }
        if let (Some(first), Some(second)) = (&swept[a], &swept[b])
            && first.is_swept_with(second)
        {
            pairs.push(pair(proxies[a].body, proxies[b].body));
        }
    }
}

/// Axes along which the centres of the geoms outside the world are spread, largest first; `None` without such geoms.
pub(super) fn spread_frame(m: &Model, d: GeomPoses<'_>) -> Option<Mat3> {
    let centres = || (0..m.ngeom).filter(|&g| m.geom_bodyid[g] != 0).map(|g| row::<3>(d.geom_xpos, g));
    let (mut mean, mut count) = ([0.0; 3], 0.0);
    for centre in centres() {
        mean = vec3::add(mean, centre);
        count += 1.0;
    }
    if count == 0.0 {
        return None;
    }
    mean = vec3::scale(mean, 1.0 / count);
    let mut spread = [0.0; 9];
    for centre in centres() {
        let off = vec3::sub(centre, mean);
        for i in 0..3 {
            for j in 0..3 {
                spread[3 * i + j] += off[i] * off[j];
            }
        }
    }
    Some(eigen::symmetric(&spread.map(|s| s * (1.0 / count))).1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::pair::TreeFacts;
    use crate::shape::extent::Extent;

    fn proxy_at(m: &Model, body: u32, x: f64) -> Proxy {
        let extent = Extent { low: [x - 0.5, -0.5, -0.5], high: [x + 0.5, 0.5, 0.5] };
        Proxy { body, bits: [1, 1], tree: TreeFacts::of_body(m, body as usize), extent }
    }

    #[test]
    fn overlapping_boxes_are_near() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        m.opt.disableflags |= crate::model::DisableFlags::FILTERPARENT;
        let proxies = vec![proxy_at(&m, 1, 0.0), proxy_at(&m, 2, 0.8), proxy_at(&m, 3, 1.9)];
        let mut work = BroadWork { proxies, ..BroadWork::default() };
        find_near(&mut work, 0, &Rules::new(&m, BroadPhase::of(&m.make_data())));
        assert_eq!(work.near, [[0, 1]]);
    }

    #[test]
    fn counting_sorts_as_comparing_does() {
        let mut pairs: Vec<u64> = (0..500).map(|i| pair(i * 7 % 31, i * i % 37)).collect();
        let mut expected = pairs.clone();
        expected.sort_unstable();
        sort(&mut pairs, &mut Default::default(), 40);
        assert_eq!(pairs, expected);
    }
}
