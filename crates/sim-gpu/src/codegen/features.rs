//! What a model uses, as names that the shaders' conditions ask for, and what of it the card does not compute.

use crate::codegen::Features;
use crate::codegen::tables::missing_sensors;
use sim_core::{
    ActuatorDynamics, BiasType, ConeType, DisableFlags, EnableFlags, EqType, GainType, Integrator, JointType, Model,
    ObjType, SolverType, TransmissionType, WrapType,
};

/// The names that hold for a model.
pub fn features(m: &Model) -> Features {
    let mut f = Features::default();
    let joints = |kind| m.jnt_type.contains(&kind);
    f.set("FREE", joints(JointType::Free));
    f.set("BALL", joints(JointType::Ball));
    f.set("SLIDE", joints(JointType::Slide));
    f.set("HINGE", joints(JointType::Hinge));
    f.set("MOCAP", m.nmocap > 0);
    f.set("SITES", m.nsite > 0);
    f.set("GEOMS", m.ngeom > 0);
    smooth(m, &mut f);
    rows(m, &mut f);
    f
}

/// What of a model the card does not compute, each with what to do about it.
pub fn missing(m: &Model) -> Vec<String> {
    let mut all = Vec::new();
    missing_smooth(m, &mut all);
    missing_solver(m, &mut all);
    missing_sensors(m, &mut all);
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
    f.set("ELLIPSOIDS", m.geom_fluid.chunks_exact(12).any(|geom| geom[0] > 0.0));
    f.set("CAMERAS", m.ncam > 0);
    f.set("LIGHTS", m.nlight > 0);
    f.set("ENERGY_FLAG", m.opt.enableflags.contains(EnableFlags::ENERGY));
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
    let gains = |kind| m.actuator_gaintype.contains(&kind);
    let dynamics = |kind| m.actuator_dyntype.contains(&kind);
    let biases = |kind| m.actuator_biastype.contains(&kind);
    let balls = m.jnt_type.contains(&JointType::Ball);
    let sites = m.actuator_trntype.contains(&TransmissionType::Site);
    f.set("ACTUATORS", on);
    f.set("ACTIVATIONS", m.na > 0);
    f.set("CLAMPCTRL", !m.opt.disableflags.contains(DisableFlags::CLAMPCTRL));
    f.set("ACTUATOR_GROUPS", m.opt.disableactuator != 0);
    f.set("ACTEARLY", m.actuator_actearly.iter().any(|early| early.get()));
    f.set("FILTEREXACT", dynamics(ActuatorDynamics::FilterExact));
    f.set("WRAPPED_SETPOINTS", balls || sites);
    f.set("ACT_SO3", gains(GainType::SO3) || m.actuator_trntype.contains(&TransmissionType::SO3));
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
    let hill = m.actuator_gaintype.contains(&GainType::HillMuscle)
        || m.actuator_dyntype.contains(&ActuatorDynamics::HillMuscle);
    refuse(hill, "Hill muscles: use <muscle>");
    refuse(m.nhistory > 0, "delays and intervals of actuators and sensors: remove 'delay', 'interval' and 'nsample'");
    refuse(
        any(&m.geom_adhesion) || any(&m.pair_adhesion),
        "adhesive surfaces: set 'adhesion' of geoms and pairs to zero",
    );
    refuse(m.opt.integrator == Integrator::Implicit, "the integrator 'implicit': use 'implicitfast' or 'Euler'");
    refuse(m.opt.enableflags.contains(EnableFlags::SLEEP), "sleeping trees: leave the flag 'sleep' off");
    // the check of a step by inverse dynamics, which changes nothing and is not made here, has none for these
    let no_inverse = matches!(m.opt.integrator, Integrator::RungeKutta4 | Integrator::ImplicitSpringDamper);
    refuse(
        no_inverse && m.opt.enableflags.contains(EnableFlags::FWDINV | EnableFlags::INVDISCRETE),
        "discrete inverse dynamics with this integrator: leave the flag 'fwdinv' or 'invdiscrete' off",
    );
}

/// Names of constraint rows and of their solver; those of pairs are with the pairs.
fn rows(m: &Model, f: &mut Features) {
    let on = |flag| !m.opt.disableflags.intersects(flag | DisableFlags::CONSTRAINT);
    let equalities = |kind| on(DisableFlags::EQUALITY) && m.eq_type.contains(&kind);
    let (connects, welds) = (equalities(EqType::Connect), equalities(EqType::Weld));
    let (of_joints, of_tendons) = (equalities(EqType::Joint), equalities(EqType::Tendon));
    f.set("ATTACHMENTS", connects || welds);
    f.set("ATTACHED_SITES", (connects || welds) && m.eq_objtype.contains(&ObjType::Site));
    f.set("EQ_JOINT", of_joints);
    f.set("EQ_TENDON", of_tendons);
    let any_equality = connects || welds || of_joints || of_tendons;
    f.set("EQUALITIES", any_equality);
    let losses = on(DisableFlags::FRICTIONLOSS);
    let tendon_losses = losses && m.tendon_frictionloss.iter().any(|&loss| loss > 0.0);
    f.set("DOF_FRICTION", losses && any(&m.dof_frictionloss));
    f.set("TENDON_FRICTION", tendon_losses);
    let limited = |balls: bool| {
        let mut joints = (0..m.njnt).filter(|&j| m.jnt_limited[j].get());
        on(DisableFlags::LIMIT)
            && joints.any(|j| match m.jnt_type[j] {
                JointType::Ball => balls,
                JointType::Free => false,
                _ => !balls,
            })
    };
    let tendon_limits = on(DisableFlags::LIMIT) && m.tendon_limited.iter().any(|limited| limited.get());
    f.set("DOF_LIMITS", limited(false));
    f.set("BALL_LIMITS", limited(true));
    f.set("TENDON_LIMITS", tendon_limits);
    f.set("COUPLINGS", any_equality || tendon_losses || limited(true) || tendon_limits);
    f.set("SPARSE_ROWS", m.is_sparse());
    f.set("REFSAFE", !m.opt.disableflags.contains(DisableFlags::REFSAFE));
    f.set("SOLIMP_POWER", has_solimp_power(m));
    let conditions = m.geom_condim.iter().chain(m.pair_dim.iter());
    f.set("FRICTION", conditions.into_iter().any(|&dim| dim > 1));
    f.set("PYRAMIDAL", m.opt.cone == ConeType::Pyramidal);
    f.set("ELLIPTIC", m.opt.cone != ConeType::Pyramidal);
    f.set("NEWTON", m.opt.solver == SolverType::Newton);
    f.set("CG", m.opt.solver != SolverType::Newton);
    f.set("WARMSTART", !m.opt.disableflags.contains(DisableFlags::WARMSTART));
}

/// Whether an impedance has an exponent that is neither one nor two: contacts mix those of their geoms.
fn has_solimp_power(m: &Model) -> bool {
    let exponents = |list: &[f64]| list.chunks_exact(5).map(|imp| imp[4].max(1.0)).collect::<Vec<_>>();
    let rows = [&m.eq_solimp, &m.jnt_solimp, &m.dof_solimp, &m.tendon_solimp_lim, &m.tendon_solimp_fri];
    let mut touching = exponents(&m.geom_solimp);
    touching.extend(exponents(&m.pair_solimp));
    touching.push(m.opt.o_solimp[4].max(1.0));
    let is_simple = |x: &f64| *x == 1.0 || *x == 2.0;
    !rows.iter().all(|list| exponents(list).iter().all(is_simple))
        || !touching.iter().all(is_simple)
        || touching.iter().any(|&x| x != touching[0])
}

/// Entries of the inertia matrix: shaders have the place of one in half a word, and its column in the other half.
const MOST_ENTRIES: usize = 65_535;

/// Largest numbers of iterations: a loop on the card cannot be stopped from outside.
const MOST_ITERATIONS: i32 = 1000;

/// What of constraint rows and of their solvers the card does not compute.
fn missing_solver(m: &Model, all: &mut Vec<String>) {
    let mut refuse = |condition: bool, text: &str| {
        if condition {
            all.push(text.to_string());
        }
    };
    let solvers = [SolverType::Newton, SolverType::CG];
    refuse(!solvers.contains(&m.opt.solver), "this solver: use 'Newton' or 'CG'");
    refuse(m.opt.noslip_iterations > 0, "noslip iterations: set 'noslip_iterations' to 0");
    refuse(
        m.opt.iterations.max(m.opt.ls_iterations) > MOST_ITERATIONS,
        "more than 1000 iterations: lower 'iterations' and 'ls_iterations'",
    );
    refuse(
        m.nC > MOST_ENTRIES,
        "more than 65535 entries of the inertia matrix: split the model's longest chains, or step it on the CPU",
    );
    refuse(
        m.opt.enableflags.contains(EnableFlags::DIAGEXACT),
        "exact diagonals of the rows: leave the flag 'diagexact' off",
    );
    refuse(any(&m.geom_surfacevel), "moving surfaces: set 'surfacevel' of geoms to zero");
    let known = [EqType::Connect, EqType::Weld, EqType::Joint, EqType::Tendon];
    refuse(m.eq_type.iter().any(|kind| !known.contains(kind)), "equalities of flexes: leave them out");
    let dims = m.geom_condim.iter().chain(m.pair_dim.iter());
    refuse(
        dims.into_iter().any(|dim| ![1, 3, 4, 6].contains(dim)),
        "condim other than 1, 3, 4 and 6: use one of these",
    );
}
