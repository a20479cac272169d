//! The GPUs of this machine, and the errors of work on them.

use crate::errors::FatalError;
use crate::memory::whole::Whole;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sim_gpu::{AdapterChoice, GpuSimContext, GpuSimError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Devices that were opened for an adapter that the caller named: batches share them.
static OPENED: Mutex<Vec<(AdapterChoice, GpuSimContext)>> = Mutex::new(Vec::new());

/// The exception for an error of the GPU.
pub fn exception(error: GpuSimError) -> PyErr {
    let text = error.to_string();
    match error {
        GpuSimError::Unsupported(_) => FatalError::new_err(text),
        GpuSimError::UnknownField(_) => PyKeyError::new_err(text),
        GpuSimError::WrongLength { .. }
        | GpuSimError::WrongKind { .. }
        | GpuSimError::Parameters { .. }
        | GpuSimError::InvalidOption { .. }
        | GpuSimError::ForeignStates => PyValueError::new_err(text),
        GpuSimError::NoSuchWorld { .. } => PyIndexError::new_err(text),
        GpuSimError::BatchTooLarge { .. } | GpuSimError::OutOfMemory { .. } | GpuSimError::Reference(_) => {
            PyMemoryError::new_err(text)
        }
        _ => PyRuntimeError::new_err(text),
    }
}

/// Runs `work` without the interpreter's lock. A panic becomes an exception.
pub fn run<R: Send>(py: Python<'_>, work: impl FnOnce() -> Result<R, GpuSimError> + Send) -> PyResult<R> {
    match py.detach(|| catch_unwind(AssertUnwindSafe(work))) {
        Ok(outcome) => outcome.map_err(exception),
        Err(_) => {
            Err(FatalError::new_err("the engine failed in its work with the GPU; this is a defect worth reporting"))
        }
    }
}

/// The adapter that a caller chose: part of its name, its index in the list of adapters, or None for the best.
pub fn choice(adapter: Option<&Bound<'_, PyAny>>) -> PyResult<AdapterChoice> {
    let Some(adapter) = adapter else { return Ok(AdapterChoice::Best) };
    if let Ok(name) = adapter.extract::<String>() {
        return Ok(AdapterChoice::Named(name));
    }
    let wrong = |_| PyTypeError::new_err("an adapter is named by a part of its name, or by its place in adapters()");
    let place = adapter.extract::<Whole>().map_err(wrong)?;
    place.count("adapter", 0, "its place in adapters()").map(AdapterChoice::Index)
}

/// The device of an adapter; opened at the first call, and again after a loss of the device.
pub fn open(choice: &AdapterChoice) -> Result<GpuSimContext, GpuSimError> {
    if *choice == AdapterChoice::Best {
        return GpuSimContext::shared();
    }
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    opened.retain(|(_, context)| context.check().is_ok());
    if let Some((_, context)) = opened.iter().find(|(known, _)| known == choice) {
        return Ok(context.clone());
    }
    let context = GpuSimContext::new(choice)?;
    opened.push((choice.clone(), context.clone()));
    Ok(context)
}

/// Name, type, backend and driver of every adapter, the best first.
pub fn adapters(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let all = run(py, || Ok(GpuSimContext::adapters()))?;
    all.into_iter()
        .map(|info| {
            let about = PyDict::new(py);
            about.set_item("name", info.name)?;
            about.set_item("type", format!("{:?}", info.device_type))?;
            about.set_item("backend", info.backend.to_str())?;
            about.set_item("driver", info.driver)?;
            about.set_item("driver_info", info.driver_info)?;
            Ok(about)
        })
        .collect()
}
