//! Where models come from.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sim_core::Model;
use std::path::Path;

pub fn from_file(_py: Python<'_>, _path: &Path, _assets: Option<&Bound<'_, PyAny>>) -> PyResult<Model> {
    Err(PyValueError::new_err("no loader"))
}

pub fn from_text(_py: Python<'_>, _xml: &str, _assets: Option<&Bound<'_, PyAny>>) -> PyResult<Model> {
    let _ = PyBytes::new;
    Err(PyValueError::new_err("no loader"))
}
