//! Pairs that may touch: facts for the filters about two bodies, and two geoms with their distances.

use crate::model::{DisableFlags, EnableFlags, GeomType, Model};

/// Whether bodies touch their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parents {
    /// Collides bodies with their parents.
    Touch,
    /// Filters out bodies and their parents.
    Apart,
}

impl Parents {
    /// The Model's option.
    #[inline]
    pub fn of_model(m: &Model) -> Self {
        if !m.opt.disableflags.contains(DisableFlags::FILTERPARENT) { Self::Apart } else { Self::Touch }
    }
}

/// Facts about a body for the filters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeFacts {
    /// Its weld group.
    weld: i32,
    /// The weld group above that one.
    parent: i32,
    /// Whether any dof moves the group.
    moves: bool,
}

impl TreeFacts {
    /// The facts of a body.
    pub fn of_body(m: &Model, body: usize) -> Self {
        let weld = m.body_weldid[body];
        let parent = m.body_weldid[m.body_parentid[weld as usize] as usize];
        Self { weld, parent, moves: m.body_dofnum[weld as usize] != 0 }
    }

    /// Whether any dof moves the body.
    pub fn moves(&self) -> bool {
        self.moves
    }

    /// Whether the filters allow two bodies to touch. Welded bodies, two immovable bodies and, if `parents` filters them, a weld group
    /// and its parent may not. The world is nobody's parent here.
    #[inline]
    pub fn may_touch(&self, other: &Self, parents: Parents) -> bool {
        if self.weld == other.weld || !(self.moves || other.moves) {
            return false;
        }
        let related = self.weld == other.parent || other.weld == self.parent;
        !(parents == Parents::Apart && related && self.weld != 0 && other.weld != 0)
    }
}

/// Two geoms that may touch, ordered by type, and their explicit pair if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeomPair {
    /// The geom with the lower type.
    pub g1: u32,
    /// The geom with the higher type.
    pub g2: u32,
    /// The explicit pair.
    pub pair: Option<u32>,
}

impl GeomPair {
    /// Puts the geom of the lower type first.
    #[inline]
    pub fn new(m: &Model, g1: usize, g2: usize, pair: Option<usize>) -> Self {
        let (g1, g2) = if m.geom_type[g1] > m.geom_type[g2] { (g2, g1) } else { (g1, g2) };
        Self { g1: g1 as u32, g2: g2 as u32, pair: pair.map(|p| p as u32) }
    }

    /// The distance at which the pair has force, and the extra distance at which it is detected (m).
    #[inline]
    pub fn margin_and_gap(&self, m: &Model) -> (f64, f64) {
        let (g1, g2) = (self.g1 as usize, self.g2 as usize);
        match self.pair {
            Some(p) => (margin(m, m.pair_margin[p as usize]), m.pair_gap[p as usize]),
            None => (margin(m, m.geom_margin[g1] + m.geom_margin[g2]), m.geom_gap[g1] + m.geom_gap[g2]),
        }
    }
}

/// A margin, or the option that overrides all margins.
#[inline]
pub fn margin(m: &Model, own: f64) -> f64 {
    if is_overridden(m) { m.opt.o_margin } else { own }
}

/// Whether options override the parameters of geoms and pairs.
#[inline]
pub fn is_overridden(m: &Model) -> bool {
    m.opt.enableflags.contains(EnableFlags::OVERRIDE)
}

/// Whether a collision function exists for these types, the lower first.
pub fn is_collidable(first: GeomType, second: GeomType) -> bool {
    !matches!((first, second), (GeomType::Plane | GeomType::HField, GeomType::Plane | GeomType::HField))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_and_height_fields_ignore_each_other() {
        assert!(!is_collidable(GeomType::Plane, GeomType::Plane));
        assert!(!is_collidable(GeomType::Plane, GeomType::HField));
        assert!(is_collidable(GeomType::Plane, GeomType::Sphere));
        assert!(is_collidable(GeomType::HField, GeomType::Mesh));
    }

    #[test]
    fn links_of_a_chain() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let may_touch = |b1: usize, b2: usize, parents: Parents| {
            TreeFacts::of_body(&m, b1).may_touch(&TreeFacts::of_body(&m, b2), parents)
        };
        // neighbours are filtered; the first link may touch the world and the third
        assert!(!may_touch(1, 2, Parents::Apart) && may_touch(1, 2, Parents::Touch));
        assert!(may_touch(1, 3, Parents::Apart));
        assert!(may_touch(0, 1, Parents::Apart));
        assert!(!may_touch(2, 2, Parents::Touch));
    }
}
