//! Time integration.

mod advance;
mod euler;

pub use advance::integrate_position;

use crate::data::Data;
use crate::model::{Integrator, Model};
use crate::pipeline::StepError;

/// Moves the world by one time step with the model's integrator.
pub(crate) fn integrate(m: &Model, d: &mut Data) -> Result<(), StepError> {
    match m.opt.integrator {
        Integrator::Euler => {
            euler(m, d);
            Ok(())
        }
        other => Err(StepError::Unsupported(format!("integrator {other}"))),
    }
}

pub(crate) use euler::euler;
