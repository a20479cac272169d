//! Fourth-order Runge-Kutta.
//!
//! Each stage starts from the state at the beginning of the step and runs the whole forward pass, collision
//! included; sensors keep the values of the first one. Positions move on their manifold, with the stage's
//! velocity, and activations are part of the state. All solver calls start from the same warm start.

use super::advance::{Rates, advance, integrate_position};
use crate::data::{Data, Stages};
use crate::linalg::dense;
use crate::model::Model;
use crate::pipeline::{Lap, Sensors, Start, StepError, forward_from};

/// Fraction of the step each stage lies ahead.
const AHEAD: [f64; 3] = [0.5, 0.5, 1.0];

/// Weight of each stage's rates in the step.
const WEIGHT: [f64; 4] = [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0];

/// One step; the forward pass of the first stage has been made.
pub(super) fn rk4(m: &Model, d: &mut Data) -> Result<(), StepError> {
    let stages = std::mem::take(&mut d.scratch.runge_kutta);
    let mut step = RungeKutta::start(stages, d);
    let result = loop {
        match step.next(m, d) {
            Ok(true) => {}
            ended => break ended.map(|_| ()),
        }
        d.lap(Lap::Integration);
        if let Err(error) = forward_from(m, d, Start::Position, Sensors::Skip) {
            step.abandon(d);
            break Err(error);
        }
    };
    d.scratch.runge_kutta = step.stages;
    result
}

/// A step in the making, for those who make the forward passes between its stages themselves.
#[derive(Debug)]
pub struct RungeKutta {
    stages: Stages,
    time: f64,
    done: usize,
}

impl RungeKutta {
    /// Begins a step; the forward pass of the first stage has been made.
    pub fn begin(d: &Data) -> Self {
        Self::start(d.scratch.runge_kutta.clone(), d)
    }

    fn start(mut stages: Stages, d: &Data) -> Self {
        stages.begin(d);
        Self { stages, time: d.time, done: 0 }
    }

    /// Puts the world where the next forward pass is to be made; false when there is none left and the world has
    /// been moved.
    pub fn next(&mut self, m: &Model, d: &mut Data) -> Result<bool, StepError> {
        if self.done > 0 {
            self.stages.add(d, WEIGHT[self.done.min(AHEAD.len())]);
        }
        let Some(ahead) = AHEAD.get(self.done) else {
            self.abandon(d);
            let Stages { velocity, acceleration, act_dot, .. } = &self.stages;
            advance(m, d, &Rates { qacc: acceleration, qvel: Some(velocity), act_dot: Some(act_dot) })?;
            return Ok(false);
        };
        self.stages.set_state(m, d, *ahead);
        d.time = self.time + ahead * m.opt.timestep;
        self.done += 1;
        Ok(true)
    }

    /// Puts the world back to where the step began.
    pub fn abandon(&self, d: &mut Data) {
        d.time = self.time;
        d.qpos.copy_from_slice(&self.stages.qpos);
        d.qvel.copy_from_slice(&self.stages.qvel);
        d.act.copy_from_slice(&self.stages.act);
    }
}

impl Stages {
    /// Keeps the state and the rates of the first stage.
    fn begin(&mut self, d: &Data) {
        self.qpos.copy_from_slice(&d.qpos);
        self.qvel.copy_from_slice(&d.qvel);
        self.act.copy_from_slice(&d.act);
        for sum in [&mut self.velocity, &mut self.acceleration, &mut self.act_dot] {
            sum.fill(0.0);
        }
        self.add(d, WEIGHT[0]);
    }

    /// Adds the rates of a stage to the sums.
    fn add(&mut self, d: &Data, weight: f64) {
        dense::add_scaled_to(&mut self.velocity, &d.qvel, weight);
        dense::add_scaled_to(&mut self.acceleration, &d.qacc, weight);
        dense::add_scaled_to(&mut self.act_dot, &d.act_dot, weight);
    }

    /// Moves the state to the next stage: from the start, with the rates of the current one.
    fn set_state(&mut self, m: &Model, d: &mut Data, ahead: f64) {
        let h = m.opt.timestep;
        for (rate, v) in self.rate.iter_mut().zip(&d.qvel) {
            *rate = v * ahead;
        }
        d.qpos.copy_from_slice(&self.qpos);
        integrate_position(m, &mut d.qpos, &self.rate, h);
        for (i, v) in d.qvel.iter_mut().enumerate() {
            *v = self.qvel[i] + d.qacc[i] * ahead * h;
        }
        for (i, a) in d.act.iter_mut().enumerate() {
            *a = self.act[i] + d.act_dot[i] * ahead * h;
        }
    }
}
