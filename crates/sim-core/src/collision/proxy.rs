//! What the broad phase pairs up: boxes with what the rules ask about their owners. Made from a model in one place, so that
//! whoever else has a box can join: each match on [`Owner`] then says what is missing.

use super::bounds::{Fit, extent_along, world_extent};
use super::filter;
use super::pair::Kin;
use super::work::{Owner, Proxy};
use crate::math::Mat3;
use crate::model::{GeomType, Model};
use crate::shape::extent::Extent;
use crate::sleep::{Filter, SleepState};
use crate::stage::GeomPoses;

impl Owner {
    /// Ranks of a model.
    pub(super) fn count(m: &Model) -> usize {
        m.nbody
    }
}

/// The proxies of all that can touch anything, by rank, not yet placed.
pub(super) fn of_model(m: &Model, out: &mut Vec<Proxy>) {
    out.clear();
    for body in (0..m.nbody).filter(|&b| filter::body_can_touch(m, b)) {
        let (bits, kin) = (filter::geom_bits(m, body), Kin::of_body(m, body));
        out.push(Proxy { owner: Owner::Body(body as u32), bits, kin, extent: Extent::default() });
    }
}

impl Proxy {
    /// Whether it is the world, which has no box.
    pub(super) fn is_world(&self) -> bool {
        self.owner == Owner::Body(0)
    }

    /// Whether it is paired with everyone, for its box has no end: the world, or what cannot move and carries a plane.
    pub(super) fn joins_everyone(&self, m: &Model) -> bool {
        match self.owner {
            Owner::Body(body) => {
                let body = body as usize;
                let has_plane = || filter::geoms(m, body).any(|g| m.geom_type[g] == GeomType::Plane);
                body == 0 && m.body_geomnum[body] > 0 || !self.kin.moves() && has_plane()
            }
        }
    }

    /// Whether sleep keeps the two apart.
    #[inline]
    pub(super) fn sleeps_with(&self, other: &Self, m: &Model, body_awake: &[SleepState], filter: Filter) -> bool {
        match (self.owner, other.owner) {
            (Owner::Body(a), Owner::Body(b)) => filter::is_pair_asleep(m, body_awake, filter, a as usize, b as usize),
        }
    }

    /// Finds its box along the axes of the world.
    pub(super) fn place(&mut self, m: &Model, d: GeomPoses<'_>, fit: Fit) {
        self.extent = match self.owner {
            Owner::Body(body) => world_extent(m, d, body as usize, fit),
        };
    }

    /// Its box along the rows of `frame`, as the reference makes it.
    pub(super) fn extent_along(&self, m: &Model, d: GeomPoses<'_>, frame: &Mat3) -> Extent {
        match self.owner {
            Owner::Body(body) => extent_along(m, d, body as usize, frame),
        }
    }
}
