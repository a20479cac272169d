//! The part all integrators share: history, activations, velocities, positions, time.

use crate::data::history_insert;
use crate::force::{activation, actuation};
use crate::linalg::dense;
use crate::math::{get, quat};
use crate::model::{DisableFlags, JointType, Model};
use crate::sleep::{Filter, SleepState};
use crate::stage::{Activations, Integration};

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

/// Where the rates of change over a step come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rates {
    /// The acceleration over the step; the new velocity moves the positions, and activations change as in the last forward
    /// pass.
    Step,
    /// The weighted stages of a Runge-Kutta step.
    RungeKutta,
}

/// Puts the controls into their histories.
#[inline(always)]
pub(crate) fn record_controls(m: &Model, d: &mut Integration<'_>) {
    for i in 0..m.nactuator {
        let n = m.actuator_history[2 * i];
        if n > 0 {
            let buffer = &mut d.history[m.actuator_historyadr[i] as usize..];
            let at = history_insert(buffer, n as usize, 1, *d.time);
            buffer[at] = d.ctrl[m.actuator_ctrladr[i] as usize];
        }
    }
}

/// Advances the activations.
#[inline(always)]
pub(crate) fn advance_activations(m: &Model, d: &mut Integration<'_>, rates: Rates) {
    if m.opt.disableflags.contains(DisableFlags::ACTUATION) {
        return;
    }
    let act_dot = match rates {
        Rates::Step => d.act_dot,
        Rates::RungeKutta => &d.runge_kutta.act_dot,
    };
    for i in 0..m.nactuator {
        let Ok(first) = usize::try_from(m.actuator_actadr[i]) else { continue };
        let disabled = actuation::is_disabled(m, i);
        for at in first..first + m.actuator_actnum[i] as usize {
            let rate = if disabled { 0.0 } else { act_dot[at] };
            d.act[at] = activation::next_activation(m, Activations!(d), i, at, rate);
        }
    }
    actuation::rewrap_setpoints(m, d.act, d.actuator_length);
}

/// Advances velocities, positions and time.
#[inline(always)]
pub(crate) fn advance(m: &Model, d: &mut Integration<'_>, rates: Rates) {
    let (h, filter) = (m.opt.timestep, Filter::new(m, d.ntree_awake));
    let acc = match rates {
        Rates::Step => &*d.step_acc,
        Rates::RungeKutta => &d.runge_kutta.acceleration,
    };
    filter.dofs().each(m, d.tree_awake, |block| {
        dense::add_scaled_to(&mut d.qvel[block.clone()], &acc[block], h);
    });
    let qvel = match rates {
        Rates::Step => &*d.qvel,
        Rates::RungeKutta => &d.runge_kutta.velocity,
    };
    if filter.is_on() {
        for j in (0..m.njnt).filter(|&j| d.body_awake[m.jnt_bodyid[j] as usize] == SleepState::Awake) {
            move_joint(m, j, d.qpos, qvel, h);
        }
    } else {
        integrate_position(m, d.qpos, qvel, h);
    }
    *d.time += h;
    d.qacc_warmstart.copy_from_slice(d.qacc);
}
