//! Derivatives of the actuator forces: `Jᵀ s J` with `s` the slope of each output's force by its velocity.
//!
//! Saturated actuators have no slope. The approximations are MuJoCo's: a motor's voltage limit, the
//! temperature of its winding and the velocity dependence of its bristles are ignored, controls are not clamped.

use super::pattern::add_outer;
use crate::force::{
    activation::next_activation, actuation::is_disabled, dcmotor::input, hill::HillMuscle, muscle::Muscle,
};
use crate::linalg::sparse;
use crate::math::{MINVAL, get, row, vec3};
use crate::model::{ActuatorDynamics, BiasType, DisableFlags, GainType, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Activations, Awake, VelocityDerivatives};

/// Adds the actuators' part to `qDeriv`.
pub(super) fn add(m: &Model, d: &mut VelocityDerivatives<'_>) {
    if m.opt.disableflags.contains(DisableFlags::ACTUATION) {
        return;
    }
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.nactuator {
        if is_disabled(m, i) || filter.skips(m, Awake!(d), ObjType::Actuator, i) || is_saturated(m, d, i) {
            continue;
        }
        let slope = force_slope(m, d, i);
        if slope == 0.0 {
            continue;
        }
        let first = m.actuator_outadr[i] as usize;
        for out in first..first + m.actuator_outnum[i] as usize {
            let range = sparse::row_range(d.moment_rownnz, d.moment_rowadr, out);
            let (columns, values) = (&d.moment_colind[range.clone()], &d.actuator_moment[range]);
            add_outer(m, d.qDeriv, columns, values, slope);
        }
    }
}

/// Whether the force is at a bound of its range.
fn is_saturated(m: &Model, d: &VelocityDerivatives<'_>, i: usize) -> bool {
    if !m.actuator_forcelimited[i] {
        return false;
    }
    let (low, high) = (m.actuator_forcerange[2 * i], m.actuator_forcerange[2 * i + 1]);
    let out = m.actuator_outadr[i] as usize;
    if m.actuator_gaintype[i] == GainType::SO3 {
        vec3::norm(get(d.actuator_force, out)) >= high
    } else {
        d.actuator_force[out] <= low || d.actuator_force[out] >= high
    }
}

/// Derivative of an output's force by its own velocity.
fn force_slope(m: &Model, d: &VelocityDerivatives<'_>, i: usize) -> f64 {
    let out = m.actuator_outadr[i] as usize;
    let gainprm = &m.actuator_gainprm[10 * i..10 * i + 10];
    let biasprm = &m.actuator_biasprm[10 * i..10 * i + 10];
    let dynprm = &m.actuator_dynprm[10 * i..10 * i + 10];
    let mut slope = match m.actuator_biastype[i] {
        BiasType::Affine | BiasType::SO3 => biasprm[2],
        // back-EMF; with a current state it acts through the current
        BiasType::DcMotor if dynprm[0] <= 0.0 => -(gainprm[1] * gainprm[1] / gainprm[0].max(MINVAL)),
        _ => 0.0,
    };
    let gain_slope = match m.actuator_gaintype[i] {
        GainType::Affine => gainprm[2],
        GainType::Muscle => {
            let muscle = Muscle::new(gainprm, row(&m.actuator_lengthrange, out), m.actuator_acc0[out]);
            muscle.gain_slope(d.actuator_length[out], d.actuator_velocity[out])
        }
        _ => 0.0,
    };
    slope += match m.actuator_gaintype[i] {
        GainType::DcMotor => motor_slope(m, i, gainprm, dynprm),
        GainType::HillMuscle => {
            let muscle = HillMuscle::new(gainprm);
            muscle.pull_slope(gain_input(m, d, i), d.actuator_length[out], d.actuator_velocity[out])
        }
        _ => 0.0,
    };
    if gain_slope != 0.0 {
        slope += gain_slope * gain_input(m, d, i);
    }
    slope
}

/// What the gain of actuator `i` multiplies: its control, or its activation as the force sees it.
fn gain_input(m: &Model, d: &VelocityDerivatives<'_>, i: usize) -> f64 {
    if m.actuator_dyntype[i] == ActuatorDynamics::None {
        let at = usize::try_from(m.actuator_ctrladr[i]).ok();
        return at.and_then(|at| d.ctrl.get(at)).copied().unwrap_or(0.0);
    }
    let Ok(at) = usize::try_from(m.actuator_actadr[i] + m.actuator_actnum[i] - 1) else { return 0.0 };
    if m.actuator_actearly[i].get() { next_activation(m, Activations!(d), i, at, d.act_dot[at]) } else { d.act[at] }
}

/// Controller, current and friction of a DC motor.
fn motor_slope(m: &Model, i: usize, gainprm: &[f64], dynprm: &[f64]) -> f64 {
    let (resistance, k) = (gainprm[0].max(MINVAL), gainprm[1]);
    // volts per unit of velocity: damping through the torque-to-voltage map, back-EMF compensation
    let controlled = m.actuator_ctrlspec[i] & (input::POS | input::VEL | input::FF) != 0;
    let voltage = if controlled { -gainprm[6] * resistance / k + k } else { 0.0 };
    let mut slope = if dynprm[0] > 0.0 {
        // a current state moves by this fraction of its way within the step
        let reached = 1.0 - (-m.opt.timestep / dynprm[0]).exp();
        k * (voltage - k) * reached / resistance
    } else if voltage != 0.0 {
        k * voltage / resistance
    } else {
        0.0
    };
    if dynprm[6] > 0.0 {
        slope -= dynprm[6];
    }
    slope
}
