//! Scenes: the `mjv_` functions of the `mujoco` package.
//!
//! They read and fill Python's records (`MjvCamera`, `MjvGeom` …): numpy memory in the layout of `records.rs`, so that programs read and
//! write fields in place. A call copies the fields that it needs, computes with `sim_view`, and copies the results back.

mod convert;
mod functions;
mod layout;
mod mouse;
mod records;
mod stored;

pub use functions::{camera, option, perturbation, refused, store_camera, store_option, store_perturbation};
pub use stored::{Lists, load_scene};

use pyo3::prelude::*;

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    stored::register(module)?;
    functions::register(module)?;
    mouse::register(module)
}
