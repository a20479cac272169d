//! Forward dynamics, stage by stage.

use super::pass::Readers;
use super::sensing::sense;
use super::{Pass, stages, support};
use crate::data::Data;
use crate::error::StepError;
use crate::model::{EnableFlags, Model, Stage};
use crate::sleep;
use crate::stage::{ResumePoint, Sensors, StageId};

/// Forward dynamics from a given stage on.
pub(super) fn forward_from(
    m: &Model,
    d: &mut Data,
    from: ResumePoint,
    sensors: Sensors,
    pass: &mut Pass<'_>,
) -> Result<(), StepError> {
    support::check_forward(m)?;
    d.in_pass(m, |d| {
        positions_and_velocities(m, d, from, sensors, pass)?;
        forward_acceleration(m, d, pass)?;
        acceleration_sensors(m, d, sensors, pass);
        Ok(())
    })
}

pub(super) fn positions_and_velocities(
    m: &Model,
    d: &mut Data,
    from: ResumePoint,
    sensors: Sensors,
    pass: &mut Pass<'_>,
) -> Result<(), StepError> {
    if from <= ResumePoint::Position {
        support::check_sleep(m, d)?;
        position_stage(m, d, sensors, pass)?;
    }
    if from <= ResumePoint::Velocity {
        velocity_stage(m, d, sensors, pass);
    }
    Ok(())
}

/// Positions, their sensors, potential energy.
pub(super) fn position_stage(m: &Model, d: &mut Data, sensors: Sensors, pass: &mut Pass<'_>) -> Result<(), StepError> {
    positions(m, d, Waking::ByAnything, pass)?;
    if sensors == Sensors::Run {
        sense(m, d, Stage::Pos);
        pass.lap(StageId::PositionSensors);
    }
    if d.flg_energypos || pass.readers == Readers::Integrator {
        return Ok(());
    }
    if m.opt.enableflags.contains(EnableFlags::ENERGY) {
        stages::potential_energy(m, d);
    } else {
        d.energy = [0.0; 2];
    }
    pass.lap(StageId::PotentialEnergy);
    Ok(())
}

/// Velocities, their sensors, kinetic energy.
pub(super) fn velocity_stage(m: &Model, d: &mut Data, sensors: Sensors, pass: &mut Pass<'_>) {
    velocities(m, d, pass);
    if sensors == Sensors::Run {
        sense(m, d, Stage::Vel);
        pass.lap(StageId::VelocitySensors);
    }
    if pass.readers == Readers::All && m.opt.enableflags.contains(EnableFlags::ENERGY) && !d.flg_energyvel {
        stages::kinetic_energy(m, d);
        pass.lap(StageId::KineticEnergy);
    }
}

/// Sensors of accelerations, which no longer are those of the last pass.
pub(super) fn acceleration_sensors(m: &Model, d: &mut Data, sensors: Sensors, pass: &mut Pass<'_>) {
    if sensors == Sensors::Run {
        d.flg_rnepost = false;
        sense(m, d, Stage::Acc);
    }
    pass.lap(StageId::AccelerationSensors);
}

/// Poses, Jacobians, inertia, constraint rows, transmissions. Wakes what is disturbed.
pub fn forward_position(m: &Model, d: &mut Data) -> Result<(), StepError> {
    positions(m, d, Waking::ByAnything, &mut Pass::default())
}

/// What wakes trees in the position stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waking {
    /// The user, by a change of the state or a force.
    ByUser,
    /// The user, and contacts, tendons and equalities with something awake.
    ByAnything,
}

pub(super) fn positions(m: &Model, d: &mut Data, waking: Waking, pass: &mut Pass<'_>) -> Result<(), StepError> {
    d.flg_energypos = false;
    poses(m, d, waking, pass);
    stages::inertia(m, d);
    pass.lap(StageId::Inertia);
    stages::inertia_factor(m, d);
    pass.lap(StageId::InertiaFactor);
    stages::contacts(m, d)?;
    if waking == Waking::ByAnything && sleep::is_enabled(m) {
        if stages::wake_by_contact(m, d) {
            stages::contacts(m, d)?;
        }
        stages::wake_by_equality(m, d);
    }
    pass.lap(StageId::Contacts);
    stages::constraint_rows(m, d)?;
    d.resize_row_arrays();
    pass.lap(StageId::ConstraintRows);
    stages::row_impedance(m, d);
    pass.lap(StageId::Impedance);
    stages::islands(m, d);
    pass.lap(StageId::Islands);
    stages::inertia_of_rows(m, d)?;
    pass.lap(StageId::InertiaOfRows);
    stages::transmission(m, d);
    pass.lap(StageId::Transmission);
    Ok(())
}

/// Poses, centres of mass, cameras, lights, tendons. Wakes what the user has disturbed and what tendons pull.
pub fn forward_kinematics(m: &Model, d: &mut Data) {
    poses(m, d, Waking::ByAnything, &mut Pass::default());
}

fn poses(m: &Model, d: &mut Data, waking: Waking, pass: &mut Pass<'_>) {
    stages::body_poses(m, d);
    pass.lap(StageId::Kinematics);
    stages::wake_by_user(m, d);
    stages::attached_poses(m, d);
    pass.lap(StageId::AttachedPoses);
    stages::centres_of_mass(m, d);
    pass.lap(StageId::CentresOfMass);
    if pass.readers == Readers::All {
        stages::cameras_and_lights(m, d);
    }
    pass.lap(StageId::CamerasAndLights);
    stages::tendons(m, d);
    if waking == Waking::ByAnything && sleep::is_enabled(m) {
        stages::wake_by_tendon(m, d);
    }
    pass.lap(StageId::Tendons);
}

/// Velocities, passive and bias forces, reference accelerations of the constraints.
pub fn forward_velocity(m: &Model, d: &mut Data) {
    velocities(m, d, &mut Pass::default());
}

fn velocities(m: &Model, d: &mut Data, pass: &mut Pass<'_>) {
    (d.flg_subtreevel, d.flg_energyvel) = (false, false);
    stages::output_velocities(m, d);
    pass.lap(StageId::OutputVelocities);
    stages::velocity(m, d);
    pass.lap(StageId::Velocity);
    stages::passive_forces(m, d);
    pass.lap(StageId::PassiveForces);
    stages::constraint_reference(m, d);
    pass.lap(StageId::ConstraintReference);
    stages::bias_forces(m, d);
    pass.lap(StageId::BiasForces);
}

/// Actuation, smooth acceleration, constraint forces.
pub(crate) fn forward_acceleration(m: &Model, d: &mut Data, pass: &mut Pass<'_>) -> Result<(), StepError> {
    stages::actuation(m, d, pass.controls)?;
    pass.lap(StageId::Actuation);
    stages::smooth_acceleration(m, d);
    pass.lap(StageId::SmoothAcceleration);
    stages::constraint_solution(m, d)?;
    pass.lap(StageId::ConstraintSolution);
    Ok(())
}
