//! Forward dynamics and the step under MuJoCo's policy for bad numbers: a warning is counted, the world is reset
//! unless that is disabled, and the simulation goes on. The engine itself stops with an error.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::dropin::callbacks::{call, sensors as call_sensors};
use crate::interrupt::in_slices;
use crate::native::callbacks::{self, Kind};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::native::timers::Timer;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use sim_core::binding::force::BadControls;
use sim_core::binding::integrate::RungeKutta;
use sim_core::binding::pipeline::{Sensors, is_bad};
use sim_core::data::Warning;
use sim_core::{Data, DisableFlags, EnableFlags, Integrator, Model, Stage, StepError};

const START: Stage = Stage(0);
const POSITION: Stage = Stage(1);
const VELOCITY: Stage = Stage(2);
const ACCELERATION: Stage = Stage(3);

/// Resets the world when one of `values` is bad; whether it did, or would have.
fn check(m: &Model, d: &mut Data, kind: Warning, values: fn(&Data) -> &[f64]) -> bool {
    let Some(index) = values(d).iter().position(|&x| is_bad(x)) else { return false };
    let info = i32::try_from(index).unwrap_or(i32::MAX);
    let time = d.time;
    d.warning.raise(m, time, kind, info);
    if !m.opt.disableflags.contains(DisableFlags::AUTORESET) {
        d.reset_all(m);
    }
    // a reset has set the counter back
    d.warning.count(kind, info);
    true
}

fn check_positions(m: &Model, d: &mut Data) {
    check(m, d, Warning::BadQpos, |d| &d.qpos);
}

fn check_velocities(m: &Model, d: &mut Data) {
    check(m, d, Warning::BadQvel, |d| &d.qvel);
}

fn check_accelerations(m: &Model, d: &mut Data) -> Result<(), StepError> {
    if check(m, d, Warning::BadQacc, |d| &d.qacc) && !m.opt.disableflags.contains(DisableFlags::AUTORESET) {
        forward(m, d, START, true)?;
    }
    Ok(())
}

fn sensors(run: bool) -> Sensors {
    if run { Sensors::Run } else { Sensors::Skip }
}

/// A forward pass when the results of stage `done` and of those before still hold.
fn forward(m: &Model, d: &mut Data, done: Stage, sense: bool) -> Result<(), StepError> {
    match d.forward_after(m, done, sensors(sense), BadControls::Zero) {
        // a solver cannot go on with bad numbers: they are what comes of them
        Err(StepError::CholeskyFailed { .. } | StepError::SingularSystem { .. }) if is_lost(d) => {
            d.qacc.fill(f64::NAN);
            Ok(())
        }
        outcome => outcome,
    }
}

/// Whether bad numbers have gone into the forces.
fn is_lost(d: &Data) -> bool {
    [&d.qpos, &d.qvel, &d.qfrc_smooth, &d.qacc_smooth].iter().any(|values| values.iter().any(|&x| is_bad(x)))
}

/// Checks the accelerations and moves.
fn finish(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check_accelerations(m, d)?;
    if m.opt.enableflags.contains(EnableFlags::FWDINV) {
        d.compare_forward_inverse(m)?;
    }
    d.integrate(m, BadControls::Zero)
}

/// A step under MuJoCo's policy for bad numbers.
pub fn step(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check_positions(m, d);
    check_velocities(m, d);
    forward(m, d, START, true)?;
    finish(m, d)
}

fn step1(m: &Model, d: &mut Data) -> Result<(), StepError> {
    check_positions(m, d);
    check_velocities(m, d);
    d.forward_to_velocity(m, START, Sensors::Run)
}

/// The rest of a step after the forces. A Runge-Kutta step has no halves, and becomes an Euler step.
fn finish_half(m: &Model, d: &mut Data) -> Result<(), StepError> {
    if m.opt.integrator == Integrator::RungeKutta4 {
        check_accelerations(m, d)?;
        return d.integrate_euler(m);
    }
    finish(m, d)
}

/// An error in words, MuJoCo's own where programs look for them.
pub fn describe(m: &Model, error: StepError) -> String {
    match error {
        StepError::Unsupported(_) if m.opt.solver.label().is_none() => {
            format!("mj_fwdConstraint: unknown solver type {}", m.opt.solver.0)
        }
        other => other.to_string(),
    }
}

/// Runs engine code on the world.
fn run(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    work: impl FnOnce(&Model, &mut Data) -> Result<(), StepError> + Send,
) -> PyResult<()> {
    MjData::run(d, m, |m, d| work(m, d).map_err(|error| describe(m, error)))
}

/// A forward pass with the callbacks called where MuJoCo calls them.
fn forward_staged(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, done: Stage, sense: bool) -> PyResult<()> {
    velocity_staged(m, d, done, sense, false)?;
    if !m.get().store.read().opt.disableflags.contains(DisableFlags::ACTUATION) {
        call(m, d, Kind::Control)?;
    }
    accelerate_staged(m, d, sense)
}

/// Positions and velocities, after a check of the state where asked.
fn velocity_staged(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    done: Stage,
    sense: bool,
    safe: bool,
) -> PyResult<()> {
    run(m, d, |m, d| if safe { step1(m, d) } else { d.forward_to_velocity(m, done, sensors(sense)) })?;
    if done.0 < POSITION.0 && sense {
        call_sensors(m, d, POSITION)?;
    }
    if done.0 < VELOCITY.0 {
        call(m, d, Kind::Passive)?;
        if sense {
            call_sensors(m, d, VELOCITY)?;
        }
    }
    Ok(())
}

fn accelerate_staged(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, sense: bool) -> PyResult<()> {
    run(m, d, |m, d| forward(m, d, VELOCITY, sense))?;
    if sense { call_sensors(m, d, ACCELERATION) } else { Ok(()) }
}

/// A step with the callbacks called where MuJoCo calls them.
pub fn step_staged(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    run(m, d, |m, d| {
        check_positions(m, d);
        check_velocities(m, d);
        Ok(())
    })?;
    forward_staged(m, d, START, true)?;
    if m.get().store.read().opt.integrator != Integrator::RungeKutta4 {
        return run(m, d, finish);
    }
    run(m, d, check_accelerations)?;
    runge_kutta(m, d)
}

/// Moves the world by a Runge-Kutta step after the forward pass of its first stage.
fn runge_kutta(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    let mut step = RungeKutta::begin(&mut d.get().store.write());
    loop {
        let mut more = false;
        run(m, d, |m, d| {
            more = step.next(m, d);
            if more { Ok(()) } else { d.finish_runge_kutta(m, &step) }
        })?;
        if !more {
            return Ok(());
        }
        if let Err(error) = forward_staged(m, d, START, false) {
            step.abandon(&mut d.get().store.write());
            return Err(error);
        }
    }
}

/// Advances the world by one time step. Optionally, repeat nstep times. A bad state resets the world, with a warning.
///
/// m: MjModel; d: MjData; nstep: int.
#[pyfunction]
#[pyo3(signature = (m, d, nstep=1))]
fn mj_step(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, nstep: i64) -> PyResult<()> {
    let steps = nstep.max(0);
    MjData::timed(d, Timer::Step, steps, || {
        if callbacks::staged() {
            return (0..steps).try_for_each(|_| step_staged(m, d).and_then(|()| m.py().check_signals()));
        }
        in_slices(m.py(), steps.unsigned_abs(), |left| run(m, d, |m, d| left.take(|| step(m, d))))
    })
}

/// The first half of a step, before controls and forces are set.
///
/// m: MjModel; d: MjData.
#[pyfunction]
fn mj_step1(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    MjData::timed(d, Timer::Step, 1, || {
        velocity_staged(m, d, START, true, true)?;
        call(m, d, Kind::Control)
    })
}

/// The second half of a step, after controls and forces are set.
///
/// m: MjModel; d: MjData.
#[pyfunction]
fn mj_step2(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    MjData::timed(d, Timer::Step, 0, || {
        accelerate_staged(m, d, true)?;
        run(m, d, finish_half)
    })
}

/// Computes everything that follows from the current state and inputs, without moving.
///
/// m: MjModel; d: MjData.
#[pyfunction]
fn mj_forward(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    forward_skip(m, d, START, true)
}

/// Forward dynamics when the results of stage `skipstage` and of those before still hold.
///
/// m: MjModel; d: MjData; skipstage: int; skipsensor: bool or int.
#[pyfunction]
fn mj_forwardSkip(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, skipstage: i32, skipsensor: i32) -> PyResult<()> {
    forward_skip(m, d, Stage(skipstage), skipsensor == 0)
}

fn forward_skip(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, done: Stage, sense: bool) -> PyResult<()> {
    MjData::timed(d, Timer::Forward, 1, || {
        if callbacks::staged() {
            return forward_staged(m, d, done, sense);
        }
        run(m, d, |m, d| forward(m, d, done, sense))
    })
}

/// Computes the force that gives the acceleration `qacc`.
///
/// m: MjModel; d: MjData.
#[pyfunction]
fn mj_inverse(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    inverse_skip(m, d, START, true)
}

/// Inverse dynamics when the results of stage `skipstage` and of those before still hold.
///
/// m: MjModel; d: MjData; skipstage: int; skipsensor: bool or int.
#[pyfunction]
fn mj_inverseSkip(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, skipstage: i32, skipsensor: i32) -> PyResult<()> {
    inverse_skip(m, d, Stage(skipstage), skipsensor == 0)
}

fn inverse_skip(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, done: Stage, sense: bool) -> PyResult<()> {
    MjData::timed(d, Timer::Inverse, 1, || {
        if !callbacks::staged() {
            return run(m, d, |m, d| d.inverse_after(m, done, sensors(sense)));
        }
        velocity_staged(m, d, done, sense, false)?;
        run(m, d, |m, d| d.inverse_after(m, VELOCITY, sensors(sense)))?;
        if sense { call_sensors(m, d, ACCELERATION) } else { Ok(()) }
    })
}

/// Advances the world with the Runge-Kutta integrator of order `N`, which must be 4.
///
/// m: MjModel; d: MjData; N: int.
#[pyfunction]
fn mj_RungeKutta(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, N: i32) -> PyResult<()> {
    if N != 4 {
        return Err(PyNotImplementedError::new_err("mj_RungeKutta: only N = 4 is supported"));
    }
    runge_kutta(m, d)
}

/// Functions of a model and a world that may warn.
macro_rules! parts {
    ($($(#[$meta:meta])* $name:ident = $work:expr;)*) => {
        $(
            $(#[$meta])*
            #[doc = ""]
            #[doc = "m: MjModel; d: MjData."]
            #[pyfunction]
            fn $name(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                run(m, d, $work)
            }
        )*

        fn register_parts(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

parts! {
    /// Resets the world, with a warning, when a position is NaN, infinite or too large.
    mj_checkPos = |m, d| { check_positions(m, d); Ok(()) };
    /// Resets the world, with a warning, when a velocity is NaN, infinite or too large.
    mj_checkVel = |m, d| { check_velocities(m, d); Ok(()) };
    /// Resets the world, with a warning, when an acceleration is NaN, infinite or too large.
    mj_checkAcc = check_accelerations;
    /// Advances the world with the Euler integrator, semi-implicit in velocity.
    mj_Euler = |m, d| d.integrate_euler(m);
    /// Advances the world with an integrator that is implicit in velocity, fast or not as the model's option says.
    mj_implicit = |m, d| d.integrate(m, BadControls::Refuse);
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_step, module)?)?;
    module.add_function(wrap_pyfunction!(mj_step1, module)?)?;
    module.add_function(wrap_pyfunction!(mj_step2, module)?)?;
    module.add_function(wrap_pyfunction!(mj_forward, module)?)?;
    module.add_function(wrap_pyfunction!(mj_forwardSkip, module)?)?;
    module.add_function(wrap_pyfunction!(mj_inverse, module)?)?;
    module.add_function(wrap_pyfunction!(mj_inverseSkip, module)?)?;
    module.add_function(wrap_pyfunction!(mj_RungeKutta, module)?)?;
    register_parts(module)
}
