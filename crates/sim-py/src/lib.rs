//! The Python package `cortenforge`: models and worlds, their arrays as numpy views of the engine's memory, and the functions of the
//! `mujoco` package.
//!
//! Arrays, sizes, settings and their documentation come from the tables of `sim_core`. Docstrings of functions begin with a sentence, and
//! name the types of arguments and results in a form that `tools/doc_types.py` reads: the stubs follow from them.

mod batch;
mod command;
mod dropin;
mod errors;
mod gpu;
mod interrupt;
mod memory;
mod native;
mod picture;
mod scene;
mod viewer;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    native::codes::register(module)?;
    native::options::register(module)?;
    native::model_methods::register(module)?;
    native::data_methods::register(module)?;
    native::contact_records::register(module)?;
    native::contact_list::register(module)?;
    dropin::contacts::register(module)?;
    native::solver_stats::register(module)?;
    native::counters::register(module)?;
    native::callbacks::register(module)?;
    dropin::stepping::register(module)?;
    dropin::muscles::register(module)?;
    dropin::text::register(module)?;
    dropin::functions::register(module)?;
    dropin::matrices::register(module)?;
    dropin::points::register(module)?;
    native::profile::register(module)?;
    dropin::derivatives::register(module)?;
    dropin::history::register(module)?;
    dropin::state_vector::register(module)?;
    dropin::rays::register(module)?;
    dropin::rotations::register(module)?;
    dropin::vectors::register(module)?;
    batch::rollout::register(module)?;
    scene::register(module)?;
    picture::register(module)?;
    native::contact::register(module)?;
    gpu::register(module)?;
    viewer::register(module)?;
    command::register(module)?;
    batch::simulation::register(module)
}
