//! Single stages by what the table calls them.

use super::integration::integration;
use super::stages::*;
use crate::data::Data;
use crate::derivative::Terms;
use crate::error::StepError;
use crate::force::BadControls;
use crate::integrate;
use crate::model::Model;
use crate::stage::StageId;

/// Runs the stage `stage` of the table, with the terms of velocity derivatives that the model's integrator needs.
pub fn run(stage: StageId, m: &Model, d: &mut Data) -> Result<(), StepError> {
    match stage {
        StageId::ChecksBefore => check_before(m, d)?,
        StageId::Kinematics => body_poses(m, d),
        StageId::WakeByUser => {
            wake_by_user(m, d);
        }
        StageId::AttachedPoses => attached_poses(m, d),
        StageId::CentresOfMass => centres_of_mass(m, d),
        StageId::CamerasAndLights => cameras_and_lights(m, d),
        StageId::Tendons => tendons(m, d),
        StageId::WakeByTendon => {
            wake_by_tendon(m, d);
        }
        StageId::Inertia => inertia(m, d),
        StageId::InertiaFactor => inertia_factor(m, d),
        StageId::Contacts => contacts(m, d)?,
        StageId::WakeByContact => {
            wake_by_contact(m, d);
        }
        StageId::WakeByEquality => {
            wake_by_equality(m, d);
        }
        StageId::ConstraintRows => constraint_rows(m, d)?,
        StageId::Impedance => row_impedance(m, d),
        StageId::Islands => islands(m, d),
        StageId::InertiaOfRows => inertia_of_rows(m, d)?,
        StageId::Transmission => transmission(m, d),
        StageId::PositionSensors => position_sensors(m, d),
        StageId::PotentialEnergy => potential_energy(m, d),
        StageId::OutputVelocities => output_velocities(m, d),
        StageId::Velocity => velocity(m, d),
        StageId::PassiveForces => passive_forces(m, d),
        StageId::ConstraintReference => constraint_reference(m, d),
        StageId::BiasForces => bias_forces(m, d),
        StageId::SubtreeVelocities => subtree_velocities(m, d),
        StageId::VelocitySensors => velocity_sensors(m, d),
        StageId::KineticEnergy => kinetic_energy(m, d),
        StageId::Actuation => actuation(m, d, BadControls::Refuse)?,
        StageId::SmoothAcceleration => smooth_acceleration(m, d),
        StageId::ConstraintSolution => constraint_solution(m, d)?,
        StageId::BodyForces => body_forces(m, d),
        StageId::AccelerationSensors => acceleration_sensors(m, d),
        StageId::ChecksAfter => check_after(m, d)?,
        StageId::VelocityDerivatives => {
            let terms = integrate::derivatives(m.opt.integrator).unwrap_or(Terms::ForcesAndBias);
            velocity_derivatives(m, d, terms);
        }
        StageId::SensorMemory => sensor_memory(m, d),
        StageId::FallAsleep => {
            fall_asleep(m, d);
        }
        StageId::Integration => integration(m, d)?,
    }
    Ok(())
}
