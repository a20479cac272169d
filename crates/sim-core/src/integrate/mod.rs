//! Time integration: from the forces of a forward pass to the next state.
//!
//! `accelerate` finds the acceleration over the step, `advance` moves the state with it. Between the two, the pipeline updates
//! histories and sleep.

pub(crate) mod advance;
mod damped;
mod euler;
mod implicit;
pub(crate) mod rk4;
mod spring_damper;

pub use advance::{difference_position, integrate_position};
pub(crate) use implicit::{assemble, assemble_symmetric, force_of_implicit, force_of_implicit_fast};
pub use rk4::RungeKutta;

use crate::derivative::Terms;
use crate::error::StepError;
use crate::model::{Integrator, Model};
use crate::stage::{Integration, ResumePoint};

/// Whether the factors of matrices that did not change are reused from the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factors {
    /// Factor the matrices.
    Make,
    /// Use the factors of the last step.
    Reuse,
}

impl Factors {
    /// What a step may keep after a forward pass that began at `from`.
    pub(crate) fn after(integrator: Integrator, from: ResumePoint) -> Self {
        let kept = match integrator {
            Integrator::Euler => from > ResumePoint::Position,
            _ => from > ResumePoint::Velocity,
        };
        if kept { Self::Reuse } else { Self::Make }
    }
}

/// The velocity derivatives that an integrator needs.
pub(crate) fn derivatives(integrator: Integrator) -> Option<Terms> {
    match integrator {
        Integrator::Implicit => Some(Terms::ForcesAndBias),
        Integrator::ImplicitFast => Some(Terms::Forces),
        _ => None,
    }
}

/// The acceleration over a step of one stage, into `step_acc`. Reads the forces of the last forward pass and, for the implicit
/// integrators, their derivatives.
pub(crate) fn accelerate(
    m: &Model,
    d: &mut Integration<'_>,
    integrator: Integrator,
    factors: Factors,
) -> Result<(), StepError> {
    match integrator {
        Integrator::Euler => euler::accelerate(m, d, factors),
        Integrator::Implicit => implicit::accelerate(m, d, factors)?,
        Integrator::ImplicitFast => implicit::accelerate_fast(m, d, factors),
        Integrator::ImplicitSpringDamper => spring_damper::accelerate(m, d),
        other => return Err(StepError::Unsupported(format!("integrator {other}"))),
    }
    Ok(())
}
