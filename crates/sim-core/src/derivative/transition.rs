//! Derivatives of the step and of inverse dynamics by finite differences.
//!
//! A state is nudged along its tangent: one number per dof, then velocities, then activations. What a nudge cannot
//! change is not computed again: controls and activations leave positions and velocities as they are, velocities
//! leave positions.

use crate::data::{Data, State};
use crate::error::StepError;
use crate::force::BadControls;
use crate::integrate::{difference_position, integrate_position};
use crate::model::{DisableFlags, Integrator, Model};
use crate::pipeline::{Pass, inverse_from, stages, step_from};
use crate::stage::{ResumePoint, Sensors};

/// Which matrices of a [`Transition`] are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Next state by state.
    pub a: bool,
    /// Next state by control.
    pub b: bool,
    /// Readings by state.
    pub c: bool,
    /// Readings by control.
    pub d: bool,
}

impl Wanted {
    /// All four matrices.
    pub const ALL: Self = Self { a: true, b: true, c: true, d: true };
}

/// A linearised step: `dx' = A dx + B du`, `ds = C dx + D du`, for the state `x` (positions, velocities, activations; `2 nv + na`
/// numbers), controls `u` and readings `s`. Row-major; a matrix that was not wanted is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transition {
    /// Next state by state, `2 nv + na` square.
    pub a: Vec<f64>,
    /// Next state by control, `2 nv + na` rows of `nu`.
    pub b: Vec<f64>,
    /// Readings by state, `nsensordata` rows of `2 nv + na`.
    pub c: Vec<f64>,
    /// Readings by control, `nsensordata` rows of `nu`.
    pub d: Vec<f64>,
}

/// What a step leads to.
#[derive(Clone, Default)]
struct Outcome {
    state: Vec<f64>,
    readings: Vec<f64>,
}

fn refuse(what: &str) -> StepError {
    StepError::Unsupported(what.to_string())
}

/// Kind of finite differences: one-sided or centred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differences {
    /// Forwards only: half the steps.
    Forward,
    /// To both sides: the error is of second order.
    Centered,
}

/// Matrices of the linearised step at the current state and controls, nudging by `eps`. The state is restored; results are those
/// of the last nudge.
pub fn transition(
    m: &Model,
    d: &mut Data,
    eps: f64,
    differences: Differences,
    wanted: Wanted,
) -> Result<Transition, StepError> {
    if m.opt.integrator == Integrator::RungeKutta4 {
        return Err(refuse("a derivative of the RK4 integrator"));
    }
    if m.nhistory > 0 {
        return Err(refuse("a derivative of a model with delays"));
    }
    let (ndx, ns, nu) = (2 * m.nv + m.na, m.nsensordata, m.nu);
    let size = |on: bool, n: usize| vec![0.0; if on { n } else { 0 }];
    let mut out = Transition {
        a: size(wanted.a, ndx * ndx),
        b: size(wanted.b, ndx * nu),
        c: size(wanted.c, ns * ndx),
        d: size(wanted.d, ns * nu),
    };
    let sensors = if wanted.c || wanted.d { Sensors::Run } else { Sensors::Skip };
    let mut stepper = Stepper::new(m, d, sensors);
    let result = stepper.fill(d, eps, differences, wanted, &mut out);
    stepper.restore(d);
    result.map(|()| out)
}

/// Steps from one state again and again.
struct Stepper<'a> {
    m: &'a Model,
    sensors: Sensors,
    restored: State,
    start: Vec<f64>,
}

impl<'a> Stepper<'a> {
    fn new(m: &'a Model, d: &Data, sensors: Sensors) -> Self {
        let mut restored = State::FULLPHYSICS | State::CTRL;
        if !m.opt.disableflags.contains(DisableFlags::WARMSTART) {
            restored |= State::WARMSTART;
        }
        let mut start = vec![0.0; m.state_size(restored).unwrap_or(0)];
        // the vector was made for this signature
        let _ = d.get_state(m, &mut start, restored);
        Self { m, sensors, restored, start }
    }

    fn restore(&self, d: &mut Data) {
        let _ = d.set_state(self.m, &self.start, self.restored);
    }

    /// One step after `nudge`, then back to the start.
    fn step(&self, d: &mut Data, from: ResumePoint, nudge: impl FnOnce(&mut Data)) -> Result<Outcome, StepError> {
        nudge(d);
        step_from(self.m, d, from, self.sensors, &mut Pass::default())?;
        let outcome = Outcome {
            state: [d.qpos.as_slice(), &d.qvel, &d.act].concat(),
            readings: if self.sensors == Sensors::Run { d.sensordata.clone() } else { vec![] },
        };
        self.restore(d);
        Ok(outcome)
    }

    fn fill(
        &mut self,
        d: &mut Data,
        eps: f64,
        differences: Differences,
        wanted: Wanted,
        out: &mut Transition,
    ) -> Result<(), StepError> {
        let m = self.m;
        let (nv, na) = (m.nv, m.na);
        let middle = self.step(d, ResumePoint::Position, |_| {})?;
        if wanted.b || wanted.d {
            for i in 0..m.nu {
                let column = self.control_column(d, &middle, i, eps, differences)?;
                set_column(&mut out.b, m.nu, i, &column.state);
                set_column(&mut out.d, m.nu, i, &column.readings);
            }
        }
        if !(wanted.a || wanted.c) {
            return Ok(());
        }
        let ndx = 2 * nv + na;
        // from the nudges that leave most in place to those that change everything
        let activations = (2 * nv..ndx).map(|k| (k, ResumePoint::Acceleration));
        let velocities = (nv..2 * nv).map(|k| (k, ResumePoint::Velocity));
        let positions = (0..nv).map(|k| (k, ResumePoint::Position));
        for (k, from) in activations.chain(velocities).chain(positions) {
            let plus = self.step(d, from, |d| nudge_state(m, d, k, eps))?;
            let column = if differences == Differences::Centered {
                let minus = self.step(d, from, |d| nudge_state(m, d, k, -eps))?;
                self.difference(&minus, &plus, 2.0 * eps)
            } else {
                self.difference(&middle, &plus, eps)
            };
            set_column(&mut out.a, ndx, k, &column.state);
            set_column(&mut out.c, ndx, k, &column.readings);
        }
        Ok(())
    }

    /// Derivative by control `i`, nudged only where its range allows.
    fn control_column(
        &self,
        d: &mut Data,
        middle: &Outcome,
        i: usize,
        eps: f64,
        differences: Differences,
    ) -> Result<Outcome, StepError> {
        let m = self.m;
        let (value, range) = (d.ctrl[i], &m.actuator_ctrlrange[2 * i..2 * i + 2]);
        let allowed = |x: f64| !m.actuator_ctrllimited[i] || (x >= range[0] && x <= range[1]);
        let mut nudged = |step: f64| self.step(d, ResumePoint::Acceleration, |d| d.ctrl[i] += step);
        let forward = allowed(value) && allowed(value + eps);
        let centered = differences == Differences::Centered;
        let backward = (centered || !forward) && allowed(value) && allowed(value - eps);
        let plus = if forward { Some(nudged(eps)?) } else { None };
        let minus = if backward { Some(nudged(-eps)?) } else { None };
        Ok(match (plus, minus) {
            (Some(plus), None) => self.difference(middle, &plus, eps),
            (None, Some(minus)) => self.difference(&minus, middle, eps),
            (Some(plus), Some(minus)) => {
                let mut column = self.difference(&minus, &plus, 2.0 * eps);
                // MuJoCo takes the two readings in the other order
                column.readings.iter_mut().for_each(|x| *x = -*x);
                column
            }
            (None, None) => Outcome { state: vec![0.0; 2 * m.nv + m.na], readings: vec![0.0; middle.readings.len()] },
        })
    }

    /// `(to - from) / h`, positions along their tangent.
    fn difference(&self, from: &Outcome, to: &Outcome, h: f64) -> Outcome {
        let m = self.m;
        let mut state = vec![0.0; m.nv];
        difference_position(m, &from.state[..m.nq], &to.state[..m.nq], h, &mut state);
        state.extend(slope(&from.state[m.nq..], &to.state[m.nq..], h));
        Outcome { state, readings: slope(&from.readings, &to.readings, h).collect() }
    }
}

fn slope<'a>(from: &'a [f64], to: &'a [f64], h: f64) -> impl Iterator<Item = f64> + 'a {
    let scale = 1.0 / h;
    from.iter().zip(to).map(move |(a, b)| scale * (b - a))
}

/// Writes column `k`; a matrix that is not wanted is empty and stays so.
fn set_column(matrix: &mut [f64], columns: usize, k: usize, values: &[f64]) {
    for (row, &value) in matrix.chunks_exact_mut(columns).zip(values) {
        row[k] = value;
    }
}

/// Moves entry `k` of the tangent state by `step`.
fn nudge_state(m: &Model, d: &mut Data, k: usize, step: f64) {
    if k < m.nv {
        nudge_position(m, d, k, step);
    } else if k < 2 * m.nv {
        d.qvel[k - m.nv] += step;
    } else {
        d.act[k - 2 * m.nv] += step;
    }
}

fn nudge_position(m: &Model, d: &mut Data, dof: usize, step: f64) {
    let mut direction = vec![0.0; m.nv];
    direction[dof] = 1.0;
    integrate_position(m, &mut d.qpos, &direction, step);
}

/// Derivatives of inverse dynamics; row `i` belongs to a nudge of dof `i`. A matrix that was not wanted is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InverseDerivatives {
    /// Force by position, velocity and acceleration: `nv` rows of `nv`.
    pub force: [Vec<f64>; 3],
    /// Readings by position, velocity and acceleration: `nv` rows of `nsensordata`.
    pub readings: [Vec<f64>; 3],
    /// Inertia `M` by position: `nv` rows of `nC`.
    pub inertia: Vec<f64>,
}

/// Which matrices of [`InverseDerivatives`] are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InverseWanted {
    /// Force by position, velocity and acceleration.
    pub force: [bool; 3],
    /// Readings by position, velocity and acceleration.
    pub readings: [bool; 3],
    /// Inertia by position.
    pub inertia: bool,
}

/// Which forces inverse dynamics explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explained {
    /// Everything that moves the world.
    All,
    /// What the actuators do not do: their own force is taken off.
    WithoutActuation,
}

/// Derivatives of inverse dynamics at the current state and acceleration, nudging by `eps`.
pub fn inverse(
    m: &Model,
    d: &mut Data,
    eps: f64,
    explained: Explained,
    wanted: InverseWanted,
) -> Result<InverseDerivatives, StepError> {
    if m.opt.integrator == Integrator::RungeKutta4 {
        return Err(refuse("a derivative of the RK4 integrator"));
    }
    if m.opt.noslip_iterations > 0 {
        return Err(refuse("a derivative of the noslip pass"));
    }
    let sensors = if wanted.readings.contains(&true) { Sensors::Run } else { Sensors::Skip };
    let mut out = InverseDerivatives::default();
    let positions = d.qpos.clone();
    let middle = explain(m, d, ResumePoint::Position, sensors, explained)?;
    let (readings, mass) = (d.sensordata.clone(), d.M.clone());

    for (which, from) in [(2, ResumePoint::Acceleration), (1, ResumePoint::Velocity), (0, ResumePoint::Position)] {
        let inertia = which == 0 && wanted.inertia;
        if !(wanted.force[which] || wanted.readings[which] || inertia) {
            continue;
        }
        for i in 0..m.nv {
            let (vel, acc) = (d.qvel[i], d.qacc[i]);
            match which {
                0 => nudge_position(m, d, i, eps),
                1 => d.qvel[i] += eps,
                _ => d.qacc[i] += eps,
            }
            let nudged = explain(m, d, from, sensors, explained);
            d.qpos.copy_from_slice(&positions);
            (d.qvel[i], d.qacc[i]) = (vel, acc);
            let force = nudged?;
            if wanted.force[which] {
                out.force[which].extend(slope(&middle, &force, eps));
            }
            if wanted.readings[which] {
                out.readings[which].extend(slope(&readings, &d.sensordata, eps));
            }
            if inertia {
                out.inertia.extend(slope(&mass, &d.M, eps));
            }
        }
    }
    Ok(out)
}

/// Inverse dynamics from a stage on, optionally without the force of the actuators.
fn explain(
    m: &Model,
    d: &mut Data,
    from: ResumePoint,
    sensors: Sensors,
    explained: Explained,
) -> Result<Vec<f64>, StepError> {
    inverse_from(m, d, from, sensors)?;
    let mut force = d.qfrc_inverse.clone();
    if explained == Explained::WithoutActuation {
        stages::actuation(m, d, BadControls::Refuse)?;
        force.iter_mut().zip(&d.qfrc_actuator).for_each(|(f, a)| *f -= a);
    }
    Ok(force)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_fall_is_linear() {
        let mut m = Model::n_link_pendulum(1, 1.0, 0.1);
        m.opt.gravity = [0.0; 3];
        let mut d = m.make_data();
        let h = m.opt.timestep;
        let found = transition(&m, &mut d, 1e-6, Differences::Centered, Wanted::ALL).unwrap();
        for (x, y) in found.a.iter().zip([1.0, h, 0.0, 1.0]) {
            assert!((x - y).abs() < 1e-9);
        }
        assert_eq!(d.qpos, [0.0]);
    }

    #[test]
    fn inverse_dynamics_by_acceleration_is_the_inertia() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.4, 0.3, -1.0]);
        let wanted = InverseWanted { force: [false, false, true], ..Default::default() };
        let found = inverse(&m, &mut d, 1e-6, Explained::All, wanted).unwrap();
        let full = crate::dynamics::inertia::full(&m, &d);
        for (x, y) in found.force[2].iter().zip(&full) {
            assert!((x - y).abs() < 1e-7);
        }
        assert!(found.force[0].is_empty() && found.inertia.is_empty());
    }
}
