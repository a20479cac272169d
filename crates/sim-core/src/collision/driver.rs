//! The order of collision detection: pairs of bodies, pairs of geoms, touches, contacts.

use super::manifold::Manifold;
use super::params::{self, GeomPair};
use super::{broadphase, convex, dispatch, filter, midphase};
use crate::data::{Data, memory};
use crate::model::{Model, ObjType, disable};
use crate::sleep::{self, SleepState};
use crate::stage::GeomPoses;

/// Work space of collision detection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CollisionWork {
    broad: broadphase::Work,
    pairs: Vec<GeomPair>,
    stack: Vec<[u32; 2]>,
    manifold: Manifold,
    convex: convex::Work,
}

impl CollisionWork {
    /// What the pair functions need.
    pub(crate) fn narrow(&mut self) -> (&mut convex::Work, &mut Manifold) {
        (&mut self.convex, &mut self.manifold)
    }
}

/// Finds all contacts of the current poses: writes `contact` and `ncon`, forgets the constraint rows.
pub fn collide(m: &Model, d: &mut Data) {
    d.clear_rows();
    find_contacts(m, d);
}

/// The same for who makes the constraint rows next: their arrays keep what they hold till then.
pub(crate) fn find_contacts(m: &Model, d: &mut Data) {
    d.ncon = 0;
    d.contact.clear();
    d.forget_rows();
    if m.opt.disableflags & (disable::CONSTRAINT | disable::CONTACT) != 0 || m.nbody < 2 {
        return;
    }
    if m.vis.global.bvactive != 0 {
        d.bvh_active.fill(false);
    }
    let mut work = d.work.collision.take().unwrap_or_default();
    broadphase::body_pairs(m, d, &mut work.broad);
    candidates(m, d, &mut work);
    for pair in &work.pairs {
        contacts_of(m, d, pair, &mut work.convex, &mut work.manifold);
    }
    d.work.collision = Some(work);
    memory::check_contacts(m, d);
}

/// Pairs of geoms that may touch, explicit ones merged in by the key of their bodies.
fn candidates(m: &Model, d: &mut Data, work: &mut CollisionWork) {
    let CollisionWork { broad, pairs, stack, .. } = work;
    pairs.clear();
    let mut next = 0;
    let sleepy = sleep::is_enabled(m);
    let explicit = |d: &Data, p: usize, pairs: &mut Vec<GeomPair>| {
        let geoms = [m.pair_geom1[p] as usize, m.pair_geom2[p] as usize];
        let awake = |&g: &usize| d.sleep_state(m, ObjType::Geom, g) == SleepState::Awake;
        if sleepy && !geoms.iter().any(awake) {
            return;
        }
        let pair = GeomPair::new(m, geoms[0], geoms[1], Some(p));
        if in_reach(m, d, &pair) {
            pairs.push(pair);
        }
    };
    for [b1, b2] in broad.pairs() {
        let signature = filter::signature(b1, b2);
        let start = next;
        while next < m.npair && m.pair_signature[next] as u32 <= signature {
            explicit(d, next, pairs);
            next += 1;
        }
        let bodies = [b1 as usize, b2 as usize];
        if !filter::body_bits_match(m, bodies[0], bodies[1]) || filter::is_excluded(m, signature) {
            continue;
        }
        let named = start..next;
        geoms_of(m, d, bodies, &named, stack, pairs);
    }
    for p in next..m.npair {
        explicit(d, p, pairs);
    }
}

/// Pairs of geoms of two bodies, without those that an explicit pair names.
fn geoms_of(
    m: &Model,
    d: &mut Data,
    bodies: [usize; 2],
    named: &std::ops::Range<usize>,
    stack: &mut Vec<[u32; 2]>,
    pairs: &mut Vec<GeomPair>,
) {
    let permitted = |g1: usize, g2: usize| {
        let ids = (g1 as i32, g2 as i32);
        let is_named = named.clone().any(|k| {
            let pair = (m.pair_geom1[k], m.pair_geom2[k]);
            pair == ids || pair == (ids.1, ids.0)
        });
        !is_named && filter::geom_bits_match(m, g1, g2)
    };
    let [geoms1, geoms2] = bodies.map(|b| filter::geoms(m, b));
    let single = geoms1.len() == 1 && geoms2.len() == 1;
    let trees = bodies.iter().all(|&b| m.body_bvhadr[b] >= 0);
    if !single && trees && m.opt.disableflags & disable::MIDPHASE == 0 {
        midphase::geom_pairs(m, d, bodies, permitted, stack, pairs);
        return;
    }
    for g1 in geoms1 {
        for g2 in geoms2.clone() {
            let pair = GeomPair::new(m, g1, g2, None);
            if permitted(g1, g2) && in_reach(m, d, &pair) {
                pairs.push(pair);
            }
        }
    }
}

/// Whether bounding spheres meet and there is a function for the pair.
fn in_reach(m: &Model, d: &Data, pair: &GeomPair) -> bool {
    let (g1, g2) = (pair.g1 as usize, pair.g2 as usize);
    let (margin, gap) = pair.margin_and_gap(m);
    filter::spheres_meet(m, d, g1, g2, margin + gap) && dispatch::is_collidable(m.geom_type[g1], m.geom_type[g2])
}

/// Adds the contacts of one pair.
fn contacts_of(m: &Model, d: &mut Data, pair: &GeomPair, work: &mut convex::Work, manifold: &mut Manifold) {
    let (margin, gap) = pair.margin_and_gap(m);
    dispatch::touches(m, GeomPoses!(d), pair, margin + gap, work, manifold);
    manifold.retain(|touch| params::is_direction(touch.normal));
    if manifold.is_empty() {
        return;
    }
    let prototype = params::prototype(m, pair);
    d.contact.extend(manifold.iter().map(|touch| params::placed(&prototype, touch)));
    d.ncon = d.contact.len();
}
