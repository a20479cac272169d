//! Length ranges of actuators: pull the mechanism to both ends and see how far the actuator moves.
//!
//! Each actuator is simulated alone with a force that would accelerate the free mechanism by a set amount,
//! velocities decaying exponentially; limits and equality constraints act, contacts, friction, springs,
//! dampers, gravity and other actuators do not.

use crate::data::Data;
use crate::dynamics::inertia;
use crate::linalg::dense;
use crate::math::MINVAL;
use crate::math::is_bad;
use crate::message::number;
use crate::model::{
    BiasType, DisableFlags, EnableFlags, GainType, Model, ModelError, ObjType, SolverType, TransmissionType,
};
use crate::pipeline::{self, Pass};
use crate::stage::Moments;

/// Which actuators get their length range computed.
///
/// ```
/// use sim_core::{LengthRangeMode, LengthRangeOptions, Model};
///
/// let mut model = Model::example();
/// // by default only muscles need one
/// model.set_length_range(&LengthRangeOptions::default())?;
/// assert_eq!(model.actuator_lengthrange[..], [0.0, 0.0]);
/// model.set_length_range(&LengthRangeOptions { mode: LengthRangeMode::All, uselimit: true, ..Default::default() })?;
/// assert_eq!(model.actuator_lengthrange[..], [-2.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LengthRangeMode {
    /// None.
    None,
    /// Muscles.
    #[default]
    Muscle,
    /// Muscles and user-defined actuators.
    MuscleUser,
    /// All.
    All,
}

/// How length ranges are computed (MJCF `<compiler><lengthrange>`).
///
/// ```
/// use sim_core::{LengthRangeMode, LengthRangeOptions, Model};
///
/// let mut model = Model::example();
/// let options = LengthRangeOptions { mode: LengthRangeMode::All, inttotal: 5.0, ..Default::default() };
/// model.set_length_range(&options)?;
/// let [low, high] = [model.actuator_lengthrange[0], model.actuator_lengthrange[1]];
/// assert!((low + 2.0).abs() < 0.1 && (high - 2.0).abs() < 0.1, "the elbow turns from {low} to {high}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LengthRangeOptions {
    /// Which actuators to compute.
    pub mode: LengthRangeMode,
    /// Keep ranges that are already defined.
    pub useexisting: bool,
    /// Take the limits of limited joints and tendons.
    pub uselimit: bool,
    /// Acceleration the force aims at.
    pub accel: f64,
    /// Largest force; zero for no limit.
    pub maxforce: f64,
    /// Time constant of the velocity decay (s).
    pub timeconst: f64,
    /// Time step (s); zero for the model's own.
    pub timestep: f64,
    /// Time simulated in each direction (s).
    pub inttotal: f64,
    /// Time at the end in which the length is measured (s).
    pub interval: f64,
    /// Largest motion in that time, relative to the range.
    pub tolrange: f64,
}

impl Default for LengthRangeOptions {
    fn default() -> Self {
        Self {
            mode: LengthRangeMode::Muscle,
            useexisting: true,
            uselimit: false,
            accel: 20.0,
            maxforce: 0.0,
            timeconst: 1.0,
            timestep: 0.01,
            inttotal: 10.0,
            interval: 2.0,
            tolrange: 0.05,
        }
    }
}

impl Model {
    /// Computes `actuator_lengthrange` of all actuators the options select. Needs [`Model::set_const`].
    pub fn set_length_range(&mut self, options: &LengthRangeOptions) -> Result<(), ModelError> {
        self.set_length_range_unless(options, &|| false)
    }

    /// Computes length ranges until `stop` returns true, then fails with [`ModelError::Interrupted`]. `stop` is called after every
    /// step of the simulations. Ranges that were not found yet stay as they were.
    pub fn set_length_range_unless(
        &mut self,
        options: &LengthRangeOptions,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), ModelError> {
        let wanted: Vec<usize> = (0..self.nactuator).filter(|&i| self.needs_length_range(i, options)).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let saved = self.opt.clone();
        self.opt.disableflags = DisableFlags::FRICTIONLOSS
            | DisableFlags::CONTACT
            | DisableFlags::SPRING
            | DisableFlags::DAMPER
            | DisableFlags::GRAVITY
            | DisableFlags::ACTUATION;
        self.opt.enableflags &= !(EnableFlags::SLEEP | EnableFlags::ENERGY);
        self.opt.solver = SolverType::Newton;
        if options.timestep > 0.0 {
            self.opt.timestep = options.timestep;
        }
        let mut d = self.make_data();
        let mut result = Ok(());
        for i in wanted {
            match self.measure_range(&mut d, i, options, stop) {
                Ok(range) => {
                    let out = self.actuator_outadr[i] as usize;
                    self.actuator_lengthrange[2 * out..2 * out + 2].copy_from_slice(&range);
                }
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        self.opt = saved;
        result
    }

    fn needs_length_range(&self, i: usize, options: &LengthRangeOptions) -> bool {
        let muscle = self.actuator_gaintype[i] == GainType::Muscle || self.actuator_biastype[i] == BiasType::Muscle;
        let user = self.actuator_gaintype[i] == GainType::User || self.actuator_biastype[i] == BiasType::User;
        let selected = match options.mode {
            LengthRangeMode::None => false,
            LengthRangeMode::Muscle => muscle,
            LengthRangeMode::MuscleUser => muscle || user,
            LengthRangeMode::All => true,
        };
        let out = self.actuator_outadr[i] as usize;
        let defined = self.actuator_lengthrange[2 * out] < self.actuator_lengthrange[2 * out + 1];
        selected && !(options.useexisting && defined)
    }

    /// Range of the limited joint or tendon an actuator drives.
    fn transmission_limit(&self, i: usize) -> Option<[f64; 2]> {
        let id = self.actuator_trnid[2 * i].max(0) as usize;
        let (limited, range) = match self.actuator_trntype[i] {
            TransmissionType::Joint | TransmissionType::JointInParent => (self.jnt_limited[id], &self.jnt_range),
            TransmissionType::Tendon => (self.tendon_limited[id], &self.tendon_range),
            _ => return None,
        };
        limited.get().then(|| [range[2 * id], range[2 * id + 1]])
    }

    fn measure_range(
        &self,
        d: &mut Data,
        i: usize,
        options: &LengthRangeOptions,
        stop: &dyn Fn() -> bool,
    ) -> Result<[f64; 2], ModelError> {
        if options.uselimit
            && let Some(range) = self.transmission_limit(i)
        {
            return Ok(range);
        }
        let fail = |why: String| ModelError::LengthRange { actuator: i, label: self.label(ObjType::Actuator, i), why };
        let mut pull = |side: f64| match self.pull(d, i, side, options, stop) {
            Ok(seen) => seen.ok_or(ModelError::Interrupted),
            Err(why) => Err(fail(why)),
        };
        let (shortest, longest) = (pull(-1.0)?, pull(1.0)?);
        let range = [shortest[0], longest[1]];
        let width = range[1] - range[0];
        if width <= 0.0 {
            return Err(fail(format!("the range ({}, {}) is empty", number(range[0]), number(range[1]))));
        }
        for seen in [shortest, longest] {
            if seen[1] - seen[0] > options.tolrange * width {
                return Err(fail(format!(
                    "the simulation did not settle: still moving between {} and {} in the range ({}, {})",
                    number(seen[0]),
                    number(seen[1]),
                    number(range[0]),
                    number(range[1])
                )));
            }
        }
        Ok(range)
    }

    /// Simulates one direction; smallest and largest length in the final interval, or nothing when it was to leave off.
    fn pull(
        &self,
        d: &mut Data,
        i: usize,
        side: f64,
        options: &LengthRangeOptions,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<[f64; 2]>, String> {
        let out = self.actuator_outadr[i] as usize;
        let decay = (-self.opt.timestep / options.timeconst.max(0.01)).exp();
        let mut moment = vec![0.0; self.nv];
        let mut seen: Option<[f64; 2]> = None;
        d.reset_all(self);
        while d.time < options.inttotal {
            if stop() {
                return Ok(None);
            }
            dense::scale(&mut d.qvel, decay);
            pipeline::forward_position(self, d).map_err(|error| error.to_string())?;
            pipeline::forward_velocity(self, d);

            // a force that gives the free mechanism the wanted acceleration
            Moments::of(d).matrix().row_dense(out, &mut moment);
            let force = &mut d.qfrc_applied;
            force.copy_from_slice(&moment);
            d.scratch.factor_rows.unpack(&d.qLD);
            inertia::solve(self, &d.scratch.factor_rows, force);
            let scale = side * options.accel / dense::norm(force).max(MINVAL);
            for (f, arm) in force.iter_mut().zip(&moment) {
                *f = arm * scale;
            }
            let norm = dense::norm(force);
            if options.maxforce > 0.0 && norm > options.maxforce {
                dense::scale(force, options.maxforce / norm.max(MINVAL));
            }

            pipeline::forward_acceleration(self, d, &mut Pass::default()).map_err(|e| e.to_string())?;
            d.integrate_euler(self).map_err(|e| e.to_string())?;
            if d.qpos.iter().chain(&d.qvel).chain(&d.qacc).any(|&x| is_bad(x)) {
                return Err("the simulation is unstable".to_string());
            }
            if d.time > options.inttotal - options.interval {
                let length = d.actuator_length[out];
                let [low, high] = seen.unwrap_or([length; 2]);
                seen = Some([low.min(length), high.max(length)]);
            }
        }
        Ok(Some(seen.unwrap_or([0.0; 2])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_muscles_nothing_to_do() {
        let mut m = Model::n_link_pendulum(2, 1.0, 0.1);
        assert_eq!(m.set_length_range(&LengthRangeOptions::default()), Ok(()));
    }
}
