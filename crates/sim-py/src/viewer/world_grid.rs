//! `_WorldGrid`: worlds of a batch that a program steps, on the pages of a viewer.
//!
//! Python hands over positions of the shown worlds; their poses are computed here, in a world of the grid's own. The batch is only
//! read.

use crate::errors::{self, Failure};
use crate::memory::whole::Whole;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::scene;
use crate::viewer::server::PyViewer;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sim_core::binding::pipeline::stages;
use sim_core::{Data, Model};
use sim_view::viewer::{Hub, ShownWorlds};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

/// What pages show, and a world to compute poses in.
struct Shown {
    worlds: ShownWorlds,
    model: Arc<Model>,
    scratch: Data,
    /// Packed poses of the worlds that are not selected.
    poses: Vec<u8>,
}

/// Shows worlds of a batch.
///
/// viewer: _Viewer; model: Model; data: Data, one of the worlds; name: str; count: int, worlds of the batch; shown: int, worlds that
/// are shown at a time.
#[pyclass(frozen, module = "cortenforge._core", name = "_WorldGrid")]
pub struct WorldGrid {
    hub: Arc<Hub>,
    // a world has a stricter alignment than objects of Python
    shown: Mutex<Box<Shown>>,
}

/// Rows of the shown worlds, in the order of their numbers.
type Rows<'py> = PyReadonlyArray2<'py, f64>;

fn check_rows(name: &str, rows: &Rows<'_>, shape: [usize; 2]) -> PyResult<()> {
    if rows.shape() == shape && rows.is_c_contiguous() {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "`{name}` has shape {:?}: give {shape:?}, with rows one after another",
        rows.shape()
    )))
}

#[pymethods]
impl WorldGrid {
    #[new]
    fn new(
        viewer: &Bound<'_, PyViewer>,
        model: &Bound<'_, MjModel>,
        data: &Bound<'_, MjData>,
        name: &str,
        count: Whole,
        shown: Whole,
    ) -> PyResult<Self> {
        let count = count.count("count", 1, "the number of worlds")?;
        let shown = shown.count("shown", 1, "the number of worlds that are shown at a time")?;
        model.get().check()?;
        let (hub, own) = (Arc::clone(viewer.get().hub()), Arc::new(model.get().twin()));
        let worlds = MjData::run_briefly(data, model, |_, d| hub.show_batch(&own, d, name, count, shown))?;
        let scratch = own.make_data();
        let shown = Shown { worlds, model: own, scratch, poses: Vec::new() };
        Ok(Self { hub, shown: Mutex::new(Box::new(shown)) })
    }

    /// The worlds that are shown with one: the first, and the one after the last.
    ///
    /// selected: int. Returns tuple[int, int].
    fn block(&self, selected: usize) -> (usize, usize) {
        let range = self.shown.lock().unwrap_or_else(PoisonError::into_inner).worlds.around(selected);
        (range.start, range.end)
    }

    /// Takes over the settings of a model (`opt`), which pages show from the next state on.
    ///
    /// model: Model.
    fn take_settings(&self, model: &Bound<'_, MjModel>) {
        let settings = model.get().store.read().opt.clone();
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::make_mut(&mut shown.model).opt = settings;
    }

    /// Shows the worlds as they are now.
    ///
    /// data: Data, the selected world; selected: int; qpos: numpy float64 array (worlds of the block, nq); mocap: numpy float64 array
    /// (worlds of the block, 7 nmocap), positions and orientations; perturb: MjvPerturb or None.
    #[pyo3(signature = (data, selected, qpos, mocap, perturb=None))]
    fn publish(
        &self,
        py: Python<'_>,
        data: &Bound<'_, MjData>,
        selected: usize,
        qpos: Rows<'_>,
        mocap: Rows<'_>,
        perturb: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let held = scene::perturbation(perturb)?.unwrap_or_default();
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = &mut **shown;
        let block = shown.worlds.around(selected);
        check_rows("qpos", &qpos, [block.len(), shown.model.nq])?;
        check_rows("mocap", &mocap, [block.len(), 7 * shown.model.nmocap])?;
        let (qpos, mocap) = (qpos.as_slice()?, mocap.as_slice()?);
        errors::run(py, &Failure::new(), || {
            shown.pose(block.start, selected, qpos, mocap);
            Ok::<_, Infallible>(())
        })?;
        let model = data.get().model_of(py);
        let (version, own, poses) = (shown.worlds.version(), &shown.model, &shown.poses);
        MjData::run_briefly(data, &model, |_, d| {
            self.hub.publish(|snapshot| {
                snapshot.version = version;
                snapshot.model = Arc::clone(own);
                snapshot.data.copy_from(d);
                snapshot.perturb = held;
                snapshot.user.clear();
                snapshot.playing = true;
                snapshot.real_time_factor = 0.0;
                snapshot.world = u32::try_from(selected).unwrap_or(u32::MAX);
                snapshot.others.clone_from(poses);
            });
        })
    }
}

impl Shown {
    /// Computes the poses of the worlds of a block, without the selected one.
    fn pose(&mut self, first: usize, selected: usize, qpos: &[f64], mocap: &[f64]) {
        let (nq, nmocap) = (self.model.nq, self.model.nmocap);
        self.poses.clear();
        for place in 0..self.worlds.around(selected).len() {
            if first + place == selected {
                continue;
            }
            self.scratch.qpos.copy_from_slice(&qpos[place * nq..(place + 1) * nq]);
            let (places, turns) = mocap[place * 7 * nmocap..(place + 1) * 7 * nmocap].split_at(3 * nmocap);
            self.scratch.mocap_pos.copy_from_slice(places);
            self.scratch.mocap_quat.copy_from_slice(turns);
            stages::kinematics(&self.model, &mut self.scratch);
            self.worlds.write(&self.scratch, &mut self.poses);
        }
    }
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<WorldGrid>()
}
