//! The order of the stages and nothing else: the step, forward and inverse dynamics.

mod check;
mod forward;
mod integration;
mod inverse;
mod lap_timer;
mod pass;
mod profile;
mod reset;
mod run;
mod sensing;
mod sleep;
pub mod stages;
mod step;
mod support;

pub use crate::error::StepError;
pub use crate::math::is_bad;
pub use crate::stage::Sensors;
pub(crate) use forward::forward_acceleration;
pub use forward::{forward_kinematics, forward_position, forward_velocity};
pub(crate) use inverse::inverse_from;
pub use inverse::{constraint_forces, constraint_update, inverse_position};
pub(crate) use pass::Pass;
pub use profile::Profile;
pub use run::run;
pub(crate) use step::step_from;

#[cfg(test)]
mod tests;
