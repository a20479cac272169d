//! `Data` in Python, `MjData` in the drop-in: a world whose arrays Python reads and writes in place. `data_methods` has its methods.
//!
//! Arrays whose length changes with the constraints are copies, because a view could outlive its memory at the next step. Edits of them
//! go to the world before the engine runs again.

use crate::errors::{self, Failure, FatalError};
use crate::memory::attribute::{Access, fill};
use crate::memory::entries::Entries;
use crate::memory::mirror::{self, Mirror};
use crate::memory::row_arrays::{self, RowArrays, dense_rows};
use crate::memory::views::{self, Block, Parts, Store};
use crate::native::callbacks;
use crate::native::contact_records::ContactObjects;
use crate::native::counts::COUNTS;
use crate::native::model::MjModel;
use crate::native::timers::{MjTimerStat, Timer};
use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use sim_core::arrays::Shape;
use sim_core::{Data, Model};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// One world: the state, the inputs, and the results of every stage of the last step.
///
/// model: Model. The world begins in its reference pose, at rest.
///
/// Arrays are numpy views of the engine's memory. Arrays of constraint rows are copies, because their length changes from step to step.
#[pyclass(subclass, frozen, weakref, module = "cortenforge", name = "Data")]
pub struct MjData {
    pub(crate) store: Store<Data>,
    /// The model it was made for, or one of the same sizes that a batch gave it.
    model: Mutex<Py<MjModel>>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// Arrays that are made when they are read.
    mirror: Mirror,
    /// Arrays whose length changes with the constraints.
    pub(crate) row_arrays: RowArrays,
    pub(crate) energy: PyOnceLock<Py<PyAny>>,
    pub(crate) niter: PyOnceLock<Py<PyAny>>,
    pub(crate) fwdinv: PyOnceLock<Py<PyAny>>,
    /// Contact objects that follow this world.
    pub(crate) contacts: ContactObjects,
    timers: Mutex<[MjTimerStat; Timer::COUNT]>,
    /// Views of single objects' entries, by array and object.
    pub(crate) parts: Parts,
    /// Why the engine failed on this world, if it did. Some of its buffers may be lost then.
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
            row_arrays: RowArrays::default(),
            energy: PyOnceLock::new(),
            niter: PyOnceLock::new(),
            fwdinv: PyOnceLock::new(),
            contacts: ContactObjects::default(),
            timers: Mutex::default(),
            parts: Parts::default(),
            failure: Failure::new(),
        }
    }

    /// A world of the model in the reference pose.
    pub fn make(model: &Bound<'_, MjModel>) -> PyResult<Self> {
        model.get().check()?;
        let store = &model.get().store;
        let data = errors::run(model.py(), &Failure::new(), || Ok::<_, String>(store.read().make_data()))?;
        Ok(Self::with(data, model.clone().unbind()))
    }

    /// The view of the array at `index` of the table; one object for all reads.
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

    /// A copy of the array at `index` of the table of constraint rows; one object until the engine runs.
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
            row_arrays::fresh(py, shape, entries)
        };
        this.row_arrays.get(py, index, make)
    }

    /// The array at `index` of the table of those that are made when they are read.
    pub fn produced<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let info = Data::PRODUCED.get(index).ok_or_else(|| PyRuntimeError::new_err("no such array"))?;
        if mirror::is_fixed(info) {
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
            row_arrays::fresh(py, Shape { rows: entries.len(), cols: None }, entries)
        };
        this.row_arrays.get(py, Data::ROW_ARRAYS.len() + index, make)
    }

    /// Whether the length of the array at `index` of that table is a size of the model, so that it can be assigned.
    pub fn keeps_its_length(index: usize) -> bool {
        Data::PRODUCED.get(index).is_some_and(mirror::is_fixed)
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

    /// Gives the world another model of equal sizes.
    pub fn adopt(&self, model: Py<MjModel>) {
        let before = std::mem::replace(&mut *self.model.lock().unwrap_or_else(PoisonError::into_inner), model);
        drop(before);
    }

    /// An error when the engine failed on this world.
    pub fn check(&self) -> PyResult<()> {
        match self.failure.get() {
            Some(why) => Err(FatalError::new_err(format!("the engine failed on this Data, make a new one: {why}"))),
            None => Ok(()),
        }
    }

    /// Rejects a model of other sizes or with invalid edits, and a world that the engine failed on.
    pub fn check_model(&self, model: &Bound<'_, MjModel>) -> PyResult<()> {
        self.check()?;
        model.get().check()?;
        self.check_sizes(model)
    }

    /// Rejects a model of other sizes than the world.
    pub fn check_sizes(&self, model: &Bound<'_, MjModel>) -> PyResult<()> {
        let own = self.model_of(model.py());
        let (own, other) = (&own.get().store, &model.get().store);
        if own.is(other) || own.read().has_worlds_like(&other.read()) {
            return Ok(());
        }
        Err(PyValueError::new_err("this Data was made for a model of other sizes"))
    }

    /// A new world for one that the engine failed on: reset, with the applied forces of the old one.
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

    /// Updates Python's contact records.
    pub fn refresh_contacts(&self) {
        if !self.contacts.is_empty() {
            let gone = self.contacts.refresh(&self.store.read().contact);
            drop(gone);
        }
    }

    /// Updates Python's arrays after the engine has run. Does not need the interpreter's lock.
    pub fn show(&self, data: &Data) {
        self.mirror.refresh(data);
        self.row_arrays.expire();
    }

    /// Writes what Python changed in contact objects and in arrays that are not the world's own memory to the world.
    pub fn settle(&self, py: Python<'_>) -> PyResult<()> {
        self.flush_contacts();
        if !self.mirror.is_empty() {
            self.mirror.flush(&mut self.store.write());
        }
        if self.row_arrays.is_empty() {
            return Ok(());
        }
        self.row_arrays.flush(py, &self.store, || self.dense_columns(py))
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

    /// A copy of the world for a model.
    pub fn twin(&self, py: Python<'_>, model: Py<MjModel>) -> PyResult<Self> {
        self.settle(py)?;
        let twin = Self::with(self.store.read().clone(), model);
        *twin.timers.lock().unwrap_or_else(PoisonError::into_inner) = self.timers();
        Ok(twin)
    }

    /// The count at `index` of the table.
    pub fn count<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (name, field) = COUNTS.get(index).ok_or_else(|| PyRuntimeError::new_err("no such count"))?;
        let this = slf.get();
        let (dense, mut data) = (this.dense_columns(slf.py()), this.store.write());
        let (nefc, stored) = (data.nefc, *field(&mut data));
        drop(data);
        let value = match (*name, dense) {
            (_, None) => stored,
            ("nJ" | "nY", Some(nv)) if stored > 0 => nefc * nv,
            ("nA", Some(_)) if stored > 0 => nefc * nefc,
            _ => stored,
        };
        Ok(value.into_pyobject(slf.py())?.into_any())
    }

    /// Sets the count at `index` of the table: there can be fewer contacts; other counts follow from the constraints.
    pub fn set_count(slf: &Bound<'_, Self>, index: usize, value: i64) -> PyResult<()> {
        let (name, _) = COUNTS.get(index).ok_or_else(|| PyRuntimeError::new_err("no such count"))?;
        let now: i64 = Self::count(slf, index)?.extract()?;
        match usize::try_from(value) {
            _ if value == now => Ok(()),
            Ok(fewer) if *name == "ncon" && value < now => {
                let this = slf.get();
                this.settle(slf.py())?;
                let mut data = this.store.write();
                data.contact.truncate(fewer);
                data.ncon = fewer;
                drop(data);
                this.refresh_contacts();
                Ok(())
            }
            _ if *name == "ncon" => Err(PyValueError::new_err(format!(
                "ncon can be set to 0 … {now}, not to {value}: mj_addContact adds contacts"
            ))),
            _ => Err(PyAttributeError::new_err(format!(
                "'{name}' of a Data follows from its constraints and cannot be set to {value}: it is {now}"
            ))),
        }
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

/// The array, made read-only.
pub fn read_only(array: Bound<'_, PyAny>) -> Bound<'_, PyAny> {
    views::freeze(&array);
    array
}

/// An attribute of a world, by its place in one of the tables.
#[derive(Clone, Copy)]
pub enum Field {
    /// Array.
    Array(usize),
    /// Array that is made when it is read.
    Produced(usize),
    /// Array of constraint rows.
    Rows(usize),
    /// Count.
    Count(usize),
}

impl Access for Field {
    fn get<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let data = object.cast::<MjData>()?;
        match *self {
            Self::Array(index) => MjData::array(data, index),
            Self::Produced(index) => MjData::produced(data, index),
            Self::Rows(index) => MjData::rows(data, index),
            Self::Count(index) => MjData::count(data, index),
        }
    }

    fn can_be_set(&self) -> bool {
        match *self {
            Self::Array(_) => true,
            Self::Produced(index) => MjData::keeps_its_length(index),
            // other counts can only be set to what they are
            Self::Count(index) => COUNTS.get(index).is_some_and(|(name, _)| *name == "ncon"),
            Self::Rows(_) => false,
        }
    }

    fn set(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<PyResult<()>> {
        match *self {
            Self::Count(index) => {
                let data = object.cast::<MjData>().map_err(PyErr::from);
                Some(data.and_then(|data| MjData::set_count(data, index, value.extract()?)))
            }
            _ => self.can_be_set().then(|| self.get(object).and_then(|array| fill(&array, value))),
        }
    }
}
