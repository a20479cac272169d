//! The state of a world as one vector: `mj_getState` and its relatives, keyframes, copies.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::data::MjData;
use crate::errors::FatalError;
use crate::matrices::{Vector, check, compute, input, output};
use crate::model::MjModel;
use crate::state;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use sim_core::{Data, Model};

/// Number of the components; bit `i` of a signature selects component `i`.
const COMPONENTS: u32 = 14;

/// One component of the state.
enum Part<'a> {
    Numbers(&'a mut [f64]),
    Flags(&'a mut [bool]),
}

/// The components in the order of their bits; the last, plugin state, is always empty here.
fn parts(d: &mut Data) -> [Part<'_>; COMPONENTS as usize] {
    [
        Part::Numbers(std::slice::from_mut(&mut d.time)),
        Part::Numbers(&mut d.qpos),
        Part::Numbers(&mut d.qvel),
        Part::Numbers(&mut d.act),
        Part::Numbers(&mut d.history),
        Part::Numbers(&mut d.qacc_warmstart),
        Part::Numbers(&mut d.ctrl),
        Part::Numbers(&mut d.qfrc_applied),
        Part::Numbers(&mut d.xfrc_applied),
        Part::Flags(&mut d.eq_active),
        Part::Numbers(&mut d.mocap_pos),
        Part::Numbers(&mut d.mocap_quat),
        Part::Numbers(&mut d.userdata),
        Part::Numbers(&mut []),
    ]
}

/// Sizes of the components.
fn sizes(m: &Model) -> [usize; COMPONENTS as usize] {
    let (nmocap, nv) = (m.nmocap, m.nv);
    [1, m.nq, nv, m.na, m.nhistory, nv, m.nu, nv, 6 * m.nbody, m.neq, 3 * nmocap, 4 * nmocap, m.nuserdata, 0]
}

fn selected(sig: u32, component: usize) -> bool {
    sig >> component & 1 == 1
}

fn signature(sig: i64) -> PyResult<u32> {
    let sig = u32::try_from(sig).ok().filter(|sig| *sig < 1 << COMPONENTS);
    sig.ok_or_else(|| FatalError::new_err(format!("a state signature is at least 0 and below 2^{COMPONENTS}")))
}

fn size(m: &Bound<'_, MjModel>, sig: u32) -> usize {
    let sizes = sizes(&m.get().store.read());
    sizes.iter().enumerate().filter(|(i, _)| selected(sig, *i)).map(|(_, n)| n).sum()
}

fn get(d: &mut Data, sig: u32) -> Vec<f64> {
    let mut state = vec![];
    for (component, part) in parts(d).into_iter().enumerate() {
        match part {
            _ if !selected(sig, component) => {}
            Part::Numbers(values) => state.extend_from_slice(values),
            Part::Flags(values) => state.extend(values.iter().map(|&on| f64::from(u8::from(on)))),
        }
    }
    state
}

fn set(d: &mut Data, state: &[f64], sig: u32) {
    let mut state = state.iter().copied();
    for (component, part) in parts(d).into_iter().enumerate() {
        match part {
            _ if !selected(sig, component) => {}
            Part::Numbers(values) => values.iter_mut().zip(&mut state).for_each(|(v, x)| *v = x),
            Part::Flags(values) => values.iter_mut().zip(&mut state).for_each(|(v, x)| *v = x != 0.0),
        }
    }
}

/// Length of the state vector that the bits of `sig` select.
#[pyfunction]
fn mj_stateSize(m: &Bound<'_, MjModel>, sig: i64) -> PyResult<usize> {
    Ok(size(m, signature(sig)?))
}

/// Writes the selected components of the state to `state`.
#[pyfunction]
fn mj_getState(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, state: &Bound<'_, PyAny>, sig: i64) -> PyResult<()> {
    let sig = signature(sig)?;
    check("state", state, &[size(m, sig)])?;
    output(state, compute(m, d, |_, d| get(d, sig))?)
}

/// Sets the selected components of the state.
#[pyfunction]
fn mj_setState(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, state: Vector<'_>, sig: i64) -> PyResult<()> {
    let sig = signature(sig)?;
    let values = input("state", &state, size(m, sig))?;
    compute(m, d, |_, d| set(d, &values, sig))
}

/// Copies the selected components of the state from one world to another.
#[pyfunction]
fn mj_copyState(m: &Bound<'_, MjModel>, src: &Bound<'_, MjData>, dst: &Bound<'_, MjData>, sig: i64) -> PyResult<()> {
    let sig = signature(sig)?;
    let state = compute(m, src, |_, d| get(d, sig))?;
    compute(m, dst, |_, d| set(d, &state, sig))
}

/// Picks the components `dstsig` out of a state vector with the components `srcsig`.
#[pyfunction]
fn mj_extractState(
    m: &Bound<'_, MjModel>,
    src: Vector<'_>,
    srcsig: i64,
    dst: &Bound<'_, PyAny>,
    dstsig: i64,
) -> PyResult<()> {
    let (srcsig, dstsig) = (signature(srcsig)?, signature(dstsig)?);
    if dstsig & !srcsig != 0 {
        return Err(FatalError::new_err("dstsig asks for a component that srcsig does not have"));
    }
    let src = input("src", &src, size(m, srcsig))?;
    check("dst", dst, &[size(m, dstsig)])?;
    let (mut rest, mut out) = (src.as_slice(), vec![]);
    for (component, size) in sizes(&m.get().store.read()).into_iter().enumerate() {
        if selected(srcsig, component) {
            let (part, after) = rest.split_at(size.min(rest.len()));
            if selected(dstsig, component) {
                out.extend_from_slice(part);
            }
            rest = after;
        }
    }
    output(dst, out)
}

/// Stores the current state in keyframe `k` of the model.
#[pyfunction]
fn mj_setKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, k: i64) -> PyResult<()> {
    let data = compute(m, d, |_, d| d.clone())?;
    let mut model = m.get().store.write();
    let key = usize::try_from(k).ok().filter(|key| *key < model.nkey);
    let Some(key) = key else {
        let last = model.nkey as i64 - 1;
        return Err(PyIndexError::new_err(format!("Invalid keyframe {k}. Valid indices from 0 to {last}")));
    };
    fn store(target: &mut [f64], key: usize, values: &[f64]) {
        if let Some(row) = target.get_mut(key * values.len()..(key + 1) * values.len()) {
            row.copy_from_slice(values);
        }
    }
    store(&mut model.key_time, key, &[data.time]);
    store(&mut model.key_qpos, key, &data.qpos);
    store(&mut model.key_qvel, key, &data.qvel);
    store(&mut model.key_act, key, &data.act);
    store(&mut model.key_mpos, key, &data.mocap_pos);
    store(&mut model.key_mquat, key, &data.mocap_quat);
    store(&mut model.key_ctrl, key, &data.ctrl);
    Ok(())
}

/// Copies everything from world `src` to world `dest`.
#[pyfunction]
fn mj_copyData(dest: &Bound<'_, MjData>, m: &Bound<'_, MjModel>, src: &Bound<'_, MjData>) -> PyResult<()> {
    let source = compute(m, src, |_, d| d.clone())?;
    compute(m, dest, |m, d| state::copy_data(m, source, d))
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
