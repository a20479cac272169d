//! Text arguments.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A text argument: `str`, or the bytes of one, which clients of the reference also pass.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self(text.to_str()?.to_string()));
        }
        let bytes = object.cast::<PyBytes>().map_err(|_| PyTypeError::new_err("expected str or bytes"))?;
        let text = std::str::from_utf8(bytes.as_bytes());
        text.map(|text| Self(text.to_string())).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}
