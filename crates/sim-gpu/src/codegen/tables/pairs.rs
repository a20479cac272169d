//! Pairs of geoms that may touch, with the parameters of their contacts.
//!
//! The CPU also tests the bounding boxes of bodies. Two geoms within their margins always pass that test, with one exception: two
//! boxes with margins whose corners or edges face each other. The GPU may report contacts of these, up to √3 margins apart, that the
//! CPU filters out. The GPU rejects every other model where the bounding boxes would decide.

use super::{Numbers, uncovered};
use crate::codegen::preprocessor::{Feature, Features};
use sim_core::binding::collision::{MIN_FRICTION, NearPair, near_pairs};
use sim_core::{EnableFlags, GeomType, Model, TransmissionType};
use std::cmp::Ordering;

/// Most pairs that a batch looks at.
const MOST: usize = 100_000;

/// Bound of pairs without bounding spheres (m): more than any distance.
const FAR: f64 = 1e10;

/// A kind of pair that the GPU collides.
struct Kind {
    geoms: [GeomType; 2],
    /// Its name in the conditions of the shaders.
    feature: Feature,
    /// Most contacts of such a pair.
    contacts: usize,
}

/// The kinds, in the order of their numbers in the shaders; those with planes come first.
const KINDS: [Kind; 12] = {
    const fn kind(a: GeomType, b: GeomType, feature: Feature, contacts: usize) -> Kind {
        Kind { geoms: [a, b], feature, contacts }
    }
    [
        kind(GeomType::Plane, GeomType::Sphere, Feature::PlaneSphere, 1),
        kind(GeomType::Plane, GeomType::Capsule, Feature::PlaneCapsule, 2),
        kind(GeomType::Plane, GeomType::Ellipsoid, Feature::PlaneEllipsoid, 1),
        kind(GeomType::Plane, GeomType::Cylinder, Feature::PlaneCylinder, 4),
        kind(GeomType::Plane, GeomType::Box, Feature::PlaneBox, 4),
        kind(GeomType::Sphere, GeomType::Sphere, Feature::SphereSphere, 1),
        kind(GeomType::Sphere, GeomType::Capsule, Feature::SphereCapsule, 1),
        kind(GeomType::Sphere, GeomType::Cylinder, Feature::SphereCylinder, 1),
        kind(GeomType::Sphere, GeomType::Box, Feature::SphereBox, 1),
        kind(GeomType::Capsule, GeomType::Capsule, Feature::CapsuleCapsule, 2),
        kind(GeomType::Capsule, GeomType::Box, Feature::CapsuleBox, 2),
        kind(GeomType::Box, GeomType::Box, Feature::BoxBox, 8),
    ]
};

/// Number of each kind by its name in the shaders.
pub fn kinds() -> impl Iterator<Item = (String, i32)> {
    KINDS.iter().zip(0..).map(|(kind, number)| (format!("PAIR_{}", kind.feature.name()), number))
}

/// The pairs that may touch, in the order in which the engine's search meets them.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// Pairs that the GPU collides.
    pub list: Vec<NearPair>,
    /// Kind of each.
    kinds: Vec<usize>,
    /// Pairs that it does not collide.
    missing: Vec<String>,
    /// The two geoms whose friction each pair mixes at the contact; -1 if the pair has its own. Empty if no pair mixes.
    friction_geoms: Vec<[i32; 2]>,
}

impl Pairs {
    /// Pairs of a model. With `mixes_friction` shaders mix the friction of the geoms at the contact.
    pub fn new(m: &Model, mixes_friction: bool) -> Self {
        let mut pairs = Self::found(m);
        if mixes_friction {
            pairs.friction_geoms = pairs.list.iter().map(|pair| friction_geoms(m, pair)).collect();
        }
        pairs
    }

    fn found(m: &Model) -> Self {
        let Some(all) = near_pairs(m, MOST) else {
            let stray = if m.npair > 0 { ", or an explicit pair is not filed under its bodies" } else { "" };
            let missing = vec![format!(
                "more than {MOST} pairs of geoms may touch{stray}: let fewer geoms touch by their contype and conaffinity"
            )];
            return Self { missing, ..Self::default() };
        };
        let mut pairs = Self::default();
        let mut uncovered = Vec::new();
        let mut boxed = Vec::new();
        for pair in all {
            let types = pair.geoms.map(|g| m.geom_type[g]);
            match KINDS.iter().position(|kind| kind.geoms == types) {
                Some(kind) => {
                    if pair.asks_boxes && !has_margins_that_grow(m, &pair) {
                        boxed.push(pair.geoms);
                    }
                    pairs.kinds.push(kind);
                    pairs.list.push(pair);
                }
                None => uncovered.push(pair),
            }
        }
        let covers = |types: [GeomType; 2]| KINDS.iter().any(|kind| kind.geoms == types);
        let texts = uncovered::texts(m, &uncovered, covers).into_iter();
        pairs.missing = texts.chain(uncovered::boxed_text(m, &boxed)).collect();
        pairs
    }

    /// Pairs of the model that the GPU does not collide, each with its cure.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Most contacts of each pair.
    pub fn most_contacts(&self) -> impl Iterator<Item = usize> + '_ {
        self.kinds.iter().map(|&kind| KINDS[kind].contacts)
    }

    /// Sets the features of the model's kinds of pairs.
    pub fn features(&self, m: &Model, f: &mut Features) {
        for (i, kind) in KINDS.iter().enumerate() {
            f.set(kind.feature, self.kinds.contains(&i));
        }
        f.set(Feature::Contacts, !self.list.is_empty());
        f.set(Feature::MixedFriction, !self.friction_geoms.is_empty());
        f.set(Feature::Adhesion, !self.list.is_empty() && m.actuator_trntype.contains(&TransmissionType::Body));
        f.set(Feature::PlanePairs, self.kinds.iter().any(|&kind| KINDS[kind].geoms[0] == GeomType::Plane));
    }

    /// Constants of the shaders.
    pub fn constants(&self) -> [(&'static str, usize); 2] {
        [("NNEAR", self.list.len()), ("MAXTOUCH", self.most_contacts().max().unwrap_or(1))]
    }

    /// Friction of each pair; zeros where shaders mix it.
    fn friction(&self) -> Vec<f64> {
        let mixes = |i: usize| self.friction_geoms.get(i).is_some_and(|geoms| geoms[0] >= 0);
        let of = |(i, pair): (usize, &NearPair)| if mixes(i) { [0.0; 5] } else { pair.prototype().friction };
        self.list.iter().enumerate().flat_map(of).collect()
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> Vec<(&'static str, usize, Numbers)> {
        let ints = |of: &dyn Fn(&NearPair) -> Vec<i32>| Numbers::Ints(self.list.iter().flat_map(of).collect());
        let reals = |of: &dyn Fn(&NearPair) -> Vec<f64>| Numbers::Reals(self.list.iter().flat_map(of).collect());
        vec![
            ("near_kind", 1, Numbers::Ints(self.kinds.iter().map(|&kind| kind as i32).collect())),
            ("near_geom", 2, ints(&|p| p.geoms.map(|g| g as i32).to_vec())),
            ("near_dim", 1, ints(&|p| vec![p.prototype().dim])),
            // largest distance of the centres, or of the centre from the plane
            ("near_bound", 1, reals(&|p| vec![p.bound.unwrap_or(FAR)])),
            // distance below which contacts are detected, and below which they carry force
            ("near_margin", 1, reals(&|p| vec![p.reach])),
            ("near_includemargin", 1, reals(&|p| vec![p.prototype().includemargin])),
            ("near_friction", 5, Numbers::Reals(self.friction())),
            ("near_friction_geom", 2, Numbers::Ints(self.friction_geoms.concat())),
            ("least_friction", 1, Numbers::Reals(vec![MIN_FRICTION])),
            ("near_adhesion", 1, reals(&|p| vec![p.prototype().adhesion])),
        ]
    }
}

/// The two geoms whose friction a pair has the larger of: one geom twice where its priority is higher. -1 for explicit pairs.
fn friction_geoms(m: &Model, pair: &NearPair) -> [i32; 2] {
    let [a, b] = pair.geoms;
    let geoms = match (pair.explicit, m.geom_priority[a].cmp(&m.geom_priority[b])) {
        (Some(_), _) => return [-1; 2],
        (None, Ordering::Greater) => [a, a],
        (None, Ordering::Less) => [b, b],
        (None, Ordering::Equal) => [a, b],
    };
    geoms.map(|geom| geom as i32)
}

/// Whether a pair is of two boxes with margins: the exception that the head of this file names.
fn has_margins_that_grow(m: &Model, pair: &NearPair) -> bool {
    let is_box = |&g: &usize| {
        let (size, bounds) = (&m.geom_size[3 * g..3 * g + 3], &m.geom_aabb[6 * g..6 * g + 6]);
        m.geom_type[g] == GeomType::Box && (0..3).all(|k| bounds[3 + k] >= size[k] + bounds[k].abs())
    };
    let grows =
        |&g: &usize| m.geom_margin[g] >= 0.0 && m.geom_gap[g] >= 0.0 && m.body_margin[m.geom_bodyid[g] as usize] >= 0.0;
    let is_overridden =
        m.opt.enableflags.contains(EnableFlags::OVERRIDE) && pair.geoms.iter().any(|&g| m.geom_gap[g] != 0.0);
    pair.geoms.iter().all(|g| is_box(g) && grows(g)) && !is_overridden
}
