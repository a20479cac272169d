//! Functions of the `mujoco` package that differentiate the dynamics.

#![allow(non_snake_case, clippy::too_many_arguments)] // MuJoCo's own names and argument lists

use crate::memory::arguments::{check, output};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::prelude::*;
use sim_core::binding::derivative::transition::{self, Differences, Explained, InverseWanted, Wanted};

type Target<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

fn check_wanted(name: &str, target: Target<'_, '_>, shape: [usize; 2]) -> PyResult<()> {
    target.map_or(Ok(()), |target| check(name, target, &shape))
}

fn write(target: Target<'_, '_>, values: Vec<f64>) -> PyResult<()> {
    target.map_or(Ok(()), |target| output(target, values))
}

/// Writes finite-difference derivatives of a step: next state and sensors by state and control.
///
/// m: MjModel; d: MjData; eps: float; flg_centered: bool or int; A: float64 (2*nv+na, 2*nv+na) or None, written; B: float64
/// (2*nv+na, nu) or None, written; C: float64 (nsensordata, 2*nv+na) or None, written; D: float64 (nsensordata, nu) or None,
/// written.
#[pyfunction]
#[pyo3(signature = (m, d, eps, flg_centered, A, B, C, D))]
fn mjd_transitionFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_centered: &Bound<'_, PyAny>,
    A: Target<'_, '_>,
    B: Target<'_, '_>,
    C: Target<'_, '_>,
    D: Target<'_, '_>,
) -> PyResult<()> {
    let (ndx, nu, ns) = {
        let m = m.get().store.read();
        (2 * m.nv + m.na, m.nu, m.nsensordata)
    };
    check_wanted("A", A, [ndx, ndx])?;
    check_wanted("B", B, [ndx, nu])?;
    check_wanted("C", C, [ns, ndx])?;
    check_wanted("D", D, [ns, nu])?;
    let wanted = Wanted { a: A.is_some(), b: B.is_some(), c: C.is_some(), d: D.is_some() };
    let centered = flg_centered.is_truthy()?;
    let differences = if centered { Differences::Centered } else { Differences::Forward };
    let found = MjData::run(d, m, |m, d| transition::transition(m, d, eps, differences, wanted))?;
    for (target, values) in [(A, found.a), (B, found.b), (C, found.c), (D, found.d)] {
        write(target, values)?;
    }
    Ok(())
}

/// Writes finite-difference derivatives of inverse dynamics: force, sensors and inertia by position, velocity, acceleration.
///
/// m: MjModel; d: MjData; eps: float; flg_actuation: bool or int; DfDq, DfDv, DfDa: float64 (nv, nv) or None, written; DsDq, DsDv,
/// DsDa: float64 (nv, nsensordata) or None, written; DmDq: float64 (nv, nC) or None, written.
#[pyfunction]
#[pyo3(signature = (m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq))]
fn mjd_inverseFD(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    eps: f64,
    flg_actuation: &Bound<'_, PyAny>,
    DfDq: Target<'_, '_>,
    DfDv: Target<'_, '_>,
    DfDa: Target<'_, '_>,
    DsDq: Target<'_, '_>,
    DsDv: Target<'_, '_>,
    DsDa: Target<'_, '_>,
    DmDq: Target<'_, '_>,
) -> PyResult<()> {
    let (nv, ns, nc) = {
        let m = m.get().store.read();
        (m.nv, m.nsensordata, m.nC)
    };
    let (force, readings) = ([DfDq, DfDv, DfDa], [DsDq, DsDv, DsDa]);
    for (name, target) in ["DfDq", "DfDv", "DfDa"].into_iter().zip(force) {
        check_wanted(name, target, [nv, nv])?;
    }
    for (name, target) in ["DsDq", "DsDv", "DsDa"].into_iter().zip(readings) {
        check_wanted(name, target, [nv, ns])?;
    }
    check_wanted("DmDq", DmDq, [nv, nc])?;
    let wanted = InverseWanted {
        force: force.map(|x| x.is_some()),
        readings: readings.map(|x| x.is_some()),
        inertia: DmDq.is_some(),
    };
    let actuation = flg_actuation.is_truthy()?;
    let explained = if actuation { Explained::WithoutActuation } else { Explained::All };
    let found = MjData::run(d, m, |m, d| transition::inverse(m, d, eps, explained, wanted))?;
    for (target, values) in force.into_iter().zip(found.force).chain(readings.into_iter().zip(found.readings)) {
        write(target, values)?;
    }
    write(DmDq, found.inertia)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mjd_transitionFD, module)?)?;
    module.add_function(wrap_pyfunction!(mjd_inverseFD, module)?)
}
