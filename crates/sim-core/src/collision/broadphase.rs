//! Broad phase: pairs of bodies whose bounding boxes overlap, by sweep and prune along the direction in which
//! the geoms are spread most.
//!
//! The world and immovable bodies with planes are paired with everyone: their boxes have no end.

use super::filter;
use crate::data::Data;
use crate::math::{Mat3, Vec3, eigen, mat3, row, vec3};
use crate::model::{GeomType, Model, enable};
use crate::sleep::Filter;

/// Bounds of a body in the sweep's frame: lowest and highest coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bounds {
    body: u32,
    /// All type and affinity bits of its geoms.
    bits: [i32; 2],
    low: Vec3,
    high: Vec3,
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
}

impl Work {
    /// The pairs of bodies found, the lower first, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        self.pairs.iter().map(|&pair| [(pair >> 32) as u32, pair as u32])
    }
}

/// Fills `work.pairs`.
pub fn body_pairs(m: &Model, d: &Data, work: &mut Work) {
    work.pairs.clear();
    let filter = Filter::new(m, d);
    let may_touch =
        |b1: usize, b2: usize| filter::bodies_may_touch(m, b1, b2) && !filter::is_pair_asleep(m, d, filter, b1, b2);
    pairs_with_everyone(m, &mut work.pairs, may_touch);
    if let Some(frame) = sweep_frame(m, d) {
        work.bounds.clear();
        for body in (1..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
            work.bounds.push(bounds(m, d, body, &frame));
        }
        sweep(work, may_touch);
    }
    work.pairs.sort_unstable();
    work.pairs.dedup();
}

/// Whether bits of one body, type and affinity, fit those of another.
fn fit([type1, affinity1]: [i32; 2], [type2, affinity2]: [i32; 2]) -> bool {
    filter::bits_match([type1, type2], [affinity1, affinity2])
}

fn pair(b1: usize, b2: usize) -> u64 {
    (b1.min(b2) as u64) << 32 | b1.max(b2) as u64
}

/// Pairs of the world, or of a body that cannot move and carries a plane, with every other body.
fn pairs_with_everyone(m: &Model, pairs: &mut Vec<u64>, may_touch: impl Fn(usize, usize) -> bool) {
    for b1 in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
        let immovable = m.body_dofnum[m.body_weldid[b1] as usize] == 0;
        let has_plane = || filter::geoms(m, b1).any(|g| m.geom_type[g] == GeomType::Plane);
        if !(b1 == 0 && m.body_geomnum[b1] > 0 || immovable && has_plane()) {
            continue;
        }
        let bits = filter::geom_bits(m, b1);
        for b2 in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
            if may_touch(b1, b2) && fit(bits, filter::geom_bits(m, b2)) {
                pairs.push(pair(b1, b2));
            }
        }
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

/// Bounds of a body's geoms, their margins included, along the rows of `frame`.
fn bounds(m: &Model, d: &Data, body: usize, frame: &Mat3) -> Bounds {
    let overriding = if m.opt.enableflags & enable::OVERRIDE != 0 { 0.5 * m.opt.o_margin } else { 0.0 };
    let mut out: Option<Bounds> = None;
    for g in filter::geoms(m, body) {
        let margin = if overriding != 0.0 { overriding } else { m.geom_margin[g] + m.geom_gap[g] };
        let aabb: [f64; 6] = row(&m.geom_aabb, g);
        let (pos, mat): (Vec3, Mat3) = (row(&d.geom_xpos, g), row(&d.geom_xmat, g));
        let centre = vec3::add(mat3::mul_vec(&mat, [aabb[0], aabb[1], aabb[2]]), pos);
        let radius = m.geom_rbound[g];
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        for j in 0..3 {
            let axis = row(frame, j);
            let half = (0..3).fold(0.0, |sum, k| sum + (aabb[3 + k] * vec3::dot(mat3::col(&mat, k), axis)).abs());
            let (middle, origin) = (vec3::dot(centre, axis), vec3::dot(pos, axis));
            // whichever of box and sphere is tighter
            low[j] = (origin - radius).max(middle - half) - margin;
            high[j] = (origin + radius).min(middle + half) + margin;
        }
        let bits = [m.geom_contype[g], m.geom_conaffinity[g]];
        let body = body as u32;
        out = Some(match out {
            None => Bounds { body, bits, low, high },
            Some(b) => Bounds {
                body,
                bits: [b.bits[0] | bits[0], b.bits[1] | bits[1]],
                low: std::array::from_fn(|j| b.low[j].min(low[j])),
                high: std::array::from_fn(|j| b.high[j].max(high[j])),
            },
        });
    }
    out.unwrap_or(Bounds { body: body as u32, ..Bounds::default() })
}

/// A number that sorts like `value` (which must not be NaN to be placed well).
fn sortable(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

/// Walks along the first axis and pairs bodies whose intervals overlap there and along the other two.
fn sweep(work: &mut Work, may_touch: impl Fn(usize, usize) -> bool) {
    let Work { bounds, starts, line, pairs } = work;
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
            let apart = |k: usize| b1.low[k] > b2.high[k] || b2.low[k] > b1.high[k];
            let (first, second) = (b1.body as usize, b2.body as usize);
            if !apart(1) && !apart(2) && fit(b1.bits, b2.bits) && may_touch(first, second) {
                pairs.push(pair(first, second));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds_at(body: u32, x: f64) -> Bounds {
        Bounds { body, bits: [1, 1], low: [x - 0.5, -0.5, -0.5], high: [x + 0.5, 0.5, 0.5] }
    }

    #[test]
    fn sweep_pairs_overlapping_intervals() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        m.opt.disableflags |= crate::model::disable::FILTERPARENT;
        m.geom_contype.fill(1);
        m.geom_conaffinity.fill(1);
        let bounds = vec![bounds_at(1, 0.0), bounds_at(2, 0.8), bounds_at(3, 1.6)];
        let mut work = Work { bounds, ..Work::default() };
        sweep(&mut work, |b1, b2| filter::bodies_may_touch(&m, b1, b2));
        let expected: &[[u32; 2]] = if m.ngeom > 0 { &[[1, 2], [2, 3]] } else { &[] };
        assert_eq!(work.pairs().collect::<Vec<_>>(), expected);
    }
}
