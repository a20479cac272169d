//! Which pairs of bodies and geoms may touch at all.

use crate::data::Data;
use crate::math::{get, row, vec3};
use crate::model::{GeomType, Model, disable};
use crate::sleep::{Filter, SleepState};

/// Whether either side's type fits the other side's affinity.
#[inline]
pub fn bits_match(contype: [i32; 2], conaffinity: [i32; 2]) -> bool {
    contype[0] & conaffinity[1] != 0 || contype[1] & conaffinity[0] != 0
}

/// Whether any geom of the body can touch anything.
#[inline]
pub fn body_can_touch(m: &Model, body: usize) -> bool {
    m.body_contype[body] != 0 || m.body_conaffinity[body] != 0
}

/// Whether the bits of two bodies, taken from their summary, fit.
#[inline]
pub fn body_bits_match(m: &Model, b1: usize, b2: usize) -> bool {
    bits_match([m.body_contype[b1], m.body_contype[b2]], [m.body_conaffinity[b1], m.body_conaffinity[b2]])
}

/// All type and affinity bits of a body's geoms.
pub fn geom_bits(m: &Model, body: usize) -> [i32; 2] {
    geoms(m, body).fold([0, 0], |[t, a], g| [t | m.geom_contype[g], a | m.geom_conaffinity[g]])
}

/// The geoms of a body.
pub fn geoms(m: &Model, body: usize) -> std::ops::Range<usize> {
    let start = m.body_geomadr[body].max(0) as usize;
    start..start + m.body_geomnum[body].max(0) as usize
}

/// Whether the rules of the tree allow two bodies to touch: not welded together, not both immovable, and,
/// unless the flag switches that off, not a weld group and its parent. The world counts as no one's parent.
pub fn bodies_may_touch(m: &Model, b1: usize, b2: usize) -> bool {
    let weld = [m.body_weldid[b1] as usize, m.body_weldid[b2] as usize];
    if weld[0] == weld[1] || (m.body_dofnum[weld[0]] == 0 && m.body_dofnum[weld[1]] == 0) {
        return false;
    }
    if m.opt.disableflags & disable::FILTERPARENT != 0 || weld[0] == 0 || weld[1] == 0 {
        return true;
    }
    let parent = weld.map(|w| m.body_weldid[m.body_parentid[w] as usize] as usize);
    weld[0] != parent[1] && weld[1] != parent[0]
}

/// Whether sleep keeps two bodies apart: both asleep, or one asleep and the other part of the world. What a mocap body
/// touches has to wake.
#[inline]
pub(crate) fn is_pair_asleep(m: &Model, d: &Data, filter: Filter, b1: usize, b2: usize) -> bool {
    if !filter.is_on() {
        return false;
    }
    let resting = |b: usize| d.body_awake[b] == SleepState::Asleep || m.body_weldid[b] == 0;
    resting(b1) && resting(b2)
}

/// Key of a pair of bodies in `pair_signature` and `exclude_signature`.
#[inline]
pub fn signature(b1: u32, b2: u32) -> u32 {
    (b1 << 16).wrapping_add(b2)
}

/// Whether `<exclude>` names the two bodies.
pub fn is_excluded(m: &Model, signature: u32) -> bool {
    m.exclude_signature.binary_search_by_key(&signature, |&s| s as u32).is_ok()
}

/// Whether the type bits of two geoms fit.
#[inline]
pub fn geom_bits_match(m: &Model, g1: usize, g2: usize) -> bool {
    bits_match([m.geom_contype[g1], m.geom_contype[g2]], [m.geom_conaffinity[g1], m.geom_conaffinity[g2]])
}

/// Whether the bounding spheres, or a plane and a bounding sphere, are within `margin` of each other.
pub fn spheres_meet(m: &Model, d: &Data, g1: usize, g2: usize, margin: f64) -> bool {
    let (r1, r2) = (m.geom_rbound[g1], m.geom_rbound[g2]);
    if r1 > 0.0 && r2 > 0.0 {
        let between = vec3::sub(row(&d.geom_xpos, g1), row(&d.geom_xpos, g2));
        let bound = r1 + r2 + margin;
        return vec3::dot(between, between) <= bound * bound;
    }
    let above = |plane: usize, other: usize| {
        m.geom_type[plane] == GeomType::Plane
            && m.geom_rbound[other] > 0.0
            && height(d, plane, other) > margin + m.geom_rbound[other]
    };
    !above(g1, g2) && !above(g2, g1)
}

/// Height of a geom's centre above a plane.
fn height(d: &Data, plane: usize, other: usize) -> f64 {
    let mat: [f64; 9] = row(&d.geom_xmat, plane);
    let between = vec3::sub(get(&d.geom_xpos, 3 * other), get(&d.geom_xpos, 3 * plane));
    vec3::dot(between, [mat[2], mat[5], mat[8]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits() {
        assert!(bits_match([1, 0], [0, 1]));
        assert!(bits_match([0, 2], [2, 0]));
        assert!(!bits_match([1, 1], [2, 2]));
    }

    #[test]
    fn links_of_a_chain() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        // neighbours are filtered, the first link may touch the world and the third
        assert!(!bodies_may_touch(&m, 1, 2));
        assert!(bodies_may_touch(&m, 1, 3));
        assert!(bodies_may_touch(&m, 0, 1));
        assert!(!bodies_may_touch(&m, 2, 2));
    }
}
