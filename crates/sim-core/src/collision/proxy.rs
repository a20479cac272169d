//! Proxies of the broad phase: the box of each body that can touch anything, with what the rules need to know about the body.

use super::bounds::{Fit, extent_along, world_extent};
use super::filter;
use crate::math::Mat3;
use crate::model::{GeomType, Model};
use crate::scratch::collision::Proxy;
use crate::scratch::pair::TreeFacts;
use crate::shape::extent::Extent;
use crate::sleep::{Filter, SleepState};
use crate::stage::GeomPoses;

/// Fills `out` with the proxies of all bodies that can touch anything, in the order of the bodies. Their boxes are not placed yet.
pub(super) fn of_model(m: &Model, out: &mut Vec<Proxy>) {
    out.clear();
    for body in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
        let (bits, tree) = (filter::geom_bits(m, body), TreeFacts::of_body(m, body));
        out.push(Proxy { body: body as u32, bits, tree, extent: Extent::default() });
    }
}

impl Proxy {
    /// Whether it is the world, which has no box.
    pub(super) fn is_world(&self) -> bool {
        self.body == 0
    }

    /// Whether it is paired with every other body because its box is infinite: the world, or an immovable body with a plane.
    pub(super) fn is_unbounded(&self, m: &Model) -> bool {
        let body = self.body as usize;
        let has_plane = || filter::geoms(m, body).any(|g| m.geom_type[g] == GeomType::Plane);
        body == 0 && m.body_geomnum[body] > 0 || !self.tree.moves() && has_plane()
    }

    /// Whether both bodies sleep.
    #[inline]
    pub(super) fn sleeps_with(&self, other: &Self, m: &Model, body_awake: &[SleepState], filter: Filter) -> bool {
        filter::is_pair_asleep(m, body_awake, filter, self.body as usize, other.body as usize)
    }

    /// Computes the box along the axes of the world.
    pub(super) fn place(&mut self, m: &Model, d: GeomPoses<'_>, fit: Fit) {
        self.extent = world_extent(m, d, self.body as usize, fit);
    }

    /// The box along the rows of `frame`, as MuJoCo computes it.
    pub(super) fn extent_along(&self, m: &Model, d: GeomPoses<'_>, frame: &Mat3) -> Extent {
        extent_along(m, d, self.body as usize, frame)
    }
}
