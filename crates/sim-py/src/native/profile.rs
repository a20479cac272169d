//! The stages of a step and their times, for benchmarks and the comparison with MuJoCo.

use crate::memory::whole::Whole;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sim_core::binding::stage::{STAGES, StageInfo};

/// Steps a world and measures each stage.
///
/// m: Model; d: Data; nstep: int. Returns list[tuple[str, str, float]]: part of the step, stage, seconds per step.
#[pyfunction]
#[pyo3(name = "_profile")]
fn profile(
    py: Python<'_>,
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    nstep: Whole,
) -> PyResult<Vec<(&'static str, &'static str, f64)>> {
    let nstep = nstep.count("nstep", 0, "the number of steps")? as u64;
    d.get().check_model(m)?;
    let (model, data) = (m.get(), d.get());
    data.settle(py)?;
    let outcome = py.detach(|| {
        let m = model.store.read();
        let profile = |d: &mut sim_core::Data| d.profile(&m, nstep).map_err(|error| error.to_string());
        data.work(profile).map(|profile| profile.rows().collect())
    });
    data.refresh_contacts();
    outcome.map_err(PyRuntimeError::new_err)
}

/// A stage: name, fields it reads, fields it updates, fields it writes.
type StageRow = (&'static str, Vec<&'static str>, Vec<&'static str>, Vec<&'static str>);

/// Returns the table of stages in the order of a step: the name of each, and the fields that it reads, updates and writes.
///
/// Returns list[tuple[str, list[str], list[str], list[str]]].
#[pyfunction]
#[pyo3(name = "_stages")]
fn stages() -> Vec<StageRow> {
    let row = |s: &StageInfo| (s.name, s.reads.to_vec(), s.updates.to_vec(), s.writes.to_vec());
    STAGES.iter().map(row).collect()
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(stages, module)?)?;
    module.add_function(wrap_pyfunction!(profile, module)?)
}
