//! The state of a world as one vector: `mj_getState` and its relatives, keyframes, copies.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::dropin::matrices::{compute, compute_briefly};
use crate::errors::FatalError;
use crate::memory::arguments::{Vector, check, input, output, target_len, vector};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sim_core::StateError;
use sim_core::data::State;

pub fn signature(sig: i64) -> State {
    // larger numbers select no component
    State::from_bits_retain(u32::try_from(sig).unwrap_or(u32::MAX))
}

fn fatal(error: StateError) -> PyErr {
    FatalError::new_err(error.to_string())
}

fn size(m: &Bound<'_, MjModel>, sig: State) -> PyResult<usize> {
    m.get().store.read().state_size(sig).map_err(|error| match error {
        StateError::Signature(_) => {
            FatalError::new_err(format!("mj_stateSize: invalid state signature {} >= 2^mjNSTATE", sig.bits()))
        }
        other => fatal(other),
    })
}

/// Rejects an array that is not a state of `n` numbers.
fn check_state(found: usize, n: usize) -> PyResult<()> {
    if found == n { Ok(()) } else { Err(PyTypeError::new_err("state size should equal mj_stateSize(m, sig)")) }
}

/// Returns the length of the state vector that the bits of `sig` select.
///
/// m: MjModel; sig: int. Returns int.
#[pyfunction]
pub fn mj_stateSize(m: &Bound<'_, MjModel>, sig: i64) -> PyResult<usize> {
    size(m, signature(sig))
}

/// Writes the selected components of the state to `state`.
///
/// m: MjModel; d: MjData; state: float64 (mj_stateSize(m, sig),), written; sig: int.
#[pyfunction]
fn mj_getState(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, state: &Bound<'_, PyAny>, sig: i64) -> PyResult<()> {
    let sig = signature(sig);
    let n = size(m, sig)?;
    check_state(target_len("state", state)?, n)?;
    let values = compute_briefly(m, d, |m, d| {
        let mut values = vec![0.0; n];
        d.get_state(m, &mut values, sig).map(|()| values)
    })?;
    output(state, values.map_err(fatal)?)
}

/// Sets the selected components of the state.
///
/// m: MjModel; d: MjData; state: float64 (mj_stateSize(m, sig),); sig: int.
#[pyfunction]
fn mj_setState(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, state: Vector<'_>, sig: i64) -> PyResult<()> {
    let sig = signature(sig);
    let values = vector("state", &state)?;
    check_state(values.len(), size(m, sig)?)?;
    MjData::run(d, m, |m, d| d.set_state(m, &values, sig))
}

/// Copies the selected components of the state from one world to another.
///
/// m: MjModel; src, dst: MjData; sig: int.
#[pyfunction]
fn mj_copyState(m: &Bound<'_, MjModel>, src: &Bound<'_, MjData>, dst: &Bound<'_, MjData>, sig: i64) -> PyResult<()> {
    let sig = signature(sig);
    let n = size(m, sig)?;
    let state = MjData::run(src, m, |m, d| {
        let mut state = vec![0.0; n];
        d.get_state(m, &mut state, sig).map(|()| state)
    })?;
    MjData::run(dst, m, |m, d| d.set_state(m, &state, sig))
}

/// Picks the components `dstsig` out of a state vector with the components `srcsig`.
///
/// m: MjModel; src: float64 (mj_stateSize(m, srcsig),); srcsig, dstsig: int; dst: float64 (mj_stateSize(m, dstsig),), written.
#[pyfunction]
fn mj_extractState(
    m: &Bound<'_, MjModel>,
    src: Vector<'_>,
    srcsig: i64,
    dst: &Bound<'_, PyAny>,
    dstsig: i64,
) -> PyResult<()> {
    let (srcsig, dstsig) = (signature(srcsig), signature(dstsig));
    if !srcsig.contains(dstsig) {
        return Err(FatalError::new_err("dstsig asks for a component that srcsig does not have"));
    }
    let src = input("src", &src, size(m, srcsig)?)?;
    let mut out = vec![0.0; size(m, dstsig)?];
    check("dst", dst, &[out.len()])?;
    m.get().store.read().extract_state(&src, srcsig, &mut out, dstsig).map_err(fatal)?;
    output(dst, out)
}

/// Stores the current state in keyframe `k` of the model.
///
/// m: MjModel; d: MjData; k: int.
#[pyfunction]
fn mj_setKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, k: i64) -> PyResult<()> {
    let data = compute(m, d, |_, d| d.clone())?;
    let mut model = m.get().store.write();
    if usize::try_from(k).is_ok_and(|key| model.set_keyframe(&data, key)) {
        return Ok(());
    }
    let rule = match k {
        i64::MIN..0 => "a non-negative index is needed".to_string(),
        _ => format!("index must be smaller than {} (keyframes allocated in model)", model.nkey),
    };
    Err(FatalError::new_err(format!("mj_setKeyframe: {rule}")))
}

/// Copies everything from world `src` to world `dest`.
///
/// dest, src: MjData; m: MjModel.
#[pyfunction]
fn mj_copyData(dest: &Bound<'_, MjData>, m: &Bound<'_, MjModel>, src: &Bound<'_, MjData>) -> PyResult<()> {
    let source = compute(m, src, |_, d| d.clone())?;
    compute(m, dest, |_, d| d.copy_from(&source))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_stateSize, module)?)?;
    module.add_function(wrap_pyfunction!(mj_getState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_setState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_copyState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_extractState, module)?)?;
    module.add_function(wrap_pyfunction!(mj_setKeyframe, module)?)?;
    module.add_function(wrap_pyfunction!(mj_copyData, module)?)
}
