//! The step: checks, a forward pass, the next state.

use super::forward::{forward_from, position_stage, positions_and_velocities, velocity_stage};
use super::integration::integrate;
use super::{Pass, inverse, sensing, stages, support};
use crate::data::Data;
use crate::error::StepError;
use crate::force::BadControls;
use crate::model::{EnableFlags, Integrator, Model, Stage};
use crate::stage::{ResumePoint, Sensors, StageId};

impl Data {
    /// Advances the world by one time step.
    ///
    /// [`Model::unsimulated_features`] lists the features of a model that a step leaves out. After an error the state is that
    /// before the step; results may be partial.
    pub fn step(&mut self, m: &Model) -> Result<(), StepError> {
        self.step_with(m, BadControls::Refuse)
    }

    /// Steps once. `controls` says what happens when a control is NaN, infinite or larger than 1e10.
    pub fn step_with(&mut self, m: &Model, controls: BadControls) -> Result<(), StepError> {
        step_from(m, self, ResumePoint::Position, Sensors::Run, &mut Pass::with(controls))
    }

    /// The first half of a step: everything that does not depend on controls and applied forces, which may
    /// be set before [`step2`](Self::step2).
    pub fn step1(&mut self, m: &Model) -> Result<(), StepError> {
        check_before(m, self)?;
        support::check_forward(m)?;
        support::check_sleep(m, self)?;
        let mut pass = Pass::default();
        self.in_pass(m, |d| {
            position_stage(m, d, Sensors::Run, &mut pass)?;
            velocity_stage(m, d, Sensors::Run, &mut pass);
            Ok(())
        })
    }

    /// The second half of a step: forces, accelerations, motion. A Runge-Kutta step cannot be halved and
    /// becomes one of Euler's.
    pub fn step2(&mut self, m: &Model) -> Result<(), StepError> {
        check_before(m, self)?;
        let mut pass = Pass::default();
        forward_from(m, self, ResumePoint::Acceleration, Sensors::Run, &mut pass)?;
        check_after(m, self)?;
        let integrator = match m.opt.integrator {
            Integrator::RungeKutta4 => Integrator::Euler,
            other => other,
        };
        integrate(m, self, integrator, ResumePoint::Position, &mut pass)
    }

    /// Computes everything that follows from the current state and inputs, up to `qacc`, without a step.
    pub fn forward(&mut self, m: &Model) -> Result<(), StepError> {
        forward_from(m, self, ResumePoint::Position, Sensors::Run, &mut Pass::default())
    }

    /// Runs forward dynamics when the results of the stages up to `done` still hold, with a policy for controls that are NaN,
    /// infinite or too large.
    pub fn forward_after(
        &mut self,
        m: &Model,
        done: Stage,
        sensors: Sensors,
        controls: BadControls,
    ) -> Result<(), StepError> {
        forward_from(m, self, ResumePoint::after(done), sensors, &mut Pass::with(controls))
    }

    /// Runs the part of a forward pass before controls are used, when the results of the stages up to `done` still hold.
    /// [`forward_after`](Self::forward_after) the velocity stage completes it.
    pub fn forward_to_velocity(&mut self, m: &Model, done: Stage, sensors: Sensors) -> Result<(), StepError> {
        support::check_forward(m)?;
        positions_and_velocities(m, self, ResumePoint::after(done), sensors, &mut Pass::default())
    }

    /// Computes the sensors of one stage, and the results that they need, from the current results.
    pub fn sense(&mut self, m: &Model, stage: Stage) {
        sensing::sense(m, self, stage);
    }

    /// Moves the world by one time step with the model's integrator and the accelerations of the last forward pass. Unlike
    /// [`step`](Self::step) it does not check them. `controls` applies to further forward passes of the integrator.
    pub fn integrate(&mut self, m: &Model, controls: BadControls) -> Result<(), StepError> {
        support::check_supported(m)?;
        integrate(m, self, m.opt.integrator, ResumePoint::Position, &mut Pass::with(controls))
    }

    /// Moves the world by one step of Euler's method, as [`integrate`](Self::integrate) does.
    pub fn integrate_euler(&mut self, m: &Model) -> Result<(), StepError> {
        support::check_supported(m)?;
        integrate(m, self, Integrator::Euler, ResumePoint::Position, &mut Pass::default())
    }
}

/// A step whose forward pass begins at a given stage.
pub(crate) fn step_from(
    m: &Model,
    d: &mut Data,
    from: ResumePoint,
    sensors: Sensors,
    pass: &mut Pass<'_>,
) -> Result<(), StepError> {
    d.in_pass(m, |d| {
        check_before(m, d)?;
        pass.lap(StageId::ChecksBefore);
        forward_from(m, d, from, sensors, pass)?;
        check_after(m, d)?;
        pass.lap(StageId::ChecksAfter);
        integrate(m, d, m.opt.integrator, from, pass)?;
        pass.lap(StageId::Integration);
        Ok(())
    })
}

fn check_before(m: &Model, d: &mut Data) -> Result<(), StepError> {
    support::check_supported(m)?;
    stages::check_before(m, d)
}

fn check_after(m: &Model, d: &mut Data) -> Result<(), StepError> {
    stages::check_after(m, d)?;
    if m.opt.enableflags.contains(EnableFlags::FWDINV) {
        inverse::compare_with_forward(m, d)?;
    }
    Ok(())
}
