//! The order of collision detection: pairs of bodies, pairs of geoms, touches, contacts.

use super::rules::{Rules, Verdict};
use super::{bounds, broadphase, dispatch, filter, midphase, params};
use crate::arrays::Flag;
use crate::convex;
use crate::data::{Contact, memory};
use crate::error::{Excess, StepError};
use crate::math::{Mat3, Vec3, mat3, row, rows, vec3};
use crate::model::{DisableFlags, Model};
use crate::scratch::collision::{Boxes, BroadWork, CollisionWork, Listed};
use crate::scratch::pair::{GeomPair, is_collidable};
use crate::shape::manifold::Manifold;
use crate::sleep::{self, SleepState};
use crate::stage::{BroadPhase, Candidates, Contacts, GeomPoses};

/// Finds all contacts of the current poses. The constraint rows are forgotten; their arrays keep what they hold.
pub(crate) fn find_contacts(m: &Model, d: &mut Contacts<'_>) -> Result<(), StepError> {
    *d.ncon = 0;
    d.contact.clear();
    (*d.ne, *d.nf, *d.nl, *d.nefc, *d.nJ) = (0, 0, 0, 0, 0);
    (*d.nA, *d.nY) = (0, 0);
    (*d.nisland, *d.nidof) = (0, 0);
    if m.opt.disableflags.intersects(DisableFlags::CONSTRAINT | DisableFlags::CONTACT) || m.nbody < 2 {
        return Ok(());
    }
    if m.vis.global.bvactive != 0 {
        d.bvh_active.fill(Flag::OFF);
    }
    let work = &mut **d.collision.get_or_insert_default();
    // marked volumes and sleeping trees need the full search
    if m.vis.global.bvactive == 0 && !sleep::is_enabled(m) && work.list.follow(m) {
        contacts_by_list(m, &mut Candidates!(d), work, d.contact);
        check_contacts(m, d.contact)?;
    } else {
        let CollisionWork { broad, pairs, stack, manifold, convex, .. } = work;
        broadphase::body_pairs(m, BroadPhase!(d), broad);
        check_pairs(m, broad.near_count())?;
        candidates(m, &mut Candidates!(d), broad, stack, pairs);
        check_pairs(m, pairs.len())?;
        for pair in pairs {
            let (margin, gap) = pair.margin_and_gap(m);
            if touches(m, GeomPoses!(d), pair, margin + gap, convex, manifold) {
                add_contacts(m, pair, manifold, d.contact);
                check_contacts(m, d.contact)?;
            }
        }
    }
    if let Err(error) = memory::check_contacts(m, d.contact.len(), d.time, d.warning) {
        d.contact.clear();
        return Err(error);
    }
    *d.ncon = d.contact.len();
    Ok(())
}

/// Whether a step may have so many contacts; no contact is left where it may not.
#[inline]
fn check_contacts(m: &Model, contacts: &mut Vec<Contact>) -> Result<(), StepError> {
    let (needed, limit) = (contacts.len(), m.max_contacts());
    if needed <= limit {
        return Ok(());
    }
    contacts.clear();
    Err(StepError::TooLarge { excess: Excess::Contacts, needed, limit })
}

/// Whether a step may look at so many pairs.
fn check_pairs(m: &Model, needed: usize) -> Result<(), StepError> {
    let limit = m.max_pairs();
    if needed <= limit { Ok(()) } else { Err(StepError::TooLarge { excess: Excess::Pairs, needed, limit }) }
}

/// Pairs of geoms that may touch, explicit ones merged in by the key of their bodies.
fn candidates(
    m: &Model,
    d: &mut Candidates<'_>,
    broad: &BroadWork,
    stack: &mut Vec<[u32; 2]>,
    pairs: &mut Vec<GeomPair>,
) {
    pairs.clear();
    let mut next = 0;
    let sleepy = sleep::is_enabled(m);
    let explicit = |d: &Candidates<'_>, p: usize, pairs: &mut Vec<GeomPair>| {
        let geoms = [m.pair_geom1[p] as usize, m.pair_geom2[p] as usize];
        let awake = |&g: &usize| d.body_awake[m.geom_bodyid[g] as usize] == SleepState::Awake;
        if sleepy && !geoms.iter().any(awake) {
            return;
        }
        let pair = GeomPair::new(m, geoms[0], geoms[1], Some(p));
        if in_reach(m, GeomPoses!(d), &pair) {
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
        if pairs.len() > m.max_pairs() {
            return;
        }
    }
    for p in next..m.npair {
        explicit(d, p, pairs);
    }
}

/// Pairs of geoms of two bodies, without those that an explicit pair names.
fn geoms_of(
    m: &Model,
    d: &mut Candidates<'_>,
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
    if filter::has_middle_phase(m, bodies) {
        midphase::geom_pairs(m, d, bodies, permitted, stack, pairs);
        return;
    }
    for g1 in geoms1 {
        // the caller returns an error for so many pairs
        if pairs.len() > m.max_pairs() {
            return;
        }
        for g2 in geoms2.clone() {
            let pair = GeomPair::new(m, g1, g2, None);
            if permitted(g1, g2) && in_reach(m, GeomPoses!(d), &pair) {
                pairs.push(pair);
            }
        }
    }
}

/// Whether bounding spheres meet and there is a function for the pair.
fn in_reach(m: &Model, d: GeomPoses<'_>, pair: &GeomPair) -> bool {
    let (g1, g2) = (pair.g1 as usize, pair.g2 as usize);
    let (margin, gap) = pair.margin_and_gap(m);
    filter::spheres_meet(m, d, g1, g2, margin + gap) && is_collidable(m.geom_type[g1], m.geom_type[g2])
}

/// Contacts of the pairs in the list.
fn contacts_by_list(m: &Model, d: &mut Candidates<'_>, work: &mut CollisionWork, out: &mut Vec<Contact>) {
    let CollisionWork { list, manifold, convex, rules, boxes, .. } = work;
    let mut rules = Rules::new(m, rules);
    boxes.begin(m.ngeom);
    for group in &list.groups {
        if !group.near.holds(GeomPoses!(d)) {
            continue;
        }
        let mut verdict = Verdict::default();
        for Listed { near, pair, reach, box_reach, is_costly, has_boxes } in &list.pairs[group.first..group.end] {
            let poses = GeomPoses!(d);
            let boxes_meet = || midphase::leaves_meet(m, poses, pair.g1 as usize, pair.g2 as usize);
            if near.holds(poses)
                && (!has_boxes || world_boxes_meet(m, poses, pair, *box_reach, boxes))
                && (!is_costly || !group.has_boxes || boxes_meet())
                && touches(m, poses, pair, *reach, convex, manifold)
                && rules.allow(d, group, pair, manifold, &mut verdict)
            {
                add_contacts(m, pair, manifold, out);
            }
        }
    }
}

/// Whether boxes around two geoms along the axes of the world are within `reach` of each other: those of long, thin limbs
/// separate pairs whose spheres meet.
fn world_boxes_meet(m: &Model, d: GeomPoses<'_>, pair: &GeomPair, reach: f64, boxes: &mut Boxes) -> bool {
    let [[c1, h1], [c2, h2]] = [pair.g1, pair.g2].map(|g| boxes.of(g as usize, |g| world_box(m, d, g)));
    // one combined test: the single answers would be unpredictable branches
    (0..3).fold(true, |meet, k| {
        let reach_sum = h1[k] + h2[k] + reach;
        meet & ((c1[k] - c2[k]).abs() <= reach_sum + bounds::ROUNDING * (reach_sum.abs() + c1[k].abs() + c2[k].abs()))
    })
}

/// Centre and half-sizes of a box around a geom along the axes of the world.
fn world_box(m: &Model, d: GeomPoses<'_>, g: usize) -> [Vec3; 2] {
    let (aabb, mat): (&[f64; 6], &Mat3) = (&rows(&m.geom_aabb)[g], &rows(d.geom_xmat)[g]);
    let centre = vec3::add(mat3::mul_vec(mat, [aabb[0], aabb[1], aabb[2]]), row(d.geom_xpos, g));
    let half = [0, 3, 6].map(|j| aabb[3] * mat[j].abs() + aabb[4] * mat[j + 1].abs() + aabb[5] * mat[j + 2].abs());
    [centre, half]
}

/// Fills the manifold with the touches of a pair that are nearer than `reach`; whether there are any.
fn touches(
    m: &Model,
    d: GeomPoses<'_>,
    pair: &GeomPair,
    reach: f64,
    work: &mut convex::Scratch,
    manifold: &mut Manifold,
) -> bool {
    dispatch::touches(m, d, pair, reach, work, manifold);
    manifold.retain(|touch| params::is_direction(touch.normal));
    !manifold.is_empty()
}

/// Adds the contacts of one pair that touches.
fn add_contacts(m: &Model, pair: &GeomPair, manifold: &Manifold, out: &mut Vec<Contact>) {
    let prototype = params::prototype(m, pair);
    out.extend(manifold.iter().map(|touch| params::placed(&prototype, touch)));
}
