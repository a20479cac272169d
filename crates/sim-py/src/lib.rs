//! The Python package `cortenforge`: Models and worlds under the names of the `mujoco` package, their
//! arrays as numpy views of the engine's own memory.
//!
//! Arrays, sizes and settings are discovered through the tables of `sim_core`; nothing is listed here
//! a second time.

mod arguments;
mod attribute;
mod batch;
mod callbacks;
mod contact;
mod counts;
mod data;
mod derivatives;
mod errors;
mod functions;
mod gpu;
mod guard;
mod history;
mod interrupt;
mod limits;
mod loading;
mod loose;
mod matrices;
mod missing;
mod model;
mod muscles;
mod named;
mod native;
mod native_contact;
mod own_models;
mod picture;
mod points;
mod produced;
mod profile;
mod rays;
mod rollout;
mod rotations;
mod running;
mod scene;
mod settings;
mod shaping;
mod solver;
mod state;
mod state_vector;
mod statistics;
mod stepping;
mod text;
mod vectors;
mod viewer;
mod views;
mod worker_pool;
mod worlds;

use pyo3::prelude::*;

/// The compiled half of the package.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    settings::register(module)?;
    model::register(module)?;
    data::register(module)?;
    contact::register(module)?;
    solver::register(module)?;
    statistics::register(module)?;
    callbacks::register(module)?;
    stepping::register(module)?;
    muscles::register(module)?;
    text::register(module)?;
    functions::register(module)?;
    matrices::register(module)?;
    points::register(module)?;
    profile::register(module)?;
    derivatives::register(module)?;
    history::register(module)?;
    state_vector::register(module)?;
    rays::register(module)?;
    rotations::register(module)?;
    vectors::register(module)?;
    rollout::register(module)?;
    scene::register(module)?;
    picture::register(module)?;
    native_contact::register(module)?;
    gpu::register(module)?;
    viewer::register(module)?;
    batch::register(module)
}
