//! Work space of collision detection.

use super::pair::{GeomPair, TreeFacts};
use super::sources::Sources;
use crate::convex;
use crate::shape::extent::Extent;
use crate::shape::manifold::Manifold;
use crate::shape::sweep::Sweep;

/// Work space of collision detection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CollisionWork {
    pub(crate) list: PairList,
    pub(crate) broad: BroadWork,
    pub(crate) pairs: Vec<GeomPair>,
    pub(crate) stack: Vec<[u32; 2]>,
    pub(crate) manifold: Manifold,
    pub(crate) convex: convex::Scratch,
    pub(crate) rules: RuleWork,
    pub(crate) boxes: Boxes,
}

impl CollisionWork {
    /// Parts for the pair functions.
    pub(crate) fn narrow(&mut self) -> (&mut convex::Scratch, &mut Manifold) {
        (&mut self.convex, &mut self.manifold)
    }
}

/// All pairs of geoms that may touch, in the order of their bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairList {
    /// The parts of the Model that the list was made from.
    pub(crate) made_from: Sources,
    /// Whether the list holds all pairs.
    pub(crate) complete: bool,
    pub(crate) groups: Vec<Group>,
    pub(crate) pairs: Vec<Listed>,
}

/// A test that shows that two bodies or geoms are far apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// No test: they may be near.
    Always,
    /// Distance of bounding spheres.
    Spheres,
    /// Height of a bounding sphere over a plane; the plane comes first.
    Plane,
}

/// A proximity test by the positions of two geoms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Proximity {
    pub test: Test,
    pub first: u32,
    pub second: u32,
    /// Distance below which they are near.
    pub bound: f64,
}

impl Proximity {
    /// No test: every pair counts as near.
    pub const ALWAYS: Self = Self { test: Test::Always, first: 0, second: 0, bound: 0.0 };
}

/// A pair of geoms with constants that every pass needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Listed {
    /// The test of the bounding spheres.
    pub near: Proximity,
    pub pair: GeomPair,
    /// Distance at which the pair is detected (m).
    pub reach: f64,
    /// Largest distance of their axis-aligned boxes at which the pair can be detected: boxes are separated by less than their
    /// distance (`bounds`).
    pub box_reach: f64,
    /// Its collision is a search, so testing the boxes first pays.
    pub is_costly: bool,
    /// Whether axis-aligned boxes are tested too.
    pub has_boxes: bool,
}

/// Pairs of geoms of two bodies, or an explicit pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Group {
    /// A test that covers all its pairs.
    pub near: Proximity,
    /// The bodies; `None` for an explicit pair, which no filter rejects.
    pub bodies: Option<[usize; 2]>,
    /// Range of its pairs.
    pub first: usize,
    pub end: usize,
    /// Whether one of the bodies is unbounded, so that boxes exclude no pair.
    pub is_unbounded: bool,
    /// Whether boxes of the geoms are tested too.
    pub has_boxes: bool,
}

/// Axis-aligned boxes of geoms, computed at first use in a pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Boxes {
    /// Centre and half-sizes.
    boxes: Vec<Option<[[f64; 3]; 2]>>,
}

impl Boxes {
    /// Clears the boxes of the last pass.
    pub(crate) fn begin(&mut self, ngeom: usize) {
        self.boxes.clear();
        self.boxes.resize(ngeom, None);
    }

    /// The box of a geom, computed at first use.
    #[inline]
    pub(crate) fn of(&mut self, g: usize, make: impl FnOnce(usize) -> [[f64; 3]; 2]) -> [[f64; 3]; 2] {
        *self.boxes[g].get_or_insert_with(|| make(g))
    }
}

/// Work space of the filters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RuleWork {
    /// Boxes of bodies along the principal axes of the geom positions, computed at first use.
    pub swept: Vec<Option<Extent>>,
    /// Pairs of geoms of two bodies that pass the middle phase.
    pub let_through: Vec<GeomPair>,
    pub stack: Vec<[u32; 2]>,
}

/// Work space of the broad phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BroadWork {
    pub(crate) proxies: Vec<Proxy>,
    pub(crate) sweep: Sweep,
    /// Indices of proxies that may touch, the lower first.
    pub(crate) near: Vec<[u32; 2]>,
    /// Boxes of the proxies along the principal axes of the geom positions, computed at first use.
    pub(crate) swept: Vec<Option<Extent>>,
    /// The result: pairs of bodies, the lower one in the upper half, sorted and unique.
    pub(crate) pairs: Vec<u64>,
    /// Buffers for sorting: the pairs, and the number of pairs of each body.
    pub(crate) sorting: (Vec<u64>, Vec<u32>),
}

impl BroadWork {
    /// Number of pairs found near each other; one beyond the limit if there are too many.
    pub fn near_count(&self) -> usize {
        self.near.len()
    }

    /// The pairs of bodies found, the lower first, in ascending order.
    pub fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        self.pairs.iter().map(|&pair| [(pair >> 32) as u32, pair as u32])
    }
}

/// The box of a body, with facts for the filters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Proxy {
    pub body: u32,
    /// All type and affinity bits of its geoms.
    pub bits: [i32; 2],
    pub tree: TreeFacts,
    /// Axis-aligned extent in the world, after it is computed.
    pub extent: Extent,
}
