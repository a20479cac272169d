//! The methods of `cortenforge.Data`: steps by the engine's rules, where a bad number is an error and resets nothing. `dropin::stepping`
//! has the functions with MuJoCo's names and rules.

use crate::errors::{Failed, FatalError};
use crate::interrupt::in_slices;
use crate::native::callbacks;
use crate::native::data::MjData;
use crate::native::named;
use crate::native::run::reset_with;
use crate::native::timers::Timer;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sim_core::data::State;
use sim_core::{Data, Model, StepError};
use std::convert::Infallible;

/// Runs engine code on the world. An invalid model or state is a StepError.
fn run(data: &Bound<'_, MjData>, work: impl FnOnce(&Model, &mut Data) -> Result<(), StepError> + Send) -> PyResult<()> {
    if callbacks::staged() {
        return Err(PyRuntimeError::new_err(
            "callbacks are installed (set_mjcb_control, set_mjcb_passive, set_mjcb_sensor), which this method does not call: remove \
             them with None, or use the functions of cortenforge.mujoco (mj_step, mj_forward, mj_inverse)",
        ));
    }
    let (py, this) = (data.py(), data.get());
    let typed = |m: &Model, d: &mut Data| Ok::<_, Infallible>(work(m, d).map_err(|error| Failed::new(error, d)));
    match MjData::run(data, &this.model_of(py), typed) {
        Ok(outcome) => outcome.map_err(|failed| failed.into_error(py)),
        Err(error) if error.is_instance_of::<FatalError>(py) => {
            let text = error.value(py).to_string();
            let failed = if this.is_broken() { Box::from(text) } else { Failed::of_model(text) };
            Err(failed.into_error(py))
        }
        // an exception of a warning filter or of a signal handler
        Err(error) => Err(error),
    }
}

/// Takes `n` steps.
pub fn step(data: &Bound<'_, MjData>, n: u64) -> PyResult<()> {
    MjData::timed(data, Timer::Step, i64::try_from(n).unwrap_or(i64::MAX), || {
        in_slices(data.py(), n, |left| run(data, |m, d| left.take(|| d.step(m))))
    })
}

/// Computes forward dynamics.
pub fn forward(data: &Bound<'_, MjData>) -> PyResult<()> {
    MjData::timed(data, Timer::Forward, 1, || run(data, |m, d| d.forward(m)))
}

/// Computes inverse dynamics.
pub fn inverse(data: &Bound<'_, MjData>) -> PyResult<()> {
    MjData::timed(data, Timer::Inverse, 1, || run(data, |m, d| d.inverse(m)))
}

/// Resets to the reference pose, or to a keyframe by its name or index, and computes everything that follows from it.
pub fn reset(data: &Bound<'_, MjData>, keyframe: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let model = data.get().model_of(data.py());
    let key = keyframe.map(|key| named::keyframe(&model, key)).transpose()?;
    reset_with(&model, data, |m, d| match key {
        Some(key) => _ = d.reset_to_keyframe(m, key),
        None => d.reset(m),
    })?;
    if callbacks::staged() {
        return Ok(());
    }
    run(data, |m, d| {
        // a forward pass warms the solver up: without that a step is the one of a new world
        let size = m.state_size(State::INTEGRATION).unwrap_or(0);
        let mut state = vec![0.0; size];
        let is_kept = d.get_state(m, &mut state, State::INTEGRATION).is_ok();
        let outcome = d.forward(m);
        if is_kept {
            // it has just been read from this world
            let _ = d.set_state(m, &state, State::INTEGRATION);
        }
        outcome
    })
}
