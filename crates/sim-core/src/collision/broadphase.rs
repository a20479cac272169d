//! Broad phase: pairs of bodies whose bounding boxes overlap. A sweep along an axis of the world, in `sweep`, finds those
//! that may; few are left, and they are looked at along the directions in which the geoms are spread, as the reference
//! does: boxes that just touch there may or may not count, and so their contacts.
//!
//! The world and immovable bodies with planes are paired with everyone: their boxes have no end.

use super::filter;
use super::pair::{Kin, Parents};
use super::work::{Bounds, BroadWork};
use crate::math::{Mat3, Vec3, eigen, mat3, row, rows, vec3};
use crate::model::{EnableFlags, GeomType, Model};
use crate::shape::extent::Extent;
use crate::sleep::{Filter, SleepState};
use crate::stage::{BroadPhase, GeomPoses};

/// How many times a margin counts in the boxes of the sweep. Two boxes whose nearest features are corners or edges are told apart
/// by less than their distance and may be within the margin when boxes along the world's axes no longer are. Four is chosen,
/// not proved: the least that `pair_list.rs` in the conformance tests would accept is not known.
const CORNERS: f64 = 4.0;

/// Pairs beyond which they are sorted by counting.
const MANY: usize = 128;

/// Which bodies may touch, whatever their poses.
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
    fn allow(&self, a: &Bounds, b: &Bounds) -> bool {
        filter::bits_match([a.bits[0], b.bits[0]], [a.bits[1], b.bits[1]])
            && a.kin.may_touch(&b.kin, self.parents)
            && !filter::is_pair_asleep(self.m, self.body_awake, self.filter, a.body as usize, b.body as usize)
    }
}

/// Fills `work.pairs`.
pub fn body_pairs(m: &Model, d: BroadPhase<'_>, work: &mut BroadWork) {
    let (rules, poses) = (Rules::new(m, d), GeomPoses!(d));
    let BroadWork { bounds, pairs, near, .. } = work;
    pairs.clear();
    near.clear();
    bounds.clear();
    for body in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
        let (bits, kin) = (filter::geom_bits(m, body), Kin::of_body(m, body));
        bounds.push(Bounds { body: body as u32, bits, kin, extent: Extent::default() });
    }
    pairs_with_everyone(bounds, pairs, &rules);
    let rest = usize::from(bounds.first().is_some_and(|b| b.body == 0));
    if may_touch_each_other(&bounds[rest..]) {
        for b in &mut bounds[rest..] {
            b.extent = world_extent(m, poses, b.body as usize);
        }
        find_near(work, rest, &rules);
    }
    if !work.near.is_empty() {
        confirm(work, m, poses);
    }
    sort(&mut work.pairs, &mut work.sorting, m.nbody);
    work.pairs.dedup();
}

/// Whether there are types and affinities that fit: the parts of many robots touch the ground alone.
fn may_touch_each_other(bounds: &[Bounds]) -> bool {
    let [types, affinities] = bounds.iter().fold([0; 2], |[t, a], b| [t | b.bits[0], a | b.bits[1]]);
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

fn pair(b1: usize, b2: usize) -> u64 {
    (b1.min(b2) as u64) << 32 | b1.max(b2) as u64
}

/// Pairs of the world, or of a body that cannot move and carries a plane, with every other body.
fn pairs_with_everyone(bounds: &[Bounds], pairs: &mut Vec<u64>, rules: &Rules<'_>) {
    let m = rules.m;
    for a in bounds {
        let body = a.body as usize;
        let has_plane = || filter::geoms(m, body).any(|g| m.geom_type[g] == GeomType::Plane);
        if !(body == 0 && m.body_geomnum[body] > 0 || !a.kin.moves() && has_plane()) {
            continue;
        }
        pairs.extend(bounds.iter().filter(|&b| rules.allow(a, b)).map(|b| pair(body, b.body as usize)));
    }
}

/// The bounding box of a geom, margin included, and the sphere around it.
struct Hold<'a> {
    margin: f64,
    centre: Vec3,
    half: Vec3,
    pos: Vec3,
    mat: &'a Mat3,
    radius: f64,
}

impl<'a> Hold<'a> {
    // in line: handed back through memory, the numbers would be waited for
    #[inline(always)]
    fn of(m: &Model, d: GeomPoses<'a>, g: usize) -> Self {
        let overriding = if m.opt.enableflags.contains(EnableFlags::OVERRIDE) { 0.5 * m.opt.o_margin } else { 0.0 };
        let margin = if overriding != 0.0 { overriding } else { m.geom_margin[g] + m.geom_gap[g] };
        let aabb: &[f64; 6] = &rows(&m.geom_aabb)[g];
        let (pos, mat): (Vec3, &Mat3) = (row(d.geom_xpos, g), &rows(d.geom_xmat)[g]);
        let centre = vec3::add(mat3::mul_vec(mat, [aabb[0], aabb[1], aabb[2]]), pos);
        Self { margin, centre, half: [aabb[3], aabb[4], aabb[5]], pos, mat, radius: m.geom_rbound[g] }
    }
}

/// Box along the axes of the world that holds a body's geoms, with room for rounding.
fn world_extent(m: &Model, d: GeomPoses<'_>, body: usize) -> Extent {
    let mut out = Extent { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };
    for g in filter::geoms(m, body) {
        let Hold { margin, centre, half, pos, mat, radius } = Hold::of(m, d, g);
        let mut reach =
            [0, 3, 6].map(|j| half[0] * mat[j].abs() + half[1] * mat[j + 1].abs() + half[2] * mat[j + 2].abs());
        let mut radius = radius;
        if m.geom_type[g] == GeomType::Sdf {
            // a distance field may reach out of its box: whatever frame that box is seen from, this holds what is seen
            (reach, radius) = ([3.0_f64.sqrt() * vec3::norm(half); 3], f64::INFINITY);
        }
        for j in 0..3 {
            // whichever of box and sphere is tighter
            let low = greater(pos[j] - radius, centre[j] - reach[j]);
            let high = lesser(pos[j] + radius, centre[j] + reach[j]);
            let slack = CORNERS * margin + 1e-9 * (low.abs() + high.abs() + 1.0);
            out.low[j] = lesser(low - slack, out.low[j]);
            out.high[j] = greater(high + slack, out.high[j]);
        }
    }
    out
}

/// `a` if it is greater, `b` otherwise: one operation, unlike `f64::max`, which has to look for what is not a number.
#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// `a` if it is less, `b` otherwise.
#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Finds bodies, from the place `first` on, whose boxes overlap and that may touch.
fn find_near(work: &mut BroadWork, first: usize, rules: &Rules<'_>) {
    let BroadWork { bounds, sweep, near, .. } = work;
    let movers = &bounds[first..];
    sweep.overlaps(
        movers.len(),
        |i| &movers[i].extent,
        |i, j| {
            if rules.allow(&movers[i], &movers[j]) {
                let place = |i: usize| (first + i) as u32;
                near.push([place(i.min(j)), place(i.max(j))]);
            }
        },
    );
}

/// Keeps the pairs whose boxes overlap along the spread of the geoms too.
fn confirm(work: &mut BroadWork, m: &Model, d: GeomPoses<'_>) {
    let BroadWork { bounds, near, swept, pairs, .. } = work;
    let Some(frame) = spread_frame(m, d) else { return };
    swept.clear();
    swept.resize(bounds.len(), None);
    for &[a, b] in &*near {
        let body = |place: u32| bounds[place as usize].body as usize;
        for place in [a, b] {
            swept[place as usize].get_or_insert_with(|| extent_along(m, d, body(place), &frame));
        }
        if let (Some(first), Some(second)) = (&swept[a as usize], &swept[b as usize])
            && first.is_swept_with(second)
        {
            pairs.push(pair(body(a), body(b)));
        }
    }
}

/// Axes along which the centres of the geoms outside the world are spread, largest first; none without such geoms.
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

/// Box of a body's geoms, their margins included, along the rows of `frame`.
pub(super) fn extent_along(m: &Model, d: GeomPoses<'_>, body: usize, frame: &Mat3) -> Extent {
    let mut out = Extent::default();
    for (i, g) in filter::geoms(m, body).enumerate() {
        let Hold { margin, centre, half, pos, mat, radius } = Hold::of(m, d, g);
        for j in 0..3 {
            let axis = row(frame, j);
            let reach = (0..3).fold(0.0, |sum, k| sum + (half[k] * vec3::dot(mat3::col(mat, k), axis)).abs());
            let (middle, origin) = (vec3::dot(centre, axis), vec3::dot(pos, axis));
            let low = (origin - radius).max(middle - reach) - margin;
            let high = (origin + radius).min(middle + reach) + margin;
            (out.low[j], out.high[j]) = if i == 0 { (low, high) } else { (out.low[j].min(low), out.high[j].max(high)) };
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds_at(m: &Model, body: u32, x: f64) -> Bounds {
        let extent = Extent { low: [x - 0.5, -0.5, -0.5], high: [x + 0.5, 0.5, 0.5] };
        Bounds { body, bits: [1, 1], kin: Kin::of_body(m, body as usize), extent }
    }

    #[test]
    fn overlapping_boxes_are_near() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        m.opt.disableflags |= crate::model::DisableFlags::FILTERPARENT;
        let bounds = vec![bounds_at(&m, 1, 0.0), bounds_at(&m, 2, 0.8), bounds_at(&m, 3, 1.9)];
        let mut work = BroadWork { bounds, ..BroadWork::default() };
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
