//! Errors of the engine as Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

create_exception!(cortenforge, FatalError, PyException, "The engine cannot go on with this model or state.");

/// Why the engine failed on a world, if it ever did.
pub type Failure = OnceLock<String>;

/// Runs engine code without the interpreter's lock. A defect in it becomes an exception, not a crash, and
/// is noted as the failure of what it worked on.
pub fn run<R: Send, E: ToString>(
    py: Python<'_>,
    failure: &Failure,
    work: impl FnOnce() -> Result<R, E> + Send,
) -> PyResult<R> {
    let outcome = py.detach(|| catch_unwind(AssertUnwindSafe(|| work().map_err(|e| e.to_string()))));
    match outcome {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(message)) => Err(FatalError::new_err(message)),
        Err(_) => {
            let text = "the engine failed on this model and state; an array was probably given inconsistent values";
            Err(FatalError::new_err(failure.get_or_init(|| text.to_string()).clone()))
        }
    }
}

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("FatalError", module.py().get_type::<FatalError>())
}
