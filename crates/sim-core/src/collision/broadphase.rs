//! Broad phase: pairs of bodies whose bounding boxes overlap, by sweep and prune along the direction in which
//! the geoms are spread most.
//!
//! The world and immovable bodies with planes are paired with everyone: their boxes have no end.

use super::filter::{self, Kin};
use crate::data::Data;
use crate::math::{Mat3, Vec3, eigen, mat3, row, rows, vec3};
use crate::model::{GeomType, Model, enable};
use crate::sleep::Filter;

/// Pairs beyond which they are sorted by counting.
const MANY: usize = 128;

/// What the broad phase knows of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bounds {
    body: u32,
    /// All type and affinity bits of its geoms.
    bits: [i32; 2],
    kin: Kin,
    /// Lowest and highest coordinates in the sweep's frame.
    low: Vec3,
    high: Vec3,
}

impl Bounds {
    /// Whether the boxes overlap along the second and third axis.
    #[inline]
    fn overlap_across(&self, other: &Self) -> bool {
        // asked as one question: the answers cannot be foreseen
        let apart = |k: usize| (self.low[k] > other.high[k]) | (other.low[k] > self.high[k]);
        !(apart(1) | apart(2))
    }
}

/// Which bodies may touch, whatever their poses.
struct Rules<'a> {
    m: &'a Model,
    d: &'a Data,
    filter: Filter,
    filter_parent: bool,
}

impl<'a> Rules<'a> {
    fn new(m: &'a Model, d: &'a Data) -> Self {
        Self { m, d, filter: Filter::new(m, d), filter_parent: filter::filters_parents(m) }
    }

    #[inline]
    fn allow(&self, a: &Bounds, b: &Bounds) -> bool {
        filter::bits_match([a.bits[0], b.bits[0]], [a.bits[1], b.bits[1]])
            && a.kin.may_touch(&b.kin, self.filter_parent)
            && !filter::is_pair_asleep(self.m, self.d, self.filter, a.body as usize, b.body as usize)
    }
}

/// Work space of the broad phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    bounds: Vec<Bounds>,
    /// Lower ends along the sweep as sortable numbers, each followed by its place in the list of bounds.
    starts: Vec<u64>,
    /// Bodies in the order of their lower ends: that end, the upper one, and the place in the list of bounds.
    line: Vec<(f32, f32, u32)>,
    /// The result: pairs of bodies, the lower one in the upper half, sorted and unique.
    pairs: Vec<u64>,
    /// Pairs on the way to their order, and how many there are of each body.
    sorting: (Vec<u64>, Vec<u32>),
}

impl Work {
    /// The pairs of bodies found, the lower first, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        self.pairs.iter().map(|&pair| [(pair >> 32) as u32, pair as u32])
    }
}

/// Fills `work.pairs`.
pub fn body_pairs(m: &Model, d: &Data, work: &mut Work) {
    let rules = Rules::new(m, d);
    let Work { bounds, pairs, .. } = work;
    pairs.clear();
    bounds.clear();
    let frame = sweep_frame(m, d);
    for body in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
        bounds.push(bounds_of(m, d, body, frame.as_ref().filter(|_| body > 0)));
    }
    pairs_with_everyone(bounds, pairs, &rules);
    if frame.is_some() {
        sweep(work, &rules);
    }
    sort(&mut work.pairs, &mut work.sorting, m.nbody);
    work.pairs.dedup();
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

/// Axes along which the centres of the geoms outside the world are spread, largest first; none without such geoms.
fn sweep_frame(m: &Model, d: &Data) -> Option<Mat3> {
    let centres = || (0..m.ngeom).filter(|&g| m.geom_bodyid[g] != 0).map(|g| row::<3>(&d.geom_xpos, g));
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

/// Bounds of a body's geoms, their margins included, along the rows of `frame`; without it they are left at zero.
fn bounds_of(m: &Model, d: &Data, body: usize, frame: Option<&Mat3>) -> Bounds {
    let bits = filter::geom_bits(m, body);
    let mut out = Bounds { body: body as u32, bits, kin: Kin::of_body(m, body), low: [0.0; 3], high: [0.0; 3] };
    let Some(frame) = frame else { return out };
    let overriding = if m.opt.enableflags & enable::OVERRIDE != 0 { 0.5 * m.opt.o_margin } else { 0.0 };
    for (i, g) in filter::geoms(m, body).enumerate() {
        let margin = if overriding != 0.0 { overriding } else { m.geom_margin[g] + m.geom_gap[g] };
        let aabb: &[f64; 6] = &rows(&m.geom_aabb)[g];
        let (pos, mat): (Vec3, &Mat3) = (row(&d.geom_xpos, g), &rows(&d.geom_xmat)[g]);
        let centre = vec3::add(mat3::mul_vec(mat, [aabb[0], aabb[1], aabb[2]]), pos);
        let radius = m.geom_rbound[g];
        for j in 0..3 {
            let axis = row(frame, j);
            let half = (0..3).fold(0.0, |sum, k| sum + (aabb[3 + k] * vec3::dot(mat3::col(mat, k), axis)).abs());
            let (middle, origin) = (vec3::dot(centre, axis), vec3::dot(pos, axis));
            // whichever of box and sphere is tighter
            let low = (origin - radius).max(middle - half) - margin;
            let high = (origin + radius).min(middle + half) + margin;
            (out.low[j], out.high[j]) = if i == 0 { (low, high) } else { (out.low[j].min(low), out.high[j].max(high)) };
        }
    }
    out
}

/// A number that sorts like `value` (which must not be NaN to be placed well).
fn sortable(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// Walks along the first axis and pairs bodies other than the world whose intervals overlap there and along the other two.
fn sweep(work: &mut Work, rules: &Rules<'_>) {
    let Work { bounds, starts, line, pairs, .. } = work;
    let bounds = &bounds[usize::from(bounds.first().is_some_and(|b| b.body == 0))..];
    // single precision as in the reference: it decides which of two touching ends comes first; adding zero takes the
    // sign off a zero
    starts.clear();
    starts.extend((0u64..).zip(bounds.iter()).map(|(i, b)| u64::from(sortable(b.low[0] as f32 + 0.0)) << 32 | i));
    starts.sort_unstable();
    line.clear();
    line.extend(starts.iter().map(|&start| {
        let place = start as u32;
        let b = &bounds[place as usize];
        (b.low[0] as f32, b.high[0] as f32, place)
    }));
    for (i, &(_, end, place1)) in line.iter().enumerate() {
        let b1 = &bounds[place1 as usize];
        for &(start, _, place2) in &line[i + 1..] {
            if start > end {
                break;
            }
            // where one body ends just as the other begins, the one with the higher number counts as ending later
            if start == end && place1 < place2 {
                continue;
            }
            let b2 = &bounds[place2 as usize];
            if b1.overlap_across(b2) && rules.allow(b1, b2) {
                pairs.push(pair(b1.body as usize, b2.body as usize));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds_at(m: &Model, body: u32, x: f64) -> Bounds {
        let kin = Kin::of_body(m, body as usize);
        Bounds { body, bits: [1, 1], kin, low: [x - 0.5, -0.5, -0.5], high: [x + 0.5, 0.5, 0.5] }
    }

    #[test]
    fn sweep_pairs_overlapping_intervals() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        m.opt.disableflags |= crate::model::disable::FILTERPARENT;
        let bounds = vec![bounds_at(&m, 1, 0.0), bounds_at(&m, 2, 0.8), bounds_at(&m, 3, 1.6)];
        let mut work = Work { bounds, ..Work::default() };
        sweep(&mut work, &Rules::new(&m, &m.make_data()));
        assert_eq!(work.pairs().collect::<Vec<_>>(), [[1, 2], [2, 3]]);
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
