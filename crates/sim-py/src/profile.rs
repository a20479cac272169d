//! Where the time of a step goes, for benchmarks.

use crate::data::MjData;
use crate::model::MjModel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Takes `nstep` steps; a list of part of the step, stage, seconds per step.
#[pyfunction]
#[pyo3(name = "_profile")]
fn profile(
    py: Python<'_>,
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    nstep: u64,
) -> PyResult<Vec<(&'static str, &'static str, f64)>> {
    d.get().check_model(m)?;
    let (model, data) = (m.get(), d.get());
    data.flush_contacts();
    let outcome = py.detach(|| {
        let m = model.store.read();
        let profile = |d: &mut sim_core::Data| d.profile(&m, nstep).map_err(|error| error.to_string());
        data.work(profile).map(|profile| profile.rows().collect())
    });
    data.refresh_contacts();
    outcome.map_err(PyRuntimeError::new_err)
}

/// Adds the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(profile, module)?)
}
