//! Timers of a world: number of calls and total time.

use crate::memory::describe::describe;
use pyo3::prelude::*;

/// A timer, with MuJoCo's number.
#[derive(Clone, Copy)]
pub enum Timer {
    /// Steps.
    Step = 0,
    /// Forward dynamics on its own.
    Forward = 1,
    /// Inverse dynamics.
    Inverse = 2,
}

impl Timer {
    /// Timers that MuJoCo has.
    pub const COUNT: usize = 15;
}

/// How often something ran and how long it took. `TimerStat()` has zeros.
#[pyclass(subclass, get_all, set_all, eq, module = "cortenforge._core", name = "TimerStat")]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct MjTimerStat {
    /// Total time (s).
    ///
    /// float; can be set.
    pub duration: f64,
    /// How often it ran.
    ///
    /// int; can be set.
    pub number: i32,
}

#[pymethods]
impl MjTimerStat {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        describe(slf.as_any(), &["duration", "number"])
    }
}
