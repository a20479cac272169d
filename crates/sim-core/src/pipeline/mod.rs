//! The order of the stages and nothing else: forward dynamics and the step.

mod check;
mod error;
mod inverse;
mod profile;
mod support;

pub(crate) use check::dof_label;
pub use error::StepError;
pub(crate) use inverse::inverse_from;
pub use inverse::{constraint_forces, constraint_update, inverse_position};
pub use profile::Profile;
pub(crate) use profile::{Lap, Watch};

use crate::collision;
use crate::constraint;
use crate::data::Data;
use crate::dynamics::{bias, com, energy, frames, inertia, jacobian, kinematics, tendon, transmission, velocity};
use crate::force::{actuation, passive};
use crate::integrate;
use crate::linalg::{dense, sparse::Csr};
use crate::math::row;
use crate::model::{Integrator, Model, Stage, disable, enable};
use crate::sensor;
use crate::sleep::{self, Filter, wake};
use crate::solver;
use crate::stage::{Axes, ConstraintReference, InertiaOfRows, Islands};

/// Largest magnitude of a position, velocity, acceleration or control that counts as sane.
const MAX_STATE: f64 = 1e10;

/// Whether a state variable is not a number or absurdly large.
pub fn is_bad(x: f64) -> bool {
    x.is_nan() | (x.abs() > MAX_STATE)
}

impl Data {
    /// Advances the world by one time step.
    ///
    /// [`Model::unsimulated_features`] lists what a model uses that is left out. On an error the state is as it was before
    /// the step, results may be partial.
    pub fn step(&mut self, m: &Model) -> Result<(), StepError> {
        step_from(m, self, Start::Position, Sensors::Run)
    }

    /// The first half of a step: everything that does not depend on controls and applied forces, which may
    /// be set before [`step2`](Self::step2).
    pub fn step1(&mut self, m: &Model) -> Result<(), StepError> {
        check_before(m, self)?;
        support::check_forward(m)?;
        support::check_sleep(m, self)?;
        position_stage(m, self, Sensors::Run);
        velocity_stage(m, self, Sensors::Run);
        Ok(())
    }

    /// The second half of a step: forces, accelerations, motion. A Runge-Kutta step cannot be halved and
    /// becomes one of Euler's.
    pub fn step2(&mut self, m: &Model) -> Result<(), StepError> {
        check_before(m, self)?;
        forward_from(m, self, Start::Acceleration, Sensors::Run)?;
        check_after(m, self)?;
        if m.opt.integrator == Integrator::RungeKutta4 {
            return integrate::euler(m, self, false);
        }
        integrate::integrate(m, self, Start::Position)
    }

    /// Computes everything that follows from the current state and inputs, up to `qacc`, without moving.
    pub fn forward(&mut self, m: &Model) -> Result<(), StepError> {
        forward_from(m, self, Start::Position, Sensors::Run)
    }

    /// The part of a forward pass that comes before controls are used, when the results of stage `done` and of those
    /// before it still hold: [`forward_after`](Self::forward_after) the velocity stage completes it.
    pub fn forward_to_velocity(&mut self, m: &Model, done: Stage, sense: bool) -> Result<(), StepError> {
        support::check_forward(m)?;
        positions_and_velocities(m, self, Start::after(done), Sensors::from_flag(sense))
    }

    /// Moves the world by one time step with the model's integrator and the accelerations of the last forward pass,
    /// whatever they are: [`step`](Self::step) checks them.
    pub fn integrate(&mut self, m: &Model) -> Result<(), StepError> {
        support::check_supported(m)?;
        integrate::integrate(m, self, Start::Position)
    }

    /// Moves the world by one step of Euler's method, as [`integrate`](Self::integrate) does.
    pub fn integrate_euler(&mut self, m: &Model) -> Result<(), StepError> {
        support::check_supported(m)?;
        integrate::euler(m, self, false)
    }

    /// Forward dynamics when the results of stage `done` and of those before it still hold; sensors keep their
    /// readings unless `sense`.
    pub fn forward_after(&mut self, m: &Model, done: Stage, sense: bool) -> Result<(), StepError> {
        forward_from(m, self, Start::after(done), Sensors::from_flag(sense))
    }
}

/// Where a forward pass begins; what comes before is taken from the last pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Start {
    /// Everything is computed.
    Position,
    /// Positions have not changed.
    Velocity,
    /// Neither positions nor velocities have changed.
    Acceleration,
}

impl Start {
    /// What is left after a stage is done.
    fn after(done: Stage) -> Self {
        match done.0 {
            i32::MIN..=0 => Self::Position,
            1 => Self::Velocity,
            _ => Self::Acceleration,
        }
    }
}

/// Whether a forward pass computes the sensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sensors {
    /// They are computed.
    Run,
    /// They keep their values.
    Skip,
}

impl Sensors {
    fn from_flag(run: bool) -> Self {
        if run { Self::Run } else { Self::Skip }
    }
}

/// A step whose forward pass begins at a given stage.
pub(crate) fn step_from(m: &Model, d: &mut Data, from: Start, sensors: Sensors) -> Result<(), StepError> {
    check_before(m, d)?;
    d.lap(Lap::Checks);
    forward_from(m, d, from, sensors)?;
    check_after(m, d)?;
    d.lap(Lap::Checks);
    integrate::integrate(m, d, from)?;
    d.lap(Lap::Integration);
    Ok(())
}

fn check_before(m: &Model, d: &Data) -> Result<(), StepError> {
    support::check_supported(m)?;
    check::timestep(m)?;
    check::positions(m, d)?;
    check::velocities(m, d)
}

fn check_after(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check::accelerations(m, d)?;
    if m.opt.enableflags & enable::FWDINV != 0 {
        inverse::compare_with_forward(m, d)?;
    }
    Ok(())
}

/// Forward dynamics from a given stage on.
pub(crate) fn forward_from(m: &Model, d: &mut Data, from: Start, sensors: Sensors) -> Result<(), StepError> {
    support::check_forward(m)?;
    positions_and_velocities(m, d, from, sensors)?;
    forward_acceleration(m, d)?;
    acceleration_sensors(m, d, sensors);
    Ok(())
}

fn positions_and_velocities(m: &Model, d: &mut Data, from: Start, sensors: Sensors) -> Result<(), StepError> {
    if from <= Start::Position {
        support::check_sleep(m, d)?;
        position_stage(m, d, sensors);
    }
    if from <= Start::Velocity {
        velocity_stage(m, d, sensors);
    }
    Ok(())
}

/// Positions, their sensors, potential energy.
fn position_stage(m: &Model, d: &mut Data, sensors: Sensors) {
    forward_position(m, d);
    if sensors == Sensors::Run {
        sensor::position(m, d);
    }
    if d.flg_energypos {
        return;
    }
    if m.opt.enableflags & enable::ENERGY != 0 {
        energy::potential(m, d);
    } else {
        d.energy = [0.0; 2];
    }
    d.lap(Lap::PositionSensors);
}

/// Velocities, their sensors, kinetic energy.
fn velocity_stage(m: &Model, d: &mut Data, sensors: Sensors) {
    forward_velocity(m, d);
    if sensors == Sensors::Run {
        sensor::velocity(m, d);
    }
    if m.opt.enableflags & enable::ENERGY != 0 && !d.flg_energyvel {
        energy::kinetic(m, d);
    }
    d.lap(Lap::VelocitySensors);
}

/// Sensors of accelerations, which no longer are those of the last pass.
fn acceleration_sensors(m: &Model, d: &mut Data, sensors: Sensors) {
    if sensors == Sensors::Run {
        d.flg_rnepost = false;
        sensor::acceleration(m, d);
    }
    d.lap(Lap::AccelerationSensors);
}

/// Poses, Jacobians, inertia, constraint rows, transmissions. Wakes what is disturbed.
pub fn forward_position(m: &Model, d: &mut Data) {
    positions(m, d, Waking::ByAnything);
}

/// What wakes trees in the position stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waking {
    /// The user, by a change of the state or a force.
    ByUser,
    /// The user, and contacts, tendons and equalities with something awake.
    ByAnything,
}

fn positions(m: &Model, d: &mut Data, waking: Waking) {
    d.flg_energypos = false;
    poses(m, d, waking);
    inertia::mass_matrix(m, d);
    d.lap(Lap::Inertia);
    inertia::factor(m, d);
    d.lap(Lap::InertiaFactor);
    collision::find_contacts(m, d);
    if waking == Waking::ByAnything && sleep::is_enabled(m) {
        if wake::by_contact(m, d) {
            collision::find_contacts(m, d);
        }
        wake::by_equality(m, d);
    }
    d.lap(Lap::Contacts);
    constraint::make_constraints(m, d);
    d.lap(Lap::ConstraintRows);
    constraint::island::find(m, &mut Islands::of(d));
    d.lap(Lap::Islands);
    constraint::project::project(m, &mut InertiaOfRows::of(d));
    d.lap(Lap::Project);
    transmission::transmissions(m, d);
    d.lap(Lap::Transmission);
}

/// Poses, centres of mass, cameras, lights, tendons. Wakes what the user has disturbed and what tendons pull.
pub fn forward_kinematics(m: &Model, d: &mut Data) {
    poses(m, d, Waking::ByAnything);
}

fn poses(m: &Model, d: &mut Data, waking: Waking) {
    kinematics::kinematics(m, d);
    d.lap(Lap::Kinematics);
    com::com_position(m, d);
    d.lap(Lap::CentresOfMass);
    frames::cameras_and_lights(m, d, false);
    d.lap(Lap::CamerasAndLights);
    tendon::tendons(m, d);
    if waking == Waking::ByAnything && sleep::is_enabled(m) {
        wake::by_tendon(m, d);
    }
    d.lap(Lap::Tendons);
}

/// Velocities, passive and bias forces, reference accelerations of the constraints.
pub fn forward_velocity(m: &Model, d: &mut Data) {
    (d.flg_subtreevel, d.flg_energyvel) = (false, false);
    output_velocities(m, d);
    d.lap(Lap::OutputVelocities);
    velocity::com_velocity(m, d);
    d.lap(Lap::Velocity);
    passive::passive(m, d);
    d.lap(Lap::Passive);
    constraint::reference::reference(m, &mut ConstraintReference::of(d));
    d.lap(Lap::Reference);
    let mut qfrc = std::mem::take(&mut d.qfrc_bias);
    bias::newton_euler(m, d, false, &mut qfrc);
    bias::tendon_bias(m, d, &mut qfrc);
    d.qfrc_bias = qfrc;
    d.lap(Lap::Bias);
}

/// Actuation, smooth acceleration, constraint forces.
pub(crate) fn forward_acceleration(m: &Model, d: &mut Data) -> Result<(), StepError> {
    actuation::actuation(m, d)?;
    d.lap(Lap::Actuation);
    smooth_acceleration(m, d);
    d.lap(Lap::SmoothAcceleration);
    solver::solve(m, d)?;
    d.lap(Lap::Solver);
    Ok(())
}

/// Velocities of tendons and actuator outputs.
pub fn output_velocities(m: &Model, d: &mut Data) {
    let jac = Csr { rownnz: &m.ten_J_rownnz, rowadr: &m.ten_J_rowadr, colind: &m.ten_J_colind, values: &d.ten_J };
    jac.mul(&d.qvel, &mut d.ten_velocity);
    let mut vel = std::mem::take(&mut d.actuator_velocity);
    if m.opt.disableflags & disable::ACTUATION == 0 {
        actuation::moment(d).mul(&d.qvel, &mut vel);
    } else {
        vel.fill(0.0);
    }
    d.actuator_velocity = vel;
}

/// Adds what `xfrc_applied` does to the dofs.
fn add_applied_wrenches(m: &Model, d: &Data, qfrc: &mut [f64]) {
    for i in 1..m.nbody {
        let wrench: [f64; 6] = row(&d.xfrc_applied, i);
        if !dense::is_zero(&wrench) {
            let (force, torque) = ([wrench[0], wrench[1], wrench[2]], [wrench[3], wrench[4], wrench[5]]);
            jacobian::apply_wrench(m, Axes!(d), force, torque, row(&d.xipos, i), i, qfrc);
        }
    }
}

/// Sum of all forces but those of constraints, and the acceleration it gives.
pub fn smooth_acceleration(m: &Model, d: &mut Data) {
    let mut qfrc = std::mem::take(&mut d.qfrc_smooth);
    let dofs = Filter::new(m, d.ntree_awake).dofs();
    dofs.each(m, &d.tree_awake, |block| {
        for (i, f) in block.clone().zip(&mut qfrc[block]) {
            *f = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i];
        }
    });
    add_applied_wrenches(m, d, &mut qfrc);
    d.qfrc_smooth = qfrc;
    inertia::ensure(m, d);
    let mut acc = std::mem::take(&mut d.qacc_smooth);
    dofs.each(m, &d.tree_awake, |block| {
        acc[block.clone()].copy_from_slice(&d.qfrc_smooth[block.clone()]);
        d.work.inertia_tiles.factored.solve(m.dof_layout(), &mut acc, block);
    });
    d.qacc_smooth = acc;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Integrator;

    #[test]
    fn pendulum_conserves_energy() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        m.opt.enableflags |= enable::ENERGY;
        m.opt.timestep = 1e-4;
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.5, 0.2, -0.4]);
        d.forward(&m).unwrap();
        let before = d.energy[0] + d.energy[1];
        for _ in 0..2000 {
            d.step(&m).unwrap();
        }
        d.forward(&m).unwrap();
        // semi-implicit Euler oscillates about the true energy with amplitude of order h
        assert!((d.energy[0] + d.energy[1] - before).abs() < 1e-3 * before.abs());
    }

    #[test]
    fn bad_state_is_named() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let mut d = m.make_data();
        d.qvel[1] = f64::NAN;
        let error = d.step(&m).unwrap_err();
        assert!(matches!(error, StepError::BadVelocity { index: 1, .. }), "{error}");
        assert!(error.to_string().contains("joint"));
    }

    #[test]
    fn unknown_integrators_are_refused() {
        let mut m = Model::n_link_pendulum(1, 1.0, 0.1);
        m.opt.integrator = Integrator(42);
        let mut d = m.make_data();
        assert!(matches!(d.step(&m), Err(StepError::Unsupported(_))));
    }

    #[test]
    fn empty_model_steps() {
        let m = Model::empty();
        let mut d = m.make_data();
        d.step(&m).unwrap();
        assert_eq!(d.time, m.opt.timestep);
    }
}
