//! The viewer in the browser: a server that shows worlds of a program, and one that runs a world for its pages.

mod file;
mod play;
mod server;
mod setting;
mod source;
mod world_grid;

use pyo3::prelude::*;

/// Adds the classes and the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    server::register(module)?;
    setting::register(module)?;
    world_grid::register(module)?;
    play::register(module)
}
