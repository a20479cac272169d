//! `Model` in Python, `MjModel` in the drop-in: a Model whose arrays Python reads and writes in place. `model_methods` has its methods.

use crate::errors::{self, Failure, FatalError};
use crate::memory::attribute::{Access, fill};
use crate::memory::guard::Guard;
use crate::memory::views::{Block, Parts, Store};
use crate::native::codes;
use crate::native::options::MjVisual;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use sim_core::Model;
use sim_core::arrays::{ArrayRef, Shape};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Arrays that Python sees as bytes.
pub const BYTES: [&str; 3] = ["names", "paths", "text_data"];

/// A compiled model: sizes, arrays, options, names. Worlds of it share it.
///
/// `Model.from_file` and `Model.from_string` load one, `make_data` makes a world. Arrays are numpy views of the engine's memory. They are
/// checked after an edit, before the engine uses them. Edited constants need `set_const`.
#[pyclass(subclass, frozen, weakref, module = "cortenforge", name = "Model")]
pub struct MjModel {
    pub(crate) store: Store<Model>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// Sizes by index in the table. [`follow_sizes`](Self::follow_sizes) updates them after an edit.
    sizes: Box<[AtomicI64]>,
    pub(crate) opt: PyOnceLock<Py<PyAny>>,
    pub(crate) stat: PyOnceLock<Py<PyAny>>,
    pub(crate) vis: PyOnceLock<Py<MjVisual>>,
    /// Views of single objects' entries, by array and object.
    pub(crate) parts: Parts,
    /// Checks the arrays that Python views.
    guard: Guard,
    /// The caller set `flg_surfacevel`.
    pub(crate) moving: AtomicBool,
    /// The caller set `flg_adhesion`.
    pub(crate) adhesive: AtomicBool,
    /// The last copy that [`twin`](Self::twin) made.
    twin: Mutex<Option<Model>>,
    /// The file that it was loaded from, or the name of a built-in model.
    pub(crate) source: Option<PathBuf>,
    /// Whether numbers of enums print names: those of models from the package's own loaders. Others print as MuJoCo's do.
    pub(crate) prints_names: bool,
}

impl MjModel {
    /// Takes ownership of a Model.
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
            source: None,
            prints_names: false,
        }
    }

    /// Takes a Model over that was loaded from a file.
    pub fn from_source(model: Model, path: &Path) -> Self {
        Self { source: Some(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())), ..Self::new(model) }
    }

    /// Takes a built-in Model over. Recordings name it.
    pub fn from_example(model: Model, name: &str) -> Self {
        Self { source: Some(name.into()), ..Self::new(model) }
    }

    /// Lets numbers of enums print names.
    pub fn printing_names(self) -> Self {
        Self { prints_names: true, ..self }
    }

    /// Takes a Model over that prints as this one.
    pub fn sibling(&self, model: Model) -> Self {
        Self { prints_names: self.prints_names, ..Self::new(model) }
    }

    /// Checks edits of the arrays that Python views. An error: the engine cannot work with them.
    pub fn check(&self) -> PyResult<()> {
        self.consistent().map_err(FatalError::new_err)
    }

    /// The text of the error that `check` raises. Needs no interpreter.
    #[inline]
    pub fn consistent(&self) -> Result<(), String> {
        self.guard.check(&self.store)
    }

    /// A copy with shareable arrays. Arrays that Python views cannot be shared: they are copied once for all twins, and again after an
    /// edit.
    pub fn twin(&self) -> Model {
        let mut twin = self.store.read().clone();
        let mut last = self.twin.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = &*last {
            twin.share_with(last);
        }
        *last = Some(twin.clone());
        twin
    }

    /// The name of the model as Python writes it, in quotes.
    pub fn quoted_name(&self, py: Python<'_>) -> PyResult<String> {
        let name = self.store.read().model_name().to_string();
        Ok(PyString::new(py, &name).repr()?.to_string())
    }

    fn slot(&self, index: usize) -> PyResult<&PyOnceLock<Py<PyAny>>> {
        self.arrays.get(index).ok_or_else(|| PyRuntimeError::new_err("no such array"))
    }

    /// The view of the array at `index` of the table; one object for all reads.
    pub fn array<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let make = || {
            let name = Model::ARRAY_NAMES.get(index).copied().unwrap_or_default();
            this.guard.watch(&this.store, name);
            let array = this.store.view(py, |model| locate(model, index))?;
            let array = if this.prints_names { codes::array(name, array)? } else { array };
            PyResult::Ok(array.unbind())
        };
        Ok(this.slot(index)?.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// The entries of a byte array; one object for all reads.
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

    /// Runs engine code that edits the model. The code edits a copy, which is then copied back: arrays that Python views stay valid, and
    /// nothing changes on an error.
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

    /// The array at `index` of the table as Python sees it: an array, or bytes.
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
    pub fn follow_sizes(&self) {
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

/// The array at `index` of the table, pinned: from now on its memory is not shared and does not move.
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

/// An attribute of a model, by its place in one of the tables.
#[derive(Clone, Copy)]
pub enum Field {
    /// Array.
    Array(usize),
    /// Array that Python sees as bytes.
    Bytes(usize),
    /// Size.
    Size(usize),
}

impl Access for Field {
    fn get<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let model = object.cast::<MjModel>()?;
        match *self {
            Self::Array(index) => MjModel::array(model, index),
            Self::Bytes(index) => MjModel::bytes(model, index),
            Self::Size(index) => MjModel::size(model, index),
        }
    }

    fn can_be_set(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    fn set(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<PyResult<()>> {
        self.can_be_set().then(|| self.get(object).and_then(|array| fill(&array, value)))
    }
}
