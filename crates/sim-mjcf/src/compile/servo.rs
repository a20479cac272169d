//! Sizes of an actuator's blocks: controls, activations and outputs. Checks which laws fit together for orientation servos,
//! pid servos and DC motors.

use crate::error::Result;
use crate::spec::{Actuator, Limited, chart, signal};
use sim_core::{ActuatorDynamics, BiasType, GainType, JointType, Model, TransmissionType};

/// Signals of the torque controller of a DC motor, and inputs of a pid servo.
const SETPOINTS: i32 = signal::POS | signal::VEL | signal::FF;

/// Sizes of an actuator's blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blocks {
    pub ctrlnum: usize,
    /// Input signature; zero for the plain single input.
    pub ctrlspec: i32,
    pub outnum: usize,
    pub actnum: usize,
}

impl Blocks {
    /// The blocks of an actuator as written.
    pub fn of(actuator: &Actuator) -> Self {
        let given = |default| if actuator.ctrlspec != 0 { actuator.ctrlspec } else { default };
        let signals = |spec: i32| {
            let known = signal::POS | signal::VEL | signal::FF | signal::VOLTAGE;
            (spec & known).count_ones() as usize
        };
        let (ctrlspec, ctrlnum, outnum) = match actuator.gaintype {
            GainType::SO3 => {
                let spec = given(chart::EXPMAP);
                (spec, if spec == chart::QUAT { 4 } else { 3 }, 3)
            }
            GainType::Pid => {
                let spec = given(signal::POS | signal::VEL);
                (spec, signals(spec & SETPOINTS), 1)
            }
            GainType::DcMotor => {
                let spec = given(signal::VOLTAGE);
                (spec, signals(spec), 1)
            }
            _ => (0, 1, 1),
        };
        let actnum = match actdim(actuator) {
            ..0 => usize::from(![ActuatorDynamics::None, ActuatorDynamics::DcMotor].contains(&actuator.dyntype)),
            actdim => actdim as usize,
        };
        Self { ctrlnum, ctrlspec, outnum, actnum }
    }
}

/// Number of activations: from the laws, else as written; negative if neither gives it.
pub(crate) fn actdim(actuator: &Actuator) -> i32 {
    match (actuator.gaintype, actuator.dyntype) {
        (GainType::SO3, ActuatorDynamics::Integrator) => 3,
        (GainType::Pid, ActuatorDynamics::Pid) => pid_states(actuator),
        _ => actuator.actdim,
    }
}

/// States of a pid servo: the slewed setpoint and the integral.
fn pid_states(actuator: &Actuator) -> i32 {
    i32::from(actuator.dynprm[1] > 0.0) + i32::from(actuator.gainprm[0] > 0.0)
}

/// Switch of the activation limit. An integrated orientation is kept bounded by the integrator, so there
/// "on" without a range means off.
pub(crate) fn actlimited(actuator: &Actuator) -> Limited {
    let integrated = actuator.gaintype == GainType::SO3 && actuator.dyntype == ActuatorDynamics::Integrator;
    if integrated && actuator.actlimited == Limited::True && actuator.actrange == [0.0; 2] {
        return Limited::False;
    }
    actuator.actlimited
}

/// Refuses laws that do not fit together.
pub(crate) fn check(actuator: &Actuator, blocks: &Blocks, trnid: [i32; 2], m: &Model) -> Result<()> {
    let mut problem = Ok(());
    if actuator.gaintype == GainType::SO3 || actuator.biastype == BiasType::SO3 {
        problem = check_orientation(actuator, blocks, trnid, m);
    } else if actuator.gaintype == GainType::Pid {
        problem = check_pid(actuator, blocks);
    } else if actuator.gaintype == GainType::DcMotor {
        problem = check_motor(actuator, blocks);
    }
    if problem.is_ok() && actuator.dyntype == ActuatorDynamics::Pid && actuator.gaintype != GainType::Pid {
        problem = Err("dyntype 'pid' needs gaintype 'pid'");
    }
    if problem.is_ok() {
        problem = check_motor_states(actuator, blocks);
    }
    let takes_input = [GainType::SO3, GainType::Pid, GainType::DcMotor].contains(&actuator.gaintype);
    if problem.is_ok() && actuator.ctrlspec != 0 && !takes_input {
        problem = Err("'input' is for orientation, pid and dcmotor actuators");
    }
    problem.map_err(|message| actuator.meta.span.conversion(message))
}

fn check_orientation(actuator: &Actuator, blocks: &Blocks, trnid: [i32; 2], m: &Model) -> Result<(), &'static str> {
    if actuator.gaintype != GainType::SO3 || actuator.biastype != BiasType::SO3 {
        return Err("gaintype 'so3' and biastype 'so3' need each other");
    }
    let integrated = actuator.dyntype == ActuatorDynamics::Integrator;
    if !integrated && actuator.dyntype != ActuatorDynamics::None {
        return Err("an orientation servo needs dyntype 'none' or 'integrator'");
    }
    if actuator.gainprm[0] != -actuator.biasprm[1] {
        return Err("an orientation servo needs gainprm[0] = -biasprm[1]");
    }
    match actuator.trntype {
        TransmissionType::Site if trnid[1] < 0 => {
            return Err("an orientation servo at a site needs 'refsite' to measure against");
        }
        TransmissionType::Site => {}
        TransmissionType::Joint => {
            if m.jnt_type[trnid[0] as usize] != JointType::Ball {
                return Err("an orientation servo drives a ball joint, not this kind of joint");
            }
        }
        _ => return Err("an orientation servo drives a ball joint or a site"),
    }
    if integrated && actuator.actdim > 0 && actuator.actdim != 3 {
        return Err("an integrated orientation has actdim 3");
    }
    match blocks.ctrlspec {
        chart::EXPMAP => {}
        chart::QUAT if actuator.dyntype == ActuatorDynamics::None => {}
        chart::QUAT => return Err("input 'quat' needs dyntype 'none'"),
        _ => return Err("the input of an orientation servo is 'expmap' or 'quat'"),
    }
    if super::joint::is_limited(actuator.forcelimited, actuator.forcerange) && actuator.forcerange[0] != 0.0 {
        return Err("'forcerange' of an orientation servo bounds the length of the torque: start it at 0");
    }
    Ok(())
}

fn check_pid(actuator: &Actuator, blocks: &Blocks) -> Result<(), &'static str> {
    if actuator.biastype != BiasType::Affine {
        return Err("a pid servo needs biastype 'affine'");
    }
    let stateful = actuator.dyntype == ActuatorDynamics::Pid;
    if !stateful && actuator.dyntype != ActuatorDynamics::None {
        return Err("a pid servo needs dyntype 'none' or 'pid'");
    }
    if !stateful && actuator.gainprm[0] != 0.0 {
        return Err("an integral gain (gainprm[0]) needs dyntype 'pid'");
    }
    if actuator.trntype == TransmissionType::Body {
        return Err("a pid servo cannot act through a body");
    }
    if stateful {
        if actuator.dynprm[0] < 0.0 {
            return Err("imax (dynprm[0]) cannot be negative");
        }
        if actuator.dynprm[1] < 0.0 {
            return Err("slewmax (dynprm[1]) cannot be negative");
        }
        if actuator.actdim > 0 && actuator.actdim != pid_states(actuator) {
            return Err("'actdim' differs from the number of states of the pid servo: leave it out");
        }
    }
    if blocks.ctrlspec & !SETPOINTS != 0 {
        return Err("the inputs of a pid servo are some of pos, vel, ff");
    }
    if stateful && blocks.ctrlspec & signal::POS == 0 {
        return Err("a pid servo with an integral or a slew rate needs the input pos");
    }
    Ok(())
}

fn check_motor(actuator: &Actuator, blocks: &Blocks) -> Result<(), &'static str> {
    let spec = blocks.ctrlspec;
    if spec != signal::NONE && spec & !(SETPOINTS | signal::VOLTAGE) != 0 {
        return Err("the inputs of a DC motor are 'none' or some of pos, vel, ff, voltage");
    }
    let controlled = spec & SETPOINTS != 0;
    let gain = &actuator.gainprm;
    if controlled && gain[1] <= 0.0 {
        return Err("the controller of a DC motor needs a positive motor constant");
    }
    if !controlled && gain[4..7].iter().any(|g| *g != 0.0) {
        return Err("controller gains of a DC motor need a controller input: pos, vel or ff");
    }
    if gain[5] > 0.0 && spec & signal::POS == 0 {
        return Err("the integral gain of a DC motor needs the input pos");
    }
    if !controlled && actuator.dynprm[7] > 0.0 {
        return Err("the slew rate of a DC motor needs a controller input: pos, vel or ff");
    }
    Ok(())
}

/// Checks that a DC motor has as many states as its parameters need.
fn check_motor_states(actuator: &Actuator, blocks: &Blocks) -> Result<(), &'static str> {
    let dynamics = &actuator.dynprm;
    // slew, integral, temperature, bristle, current
    let asked = [dynamics[7], actuator.gainprm[5], dynamics[2], dynamics[5], dynamics[0]];
    let states = asked.iter().filter(|parameter| **parameter > 0.0).count();
    let counts = actuator.gaintype == GainType::DcMotor
        || actuator.dyntype == ActuatorDynamics::DcMotor && blocks.actnum > 0
        || actuator.biastype == BiasType::DcMotor && dynamics[5] > 0.0;
    if counts && states != blocks.actnum {
        return Err("'actdim' differs from the number of states that the parameters of the DC motor ask for");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_the_laws() {
        let plain = Actuator::default();
        assert_eq!(Blocks::of(&plain), Blocks { ctrlnum: 1, ctrlspec: 0, outnum: 1, actnum: 0 });
        let orientation = Actuator {
            gaintype: GainType::SO3,
            ctrlspec: chart::QUAT,
            dyntype: ActuatorDynamics::Integrator,
            ..Actuator::default()
        };
        assert_eq!(Blocks::of(&orientation), Blocks { ctrlnum: 4, ctrlspec: 2, outnum: 3, actnum: 3 });
        let pid = Actuator {
            gaintype: GainType::Pid,
            dyntype: ActuatorDynamics::Pid,
            ctrlspec: signal::POS | signal::FF,
            ..Actuator::default()
        };
        assert_eq!(Blocks::of(&pid), Blocks { ctrlnum: 2, ctrlspec: 5, outnum: 1, actnum: 1 });
        let passive = Actuator { gaintype: GainType::DcMotor, ctrlspec: signal::NONE, ..Actuator::default() };
        assert_eq!(Blocks::of(&passive).ctrlnum, 0);
    }
}
