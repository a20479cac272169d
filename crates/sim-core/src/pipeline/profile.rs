//! Where the time of a step goes: a stopwatch that a world carries while it is profiled.
//!
//! The pipeline calls [`Data::lap`] after each stage; without a stopwatch that is one comparison. Laps are gathered in the
//! parts that MuJoCo's own timers have, so that the two can be put side by side.

use super::StepError;
use crate::data::Data;
use crate::model::Model;
use std::time::{Duration, Instant};

macro_rules! laps {
    ($($lap:ident $part:literal $name:literal),* $(,)?) => {
        /// The stages that are timed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Lap { $($lap),* }

        /// Part of the step and name of each lap, in the order of the enum; the names are those of ARCHITECTURE.md.
        const LAPS: &[(&str, &str)] = &[$(($part, $name)),*];
    };
}

laps! {
    Kinematics "kinematics" "kinematics",
    CentresOfMass "kinematics" "centres of mass",
    CamerasAndLights "kinematics" "cameras and lights",
    Tendons "kinematics" "tendons",
    Transmission "kinematics" "transmission",
    Inertia "inertia" "inertia",
    InertiaFactor "inertia" "inertia factor",
    Contacts "collision" "contacts",
    ConstraintRows "constraint rows" "constraint rows",
    Islands "constraint rows" "islands",
    Project "inertia of rows" "inertia of rows",
    OutputVelocities "velocity" "output velocities",
    Velocity "velocity" "velocity",
    Passive "velocity" "passive forces",
    Reference "velocity" "constraint reference",
    Bias "velocity" "bias forces",
    Actuation "actuation" "actuation",
    Solver "solver" "constraint solution",
    PositionSensors "sensors, smooth acceleration" "sensors of positions",
    VelocitySensors "sensors, smooth acceleration" "sensors of velocities",
    AccelerationSensors "sensors, smooth acceleration" "sensors of accelerations",
    SmoothAcceleration "sensors, smooth acceleration" "smooth acceleration",
    Integration "integration, checks" "integration",
    Checks "integration, checks" "checks",
}

/// The running sums of a profiled world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Watch {
    last: Instant,
    /// What a look at the clock costs.
    clock: Duration,
    sums: [Duration; LAPS.len()],
}

impl Watch {
    fn new() -> Self {
        let clock = (0..1000).map(|_| Instant::now().elapsed()).min().unwrap_or_default();
        Self { last: Instant::now(), clock, sums: [Duration::ZERO; LAPS.len()] }
    }

    fn lap(&mut self, lap: Lap) {
        let now = Instant::now();
        self.sums[lap as usize] += (now - self.last).saturating_sub(self.clock);
        self.last = now;
    }
}

/// Time spent in each stage of a number of steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    steps: u64,
    sums: [Duration; LAPS.len()],
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
        LAPS.iter().zip(&self.sums).map(move |(&(part, name), sum)| (part, name, sum.as_secs_f64() / steps))
    }
}

impl Data {
    /// Ends a stage of a world that is profiled.
    #[inline]
    pub(crate) fn lap(&mut self, lap: Lap) {
        if let Some(watch) = &mut self.scratch.watch {
            watch.lap(lap);
        }
    }

    /// Takes `steps` steps and tells where their time went. The steps are those of [`step`](Self::step); looking at the clock
    /// makes them a little slower, and what that costs is taken off each stage.
    pub fn profile(&mut self, m: &Model, steps: u64) -> Result<Profile, StepError> {
        self.scratch.watch = Some(Box::new(Watch::new()));
        let outcome = (0..steps).try_for_each(|_| self.step(m));
        let sums = self.scratch.watch.take().map_or([Duration::ZERO; LAPS.len()], |watch| watch.sums);
        outcome.map(|()| Profile { steps, sums })
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
            assert!(a.scratch.watch.is_none());
        }
    }

    #[test]
    fn a_failed_step_ends_the_profile() {
        let m = Model::n_link_pendulum(1, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos[0] = f64::NAN;
        assert!(d.profile(&m, 3).is_err());
        assert!(d.scratch.watch.is_none());
    }

    #[test]
    fn stages_of_a_part_stand_together() {
        let parts: Vec<&str> = LAPS.chunk_by(|a, b| a.0 == b.0).map(|group| group[0].0).collect();
        let mut unique = parts.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), parts.len());
    }
}
