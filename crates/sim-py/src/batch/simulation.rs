//! `cortenforge.BatchSim`: many worlds of one model, stepped together by several threads.

use crate::batch::overrides;
use crate::batch::worker_pool::WorkerPool;
use crate::batch::worlds::{Exchange, Worlds, world_array};
use crate::dropin::state_vector;
use crate::errors::{self, Failed, Failure};
use crate::memory::broadcast;
use crate::native::data::MjData;
use crate::native::model::{BYTES, MjModel};
use numpy::{PyArray2, PyArrayMethods, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyIterator, PyList};
use sim_core::batch::check_memory;
use sim_core::data::State;
use sim_core::{Data, Model, StepError};
use std::sync::{Arc, Mutex, PoisonError};

/// Everything that decides the next step: `mjSTATE_INTEGRATION`.
const INTEGRATION: i64 = State::INTEGRATION.bits() as i64;

/// What went wrong in each world: None, or a StepError.
type Errors = Vec<Option<Py<PyAny>>>;

/// `n` independent worlds that share one model.
///
/// `batch[i]` is a world like any other: its arrays are views of the engine's memory. `get` and `set` copy an array of all worlds at
/// once. A step that fails is reported in `errors`; nothing is reset by itself. Results do not depend on the number of threads:
/// `threads` of them step the worlds, by default as many as there are processors.
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

    fn len(&self) -> usize {
        self.worlds().worlds.len()
    }

    /// All of it or nothing: a model that does not fit is refused.
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

    /// Runs engine code on every world, and keeps what went wrong.
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
        let before = std::mem::replace(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner), errors);
        drop(before);
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

    /// A row of controls for every world.
    fn controls<'py>(&self, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let shape = [self.len(), self.model.get().store.read().nu];
        if let Ok(array) = given.cast::<PyArray2<f64>>()
            && array.shape() == shape
            && array.is_c_contiguous()
        {
            return Ok(array.clone());
        }
        let rule = || Ok(format!("control should have {} rows of {} numbers", shape[0], shape[1]));
        let rows = broadcast::packed(&broadcast::spread(given, Some("float64"), &shape, rule)?)?;
        Ok(rows.cast_into::<PyArray2<f64>>()?)
    }

    /// Refuses results of another shape, or whose rows are not one after another.
    fn check_rows(&self, name: &str, array: Option<&PyReadwriteArray2<'_, f64>>, width: usize) -> PyResult<()> {
        let n = self.len();
        if array.is_some_and(|array| array.shape() != [n, width] || !array.is_c_contiguous()) {
            let rule = format!("{name} should have {n} rows of {width} numbers, one after another");
            return Err(PyValueError::new_err(rule));
        }
        Ok(())
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
    #[pyo3(signature = (model, n, *, threads=None))]
    fn new(model: &Bound<'_, MjModel>, n: i64, threads: Option<i64>) -> PyResult<Self> {
        let py = model.py();
        let n = usize::try_from(n).map_err(|_| PyValueError::new_err("a batch has no negative number of worlds"))?;
        let few = || PyValueError::new_err("at least one thread is needed");
        let threads =
            threads.map(|threads| usize::try_from(threads).ok().filter(|t| *t > 0).ok_or_else(few)).transpose()?;
        let pool = WorkerPool::new(threads)?;
        model.get().check()?;
        let (store, started) = (&model.get().store, pool.here()?);
        check_memory(&store.read(), n, None).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        // each is made by the thread that will step it
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
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<MjModel> {
        self.model.clone_ref(py)
    }

    /// What went wrong in the last step of each world: None, or a StepError.
    #[getter]
    fn errors(&self, py: Python<'_>) -> Errors {
        copy_of(py, &self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The model of world `i`: its own where it has one, else the shared one.
    fn model_of(&self, py: Python<'_>, i: i64) -> PyResult<Py<MjModel>> {
        let worlds = self.worlds();
        Ok(worlds.models[broadcast::place(i.into(), worlds.models.len())?].clone_ref(py))
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__(&self, py: Python<'_>, i: i64) -> PyResult<Py<MjData>> {
        let worlds = self.worlds();
        Ok(worlds.worlds[broadcast::place(i.into(), worlds.worlds.len())?].clone_ref(py))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.data(py))?.try_iter()
    }

    /// Steps every world `nstep` times with its inputs held, up to its first error; the errors by world.
    ///
    /// Where they are given, `control` has a row of controls for every world, or one for all, and `state`
    /// (`mjSTATE_FULLPHYSICS`) and `sensordata` are contiguous arrays that the results are put into, a row for every world,
    /// even after an error; a world that the engine itself failed on has rows of NaN until it is reset. Every world's rows are
    /// copied by the thread that steps it, which costs less than `set` and `get_state` do.
    #[pyo3(signature = (nstep=1, *, control=None, state=None, sensordata=None))]
    fn step(
        &self,
        py: Python<'_>,
        nstep: usize,
        control: Option<&Bound<'_, PyAny>>,
        state: Option<PyReadwriteArray2<'_, f64>>,
        sensordata: Option<PyReadwriteArray2<'_, f64>>,
    ) -> PyResult<Errors> {
        let control = control.map(|given| self.controls(given)?.try_readonly().map_err(PyErr::from)).transpose()?;
        let (mut state, mut sensordata) = (state, sensordata);
        let nstate = state_vector::mj_stateSize(self.model.bind(py), State::FULLPHYSICS.bits().into())?;
        self.check_rows("state", state.as_ref(), nstate)?;
        let nsensordata = self.model.get().store.read().nsensordata;
        self.check_rows("sensordata", sensordata.as_ref(), nsensordata)?;
        let arrays = Exchange {
            control: control.as_ref().map(|a| a.as_slice()).transpose()?,
            state: state.as_mut().map(|a| a.as_slice_mut()).transpose()?,
            sensordata: sensordata.as_mut().map(|a| a.as_slice_mut()).transpose()?,
        };
        self.run(py, nstep, arrays, |m, d| d.step(m))
    }

    /// Computes what follows from the state and inputs of every world, without moving; the errors by world.
    fn forward(&self, py: Python<'_>) -> PyResult<Errors> {
        self.run(py, 1, Exchange::default(), |m, d| d.forward(m))
    }

    /// Resets the worlds that `mask` chooses, by booleans or by their numbers, or all. Applied forces are kept.
    ///
    /// A world that the engine itself failed on is replaced by a new one: `batch[i]` is another object then.
    #[pyo3(signature = (mask=None))]
    fn reset(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let chosen = broadcast::chosen(mask, self.len())?;
        let pool = self.pool.here()?;
        let replaced = self.worlds().reset(py, &pool, &chosen)?;
        if !replaced.is_empty() {
            let mut data = self.data(py);
            for (i, world) in replaced {
                data[i] = Py::new(py, world)?;
            }
            self.renew(py, self.models(py), data)?;
        }
        let mut errors = self.errors(py);
        chosen.into_iter().for_each(|i| errors[i] = None);
        let before = std::mem::replace(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner), errors);
        drop(before);
        Ok(())
    }

    /// The array of every world under a name, one numpy array for each, none of them a copy.
    ///
    /// What is written counts at the next step. The worlds have memory of their own, so that there is no single array over all of
    /// them: `get` copies them into one. An array belongs to its world, and not to the one that takes its place when `reset`
    /// replaces it.
    fn view<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if world_array(self.model.get(), name)?.0.is_empty() {
            let text =
                format!("'{name}' is a single number of each world, which cannot be viewed: get('{name}') copies it");
            return Err(PyTypeError::new_err(text));
        }
        self.worlds().worlds.iter().map(|world| world.bind(py).getattr(name)).collect()
    }

    /// Copies an array of every world, one row per world, into `out` where that is given.
    #[pyo3(signature = (name, out=None))]
    fn get<'py>(&self, py: Python<'py>, name: &str, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let (shape, kind) = self.shape(name)?;
        let read = |rows: &Bound<'py, PyAny>| self.worlds().exchange(name, rows, true);
        broadcast::filled(py, out, &format!("'{name}'"), &shape, kind, read)
    }

    /// Sets an array of every world from one row per world, or all from the same.
    fn set(&self, py: Python<'_>, name: &str, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let (shape, kind) = self.shape(name)?;
        let rule = || Ok(format!("'{name}' has shape {}", broadcast::words(py, &shape)?));
        let rows = broadcast::spread(values, Some(kind), &shape, rule)?;
        self.worlds().exchange(name, &broadcast::own(&rows)?, false)
    }

    /// Copies the state of every world, one row per world, into `out` where that is given; `spec` chooses the components, by
    /// default everything that decides the next step.
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

    /// Restores the state of every world from one row per world, or all from the same.
    #[pyo3(signature = (states, spec=INTEGRATION))]
    fn set_state(&self, py: Python<'_>, states: &Bound<'_, PyAny>, spec: i64) -> PyResult<()> {
        let shape = self.states_shape(py, spec)?;
        let rule = || Ok(format!("the states have shape {}", broadcast::words(py, &shape)?));
        let rows = broadcast::spread(states, Some("float64"), &shape, rule)?;
        self.worlds().write_states(state_vector::signature(spec), &broadcast::own(&rows)?)
    }

    /// Gives worlds models of their own with other values of the named parameters, one row per world or one for all.
    ///
    /// `worlds` chooses them by booleans or by their numbers. A parameter is an array of the model, like `body_mass`, or one of
    /// its options, like `gravity`. What `mj_setConst` computes from them follows; bounds of shapes (`geom_rbound`,
    /// `geom_aabb`) do not follow from `geom_size`, but can be given too. A new `qpos0` shows at the next reset. Nothing
    /// changes on an error. `batch[i].model` and `model_of` are the world's own model from now on.
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

    /// Lets worlds, chosen by booleans or by their numbers, share the common model again.
    #[pyo3(signature = (worlds=None))]
    fn clear_override(&self, py: Python<'_>, worlds: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mut models = self.models(py);
        for i in broadcast::chosen(worlds, models.len())? {
            models[i] = self.model.clone_ref(py);
        }
        self.renew(py, models, self.data(py))
    }
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

/// Adds the class to the module. It is no name of the `mujoco` package, so the list of those does not have it.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("BatchSim", BatchSim::type_object(module.py()))
}
