//! Sanity of the state before and after the forward pass.

use super::{StepError, is_bad};
use crate::data::Data;
use crate::model::{Model, ObjType};
use crate::sleep::Filter;
use std::ops::Range;

fn bad(values: &[f64]) -> Option<(usize, f64)> {
    // asked of all at once first: a loop that may end early takes one number at a time
    if !values.iter().fold(false, |any, &x| any | is_bad(x)) {
        return None;
    }
    values.iter().position(|&x| is_bad(x)).map(|i| (i, values[i]))
}

/// A joint by name, or by number when it has none.
fn joint_label(m: &Model, joint: usize) -> String {
    match m.name(ObjType::Joint, joint) {
        Some(name) => format!("joint '{name}'"),
        None => format!("joint {joint}"),
    }
}

/// The joint of a dof, by name or number.
pub(crate) fn dof_label(m: &Model, dof: usize) -> String {
    joint_label(m, m.dof_jntid[dof] as usize)
}

pub(super) fn timestep(m: &Model) -> Result<(), StepError> {
    let h = m.opt.timestep;
    if h > 0.0 && h.is_finite() { Ok(()) } else { Err(StepError::InvalidTimestep(h)) }
}

pub(super) fn positions(m: &Model, d: &Data) -> Result<(), StepError> {
    let Some((index, value)) = bad(&d.qpos) else { return Ok(()) };
    let owner = (0..m.njnt).rfind(|&j| m.jnt_qposadr[j] as usize <= index).unwrap_or(0);
    Err(StepError::BadPosition { index, joint: joint_label(m, owner), value, time: d.time })
}

/// The first bad value of a dof that does not sleep.
fn bad_awake(m: &Model, d: &Data, values: &[f64]) -> Option<(usize, f64)> {
    let check = |block: Range<usize>| match bad(&values[block.clone()]) {
        Some((i, value)) => Err((block.start + i, value)),
        None => Ok(()),
    };
    Filter::new(m, d.ntree_awake).dofs().try_each(m, &d.tree_awake, check).err()
}

pub(super) fn velocities(m: &Model, d: &Data) -> Result<(), StepError> {
    let Some((index, value)) = bad_awake(m, d, &d.qvel) else { return Ok(()) };
    Err(StepError::BadVelocity { index, joint: dof_label(m, index), value, time: d.time })
}

pub(super) fn accelerations(m: &Model, d: &Data) -> Result<(), StepError> {
    let Some((index, value)) = bad_awake(m, d, &d.qacc) else { return Ok(()) };
    Err(StepError::BadAcceleration { index, joint: dof_label(m, index), value, time: d.time })
}
