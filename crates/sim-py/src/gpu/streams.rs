//! Which stream of CUDA a batch launches its work on: one that the caller names, else PyTorch's current one, else the default stream.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods};

/// The handle of a stream of another library: PyTorch's, CuPy's, Numba's, or one that follows CUDA's protocol `__cuda_stream__`.
pub fn handle(stream: &Bound<'_, PyAny>) -> PyResult<usize> {
    if let Some(protocol) = stream.getattr_opt("__cuda_stream__")? {
        let pair = if protocol.is_callable() { protocol.call0()? } else { protocol };
        return Ok(pair.extract::<(i64, usize)>()?.1);
    }
    for name in ["cuda_stream", "ptr", "handle"] {
        if let Some(found) = stream.getattr_opt(name)? {
            let found = found.getattr_opt("value")?.unwrap_or(found);
            if let Ok(handle) = found.extract::<usize>() {
                return Ok(handle);
            }
        }
    }
    let kind = stream.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "`stream` is a {kind}, which is no stream of CUDA: give a stream object such as torch.cuda.current_stream(), or None"
    )))
}

/// The handle of PyTorch's current stream on a GPU. None if PyTorch is not loaded, or has not begun to use CUDA.
pub fn of_torch(py: Python<'_>, ordinal: i32) -> PyResult<Option<usize>> {
    let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>()?;
    let Some(cuda) = modules.get_item("torch.cuda")? else { return Ok(None) };
    if !cuda.call_method0("is_initialized")?.extract::<bool>()? {
        return Ok(None);
    }
    let stream = cuda.call_method1("current_stream", (ordinal,))?;
    stream.getattr("cuda_stream")?.extract().map(Some)
}
