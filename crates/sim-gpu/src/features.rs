//! What a model uses, as names that the shaders' conditions ask for, and what of it the card does not compute.

use crate::source::Features;
use sim_core::{
    ActuatorDynamics, BiasType, DisableFlags, EnableFlags, GainType, Integrator, JointType, Model, TransmissionType, WrapType,
};

/// The names that hold for a model.
pub fn features(m: &Model) -> Features {
    let mut f = Features::default();
    let joints = |kind| m.jnt_type.iter().any(|&t| t == kind);
    f.set("FREE", joints(JointType::Free));
    f.set("BALL", joints(JointType::Ball));
    f.set("SLIDE", joints(JointType::Slide));
    f.set("HINGE", joints(JointType::Hinge));
    f.set("MOCAP", m.nmocap > 0);
    f.set("SITES", m.nsite > 0);
    f.set("GEOMS", m.ngeom > 0);
    smooth(m, &mut f);
    f
}

/// What of a model the card does not compute, each with what to do about it.
pub fn missing(m: &Model) -> Vec<String> {
    let mut all = Vec::new();
    missing_smooth(m, &mut all);
    all
}

fn any(numbers: &[f64]) -> bool {
    numbers.iter().any(|&x| x != 0.0)
}

/// Names of smooth dynamics and of integration.
fn smooth(m: &Model, f: &mut Features) {
    let on = |flag| !m.opt.disableflags.contains(flag);
    let (springs, dampers) = (on(DisableFlags::SPRING), on(DisableFlags::DAMPER));
    let driven = m.jnt_actuatorid.iter().chain(m.tendon_actuatorid.iter()).any(|&id| id != -1);
    f.set("REFLECTED", driven);
    f.set("TENDONS", m.ntendon > 0);
    f.set("TENDON_ARMATURE", any(&m.tendon_armature) || m.tendon_actuatorid.iter().any(|&id| id != -1));
    f.set("GRAVITY", on(DisableFlags::GRAVITY));
    f.set("SPRING", springs);
    f.set("DAMPER", dampers);
    // without springs and dampers no passive force acts
    f.set("PASSIVE", springs || dampers);
    f.set("JOINT_SPRINGS", springs && (any(&m.jnt_stiffness) || any(&m.jnt_stiffnesspoly)));
    let damped = any(&m.dof_damping) || any(&m.dof_dampingpoly) || m.jnt_actuatorid.iter().any(|&id| id != -1);
    f.set("JOINT_DAMPERS", dampers && damped);
    f.set("GRAVCOMP", m.ngravcomp > 0 && on(DisableFlags::GRAVITY) && (springs || dampers));
    f.set("FLUID", (m.opt.density != 0.0 || m.opt.viscosity != 0.0) && (springs || dampers));
    f.set("ENERGY", m.opt.enableflags.contains(EnableFlags::ENERGY));
    actuators(m, f);
    let is = |integrator| m.opt.integrator == integrator;
    let euler_damped = is(Integrator::Euler) && on(DisableFlags::EULERDAMP) && dampers && damped;
    f.set("EULER", is(Integrator::Euler));
    f.set("IMPLICITFAST", is(Integrator::ImplicitFast));
    f.set("SPRINGDAMPER", is(Integrator::ImplicitSpringDamper));
    f.set("RK4", is(Integrator::RungeKutta4));
    let matrix = euler_damped || is(Integrator::ImplicitFast) || is(Integrator::ImplicitSpringDamper);
    f.set("STEP_MATRIX", matrix);
}

fn actuators(m: &Model, f: &mut Features) {
    let on = m.nactuator > 0 && !m.opt.disableflags.contains(DisableFlags::ACTUATION);
    let gains = |kind| m.actuator_gaintype.iter().any(|&k| k == kind);
    let dynamics = |kind| m.actuator_dyntype.iter().any(|&k| k == kind);
    let biases = |kind| m.actuator_biastype.iter().any(|&k| k == kind);
    let balls = m.jnt_type.iter().any(|&kind| kind == JointType::Ball);
    let sites = m.actuator_trntype.iter().any(|&kind| kind == TransmissionType::Site);
    f.set("ACTUATORS", on);
    f.set("ACTIVATIONS", m.na > 0);
    f.set("CLAMPCTRL", !m.opt.disableflags.contains(DisableFlags::CLAMPCTRL));
    f.set("ACTUATOR_GROUPS", m.opt.disableactuator != 0);
    f.set("ACTEARLY", m.actuator_actearly.iter().any(|early| early.get()));
    f.set("FILTEREXACT", dynamics(ActuatorDynamics::FilterExact));
    f.set("WRAPPED_SETPOINTS", balls || sites);
    f.set("ACT_SO3", gains(GainType::SO3) || m.actuator_trntype.iter().any(|&kind| kind == TransmissionType::SO3));
    f.set("ACT_PID", gains(GainType::Pid) || dynamics(ActuatorDynamics::Pid));
    let muscles = gains(GainType::Muscle) || biases(BiasType::Muscle) || dynamics(ActuatorDynamics::Muscle);
    f.set("ACT_MUSCLE", muscles);
    let motors = gains(GainType::DcMotor) || biases(BiasType::DcMotor) || dynamics(ActuatorDynamics::DcMotor);
    f.set("ACT_DCMOTOR", motors);
    f.set("FORCE_LIMITS", m.actuator_forcelimited.iter().any(|limited| limited.get()));
    f.set("TENDON_FORCE_LIMITS", m.tendon_actfrclimited.iter().any(|limited| limited.get()));
    f.set("JOINT_FORCE_LIMITS", m.jnt_actfrclimited.iter().any(|limited| limited.get()));
}

fn missing_smooth(m: &Model, all: &mut Vec<String>) {
    let mut refuse = |condition: bool, text: &str| {
        if condition {
            all.push(text.to_string());
        }
    };
    refuse(
        m.wrap_type.iter().any(|&kind| kind != WrapType::Joint),
        "spatial tendons: use fixed ones, or step the model on the CPU",
    );
    refuse(
        m.actuator_trntype.iter().any(|&kind| kind == TransmissionType::Body),
        "adhesion actuators: leave them out, or step the model on the CPU",
    );
    let hill = m.actuator_gaintype.iter().any(|&kind| kind == GainType::HillMuscle)
        || m.actuator_dyntype.iter().any(|&kind| kind == ActuatorDynamics::HillMuscle);
    refuse(hill, "Hill muscles: use <muscle>");
    refuse(
        m.nhistory > 0,
        "delays and intervals of actuators and sensors: remove 'delay', 'interval' and 'nsample'",
    );
    refuse(
        any(&m.geom_adhesion) || any(&m.pair_adhesion),
        "adhesive surfaces: set 'adhesion' of geoms and pairs to zero",
    );
    refuse(
        m.opt.integrator == Integrator::Implicit,
        "the integrator 'implicit': use 'implicitfast' or 'Euler'",
    );
    refuse(m.opt.enableflags.contains(EnableFlags::SLEEP), "sleeping trees: leave the flag 'sleep' off");
}
