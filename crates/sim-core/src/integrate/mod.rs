//! Time integration.

mod advance;
mod euler;

pub use advance::{difference_position, integrate_position};

use crate::data::Data;
use crate::model::{Integrator, Model};
use crate::pipeline::{From, StepError};

/// Moves the world by one time step with the model's integrator, after a forward pass that began at `from`:
/// factors of matrices that cannot have changed are taken from the last step.
pub(crate) fn integrate(m: &Model, d: &mut Data, from: From) -> Result<(), StepError> {
    match m.opt.integrator {
        Integrator::Euler => {
            euler(m, d, from > From::Position);
            Ok(())
        }
        other => Err(StepError::Unsupported(format!("integrator {other}"))),
    }
}

pub(crate) use euler::euler;
