//! Callbacks: Python functions for control, passive forces, user sensors, time and warnings.

use pyo3::exceptions::{PyRuntimeWarning, PyTypeError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use std::ffi::CString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The kind of a callback.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Sets controls, before actuators are computed.
    Control,
    /// Adds passive forces.
    Passive,
    /// Computes sensors of type user.
    Sensor,
    /// Returns the time for the timers.
    Time,
    /// Receives warnings.
    Warning,
}

impl Kind {
    const ALL: [(&'static str, Self); 5] = [
        ("mjcb_control", Self::Control),
        ("mjcb_passive", Self::Passive),
        ("mjcb_sensor", Self::Sensor),
        ("mjcb_time", Self::Time),
        ("mju_user_warning", Self::Warning),
    ];
}

static CALLBACKS: Mutex<[Option<Py<PyAny>>; Kind::ALL.len()]> = Mutex::new([const { None }; Kind::ALL.len()]);

/// Whether a step must call the stages one by one, because a callback runs between them.
static STAGED: AtomicBool = AtomicBool::new(false);

/// Whether a clock is installed.
static CLOCKED: AtomicBool = AtomicBool::new(false);

/// Whether a callback wants to be called between the stages of the engine.
pub fn staged() -> bool {
    STAGED.load(Ordering::Relaxed)
}

/// The callback of a kind.
pub fn get<'py>(py: Python<'py>, kind: Kind) -> Option<Bound<'py, PyAny>> {
    let callbacks = CALLBACKS.lock().unwrap_or_else(PoisonError::into_inner);
    callbacks[kind as usize].as_ref().map(|callback| callback.bind(py).clone())
}

/// Installs a Python function as a callback, or removes it.
///
/// name: str; callback: Callable[..., Any] or None.
#[pyfunction]
#[pyo3(signature = (name, callback))]
fn _set_callback(py: Python<'_>, name: &str, callback: Option<Py<PyAny>>) -> PyResult<()> {
    let kind = Kind::ALL.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
    let kind = kind.ok_or_else(|| PyValueError::new_err(format!("no callback is called {name}")))?;
    let mut callbacks = CALLBACKS.lock().unwrap_or_else(PoisonError::into_inner);
    let before = std::mem::replace(&mut callbacks[kind as usize], callback);
    let staged = [Kind::Control, Kind::Passive, Kind::Sensor].iter().any(|kind| callbacks[*kind as usize].is_some());
    STAGED.store(staged, Ordering::Relaxed);
    CLOCKED.store(callbacks[Kind::Time as usize].is_some(), Ordering::Relaxed);
    drop(callbacks);
    // dropping it may run Python code
    before.map_or(Ok(()), |before| {
        drop(before.into_bound(py));
        Ok(())
    })
}

/// The time of the installed clock; `None` without one.
pub fn time(py: Python<'_>) -> PyResult<Option<f64>> {
    if !CLOCKED.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let Some(clock) = get(py, Kind::Time) else { return Ok(None) };
    let reading = clock.call0()?;
    let number = reading.extract().map_err(|_| PyTypeError::new_err("mjcb_time callback did not return a number"))?;
    Ok(Some(number))
}

/// Passes a warning of a world to the callback, or to Python's warnings.
pub fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    hand_over(py, text, &py.get_type::<PyRuntimeWarning>(), 1)
}

/// Passes a warning of the loader to the callback, or to Python's warnings. It names the line that called the loader.
pub fn warn_of_model(py: Python<'_>, text: &str) -> PyResult<()> {
    hand_over(py, text, &py.get_type::<PyUserWarning>(), 2)
}

fn hand_over(py: Python<'_>, text: &str, category: &Bound<'_, PyAny>, level: i32) -> PyResult<()> {
    match get(py, Kind::Warning) {
        Some(callback) => callback.call1((text,)).map(drop),
        // Python's warnings have no zero bytes; ours have none
        None => PyErr::warn(py, category, &CString::new(text).unwrap_or_default(), level),
    }
}

/// Emits the warnings of many worlds: equal texts once, with the number of worlds.
pub fn warn_of_worlds(py: Python<'_>, mut messages: Vec<String>) -> PyResult<()> {
    messages.sort_unstable();
    messages.chunk_by(|a, b| a == b).try_for_each(|same| match same {
        [] => Ok(()),
        [one] => warn(py, one),
        [one, ..] => warn(py, &format!("{one} In {} worlds.", same.len())),
    })
}

/// Adds the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_set_callback, module)?)
}
