//! Work space of the stages, sized once so that a warm step allocates nothing.
//!
//! A stage borrows the buffers it needs by name, beside the fields it reads and writes. What it leaves in them has no meaning
//! for the next one.

use super::Data;
use super::padding::Padding;
use super::pass::PassState;
use crate::linalg::ltdl::FactorRows;
use crate::linalg::tiles::Lane;
use crate::model::{DofLayout, Model};
use crate::scratch::collision::CollisionWork;
use crate::scratch::constraint::{IslandWork, ProjectWork};
use crate::scratch::sensor::Match;
use crate::scratch::solver::{DualWork, Packed, PrimalWork};
use std::sync::Arc;

/// Declares a struct of buffers, and the types a stage borrows them as.
macro_rules! buffers {
    ($(#[$smeta:meta])* $S:ident $types:ident { $($(#[$meta:meta])* $name:ident : $t:ty),* $(,)? }) => {
        $(#[$smeta])*
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $S { $($(#[$meta])* pub $name: $t,)* }

        /// Types of the buffers.
        #[allow(non_camel_case_types, missing_docs, dead_code)]
        pub(crate) mod $types {
            use super::*;
            $(pub(crate) type $name = $t;)*
        }
    };
}

buffers! {
    /// Buffers of a world without meaning between stages.
    Scratch buffer {
        /// Dofs of a merged chain.
        chain: Vec<i32>,
        /// A point Jacobian, six rows.
        point_jac: Vec<f64>,
        /// Products of a force law's slope and a point Jacobian, six rows.
        wrench_jac: Vec<f64>,
        /// Entries of `Jᵀ S J`, six rows.
        slope_jac: Vec<f64>,
        /// A sum over the dofs.
        dof_sum: Vec<f64>,
        /// Which dofs a sum has touched.
        dof_used: Vec<f64>,
        /// Momentum of the dofs.
        momentum: Vec<f64>,
        /// Acceleration of the step that is being made.
        step_acc: Vec<f64>,
        /// Force, or stiffness, of the dofs in that step.
        step_force: Vec<f64>,
        /// Accelerations of the bodies.
        body_acc: Vec<f64>,
        /// Forces, or velocities, of the bodies.
        body_force: Vec<f64>,
        /// Clamped controls.
        clamped_ctrl: Vec<f64>,
        /// Total actuator force per tendon.
        tendon_total: Vec<f64>,
        /// The numbers from zero on: all rows, or all dofs, as a list.
        counts: Vec<i32>,
        /// Acceleration errors of the constraint rows.
        row_error: Vec<f64>,
        /// The acceleration given to inverse dynamics, while it works with another one.
        given_acc: Vec<f64>,
        /// A force over the dofs, of inverse dynamics.
        inverse_force: Vec<f64>,
        /// Constraint forces of the forward pass while inverse dynamics runs, over the dofs.
        kept_force: Vec<f64>,
        /// Constraint forces of the forward pass while inverse dynamics runs, over the constraint rows.
        kept_row_force: Vec<f64>,
        /// Derivatives of body velocities by the velocities; sized when first used.
        slope_velocity: Vec<f64>,
        /// Derivatives of body accelerations by the velocities; sized when first used.
        slope_acceleration: Vec<f64>,
        /// Derivatives of body forces by the velocities; sized when first used.
        slope_force: Vec<f64>,
        /// Dofs that a row couples; sized when first used.
        coupled_dofs: Vec<i32>,
        /// Entries of a constraint row; sized when first used.
        row_entries: Vec<f64>,
        /// A factored matrix in compressed rows; sized when first used.
        factor_rows: FactorRows,
        /// What a Runge-Kutta step keeps across its forward passes.
        runge_kutta: RungeKuttaSums,
    }
}

buffers! {
    /// The part of the work space that no stage reads before it has written it; it may therefore serve another world of the same
    /// model next. Its buffers are sized when first used.
    Workspace shared {
        /// Candidate pairs and manifolds. Boxed: it holds many touches in place.
        collision: Option<Box<CollisionWork>>,
        /// Trees on the way to islands.
        island: IslandWork,
        /// Vectors of the primal solvers; boxed like that of collision.
        primal: Option<Box<PrimalWork>>,
        /// Vectors of the dual solvers.
        dual: Option<Box<DualWork>>,
        /// Products on the way to the inverse inertia of the rows.
        project: ProjectWork,
        /// Whether a pass is under way, whose stages may rely on the layout.
        under_way: PassState,
        /// Places of the dofs in tiles: those of the Model of the last pass.
        layout: Arc<DofLayout>,
        /// A vector over the dofs that the constraint Jacobian is multiplied with, in tiles; zero at absent dofs.
        lanes: Vec<Lane>,
        /// A vector over the dofs that a factor is solved with, in tiles.
        solved: Vec<Lane>,
        /// What a primal solver works on.
        packed: Option<Box<Packed>>,
        /// Contacts a sensor counts.
        matches: Vec<Match>,
    }
}

impl Data {
    /// Exchanges a work space and the world's own: a batch has one for each thread, used by one world after another.
    pub(crate) fn exchange_workspace(&mut self, space: &mut Box<Workspace>) {
        std::mem::swap(&mut self.work, space);
    }
}

impl Data {
    /// Fills the work space with nonsense, for tests that nothing of meaning is kept there between stages.
    #[doc(hidden)]
    pub fn scramble_work(&mut self) {
        let scratch = &mut self.scratch;
        for numbers in [
            &mut scratch.point_jac,
            &mut scratch.wrench_jac,
            &mut scratch.slope_jac,
            &mut scratch.dof_sum,
            &mut scratch.dof_used,
            &mut scratch.momentum,
            &mut scratch.step_acc,
            &mut scratch.step_force,
            &mut scratch.body_acc,
            &mut scratch.body_force,
            &mut scratch.clamped_ctrl,
            &mut scratch.tendon_total,
            &mut scratch.row_error,
            &mut scratch.given_acc,
            &mut scratch.inverse_force,
            &mut scratch.kept_force,
            &mut scratch.kept_row_force,
            &mut scratch.slope_velocity,
            &mut scratch.slope_acceleration,
            &mut scratch.slope_force,
            &mut scratch.row_entries,
            &mut scratch.factor_rows.entries,
            &mut scratch.factor_rows.diag_inv,
        ] {
            numbers.fill(f64::NAN);
        }
        scratch.chain.fill(i32::MAX);
        scratch.coupled_dofs.fill(i32::MAX);
        *self.work = Workspace::default();
    }

    /// Drops the work space: after a failure in the middle of a stage its contents are undefined.
    pub(crate) fn forget_work(&mut self) {
        *self.work = Workspace::default();
        (self.flg_energypos, self.flg_energyvel) = (false, false);
        (self.flg_subtreevel, self.flg_rnepost) = (false, false);
    }
}

/// What a Runge-Kutta step keeps across its forward passes.
#[derive(Clone, Debug, Default)]
pub(crate) struct RungeKuttaSums {
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
    pub(crate) fn resize(&mut self, m: &Model, padding: Padding) {
        padding.fit(&mut self.chain, m.nv);
        for jac in [&mut self.point_jac, &mut self.wrench_jac, &mut self.slope_jac] {
            padding.fit(jac, 6 * m.nv);
        }
        for dof in [&mut self.dof_sum, &mut self.dof_used, &mut self.momentum] {
            padding.fit(dof, m.nv);
        }
        for dof in [&mut self.step_acc, &mut self.step_force] {
            padding.fit(dof, m.nv);
        }
        for dof in [&mut self.given_acc, &mut self.inverse_force, &mut self.kept_force] {
            padding.fit(dof, m.nv);
        }
        for body in [&mut self.body_acc, &mut self.body_force] {
            padding.fit(body, 6 * m.nbody);
        }
        padding.fit(&mut self.clamped_ctrl, m.nu);
        padding.fit(&mut self.tendon_total, m.ntendon);
        let stages = &mut self.runge_kutta;
        for dof in [&mut stages.qvel, &mut stages.velocity, &mut stages.acceleration, &mut stages.rate] {
            padding.fit(dof, m.nv);
        }
        padding.fit(&mut stages.qpos, m.nq);
        for act in [&mut stages.act, &mut stages.act_dot] {
            padding.fit(act, m.na);
        }
    }
}
