//! Fields of all worlds as numpy arrays.

use super::device;
use super::dlpack::Foreign;
use crate::batch::worlds::world_array;
use crate::memory::broadcast;
use crate::native::model::MjModel;
use numpy::PyArrayMethods;
use numpy::{PyArray1, PyArrayDyn, PyReadonlyArrayDyn};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sim_gpu::{GpuNumbers, GpuRead as Reading};
use std::sync::{Mutex, PoisonError};

/// A field of all worlds: its name, and the shape of its array.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub shape: Vec<usize>,
}

impl Field {
    /// The field of a batch of `worlds`; `kept` are the rows and the width that the GPU keeps of it.
    pub fn new(model: &MjModel, name: &str, worlds: usize, kept: [usize; 2]) -> Self {
        // fields that only a GPU has, and arrays of variable length, have the length of their limit
        let own = match kept {
            [1, 1] => vec![],
            [1, width] => vec![width],
            [rows, 1] => vec![rows],
            [rows, width] => vec![rows, width],
        };
        let shape = world_array(model, shaped_like(name)).map_or(own, |(shape, _)| shape);
        Self { name: name.to_string(), shape: [vec![worlds], shape].concat() }
    }

    /// The numbers as an array.
    pub fn array<'py>(&self, py: Python<'py>, numbers: GpuNumbers) -> PyResult<Bound<'py, PyAny>> {
        array(py, &self.shape, numbers)
    }
}

/// The array of Data that has the shape of a field. Noise of the controls has the shape of `ctrl`.
fn shaped_like(name: &str) -> &str {
    if name == "control_noise" { "ctrl" } else { name }
}

/// The numbers as an array of a shape. For an empty array the GPU stores one number, which is dropped.
pub fn array<'py>(py: Python<'py>, shape: &[usize], numbers: GpuNumbers) -> PyResult<Bound<'py, PyAny>> {
    let len: usize = shape.iter().product();
    macro_rules! packed {
        ($list:expr) => {{
            let mut list = $list;
            list.truncate(len);
            PyArray1::from_vec(py, list).into_any()
        }};
    }
    let all = match numbers {
        GpuNumbers::Single(list) => packed!(list),
        GpuNumbers::Double(list) => packed!(list),
        GpuNumbers::Whole(list) => packed!(list),
    };
    all.call_method1("reshape", (PyTuple::new(py, shape)?,))
}

/// Shape and type of a field that can be set.
pub fn input(model: &MjModel, name: &str, worlds: usize) -> PyResult<(Vec<usize>, &'static str)> {
    if !sim_gpu::GpuBatchSim::inputs().any(|input| input == name) {
        let inputs = sim_gpu::GpuBatchSim::inputs().collect::<Vec<_>>().join(", ");
        if model.store.read().array(name).is_some() {
            return Err(PyKeyError::new_err(format!(
                "`{name}` is a parameter of the model: use override({name}=...), and name it in `per_world`"
            )));
        }
        world_array(model, name)?;
        return Err(PyValueError::new_err(format!(
            "`{name}` is computed by forward(): set the state or the inputs instead ({inputs})"
        )));
    }
    // fields that only a GPU has
    if name == "noise_step" {
        return Ok((vec![worlds], "i4"));
    }
    let (shape, kind) = world_array(model, shaped_like(name))?;
    Ok(([vec![worlds], shape].concat(), kind))
}

/// An error when a CUDA tensor does not have the shape of the field in all worlds: it is copied without conversion.
pub fn check_shape(py: Python<'_>, what: &str, given: &Foreign<'_>, shape: &[usize]) -> PyResult<()> {
    if given.shape == shape {
        return Ok(());
    }
    let (wanted, found) = (broadcast::words(py, shape)?, broadcast::words(py, &given.shape)?);
    Err(PyValueError::new_err(format!("'{what}' takes a CUDA tensor of shape {wanted}, not {found}")))
}

/// Contiguous f64 numbers: the caller's array itself if it fits, else a copy.
pub fn reals<'py>(array: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    let numpy = array.py().import("numpy")?;
    let packed = numpy.call_method1("ascontiguousarray", (array, "float64"))?;
    Ok(packed.cast_into::<PyArrayDyn<f64>>()?.try_readonly()?)
}

/// Fields that are being read from the GPU, as `GpuBatchSim.begin_read` returns them.
#[pyclass(frozen, module = "cortenforge", name = "GpuRead")]
pub struct GpuRead {
    fields: Vec<Field>,
    reading: Mutex<Option<Reading>>,
}

impl GpuRead {
    pub fn new(fields: Vec<Field>, reading: Reading) -> Self {
        Self { fields, reading: Mutex::new(Some(reading)) }
    }
}

/// An error: the arrays were returned already.
fn taken() -> PyErr {
    PyRuntimeError::new_err("finish() returned these fields already: keep what it returns")
}

#[pymethods]
impl GpuRead {
    /// Returns whether `finish` returns at once.
    ///
    /// Returns bool.
    fn ready(&self, py: Python<'_>) -> PyResult<bool> {
        let ready = device::run(py, || {
            let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
            reading.as_mut().map(Reading::is_ready).transpose()
        })?;
        ready.ok_or_else(taken)
    }

    /// Waits for the GPU, and returns the arrays by the names of their fields, as they were at `begin_read`.
    ///
    /// Returns dict[str, npt.NDArray[Any]].
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = device::run(py, || {
            let reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner).take();
            reading.map(Reading::finish).transpose()
        })?;
        let arrays = PyDict::new(py);
        for (field, (name, numbers)) in self.fields.iter().zip(fields.ok_or_else(taken)?) {
            arrays.set_item(name, field.array(py, numbers)?)?;
        }
        Ok(arrays)
    }
}
