//! Where models come from: MJCF text or files, and a map of files in memory.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sim_core::Model;
use sim_mjcf::{Assets, MjcfError};
use std::path::Path;

/// Loads a file and the files it names.
pub fn from_file(py: Python<'_>, path: &Path, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Model> {
    let assets = assets_of(assets)?;
    py.detach(|| sim_mjcf::load_file(path, assets)).map(|loaded| loaded.model).map_err(error)
}

/// Loads text; the files it names are in `assets`.
pub fn from_text(py: Python<'_>, xml: &str, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Model> {
    let assets = assets_of(assets)?;
    py.detach(|| sim_mjcf::load_model_with_assets(xml, assets)).map_err(error)
}

/// A mapping from names to bytes.
fn assets_of(assets: Option<&Bound<'_, PyAny>>) -> PyResult<Assets> {
    let mut files = Assets::new();
    if let Some(assets) = assets {
        for item in assets.call_method0("items")?.try_iter()? {
            let (name, bytes): (String, Bound<'_, PyBytes>) = item?.extract()?;
            files.insert(name, bytes.as_bytes());
        }
    }
    Ok(files)
}

fn error(error: MjcfError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
