//! Tendons, equality constraints and actuators: what they pass, tie and drive.

use super::entry::{Outcome, is_one_of, outside, refuse, require};
use crate::model::{ActuatorDynamics, EqType, GainType, JointType, Model, ObjType, TransmissionType, WrapType};

/// Controls of an orientation servo whose setpoint is a quaternion, and of one whose setpoint is a rotation vector.
const ORIENTATION_INPUTS: [i32; 2] = [4, 3];

/// An index of one of `count` things, or less than `least`.
fn reference(array: &'static str, index: usize, value: i32, least: i32, (of, count): (&str, usize)) -> Outcome {
    let ok = value >= least && (value < 0 || is_one_of(value, count));
    require(ok, array, index, value, || outside(least, of, count))
}

/// Objects of the paths exist, and stand where objects of their kind may.
pub(super) fn tendon_paths(m: &Model) -> Outcome {
    for (w, (&kind, &id)) in m.wrap_type.iter().zip(&m.wrap_objid).enumerate() {
        let of = match kind {
            WrapType::Joint => ("njnt", m.njnt),
            WrapType::Site => ("nsite", m.nsite),
            WrapType::Sphere | WrapType::Cylinder => ("ngeom", m.ngeom),
            _ => continue,
        };
        reference("wrap_objid", w, id, 0, of)?;
    }
    for t in 0..m.ntendon {
        let first = m.tendon_adr[t].max(0) as usize;
        let path = &m.wrap_type[first..first + m.tendon_num[t] as usize];
        let fixed = path.first() == Some(&WrapType::Joint);
        for (k, &kind) in path.iter().enumerate() {
            let element = first + k;
            require((kind == WrapType::Joint) == fixed, "wrap_type", element, kind.0, || {
                "a tendon is made of joints alone, or has none in its path".to_string()
            })?;
            let geom = matches!(kind, WrapType::Sphere | WrapType::Cylinder);
            let between = k > 0 && path[k - 1] == WrapType::Site && path.get(k + 1) == Some(&WrapType::Site);
            require(!geom || between, "wrap_type", element, kind.0, || "a geom stands between two sites".to_string())?;
            require(kind != WrapType::None, "wrap_type", element, kind.0, || "a path has no empty places".to_string())?;
        }
    }
    Ok(())
}

/// Objects of the equality constraints exist.
pub(super) fn equalities(m: &Model) -> Outcome {
    for i in 0..m.neq {
        let (of, second) = match m.eq_type[i] {
            EqType::Connect | EqType::Weld => match m.eq_objtype[i] {
                ObjType::Body => (("nbody", m.nbody), 0),
                ObjType::Site => (("nsite", m.nsite), 0),
                other => {
                    let why = "a connect or weld constraint is between bodies or sites";
                    return Err(refuse("eq_objtype", i, other.0, why));
                }
            },
            EqType::Joint => (("njnt", m.njnt), -1),
            EqType::Tendon => (("ntendon", m.ntendon), -1),
            kind => return Err(refuse("eq_type", i, kind.0, "a Model has no flexes to constrain")),
        };
        reference("eq_obj1id", i, m.eq_obj1id[i], 0, of)?;
        reference("eq_obj2id", i, m.eq_obj2id[i], second, of)?;
    }
    Ok(())
}

/// What the actuators drive exists.
pub(super) fn transmissions(m: &Model) -> Outcome {
    for i in 0..m.nactuator {
        let (id, second) = (m.actuator_trnid[2 * i], m.actuator_trnid[2 * i + 1]);
        let first = |least, of| reference("actuator_trnid", 2 * i, id, least, of);
        let other = |least, of| reference("actuator_trnid", 2 * i + 1, second, least, of);
        let sites = ("nsite", m.nsite);
        match m.actuator_trntype[i] {
            TransmissionType::Joint | TransmissionType::JointInParent => first(0, ("njnt", m.njnt))?,
            TransmissionType::Tendon => first(0, ("ntendon", m.ntendon))?,
            TransmissionType::SliderCrank => first(0, sites).and_then(|()| other(0, sites))?,
            TransmissionType::Site => first(0, sites).and_then(|()| other(-1, sites))?,
            TransmissionType::Body => first(0, ("nbody", m.nbody))?,
            TransmissionType::SO3 if second == -1 => {
                first(0, ("njnt", m.njnt))?;
                let ball = m.jnt_type[id as usize] == JointType::Ball;
                require(ball, "actuator_trnid", 2 * i, id, || "must be a ball joint".to_string())?;
            }
            TransmissionType::SO3 => first(0, sites).and_then(|()| other(0, sites))?,
            _ => {}
        }
        let outputs = if m.actuator_trntype[i] == TransmissionType::SO3 { 3 } else { 1 };
        require(m.actuator_outnum[i] == outputs, "actuator_outnum", i, m.actuator_outnum[i], || {
            format!("this transmission has {outputs}")
        })?;
    }
    Ok(())
}

/// Actuators have the inputs and states that their laws use.
pub(super) fn laws(m: &Model) -> Outcome {
    for i in 0..m.nactuator {
        let (gain, dynamics) = (m.actuator_gaintype[i], m.actuator_dyntype[i]);
        let (inputs, states) = (m.actuator_ctrlnum[i], m.actuator_actnum[i]);
        let needed = match dynamics {
            ActuatorDynamics::DcMotor => {
                let (dynprm, gainprm) =
                    (&m.actuator_dynprm[10 * i..10 * i + 10], &m.actuator_gainprm[10 * i..10 * i + 10]);
                motor_states(dynprm, gainprm)
            }
            ActuatorDynamics::Pid => {
                i32::from(m.actuator_dynprm[10 * i + 1] > 0.0) + i32::from(m.actuator_gainprm[10 * i] > 0.0)
            }
            _ if gain == GainType::SO3 && dynamics != ActuatorDynamics::None => 3,
            _ => i32::from(gain == GainType::HillMuscle),
        };
        require(states >= needed, "actuator_actnum", i, states, || format!("this law has {needed} activations"))?;
        let quaternion = m.actuator_ctrlspec[i] == crate::model::CHART_QUAT;
        let needed = match (gain, dynamics) {
            (GainType::SO3, _) => ORIENTATION_INPUTS[usize::from(!quaternion)],
            (_, ActuatorDynamics::None | ActuatorDynamics::Integrator) => 0,
            _ => i32::from(states > 0),
        };
        require(inputs >= needed, "actuator_ctrlnum", i, inputs, || format!("this law has {needed} controls"))?;
        let outputs = m.actuator_outnum[i];
        let enough = gain != GainType::SO3 || outputs == 3;
        require(enough, "actuator_gaintype", i, gain.0, || {
            "an orientation servo needs a transmission of three outputs".to_string()
        })?;
        let motor = gain != GainType::DcMotor || dynamics == ActuatorDynamics::DcMotor || {
            let (dynprm, gainprm) = (&m.actuator_dynprm[10 * i..10 * i + 10], &m.actuator_gainprm[10 * i..10 * i + 10]);
            states >= motor_states(dynprm, gainprm)
        };
        require(motor, "actuator_actnum", i, states, || "a motor has a state for each of its effects".to_string())?;
    }
    Ok(())
}

/// States that the parameters of a motor switch on: slew limit, integral, temperature, bristle, current.
fn motor_states(dynprm: &[f64], gainprm: &[f64]) -> i32 {
    let on = [dynprm[7], gainprm[5], dynprm[2], dynprm[5], dynprm[0]];
    on.iter().filter(|parameter| **parameter > 0.0).count() as i32
}

/// Buffers of past controls lie in the history, which holds the first input.
pub(super) fn control_histories(m: &Model) -> Outcome {
    for i in 0..m.nactuator {
        let (samples, start) = (m.actuator_history[2 * i], m.actuator_historyadr[i]);
        if samples > 0 {
            history(m, ("actuator_history", 2 * i, samples), ("actuator_historyadr", i, start), 1)?;
            require(m.actuator_ctrlnum[i] > 0, "actuator_ctrlnum", i, m.actuator_ctrlnum[i], || {
                "an actuator that remembers its control has one".to_string()
            })?;
        }
    }
    Ok(())
}

/// A buffer of samples of `dim` numbers: user value and cursor, times, values.
pub(super) fn history(
    m: &Model,
    (samples_array, at, samples): (&'static str, usize, i32),
    (array, index, start): (&'static str, usize, i32),
    dim: i32,
) -> Outcome {
    let capacity = m.nhistory as i64;
    let length = 2 + i64::from(samples) * (1 + i64::from(dim));
    require(length <= capacity, samples_array, at, samples, || {
        format!("more samples than fit into nhistory = {capacity}")
    })?;
    let fits = start >= 0 && i64::from(start) + length <= capacity;
    require(fits, array, index, start, || format!("a buffer of {length} numbers must lie in nhistory = {capacity}"))
}
