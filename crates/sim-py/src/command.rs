//! The command `cortenforge` and its built-in models.

use crate::native::loading;
use crate::native::model::MjModel;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sim_cli::models::{self, EXAMPLES};
use sim_core::binding::message::Line;
use std::ffi::OsString;

/// Runs the command `cortenforge` and returns its exit status. It watches Ctrl-C itself until the process ends.
///
/// arguments: Sequence[str], first the name of the program. Returns int.
#[pyfunction]
fn _run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    #[cfg(target_os = "linux")]
    sim_cli::silence_vulkan();
    py.detach(|| sim_cli::run(arguments))
}

/// Names of the built-in models, each with a line about it.
///
/// Returns dict[str, str].
#[pyfunction]
fn _example_models(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let names = PyDict::new(py);
    EXAMPLES.iter().try_for_each(|example| names.set_item(example.name, example.about))?;
    Ok(names)
}

/// Loads a built-in model.
///
/// name: str. Returns Model. ValueError: there is no such model; the text names a close one.
#[pyfunction]
fn _load_example(py: Python<'_>, name: &str) -> PyResult<MjModel> {
    let Some(example) = models::find(name) else {
        let meant = models::nearest(name).map_or_else(String::new, |name| format!("did you mean '{name}'? "));
        return Err(PyValueError::new_err(format!(
            "'{}' is not a built-in model: {meant}cortenforge.example_models() lists them",
            Line(name)
        )));
    };
    loading::from_example(py, example).map(|model| MjModel::from_example(model, example.name).printing_names())
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_run_command, module)?)?;
    module.add_function(wrap_pyfunction!(_example_models, module)?)?;
    module.add_function(wrap_pyfunction!(_load_example, module)?)
}
