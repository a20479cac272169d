//! `_Viewer`: a server whose pages show what a program publishes.

use crate::memory::whole::Whole;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::scene::{self, Lists};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use sim_core::Model;
use sim_view::Scene;
use sim_view::viewer::{Address, Hub, MAX_OVERLAY_BYTES, Order, OverlayKind, Viewer, ViewerError};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Longest wait for orders. A Python thread handles signals between two waits.
const LONGEST_WAIT: f64 = 1.0;

/// The model that pages show.
#[derive(Default)]
struct Shown {
    version: u32,
    model: Arc<Model>,
}

/// Serves pages until it is closed.
///
/// page: path or None, folder of the page, None: the page of the package; host: str or None, None: this machine only; port: int, 0 for a
/// free one.
#[pyclass(frozen, weakref, module = "cortenforge._core", name = "_Viewer")]
pub struct PyViewer {
    server: Mutex<Option<Viewer>>,
    hub: Arc<Hub>,
    url: String,
    port: u16,
    shown: Mutex<Shown>,
    /// Memory for the geoms that a program adds to the scene.
    user: Mutex<Scene>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(error: &ViewerError) -> PyErr {
    let text = error.to_string();
    match error {
        ViewerError::Address { .. } | ViewerError::Page(_) => PyOSError::new_err(text),
        _ => PyRuntimeError::new_err(text),
    }
}

impl PyViewer {
    /// Where states go and requests come from.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    fn check_open(&self) -> PyResult<()> {
        if self.hub.is_closing() {
            return Err(PyRuntimeError::new_err("this viewer is closed: launch another one"));
        }
        Ok(())
    }
}

#[pymethods]
impl PyViewer {
    #[new]
    #[pyo3(signature = (page, host=None, port=Whole(0)), text_signature = "(page, host=None, port=0)")]
    fn new(py: Python<'_>, page: Option<PathBuf>, host: Option<String>, port: Whole) -> PyResult<Self> {
        let port = port.port("port")?;
        let start = || Viewer::start(&Address { host, port }, viewer_page::find(page.as_deref())?);
        let server = py.detach(start).map_err(|error| failed(&error))?;
        let (hub, url, port) = (Arc::clone(server.hub()), server.url(), server.address().port());
        Ok(Self { server: Mutex::new(Some(server)), hub, url, port, shown: Mutex::default(), user: Mutex::default() })
    }

    /// Address to open in a browser.
    ///
    /// str.
    #[getter]
    fn url(&self) -> &str {
        &self.url
    }

    /// Port of the server.
    ///
    /// int.
    #[getter]
    fn port(&self) -> u16 {
        self.port
    }

    /// Whether the server runs.
    ///
    /// bool.
    #[getter]
    fn is_running(&self) -> bool {
        !self.hub.is_closing()
    }

    /// Number of open pages.
    ///
    /// int.
    #[getter]
    fn pages(&self) -> usize {
        self.hub.pages()
    }

    /// Asks the server to end, without waiting.
    fn stop(&self) {
        self.hub.close();
    }

    /// Ends the server, and waits for that.
    fn close(&self, py: Python<'_>) {
        self.hub.close();
        let server = lock(&self.server).take();
        py.detach(|| drop(server));
    }

    /// Shows a model from now on, or again with its meshes, textures and height fields as they are now.
    ///
    /// model: Model; data: Data; name: str.
    fn show(&self, model: &Bound<'_, MjModel>, data: &Bound<'_, MjData>, name: &str) -> PyResult<()> {
        self.check_open()?;
        model.get().check()?;
        let own = Arc::new(model.get().twin());
        let version = MjData::run_briefly(data, model, |_, d| self.hub.show_passive(&own, d, name))?;
        *lock(&self.shown) = Shown { version, model: own };
        Ok(())
    }

    /// Shows a state of the model.
    ///
    /// model: Model; data: Data; perturb: MjvPerturb or None; user: MjvScene or None, whose geoms are drawn too; state_only: bool, True:
    /// the model has not changed.
    #[pyo3(signature = (model, data, perturb=None, user=None, state_only=false))]
    fn publish(
        &self,
        model: &Bound<'_, MjModel>,
        data: &Bound<'_, MjData>,
        perturb: Option<&Bound<'_, PyAny>>,
        user: Option<&Bound<'_, PyAny>>,
        state_only: bool,
    ) -> PyResult<()> {
        self.check_open()?;
        let perturb = scene::perturbation(perturb)?.unwrap_or_default();
        let mut drawn = std::mem::take(&mut *lock(&self.user));
        drawn.geoms.clear();
        user.map(|user| scene::load_scene(user, &mut drawn, Lists::All)).transpose()?;
        let (version, model_now) = {
            let mut shown = lock(&self.shown);
            if !state_only {
                model.get().check()?;
                shown.model = Arc::new(model.get().twin());
            }
            (shown.version, Arc::clone(&shown.model))
        };
        MjData::run_briefly(data, model, |_, d| {
            self.hub.publish(|snapshot| {
                snapshot.version = version;
                snapshot.model = model_now;
                snapshot.data.copy_from(d);
                snapshot.perturb = perturb;
                snapshot.user.clone_from(&drawn.geoms);
                snapshot.playing = true;
                snapshot.real_time_factor = 0.0;
                snapshot.world = 0;
                snapshot.others.clear();
            });
        })?;
        *lock(&self.user) = drawn;
        Ok(())
    }

    /// Waits for orders of pages, at most some seconds. What the mouse holds is written to `perturb`.
    ///
    /// perturb: MjvPerturb; seconds: float. Returns list[tuple[Any, ...]], tuples that begin with a word.
    #[pyo3(signature = (perturb, seconds=0.0))]
    fn orders<'py>(&self, perturb: &Bound<'py, PyAny>, seconds: f64) -> PyResult<Bound<'py, PyList>> {
        let py = perturb.py();
        let patience = Duration::from_secs_f64(if seconds > 0.0 { seconds.min(LONGEST_WAIT) } else { 0.0 });
        let orders = py.detach(|| self.hub.orders(patience));
        let list = PyList::empty(py);
        for order in orders {
            if let Order::Perturb(held) = &order {
                scene::store_perturbation(perturb, **held)?;
            }
            list.append(words(py, order)?)?;
        }
        Ok(list)
    }

    /// Sets the camera, the visible groups and the rendering flags of all pages.
    ///
    /// cam: MjvCamera; opt: MjvOption; scn: MjvScene.
    fn look(&self, cam: &Bound<'_, PyAny>, opt: &Bound<'_, PyAny>, scn: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut drawn = Scene::default();
        scene::load_scene(scn, &mut drawn, Lists::Cameras)?;
        self.hub.set_view(&scene::camera(cam)?, &scene::option("opt", opt)?, drawn.flags);
        Ok(())
    }

    /// Writes what users of pages chose since the last call to a camera and an option.
    ///
    /// cam: MjvCamera; opt: MjvOption. Returns bool, whether they chose something.
    fn chosen(&self, cam: &Bound<'_, PyAny>, opt: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (camera, option) = self.hub.take_choices();
        camera.map(|camera| scene::store_camera(cam, camera)).transpose()?;
        option.map(|option| scene::store_option(opt, option)).transpose()?;
        Ok(camera.is_some() || option.is_some())
    }

    /// Width and height (pixels) of the picture of the page that reported its size last.
    ///
    /// tuple[int, int] or None.
    #[getter]
    fn picture_size(&self) -> Option<(u32, u32)> {
        self.hub.picture_size().map(|[width, height]| (width, height))
    }

    /// Draws texts, figures or images over the pictures of all pages, in the bytes of the viewer's protocol.
    ///
    /// kind: str; message: bytes.
    fn draw_over(&self, kind: &str, message: &[u8]) -> PyResult<()> {
        let overlay = match kind {
            "texts" => OverlayKind::Texts,
            "figures" => OverlayKind::Figures,
            "images" => OverlayKind::Images,
            _ => return Err(PyValueError::new_err(format!("{kind}: there are texts, figures and images"))),
        };
        if self.hub.set_overlay(overlay, message) {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "{kind} of {} bytes: at most {MAX_OVERLAY_BYTES} are drawn; show fewer or smaller ones",
            message.len()
        )))
    }

    /// Plots a scalar: its value at a time (s), by default the time of the shown state.
    ///
    /// name: str; value: float; time: float or None.
    #[pyo3(signature = (name, value, time=None))]
    fn plot(&self, name: &str, value: f64, time: Option<f64>) -> PyResult<()> {
        let time = time.or_else(|| self.hub.snapshot().map(|snapshot| snapshot.data.time));
        self.hub.plot(name, time.unwrap_or(0.0), value).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Shows a button. The result is its number.
    ///
    /// name: str. Returns int.
    fn button(&self, name: &str) -> PyResult<usize> {
        self.hub.show_button(name).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Shows a slider. The result is its number.
    ///
    /// name: str; low: float; high: float; value: float. Returns int.
    fn slider(&self, name: &str, low: f64, high: f64, value: f64) -> PyResult<usize> {
        self.hub.show_slider(name, low, high, value).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// How often a button was pressed, or the value of a slider.
    ///
    /// id: int. Returns float.
    fn widget_value(&self, id: usize) -> PyResult<f64> {
        let unknown = || PyValueError::new_err(format!("there is no button and no slider number {id}"));
        self.hub.widget_value(id).ok_or_else(unknown)
    }

    /// Shows a line of text on all pages.
    ///
    /// text: str.
    fn notice(&self, text: &str) {
        self.hub.send_notice(text);
    }
}

/// An order as a tuple.
fn words(py: Python<'_>, order: Order) -> PyResult<Bound<'_, PyTuple>> {
    match order {
        Order::Play => ("play",).into_pyobject(py),
        Order::Pause => ("pause",).into_pyobject(py),
        Order::Step(count) => ("step", count).into_pyobject(py),
        Order::Reset => ("reset",).into_pyobject(py),
        Order::Key(id) => ("key", id).into_pyobject(py),
        Order::Speed(speed) => ("speed", speed).into_pyobject(py),
        Order::Seek(index) => ("seek", index).into_pyobject(py),
        Order::Control { id, value } => ("ctrl", id, value).into_pyobject(py),
        Order::Positions { first, values } => ("qpos", first, values).into_pyobject(py),
        Order::World(id) => ("world", id).into_pyobject(py),
        Order::Shown(count) => ("shown", count).into_pyobject(py),
        Order::Reload => ("reload",).into_pyobject(py),
        Order::Setting { name, values } => ("setting", name, values).into_pyobject(py),
        Order::Load(dropped) => {
            let files = PyDict::new(py);
            dropped.files().try_for_each(|(name, bytes)| files.set_item(name, PyBytes::new(py, bytes)))?;
            ("load", dropped.name(), files).into_pyobject(py)
        }
        Order::Perturb(held) => ("perturb", held.active).into_pyobject(py),
        Order::Pressed(key) => ("pressed", key).into_pyobject(py),
    }
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyViewer>()
}
