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
    low: Vec3,
    high: Vec3,
}

/// One end of a body's interval along the sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    value: f32,
    /// Twice the place in the list of bounds, plus one for the upper end: ties keep this order.
    place: u32,
}

/// Work space of the broad phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    bounds: Vec<Bounds>,
    ends: Vec<End>,
    active: Vec<u32>,
    /// The result: pairs of bodies, the lower first, sorted and unique.
    pub pairs: Vec<[u32; 2]>,
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
        sweep(m, work, may_touch);
    }
    work.pairs.sort_unstable();
    work.pairs.dedup();
}

/// Adds a pair if some of the geoms' bits fit.
fn add(m: &Model, b1: usize, b2: usize, pairs: &mut Vec<[u32; 2]>) {
    let ([type1, affinity1], [type2, affinity2]) = (filter::geom_bits(m, b1), filter::geom_bits(m, b2));
    if filter::bits_match([type1, type2], [affinity1, affinity2]) {
        pairs.push([b1.min(b2) as u32, b1.max(b2) as u32]);
    }
}

/// Pairs of the world, or of a body that cannot move and carries a plane, with every other body.
fn pairs_with_everyone(m: &Model, pairs: &mut Vec<[u32; 2]>, may_touch: impl Fn(usize, usize) -> bool) {
    for b1 in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
        let immovable = m.body_dofnum[m.body_weldid[b1] as usize] == 0;
        let has_plane = || filter::geoms(m, b1).any(|g| m.geom_type[g] == GeomType::Plane);
        if !(b1 == 0 && m.body_geomnum[b1] > 0 || immovable && has_plane()) {
            continue;
        }
        for b2 in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
            if may_touch(b1, b2) {
                add(m, b1, b2, pairs);
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
        let body = body as u32;
        out = Some(match out {
            None => Bounds { body, low, high },
            Some(b) => Bounds {
                body,
                low: std::array::from_fn(|j| b.low[j].min(low[j])),
                high: std::array::from_fn(|j| b.high[j].max(high[j])),
            },
        });
    }
    out.unwrap_or(Bounds { body: body as u32, ..Bounds::default() })
}

/// Walks along the first axis and pairs bodies whose intervals overlap there and along the other two.
fn sweep(m: &Model, work: &mut Work, may_touch: impl Fn(usize, usize) -> bool) {
    let Work { bounds, ends, active, pairs } = work;
    ends.clear();
    active.clear();
    for (i, b) in bounds.iter().enumerate() {
        let place = 2 * i as u32;
        // single precision as in the reference: it decides which of two touching ends comes first; adding zero
        // takes the sign off a zero
        ends.push(End { value: b.low[0] as f32 + 0.0, place });
        ends.push(End { value: b.high[0] as f32 + 0.0, place: place + 1 });
    }
    ends.sort_unstable_by(|a, b| a.value.total_cmp(&b.value).then(a.place.cmp(&b.place)));
    for end in ends.iter() {
        let id = end.place / 2;
        if end.place % 2 == 1 {
            active.retain(|&other| other != id);
            continue;
        }
        let b2 = &bounds[id as usize];
        for &other in active.iter() {
            let b1 = &bounds[other as usize];
            let apart = |k: usize| b1.low[k] > b2.high[k] || b2.low[k] > b1.high[k];
            let (first, second) = (b1.body as usize, b2.body as usize);
            if !apart(1) && !apart(2) && may_touch(first, second) {
                add(m, first, second, pairs);
            }
        }
        active.push(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds_at(body: u32, x: f64) -> Bounds {
        Bounds { body, low: [x - 0.5, -0.5, -0.5], high: [x + 0.5, 0.5, 0.5] }
    }

    #[test]
    fn sweep_pairs_overlapping_intervals() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        m.opt.disableflags |= crate::model::disable::FILTERPARENT;
        m.geom_contype.fill(1);
        m.geom_conaffinity.fill(1);
        let bounds = vec![bounds_at(1, 0.0), bounds_at(2, 0.8), bounds_at(3, 1.6)];
        let mut work = Work { bounds, ..Work::default() };
        sweep(&m, &mut work, |b1, b2| filter::bodies_may_touch(&m, b1, b2));
        let expected: &[[u32; 2]] = if m.ngeom > 0 { &[[1, 2], [2, 3]] } else { &[] };
        assert_eq!(work.pairs, expected);
    }
}
