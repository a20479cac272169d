//! The part all integrators share: history, activations, velocities, positions, time.

use crate::data::{Data, history_insert};
use crate::force::{activation, actuation};
use crate::linalg::dense;
use crate::math::{get, quat};
use crate::model::{JointType, Model, disable};
use crate::pipeline::{Sensors, Start, StepError, forward_from};
use crate::sensor;
use crate::sleep::{self, Filter, SleepState};
use crate::stage::Activations;

/// Moves `qpos` along `qvel` for `dt`; quaternions stay on the sphere.
pub fn integrate_position(m: &Model, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    for j in 0..m.njnt {
        move_joint(m, j, qpos, qvel, dt);
    }
}

/// Moves the positions of joint `j`.
#[inline(always)]
fn move_joint(m: &Model, j: usize, qpos: &mut [f64], qvel: &[f64], dt: f64) {
    let (mut q, mut v) = (m.jnt_qposadr[j] as usize, m.jnt_dofadr[j] as usize);
    match m.jnt_type[j] {
        JointType::Free | JointType::Ball => {
            if m.jnt_type[j] == JointType::Free {
                dense::add_scaled_to(&mut qpos[q..q + 3], &qvel[v..v + 3], dt);
                (q, v) = (q + 3, v + 3);
            }
            let turned = quat::integrate(get(qpos, q), get(qvel, v), dt);
            qpos[q..q + 4].copy_from_slice(&turned);
        }
        _ => qpos[q] += dt * qvel[v],
    }
}

/// The velocity that takes `from` to `to` in the time `dt`.
pub fn difference_position(m: &Model, from: &[f64], to: &[f64], dt: f64, qvel: &mut [f64]) {
    for j in 0..m.njnt {
        let (mut q, mut v) = (m.jnt_qposadr[j] as usize, m.jnt_dofadr[j] as usize);
        match m.jnt_type[j] {
            JointType::Free | JointType::Ball => {
                if m.jnt_type[j] == JointType::Free {
                    for k in 0..3 {
                        qvel[v + k] = (to[q + k] - from[q + k]) / dt;
                    }
                    (q, v) = (q + 3, v + 3);
                }
                let turn = quat::difference(get(to, q), get(from, q));
                for k in 0..3 {
                    qvel[v + k] = turn[k] / dt;
                }
            }
            _ => qvel[v] = (to[q] - from[q]) / dt,
        }
    }
}

/// Rates of change over a step.
pub(super) struct Rates<'a> {
    /// Acceleration.
    pub qacc: &'a [f64],
    /// Velocity that moves the positions; without one the new velocity does.
    pub qvel: Option<&'a [f64]>,
    /// Rates of the activations; without them those of the last forward pass.
    pub act_dot: Option<&'a [f64]>,
}

impl<'a> Rates<'a> {
    /// Semi-implicit: the new velocity moves the positions.
    pub(super) fn acceleration(qacc: &'a [f64]) -> Self {
        Self { qacc, qvel: None, act_dot: None }
    }
}

/// Advances the whole state by one step: history, activations, sleep, velocities, positions, time.
pub(super) fn advance(m: &Model, d: &mut Data, rates: &Rates<'_>) -> Result<(), StepError> {
    for i in 0..m.nactuator {
        let n = m.actuator_history[2 * i];
        if n > 0 {
            let buffer = &mut d.history[m.actuator_historyadr[i] as usize..];
            let at = history_insert(buffer, n as usize, 1, d.time);
            buffer[at] = d.ctrl[m.actuator_ctrladr[i] as usize];
        }
    }
    sensor::remember(m, d);
    if m.na > 0 && m.opt.disableflags & disable::ACTUATION == 0 {
        advance_activations(m, d, rates.act_dot);
    }
    if sleep::is_enabled(m) && sleep::fall_asleep(m, d) > 0 {
        // velocities have become zero: what depends on them is seen once more before it is left alone
        forward_from(m, d, Start::Velocity, Sensors::Run)?;
        sleep::update(m, d);
    }
    let (h, filter) = (m.opt.timestep, Filter::new(m, d.ntree_awake));
    filter.dofs().each(m, &d.tree_awake, |block| {
        dense::add_scaled_to(&mut d.qvel[block.clone()], &rates.qacc[block], h);
    });
    let qvel = rates.qvel.unwrap_or(&d.qvel);
    if filter.is_on() {
        for j in (0..m.njnt).filter(|&j| d.body_awake[m.jnt_bodyid[j] as usize] == SleepState::Awake) {
            move_joint(m, j, &mut d.qpos, qvel, h);
        }
    } else {
        integrate_position(m, &mut d.qpos, qvel, h);
    }
    d.time += h;
    d.qacc_warmstart.copy_from_slice(&d.qacc);
    Ok(())
}

fn advance_activations(m: &Model, d: &mut Data, act_dot: Option<&[f64]>) {
    for i in 0..m.nactuator {
        let Ok(first) = usize::try_from(m.actuator_actadr[i]) else { continue };
        let disabled = actuation::is_disabled(m, i);
        for at in first..first + m.actuator_actnum[i] as usize {
            let rate = if disabled { 0.0 } else { act_dot.unwrap_or(&d.act_dot)[at] };
            d.act[at] = activation::next_activation(m, Activations::of(d), i, at, rate);
        }
    }
    actuation::rewrap_setpoints(m, &mut d.act, &d.actuator_length);
}
