//! Array arguments of functions.
//!
//! Inputs are copied before the engine runs, and results are copied to the caller's arrays afterwards. So a caller may pass arrays of the
//! world itself, and one array twice. A vector is an array of one dimension, or a matrix of one column. Inputs may be anything that numpy
//! converts to an array. A result needs a writable array of the right type; any subclass and any strides will do.

use crate::memory::views::{self, Dims, Unfit};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// An array argument that is read.
pub struct Vector<'py>(Bound<'py, PyAny>);

impl<'py> FromPyObject<'_, 'py> for Vector<'py> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.to_owned()))
    }
}

/// numpy's function `asarray` and its type of double-precision numbers.
static CONVERTER: PyOnceLock<(Py<PyAny>, Py<PyType>)> = PyOnceLock::new();

/// Converts an object to an array of double-precision numbers with numpy.
fn converted<'py>(name: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let (asarray, double) = CONVERTER.get_or_try_init(py, || {
        let numpy = py.import("numpy")?;
        let double = numpy.getattr("float64")?.cast_into::<PyType>()?;
        PyResult::Ok((numpy.getattr("asarray")?.unbind(), double.unbind()))
    })?;
    let array = asarray.bind(py).call1((object, double.bind(py)));
    array.map_err(|error| PyTypeError::new_err(format!("{name} should be an array of numbers: {}", error.value(py))))
}

#[cold]
fn wrong_length(name: &str, len: usize, object: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{name} should have {len} entries, not the shape {}", shape_text(object)))
}

/// The shape of an array as text; empty for an object that is not an array.
fn shape_text(object: &Bound<'_, PyAny>) -> String {
    object.getattr("shape").map(|shape| shape.to_string()).unwrap_or_default()
}

/// An argument of any dimensions, row by row.
pub fn numbers(name: &str, argument: &Vector<'_>) -> PyResult<(Dims, Vec<f64>)> {
    let found = match views::numbers(&argument.0) {
        Err(Unfit::Kind) => views::numbers(&converted(name, &argument.0)?),
        found => found,
    };
    found.map_err(|why| match why {
        Unfit::Memory => too_large(name, &argument.0),
        _ => PyTypeError::new_err(format!("{name} should be a vector or a matrix")),
    })
}

#[cold]
fn too_large(name: &str, object: &Bound<'_, PyAny>) -> PyErr {
    PyMemoryError::new_err(format!("{name} of shape {} does not fit in memory", shape_text(object)))
}

/// A vector argument of any length.
pub fn vector(name: &str, argument: &Vector<'_>) -> PyResult<Vec<f64>> {
    match numbers(name, argument)? {
        (Dims::Vector(_) | Dims::Matrix(_, 1), values) => Ok(values),
        _ => Err(PyTypeError::new_err(format!("{name} should be a vector, not of shape {}", shape_text(&argument.0)))),
    }
}

/// A matrix argument: rows, columns and entries. A vector is one column.
pub fn matrix(name: &str, argument: &Vector<'_>) -> PyResult<(usize, usize, Vec<f64>)> {
    let (dims, values) = numbers(name, argument)?;
    Ok(match dims {
        Dims::Vector(rows) => (rows, 1, values),
        Dims::Matrix(rows, cols) => (rows, cols, values),
    })
}

/// A vector argument of a given length.
pub fn input(name: &str, argument: &Vector<'_>, len: usize) -> PyResult<Vec<f64>> {
    // checked before the copy: an array of one repeated number may have any length
    if views::dims::<f64>(&argument.0).is_ok_and(|found| found.len() != len) {
        return Err(wrong_length(name, len, &argument.0));
    }
    match numbers(name, argument)? {
        (Dims::Vector(found) | Dims::Matrix(found, 1), values) if found == len => Ok(values),
        _ => Err(wrong_length(name, len, &argument.0)),
    }
}

/// A vector argument of N numbers, copied without an allocation.
#[inline]
pub fn fixed<const N: usize>(name: &str, argument: &Vector<'_>) -> PyResult<[f64; N]> {
    few(name, &argument.0)
}

fn few<const N: usize>(name: &str, object: &Bound<'_, PyAny>) -> PyResult<[f64; N]> {
    let found = match views::few_numbers(object) {
        Err(Unfit::Kind) => views::few_numbers(&converted(name, object)?),
        found => found,
    };
    found.map_err(|_| wrong_length(name, N, object))
}

/// A point or a direction.
#[inline]
pub fn input3(name: &str, argument: &Vector<'_>) -> PyResult<[f64; 3]> {
    fixed(name, argument)
}

/// Whether an array of these dimensions can take a result of this shape.
fn fits(found: Dims, shape: &[usize]) -> bool {
    match (found, shape) {
        (Dims::Vector(len) | Dims::Matrix(len, 1), &[wanted] | &[wanted, 1]) => len == wanted,
        (Dims::Matrix(rows, cols), &[height, width]) => [rows, cols] == [height, width],
        _ => false,
    }
}

/// Checks the caller's array for a result.
#[inline]
pub fn check(name: &str, target: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<()> {
    match views::writable_dims::<f64>(target) {
        Ok(found) if fits(found, shape) => Ok(()),
        outcome => Err(misfit(name, target, shape, outcome.err())),
    }
}

#[cold]
fn misfit(name: &str, target: &Bound<'_, PyAny>, shape: &[usize], why: Option<Unfit>) -> PyErr {
    if why == Some(Unfit::ReadOnly) {
        return PyTypeError::new_err(format!(
            "{name} cannot be written: a result needs an array that is not read-only"
        ));
    }
    if why == Some(Unfit::Shared) {
        return PyTypeError::new_err(format!(
            "{name} cannot hold a result: several of its entries are one place in memory (a stride is zero); pass a copy"
        ));
    }
    let dtype = target.getattr("dtype").map(|dtype| dtype.to_string());
    let found = dtype.unwrap_or_else(|_| target.get_type().to_string());
    let have = shape_text(target);
    PyTypeError::new_err(format!("{name} should be a float64 array of shape {shape:?}, not {found} {have}"))
}

/// Dimensions of the caller's array for a result of any size.
pub fn target_dims(name: &str, target: &Bound<'_, PyAny>) -> PyResult<Dims> {
    views::writable_dims::<f64>(target).map_err(|why| misfit(name, target, &[], Some(why)))
}

/// Length of the caller's vector for a result.
pub fn target_len(name: &str, target: &Bound<'_, PyAny>) -> PyResult<usize> {
    match target_dims(name, target)? {
        Dims::Vector(len) | Dims::Matrix(len, 1) => Ok(len),
        _ => Err(PyTypeError::new_err(format!("{name} should be a vector, not of shape {}", shape_text(target)))),
    }
}

/// The entries of a vector that is argument and result.
pub fn current<const N: usize>(name: &str, target: &Bound<'_, PyAny>) -> PyResult<[f64; N]> {
    check(name, target, &[N])?;
    few(name, target)
}

/// The entries of a vector of any length that is argument and result.
pub fn current_vector(name: &str, target: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    target_len(name, target)?;
    views::numbers(target).map(|(_, values)| values).map_err(changed)
}

/// Copies a result to the caller's array, which was [checked](check).
#[inline]
pub fn output(target: &Bound<'_, PyAny>, values: impl AsRef<[f64]> + 'static) -> PyResult<()> {
    views::store(target, values).map_err(changed)
}

/// Copies whole numbers to an integer array of the caller.
pub fn output_ids(name: &str, target: &Bound<'_, PyAny>, ids: Vec<i32>) -> PyResult<()> {
    let len = ids.len();
    let wrong =
        |_| PyTypeError::new_err(format!("{name} should be an int32 array of {len} entries that can be written"));
    views::store(target, ids).map_err(wrong)
}

#[cold]
fn changed(why: Unfit) -> PyErr {
    match why {
        Unfit::Memory => PyMemoryError::new_err("the array does not fit in memory a second time"),
        _ => PyTypeError::new_err("the array for the result changed while it was computed"),
    }
}
