//! Which pairs of bodies and geoms may touch at all.

use crate::math::{row, vec3};
use crate::model::{DisableFlags, GeomType, Model};
use crate::scratch::collision::{Proximity, Test};
use crate::sleep::{Filter, SleepState};
use crate::stage::GeomPoses;

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

/// Whether sleep keeps two bodies apart: both asleep, or one asleep and the other part of the world. What a mocap body
/// touches has to wake.
#[inline]
pub(crate) fn is_pair_asleep(m: &Model, body_awake: &[SleepState], filter: Filter, b1: usize, b2: usize) -> bool {
    if !filter.is_on() {
        return false;
    }
    let resting = |b: usize| body_awake[b] == SleepState::Asleep || m.body_weldid[b] == 0;
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

/// Whether the boxes of the geoms of two bodies are compared too: not where each body has a single one.
pub fn has_middle_phase(m: &Model, bodies: [usize; 2]) -> bool {
    let single = bodies.iter().all(|&b| geoms(m, b).len() == 1);
    let trees = bodies.iter().all(|&b| m.body_bvhadr[b] >= 0);
    !single && trees && !m.opt.disableflags.contains(DisableFlags::MIDPHASE)
}

/// Whether the bounding spheres, or a plane and a bounding sphere, are within `margin` of each other.
#[inline]
pub fn spheres_meet(m: &Model, d: GeomPoses<'_>, g1: usize, g2: usize, margin: f64) -> bool {
    let (r1, r2) = (m.geom_rbound[g1], m.geom_rbound[g2]);
    let between = vec3::sub(row(d.geom_xpos, g2), row(d.geom_xpos, g1));
    if r1 > 0.0 && r2 > 0.0 {
        let bound = r1 + r2 + margin;
        return vec3::dot(between, between) <= bound * bound;
    }
    let is_plane = |g: usize| m.geom_type[g] == GeomType::Plane;
    if is_plane(g1) && r2 > 0.0 {
        let is_above = vec3::dot(between, normal(d, g1)) > margin + r2;
        return !is_above;
    }
    if is_plane(g2) && r1 > 0.0 {
        let is_above = vec3::dot(vec3::neg(between), normal(d, g2)) > margin + r1;
        return !is_above;
    }
    true
}

impl Proximity {
    /// Whether the two may be near each other.
    #[inline]
    pub(super) fn holds(&self, d: GeomPoses<'_>) -> bool {
        if self.test == Test::Always {
            return true;
        }
        let (first, second) = (self.first as usize, self.second as usize);
        let between = vec3::sub(row(d.geom_xpos, second), row(d.geom_xpos, first));
        match self.test {
            Test::Plane => {
                let is_above = vec3::dot(between, normal(d, first)) > self.bound;
                !is_above
            }
            _ => vec3::dot(between, between) <= self.bound * self.bound,
        }
    }
}

/// Normal of a plane.
#[inline]
fn normal(d: GeomPoses<'_>, plane: usize) -> [f64; 3] {
    let mat: &[f64; 9] = &d.geom_xmat.as_chunks().0[plane];
    [mat[2], mat[5], mat[8]]
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
}
