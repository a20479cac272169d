//! Profile of a step: the time of each stage.
//!
//! A profiler records a lap after each stage; without one that is a single comparison. Laps are summed over the parts that
//! MuJoCo's timers have, so that the two can be compared.

use super::Pass;
use super::lap_timer::{LapTimer, Sums};
use super::step::step_from;
use crate::data::Data;
use crate::error::StepError;
use crate::model::Model;
use crate::stage::{ResumePoint, STAGES, Sensors};

/// Parts of the step, in the order of the rows.
const PARTS: &[&str] = &[
    "kinematics",
    "inertia",
    "collision",
    "constraint rows",
    "inertia of rows",
    "velocity",
    "actuation",
    "solver",
    "sensors, smooth acceleration",
    "integration, checks",
];

/// Time spent in each stage of a number of steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    steps: u64,
    sums: Sums,
}

impl Profile {
    /// Steps that were timed.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Part of the step, stage, seconds per step. Parts are those of MuJoCo's timers, and their stages stand together.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, &'static str, f64)> {
        let steps = self.steps.max(1) as f64;
        PARTS.iter().flat_map(move |&part| {
            let stages = STAGES.iter().zip(&self.sums).filter(move |(stage, _)| stage.part == part);
            stages.map(move |(stage, sum)| (part, stage.name, sum.as_secs_f64() / steps))
        })
    }
}

impl Data {
    /// Steps `steps` times and returns the time of each stage. The steps are those of [`step`](Self::step). Reading the clock
    /// makes them a little slower; that time is subtracted from each stage.
    pub fn profile(&mut self, m: &Model, steps: u64) -> Result<Profile, StepError> {
        let mut timer = LapTimer::new();
        let mut pass = Pass::timed(&mut timer);
        (0..steps).try_for_each(|_| step_from(m, self, ResumePoint::Position, Sensors::Run, &mut pass))?;
        Ok(Profile { steps, sums: *timer.sums() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Integrator;

    #[test]
    fn profiled_steps_are_steps() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        for integrator in [Integrator::Euler, Integrator::RungeKutta4] {
            m.opt.integrator = integrator;
            let (mut a, mut b) = (m.make_data(), m.make_data());
            (a.qvel[0], b.qvel[0]) = (1.0, 1.0);
            let profile = a.profile(&m, 5).unwrap();
            (0..5).for_each(|_| b.step(&m).unwrap());
            assert_eq!((&a.qpos, &a.qvel, a.time), (&b.qpos, &b.qvel, b.time));
            assert_eq!(profile.steps(), 5);
            assert!(profile.rows().any(|(part, _, s)| part == "kinematics" && s > 0.0));
        }
    }

    #[test]
    fn a_failed_step_ends_the_profile() {
        let m = Model::n_link_pendulum(1, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos[0] = f64::NAN;
        assert!(d.profile(&m, 3).is_err());
    }

    #[test]
    fn every_stage_belongs_to_a_part() {
        let m = Model::n_link_pendulum(1, 1.0, 0.1);
        let profile = m.make_data().profile(&m, 1).unwrap();
        assert_eq!(profile.rows().count(), STAGES.len());
        assert!(PARTS.iter().all(|part| STAGES.iter().any(|stage| stage.part == *part)));
    }
}
