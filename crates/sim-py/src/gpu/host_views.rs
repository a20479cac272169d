//! Views of fields on the host, where kernels are not CUDA's: arrays that every call of the batch copies from and to.

use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use std::ffi::CStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Said once for each batch.
const WARNING: &CStr = c"view() copies through the host: the kernels of this batch are not CUDA's, see `compiler`";

/// A view: the field, and a numpy array of all worlds.
struct HostView {
    field: String,
    is_input: bool,
    array: Py<PyAny>,
}

/// All views of a batch.
#[derive(Default)]
pub struct HostViews {
    all: Mutex<Vec<HostView>>,
    warned: Mutex<bool>,
}

impl HostViews {
    fn all(&self) -> MutexGuard<'_, Vec<HostView>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Warns at the first call.
    pub fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let warned = std::mem::replace(&mut *self.warned.lock().unwrap_or_else(PoisonError::into_inner), true);
        if warned { Ok(()) } else { PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), WARNING, 2) }
    }

    /// The array of a field; made by `make` at the first call.
    pub fn find_or_add(
        &self,
        py: Python<'_>,
        field: &str,
        make: impl FnOnce() -> PyResult<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        if let Some(found) = self.all().iter().find(|view| view.field == field) {
            return Ok(found.array.clone_ref(py));
        }
        let array = make()?;
        let is_input = sim_gpu::GpuBatchSim::inputs().any(|input| input == field);
        self.all().push(HostView { field: field.into(), is_input, array: array.clone_ref(py) });
        Ok(array)
    }

    /// The views as they are now: calls of other threads may add some.
    fn list(&self, py: Python<'_>) -> Vec<HostView> {
        let copy = |view: &HostView| HostView {
            field: view.field.clone(),
            is_input: view.is_input,
            array: view.array.clone_ref(py),
        };
        self.all().iter().map(copy).collect()
    }

    /// Passes the numbers of all views of inputs to `write`, with their field.
    pub fn take(&self, py: Python<'_>, write: impl Fn(&str, &[f64]) -> PyResult<()>) -> PyResult<()> {
        self.list(py).iter().filter(|view| view.is_input).try_for_each(|view| {
            let rows = super::fields::reals(view.array.bind(py))?;
            let rows = rows.as_slice()?;
            if rows.is_empty() { Ok(()) } else { write(&view.field, rows) }
        })
    }

    /// Brings all views up to date with what `read` returns for their field.
    pub fn give<'py>(&self, py: Python<'py>, read: impl Fn(&str) -> PyResult<Bound<'py, PyAny>>) -> PyResult<()> {
        self.list(py)
            .iter()
            .try_for_each(|view| crate::memory::attribute::fill(view.array.bind(py), &read(&view.field)?))
    }
}
