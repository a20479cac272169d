//! Sources of the models of a managed viewer, and the Python objects of its world for callbacks and callers.

use crate::dropin::stepping::step_staged;
use crate::native::callbacks;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::viewer::file;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use sim_core::{Data, Model};
use sim_view::viewer::{DroppedModel, LoadFailure, Loaded, Source, WatchedFiles};
use std::convert::Infallible;
use std::path::PathBuf;

/// The source of the model.
pub enum Origin {
    /// The caller passed it.
    Given(String),
    /// A function makes it.
    Loader(Py<PyAny>),
    /// A file.
    File(PathBuf),
    /// A page.
    Dropped(DroppedModel),
}

/// A Python model and a Python world.
type Pair = (Py<MjModel>, Py<MjData>);

/// The program that a managed viewer runs.
pub struct Program {
    origin: Origin,
    /// The objects that callbacks get, and that show the state to the caller.
    pair: Option<Pair>,
    keys: Option<Py<PyAny>>,
    watched: WatchedFiles,
}

impl Program {
    /// A program that shows the model of `origin`, or `pair` if the caller passed one.
    pub fn new(origin: Origin, pair: Option<Pair>, keys: Option<Py<PyAny>>) -> Self {
        Self { origin, pair, keys, watched: WatchedFiles::default() }
    }

    /// Loads the model. A Python loader's exceptions are passed on.
    pub fn load_first(&mut self, py: Python<'_>) -> PyResult<Loaded> {
        match &self.origin {
            Origin::Loader(loader) => {
                let (pair, name) = call(loader.bind(py))?;
                self.take(py, pair, name)
            }
            Origin::Given(name) => {
                let (name, pair) = (name.clone(), self.pair.as_ref().map(|(m, d)| (m.clone_ref(py), d.clone_ref(py))));
                let pair = pair.ok_or_else(|| PyTypeError::new_err("there is no model to show"))?;
                self.take(py, pair, name)
            }
            _ => py.detach(|| self.load()).map_err(|failure| crate::errors::FatalError::new_err(failure.message)),
        }
    }

    /// Shows a Python model and a Python world from now on.
    fn take(&mut self, py: Python<'_>, pair: Pair, name: String) -> PyResult<Loaded> {
        let (m, d) = (pair.0.bind(py), pair.1.bind(py));
        let data = MjData::run_briefly(d, m, |_, d| d.clone())?;
        let model = m.get().twin();
        self.pair = Some(pair);
        Ok(Loaded { model, name, warnings: vec![], data: Some(data) })
    }

    /// Whether Python's world belongs to this model. If two models do not fit into memory together, the earlier one stays.
    fn is_of(&self, d: &Data) -> bool {
        self.pair.as_ref().is_some_and(|(_, data)| data.get().store.read().is_like(d))
    }

    /// Takes a step that calls Python between its stages.
    fn step_staged(&mut self, m: &Model, d: &mut Data) -> PyResult<()> {
        Python::attach(|py| {
            if !py.detach(|| self.is_of(d)) {
                let model = Bound::new(py, MjModel::new(m.clone()))?;
                let data = Bound::new(py, MjData::make(&model)?)?;
                self.pair = Some((model.unbind(), data.unbind()));
            }
            let Some((model, data)) = &self.pair else { return Ok(()) };
            let (model, data) = (model.bind(py), data.bind(py));
            MjData::run(data, model, |_, own| {
                own.copy_from(d);
                Ok::<_, Infallible>(())
            })?;
            let outcome = step_staged(model, data);
            let own = data.get();
            py.detach(|| d.copy_from(&own.store.read()));
            outcome
        })
    }
}

/// Calls a loader, which returns model, world and an optional name.
fn call(loader: &Bound<'_, PyAny>) -> PyResult<(Pair, String)> {
    let made = loader.call0()?;
    let wrong = || {
        PyTypeError::new_err(
            "a loader should return a model, its data and perhaps a name: (model, data) or (model, data, name)",
        )
    };
    let parts = made.cast::<PyTuple>().map_err(|_| wrong())?;
    if !(2..=3).contains(&parts.len()) {
        return Err(wrong());
    }
    let model = parts.get_item(0)?.cast_into::<MjModel>().map_err(|_| wrong())?;
    let data = parts.get_item(1)?.cast_into::<MjData>().map_err(|_| wrong())?;
    let name = if parts.len() == 3 { parts.get_item(2)?.str()?.to_string() } else { String::new() };
    Ok(((model.unbind(), data.unbind()), name))
}

fn to_failure(error: &PyErr) -> LoadFailure {
    LoadFailure { message: error.to_string(), ..LoadFailure::default() }
}

impl Source for Program {
    fn load(&mut self) -> Result<Loaded, LoadFailure> {
        match &self.origin {
            Origin::Given(_) | Origin::Loader(_) => {
                Python::attach(|py| self.load_first(py).map_err(|error| to_failure(&error)))
            }
            Origin::File(path) => {
                let loaded = file::load_file(path, &mut self.watched)?;
                self.pair = None;
                Ok(loaded)
            }
            Origin::Dropped(dropped) => {
                let loaded = file::load_dropped(dropped)?;
                self.pair = None;
                Ok(loaded)
            }
        }
    }

    fn load_dropped(&mut self, dropped: DroppedModel) -> Result<Loaded, LoadFailure> {
        let loaded = file::load_dropped(&dropped)?;
        self.origin = Origin::Dropped(dropped);
        self.pair = None;
        Ok(loaded)
    }

    fn has_changed(&mut self) -> bool {
        matches!(self.origin, Origin::File(_)) && self.watched.has_changed()
    }

    fn step(&mut self, m: &Model, d: &mut Data) -> Result<(), String> {
        if callbacks::staged() {
            return self.step_staged(m, d).map_err(|error| error.to_string());
        }
        d.step(m).map_err(|error| error.to_string())
    }

    fn has_own_steps(&self) -> bool {
        callbacks::staged()
    }

    fn show(&mut self, d: &Data) {
        // a world that the engine failed on stays as it is
        if let Some((_, data)) = self.pair.as_ref().filter(|_| self.is_of(d)) {
            let _ = data.get().work(|own| {
                own.copy_from(d);
                Ok::<_, String>(())
            });
        }
    }

    fn press(&mut self, key: i32) {
        if let Some(keys) = &self.keys {
            Python::attach(|py| {
                if let Err(error) = keys.call1(py, (key,)) {
                    error.print(py);
                }
            });
        }
    }
}
