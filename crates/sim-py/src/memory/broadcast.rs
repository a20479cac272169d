//! Arrays of callers in the shape that a batch needs: numpy repeats them for all worlds, and converts types that the engine cannot copy.

use crate::memory::whole::Whole;
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};

fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy")
}

/// Whether an object is a numpy array or scalar.
pub fn is_array(object: &Bound<'_, PyAny>) -> bool {
    object.cast::<PyUntypedArray>().is_ok()
}

/// Lengths of the dimensions of an object that numpy can convert to an array.
pub fn shape_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    numpy(object.py())?.call_method1("shape", (object,))?.extract()
}

/// A shape as Python writes it.
pub fn words(py: Python<'_>, shape: &[usize]) -> PyResult<String> {
    Ok(PyTuple::new(py, shape)?.to_string())
}

/// Broadcasts values to a shape; converts them to `kind` if it is given.
pub fn spread<'py>(
    values: &Bound<'py, PyAny>,
    kind: Option<&str>,
    shape: &[usize],
    rule: impl FnOnce() -> PyResult<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, np) = (values.py(), numpy(values.py())?);
    let array = np.call_method1("asarray", (values, kind))?;
    match np.call_method1("broadcast_to", (&array, PyTuple::new(py, shape)?)) {
        Err(error) if error.is_instance_of::<PyValueError>(py) => {
            Err(PyValueError::new_err(format!("{}, not {}", rule()?, array.getattr("shape")?)))
        }
        spread => spread,
    }
}

/// The array itself if it is contiguous, else a contiguous copy.
pub fn packed<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    numpy(array.py())?.call_method1("ascontiguousarray", (array,))
}

/// A contiguous copy.
pub fn own<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(array.py());
    options.set_item("order", "C")?;
    numpy(array.py())?.call_method("array", (array,), Some(&options))
}

/// Makes an array of a shape and kind, or takes `out`, and lets `read` fill it.
pub fn filled<'py>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    what: &str,
    shape: &[usize],
    kind: &str,
    read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let np = numpy(py)?;
    if let Some(out) = out {
        let found = out.getattr("shape")?;
        let wanted = PyTuple::new(py, shape)?;
        if !found.eq(&wanted)? {
            return Err(PyValueError::new_err(format!("{what} should have shape {wanted}, not {found}")));
        }
        let same_kind = out.getattr("dtype")?.eq(np.call_method1("dtype", (kind,))?)?;
        if same_kind && out.getattr("flags")?.getattr("c_contiguous")?.is_truthy()? {
            read(out)?;
            return Ok(out.clone());
        }
    }
    let rows = np.call_method1("empty", (PyTuple::new(py, shape)?, kind))?;
    read(&rows)?;
    match out {
        None => Ok(rows),
        Some(out) => {
            crate::memory::attribute::fill(out, &rows)?;
            Ok(out.clone())
        }
    }
}

/// Calls `numpy.copyto` and rejects a change of kind, such as fractions that become integers.
pub fn copy_to(target: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<()> {
    let options = PyDict::new(target.py());
    options.set_item("casting", "same_kind")?;
    numpy(target.py())?.call_method("copyto", (target, values), Some(&options)).map(drop)
}

/// Contiguous rows of a type of number; only the first one if all rows share memory.
pub fn entries<'py>(rows: &Bound<'py, PyAny>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
    let py = rows.py();
    let strides: Vec<isize> = rows.getattr("strides")?.extract()?;
    let repeated = strides.first() == Some(&0);
    let rows = if repeated { rows.get_item(PySlice::new(py, 0, 1, 1))? } else { rows.clone() };
    let entries = numpy(py)?.call_method1("empty", (rows.getattr("shape")?, kind))?;
    copy_to(&entries, &rows)?;
    entries.call_method1("reshape", (-1,))
}

/// Indices of the worlds that a mask or a list of indices selects; without one, of all worlds.
pub fn chosen(worlds: Option<&Bound<'_, PyAny>>, n: usize) -> PyResult<Vec<usize>> {
    let Some(worlds) = worlds else { return Ok((0..n).collect()) };
    let which = numpy(worlds.py())?.call_method1("asarray", (worlds,))?;
    let kind: String = which.getattr("dtype")?.getattr("kind")?.extract()?;
    let list = which.call_method0("tolist")?;
    match kind.as_str() {
        _ if which.getattr("ndim")?.extract::<usize>()? != 1 => {}
        // an empty list names no world; numpy takes it for real numbers
        "f" if which.getattr("size")?.extract::<usize>()? == 0 => return Ok(vec![]),
        "b" => {
            let mask: Vec<bool> = list.extract()?;
            if mask.len() != n {
                let found = mask.len();
                let text = format!("the mask has {found} entries: give one for each of the {n} worlds");
                return Err(PyValueError::new_err(text));
            }
            return Ok(mask.into_iter().enumerate().filter(|(_, chosen)| *chosen).map(|(i, _)| i).collect());
        }
        // integers beyond 64 bits are objects
        "i" | "u" | "O" => {
            if let Ok(numbers) = list.extract::<Vec<Whole>>() {
                return distinct(numbers, n);
            }
        }
        _ => {}
    }
    let found = words(worlds.py(), &shape_of(&which)?)?;
    Err(PyTypeError::new_err(format!(
        "the mask is an array of shape {found} and type {}: give {n} booleans, one for each world, or a list of numbers of worlds",
        which.getattr("dtype")?
    )))
}

/// Worlds by their numbers, each named once: zeros and ones of a mask that is not boolean would name two worlds many times.
fn distinct(numbers: Vec<Whole>, n: usize) -> PyResult<Vec<usize>> {
    let mut is_named = vec![false; n];
    let mut worlds = Vec::with_capacity(numbers.len());
    for number in numbers {
        let world = place(number, n)?;
        if std::mem::replace(&mut is_named[world], true) {
            return Err(PyValueError::new_err(format!(
                "the list of worlds names world {world} twice: name each once, or give a mask of {n} booleans"
            )));
        }
        worlds.push(world);
    }
    Ok(worlds)
}

/// An error for saved states of another number of worlds.
pub fn wrong_worlds(saved: usize, worlds: usize) -> PyErr {
    PyValueError::new_err(format!(
        "the saved states have {saved} worlds and this batch has {worlds}: use reset(states=states, rows=...)"
    ))
}

/// The index of a world; negative numbers count from the end.
pub fn place(number: Whole, n: usize) -> PyResult<usize> {
    let i = number.0;
    let at = if i < 0 { i.saturating_add(n as i128) } else { i };
    let found = usize::try_from(at).ok().filter(|at| *at < n);
    found.ok_or_else(|| PyIndexError::new_err(format!("there is no world {number} in a batch of {n}")))
}
