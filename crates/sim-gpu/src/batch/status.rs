//! The error of a failed world, from its status on the device.

use crate::batch::GpuBatchSim;
use crate::codegen::noise::CONTROL_NOISE;
use crate::error::GpuSimResult;
use sim_core::{Excess, StepError};

/// Status of a world.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    /// Which world.
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
    // what the actuators see, before it is clamped
    let control = || -> GpuSimResult<f64> {
        let noise = if batch.plan.world.contains_key(CONTROL_NOISE) { entry(CONTROL_NOISE)? } else { 0.0 };
        Ok(entry("ctrl")? + noise)
    };
    Ok(Some(match code {
        0 => return Ok(None),
        1 => StepError::BadPosition {
            index,
            joint: m.qpos_label(index).unwrap_or_default(),
            value: entry("qpos")?,
            time,
        },
        2 => StepError::BadVelocity { index, joint: m.dof_label(index), value: entry("qvel")?, time },
        3 => StepError::BadAcceleration { index, joint: m.dof_label(index), value: entry("qacc")?, time },
        4 => {
            StepError::BadControl { index, actuator: m.ctrl_label(index).unwrap_or_default(), value: control()?, time }
        }
        5 => StepError::TooLarge { excess: Excess::Contacts, needed: index, limit: batch.limits().contacts },
        6 => StepError::TooLarge { excess: Excess::Rows, needed: index, limit: batch.limits().rows },
        _ => StepError::CholeskyFailed,
    }))
}
