//! The stages of the table as functions of a whole world: each borrows the view it is allowed and nothing else.
//!
//! The pipeline calls these in its order; bindings call single ones. Names and order are those of the table.

use super::check;
use crate::collision;
use crate::constraint::{self, contact, equality, impedance, island, project, reference};
use crate::data::Data;
use crate::derivative::{self, Terms};
use crate::dynamics::frames::{self, Attachment};
use crate::dynamics::{bias, com, energy, inertia, kinematics, smooth, tendon, transmission, velocity};
use crate::error::StepError;
use crate::force::actuation::{self, BadControls};
use crate::force::passive;
use crate::model::Model;
use crate::sensor;
use crate::sleep::{fall, wake};
use crate::solver;
use crate::stage;

/// Checks that positions and velocities are valid numbers.
pub fn check_before(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check::before(m, &stage::ChecksBefore::of(d))
}

/// Poses of everything that is rigidly attached to a body. Wakes trees whose state the user changed.
pub fn kinematics(m: &Model, d: &mut Data) {
    body_poses(m, d);
    wake_by_user(m, d);
    attached_poses(m, d);
}

/// Poses of body frames, parents first, and of the joints.
pub fn body_poses(m: &Model, d: &mut Data) {
    kinematics::body_poses(m, &mut stage::Kinematics::of(d));
}

/// Wakes trees whose state the user changed; returns whether any woke.
#[inline]
pub fn wake_by_user(m: &Model, d: &mut Data) -> bool {
    wake::concerns(m, d.ntree_awake) && wake::by_user(m, &mut stage::WakeByUser::of(d))
}

/// Poses of inertial frames, geoms and sites.
pub fn attached_poses(m: &Model, d: &mut Data) {
    kinematics::attached_poses(m, &mut stage::AttachedPoses::of(d));
}

/// Centres of mass, inertias and motion axes in the com frame.
pub fn centres_of_mass(m: &Model, d: &mut Data) {
    com::com_position(m, &mut stage::CentresOfMass::of(d));
}

/// Poses of cameras and lights.
pub fn cameras_and_lights(m: &Model, d: &mut Data) {
    frames::cameras_and_lights(m, &mut stage::CamerasAndLights::of(d), Attachment::ByMode);
}

/// Lengths, paths and Jacobians of tendons.
pub fn tendons(m: &Model, d: &mut Data) {
    if m.ntendon > 0 {
        tendon::tendons(m, &mut stage::Tendons::of(d));
    }
}

/// Wakes trees that a tendon at its limit ties to an awake one; returns whether any woke.
pub fn wake_by_tendon(m: &Model, d: &mut Data) -> bool {
    wake::by_tendon(m, &mut stage::WakeByTendon::of(d))
}

/// The inertia matrix.
pub fn inertia(m: &Model, d: &mut Data) {
    d.follow(m);
    inertia::mass_matrix(m, &mut stage::Inertia::of(d));
}

/// Inertias of subtrees that move as one body: the first part of [`inertia()`].
pub fn composite_bodies(m: &Model, d: &mut Data) {
    inertia::composite_bodies(m, &mut stage::CompositeBodies::of(d));
}

/// Factor of the inertia matrix.
pub fn inertia_factor(m: &Model, d: &mut Data) {
    d.follow(m);
    inertia::factor(m, &mut stage::InertiaFactor::of(d));
}

/// Finds all contacts of the current poses, for callers that read contacts alone. The constraint rows and their arrays are
/// cleared.
pub fn collide(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.clear_rows();
    contacts(m, d)
}

/// Finds the contacts of the current poses. The constraint rows are cleared; their arrays keep their numbers.
pub fn contacts(m: &Model, d: &mut Data) -> Result<(), StepError> {
    collision::find_contacts(m, &mut stage::Contacts::of(d))
}

/// Wakes trees that an awake body touches; returns whether any woke.
pub fn wake_by_contact(m: &Model, d: &mut Data) -> bool {
    wake::by_contact(m, &mut stage::WakeByContact::of(d))
}

/// Wakes trees that an equality constraint ties to an awake one; returns whether any woke.
pub fn wake_by_equality(m: &Model, d: &mut Data) -> bool {
    wake::by_equality(m, &mut stage::WakeByEquality::of(d))
}

/// Rows of all constraints. The arrays that later stages write have the lengths of these rows after
/// [`Data::resize_row_arrays`].
pub fn constraint_rows(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.follow(m);
    let outcome = constraint::build(m, &mut stage::ConstraintRows::of(d));
    if outcome.is_err() {
        d.clear_rows();
    }
    outcome
}

/// Rows of all constraints, ready for the solver: [`constraint_rows`] and [`row_impedance`].
pub fn make_constraints(m: &Model, d: &mut Data) -> Result<(), StepError> {
    constraint_rows(m, d)?;
    d.resize_row_arrays();
    row_impedance(m, d);
    Ok(())
}

/// Stiffness, damping and regularisation of the rows.
pub fn row_impedance(m: &Model, d: &mut Data) {
    if d.nefc > 0 {
        impedance::impedance(m, &mut stage::Impedance::of(d));
    }
}

/// Finds islands: groups of trees that constraints connect.
pub fn islands(m: &Model, d: &mut Data) {
    if d.nefc == 0 {
        island::forget(&mut stage::NoIslands::of(d));
    } else {
        island::find(m, &mut stage::Islands::of(d));
    }
}

/// Inverse inertia in constraint space, for dual solvers.
pub fn inertia_of_rows(m: &Model, d: &mut Data) -> Result<(), StepError> {
    if d.nefc > 0 && project::is_dual(m) {
        d.follow(m);
        project::project(m, &mut stage::InertiaOfRows::of(d))?;
    }
    Ok(())
}

/// Lengths and moment arms of actuators.
pub fn transmission(m: &Model, d: &mut Data) {
    transmission::transmissions(m, &mut stage::Transmission::of(d));
}

/// Sensors of positions.
pub fn position_sensors(m: &Model, d: &mut Data) {
    sensor::positions(m, &mut stage::PositionSensors::of(d));
}

/// Potential energy.
pub fn potential_energy(m: &Model, d: &mut Data) {
    energy::potential(m, &mut stage::PotentialEnergy::of(d));
}

/// Velocities of tendons and actuators.
pub fn output_velocities(m: &Model, d: &mut Data) {
    velocity::output_velocities(m, &mut stage::OutputVelocities::of(d));
}

/// Velocities of bodies and motion axes.
pub fn velocity(m: &Model, d: &mut Data) {
    velocity::com_velocity(m, &mut stage::Velocity::of(d));
}

/// Springs, dampers, gravity compensation, the medium, adhesion.
pub fn passive_forces(m: &Model, d: &mut Data) {
    passive::passive(m, &mut stage::PassiveForces::of(d));
}

/// Accelerations that the constraints aim at.
pub fn constraint_reference(m: &Model, d: &mut Data) {
    if d.nefc > 0 {
        d.follow(m);
        reference::reference(m, &mut stage::ConstraintReference::of(d));
    }
}

/// Coriolis, centrifugal and gravitational forces.
pub fn bias_forces(m: &Model, d: &mut Data) {
    bias::bias_forces(m, &mut stage::BiasForces::of(d));
}

/// Linear velocities and angular momenta of subtrees.
pub fn subtree_velocities(m: &Model, d: &mut Data) {
    velocity::subtree_velocity(m, &mut stage::SubtreeVelocities::of(d));
}

/// Sensors of velocities.
pub fn velocity_sensors(m: &Model, d: &mut Data) {
    sensor::velocities(m, &mut stage::VelocitySensors::of(d));
}

/// Kinetic energy.
pub fn kinetic_energy(m: &Model, d: &mut Data) {
    energy::kinetic(m, &mut stage::KineticEnergy::of(d));
}

/// Forces of actuators and rates of their activations.
pub fn actuation(m: &Model, d: &mut Data, controls: BadControls) -> Result<(), StepError> {
    actuation::actuation(m, &mut stage::Actuation::of(d), controls)
}

/// All forces but those of constraints, and the acceleration they give.
pub fn smooth_acceleration(m: &Model, d: &mut Data) {
    d.follow(m);
    smooth::smooth_acceleration(m, &mut stage::SmoothAcceleration::of(d));
}

/// Constraint forces and accelerations.
pub fn constraint_solution(m: &Model, d: &mut Data) -> Result<(), StepError> {
    if d.nefc == 0 {
        solver::move_freely(m, &mut stage::FreeMotion::of(d));
        return Ok(());
    }
    d.follow(m);
    // the solver may have been changed since the rows were made
    if project::is_dual(m) && (d.nA == 0 || d.efc_AR.rows() != d.nefc) {
        inertia_of_rows(m, d)?;
    }
    solver::solve(m, &mut stage::ConstraintSolution::of(d))
}

/// Accelerations of bodies and the forces between them.
pub fn body_forces(m: &Model, d: &mut Data) {
    let mut view = stage::BodyForces::of(d);
    bias::applied_forces(m, &mut view);
    contact::add_external_forces(m, stage::ExternalForces!(view), view.cfrc_ext);
    equality::add_external_forces(m, stage::ExternalForces!(view), view.cfrc_ext);
    bias::body_forces(m, &mut view);
}

/// Sensors of accelerations.
pub fn acceleration_sensors(m: &Model, d: &mut Data) {
    sensor::accelerations(m, &mut stage::AccelerationSensors::of(d));
}

/// Adds samples to the buffers of sensors with a delay or an interval.
pub fn sensor_memory(m: &Model, d: &mut Data) {
    sensor::remember(m, &mut stage::SensorMemory::of(d));
}

/// Checks that accelerations are valid numbers.
pub fn check_after(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check::after(m, &stage::ChecksAfter::of(d))
}

/// Derivatives of the smooth forces by the velocities.
pub fn velocity_derivatives(m: &Model, d: &mut Data, terms: Terms) {
    derivative::smooth_velocity(m, &mut stage::VelocityDerivatives::of(d), terms);
}

/// Puts trees at rest to sleep and returns how many. The lists of awake trees change in a later stage.
pub fn fall_asleep(m: &Model, d: &mut Data) -> usize {
    fall::fall_asleep(m, &mut stage::FallAsleep::of(d))
}
