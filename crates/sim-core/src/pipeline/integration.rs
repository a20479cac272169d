//! The end of a step: the acceleration over it, histories, activations, sleep, and the next state.

use super::forward::forward_from;
use super::pass::Readers;
use super::{Pass, sensing, sleep, stages};
use crate::data::{Data, RungeKuttaSums};
use crate::error::StepError;
use crate::integrate::advance::{self, Rates};
use crate::integrate::rk4::Cursor;
use crate::integrate::{self, Factors, RungeKutta};
use crate::model::{Integrator, Model};
use crate::stage::{Integration, ResumePoint, RungeKuttaState, Sensors, StageId};

/// Moves the world by one time step after a forward pass that began at `from`. On an error positions, velocities and time have
/// not changed.
pub(super) fn integrate(
    m: &Model,
    d: &mut Data,
    integrator: Integrator,
    from: ResumePoint,
    pass: &mut Pass<'_>,
) -> Result<(), StepError> {
    if integrator == Integrator::RungeKutta4 {
        return runge_kutta(m, d, pass);
    }
    let factors = Factors::after(integrator, from);
    if let (Factors::Make, Some(terms)) = (factors, integrate::derivatives(integrator)) {
        stages::velocity_derivatives(m, d, terms);
        pass.lap(StageId::VelocityDerivatives);
    }
    d.follow(m);
    integrate::accelerate(m, &mut Integration::of(d), integrator, factors)?;
    advance_world(m, d, Rates::Step, pass)
}

/// The stage by itself: a step without velocity derivatives, samples of sensors and sleep, which are stages of their own.
pub(super) fn integration(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.follow(m);
    let mut view = Integration::of(d);
    integrate::accelerate(m, &mut view, m.opt.integrator, Factors::Make)?;
    advance::record_controls(m, &mut view);
    advance::advance_activations(m, &mut view, Rates::Step);
    advance::advance(m, &mut view, Rates::Step);
    Ok(())
}

/// A Runge-Kutta step; the forward pass of its first stage has been made.
fn runge_kutta(m: &Model, d: &mut Data, pass: &mut Pass<'_>) -> Result<(), StepError> {
    let mut cursor = {
        let (sums, state) = sums_and_state(d);
        Cursor::begin(sums, &state)
    };
    loop {
        let (sums, mut state) = sums_and_state(d);
        if !cursor.next(m, sums, &mut state) {
            return advance_world(m, d, Rates::RungeKutta, pass);
        }
        pass.lap(StageId::Integration);
        pass.readers = if cursor.is_last() { Readers::All } else { Readers::Integrator };
        if let Err(error) = forward_from(m, d, ResumePoint::Position, Sensors::Skip, pass) {
            pass.readers = Readers::All;
            let (sums, mut state) = sums_and_state(d);
            cursor.abandon(sums, &mut state);
            return Err(error);
        }
    }
}

/// Moves the world with rates that are known.
fn advance_world(m: &Model, d: &mut Data, rates: Rates, pass: &mut Pass<'_>) -> Result<(), StepError> {
    if m.nhistory > 0 {
        advance::record_controls(m, &mut Integration::of(d));
        sensing::remember(m, d);
    }
    if m.na > 0 {
        advance::advance_activations(m, &mut Integration::of(d), rates);
    }
    sleep::settle(m, d, pass)?;
    advance::advance(m, &mut Integration::of(d), rates);
    Ok(())
}

impl Data {
    /// Moves the world by a Runge-Kutta step whose stages are done: [`RungeKutta::next`] has said that none is left.
    pub fn finish_runge_kutta(&mut self, m: &Model, step: &RungeKutta) -> Result<(), StepError> {
        self.scratch.runge_kutta.clone_from(step.sums());
        advance_world(m, self, Rates::RungeKutta, &mut Pass::default())
    }
}

/// The sums of a Runge-Kutta step, and what its stages move.
fn sums_and_state(d: &mut Data) -> (&mut RungeKuttaSums, RungeKuttaState<'_>) {
    (&mut d.scratch.runge_kutta, RungeKuttaState!(d))
}
