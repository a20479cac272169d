//! `MjModel`: a Model whose arrays Python reads and writes in place.

use crate::attribute::{Attribute, Target};
use crate::data::MjData;
use crate::errors::{self, Failure, FatalError, Report};
use crate::guard::Guard;
use crate::limits::Limits;
use crate::loading;
use crate::missing;
use crate::named;
use crate::settings::{Group, MjVisual};
use crate::state;
use crate::text::Text;
use crate::views::{Block, Parts, Store};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict};
use sim_core::Model;
use sim_core::arrays::{ArrayRef, Shape};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Arrays that Python sees as bytes.
pub const BYTES: [&str; 3] = ["names", "paths", "text_data"];

/// A compiled model.
#[pyclass(subclass, frozen, weakref, module = "cortenforge", name = "MjModel")]
pub struct MjModel {
    pub(crate) store: Store<Model>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// By place in the table; edits that change one are [followed](Self::follow_sizes).
    sizes: Box<[AtomicI64]>,
    opt: PyOnceLock<Py<PyAny>>,
    stat: PyOnceLock<Py<PyAny>>,
    vis: PyOnceLock<Py<MjVisual>>,
    /// Views of single objects' entries, by array and object.
    pub(crate) parts: Parts,
    /// Watches over the arrays that Python has.
    guard: Guard,
    /// The caller said that surfaces move.
    moving: AtomicBool,
    /// The caller said that something sticks.
    adhesive: AtomicBool,
    /// What [`twin`](Self::twin) made last.
    twin: Mutex<Option<Model>>,
}

impl MjModel {
    /// Takes a Model over.
    pub fn new(model: Model) -> Self {
        let sizes = sizes_of(&model).into_iter().map(AtomicI64::new).collect();
        Self {
            store: Store::new(model),
            sizes,
            arrays: Model::ARRAY_NAMES.iter().map(|_| PyOnceLock::new()).collect(),
            opt: PyOnceLock::new(),
            stat: PyOnceLock::new(),
            vis: PyOnceLock::new(),
            parts: Parts::default(),
            guard: Guard::default(),
            moving: AtomicBool::new(false),
            adhesive: AtomicBool::new(false),
            twin: Mutex::new(None),
        }
    }

    /// Refuses a model whose arrays were edited so that the engine cannot work with it. Costs nothing worth mentioning where no
    /// array was handed out, and else a comparison of those that were.
    pub fn check(&self) -> PyResult<()> {
        self.consistent().map_err(FatalError::new_err)
    }

    /// The same without Python.
    #[inline]
    pub fn consistent(&self) -> Result<(), String> {
        self.guard.check(&self.store)
    }

    /// A copy whose arrays others can share. Those that Python looks into, which nobody shares, are copied once for all twins,
    /// and again when they have changed.
    pub fn twin(&self) -> Model {
        let mut twin = self.store.read().clone();
        let mut last = self.twin.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = &*last {
            twin.share_with(last);
        }
        *last = Some(twin.clone());
        twin
    }

    fn slot(&self, index: usize) -> PyResult<&PyOnceLock<Py<PyAny>>> {
        self.arrays.get(index).ok_or_else(|| PyRuntimeError::new_err("no such array"))
    }

    /// The view of the array at `index` of the table, always the same object.
    pub fn array<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let make = || {
            Model::ARRAY_NAMES.get(index).into_iter().for_each(|name| this.guard.watch(&this.store, name));
            this.store.view(py, |model| locate(model, index)).map(Bound::unbind)
        };
        Ok(this.slot(index)?.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// The entries of a byte array, always the same object.
    pub fn bytes<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let make = || {
            let mut copy = vec![];
            let model = this.store.read();
            let mut at = 0;
            model.visit_arrays(&model, &mut |_, _, entries| {
                if let (true, ArrayRef::U8(bytes)) = (at == index, entries) {
                    copy.extend_from_slice(bytes);
                }
                at += 1;
            });
            drop(model);
            PyResult::Ok(PyBytes::new(py, &copy).into_any().unbind())
        };
        Ok(this.slot(index)?.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// Runs engine code that changes the model. It works on a copy, which the model then becomes: arrays that were handed out
    /// stay where they are whatever it does, and nothing changes when it fails.
    pub fn edit(slf: &Bound<'_, Self>, work: impl FnOnce(&mut Model) -> Result<(), String> + Send) -> PyResult<()> {
        slf.get().check()?;
        let store = &slf.get().store;
        errors::run(slf.py(), &Failure::new(), || {
            let mut copy = store.read().clone();
            work(&mut copy)?;
            let outcome = store.write().become_copy_of(&copy);
            outcome.map_err(|array| format!("the edit changes the size of '{array}': compile the model again"))
        })?;
        slf.get().follow_sizes();
        Ok(())
    }

    /// What Python sees of the array at `index` of the table.
    pub fn array_or_bytes<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let bytes = Model::ARRAY_NAMES.get(index).is_some_and(|name| BYTES.contains(name));
        if bytes { Self::bytes(slf, index) } else { Self::array(slf, index) }
    }

    /// The size at `index` of the table.
    pub fn size<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let value = slf.get().sizes.get(index).ok_or_else(|| PyRuntimeError::new_err("no such size"))?;
        Ok(value.load(Ordering::Relaxed).into_pyobject(slf.py())?.into_any())
    }

    /// Reads the sizes anew.
    fn follow_sizes(&self) {
        let now = sizes_of(&self.store.read());
        self.sizes.iter().zip(now).for_each(|(size, now)| size.store(now, Ordering::Relaxed));
    }
}

/// The sizes in the order of the table. "Not given" is the largest number in the engine and -1 in MuJoCo.
fn sizes_of(model: &Model) -> Vec<i64> {
    let mut sizes = vec![];
    model.visit_sizes(&mut |_, size| sizes.push(size as i64));
    sizes
}

/// The array at `index` of the table, from now on in memory of its own that stays where it is.
fn locate(model: &mut Model, index: usize) -> Option<Block<'_>> {
    let name = Model::ARRAY_NAMES.get(index)?;
    let mut shape = None;
    model.visit_arrays(model, &mut |found, dims: Shape, _| {
        if found == *name {
            shape = Some(dims);
        }
    });
    Block::new(shape?, model.pin_array(name)?)
}

#[pymethods]
impl MjModel {
    /// Loads a model from a file: MJCF, with the files it names; `assets` maps file names to bytes that stand for files.
    ///
    /// filename: str or path; assets: dict[str, bytes] or None. Returns an MjModel; ValueError says what is wrong and where.
    #[staticmethod]
    #[pyo3(signature = (filename, assets=None))]
    fn from_xml_path(py: Python<'_>, filename: PathBuf, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        loading::from_file(py, &filename, assets, Report::WithLine).map(Self::new)
    }

    /// Loads a model from MJCF text; `assets` maps file names to bytes.
    ///
    /// xml: str or bytes; assets: dict[str, bytes] or None. Returns an MjModel; ValueError says what is wrong and where.
    #[staticmethod]
    #[pyo3(signature = (xml, assets=None))]
    fn from_xml_string(py: Python<'_>, xml: Text, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        loading::from_text(py, &xml.0, assets, Report::WithLine).map(Self::new)
    }

    /// Loads a model from a file: MJCF, with the files it names; `assets` maps file names to bytes that stand for files.
    ///
    /// path: str or path; assets: dict[str, bytes] or None. Returns a Model; ModelError has file, line and column.
    #[staticmethod]
    #[pyo3(signature = (path, assets=None))]
    fn from_file(py: Python<'_>, path: PathBuf, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        loading::from_file(py, &path, assets, Report::Plain).map(Self::new)
    }

    /// Loads a model from MJCF text; `assets` maps the names of files to their bytes.
    ///
    /// text: str or bytes; assets: dict[str, bytes] or None. Returns a Model; ModelError has line and column.
    #[staticmethod]
    #[pyo3(signature = (text, assets=None))]
    fn from_string(py: Python<'_>, text: Text, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        loading::from_text(py, &text.0, assets, Report::Plain).map(Self::new)
    }

    /// A world in the reference pose, at rest.
    fn make_data(slf: &Bound<'_, Self>) -> PyResult<MjData> {
        MjData::new(slf)
    }

    /// Recomputes the constants that follow from edited arrays, like the inertia at `qpos0` from masses.
    fn set_const(slf: &Bound<'_, Self>) -> PyResult<()> {
        Self::edit(slf, |model| model.set_const().map_err(|error| error.to_string()))
    }

    #[getter]
    fn opt(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.opt.get_or_try_init(py, || Group::Option.of(py, &self.store))?.clone_ref(py))
    }

    #[getter]
    fn stat(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.stat.get_or_try_init(py, || Group::Statistic.of(py, &self.store))?.clone_ref(py))
    }

    #[getter]
    fn vis(&self, py: Python<'_>) -> PyResult<Py<MjVisual>> {
        let make = || Py::new(py, MjVisual::of(py, &self.store)?);
        Ok(self.vis.get_or_try_init(py, make)?.clone_ref(py))
    }

    /// What a step of one world may take.
    #[getter]
    fn limits(slf: &Bound<'_, Self>) -> Limits {
        Limits(slf.clone().unbind())
    }

    /// Whether any body has gravity compensation.
    #[getter]
    fn flg_gravcomp(&self) -> bool {
        self.store.read().ngravcomp > 0
    }

    #[setter]
    fn set_flg_gravcomp(&self, value: bool) {
        self.store.write().ngravcomp = usize::from(value);
        self.follow_sizes();
    }

    /// Whether any geom has a moving surface. The engine looks at the geoms themselves, so that setting the flag is
    /// allowed but not needed.
    #[getter]
    fn flg_surfacevel(&self) -> bool {
        self.moving.load(Ordering::Relaxed) || self.store.read().geom_surfacevel.iter().any(|v| *v != 0.0)
    }

    #[setter]
    fn set_flg_surfacevel(&self, value: bool) {
        self.moving.store(value, Ordering::Relaxed);
    }

    /// Whether any geom or contact pair is adhesive. The engine looks at them themselves, so that setting the flag is allowed
    /// but not needed.
    #[getter]
    fn flg_adhesion(&self) -> bool {
        let model = self.store.read();
        self.adhesive.load(Ordering::Relaxed)
            || model.geom_adhesion.iter().chain(&model.pair_adhesion).any(|a| *a != 0.0)
    }

    #[setter]
    fn set_flg_adhesion(&self, value: bool) {
        self.adhesive.store(value, Ordering::Relaxed);
    }

    fn __getattr__(&self, name: &str) -> PyResult<Py<PyAny>> {
        Err(missing::error("MjModel", name))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.check()?;
        Ok(Self::new(self.store.read().clone()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type().getattr("_from_state")?, (state::of_model(slf)?,)))
    }

    /// Rebuilds a model from what `pickle` stored.
    #[staticmethod]
    fn _from_state(state: &Bound<'_, PyDict>) -> PyResult<Self> {
        state::to_model(state)
    }
}

/// Adds the class to the module and its attributes to the class.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Limits>()?;
    let class = MjModel::type_object(module.py());
    for (index, name) in Model::SIZE_NAMES.iter().enumerate() {
        Attribute::new(name, "int".into(), Target::ModelSize(index)).install(&class)?;
    }
    for (index, info) in Model::ARRAYS.iter().enumerate() {
        if BYTES.contains(&info.name) {
            let doc = format!("bytes ({},)", info.rows);
            Attribute::new(info.name, doc, Target::ModelBytes(index)).install(&class)?;
        } else {
            Attribute::install_array(&class, info, Target::ModelArray(index))?;
        }
    }
    named::install(&class, false)?;
    module.add("MjModel", class)
}
