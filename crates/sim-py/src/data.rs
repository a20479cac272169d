//! `MjData`: a world whose arrays Python reads and writes in place.
//!
//! Arrays whose length changes with the constraints are copies, made when asked for: a view could outlive
//! its memory at the next step. What Python writes to them goes to the world before the engine runs again.

use crate::attribute::{Attribute, Target};
use crate::callbacks;
use crate::contact::{ContactList, Handed};
use crate::counts::COUNTS;
use crate::errors::{self, Failure, FatalError};
use crate::loose::{self, Loose, dense_rows};
use crate::missing;
use crate::model::MjModel;
use crate::named;
use crate::native;
use crate::native_contact::Touch;
use crate::produced::{self, Mirror};
use crate::solver::SolverStatList;
use crate::state::{self, Entries};
use crate::statistics::{MjTimerStat, TimerList, WarningList};
use crate::views::{self, Block, Parts, Store};
use numpy::PyArray1;
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use sim_core::arrays::{ArrayMut, Shape};
use sim_core::{Data, Model};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What is timed, with MuJoCo's numbers.
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

/// One world.
#[pyclass(subclass, frozen, weakref, module = "cortenforge", name = "MjData")]
pub struct MjData {
    pub(crate) store: Store<Data>,
    /// The model it was made for, or one of the same sizes that a batch gave it.
    model: Mutex<Py<MjModel>>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// Arrays that are made when they are read.
    mirror: Mirror,
    /// Arrays whose length changes with the constraints.
    loose: Loose,
    energy: PyOnceLock<Py<PyAny>>,
    niter: PyOnceLock<Py<PyAny>>,
    fwdinv: PyOnceLock<Py<PyAny>>,
    /// Contact objects that follow this world.
    pub(crate) contacts: Handed,
    timers: Mutex<[MjTimerStat; Timer::COUNT]>,
    /// Views of single objects' entries, by array and object.
    pub(crate) parts: Parts,
    /// Why the engine failed while it worked on this world, if it did; some buffers may be gone.
    pub(crate) failure: Failure,
}

impl MjData {
    /// A world that was made for `model`.
    pub fn with(data: Data, model: Py<MjModel>) -> Self {
        Self {
            store: Store::new(data),
            model: Mutex::new(model),
            arrays: Data::ARRAY_NAMES.iter().map(|_| PyOnceLock::new()).collect(),
            mirror: Mirror::default(),
            loose: Loose::default(),
            energy: PyOnceLock::new(),
            niter: PyOnceLock::new(),
            fwdinv: PyOnceLock::new(),
            contacts: Handed::default(),
            timers: Mutex::default(),
            parts: Parts::default(),
            failure: Failure::new(),
        }
    }

    /// The view of the array at `index` of the table, always the same object.
    pub fn array<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let slot = this.arrays.get(index).ok_or_else(|| PyRuntimeError::new_err("no such array"))?;
        if let Some(array) = slot.get(py) {
            return Ok(array.bind(py).clone());
        }
        this.check()?;
        // one lock at a time: a step takes the model's before the world's
        let shape = shape(&this.model_of(py).get().store.read(), index);
        let make = || this.store.view(py, |data| locate(data, shape?, index)).map(Bound::unbind);
        Ok(slot.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// A copy of the array at `index` of the table of constraint rows, the same object until the engine runs.
    pub fn rows<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let make = || {
            let (mut at, mut found) = (0, None);
            let data = this.store.read();
            data.visit_row_arrays(&mut |_, shape, entries| {
                if at == index {
                    found = Some((shape, Entries::copy(entries)));
                }
                at += 1;
            });
            drop(data);
            let (shape, entries) = found.ok_or_else(|| PyRuntimeError::new_err("no such array"))?;
            loose::fresh(py, shape, entries)
        };
        this.loose.get(py, index, make)
    }

    /// The array at `index` of the table of those that are made when they are read.
    pub fn produced<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let info = Data::PRODUCED.get(index).ok_or_else(|| PyRuntimeError::new_err("no such array"))?;
        if produced::is_fixed(info) {
            return this.mirror.array(py, index, &this.store);
        }
        // its length changes with the constraints
        let make = || {
            let dense = this.dense_columns(py);
            let data = this.store.read();
            let full = dense.and_then(|nv| dense_rows(&data, nv, info.name));
            let entries = full.or_else(|| data.produce(info.name).map(|array| Entries::copy(array.entries())));
            drop(data);
            let entries = entries.ok_or_else(|| PyRuntimeError::new_err("no such array"))?;
            loose::fresh(py, Shape { rows: entries.len(), cols: None }, entries)
        };
        this.loose.get(py, Data::ROW_ARRAYS.len() + index, make)
    }

    /// Whether the length of the array at `index` of that table is a size of the model, so that it can be assigned.
    pub fn keeps_its_length(index: usize) -> bool {
        Data::PRODUCED.get(index).is_some_and(produced::is_fixed)
    }

    /// Number of columns of the constraint Jacobian where matrices of the rows are shown dense.
    pub fn dense_columns(&self, py: Python<'_>) -> Option<usize> {
        let model = self.model_of(py);
        let model = model.get().store.read();
        (!model.is_sparse()).then_some(model.nv)
    }

    /// The model this world belongs to.
    pub fn model_of<'py>(&self, py: Python<'py>) -> Bound<'py, MjModel> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner).bind(py).clone()
    }

    /// Lets the world belong to another model of the same sizes.
    pub fn adopt(&self, model: Py<MjModel>) {
        let before = std::mem::replace(&mut *self.model.lock().unwrap_or_else(PoisonError::into_inner), model);
        drop(before);
    }

    fn check(&self) -> PyResult<()> {
        match self.failure.get() {
            Some(why) => Err(FatalError::new_err(format!("the engine failed on this MjData, make a new one: {why}"))),
            None => Ok(()),
        }
    }

    /// Refuses a model that this world was not made for or that was edited amiss, and a world that the engine failed on.
    pub fn check_model(&self, model: &Bound<'_, MjModel>) -> PyResult<()> {
        self.check()?;
        model.get().check()?;
        self.check_sizes(model)
    }

    /// Refuses a model that this world was not made for.
    pub fn check_sizes(&self, model: &Bound<'_, MjModel>) -> PyResult<()> {
        let own = self.model_of(model.py());
        let (own, other) = (&own.get().store, &model.get().store);
        if own.is(other) || own.read().has_worlds_like(&other.read()) {
            return Ok(());
        }
        Err(PyValueError::new_err("this MjData was made for a model of other sizes"))
    }

    /// A new world in place of one that the engine failed on: reset, with the forces that were applied to that one.
    pub fn replacement(&self, model: &Bound<'_, MjModel>) -> PyResult<Self> {
        model.get().check()?;
        let store = &model.get().store;
        let make = || {
            let (m, mut data) = (store.read(), self.store.read().clone());
            data.reset(&m);
            Ok::<_, String>(data)
        };
        let data = errors::run(model.py(), &Failure::new(), make)?;
        Ok(Self::with(data, model.clone().unbind()))
    }

    /// Whether the engine failed on this world.
    pub fn is_broken(&self) -> bool {
        self.failure.get().is_some()
    }

    /// Shows Python's contact objects what the engine found.
    pub fn refresh_contacts(&self) {
        if !self.contacts.is_empty() {
            let gone = self.contacts.refresh(&self.store.read().contact);
            drop(gone);
        }
    }

    /// Shows Python's arrays what the engine has made of the world. The thread may not hold the interpreter.
    pub fn show(&self, data: &Data) {
        self.mirror.refresh(data);
        self.loose.expire();
    }

    /// Writes what Python changed in contact objects and in arrays that are not the world's own memory to the world.
    pub fn settle(&self, py: Python<'_>) -> PyResult<()> {
        self.flush_contacts();
        if !self.mirror.is_empty() {
            self.mirror.flush(&mut self.store.write());
        }
        if self.loose.is_empty() { Ok(()) } else { self.loose.flush(py, self) }
    }

    /// Writes what Python changed in contact objects to the world.
    pub fn flush_contacts(&self) {
        if !self.contacts.is_empty() {
            self.contacts.flush(&mut self.store.write().contact);
        }
    }

    /// The timers.
    pub fn timers(&self) -> [MjTimerStat; Timer::COUNT] {
        *self.timers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the timers to zero.
    pub fn reset_timers(&self) {
        *self.timers.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
    }

    /// Runs and times `work`, which counts `number` times.
    pub fn timed(
        slf: &Bound<'_, Self>,
        timer: Timer,
        number: i64,
        work: impl FnOnce() -> PyResult<()>,
    ) -> PyResult<()> {
        let (py, clock) = (slf.py(), Instant::now());
        let start = callbacks::time(py)?;
        work()?;
        let duration = match (start, callbacks::time(py)?) {
            (Some(start), Some(end)) => end - start,
            _ => clock.elapsed().as_secs_f64(),
        };
        let mut timers = slf.get().timers.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = &mut timers[timer as usize];
        entry.duration += duration;
        entry.number = entry.number.saturating_add(i32::try_from(number).unwrap_or(i32::MAX));
        Ok(())
    }

    /// A world with the same contents for the model it belongs to.
    fn twin(&self, py: Python<'_>, model: Py<MjModel>) -> PyResult<Self> {
        self.settle(py)?;
        let twin = Self::with(self.store.read().clone(), model);
        *twin.timers.lock().unwrap_or_else(PoisonError::into_inner) = self.timers();
        Ok(twin)
    }
}

/// Shape of the array at `index` of the table.
fn shape(model: &Model, index: usize) -> Option<Shape> {
    let (mut at, mut shape) = (0, None);
    Data::default().visit_arrays(model, &mut |_, found, _| {
        if at == index {
            shape = Some(found);
        }
        at += 1;
    });
    shape
}

fn locate(data: &mut Data, shape: Shape, index: usize) -> Option<Block<'_>> {
    let write = Data::writer(Data::ARRAY_NAMES.get(index)?)?;
    Block::new(shape, write(data))
}

/// Two numbers of a world.
fn pair(numbers: &mut [f64; 2]) -> Option<Block<'_>> {
    Block::new(Shape { rows: 2, cols: None }, ArrayMut::F64(numbers))
}

/// Iterations of the last solve.
fn iterations(data: &mut Data) -> Option<Block<'_>> {
    Block::new(Shape { rows: data.solver_niter.len(), cols: None }, ArrayMut::I32(&mut data.solver_niter))
}

/// The array, made read-only.
pub fn read_only(array: Bound<'_, PyAny>) -> Bound<'_, PyAny> {
    views::freeze(&array);
    array
}

/// The place of `solver_nnz` among the arrays whose length changes.
const SOLVER_NNZ: usize = usize::MAX;

#[pymethods]
impl MjData {
    #[new]
    pub fn new(model: &Bound<'_, MjModel>) -> PyResult<Self> {
        model.get().check()?;
        let store = &model.get().store;
        let data = errors::run(model.py(), &Failure::new(), || Ok::<_, String>(store.read().make_data()))?;
        Ok(Self::with(data, model.clone().unbind()))
    }

    /// The model this world was made for, or the one that a batch gave it.
    #[getter]
    fn model<'py>(&self, py: Python<'py>) -> Bound<'py, MjModel> {
        self.model_of(py)
    }

    /// Simulation time (s).
    #[getter]
    fn time(&self) -> f64 {
        self.store.read().time
    }

    #[setter]
    fn set_time(&self, value: f64) {
        self.store.write().time = value;
    }

    /// Potential and kinetic energy (J).
    #[getter]
    fn energy(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || self.store.view(py, |data| pair(&mut data.energy)).map(Bound::unbind);
        Ok(self.energy.get_or_try_init(py, make)?.clone_ref(py))
    }

    #[setter]
    fn set_energy(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        crate::attribute::fill(self.energy(py)?.bind(py), value)
    }

    /// Forward against inverse dynamics: difference of the constraint forces and of the applied forces.
    #[getter]
    fn solver_fwdinv(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || self.store.view(py, |data| pair(&mut data.solver_fwdinv)).map(Bound::unbind);
        Ok(self.fwdinv.get_or_try_init(py, make)?.clone_ref(py))
    }

    #[setter]
    fn set_solver_fwdinv(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        crate::attribute::fill(self.solver_fwdinv(py)?.bind(py), value)
    }

    /// Whether the potential energy belongs to the current positions.
    #[getter]
    fn flg_energypos(&self) -> bool {
        self.store.read().flg_energypos
    }

    #[setter]
    fn set_flg_energypos(&self, value: bool) {
        self.store.write().flg_energypos = value;
    }

    /// Whether the kinetic energy belongs to the current velocities.
    #[getter]
    fn flg_energyvel(&self) -> bool {
        self.store.read().flg_energyvel
    }

    #[setter]
    fn set_flg_energyvel(&self, value: bool) {
        self.store.write().flg_energyvel = value;
    }

    /// Whether the momenta of subtrees belong to the current velocities.
    #[getter]
    fn flg_subtreevel(&self) -> bool {
        self.store.read().flg_subtreevel
    }

    #[setter]
    fn set_flg_subtreevel(&self, value: bool) {
        self.store.write().flg_subtreevel = value;
    }

    /// Whether the accelerations and forces of bodies belong to the current accelerations.
    #[getter]
    fn flg_rnepost(&self) -> bool {
        self.store.read().flg_rnepost
    }

    #[setter]
    fn set_flg_rnepost(&self, value: bool) {
        self.store.write().flg_rnepost = value;
    }

    /// Iterations of the last constraint solve, by island.
    #[getter]
    fn solver_niter(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let make = || self.store.view(py, iterations).map(Bound::unbind);
        Ok(self.niter.get_or_try_init(py, make)?.clone_ref(py))
    }

    #[setter]
    fn set_solver_niter(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        crate::attribute::fill(self.solver_niter(py)?.bind(py), value)
    }

    /// Entries of the solver's matrix, by island. What is written is there until the engine runs; nothing depends on it.
    #[getter]
    fn solver_nnz<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = || {
            let model = self.model_of(py);
            let (m, d) = (model.get().store.read(), self.store.read());
            let entries = d.solver_nnz(&m);
            drop((m, d));
            Ok(PyArray1::from_slice(py, &entries).into_any())
        };
        self.loose.get(py, SOLVER_NNZ, make)
    }

    #[setter]
    fn set_solver_nnz(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        crate::attribute::fill(&self.solver_nnz(py)?, value)
    }

    /// What the iterations of the last solve did, island by island.
    #[getter]
    fn solver(slf: &Bound<'_, Self>) -> SolverStatList {
        SolverStatList::new(slf.clone().unbind())
    }

    /// Contacts of the current positions.
    #[getter]
    fn contact(slf: &Bound<'_, Self>) -> ContactList {
        ContactList::new(slf.clone().unbind())
    }

    /// Contacts of the current positions as objects with bodies, geoms, frame and force, as they are now.
    #[getter]
    fn contacts(slf: &Bound<'_, Self>) -> Vec<Touch> {
        Touch::all(slf)
    }

    /// Advances the world by `n` time steps.
    ///
    /// A step that fails is a StepError and nothing is reset; `mj_step` resets the world and goes on, as MuJoCo does.
    #[pyo3(signature = (n=1))]
    fn step(slf: &Bound<'_, Self>, n: u64) -> PyResult<()> {
        native::step(slf, n)
    }

    /// Computes everything that follows from the current state and inputs, without moving. StepError says what is wrong.
    fn forward(slf: &Bound<'_, Self>) -> PyResult<()> {
        native::forward(slf)
    }

    /// Computes the force `qfrc_inverse` that gives the acceleration `qacc`. StepError says what is wrong.
    fn inverse(slf: &Bound<'_, Self>) -> PyResult<()> {
        native::inverse(slf)
    }

    /// Returns to the reference pose at rest, or to a keyframe, by its name or index. Applied forces are kept.
    #[pyo3(signature = (keyframe=None))]
    fn reset(slf: &Bound<'_, Self>, keyframe: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        native::reset(slf, keyframe)
    }

    /// Counters of the warnings raised since the last reset.
    #[getter]
    fn warning(slf: &Bound<'_, Self>) -> WarningList {
        WarningList::new(slf.clone().unbind())
    }

    /// How often the engine ran on this world, and how long it took.
    #[getter]
    fn timer(slf: &Bound<'_, Self>) -> TimerList {
        TimerList::new(slf.clone().unbind())
    }

    fn __getattr__(&self, name: &str) -> PyResult<Py<PyAny>> {
        Err(missing::error("MjData", name))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.check()?;
        self.twin(py, self.model_of(py).unbind())
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.check()?;
        let model = py.import("copy")?.call_method1("deepcopy", (self.model_of(py), memo))?;
        self.twin(py, model.cast_into::<MjModel>()?.unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let this = slf.get();
        this.check()?;
        this.settle(slf.py())?;
        let owner = this.model_of(slf.py());
        let (model, data) = (owner.get().store.read().clone(), this.store.read().clone());
        let state = state::of_data(slf.py(), &model, data)?;
        let arguments = (owner, state).into_pyobject(slf.py())?;
        Ok((slf.get_type().getattr("_from_state")?, arguments))
    }

    /// Rebuilds a world from what `pickle` stored.
    #[staticmethod]
    fn _from_state(model: &Bound<'_, MjModel>, state: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (copy, fresh) = (model.get().store.read().clone(), Self::new(model)?.store.read().clone());
        let data = state::to_data(&copy, fresh, state)?;
        Ok(Self::with(data, model.clone().unbind()))
    }
}

/// Adds the class to the module and its attributes to the class.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let class = MjData::type_object(module.py());
    for (index, (name, _)) in COUNTS.iter().enumerate() {
        Attribute::new(name, "int".into(), Target::DataCount(index)).install(&class)?;
    }
    for (index, info) in Data::ARRAYS.iter().enumerate() {
        Attribute::install_array(&class, info, Target::DataArray(index))?;
    }
    for (index, info) in Data::PRODUCED.iter().enumerate() {
        Attribute::install_array(&class, info, Target::DataProduced(index))?;
    }
    for (index, info) in Data::ROW_ARRAYS.iter().enumerate() {
        Attribute::install_array(&class, info, Target::DataRows(index))?;
    }
    named::install(&class, true)?;
    module.add("MjData", class)
}
