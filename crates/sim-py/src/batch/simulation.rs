//! `cortenforge.BatchSim`: many worlds of one model, stepped together by several threads.

use crate::batch::overrides;
use crate::batch::reset::{self, Reset};
use crate::batch::states::BatchStates;
use crate::batch::worker_pool::WorkerPool;
use crate::batch::worlds::{Exchange, Results, Worlds, world_array};
use crate::dropin::state_vector;
use crate::errors::{self, Failed, Failure};
use crate::memory::broadcast;
use crate::memory::whole::{Whole, optional};
use crate::native::data::MjData;
use crate::native::given_model::given_model;
use crate::native::model::{BYTES, MjModel};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyIterator, PyList, PyTuple, PyType};
use sim_core::batch::{Controls, check_memory};
use sim_core::data::{STATE_FIELDS, State};
use sim_core::{Data, Model, StepError};
use std::sync::{Arc, Mutex, PoisonError};

/// Everything that decides the next step: `mjSTATE_INTEGRATION`.
const INTEGRATION: i64 = State::INTEGRATION.bits() as i64;

/// Components of a saved state that a reset restores: all but the applied forces.
const WITHOUT_FORCES: State = State::INTEGRATION.difference(State::QFRC_APPLIED.union(State::XFRC_APPLIED));

/// The error of each world: None, or a StepError.
type Errors = Vec<Option<Py<PyAny>>>;

/// `nworld` independent worlds of one model, stepped together by the threads of the CPU.
///
/// model: Model; nworld: int; threads: int or None, the threads that step the worlds. None: one for each processor. Results do not depend
/// on their number. `GpuBatchSim` has the same methods: see `cortenforge.Batch`.
///
/// Items: Data. `batch[i]` is a world whose arrays are views of its memory. `get` and `set` copy an array of all worlds. A step that fails
/// is reported in `errors`: the world stays where it failed until it is reset, and the others go on.
#[pyclass(frozen, subclass, weakref, module = "cortenforge", name = "BatchSim")]
pub struct BatchSim {
    model: Py<MjModel>,
    pool: WorkerPool,
    /// Replaced as a whole where a world gets another model or a failed one is made anew.
    worlds: Mutex<Arc<Worlds>>,
    errors: Mutex<Errors>,
}

impl BatchSim {
    /// The worlds as they are now.
    pub fn worlds(&self) -> Arc<Worlds> {
        self.worlds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The threads of the batch.
    pub fn threads_here(&self) -> PyResult<Arc<sim_core::binding::batch::WorkerPool>> {
        self.pool.here()
    }

    /// The index of a world, counted from the end when it is negative.
    fn place(&self, i: Whole) -> PyResult<usize> {
        broadcast::place(i, self.len())
    }

    fn replace_errors(&self, errors: Errors) {
        let before = std::mem::replace(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner), errors);
        drop(before);
    }

    /// Edits worlds on all threads. Worlds that the engine failed on are replaced, and the errors of all of them cleared.
    fn edit(
        &self,
        py: Python<'_>,
        chosen: &[usize],
        work: impl Fn(usize, usize, &Model, &mut Data) + Sync,
    ) -> PyResult<()> {
        let pool = self.pool.here()?;
        let replaced = self.worlds().edit(py, &pool, chosen, work)?;
        if !replaced.is_empty() {
            let mut data = self.data(py);
            for (i, world) in replaced {
                data[i] = Py::new(py, world)?;
            }
            self.renew(py, self.models(py), data)?;
        }
        let mut errors = self.errors(py);
        chosen.iter().for_each(|&i| errors[i] = None);
        self.replace_errors(errors);
        Ok(())
    }

    /// Rejects states that were saved from worlds of another model.
    fn check_saved(&self, py: Python<'_>, states: &BatchStates) -> PyResult<()> {
        let expected = state_vector::mj_stateSize(self.model.bind(py), INTEGRATION)?;
        if states.width == expected || states.worlds == 0 {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "a saved state has {} numbers and a world of this batch {expected}: save it from a batch of the same model",
            states.width
        )))
    }

    fn len(&self) -> usize {
        self.worlds().worlds.len()
    }

    /// Replaces models and worlds. A model that does not fit is an error, and nothing changes.
    fn renew(&self, py: Python<'_>, models: Vec<Py<MjModel>>, worlds: Vec<Py<MjData>>) -> PyResult<()> {
        let new = Arc::new(Worlds::new(py, models, worlds)?);
        let before = std::mem::replace(&mut *self.worlds.lock().unwrap_or_else(PoisonError::into_inner), new);
        drop(before);
        Ok(())
    }

    fn models(&self, py: Python<'_>) -> Vec<Py<MjModel>> {
        self.worlds().models.iter().map(|model| model.clone_ref(py)).collect()
    }

    fn data(&self, py: Python<'_>) -> Vec<Py<MjData>> {
        self.worlds().worlds.iter().map(|world| world.clone_ref(py)).collect()
    }

    /// Runs engine code on every world, and stores the errors.
    fn run(
        &self,
        py: Python<'_>,
        times: usize,
        arrays: Exchange<'_>,
        work: impl Fn(&Model, &mut Data) -> Result<(), StepError> + Send + Sync,
    ) -> PyResult<Errors> {
        let pool = self.pool.here()?;
        let failed = self.worlds().run(py, &pool, times, arrays, work)?;
        let object = |(i, failed): (usize, Option<Box<Failed>>)| {
            failed.map(|failed| failed.into_object(py, Some(i)).map(Bound::unbind)).transpose()
        };
        let errors: Errors = failed.into_iter().enumerate().map(object).collect::<PyResult<_>>()?;
        let copy = copy_of(py, &errors);
        self.replace_errors(errors);
        Ok(copy)
    }

    /// Shape and type of an array of all worlds.
    fn shape(&self, name: &str) -> PyResult<(Vec<usize>, &'static str)> {
        let (shape, kind) = world_array(self.model.get(), name)?;
        Ok(([vec![self.len()], shape].concat(), kind))
    }

    /// Shape of the states of all worlds.
    fn states_shape(&self, py: Python<'_>, spec: i64) -> PyResult<[usize; 2]> {
        Ok([self.len(), state_vector::mj_stateSize(self.model.bind(py), spec)?])
    }

    /// Controls of `n` steps as one array: rows of all worlds, of every step and world, or of every step.
    fn controls<'py>(&self, n: usize, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let (worlds, nu) = (self.len(), self.model.get().store.read().nu);
        let found = broadcast::shape_of(given)?;
        let shape = match found[..] {
            [_, 1, _] if worlds != 1 => vec![n, 1, nu],
            [_, _, _] => vec![n, worlds, nu],
            _ => vec![worlds, nu],
        };
        if let Ok(array) = given.cast::<PyArrayDyn<f64>>()
            && array.shape() == shape
            && array.is_c_contiguous()
        {
            return Ok(array.clone());
        }
        let py = given.py();
        let rule = || {
            let of = if shape.len() == 3 { format!("ctrl of {n} steps") } else { "'ctrl'".to_string() };
            Ok(format!("{of} has shape {}", broadcast::words(py, &shape)?))
        };
        let rows = broadcast::packed(&broadcast::spread(given, Some("float64"), &shape, rule)?)?;
        Ok(rows.cast_into::<PyArrayDyn<f64>>()?)
    }

    /// Checks shape and contiguity of an array for results. Returns whether it has rows for every step.
    fn check_rows(
        &self,
        py: Python<'_>,
        name: &str,
        array: Option<&PyReadwriteArrayDyn<'_, f64>>,
        n: usize,
        width: usize,
    ) -> PyResult<bool> {
        let Some(array) = array else { return Ok(false) };
        let (last, every) = ([self.len(), width], [n, self.len(), width]);
        if !array.is_c_contiguous() {
            let text = format!("`{name}` is not contiguous: pass an array whose rows lie one after another");
            return Err(PyValueError::new_err(text));
        }
        if array.shape() == last || array.shape() == every {
            return Ok(array.shape() == every);
        }
        let shapes =
            [broadcast::words(py, array.shape())?, broadcast::words(py, &last)?, broadcast::words(py, &every)?];
        let [found, last, every] = shapes;
        Err(PyValueError::new_err(format!(
            "`{name}` has shape {found}: give {last} for the end of the call, or {every} for every step"
        )))
    }

    /// Shape and type of an array of the model.
    fn parameter(&self, name: &str) -> Option<(Vec<usize>, &'static str)> {
        let info = Model::ARRAYS.iter().find(|info| info.name == name && !BYTES.contains(&name))?;
        let (model, mut shape) = (self.model.get().store.read(), vec![]);
        model.visit_arrays(&model, &mut |found, dims, _| {
            if found == name {
                shape = [Some(dims.rows), dims.cols].into_iter().flatten().collect();
            }
        });
        Some((shape, info.element.name()))
    }

    /// The value of an option of the model.
    fn option<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let is_number = |value: &Bound<'_, PyAny>| value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
        let value = self.model.bind(py).getattr("opt")?.getattr(name).ok();
        let value = value.filter(|value| !name.starts_with('_') && (broadcast::is_array(value) || is_number(value)));
        let unknown = || PyKeyError::new_err(format!("the model has neither an array nor an option called '{name}'"));
        value.ok_or_else(unknown)
    }
}

fn copy_of(py: Python<'_>, errors: &Errors) -> Errors {
    errors.iter().map(|error| error.as_ref().map(|error| error.clone_ref(py))).collect()
}

#[pymethods]
impl BatchSim {
    #[new]
    #[pyo3(signature = (model, nworld, *, threads=None))]
    fn new(model: &Bound<'_, PyAny>, nworld: Whole, threads: Option<Whole>) -> PyResult<Self> {
        let (py, model) = (model.py(), &given_model(Some(model))?);
        let n = nworld.count("nworld", 0, "the number of worlds")?;
        let threads = optional(threads, "threads", 1, "the number of threads")?;
        let pool = WorkerPool::new(threads)?;
        model.get().check()?;
        let (store, started) = (&model.get().store, pool.here()?);
        check_memory(&store.read(), n, None).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        // the thread that steps a world makes it: its memory is near that thread's processor
        let make = || {
            let m = store.read();
            Ok::<_, String>(started.make(n, || m.make_thread_data()))
        };
        let worlds = errors::run(py, &Failure::new(), make)?.into_iter();
        let worlds = worlds.map(|data| Py::new(py, MjData::with(data, model.clone().unbind())));
        let models = (0..n).map(|_| model.clone().unbind()).collect();
        let worlds = Arc::new(Worlds::new(py, models, worlds.collect::<PyResult<_>>()?)?);
        let errors = Mutex::new((0..n).map(|_| None).collect());
        Ok(Self { model: model.clone().unbind(), pool, worlds: Mutex::new(worlds), errors })
    }

    /// The shared model.
    ///
    /// Model.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<MjModel> {
        self.model.clone_ref(py)
    }

    /// Number of worlds.
    ///
    /// int.
    #[getter]
    fn nworld(&self) -> usize {
        self.len()
    }

    /// What the worlds run on: "cpu".
    ///
    /// str.
    #[getter]
    fn device(&self) -> &'static str {
        "cpu"
    }

    /// Number of threads that step the worlds.
    ///
    /// int.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// The error of each world in its last step or forward pass: None, or a StepError with `world` and `kind`.
    ///
    /// list[StepError | None].
    #[getter]
    fn errors(&self, py: Python<'_>) -> Errors {
        copy_of(py, &self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The model of world `i`: the shared one, or its own after `override`.
    ///
    /// i: int; negative numbers count from the end. IndexError: no such world. Returns Model.
    fn model_of(&self, py: Python<'_>, i: Whole) -> PyResult<Py<MjModel>> {
        let worlds = self.worlds();
        Ok(worlds.models[self.place(i)?].clone_ref(py))
    }

    /// A copy of world `i`. `batch[i]` is the world itself.
    ///
    /// i: int; negative numbers count from the end. IndexError: no such world. Returns Data.
    fn world(&self, py: Python<'_>, i: Whole) -> PyResult<MjData> {
        let (worlds, i) = (self.worlds(), self.place(i)?);
        let world = worlds.worlds[i].get();
        world.check()?;
        world.twin(py, worlds.models[i].clone_ref(py))
    }

    /// Gives world `i` the contents of another world of the model.
    ///
    /// i: int; negative numbers count from the end. data: Data. IndexError: no such world. ValueError: the sizes of the models differ.
    fn set_world(&self, py: Python<'_>, i: Whole, data: &Bound<'_, MjData>) -> PyResult<()> {
        let i = self.place(i)?;
        data.get().check_sizes(self.model.bind(py))?;
        data.get().check()?;
        data.get().settle(py)?;
        let source = data.get().store.read().clone();
        self.edit(py, &[i], |_, _, _, d| d.copy_from(&source))?;
        self.worlds().worlds[i].get().refresh_contacts();
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__(&self, py: Python<'_>, i: Whole) -> PyResult<Py<MjData>> {
        let worlds = self.worlds();
        Ok(worlds.worlds[broadcast::place(i, worlds.worlds.len())?].clone_ref(py))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.data(py))?.try_iter()
    }

    /// Steps every world `n` times, up to its first error, and returns the error of each world: None, or a StepError.
    ///
    /// n: int, at least 0. ctrl: array or None, the controls. Shape (nworld, nu), or one row for all worlds: held for all steps. Shape (n,
    /// nworld, nu): for every step. Shape (n, 1, nu): for every step and all worlds. None: the inputs stay as they are.
    ///
    /// state, sensordata: float64 array or None, written, contiguous. `state` has the components `mjSTATE_FULLPHYSICS`. Shape
    /// (nworld, width): the end of the call. Shape (n, nworld, width): every step. After an error the rows repeat the state at
    /// which the world stopped; they are NaN when the engine itself failed.
    ///
    /// Returns list[StepError | None]. ValueError: a shape is wrong; no world moves.
    #[pyo3(
        signature = (n=Whole(1), *, ctrl=None, state=None, sensordata=None),
        text_signature = "($self, n=1, *, ctrl=None, state=None, sensordata=None)"
    )]
    fn step(
        &self,
        py: Python<'_>,
        n: Whole,
        ctrl: Option<&Bound<'_, PyAny>>,
        state: Option<PyReadwriteArrayDyn<'_, f64>>,
        sensordata: Option<PyReadwriteArrayDyn<'_, f64>>,
    ) -> PyResult<Errors> {
        let n = n.count("n", 0, "the number of steps")?;
        let ctrl = ctrl.map(|given| self.controls(n, given)?.try_readonly().map_err(PyErr::from)).transpose()?;
        let (mut state, mut sensordata) = (state, sensordata);
        let nstate = state_vector::mj_stateSize(self.model.bind(py), State::FULLPHYSICS.bits().into())?;
        let nsensordata = self.model.get().store.read().nsensordata;
        let every_state = self.check_rows(py, "state", state.as_ref(), n, nstate)?;
        let every_reading = self.check_rows(py, "sensordata", sensordata.as_ref(), n, nsensordata)?;
        let controls = match &ctrl {
            None => Controls::Held,
            Some(rows) if rows.ndim() == 2 => Controls::Set(rows.as_slice()?),
            Some(rows) if rows.shape()[1] == self.len() => Controls::EveryStep(rows.as_slice()?),
            Some(rows) => Controls::Shared(rows.as_slice()?),
        };
        let arrays = Exchange {
            controls,
            state: state.as_mut().map(|array| results(array, every_state)).transpose()?,
            sensordata: sensordata.as_mut().map(|array| results(array, every_reading)).transpose()?,
        };
        self.run(py, n, arrays, |m, d| d.step(m))
    }

    /// Steps every world `n` times with its inputs held. A batch on a GPU does not wait for the steps; this one returns after them.
    ///
    /// n: int, at least 0. `errors` has the error of each world.
    #[pyo3(signature = (n=Whole(1)), text_signature = "($self, n=1)")]
    fn submit(&self, py: Python<'_>, n: Whole) -> PyResult<()> {
        let n = n.count("n", 0, "the number of steps")?;
        self.run(py, n, Exchange::default(), |m, d| d.step(m)).map(drop)
    }

    /// Waits until submitted steps are done: here they are.
    fn wait(&self) {}

    /// Computes everything that follows from the state and inputs of every world, without moving them.
    ///
    /// Returns list[StepError | None], the error of each world.
    fn forward(&self, py: Python<'_>) -> PyResult<Errors> {
        self.run(py, 1, Exchange::default(), |m, d| d.forward(m))
    }

    /// Resets worlds to the reference pose, to a keyframe, or to saved states. Applied forces are kept. What follows from the state,
    /// like `xpos`, is computed by the next `forward` or `step`.
    ///
    /// mask: array or None, the worlds to reset: nworld booleans, or their numbers. None: all. keyframe: str or int or None, its name or
    /// index. states: BatchStates or None, what `save` returned. rows: array or None, the row of `states` for each world to reset. None:
    /// each world's own. noise: float or tuple[float, float] or None, standard deviation that is added to `qpos` (m or rad along each dof)
    /// and `qvel`, or a pair of them. seed: int or None. The numbers of a world follow from the seed and its index alone. None: a new
    /// seed.
    ///
    /// ValueError: the mask has another length, or arguments contradict each other. KeyError, IndexError: no such keyframe, world or
    /// row. A world that the engine failed on is replaced: `batch[i]` is another object then.
    #[pyo3(signature = (mask=None, *, keyframe=None, states=None, rows=None, noise=None, seed=None))]
    #[allow(clippy::too_many_arguments)]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        keyframe: Option<&Bound<'_, PyAny>>,
        states: Option<&Bound<'_, BatchStates>>,
        rows: Option<&Bound<'_, PyAny>>,
        noise: Option<&Bound<'_, PyAny>>,
        seed: Option<Whole>,
    ) -> PyResult<()> {
        let saved = states.map(|states| states.get());
        saved.map_or(Ok(()), |saved| self.check_saved(py, saved))?;
        let arguments = reset::Arguments { mask, keyframe, saved: saved.map(|saved| saved.worlds), rows, noise, seed };
        let Reset { chosen, keyframe, rows, noise } = arguments.check(self.model.bind(py), self.len())?;
        self.edit(py, &chosen, |place, i, m, d| {
            match (keyframe, saved.zip(rows.as_ref())) {
                (Some(key), _) => _ = d.reset_to_keyframe(m, key),
                (None, None) => d.reset(m),
                (None, Some((saved, rows))) => {
                    d.reset(m);
                    let mut values = vec![0.0; m.state_size(WITHOUT_FORCES).unwrap_or(0)];
                    // the width was checked
                    let _ = m.extract_state(saved.row(rows[place]), State::INTEGRATION, &mut values, WITHOUT_FORCES);
                    let _ = d.set_state(m, &values, WITHOUT_FORCES);
                }
            }
            if let Some(noise) = noise {
                noise.add_to(m, i, &mut d.qpos, &mut d.qvel);
            }
        })
    }

    /// Saves the state and the inputs of every world, for `restore` and `reset`.
    ///
    /// Returns BatchStates.
    fn save(&self) -> PyResult<BatchStates> {
        self.worlds().save()
    }

    /// Gives every world the state and the inputs that were saved for it.
    ///
    /// states: BatchStates, what `save` returned. ValueError: the states are those of another number of worlds, or of another model.
    fn restore(&self, py: Python<'_>, states: &Bound<'_, BatchStates>) -> PyResult<()> {
        let saved = states.get();
        if saved.worlds != self.len() {
            return Err(broadcast::wrong_worlds(saved.worlds, self.len()));
        }
        self.check_saved(py, saved)?;
        let all: Vec<usize> = (0..self.len()).collect();
        self.edit(py, &all, |_, i, m, d| {
            // the width was checked
            let _ = d.set_state(m, saved.row(i), State::INTEGRATION);
        })
    }

    /// Views of an array of every world: a list of numpy arrays, none of them a copy.
    ///
    /// name: str. What is written counts at the next step. `get` copies the arrays of all worlds into one. A view belongs to its
    /// world, also after `reset` replaced that world. Returns list[npt.NDArray[Any]]. KeyError: no such array.
    /// TypeError: a single number cannot be viewed.
    fn view<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if world_array(self.model.get(), name)?.0.is_empty() {
            let text =
                format!("'{name}' is a single number of each world, which cannot be viewed: get('{name}') copies it");
            return Err(PyTypeError::new_err(text));
        }
        self.worlds().worlds.iter().map(|world| world.bind(py).getattr(name)).collect()
    }

    /// Copies an array of every world: one row for each world.
    ///
    /// name: str, like "qpos". out: array or None, written, of shape (nworld, ...). Returns array, `out` if given. KeyError: no such
    /// array. ValueError: `out` has another shape.
    #[pyo3(signature = (name, out=None))]
    fn get<'py>(&self, py: Python<'py>, name: &str, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let (shape, kind) = self.shape(name)?;
        let read = |rows: &Bound<'py, PyAny>| self.worlds().exchange(name, rows, true);
        broadcast::filled(py, out, &format!("'{name}'"), &shape, kind, read)
    }

    /// Sets an array of the state or of the inputs of every world.
    ///
    /// name: str, like "qpos". values: array, one row for each world, or one for all. ValueError: the shape is wrong, or the array is
    /// computed by `forward`. KeyError: no such array.
    fn set(&self, py: Python<'_>, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let (shape, kind) = self.shape(name)?;
        if !STATE_FIELDS.contains(&name) {
            return Err(PyValueError::new_err(format!(
                "`{name}` is computed by forward(): set the state or the inputs instead ({})",
                STATE_FIELDS.join(", ")
            )));
        }
        let rule = || Ok(format!("'{name}' has shape {}", broadcast::words(py, &shape)?));
        let rows = broadcast::spread(values, Some(kind), &shape, rule)?;
        self.worlds().exchange(name, &broadcast::own(&rows)?, false)
    }

    /// Copies the state of every world as numbers: shape (nworld, width).
    ///
    /// spec: int, bits of mjtState. Default: everything that decides the next step. out: array or None, written. Returns array.
    #[pyo3(signature = (spec=INTEGRATION, out=None))]
    fn get_state<'py>(
        &self,
        py: Python<'py>,
        spec: i64,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.states_shape(py, spec)?;
        let read = |rows: &Bound<'py, PyAny>| self.worlds().read_states(state_vector::signature(spec), rows);
        broadcast::filled(py, out, "the states", &shape, "float64", read)
    }

    /// Restores the state of every world from numbers that `get_state` returned: one row for each world, or one for all.
    ///
    /// states: array; spec: int, bits of mjtState.
    #[pyo3(signature = (states, spec=INTEGRATION))]
    fn set_state(&self, py: Python<'_>, states: &Bound<'_, PyAny>, spec: i64) -> PyResult<()> {
        let shape = self.states_shape(py, spec)?;
        let rule = || Ok(format!("the states have shape {}", broadcast::words(py, &shape)?));
        let rows = broadcast::spread(states, Some("float64"), &shape, rule)?;
        self.worlds().write_states(state_vector::signature(spec), &broadcast::own(&rows)?)
    }

    /// Gives worlds their own values of parameters of the model.
    ///
    /// worlds: array or None, booleans or numbers of worlds. None: all. values: array by name, one row for each of these worlds, or one for
    /// all. A parameter is an array of the model, like `body_mass`, or an option, like `gravity`. Constants that follow from it are
    /// computed anew; bounds of shapes (`geom_rbound`, `geom_aabb`) are not. A new `qpos0` shows at the next reset. Nothing changes on an
    /// error.
    #[pyo3(name = "override", signature = (worlds=None, /, **values))]
    fn override_values(
        &self,
        py: Python<'_>,
        worlds: Option<&Bound<'_, PyAny>>,
        values: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let mut models = self.models(py);
        let chosen = broadcast::chosen(worlds, models.len())?;
        let (mut arrays, mut options) = (vec![], vec![]);
        for (name, given) in values.into_iter().flatten() {
            let name: String = name.extract()?;
            let array = self.parameter(&name);
            let own = match &array {
                Some((shape, _)) => shape.clone(),
                None => broadcast::shape_of(&self.option(py, &name)?)?,
            };
            let shape = [vec![chosen.len()], own].concat();
            let rule = || Ok(format!("'{name}' has shape {} here", broadcast::words(py, &shape)?));
            let rows = broadcast::spread(&given, None, &shape, rule)?;
            match array {
                Some((_, kind)) => arrays.push((name, broadcast::entries(&rows, kind)?)),
                None => options.push((name, rows)),
            }
        }
        let common = self.model.bind(py);
        let mut sources: Vec<Py<MjModel>> = chosen.iter().map(|&i| models[i].clone_ref(py)).collect();
        if !options.is_empty() {
            let twins = overrides::twins(common, &sources)?.into_iter();
            sources = twins.map(|twin| Py::new(py, twin)).collect::<PyResult<_>>()?;
        }
        for (name, rows) in &options {
            for (row, source) in sources.iter().enumerate() {
                assign(&source.bind(py).getattr("opt")?, name, &rows.get_item(row)?)?;
            }
        }
        let own = overrides::own(&*self.pool.here()?, common, &sources, arrays)?;
        for (i, own) in chosen.into_iter().zip(own) {
            models[i] = Py::new(py, own)?;
        }
        self.renew(py, models, self.data(py))
    }

    /// Lets worlds share the common model again.
    ///
    /// worlds: array or None, booleans or numbers of worlds. None: all.
    #[pyo3(signature = (worlds=None))]
    fn clear_override(&self, py: Python<'_>, worlds: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mut models = self.models(py);
        for i in broadcast::chosen(worlds, models.len())? {
            models[i] = self.model.clone_ref(py);
        }
        self.renew(py, models, self.data(py))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = slf.get();
        let (name, n, threads) = (this.model.get().quoted_name(slf.py())?, this.len(), this.pool.threads());
        Ok(format!("{}({name}, nworld={n}, device='cpu', threads={threads})", slf.get_type().name()?))
    }

    /// What `pickle` stores: model, number of worlds, threads, models of single worlds, and states.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let own = |model: Py<MjModel>| (!model.is(&this.model)).then_some(model);
        let own: Vec<_> = this.models(py).into_iter().map(own).collect();
        let states = this.get_state(py, INTEGRATION, None)?;
        let threads = this.pool.own_threads();
        let stored = (this.model.clone_ref(py), this.len(), threads, own, states).into_pyobject(py)?;
        Ok((slf.get_type().getattr("_from_state")?, stored))
    }

    /// Rebuilds a batch from what `pickle` stored.
    ///
    /// model: Model; nworld: int; threads: int or None; own: list[Model | None]; states: array. Returns BatchSim.
    #[classmethod]
    fn _from_state<'py>(
        class: &Bound<'py, PyType>,
        model: &Bound<'py, MjModel>,
        nworld: usize,
        threads: Option<usize>,
        own: Vec<Option<Py<MjModel>>>,
        states: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = model.py();
        let options = PyDict::new(py);
        options.set_item("threads", threads)?;
        let batch = class.call((model, nworld), Some(&options))?;
        let this = batch.cast::<Self>()?.get();
        let own = own.into_iter().map(|own| own.unwrap_or_else(|| model.clone().unbind()));
        this.renew(py, own.collect(), this.data(py))?;
        this.set_state(py, states, INTEGRATION)?;
        Ok(batch)
    }
}

/// A caller's array for results.
fn results<'a>(array: &'a mut PyReadwriteArrayDyn<'_, f64>, every: bool) -> PyResult<Results<'a>> {
    Ok(Results { numbers: array.as_slice_mut()?, every })
}

/// Sets an option of a model.
fn assign(options: &Bound<'_, PyAny>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let target = options.getattr(name)?;
    if broadcast::is_array(&target) {
        broadcast::copy_to(&target, value)
    } else {
        options.setattr(name, value.call_method0("item")?)
    }
}

/// Adds the classes to the module, but not to its `__all__`: the drop-in exports that list.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("BatchStates", BatchStates::type_object(module.py()))?;
    module.setattr("BatchSim", BatchSim::type_object(module.py()))
}
