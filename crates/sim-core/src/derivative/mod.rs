//! Derivatives of the dynamics: analytic ones of the smooth forces by the velocities here, finite differences of a whole
//! step in `transition`.
//!
//! `qDeriv = d (qfrc_actuator + qfrc_passive - qfrc_bias) / d qvel` on the pattern `D_*` of the Model: for each
//! dof its ancestors, itself and its descendants. What couples other dofs (a tendon across trees) is left out.

mod actuator;
mod bias;
mod fluid;
pub(crate) mod free_body;
mod passive;
mod pattern;
pub mod transition;

use crate::model::Model;
use crate::sleep::Filter;
use crate::stage::VelocityDerivatives;

/// Which terms `smooth_velocity` includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Actuators, dampers and medium.
    Forces,
    /// Those, and the Coriolis and centrifugal forces, which make the matrix unsymmetric.
    ForcesAndBias,
}

/// Computes `qDeriv`. Needs a forward pass.
pub fn smooth_velocity(m: &Model, d: &mut VelocityDerivatives<'_>, terms: Terms) {
    Filter::new(m, d.ntree_awake).dofs().each(m, d.tree_awake, |block| {
        let start = |dof: usize| m.D_rowadr.get(dof).map_or(m.nD, |&adr| adr as usize);
        d.qDeriv[start(block.start)..start(block.end)].fill(0.0);
    });
    actuator::add(m, d);
    passive::add(m, d);
    if terms == Terms::ForcesAndBias {
        bias::subtract(m, d);
    }
}
