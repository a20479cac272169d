//! Errors of the engine as Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
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

/// An error of the loader, which begins with `file:line:column: path:`, with the element and its line at its end too, as MuJoCo's
/// have them: programs look for `line N`.
pub fn with_line(py: Python<'_>, error: PyErr) -> PyErr {
    let text = error.value(py).to_string();
    if !error.is_instance_of::<PyValueError>(py) {
        return error;
    }
    place(&text)
        .map_or(error, |(element, line)| PyValueError::new_err(format!("{text}\nElement '{element}', line {line}")))
}

/// Element and line of a message of the loader.
fn place(text: &str) -> Option<(&str, u32)> {
    let mut parts = text.lines().next()?.split(": ");
    let (position, path) = (parts.next()?, parts.next()?);
    let mut numbers = position.rsplitn(3, ':');
    let (_column, line) = (numbers.next()?.parse::<u32>().ok()?, numbers.next()?.parse::<u32>().ok()?);
    // names of objects stand in brackets, and may have slashes
    let mut depth = 0_u32;
    let mut start = 0;
    for (at, letter) in path.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '/' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    let element = path.get(start..)?.split('[').next()?;
    element.chars().all(|c| c.is_alphanumeric() || c == '_').then_some((element, line))
}

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("FatalError", module.py().get_type::<FatalError>())
}
