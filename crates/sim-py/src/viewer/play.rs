//! `_play`: a world that runs for the pages of a viewer until it is closed.

use crate::errors::FatalError;
use crate::interrupt::Watch;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::viewer::server::PyViewer;
use crate::viewer::source::{Origin, Program};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use sim_view::viewer::Player;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Time between two polls for Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// Runs a world until the viewer is closed, Python raises an exception (Ctrl-C), or the last page has been closed for `linger` seconds.
/// One of `path`, `loader`, and `model` with `data` says what runs.
///
/// viewer: _Viewer; model: Model or None; data: Data or None; loader: Callable[[], Any] or None; path: path or None; name: str;
/// worlds: int; keys: Callable[[int], object] or None; paused: bool; linger: float or None.
#[pyfunction]
#[pyo3(signature = (viewer, model=None, data=None, loader=None, path=None, name="", worlds=1, keys=None, paused=false, linger=None))]
fn _play(
    viewer: &Bound<'_, PyViewer>,
    model: Option<&Bound<'_, MjModel>>,
    data: Option<&Bound<'_, MjData>>,
    loader: Option<Py<PyAny>>,
    path: Option<PathBuf>,
    name: &str,
    worlds: usize,
    keys: Option<Py<PyAny>>,
    paused: bool,
    linger: Option<f64>,
) -> PyResult<()> {
    let py = viewer.py();
    let pair = model.zip(data).map(|(m, d)| (m.clone().unbind(), d.clone().unbind()));
    let origin = match (path, loader) {
        (Some(path), _) => Origin::File(path),
        (None, Some(loader)) => Origin::Loader(loader),
        (None, None) => Origin::Given(name.to_string()),
    };
    let mut program = Program::new(origin, pair, keys);
    let loaded = program.load_first(py)?;
    let hub = Arc::clone(viewer.get().hub());
    let watch = Watch::default();
    let outcome = py.detach(|| {
        let player = Player::new(Arc::clone(&hub), Box::new(program), loaded, worlds);
        let mut player = player.map_err(|failure| PyMemoryError::new_err(failure.message))?;
        if !paused {
            player.play();
        }
        let (ended, end) = mpsc::channel::<()>();
        let run = move || {
            player.run();
            // the end of the world is the end of this
            drop((player, ended));
        };
        let thread = std::thread::Builder::new().name("viewer physics".into()).spawn(run);
        let thread = thread.map_err(|error| PyRuntimeError::new_err(format!("the viewer has no thread: {error}")))?;
        while end.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            watch.poll();
            let is_deserted = linger.zip(hub.idle_time()).is_some_and(|(most, time)| time.as_secs_f64() > most);
            if watch.stopped() || is_deserted {
                hub.close();
            }
        }
        thread
            .join()
            .map_err(|_| FatalError::new_err("the engine failed on this model and state; its viewer has ended"))
    });
    hub.close();
    watch.finish()?;
    outcome
}

/// Adds the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_play, module)?)
}
