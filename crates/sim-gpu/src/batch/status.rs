//! The error of a failed world, from its status on the device.

use crate::batch::GpuBatchSim;
use crate::codegen::noise::CONTROL_NOISE;
use crate::codegen::status::Status;
use crate::error::GpuSimResult;
use sim_core::{Excess, StepError};

/// Status of a world.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    /// The world.
    pub world: usize,
    /// `STATUS_…` of the shaders.
    pub code: i32,
    /// Index of the bad entry, or the size that was needed.
    pub info: i32,
    /// The world's time (s).
    pub time: f64,
}

/// The error of a world, if it failed.
pub fn step_error(batch: &GpuBatchSim, failure: Failure) -> GpuSimResult<Option<StepError>> {
    let Failure { world, code, info, time } = failure;
    let (m, index) = (batch.model(), usize::try_from(info).unwrap_or(0));
    let entry = |field: &str| -> GpuSimResult<f64> {
        let all = batch.read_world(field, world)?;
        Ok(all.get(index).copied().unwrap_or(f64::NAN))
    };
    // the input of the actuators, before it is clamped
    let control = || -> GpuSimResult<f64> {
        let noise = if batch.plan.world.contains_key(CONTROL_NOISE) { entry(CONTROL_NOISE)? } else { 0.0 };
        Ok(entry("ctrl")? + noise)
    };
    Ok(Some(match Status::from_code(code) {
        Some(Status::Ok) => return Ok(None),
        Some(Status::BadPosition) => StepError::BadPosition {
            index,
            joint: m.qpos_label(index).unwrap_or_default(),
            value: entry("qpos")?,
            time,
        },
        Some(Status::BadVelocity) => {
            StepError::BadVelocity { index, joint: m.dof_label(index), value: entry("qvel")?, time }
        }
        Some(Status::BadAcceleration) => {
            StepError::BadAcceleration { index, joint: m.dof_label(index), value: entry("qacc")?, time }
        }
        Some(Status::BadControl) => {
            StepError::BadControl { index, actuator: m.ctrl_label(index).unwrap_or_default(), value: control()?, time }
        }
        Some(Status::Contacts) => {
            StepError::TooLarge { excess: Excess::Contacts, needed: index, limit: batch.limits().contacts }
        }
        Some(Status::Rows) => StepError::TooLarge { excess: Excess::Rows, needed: index, limit: batch.limits().rows },
        None => StepError::Panicked { message: format!("the kernels reported the unknown status {code}") },
    }))
}
