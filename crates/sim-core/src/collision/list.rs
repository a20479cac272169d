//! The pairs of geoms that may touch whatever the poses, found once: small models need no search.
//!
//! Bounding spheres of bodies, then of geoms, are compared, then the pair is collided. If it touches, the boxes of bodies and
//! geoms decide whether the search would have found it. Contacts and their order are therefore those of the search, bit for bit.
//! The list holds for the arrays of the Model that it was made from, which are compared in every pass.

use super::{bounds, filter, rules};
use crate::math::{row, rows, vec3};
use crate::model::{GeomType, Model};
use crate::scratch::collision::{Group, Listed, PairList, Proximity, Test};
use crate::scratch::pair::{GeomPair, Parents, TreeFacts, is_collidable};
use crate::scratch::sources::Sources;
use std::ops::Range;

/// Pairs up to which looking at all of them costs less than a sweep.
const MOST: usize = 1000;

/// Geoms beyond which pairs are not counted: there are too many.
const MOST_GEOMS: usize = 1000;

/// Growth of the sphere of several geoms, so that rounding never separates what touches.
const ROUNDING: f64 = 1.0 + 1e-9;

impl PairList {
    /// Brings the list up to date; whether it may be used.
    #[inline]
    pub(super) fn follow(&mut self, m: &Model) -> bool {
        if !self.made_from.are_of(m) {
            self.make(m);
        }
        self.complete
    }

    #[cold]
    fn make(&mut self, m: &Model) {
        self.made_from = Sources::of(m);
        self.groups.clear();
        self.pairs.clear();
        self.complete = m.ngeom <= MOST_GEOMS && self.collect(m, MOST).is_some();
    }

    /// All pairs in the order in which the search meets them; empty if there are more than `most`, or if an explicit pair is not
    /// filed under its bodies.
    pub(super) fn collect(&mut self, m: &Model, most: usize) -> Option<()> {
        let parents = Parents::of_model(m);
        let bodies: Vec<(usize, [i32; 2], TreeFacts)> = (0..m.nbody)
            .filter(|&b| filter::body_can_touch(m, b))
            .map(|b| (b, filter::geom_bits(m, b), TreeFacts::of_body(m, b)))
            .collect();
        for p in 0..m.npair {
            let [a, b] = [m.pair_geom1[p], m.pair_geom2[p]].map(|g| m.geom_bodyid[g as usize] as u32);
            if m.pair_signature[p] as u32 != filter::signature(a.min(b), a.max(b)) {
                return None;
            }
        }
        let mut next = 0;
        for (i, &(b1, bits1, kin1)) in bodies.iter().enumerate() {
            for &(b2, bits2, kin2) in &bodies[i + 1..] {
                let allowed =
                    filter::bits_match([bits1[0], bits2[0]], [bits1[1], bits2[1]]) && kin1.may_touch(&kin2, parents);
                let signature = filter::signature(b1 as u32, b2 as u32);
                if !allowed || !filter::body_bits_match(m, b1, b2) || filter::is_excluded(m, signature) {
                    continue;
                }
                while next < m.npair && m.pair_signature[next] as u32 <= signature {
                    self.add_explicit(m, next);
                    next += 1;
                }
                let is_unbounded = is_unbounded(m, b1, &kin1) || is_unbounded(m, b2, &kin2);
                self.add_bodies(m, [b1, b2], is_unbounded, signature, most)?;
            }
        }
        (next..m.npair).for_each(|p| self.add_explicit(m, p));
        (self.pairs.len() <= most).then_some(())
    }

    fn add_explicit(&mut self, m: &Model, p: usize) {
        let first = self.pairs.len();
        let pair = GeomPair::new(m, m.pair_geom1[p] as usize, m.pair_geom2[p] as usize, Some(p));
        self.pairs.push(listed(m, pair));
        let near = Proximity::ALWAYS;
        self.groups.push(Group { near, bodies: None, first, end: first + 1, is_unbounded: true, has_boxes: false });
    }

    fn add_bodies(
        &mut self,
        m: &Model,
        bodies: [usize; 2],
        is_unbounded: bool,
        signature: u32,
        most: usize,
    ) -> Option<()> {
        let is_named = |g1: usize, g2: usize| {
            let ids = (g1 as i32, g2 as i32);
            (0..m.npair).filter(|&p| m.pair_signature[p] as u32 == signature).any(|p| {
                let pair = (m.pair_geom1[p], m.pair_geom2[p]);
                pair == ids || pair == (ids.1, ids.0)
            })
        };
        let first = self.pairs.len();
        let [geoms1, geoms2] = bodies.map(|b| filter::geoms(m, b));
        for g1 in geoms1 {
            for g2 in geoms2.clone() {
                let pair = GeomPair::new(m, g1, g2, None);
                let kinds = [m.geom_type[pair.g1 as usize], m.geom_type[pair.g2 as usize]];
                if filter::geom_bits_match(m, g1, g2) && is_collidable(kinds[0], kinds[1]) && !is_named(g1, g2) {
                    self.pairs.push(listed(m, pair));
                }
            }
            if self.pairs.len() > most {
                return None;
            }
        }
        let has_boxes = filter::has_middle_phase(m, bodies);
        if has_boxes {
            self.pairs[first..].sort_unstable_by_key(|p| (p.pair.g1, p.pair.g2));
        }
        let end = self.pairs.len();
        if end > first {
            let near = if end - first > 1 { near_bodies(m, bodies, &self.pairs[first..]) } else { Proximity::ALWAYS };
            self.groups.push(Group { near, bodies: Some(bodies), first, end, is_unbounded, has_boxes });
        }
        Some(())
    }
}

/// A pair with what every pass needs to know about it.
fn listed(m: &Model, pair: GeomPair) -> Listed {
    let (g1, g2) = (pair.g1 as usize, pair.g2 as usize);
    let (margin, gap) = pair.margin_and_gap(m);
    let (r1, r2) = (m.geom_rbound[g1], m.geom_rbound[g2]);
    let (test, bound) = if r1 > 0.0 && r2 > 0.0 {
        (Test::Spheres, r1 + r2 + (margin + gap))
    } else if m.geom_type[g1] == GeomType::Plane && r2 > 0.0 {
        (Test::Plane, (margin + gap) + r2)
    } else {
        (Test::Always, 0.0)
    };
    let near = Proximity { test, first: pair.g1, second: pair.g2, bound };
    let has_boxes = test == Test::Spheres && is_in_its_box(m, g1) && is_in_its_box(m, g2);
    let reach = margin + gap;
    let two_boxes = m.geom_type[g1] == GeomType::Box && m.geom_type[g2] == GeomType::Box;
    let box_reach = if two_boxes { reach.max(bounds::CORNERS * reach) } else { reach };
    Listed { near, pair, reach, box_reach, is_costly: rules::is_costly(m, &pair), has_boxes }
}

/// Whether a geom's box holds the geom, as the loader makes it: of a primitive whose size was edited the box may be too small, and
/// of a mesh or a field that is not asked.
fn is_in_its_box(m: &Model, g: usize) -> bool {
    let (size, bounds): ([f64; 3], &[f64; 6]) = (row(&m.geom_size, g), &rows(&m.geom_aabb)[g]);
    let half = match m.geom_type[g] {
        GeomType::Sphere => [size[0]; 3],
        GeomType::Capsule => [size[0], size[0], size[0] + size[1]],
        GeomType::Cylinder => [size[0], size[0], size[1]],
        GeomType::Ellipsoid | GeomType::Box => size,
        _ => return false,
    };
    (0..3).all(|k| bounds[3 + k] >= half[k] + bounds[k].abs())
}

/// The test that no pair of two bodies passes unless the bodies do: spheres around all their geoms, or a plane and one.
fn near_bodies(m: &Model, bodies: [usize; 2], pairs: &[Listed]) -> Proximity {
    let reach = pairs.iter().fold(0.0, |most: f64, pair| most.max(pair.reach));
    let [geoms1, geoms2] = bodies.map(|b| filter::geoms(m, b));
    let lone_plane = |geoms: &Range<usize>| geoms.len() == 1 && m.geom_type[geoms.start] == GeomType::Plane;
    let balls = [ball_around(m, geoms1.clone()), ball_around(m, geoms2.clone())];
    let (test, first, second, bound) = match balls {
        [Some((a, r1)), Some((b, r2))] => (Test::Spheres, a, b, r1 + r2 + reach),
        [None, Some((b, r2))] if lone_plane(&geoms1) => (Test::Plane, geoms1.start, b, reach + r2),
        [Some((a, r1)), None] if lone_plane(&geoms2) => (Test::Plane, geoms2.start, a, reach + r1),
        _ => return Proximity::ALWAYS,
    };
    if bound.is_finite() {
        Proximity { test, first: first as u32, second: second as u32, bound: bound * ROUNDING }
    } else {
        Proximity::ALWAYS
    }
}

/// A geom of a body in the middle of which the smallest ball around all of them lies, and its radius; `None` if a geom is infinite.
fn ball_around(m: &Model, geoms: Range<usize>) -> Option<(usize, f64)> {
    let has_end = |g: usize| m.geom_rbound[g] > 0.0;
    if geoms.is_empty() || !geoms.clone().all(has_end) {
        return None;
    }
    let radius_from = |centre: usize| {
        let from = row::<3>(&m.geom_pos, centre);
        geoms
            .clone()
            .fold(0.0, |most: f64, g| most.max(vec3::norm(vec3::sub(row(&m.geom_pos, g), from)) + m.geom_rbound[g]))
    };
    let balls = geoms.clone().map(|centre| (centre, radius_from(centre)));
    balls.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Whether a body's box has no end, so that it is paired with everyone.
fn is_unbounded(m: &Model, body: usize, tree: &TreeFacts) -> bool {
    let has_plane = || filter::geoms(m, body).any(|g| m.geom_type[g] == GeomType::Plane);
    body == 0 && m.body_geomnum[body] > 0 || !tree.moves() && has_plane()
}
