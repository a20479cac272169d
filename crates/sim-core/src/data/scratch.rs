//! Work space of the stages, sized once so that a warm step allocates nothing.
//!
//! A stage takes the buffer it needs out of Data (`std::mem::take`), works, and puts it back.

use super::room::Room;
use crate::collision::CollisionWork;
use crate::constraint::{island::IslandWork, project::ProjectWork};
use crate::data::Data;
use crate::dynamics::tiled::{Factored, Layout};
use crate::linalg::tile_rows::TileRows;
use crate::linalg::tiles::Lane;
use crate::model::Model;
use crate::pipeline::Watch;
use crate::sensor::contact::Match;
use crate::solver::{DualWork, Packed, PrimalWork};
use std::mem::swap;
use std::sync::Arc;

/// Buffers without meaning between stages.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scratch {
    /// Dofs of a merged chain.
    pub chain: Vec<i32>,
    /// Three point Jacobians, six rows each.
    pub jac: [Vec<f64>; 3],
    /// Vectors over the dofs.
    pub dof: [Vec<f64>; 2],
    /// Momentum of the dofs; its own because a sensor may need it in the middle of an integration.
    pub momentum: Vec<f64>,
    /// Vectors over the dofs while the state advances: their own because islands that fall asleep have the forces
    /// computed again.
    pub integration: [Vec<f64>; 2],
    /// Spatial vectors over the bodies.
    pub body: [Vec<f64>; 2],
    /// Clamped controls.
    pub ctrl: Vec<f64>,
    /// Total actuator force per tendon.
    pub tendon: Vec<f64>,
    /// Places of the dofs in tiles; worlds of a batch share it.
    pub layout: Arc<Layout>,
    /// The numbers from zero on: all rows, or all dofs, as a list.
    pub counts: Vec<i32>,
    /// A vector over the constraint rows.
    pub row: Vec<f64>,
    /// Forward results set aside while inverse dynamics runs, over the dofs.
    pub saved: [Vec<f64>; 3],
    /// Forward results set aside while inverse dynamics runs, over the constraint rows.
    pub saved_row: Vec<f64>,
    /// Derivatives of body motions and forces by the velocities; sized when first used.
    pub derivative: [Vec<f64>; 3],
    /// Stages of a Runge-Kutta step.
    pub stages: Stages,
    /// Times the stages of a world that is profiled.
    pub watch: Option<Box<Watch>>,
    /// What other worlds of the model may use next.
    pub work: Box<Workspace>,
    /// Whether the inertia in it is that of this world, and not of one that had it before.
    pub inertia_is_own: bool,
    /// Whether the constraint Jacobian in it is that of this world.
    pub jacobian_is_own: bool,
    /// Bad controls count as zero and raise a warning instead of an error.
    pub forgives_controls: bool,
}

/// The part of the scratch that no stage reads before it has written it, or that is written anew from the arrays where a pass
/// begins in the middle; it may therefore serve another world of the same model next. Its buffers are sized when first used.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Workspace {
    /// Candidate pairs and manifolds. Made when first needed, and boxed: it holds many touches in place, and moving it would
    /// cost more than a small world's collisions.
    pub collision: Option<Box<CollisionWork>>,
    /// Trees on the way to islands.
    pub island: IslandWork,
    /// Vectors of the primal solvers; boxed like that of collision.
    pub primal: Option<Box<PrimalWork>>,
    /// Vectors of the dual solvers.
    pub dual: Option<Box<DualWork>>,
    /// Products on the way to the inverse inertia of the rows.
    pub project: ProjectWork,
    /// `M` and `qLD` in tiles; ask for it by [`inertia::ensure`](crate::dynamics::inertia::ensure).
    pub inertia: Factored,
    /// `qH` in tiles.
    pub damped: Factored,
    /// The constraint Jacobian in tiles; ask for it by [`constraint::ensure`](crate::constraint::ensure).
    pub jacobian: TileRows,
    /// A vector over the dofs, in tiles.
    pub lanes: Vec<Lane>,
    /// What a primal solver works on.
    pub packed: Option<Box<Packed>>,
    /// Contacts a sensor counts.
    pub matches: Vec<Match>,
}

impl Data {
    /// Exchanges a work space and the world's own.
    pub(crate) fn exchange_workspace(&mut self, space: &mut Box<Workspace>) {
        swap(&mut self.scratch.work, space);
        (self.scratch.inertia_is_own, self.scratch.jacobian_is_own) = (false, false);
    }
}

/// What a Runge-Kutta step keeps across its forward passes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stages {
    /// Positions at the start of the step.
    pub qpos: Vec<f64>,
    /// Velocities at the start of the step.
    pub qvel: Vec<f64>,
    /// Activations at the start of the step.
    pub act: Vec<f64>,
    /// Weighted sum of the stages' velocities.
    pub velocity: Vec<f64>,
    /// Weighted sum of the stages' accelerations.
    pub acceleration: Vec<f64>,
    /// Weighted sum of the stages' activation rates.
    pub act_dot: Vec<f64>,
    /// A scaled rate.
    pub rate: Vec<f64>,
}

impl Scratch {
    /// Makes sure that the places of the dofs are those of the Model: a world may be used with another one of the same sizes,
    /// whose trees differ.
    pub(crate) fn follow(&mut self, m: &Model) {
        let layout = m.layout.of(m);
        if Arc::ptr_eq(&self.layout, layout) {
            return;
        }
        if self.layout == *layout {
            self.layout = layout.clone();
        } else {
            self.adopt_layout(layout.clone());
        }
    }

    /// Takes over other places of the dofs; tiles of the old ones are of no use.
    pub(crate) fn adopt_layout(&mut self, layout: Arc<Layout>) {
        self.layout = layout;
        (self.work.inertia, self.work.damped) = Default::default();
        (self.inertia_is_own, self.jacobian_is_own) = (false, false);
    }

    pub(crate) fn resize(&mut self, m: &Model, room: Room) {
        self.follow(m);
        (self.inertia_is_own, self.jacobian_is_own) = (false, false);
        room.fit(&mut self.chain, m.nv);
        for jac in &mut self.jac {
            room.fit(jac, 6 * m.nv);
        }
        for dof in self.dof.iter_mut().chain(&mut self.integration) {
            room.fit(dof, m.nv);
        }
        room.fit(&mut self.momentum, m.nv);
        for dof in &mut self.saved {
            room.fit(dof, m.nv);
        }
        for body in &mut self.body {
            room.fit(body, 6 * m.nbody);
        }
        room.fit(&mut self.ctrl, m.nu);
        room.fit(&mut self.tendon, m.ntendon);
        let stages = &mut self.stages;
        for dof in [&mut stages.qvel, &mut stages.velocity, &mut stages.acceleration, &mut stages.rate] {
            room.fit(dof, m.nv);
        }
        room.fit(&mut stages.qpos, m.nq);
        for act in [&mut stages.act, &mut stages.act_dot] {
            room.fit(act, m.na);
        }
    }
}
