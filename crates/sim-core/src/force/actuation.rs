//! Actuation: controls and activations to forces of the outputs and of the dofs.
//!
//! `force = gain(length, velocity) * input + bias(length, velocity)`, clamped per actuator, per tendon and
//! per joint.

use super::activation::{self, next_activation, wrap_period, wrap_setpoint};
use super::dcmotor::{self, Slots, input};
use super::hill::HillMuscle;
use super::muscle::Muscle;
use super::{clip, passive};
use crate::data::{Warning, history_read};
use crate::math::{MINVAL, Quat, Vec3, get, is_bad, quat, row, vec3};
use crate::model::CHART_QUAT;
use crate::model::{ActuatorDynamics, BiasType, DisableFlags, GainType, Model, ObjType, TransmissionType};
use crate::pipeline::StepError;
use crate::sleep::Filter;
use crate::stage::{Activations, Actuation, Awake, Moments};

/// Policy for controls that are NaN, infinite or larger than 1e10, delayed or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BadControls {
    /// They are refused with an error that names the first of them.
    #[default]
    Refuse,
    /// All controls count as zero, and [`Warning::BadCtrl`] is raised: MuJoCo's rule.
    Zero,
}

/// Whether the actuator's group is switched off.
pub(crate) fn is_disabled(m: &Model, i: usize) -> bool {
    (0..=30).contains(&m.actuator_group[i]) && m.opt.disableactuator & (1 << m.actuator_group[i]) != 0
}

/// Rates of the activations and forces of the actuators.
pub fn actuation(m: &Model, d: &mut Actuation<'_>, controls: BadControls) -> Result<(), StepError> {
    d.actuator_force.fill(0.0);
    if m.nactuator == 0 || m.opt.disableflags.contains(DisableFlags::ACTUATION) {
        d.qfrc_actuator.fill(0.0);
        return Ok(());
    }
    read_controls(m, d, controls)?;
    let filter = Filter::whenever_enabled(m);
    activation::rates(m, d, filter);
    for i in 0..m.nactuator {
        if !is_disabled(m, i) && !filter.skips(m, Awake!(d), ObjType::Actuator, i) {
            output_force(m, d, i);
        }
    }
    clamp_tendons(m, d);
    clamp_forces(m, d);
    motor_friction(m, d, filter);
    to_joints(m, d);
    Ok(())
}

/// Current or delayed controls, clamped. A history holds the first input of an actuator only: the others of a delayed
/// actuator act at once. (MuJoCo leaves them unset there and reads whatever its stack held before.)
fn read_controls(m: &Model, d: &mut Actuation<'_>, controls: BadControls) -> Result<(), StepError> {
    let ctrl = &mut **d.clamped_ctrl;
    ctrl.copy_from_slice(d.ctrl);
    for i in 0..m.nactuator {
        let n = m.actuator_history[2 * i];
        if m.actuator_delay[i] != 0.0 && n > 0 {
            let buffer = &d.history[m.actuator_historyadr[i] as usize..];
            let at = m.actuator_ctrladr[i] as usize;
            let time = d.time - m.actuator_delay[i];
            history_read(buffer, n as usize, 1, time, m.actuator_history[2 * i + 1], &mut ctrl[at..at + 1]);
        }
    }
    if !m.opt.disableflags.contains(DisableFlags::CLAMPCTRL) {
        for (k, u) in ctrl.iter_mut().enumerate() {
            if m.actuator_ctrllimited[k].get() {
                *u = clip(*u, m.actuator_ctrlrange[2 * k], m.actuator_ctrlrange[2 * k + 1]);
            }
        }
    }
    let Some(index) = ctrl.iter().position(|&u| is_bad(u)) else { return Ok(()) };
    match controls {
        BadControls::Refuse => {
            let actuator = m.ctrl_label(index).unwrap_or_default();
            Err(StepError::BadControl { index, actuator, value: ctrl[index], time: d.time })
        }
        BadControls::Zero => {
            d.warning.raise(m, d.time, Warning::BadCtrl, i32::try_from(index).unwrap_or(i32::MAX));
            ctrl.fill(0.0);
            Ok(())
        }
    }
}

/// The activation an actuator's force depends on: now, or with `actearly` after the step.
fn activation_input(m: &Model, d: &Actuation<'_>, i: usize, at: usize) -> f64 {
    if m.actuator_actearly[i].get() { next_activation(m, Activations!(d), i, at, d.act_dot[at]) } else { d.act[at] }
}

fn output_force(m: &Model, d: &mut Actuation<'_>, i: usize) {
    let out = m.actuator_outadr[i] as usize;
    let (length, velocity) = (d.actuator_length[out], d.actuator_velocity[out]);
    let gainprm = &m.actuator_gainprm[10 * i..10 * i + 10];
    let biasprm = &m.actuator_biasprm[10 * i..10 * i + 10];
    if m.actuator_gaintype[i] == GainType::SO3 {
        return orientation_force(m, d, i, out);
    }
    let affine = |prm: &[f64]| prm[0] + prm[1] * length + prm[2] * velocity;
    let muscle = |prm: &[f64]| Muscle::new(prm, row(&m.actuator_lengthrange, out), m.actuator_acc0[out]);
    let gain = match m.actuator_gaintype[i] {
        GainType::Fixed => gainprm[0],
        GainType::Affine => affine(gainprm),
        GainType::Muscle => muscle(gainprm).gain(length, velocity),
        GainType::DcMotor => motor_gain(m, d, i, length, velocity),
        _ => 0.0,
    };
    let force = if m.actuator_gaintype[i] == GainType::Pid {
        pid_force(m, d, i, length)
    } else if m.actuator_gaintype[i] == GainType::HillMuscle {
        hill_force(m, d, i, length, velocity)
    } else {
        let states = m.actuator_actnum[i] as usize;
        let stateless_motor = m.actuator_gaintype[i] == GainType::DcMotor && m.actuator_dynprm[10 * i] <= 0.0;
        let mut x = if states > 0 && !stateless_motor {
            activation_input(m, d, i, m.actuator_actadr[i] as usize + states - 1)
        } else if m.actuator_ctrlnum[i] > 0 {
            d.clamped_ctrl[m.actuator_ctrladr[i] as usize]
        } else {
            0.0
        };
        let period = wrap_period(m, i);
        if period > 0.0 {
            x = wrap_setpoint(x, length, period);
        }
        gain * x
    };
    let bias = match m.actuator_biastype[i] {
        BiasType::Affine => affine(biasprm),
        BiasType::Muscle => muscle(biasprm).bias(length),
        // back-EMF; with a current state it acts through the current
        BiasType::DcMotor if m.actuator_dynprm[10 * i] <= 0.0 => -(gain * gainprm[1] * velocity),
        _ => 0.0,
    };
    d.actuator_force[out] = force + bias;
}

/// Torque per volt or ampere. A motor with a controller has its control replaced by the voltage.
fn motor_gain(m: &Model, d: &mut Actuation<'_>, i: usize, length: f64, velocity: f64) -> f64 {
    let dynprm = &m.actuator_dynprm[10 * i..10 * i + 10];
    let gainprm = &m.actuator_gainprm[10 * i..10 * i + 10];
    let slots = Slots::new(dynprm, gainprm);
    let first = m.actuator_actadr[i].max(0) as usize;
    let resistance = match slots.temperature {
        Some(slot) => dcmotor::resistance(gainprm, dynprm, d.act[first + slot]),
        None => gainprm[0],
    };
    let (at, inputs) = (m.actuator_ctrladr[i] as usize, m.actuator_ctrlnum[i] as usize);
    if m.actuator_ctrlspec[i] != input::VOLTAGE && inputs > 0 {
        let integral = slots.integral.map_or(0.0, |slot| d.act[first + slot]);
        let block = &d.clamped_ctrl[at..at + inputs];
        d.clamped_ctrl[at] = dcmotor::voltage(block, m.actuator_ctrlspec[i], length, velocity, integral, gainprm);
    }
    if dynprm[0] > 0.0 { gainprm[1] } else { gainprm[1] / resistance.max(MINVAL) }
}

/// Input side of a PID servo: `kp r + kv v + ff + ki z`; the state side is the affine bias.
fn pid_force(m: &Model, d: &Actuation<'_>, i: usize, length: f64) -> f64 {
    let prm = &m.actuator_biasprm[10 * i..10 * i + 10];
    let (at, inputs) = (m.actuator_ctrladr[i] as usize, m.actuator_ctrlnum[i] as usize);
    let [mut position, velocity, feedforward, _] =
        dcmotor::unpack_inputs(&d.clamped_ctrl[at..at + inputs], m.actuator_ctrlspec[i]);
    let period = wrap_period(m, i);
    if period > 0.0 {
        position = wrap_setpoint(position, length, period);
    }
    let mut force = -prm[1] * position - prm[2] * velocity + feedforward;
    let states = m.actuator_actnum[i] as usize;
    if states > 0 && m.actuator_gainprm[10 * i] > 0.0 {
        let z = activation_input(m, d, i, m.actuator_actadr[i] as usize + states - 1);
        force += m.actuator_gainprm[10 * i] * z;
    }
    force
}

/// Pull of a Hill muscle. Its last state is the activation, the one before it the fibre length.
fn hill_force(m: &Model, d: &Actuation<'_>, i: usize, length: f64, velocity: f64) -> f64 {
    let (first, states) = (m.actuator_actadr[i] as usize, m.actuator_actnum[i] as usize);
    let activation = activation_input(m, d, i, first + states - 1);
    let fiber = (states > 1).then(|| d.act[first]);
    HillMuscle::new(&m.actuator_gainprm[10 * i..10 * i + 10]).pull(activation, fiber, length, velocity)
}

/// Torque of an orientation servo: proportional to the rotation left to the target, damped.
fn orientation_force(m: &Model, d: &mut Actuation<'_>, i: usize, out: usize) {
    let at = m.actuator_ctrladr[i] as usize;
    let target: Quat = if m.actuator_ctrlspec[i] == CHART_QUAT {
        quat::normalize(get(d.clamped_ctrl, at)).0
    } else if m.actuator_dyntype[i] == ActuatorDynamics::None {
        quat::from_rotvec(get(d.clamped_ctrl, at))
    } else {
        let first = m.actuator_actadr[i] as usize;
        let u: Vec3 = std::array::from_fn(|k| activation_input(m, d, i, first + k));
        quat::from_rotvec(u)
    };
    let current = quat::from_rotvec(get(d.actuator_length, out));
    let error = quat::difference(target, current);
    let (kp, prm) = (m.actuator_gainprm[10 * i], &m.actuator_biasprm[10 * i..10 * i + 3]);
    for k in 0..3 {
        d.actuator_force[out + k] = kp * error[k] + prm[0] + prm[2] * d.actuator_velocity[out + k];
    }
}

/// Scales the forces of all actuators of a tendon when their sum leaves its range.
fn clamp_tendons(m: &Model, d: &mut Actuation<'_>) {
    if !m.tendon_actfrclimited.iter().any(|limited| limited.get()) {
        return;
    }
    let total = &mut **d.tendon_total;
    total.fill(0.0);
    let limited = |i: usize| {
        let tendon = m.actuator_trnid[2 * i].max(0) as usize;
        (m.actuator_trntype[i] == TransmissionType::Tendon && m.tendon_actfrclimited[tendon].get()).then_some(tendon)
    };
    for i in 0..m.nactuator {
        if let Some(tendon) = limited(i) {
            total[tendon] += d.actuator_force[m.actuator_outadr[i] as usize];
        }
    }
    for i in 0..m.nactuator {
        if let Some(tendon) = limited(i) {
            let (low, high) = (m.tendon_actfrcrange[2 * tendon], m.tendon_actfrcrange[2 * tendon + 1]);
            let force = &mut d.actuator_force[m.actuator_outadr[i] as usize];
            if total[tendon] != 0.0 && total[tendon] < low {
                *force *= low / total[tendon];
            } else if total[tendon] != 0.0 && total[tendon] > high {
                *force *= high / total[tendon];
            }
        }
    }
}

fn clamp_forces(m: &Model, d: &mut Actuation<'_>) {
    for i in (0..m.nactuator).filter(|&i| m.actuator_forcelimited[i].get()) {
        let (low, high) = (m.actuator_forcerange[2 * i], m.actuator_forcerange[2 * i + 1]);
        let out = m.actuator_outadr[i] as usize;
        let forces = &mut d.actuator_force[out..out + m.actuator_outnum[i] as usize];
        if m.actuator_gaintype[i] == GainType::SO3 {
            // a torque keeps its direction
            let norm = forces.iter().map(|f| f * f).sum::<f64>().sqrt();
            if norm > high {
                forces.iter_mut().for_each(|f| *f *= high / norm);
            }
        } else {
            forces.iter_mut().for_each(|f| *f = clip(*f, low, high));
        }
    }
}

/// Cogging and friction of DC motors, which no current limit bounds.
fn motor_friction(m: &Model, d: &mut Actuation<'_>, filter: Filter) {
    for i in 0..m.nactuator {
        if m.actuator_biastype[i] != BiasType::DcMotor || is_disabled(m, i) {
            continue;
        }
        if filter.skips(m, Awake!(d), ObjType::Actuator, i) {
            continue;
        }
        let biasprm = &m.actuator_biasprm[10 * i..10 * i + 10];
        let dynprm = &m.actuator_dynprm[10 * i..10 * i + 10];
        let out = m.actuator_outadr[i] as usize;
        if biasprm[0] != 0.0 {
            d.actuator_force[out] += biasprm[0] * (biasprm[1] * d.actuator_length[out] + biasprm[2]).sin();
        }
        if let Some(slot) = Slots::new(dynprm, &m.actuator_gainprm[10 * i..10 * i + 10]).bristle {
            let at = m.actuator_actadr[i] as usize + slot;
            d.actuator_force[out] -= dynprm[5] * d.act[at] + dynprm[6] * d.act_dot[at];
        }
    }
}

/// Forces on the dofs, with gravity compensation by actuators and joint limits on actuator force.
fn to_joints(m: &Model, d: &mut Actuation<'_>) {
    let qfrc = &mut *d.qfrc_actuator;
    Moments!(d).matrix().mul_t(d.actuator_force, qfrc);
    if passive::has_gravity_compensation(m) {
        for j in (0..m.njnt).filter(|&j| m.jnt_actgravcomp[j].get()) {
            let first = m.jnt_dofadr[j] as usize;
            for k in first..first + m.jnt_type[j].nv() {
                qfrc[k] += d.qfrc_gravcomp[k];
            }
        }
    }
    for j in (0..m.njnt).filter(|&j| m.jnt_actfrclimited[j].get()) {
        let force = &mut qfrc[m.jnt_dofadr[j] as usize];
        *force = clip(*force, m.jnt_actfrcrange[2 * j], m.jnt_actfrcrange[2 * j + 1]);
    }
}

/// Setpoints stored in activations, replaced by an equivalent one within a turn.
pub(crate) fn rewrap_setpoints(m: &Model, act: &mut [f64], actuator_length: &[f64]) {
    for i in (0..m.nactuator).filter(|&i| m.actuator_dyntype[i] == ActuatorDynamics::Integrator) {
        let Ok(first) = usize::try_from(m.actuator_actadr[i]) else { continue };
        let period = wrap_period(m, i);
        if period > 0.0 {
            let at = first + m.actuator_actnum[i] as usize - 1;
            act[at] = wrap_setpoint(act[at], actuator_length[m.actuator_outadr[i] as usize], period);
        } else if m.actuator_gaintype[i] == GainType::SO3 {
            let turn = 2.0 * std::f64::consts::PI;
            let angle = vec3::norm(get(act, first));
            if angle > std::f64::consts::PI {
                let scale = (angle - turn * super::round_half_up(angle / turn)) / angle;
                act[first..first + 3].iter_mut().for_each(|a| *a *= scale);
            }
        }
    }
}
