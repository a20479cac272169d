//! The model that an argument must be: an error says how to load one.

use crate::memory::text::Text;
use crate::native::model::MjModel;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sim_cli::models;
use sim_core::binding::message::Name;

/// The argument as a Model. `None`: it is missing.
pub fn given_model<'py>(given: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, MjModel>> {
    let Some(given) = given else {
        return Err(PyTypeError::new_err("`model` is missing: give a Model, such as Model.from_file(path)"));
    };
    match given.cast::<MjModel>() {
        Ok(model) => Ok(model.clone()),
        Err(_) => Err(PyTypeError::new_err(not_a_model(given)?)),
    }
}

fn not_a_model(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let shown = given.repr()?.to_string();
    let text = given.extract::<Text>().map(|Text(text)| text).unwrap_or_default();
    let cure = if text.trim_start().starts_with('<') {
        "load it with Model.from_string(text)".to_string()
    } else if models::find(&text).is_some() {
        format!("load it with cortenforge.load_example({})", Name(&shown))
    } else if !text.is_empty() || given.hasattr("__fspath__")? {
        format!("load it with Model.from_file({})", Name(&shown))
    } else {
        "load one with Model.from_file(path)".to_string()
    };
    Ok(format!("`model` should be a Model, not {}: {cure}", Name(&shown)))
}
