//! Sanity of the state before and after the forward pass.

use crate::error::StepError;
use crate::math::is_bad;
use crate::model::Model;
use crate::sleep::Filter;
use crate::stage::{ChecksAfter, ChecksBefore};
use std::ops::Range;

/// Time step, positions and velocities.
pub(super) fn before(m: &Model, d: &ChecksBefore<'_>) -> Result<(), StepError> {
    timestep(m)?;
    if let Some((index, value)) = bad(d.qpos) {
        let joint = m.qpos_label(index).unwrap_or_default();
        return Err(StepError::BadPosition { index, joint, value, time: d.time });
    }
    let Some((index, value)) = bad_awake(m, d.ntree_awake, d.tree_awake, d.qvel) else { return Ok(()) };
    Err(StepError::BadVelocity { index, joint: m.dof_label(index), value, time: d.time })
}

/// Accelerations.
pub(super) fn after(m: &Model, d: &ChecksAfter<'_>) -> Result<(), StepError> {
    let Some((index, value)) = bad_awake(m, d.ntree_awake, d.tree_awake, d.qacc) else { return Ok(()) };
    Err(StepError::BadAcceleration { index, joint: m.dof_label(index), value, time: d.time })
}

fn timestep(m: &Model) -> Result<(), StepError> {
    let h = m.opt.timestep;
    if h > 0.0 && h.is_finite() { Ok(()) } else { Err(StepError::InvalidTimestep(h)) }
}

fn bad(values: &[f64]) -> Option<(usize, f64)> {
    // all at once first, without early exit, so that the loop is vectorised
    if !values.iter().fold(false, |any, &x| any | is_bad(x)) {
        return None;
    }
    values.iter().position(|&x| is_bad(x)).map(|i| (i, values[i]))
}

/// The first bad value of a dof that does not sleep.
fn bad_awake(m: &Model, ntree_awake: usize, tree_awake: &[i32], values: &[f64]) -> Option<(usize, f64)> {
    let check = |block: Range<usize>| match bad(&values[block.clone()]) {
        Some((i, value)) => Err((block.start + i, value)),
        None => Ok(()),
    };
    Filter::new(m, ntree_awake).dofs().try_each(m, tree_awake, check).err()
}
