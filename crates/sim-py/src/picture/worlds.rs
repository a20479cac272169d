//! Pictures of all worlds of a batch. Each thread draws whole pictures with its own renderer.

use crate::batch::simulation::BatchSim;
use crate::errors::{self, Failure, FatalError};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::picture::drawer::refused;
use crate::scene;
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sim_core::{Data, Model};
use sim_view::render::{Options, RenderError, Renderer};
use sim_view::{Camera, Categories, Scene, SceneError, SceneOption};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

/// Kind of a picture: colour, depth or ids.
#[derive(Clone, Copy)]
pub enum Kind {
    Color,
    Depth,
    Segmentation,
}

impl Kind {
    /// The kind of a name.
    pub fn named(name: &str) -> PyResult<Self> {
        match name {
            "color" => Ok(Self::Color),
            "depth" => Ok(Self::Depth),
            "segmentation" => Ok(Self::Segmentation),
            _ => Err(PyValueError::new_err(format!("there are no pictures of the kind '{name}'"))),
        }
    }
}

/// Camera, flags and size of the pictures.
pub struct View {
    pub camera: Camera,
    pub option: SceneOption,
    pub maxgeom: usize,
    /// Width and height.
    pub size: [usize; 2],
}

/// The renderer and the scene of a thread.
pub struct Painter {
    renderer: Renderer,
    scene: Scene,
}

/// Why there is no picture of a world.
enum Refusal {
    Picture(RenderError),
    Scene(SceneError),
    World(String),
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self::World(message)
    }
}

impl Refusal {
    fn into_error(self) -> PyErr {
        match self {
            Self::Picture(error) => refused(error),
            Self::Scene(error) => scene::refused(error),
            Self::World(message) => FatalError::new_err(message),
        }
    }
}

/// Updates a scene. The camera comes first, because infinite planes are drawn around it.
pub fn update(
    scene: &mut Scene,
    m: &Model,
    d: &Data,
    option: &SceneOption,
    camera: &mut Camera,
    maxgeom: usize,
) -> Result<(), SceneError> {
    scene.maxgeom = maxgeom;
    scene.exhausted = false;
    scene.update_camera(m, d, camera)?;
    scene.update(m, d, option, None, camera, Categories::all())
}

/// Entries two by two.
pub fn pairs(entries: &mut [i32]) -> &mut [[i32; 2]] {
    entries.as_chunks_mut().0
}

/// Draws every world into its part of `out`.
pub fn draw(
    model: &Py<MjModel>,
    painters: &mut Vec<Painter>,
    kind: Kind,
    batch: &Bound<'_, BatchSim>,
    view: &View,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (py, pool) = (batch.py(), batch.get().threads_here()?);
    batch.get().worlds().worlds.iter().try_for_each(|world| world.get().check_sizes(model.bind(py)))?;
    let mut make = || {
        let m = model.get().store.read();
        let [width, height] = view.size;
        for painter in painters.iter_mut() {
            painter.renderer.resize(width, height)?;
        }
        let options = Options::default().with_threads(1);
        while painters.len() < pool.threads() {
            painters.push(Painter { renderer: Renderer::new(&m, width, height, options)?, scene: Scene::new(&m, 0) });
        }
        Ok(())
    };
    let made: Result<(), RenderError> = errors::run(py, &Failure::new(), || Ok::<_, Infallible>(make()))?;
    made.map_err(refused)?;
    match kind {
        Kind::Color => each(painters, batch, view, out, Renderer::color),
        Kind::Depth => each(painters, batch, view, out, Renderer::depth),
        Kind::Segmentation => {
            each(painters, batch, view, out, |renderer, scene, out| renderer.segmentation(scene, pairs(out)))
        }
    }
}

fn each<E: Element + Send>(
    painters: &mut [Painter],
    batch: &Bound<'_, BatchSim>,
    view: &View,
    out: &Bound<'_, PyAny>,
    act: impl Fn(&mut Renderer, &Scene, &mut [E]) -> Result<(), RenderError> + Sync,
) -> PyResult<()> {
    let py = batch.py();
    let (pool, worlds) = (batch.get().threads_here()?, batch.get().worlds());
    let array = out.cast::<PyArrayDyn<E>>()?;
    let mut array = array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let all = array.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let n = worlds.worlds.len();
    if n == 0 {
        return Ok(());
    }
    worlds.worlds.iter().try_for_each(|world| world.get().settle(py))?;
    let parts = all.chunks_mut((all.len() / n).max(1));
    let pairs = worlds.models.iter().map(Py::get).zip(worlds.worlds.iter().map(Py::get));
    let mut jobs: Vec<(&MjModel, &MjData, &mut [E])> = pairs.zip(parts).map(|((m, d), part)| (m, d, part)).collect();
    let painters: Vec<Mutex<&mut Painter>> = painters.iter_mut().map(Mutex::new).collect();
    let first: Mutex<Option<Refusal>> = Mutex::default();
    let _call = worlds.begin()?;
    let work = || {
        pool.distribute(&mut jobs, |queue| {
            let Some(painter) = painters.get(queue.worker()) else { return };
            let mut painter = painter.lock().unwrap_or_else(PoisonError::into_inner);
            let Painter { renderer, scene } = &mut **painter;
            for (model, world, part) in queue {
                let drawn = picture(model, world, view, scene)
                    .and_then(|()| act(renderer, scene, part).map_err(Refusal::Picture));
                if let Err(refusal) = drawn {
                    first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(refusal);
                }
            }
        });
        Ok::<_, Infallible>(())
    };
    errors::run(py, &Failure::new(), work)?;
    let refusal = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    refusal.map_or(Ok(()), |refusal| Err(refusal.into_error()))
}

/// The scene of one world.
fn picture(model: &MjModel, world: &MjData, view: &View, scene: &mut Scene) -> Result<(), Refusal> {
    model.consistent()?;
    // the model's lock comes before the world's, as in a step
    let m = model.store.read();
    let mut camera = view.camera;
    world.work(|d| update(scene, &m, d, &view.option, &mut camera, view.maxgeom).map_err(Refusal::Scene))
}
