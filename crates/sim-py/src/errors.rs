//! Errors of the engine and the loader as Python exceptions.
//!
//! Those with attributes are classes of Python, in `cortenforge._errors`.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sim_core::{Data, StepError};
use sim_mjcf::MjcfError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

create_exception!(cortenforge, FatalError, PyException, "The engine cannot go on with this model or state.");

/// Why the engine failed on a world, if it ever did.
pub type Failure = OnceLock<String>;

/// Runs engine code without the interpreter's lock. A panic becomes an exception, and is recorded as the failure of the world.
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

/// A step that failed: the error, and where it happened.
#[derive(Debug, Default)]
pub struct Failed {
    kind: &'static str,
    message: String,
    /// Simulation time.
    time: Option<f64>,
    /// The joint or actuator.
    object: Option<String>,
    index: Option<usize>,
    value: Option<f64>,
}

impl Failed {
    /// The error of a step in the world `d`.
    pub fn new(error: StepError, d: &Data) -> Box<Self> {
        Self::at_time(error, d.time)
    }

    /// The error of a step in a world at simulation time `now` (s).
    pub fn at_time(error: StepError, now: f64) -> Box<Self> {
        let message = error.to_string();
        let known = match error {
            StepError::InvalidTimestep(value) => Self { value: Some(value), ..Self::of("InvalidTimestep") },
            StepError::BadPosition { index, joint, value, time } => {
                Self { value: Some(value), ..Self::at("BadPosition", index, joint, time) }
            }
            StepError::BadVelocity { index, joint, value, time } => {
                Self { value: Some(value), ..Self::at("BadVelocity", index, joint, time) }
            }
            StepError::BadAcceleration { index, joint, value, time } => {
                Self { value: Some(value), ..Self::at("BadAcceleration", index, joint, time) }
            }
            StepError::BadControl { index, actuator, value, time } => {
                Self { value: Some(value), ..Self::at("BadControl", index, actuator, time) }
            }
            StepError::CholeskyFailed { time, .. } => Self { time: Some(time), ..Self::of("CholeskyFailed") },
            StepError::SingularSystem { index, joint, time } => Self::at("SingularSystem", index, joint, time),
            StepError::NotConverged { time, .. } => Self { time: Some(time), ..Self::of("NotConverged") },
            StepError::TooLarge { .. } => Self::of("TooLarge"),
            StepError::Panicked { .. } => Self::of("Panicked"),
            StepError::Unsupported(_) => Self::of("Unsupported"),
            _ => Self::of("Other"),
        };
        let time = known.time.or(Some(now));
        Box::new(Self { message, time, ..known })
    }

    /// A model that was edited so that the engine cannot work with it.
    pub fn of_model(message: String) -> Box<Self> {
        Box::new(Self { message, ..Self::of("BadModel") })
    }

    fn of(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    fn at(kind: &'static str, index: usize, object: String, time: f64) -> Self {
        Self { index: Some(index), object: Some(object), time: Some(time), ..Self::of(kind) }
    }

    /// The exception, of a world of a batch where that is given.
    pub fn into_object(self, py: Python<'_>, world: Option<usize>) -> PyResult<Bound<'_, PyAny>> {
        let Self { kind, message, time, object, index, value } = self;
        class(py, "StepError")?.call1((message, kind, world, time, object, index, value))
    }

    /// The exception of a single world, to be raised.
    pub fn into_error(self, py: Python<'_>) -> PyErr {
        self.into_object(py, None).map_or_else(|error| error, PyErr::from_value)
    }
}

/// The engine itself failed.
impl From<String> for Box<Failed> {
    fn from(message: String) -> Self {
        Box::new(Failed { message, ..Failed::of("Panicked") })
    }
}

/// An exception of `cortenforge._errors`.
fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("cortenforge._errors")?.getattr(name)
}

/// How a report of the loader ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// The error alone.
    Plain,
    /// With the element and its line, as MuJoCo's do: programs look for `line N`.
    WithLine,
}

/// An error of the loader.
pub fn of_loader(py: Python<'_>, error: &MjcfError, report: Report) -> PyErr {
    loader_object(py, error, report).map_or_else(|error| error, PyErr::from_value)
}

fn loader_object<'py>(py: Python<'py>, error: &MjcfError, report: Report) -> PyResult<Bound<'py, PyAny>> {
    let several = match error.errors() {
        [] | [_] => vec![],
        several => several.iter().map(|one| loader_object(py, one, Report::Plain)).collect::<PyResult<_>>()?,
    };
    let (text, first) = (error.to_string(), error.first().to_string());
    let span = error.span();
    let start = span.map(|span| format!("{span}: ")).unwrap_or_default();
    let message = first.strip_prefix(&start).unwrap_or(&first);
    let number = |number: u32| (number > 0).then_some(number);
    let file = span.map(|span| span.file()).filter(|file| !file.is_empty());
    let (line, column) = (span.and_then(|s| number(s.line())), span.and_then(|s| number(s.column())));
    let element = span.map(|span| span.path()).filter(|path| !path.is_empty());
    let text = match place_of(&text).filter(|_| report == Report::WithLine) {
        Some((element, line)) => format!("{text}\nElement '{element}', line {line}"),
        None => text,
    };
    class(py, "ModelError")?.call1((text, message, file, line, column, element, PyTuple::new(py, several)?))
}

/// Element and line of a report of the loader, which begins with `file:line:column: path:`.
fn place_of(text: &str) -> Option<(&str, u32)> {
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
