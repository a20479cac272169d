//! Activation dynamics: rates of the actuator states, and their integration over a step.

use super::dcmotor::{self, Slots};
use super::hill::HillMuscle;
use super::{clip, muscle, round_half_up};
use crate::math::{MINVAL, vec3};
use crate::model::{ActuatorDynamics, BiasType, GainType, JointType, Model, ObjType, TransmissionType};
use crate::sleep::Filter;
use crate::stage::{Activations, Actuation, Awake};
use std::f64::consts::PI;

/// Rates of all activations. Slew limits replace the setpoint among the clamped controls.
pub(super) fn rates(m: &Model, d: &mut Actuation<'_>, filter: Filter) {
    for i in 0..m.nactuator {
        if filter.skips(m, Awake!(d), ObjType::Actuator, i) {
            continue;
        }
        let Ok(first) = usize::try_from(m.actuator_actadr[i]) else { continue };
        let states = m.actuator_actnum[i] as usize;
        if states == 0 {
            continue;
        }
        d.act_dot[first..first + states].fill(0.0);
        let last = first + states - 1;
        let input = m.actuator_ctrladr[i] as usize;
        let dynprm = &m.actuator_dynprm[10 * i..10 * i + 10];
        match m.actuator_dyntype[i] {
            ActuatorDynamics::Integrator => {
                let n = (m.actuator_ctrlnum[i] as usize).min(states);
                d.act_dot[last + 1 - n..=last].copy_from_slice(&d.clamped_ctrl[input..input + n]);
            }
            ActuatorDynamics::Filter | ActuatorDynamics::FilterExact => {
                d.act_dot[last] = (d.clamped_ctrl[input] - d.act[last]) / dynprm[0].max(MINVAL);
            }
            ActuatorDynamics::Muscle => {
                d.act_dot[last] = muscle::activation_rate(d.clamped_ctrl[input], d.act[last], dynprm);
            }
            ActuatorDynamics::HillMuscle => {
                d.act_dot[last] = muscle::activation_rate(d.clamped_ctrl[input], d.act[last], dynprm);
                if states > 1 {
                    d.act_dot[first] = fiber_rate(m, d, i, first, last);
                }
            }
            ActuatorDynamics::Pid => pid_rates(m, d, i, first),
            ActuatorDynamics::DcMotor => motor_rates(m, d, i, first, last),
            _ => {}
        }
    }
}

/// Moves the setpoint `u` towards its wish no faster than `rate`; returns it and its rate of change.
fn slew_limit(mut u: f64, previous: f64, rate: f64, dt: f64, period: f64) -> (f64, f64) {
    if period > 0.0 {
        u = wrap_setpoint(u, previous, period);
    }
    let step = rate * dt;
    let limited = clip(u, previous - step, previous + step);
    (limited, (limited - previous) / dt)
}

/// An error that no longer grows the integral `z` beyond `limit`.
fn anti_windup(error: f64, z: f64, limit: f64) -> f64 {
    if limit > 0.0 && z >= limit {
        error.min(0.0)
    } else if limit > 0.0 && z <= -limit {
        error.max(0.0)
    } else {
        error
    }
}

/// Rate of a Hill muscle's fibre length, the first of its two states.
fn fiber_rate(m: &Model, d: &Actuation<'_>, i: usize, first: usize, last: usize) -> f64 {
    let out = m.actuator_outadr[i] as usize;
    let muscle = HillMuscle::new(&m.actuator_gainprm[10 * i..10 * i + 10]);
    muscle.fiber_rate(d.act[last], d.act[first], d.actuator_length[out], d.actuator_velocity[out], m.opt.timestep)
}

fn pid_rates(m: &Model, d: &mut Actuation<'_>, i: usize, first: usize) {
    let input = m.actuator_ctrladr[i] as usize;
    let dynprm = &m.actuator_dynprm[10 * i..10 * i + 10];
    let period = wrap_period(m, i);
    let mut at = first;
    if dynprm[1] > 0.0 {
        (d.clamped_ctrl[input], d.act_dot[at]) =
            slew_limit(d.clamped_ctrl[input], d.act[at], dynprm[1], m.opt.timestep, period);
        at += 1;
    }
    if m.actuator_gainprm[10 * i] > 0.0 {
        let mut error = d.clamped_ctrl[input] - d.actuator_length[m.actuator_outadr[i] as usize];
        if period > 0.0 {
            error -= period * round_half_up(error / period);
        }
        d.act_dot[at] = anti_windup(error, d.act[at], dynprm[0]);
    }
}

fn motor_rates(m: &Model, d: &mut Actuation<'_>, i: usize, first: usize, last: usize) {
    let (input, out) = (m.actuator_ctrladr[i] as usize, m.actuator_outadr[i] as usize);
    let inputs = m.actuator_ctrlnum[i] as usize;
    let dynprm = &m.actuator_dynprm[10 * i..10 * i + 10];
    let gainprm = &m.actuator_gainprm[10 * i..10 * i + 10];
    let biasprm = &m.actuator_biasprm[10 * i..10 * i + 10];
    let slots = Slots::new(dynprm, gainprm);
    let (length, velocity) = (d.actuator_length[out], d.actuator_velocity[out]);
    let k = gainprm[1];
    let mut resistance = gainprm[0];

    if let Some(slot) = slots.slew {
        let at = first + slot;
        (d.clamped_ctrl[input], d.act_dot[at]) =
            slew_limit(d.clamped_ctrl[input], d.act[at], dynprm[7], m.opt.timestep, 0.0);
    }
    let mut integral = 0.0;
    if let Some(slot) = slots.integral {
        let at = first + slot;
        integral = d.act[at];
        d.act_dot[at] = anti_windup(d.clamped_ctrl[input] - length, integral, dynprm[8]);
    }
    let block = &d.clamped_ctrl[input..input + inputs];
    let voltage = dcmotor::voltage(block, m.actuator_ctrlspec[i], length, velocity, integral, gainprm);

    if let Some(slot) = slots.temperature {
        // heat of the winding against what it loses to the surroundings
        let at = first + slot;
        let rise = d.act[at];
        resistance = dcmotor::resistance(gainprm, dynprm, rise);
        let current = if dynprm[0] > 0.0 { d.act[last] } else { (voltage - k * velocity) / resistance };
        d.act_dot[at] = (resistance * current * current - rise / dynprm[2]) / dynprm[3];
    }
    if let Some(slot) = slots.bristle {
        let at = first + slot;
        d.act_dot[at] = dcmotor::bristle_rate(velocity, dynprm[5], biasprm) * d.act[at] + velocity;
    }
    if slots.current.is_some() {
        let mut rate = (voltage / resistance - k / resistance * velocity - d.act[last]) / dynprm[0];
        if dynprm[1] > 0.0 {
            rate = clip(rate, -dynprm[1], dynprm[1]);
        }
        d.act_dot[last] = rate;
    }
}

/// Value of activation `at` of actuator `i` after one step with rate `rate`, clamped to its range.
pub fn next_activation(m: &Model, d: Activations<'_>, i: usize, at: usize, rate: f64) -> f64 {
    let h = m.opt.timestep;
    let dynprm = &m.actuator_dynprm[10 * i..10 * i + 10];
    let act = d.act[at];
    let exact = |tau: f64| act + rate * tau * (1.0 - (-h / tau).exp());
    match m.actuator_dyntype[i] {
        ActuatorDynamics::FilterExact => limit(m, i, exact(dynprm[0].max(MINVAL))),
        ActuatorDynamics::DcMotor => {
            let slots = Slots::new(dynprm, &m.actuator_gainprm[10 * i..10 * i + 10]);
            let slot = Some(at - m.actuator_actadr[i] as usize);
            if slot == slots.current {
                exact(dynprm[0].max(MINVAL))
            } else if slot == slots.bristle {
                // exact for a velocity that is constant over the step
                let velocity = d.actuator_velocity[m.actuator_outadr[i] as usize];
                let a = dcmotor::bristle_rate(velocity, dynprm[5], &m.actuator_biasprm[10 * i..10 * i + 10]);
                let decay = (a * h).exp();
                let gain = if a.abs() > MINVAL { (decay - 1.0) / a } else { h };
                decay * act + gain * velocity
            } else if slot == slots.integral && dynprm[8] > 0.0 {
                clip(act + rate * h, -dynprm[8], dynprm[8])
            } else {
                act + rate * h
            }
        }
        // the fibre length has no limits, only the activation has
        ActuatorDynamics::HillMuscle if at + 1 < m.actuator_actadr[i] as usize + m.actuator_actnum[i] as usize => {
            act + rate * h
        }
        _ => limit(m, i, act + rate * h),
    }
}

fn limit(m: &Model, i: usize, act: f64) -> f64 {
    if m.actuator_actlimited[i].get() {
        clip(act, m.actuator_actrange[2 * i], m.actuator_actrange[2 * i + 1])
    } else {
        act
    }
}

/// Period of the setpoint of a servo on a three-dimensional rotation, zero for everything else.
pub(crate) fn wrap_period(m: &Model, i: usize) -> f64 {
    let servo = m.actuator_gaintype[i] == GainType::Fixed
        && m.actuator_biastype[i] == BiasType::Affine
        && m.actuator_gainprm[10 * i] == -m.actuator_biasprm[10 * i + 1]
        && matches!(m.actuator_dyntype[i], ActuatorDynamics::None | ActuatorDynamics::Integrator);
    if !servo && m.actuator_gaintype[i] != GainType::Pid {
        return 0.0;
    }
    let gear = &m.actuator_gear[6 * m.actuator_outadr[i] as usize..][..6];
    let (tran, turn) = ([gear[0], gear[1], gear[2]], [gear[3], gear[4], gear[5]]);
    match m.actuator_trntype[i] {
        TransmissionType::Site if m.actuator_trnid[2 * i + 1] >= 0 && tran == [0.0; 3] => 2.0 * PI * vec3::norm(turn),
        TransmissionType::Joint | TransmissionType::JointInParent
            if m.jnt_type[m.actuator_trnid[2 * i] as usize] == JointType::Ball =>
        {
            2.0 * PI * vec3::norm(tran)
        }
        _ => 0.0,
    }
}

/// The representative of a periodic setpoint nearest to `length`.
pub(crate) fn wrap_setpoint(u: f64, length: f64, period: f64) -> f64 {
    u - period * round_half_up((u - length) / period)
}
