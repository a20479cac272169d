//! The pairs of geoms that may touch whatever the poses, found once: small models need no search.
//!
//! A pair's bounding spheres are compared, then it is collided. Only where it touches is it asked whether the reference's
//! rules, which go by the boxes of bodies and geoms, would have let it through; so contacts and their order are those of the
//! search, bit for bit. The list holds for the fields of the Model that it was made from, which are compared in every pass.

use super::broadphase::{self, extent_along};
use super::pair::{GeomPair, Kin, Parents, is_collidable};
use super::work::{Group, PairList};
use super::{filter, midphase};
use crate::math::Mat3;
use crate::model::{DisableFlags, GeomType, Model};
use crate::stage::{Candidates, GeomPoses};
use bytemuck::cast_slice;

/// Pairs up to which looking at all of them costs less than a sweep. Beyond that it depends on the motion: where limbs lie in a
/// heap, many spheres meet that boxes tell apart.
const MOST: usize = 16;

/// Geoms beyond which nobody asks: the list would hold too many pairs, and comparing the fields it follows from costs time.
const MOST_GEOMS: usize = 16;

/// The fields of a Model that the list follows from.
fn sources(m: &Model) -> [&[i32]; 16] {
    [
        &m.geom_contype,
        &m.geom_conaffinity,
        cast_slice(&m.geom_type),
        &m.geom_bodyid,
        &m.body_contype,
        &m.body_conaffinity,
        &m.body_weldid,
        &m.body_parentid,
        &m.body_dofnum,
        &m.body_geomnum,
        &m.body_geomadr,
        &m.body_bvhadr,
        &m.exclude_signature,
        &m.pair_geom1,
        &m.pair_geom2,
        &m.pair_signature,
    ]
}

/// The options that it follows from.
fn options(m: &Model) -> DisableFlags {
    m.opt.disableflags & (DisableFlags::FILTERPARENT | DisableFlags::MIDPHASE)
}

impl PairList {
    /// Brings the list up to date; whether it may be used.
    #[inline]
    pub(super) fn follow(&mut self, m: &Model) -> bool {
        if m.ngeom > MOST_GEOMS {
            return false;
        }
        if !self.is_of(m) {
            self.make(m);
        }
        self.complete
    }

    fn is_of(&self, m: &Model) -> bool {
        let mut rest = &self.made_from[..];
        let same = sources(m).iter().all(|source| {
            let Some((own, after)) = rest.split_at_checked(source.len()) else { return false };
            rest = after;
            own == *source
        });
        same && rest.is_empty() && self.options == options(m).bits() && self.nbody == m.nbody
    }

    #[cold]
    fn make(&mut self, m: &Model) {
        self.made_from.clear();
        sources(m).iter().for_each(|source| self.made_from.extend_from_slice(source));
        (self.options, self.nbody) = (options(m).bits(), m.nbody);
        self.groups.clear();
        self.pairs.clear();
        self.complete = self.collect(m).is_some();
    }

    /// All pairs in the order in which the search meets them; nothing where there are too many, or where an explicit pair is
    /// not filed under its bodies.
    fn collect(&mut self, m: &Model) -> Option<()> {
        let parents = Parents::of_model(m);
        let bodies: Vec<(usize, [i32; 2], Kin)> = (0..m.nbody)
            .filter(|&b| filter::body_can_touch(m, b))
            .map(|b| (b, filter::geom_bits(m, b), Kin::of_body(m, b)))
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
                let joins_everyone = joins_everyone(m, b1, &kin1) || joins_everyone(m, b2, &kin2);
                self.add_bodies(m, [b1, b2], joins_everyone, signature)?;
            }
        }
        (next..m.npair).for_each(|p| self.add_explicit(m, p));
        (self.pairs.len() <= MOST).then_some(())
    }

    fn add_explicit(&mut self, m: &Model, p: usize) {
        let first = self.pairs.len();
        self.pairs.push(GeomPair::new(m, m.pair_geom1[p] as usize, m.pair_geom2[p] as usize, Some(p)));
        self.groups.push(Group { bodies: None, first, end: first + 1, joins_everyone: true, has_boxes: false });
    }

    fn add_bodies(&mut self, m: &Model, bodies: [usize; 2], joins_everyone: bool, signature: u32) -> Option<()> {
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
                    self.pairs.push(pair);
                }
            }
            if self.pairs.len() > MOST {
                return None;
            }
        }
        let has_boxes = filter::has_middle_phase(m, bodies);
        if has_boxes {
            self.pairs[first..].sort_unstable_by_key(|p| (p.g1, p.g2));
        }
        let end = self.pairs.len();
        if end > first {
            self.groups.push(Group { bodies: Some(bodies), first, end, joins_everyone, has_boxes });
        }
        Some(())
    }
}

/// Whether a body's box has no end, so that it is paired with everyone.
fn joins_everyone(m: &Model, body: usize, kin: &Kin) -> bool {
    let has_plane = || filter::geoms(m, body).any(|g| m.geom_type[g] == GeomType::Plane);
    body == 0 && m.body_geomnum[body] > 0 || !kin.moves() && has_plane()
}

/// Whether the box of a pair is worth a look before the pair is collided: where that is a search.
#[inline]
pub(super) fn is_costly(m: &Model, pair: &GeomPair) -> bool {
    let [a, b] = [pair.g1, pair.g2].map(|g| m.geom_type[g as usize]);
    a == GeomType::HField
        || b >= GeomType::Mesh
        || a >= GeomType::Sphere
            && matches!(b, GeomType::Ellipsoid | GeomType::Cylinder)
            && !(a == GeomType::Sphere && b == GeomType::Cylinder)
        || a >= GeomType::Ellipsoid && b == GeomType::Box && a != GeomType::Box
}

/// What the reference's rules say about pairs that touch, found out where it is asked.
pub(super) struct Rules<'a> {
    pub m: &'a Model,
    /// Directions in which the geoms are spread.
    frame: Option<Option<Mat3>>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(m: &'a Model) -> Self {
        Self { m, frame: None }
    }

    /// Whether the boxes of two bodies meet.
    pub(super) fn bodies_meet(&mut self, d: GeomPoses<'_>, [b1, b2]: [usize; 2]) -> bool {
        let m = self.m;
        let Some(frame) = self.frame.get_or_insert_with(|| broadphase::spread_frame(m, d)) else { return false };
        extent_along(m, d, b1, frame).is_swept_with(&extent_along(m, d, b2, frame))
    }

    /// The pairs of geoms of two bodies that the middle phase lets through.
    pub(super) fn middle_phase(
        &self,
        d: &mut Candidates<'_>,
        bodies: [usize; 2],
        stack: &mut Vec<[u32; 2]>,
        out: &mut Vec<GeomPair>,
    ) {
        out.clear();
        midphase::geom_pairs(self.m, d, bodies, |_, _| true, stack, out);
    }
}
