//! `_Film`: pictures one after another as a file in memory.

use numpy::{PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sim_view::film::{FilmError, GifFilm, Size, WebpFilm};
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

/// The writer of a film, by format.
enum Writer {
    Gif(GifFilm<Vec<u8>>),
    Webp(WebpFilm<Cursor<Vec<u8>>>),
}

impl Writer {
    fn new(format: &str, size: Size, rate: f64) -> PyResult<Self> {
        match format {
            "gif" => GifFilm::new(vec![], size, rate).map(Self::Gif).map_err(refused),
            "webp" => WebpFilm::new(Cursor::new(vec![]), size, rate).map(Self::Webp).map_err(refused),
            _ => Err(PyValueError::new_err(format!("films are of the format gif or webp, not '{format}'"))),
        }
    }

    fn push(&mut self, rgb: &[u8]) -> Result<(), FilmError> {
        match self {
            Self::Gif(film) => film.push(rgb),
            Self::Webp(film) => film.push(rgb),
        }
    }

    fn finish(self) -> Result<Vec<u8>, FilmError> {
        match self {
            Self::Gif(film) => film.finish(),
            Self::Webp(film) => film.finish().map(Cursor::into_inner),
        }
    }
}

fn refused(error: FilmError) -> PyErr {
    match error {
        FilmError::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// Writes pictures to a film.
///
/// format: str, "gif" or "webp"; width, height: int, pixels; rate: float, pictures per second.
#[pyclass(frozen, module = "cortenforge._core", name = "_Film")]
pub struct Film {
    size: Size,
    writer: Mutex<Option<Writer>>,
}

#[pymethods]
impl Film {
    #[new]
    fn new(format: &str, width: u32, height: u32, rate: f64) -> PyResult<Self> {
        let size = Size::new(width, height);
        Ok(Self { size, writer: Mutex::new(Some(Writer::new(format, size, rate)?)) })
    }

    /// Adds a picture.
    ///
    /// picture: numpy uint8 (height, width, 3), rows from the top, one after another.
    fn push(&self, py: Python<'_>, picture: PyReadonlyArray3<'_, u8>) -> PyResult<()> {
        if picture.shape() != [self.size.height as usize, self.size.width as usize, 3] {
            let text = format!("pictures of this film have {} pixels of three colours", self.size);
            return Err(PyValueError::new_err(text));
        }
        let pixels = picture.as_slice()?;
        let pushed = py.detach(|| {
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.as_mut().map(|writer| writer.push(pixels))
        });
        pushed.ok_or_else(finished)?.map_err(refused)
    }

    /// Ends the film.
    ///
    /// Returns bytes, a file.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let writer = py.detach(|| self.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
        let file = writer.ok_or_else(finished)?.finish().map_err(refused)?;
        Ok(PyBytes::new(py, &file))
    }
}

fn finished() -> PyErr {
    PyRuntimeError::new_err("this film is finished")
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Film>()
}
