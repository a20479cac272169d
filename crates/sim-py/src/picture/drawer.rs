//! `_Drawer`: a renderer for one model, and the scene it draws.

use crate::batch::simulation::BatchSim;
use crate::batch::worker_pool::ActiveCalls;
use crate::errors::{self, Failure, FatalError};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::picture::worlds::{self, Kind, Painter};
use crate::scene::{self, Lists};
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use sim_core::{Data, Model};
use sim_view::render::{Options, RenderError, Renderer, Threads};
use sim_view::{Camera, Scene, SceneOption};
use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The Python exception of an error of a picture.
pub fn refused(error: RenderError) -> PyErr {
    let text = error.to_string();
    match error {
        RenderError::Size { .. } | RenderError::Array { .. } | RenderError::Id { .. } => PyValueError::new_err(text),
        RenderError::Memory { .. } | RenderError::OutOfMemory { .. } => PyMemoryError::new_err(text),
        _ => FatalError::new_err(text),
    }
}

/// The threads that draw, and their process. A forked process starts its own.
static THREADS: Mutex<Option<(u32, Threads)>> = Mutex::new(None);

fn threads() -> Result<Threads, RenderError> {
    let process = std::process::id();
    let mut known = lock(&THREADS);
    if let Some((_, threads)) = known.as_ref().filter(|(owner, _)| *owner == process) {
        return Ok(threads.clone());
    }
    let threads = Threads::new(0)?;
    *known = Some((process, threads.clone()));
    Ok(threads)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A renderer, and the process whose threads it uses.
struct Engine {
    process: u32,
    renderer: Renderer,
}

impl Engine {
    fn new(m: &Model, [width, height]: [usize; 2]) -> Result<Self, RenderError> {
        let renderer = Renderer::with_threads(m, width, height, Options::default(), &threads()?)?;
        Ok(Self { process: std::process::id(), renderer })
    }
}

/// Draws scenes of a model into arrays. Rows come from the top.
///
/// model: Model; width, height: int, pixels.
#[pyclass(frozen, module = "cortenforge._core", name = "_Drawer")]
pub struct Drawer {
    model: Py<MjModel>,
    /// Locked during a drawing, which runs without the interpreter's lock.
    engine: Mutex<Engine>,
    scene: Mutex<Scene>,
    /// Memory for the next scene, which is made with the interpreter's lock held.
    spare: Mutex<Option<Scene>>,
    painters: Mutex<Vec<Painter>>,
    active_calls: ActiveCalls,
}

impl Drawer {
    /// Makes the scene that is drawn from now on.
    fn replace(&self, py: Python<'_>, make: impl FnOnce(&mut Scene) -> PyResult<()>) -> PyResult<()> {
        let _call = self.active_calls.begin()?;
        let spare = lock(&self.spare).take();
        let mut scene = spare.unwrap_or_else(|| Scene::new(&Model::default(), 0));
        make(&mut scene)?;
        // a thread that draws holds the scene's lock, but not the interpreter's
        py.detach(|| std::mem::swap(&mut *lock(&self.scene), &mut scene));
        *lock(&self.spare) = Some(scene);
        Ok(())
    }

    /// Runs `work` with the renderer, without the interpreter's lock.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Renderer, &Scene) -> Result<R, RenderError> + Send,
    ) -> PyResult<R> {
        let _call = self.active_calls.begin()?;
        let drawn = || {
            let (mut engine, scene) = (lock(&self.engine), lock(&self.scene));
            if engine.process != std::process::id() {
                let size = [engine.renderer.width(), engine.renderer.height()];
                match Engine::new(&self.model.get().store.read(), size) {
                    // the threads of the old one are in another process
                    Ok(new) => *engine = new,
                    Err(error) => return Ok(Err(error)),
                }
            }
            Ok::<_, Infallible>(work(&mut engine.renderer, &scene))
        };
        errors::run(py, &Failure::new(), drawn)?.map_err(refused)
    }

    /// Draws into a caller's array.
    fn draw<E: Element + Send>(
        &self,
        out: &Bound<'_, PyArrayDyn<E>>,
        work: impl FnOnce(&mut Renderer, &Scene, &mut [E]) -> Result<(), RenderError> + Send,
    ) -> PyResult<()> {
        let mut array = out.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let out_slice = array.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.with(out.py(), |renderer, scene| work(renderer, scene, out_slice))
    }
}

/// A side of a picture.
fn side(pixels: i64) -> usize {
    usize::try_from(pixels).unwrap_or(0)
}

/// Camera and flags of a view.
fn camera_and_option(cam: &Bound<'_, PyAny>, opt: Option<&Bound<'_, PyAny>>) -> PyResult<(Camera, SceneOption)> {
    Ok((scene::camera(cam)?, opt.map(|opt| scene::option("opt", opt)).transpose()?.unwrap_or_default()))
}

#[pymethods]
impl Drawer {
    #[new]
    fn new(model: &Bound<'_, MjModel>, width: i64, height: i64) -> PyResult<Self> {
        model.get().check()?;
        let store = &model.get().store;
        let size = [side(width), side(height)];
        let make = || Ok::<_, Infallible>(Engine::new(&store.read(), size));
        let engine = errors::run(model.py(), &Failure::new(), make)?.map_err(refused)?;
        let scene = Scene::new(&store.read(), 0);
        Ok(Self {
            model: model.clone().unbind(),
            engine: Mutex::new(engine),
            scene: Mutex::new(scene),
            spare: Mutex::default(),
            painters: Mutex::default(),
            active_calls: ActiveCalls::default(),
        })
    }

    /// Changes the size of pictures.
    ///
    /// width, height: int, pixels.
    fn resize(&self, py: Python<'_>, width: i64, height: i64) -> PyResult<()> {
        self.with(py, |renderer, _| renderer.resize(side(width), side(height)))
    }

    /// Loads a scene, which is drawn from now on.
    ///
    /// scn: MjvScene.
    fn load(&self, scn: &Bound<'_, PyAny>) -> PyResult<()> {
        self.replace(scn.py(), |scene| scene::load_scene(scn, scene, Lists::All))
    }

    /// Makes the scene of a world, which is drawn from now on.
    ///
    /// data: Data; cam: MjvCamera; opt: MjvOption or None; maxgeom: int, geoms beyond it are left out.
    #[pyo3(signature = (data, cam, opt=None, maxgeom=10_000))]
    fn look(
        &self,
        data: &Bound<'_, MjData>,
        cam: &Bound<'_, PyAny>,
        opt: Option<&Bound<'_, PyAny>>,
        maxgeom: usize,
    ) -> PyResult<()> {
        let (mut camera, option) = camera_and_option(cam, opt)?;
        let model = data.get().model_of(data.py());
        data.get().check_sizes(self.model.bind(data.py()))?;
        self.replace(data.py(), |scene| {
            let update = |m: &Model, d: &mut Data| worlds::update(scene, m, d, &option, &mut camera, maxgeom);
            MjData::run_briefly(data, &model, update)?.map_err(scene::refused)
        })
    }

    /// Draws a picture in colour.
    ///
    /// out: numpy uint8 (height, width, 3), written.
    fn color(&self, out: &Bound<'_, PyArrayDyn<u8>>) -> PyResult<()> {
        self.draw(out, Renderer::color)
    }

    /// Draws the depth (m) of each pixel; that of the far plane for the background.
    ///
    /// out: numpy float32 (height, width), written.
    fn depth(&self, out: &Bound<'_, PyArrayDyn<f32>>) -> PyResult<()> {
        self.draw(out, Renderer::depth)
    }

    /// Draws the depth buffer: 0 at the near plane, 1 at the far one.
    ///
    /// out: numpy float32 (height, width), written.
    fn depth_buffer(&self, out: &Bound<'_, PyArrayDyn<f32>>) -> PyResult<()> {
        self.draw(out, Renderer::depth_buffer)
    }

    /// Writes id and kind of the object in each pixel; -1 and -1 for the background.
    ///
    /// out: numpy int32 (height, width, 2), written.
    fn segmentation(&self, out: &Bound<'_, PyArrayDyn<i32>>) -> PyResult<()> {
        self.draw(out, |renderer, scene, out| renderer.segmentation(scene, worlds::pairs(out)))
    }

    /// Draws pictures of all worlds of a batch, by the threads of the batch.
    ///
    /// kind: str, "color", "depth" or "segmentation"; batch: BatchSim; cam: MjvCamera; out: numpy array, written, a picture for each
    /// world; opt: MjvOption or None; maxgeom: int, geoms beyond it are left out.
    #[pyo3(signature = (kind, batch, cam, out, opt=None, maxgeom=10_000))]
    fn worlds(
        &self,
        kind: &str,
        batch: &Bound<'_, BatchSim>,
        cam: &Bound<'_, PyAny>,
        out: &Bound<'_, PyAny>,
        opt: Option<&Bound<'_, PyAny>>,
        maxgeom: usize,
    ) -> PyResult<()> {
        let py = batch.py();
        let (camera, option) = camera_and_option(cam, opt)?;
        let size = self.with(py, |renderer, _| Ok([renderer.width(), renderer.height()]))?;
        let view = worlds::View { camera, option, maxgeom, size };
        let _call = self.active_calls.begin()?;
        let mut painters = std::mem::take(&mut *lock(&self.painters));
        let drawn = worlds::draw(&self.model, &mut painters, Kind::named(kind)?, batch, &view, out);
        *lock(&self.painters) = painters;
        drawn
    }

    /// Reads a texture, a mesh or a height field of the model again, after its entries have changed.
    ///
    /// kind: str, "texture", "mesh" or "hfield"; id: int.
    fn upload(&self, py: Python<'_>, kind: &str, id: i64) -> PyResult<()> {
        let model = &self.model;
        model.get().check()?;
        let Ok(id) = usize::try_from(id) else {
            return Err(FatalError::new_err(format!("{kind} {id} does not exist: numbers begin at 0")));
        };
        let act = match kind {
            "texture" => Renderer::upload_texture,
            "mesh" => Renderer::upload_mesh,
            "hfield" => Renderer::upload_hfield,
            _ => return Err(PyValueError::new_err(format!("there is nothing to upload called '{kind}'"))),
        };
        self.with(py, |renderer, _| act(renderer, &model.get().store.read(), id))
    }
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Drawer>()
}
