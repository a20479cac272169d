//! Numpy arrays that look into memory owned by Rust: the one file of the package with `unsafe`.
//!
//! A [`Store`] owns a value behind a lock. Every array made from it has a small Python object as its
//! base that shares the ownership, so the memory outlives the arrays whatever happens to the Python
//! object they came from, and no reference cycle arises.

#![allow(unsafe_code)]

use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::{Element, PyArray1, PyArray2, PyArrayDescr, dtype};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyWeakrefReference;
use sim_core::arrays::{ArrayMut, Shape};
use std::any::Any;
use std::collections::HashMap;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Base object of the arrays: keeps the memory they look into alive.
#[pyclass(frozen, module = "cortenforge._core", name = "_Memory")]
struct Memory {
    _owner: Arc<dyn Any + Send + Sync>,
}

/// A value whose arrays Python may look into.
///
/// Contract for everyone who gets `&mut T` from [`Store::write`]: the buffers that [`Store::view`] was
/// given stay where they are. They may be read and written, never reallocated, swapped or dropped, and no other value may share
/// them. Arrays of a Model are therefore pinned before they are handed out ([`Shared::pin`](sim_core::Shared::pin)): copies of
/// the Model then copy them, and writes change them in place. Who replaces one or gives it another length breaks the contract.
pub struct Store<T> {
    value: Arc<RwLock<T>>,
    memory: PyOnceLock<Py<Memory>>,
}

impl<T: Send + Sync + 'static> Store<T> {
    /// Takes ownership.
    pub fn new(value: T) -> Self {
        Self { value: Arc::new(RwLock::new(value)), memory: PyOnceLock::new() }
    }

    /// Another handle of the same memory.
    pub fn share(&self) -> Self {
        Self { value: Arc::clone(&self.value), memory: PyOnceLock::new() }
    }

    /// Whether both handles are of the same memory.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.value, &other.value)
    }

    /// Where the value is: no other one is there while it lives.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.value).addr()
    }

    /// Shared access. A panic of an earlier writer does not lock the value up: the data is plain numbers.
    ///
    /// No Python code may run while a guard is alive: a waiting thread would hold the interpreter.
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        self.value.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Exclusive access; see the contract of the type.
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.value.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// A numpy array over the entries that `locate` finds in the value.
    pub fn view<'py>(
        &self,
        py: Python<'py>,
        locate: impl FnOnce(&mut T) -> Option<Block>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let block = locate(&mut self.write()).ok_or_else(|| PyRuntimeError::new_err("no such array"))?;
        let memory = self.memory.get_or_try_init(py, || Py::new(py, Memory { _owner: self.value.clone() }))?;
        block.into_array(memory.bind(py).as_any().clone())
    }
}

/// A kind of object, one of them, and one of its arrays.
pub type Key = (i32, usize, usize);

/// Parts of arrays that Python asked for, so that asking again gives the same object.
#[derive(Default)]
pub struct Parts(Mutex<HashMap<Key, Py<PyAny>>>);

impl Parts {
    /// The part of an object, made when first asked for.
    pub fn get<'py>(
        &self,
        py: Python<'py>,
        key: Key,
        make: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Some(part) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(part.bind(py).clone());
        }
        let part = make()?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, part.clone().unbind());
        Ok(part)
    }

    /// The object that is kept alive elsewhere, made when there is none.
    pub fn get_weakly<'py>(
        &self,
        py: Python<'py>,
        key: Key,
        make: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).map(|known| known.clone_ref(py));
        if let Some(known) = known {
            let object = known.bind(py).call0()?;
            if !object.is_none() {
                return Ok(object);
            }
        }
        let object = make()?;
        let weak = PyWeakrefReference::new(&object)?.into_any().unbind();
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, weak);
        drop(before);
        Ok(object)
    }
}

/// An entry of an array that numpy takes for one of bools. Python code can put any byte there
/// (`array.view("uint8")[:] = 2`), which a Rust `bool` may not hold.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct AnyByte(#[allow(dead_code)] u8);

// SAFETY: numpy's bool is one byte without alignment, as this type is; every byte is a valid value of this type, whatever
// numpy or Python code stores; and it is trivially copyable.
unsafe impl Element for AnyByte {
    const IS_COPY: bool = true;

    fn get_dtype(py: Python<'_>) -> Bound<'_, PyArrayDescr> {
        dtype::<bool>(py)
    }

    fn clone_ref(&self, _py: Python<'_>) -> Self {
        *self
    }
}

#[derive(Clone, Copy)]
enum Kind {
    F64,
    F32,
    I32,
    I64,
    U8,
    Bool,
}

/// Address, element type and shape of an array. Only [`Store::view`] can look into it.
pub struct Block {
    start: NonNull<u8>,
    kind: Kind,
    shape: Shape,
}

fn start<T>(entries: &mut [T]) -> (NonNull<u8>, usize) {
    (NonNull::from(&mut *entries).cast(), entries.len())
}

impl Block {
    /// The entries under a shape; `None` when their number does not fit.
    pub fn new(shape: Shape, entries: ArrayMut<'_>) -> Option<Self> {
        let ((start, len), kind) = match entries {
            ArrayMut::F64(a) => (start(a), Kind::F64),
            ArrayMut::F32(a) => (start(a), Kind::F32),
            ArrayMut::I32(a) => (start(a), Kind::I32),
            ArrayMut::I64(a) => (start(a), Kind::I64),
            ArrayMut::U8(a) => (start(a), Kind::U8),
            ArrayMut::Bool(a) => (start(a), Kind::Bool),
        };
        let expected = shape.rows.checked_mul(shape.cols.unwrap_or(1));
        (expected == Some(len)).then_some(Self { start, kind, shape })
    }

    fn into_array(self, memory: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
        match self.kind {
            Kind::F64 => self.typed::<f64>(memory),
            Kind::F32 => self.typed::<f32>(memory),
            Kind::I32 => self.typed::<i32>(memory),
            Kind::I64 => self.typed::<i64>(memory),
            Kind::U8 => self.typed::<u8>(memory),
            Kind::Bool => self.typed::<AnyByte>(memory),
        }
    }

    fn typed<E: Element>(self, memory: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
        let data = self.start.cast::<E>().as_ptr();
        let Shape { rows, cols } = self.shape;
        // SAFETY: `start` came from a mutable slice of rows * cols entries of the size and alignment of `E` that lives in
        // the value of the Store that calls this, or in an allocation that this value alone owns (`kind` is set from the
        // slice's type in `new`; a Model's array is pinned, so its allocation is never shared again). `memory`
        // shares ownership of that value and becomes the array's base, so the entries outlive the array; the
        // contract of `Store` keeps them in place and unshared. The temporary ndarray view only carries the pointer and
        // the shape: no entry is read or written through it. Python code and the engine take turns: the engine runs under
        // the lock, and a thread that writes to an array while another one steps the same world races on
        // numbers, as with any numpy array. Whatever Python code stores is a valid entry on both sides: all bit patterns
        // are of the numbers, of the open enums, which are transparent `i32`s, and of `Flag` and `AnyByte`, which are bytes.
        let array = unsafe {
            match cols {
                None => PyArray1::borrow_from_array(&ArrayView1::from_shape_ptr(rows, data), memory).into_any(),
                Some(cols) => {
                    PyArray2::borrow_from_array(&ArrayView2::from_shape_ptr((rows, cols), data), memory).into_any()
                }
            }
        };
        Ok(array)
    }
}
