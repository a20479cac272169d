//! Features that a model uses.

use crate::codegen::preprocessor::{Feature, Features};
use sim_core::{
    ActuatorDynamics, BiasType, ConeType, DisableFlags, EnableFlags, EqType, GainType, Integrator, JointType, Model,
    ObjType, SolverType, TransmissionType,
};

/// Features of a model.
pub fn features(m: &Model) -> Features {
    let mut f = Features::default();
    let joints = |kind| m.jnt_type.contains(&kind);
    f.set(Feature::Free, joints(JointType::Free));
    f.set(Feature::Ball, joints(JointType::Ball));
    f.set(Feature::Slide, joints(JointType::Slide));
    f.traits.hinges = joints(JointType::Hinge);
    f.set(Feature::Mocap, m.nmocap > 0);
    f.set(Feature::Sites, m.nsite > 0);
    f.set(Feature::Geoms, m.ngeom > 0);
    smooth(m, &mut f);
    rows(m, &mut f);
    f
}

fn any(numbers: &[f64]) -> bool {
    numbers.iter().any(|&x| x != 0.0)
}

/// Features of smooth dynamics and of integration.
fn smooth(m: &Model, f: &mut Features) {
    let on = |flag| !m.opt.disableflags.contains(flag);
    let (springs, dampers) = (on(DisableFlags::SPRING), on(DisableFlags::DAMPER));
    let driven = m.jnt_actuatorid.iter().chain(m.tendon_actuatorid.iter()).any(|&id| id != -1);
    f.set(Feature::Reflected, driven);
    f.set(Feature::Tendons, m.ntendon > 0);
    f.set(Feature::TendonArmature, any(&m.tendon_armature) || m.tendon_actuatorid.iter().any(|&id| id != -1));
    f.set(Feature::Gravity, on(DisableFlags::GRAVITY));
    f.set(Feature::Spring, springs);
    f.set(Feature::Damper, dampers);
    // without springs and dampers no passive force acts
    f.set(Feature::Passive, springs || dampers);
    f.set(Feature::JointSprings, springs && (any(&m.jnt_stiffness) || any(&m.jnt_stiffnesspoly)));
    let damped = any(&m.dof_damping) || any(&m.dof_dampingpoly) || m.jnt_actuatorid.iter().any(|&id| id != -1);
    f.set(Feature::JointDampers, dampers && damped);
    f.set(Feature::Gravcomp, m.ngravcomp > 0 && on(DisableFlags::GRAVITY) && (springs || dampers));
    f.set(Feature::Fluid, (m.opt.density != 0.0 || m.opt.viscosity != 0.0) && (springs || dampers));
    f.set(Feature::Ellipsoids, m.geom_fluid.chunks_exact(12).any(|geom| geom[0] > 0.0));
    f.set(Feature::Cameras, m.ncam > 0);
    f.set(Feature::Lights, m.nlight > 0);
    f.set(Feature::EnergyFlag, m.opt.enableflags.contains(EnableFlags::ENERGY));
    actuators(m, f);
    let is = |integrator| m.opt.integrator == integrator;
    let euler_damped = is(Integrator::Euler) && on(DisableFlags::EULERDAMP) && dampers && damped;
    f.set(Feature::Euler, is(Integrator::Euler));
    f.set(Feature::Implicitfast, is(Integrator::ImplicitFast));
    f.set(Feature::Springdamper, is(Integrator::ImplicitSpringDamper));
    f.set(Feature::Rk4, is(Integrator::RungeKutta4));
    let matrix = euler_damped || is(Integrator::ImplicitFast) || is(Integrator::ImplicitSpringDamper);
    f.set(Feature::StepMatrix, matrix);
}

fn actuators(m: &Model, f: &mut Features) {
    let on = m.nactuator > 0 && !m.opt.disableflags.contains(DisableFlags::ACTUATION);
    let gains = |kind| m.actuator_gaintype.contains(&kind);
    let dynamics = |kind| m.actuator_dyntype.contains(&kind);
    let biases = |kind| m.actuator_biastype.contains(&kind);
    let balls = m.jnt_type.contains(&JointType::Ball);
    let sites = m.actuator_trntype.contains(&TransmissionType::Site);
    f.set(Feature::Actuators, on);
    f.set(Feature::Activations, m.na > 0);
    f.set(Feature::Clampctrl, !m.opt.disableflags.contains(DisableFlags::CLAMPCTRL));
    f.set(Feature::ActuatorGroups, m.opt.disableactuator != 0);
    f.set(Feature::Actearly, m.actuator_actearly.iter().any(|early| early.get()));
    f.set(Feature::Filterexact, dynamics(ActuatorDynamics::FilterExact));
    f.set(Feature::WrappedSetpoints, balls || sites);
    f.set(Feature::ActSo3, gains(GainType::SO3) || m.actuator_trntype.contains(&TransmissionType::SO3));
    f.set(Feature::ActPid, gains(GainType::Pid) || dynamics(ActuatorDynamics::Pid));
    let muscles = gains(GainType::Muscle) || biases(BiasType::Muscle) || dynamics(ActuatorDynamics::Muscle);
    f.set(Feature::ActMuscle, muscles);
    let motors = gains(GainType::DcMotor) || biases(BiasType::DcMotor) || dynamics(ActuatorDynamics::DcMotor);
    f.set(Feature::ActDcmotor, motors);
    f.set(Feature::ForceLimits, m.actuator_forcelimited.iter().any(|limited| limited.get()));
    f.set(Feature::TendonForceLimits, m.tendon_actfrclimited.iter().any(|limited| limited.get()));
    f.set(Feature::JointForceLimits, m.jnt_actfrclimited.iter().any(|limited| limited.get()));
}

/// Features of constraint rows and of their solver; `tables/pairs.rs` sets those of pairs.
fn rows(m: &Model, f: &mut Features) {
    let on = |flag| !m.opt.disableflags.intersects(flag | DisableFlags::CONSTRAINT);
    let equalities = |kind| on(DisableFlags::EQUALITY) && m.eq_type.contains(&kind);
    let (connects, welds) = (equalities(EqType::Connect), equalities(EqType::Weld));
    let (of_joints, of_tendons) = (equalities(EqType::Joint), equalities(EqType::Tendon));
    f.set(Feature::Attachments, connects || welds);
    f.set(Feature::AttachedSites, (connects || welds) && m.eq_objtype.contains(&ObjType::Site));
    f.set(Feature::EqJoint, of_joints);
    f.set(Feature::EqTendon, of_tendons);
    let any_equality = connects || welds || of_joints || of_tendons;
    f.set(Feature::Equalities, any_equality);
    let losses = on(DisableFlags::FRICTIONLOSS);
    let tendon_losses = losses && m.tendon_frictionloss.iter().any(|&loss| loss > 0.0);
    f.set(Feature::DofFriction, losses && any(&m.dof_frictionloss));
    f.set(Feature::TendonFriction, tendon_losses);
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
    f.set(Feature::DofLimits, limited(false));
    f.set(Feature::BallLimits, limited(true));
    f.set(Feature::TendonLimits, tendon_limits);
    f.set(Feature::Couplings, any_equality || tendon_losses || limited(true) || tendon_limits);
    f.set(Feature::SparseRows, m.is_sparse());
    f.traits.refsafe = !m.opt.disableflags.contains(DisableFlags::REFSAFE);
    f.set(Feature::SolimpPower, has_solimp_power(m));
    let conditions = m.geom_condim.iter().chain(m.pair_dim.iter());
    f.set(Feature::Friction, conditions.into_iter().any(|&dim| dim > 1));
    f.set(Feature::Pyramidal, m.opt.cone == ConeType::Pyramidal);
    f.set(Feature::Elliptic, m.opt.cone != ConeType::Pyramidal);
    f.set(Feature::Newton, m.opt.solver == SolverType::Newton);
    f.set(Feature::Cg, m.opt.solver != SolverType::Newton);
    f.set(Feature::Warmstart, !m.opt.disableflags.contains(DisableFlags::WARMSTART));
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
