//! Fourth-order Runge-Kutta.
//!
//! Each stage starts from the state at the beginning of the step and runs the whole forward pass, collision
//! included; sensors keep the values of the first one. Positions move on their manifold, with the stage's
//! velocity, and activations are part of the state. All solver calls start from the same warm start.

use super::advance::integrate_position;
use crate::data::{Data, RungeKuttaSums};
use crate::linalg::dense;
use crate::model::Model;
use crate::stage::RungeKuttaState;

/// Fraction of the step each stage lies ahead.
const AHEAD: [f64; 3] = [0.5, 0.5, 1.0];

/// Weight of each stage's rates in the step.
const WEIGHT: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// Where a step is among its stages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    time: f64,
    done: usize,
}

impl Cursor {
    /// Begins a step; the forward pass of the first stage has been made.
    pub(crate) fn begin(sums: &mut RungeKuttaSums, d: &RungeKuttaState<'_>) -> Self {
        sums.begin(d);
        Self { time: *d.time, done: 0 }
    }

    /// Puts the world where the next forward pass is to be made; false when no stage is left: the world is back at its start, and
    /// the sums are complete.
    pub(crate) fn next(&mut self, m: &Model, sums: &mut RungeKuttaSums, d: &mut RungeKuttaState<'_>) -> bool {
        if self.done > 0 {
            sums.add(d, WEIGHT[self.done.min(AHEAD.len())]);
        }
        let Some(ahead) = AHEAD.get(self.done) else {
            self.abandon(sums, d);
            return false;
        };
        sums.set_state(m, d, *ahead);
        *d.time = self.time + ahead * m.opt.timestep;
        self.done += 1;
        true
    }

    /// Whether the forward pass that comes next is the last of the step, whose results stay.
    pub(crate) fn is_last(&self) -> bool {
        self.done == AHEAD.len()
    }

    /// Puts the world back to where the step began.
    pub(crate) fn abandon(&self, sums: &RungeKuttaSums, d: &mut RungeKuttaState<'_>) {
        *d.time = self.time;
        d.qpos.copy_from_slice(&sums.qpos);
        d.qvel.copy_from_slice(&sums.qvel);
        d.act.copy_from_slice(&sums.act);
    }
}

/// A step in progress, for callers that run the forward passes between its stages themselves. It keeps its sums to itself, so
/// that whatever happens to the world in between does not reach them.
#[derive(Debug)]
pub struct RungeKutta {
    sums: RungeKuttaSums,
    cursor: Cursor,
}

impl RungeKutta {
    /// Begins a step; the forward pass of the first stage has been made.
    pub fn begin(d: &mut Data) -> Self {
        let mut sums = d.scratch.runge_kutta.clone();
        let cursor = Cursor::begin(&mut sums, &RungeKuttaState::of(d));
        Self { sums, cursor }
    }

    /// Puts the world where the next forward pass is to be made; false when there is none left, and
    /// [`Data::finish_runge_kutta`] moves the world.
    pub fn next(&mut self, m: &Model, d: &mut Data) -> bool {
        self.cursor.next(m, &mut self.sums, &mut RungeKuttaState::of(d))
    }

    /// Puts the world back to where the step began.
    pub fn abandon(&self, d: &mut Data) {
        self.cursor.abandon(&self.sums, &mut RungeKuttaState::of(d));
    }

    /// The weighted sums of the stages.
    pub(crate) fn sums(&self) -> &RungeKuttaSums {
        &self.sums
    }
}

impl RungeKuttaSums {
    /// Keeps the state and the rates of the first stage.
    fn begin(&mut self, d: &RungeKuttaState<'_>) {
        self.qpos.copy_from_slice(d.qpos);
        self.qvel.copy_from_slice(d.qvel);
        self.act.copy_from_slice(d.act);
        for sum in [&mut self.velocity, &mut self.acceleration, &mut self.act_dot] {
            sum.fill(0.0);
        }
        self.add(d, WEIGHT[0]);
    }

    /// Adds the rates of a stage to the sums.
    fn add(&mut self, d: &RungeKuttaState<'_>, weight: f64) {
        dense::add_scaled_to(&mut self.velocity, d.qvel, weight);
        dense::add_scaled_to(&mut self.acceleration, d.qacc, weight);
        dense::add_scaled_to(&mut self.act_dot, d.act_dot, weight);
    }

    /// Moves the state to the next stage: from the start, with the rates of the current one.
    fn set_state(&mut self, m: &Model, d: &mut RungeKuttaState<'_>, ahead: f64) {
        let h = m.opt.timestep;
        for (rate, v) in self.rate.iter_mut().zip(&*d.qvel) {
            *rate = v * ahead;
        }
        d.qpos.copy_from_slice(&self.qpos);
        integrate_position(m, d.qpos, &self.rate, h);
        for (i, v) in d.qvel.iter_mut().enumerate() {
            *v = self.qvel[i] + d.qacc[i] * ahead * h;
        }
        for (i, a) in d.act.iter_mut().enumerate() {
            *a = self.act[i] + d.act_dot[i] * ahead * h;
        }
    }
}
