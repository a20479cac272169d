//! Pictures: scenes drawn into numpy arrays, without the interpreter's lock.
//!
//! `drawer` draws for `mujoco.Renderer`, `MjrContext`, `cortenforge.Renderer` and the pictures of notebooks. `worlds` draws all worlds of a
//! batch, `film` writes films.

mod drawer;
mod film;
mod worlds;

use numpy::{PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sim_view::film::{Size, write_png};
use sim_view::render::glyph;

/// Writes a picture as a PNG file. Its rows come from the top, one after another.
///
/// picture: numpy uint8 (height, width, 3). Returns bytes.
#[pyfunction]
fn _png<'py>(py: Python<'py>, picture: PyReadonlyArray3<'py, u8>) -> PyResult<Bound<'py, PyBytes>> {
    let side = |axis: usize| u32::try_from(picture.shape()[axis]).unwrap_or(u32::MAX);
    let size = Size::new(side(1), side(0));
    let mut file = vec![];
    write_png(&mut file, size, picture.as_slice()?).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &file))
}

/// Returns the dots of the printable characters of ASCII, from the space on: five columns each, the top row in the lowest bit.
///
/// Returns bytes.
#[pyfunction]
fn _glyphs(py: Python<'_>) -> Bound<'_, PyBytes> {
    let dots: Vec<u8> = (' '..='~').flat_map(glyph).collect();
    PyBytes::new(py, &dots)
}

/// Adds the classes and the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    drawer::register(module)?;
    film::register(module)?;
    module.add_function(wrap_pyfunction!(_png, module)?)?;
    module.add_function(wrap_pyfunction!(_glyphs, module)?)
}
