//! Numpy arrays that view memory owned by Rust. Besides `gpu/dlpack.rs`, this is the only file of the package with `unsafe`.
//!
//! A [`Store`] owns a value behind a lock. The base of each array is a small Python object that shares the ownership. So the memory
//! outlives the arrays, even after the end of the Python object that made them, and no reference cycle arises.
//!
//! [`numbers`] and [`store`] copy from and to arrays of callers, of any subclass. This is faster than numpy's functions for a few numbers,
//! and works for subclasses that replace `array[...] = value`.

#![allow(unsafe_code)]

use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::npyffi::NPY_ARRAY_WRITEABLE;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyWeakrefReference;
use sim_core::arrays::{ArrayMut, Shape};
use std::any::Any;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

/// Base object of the arrays: keeps the memory that they view alive.
#[pyclass(frozen, module = "cortenforge._core", name = "_Memory")]
struct Memory {
    _owner: Arc<dyn Any + Send + Sync>,
}

/// A value whose arrays Python may view.
///
/// Contract for code that gets `&mut T` from [`Store::write`]: buffers that [`Store::view`] has seen do not move. They may be read and
/// written, never reallocated, swapped or dropped, and no other value may share them. Arrays of a Model are therefore pinned before Python
/// gets them ([`Shared::pin`](sim_core::Shared::pin)): copies of the Model then copy them, and writes change them in place. Replacing a
/// buffer or changing its length breaks the contract.
pub struct Store<T> {
    value: Arc<RwLock<T>>,
    memory: PyOnceLock<Py<Memory>>,
}

impl<T: Send + Sync + 'static> Store<T> {
    /// Takes ownership.
    pub fn new(value: T) -> Self {
        Self { value: Arc::new(RwLock::new(value)), memory: PyOnceLock::new() }
    }

    /// Another handle of this memory.
    pub fn share(&self) -> Self {
        Self { value: Arc::clone(&self.value), memory: PyOnceLock::new() }
    }

    /// Whether both handles are of one memory.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.value, &other.value)
    }

    /// Shared access. A panic of an earlier writer does not poison the lock, because the value is plain numbers.
    ///
    /// No Python code may run while a guard is alive: a waiting thread would hold the interpreter.
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        self.value.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Exclusive access; see the contract of the type.
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.value.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shared access, if it does not have to wait.
    pub fn try_read(&self) -> Option<RwLockReadGuard<'_, T>> {
        match self.value.try_read() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Exclusive access, if it does not have to wait.
    pub fn try_write(&self) -> Option<RwLockWriteGuard<'_, T>> {
        match self.value.try_write() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// A numpy array over the entries that `locate` finds in the value.
    pub fn view<'py>(
        &self,
        py: Python<'py>,
        locate: impl for<'a> FnOnce(&'a mut T) -> Option<Block<'a>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let memory = self.memory.get_or_try_init(py, || Py::new(py, Memory { _owner: self.value.clone() }))?;
        let place = {
            let mut value = self.write();
            locate(&mut value).ok_or_else(|| PyRuntimeError::new_err("no such array"))?.place
        };
        place.into_array(memory.bind(py).as_any().clone())
    }
}

/// A kind of object, one of them, and one of its arrays.
pub type Key = (i32, usize, usize);

/// Parts of arrays that Python has read: a later read gives the same object.
#[derive(Default)]
pub struct Parts(Mutex<HashMap<Key, Py<PyAny>>>);

impl Parts {
    /// The part of an object, made at the first read.
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

    /// The object of a key, held weakly; made if none is alive.
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

/// An entry of a numpy array of bools. Python code can store any byte there
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

/// Entries that are borrowed from a value, with a shape. Only [`Store::view`] makes arrays of them.
pub struct Block<'a> {
    place: Place,
    _entries: PhantomData<ArrayMut<'a>>,
}

/// Address, element type and shape of an array.
struct Place {
    start: NonNull<u8>,
    kind: Kind,
    shape: Shape,
}

fn start<T>(entries: &mut [T]) -> (NonNull<u8>, usize) {
    (NonNull::from(&mut *entries).cast(), entries.len())
}

impl<'a> Block<'a> {
    /// The entries with a shape; `None` if their number does not fit.
    pub fn new(shape: Shape, entries: ArrayMut<'a>) -> Option<Self> {
        let ((start, len), kind) = match entries {
            ArrayMut::F64(a) => (start(a), Kind::F64),
            ArrayMut::F32(a) => (start(a), Kind::F32),
            ArrayMut::I32(a) => (start(a), Kind::I32),
            ArrayMut::I64(a) => (start(a), Kind::I64),
            ArrayMut::U8(a) => (start(a), Kind::U8),
            ArrayMut::Bool(a) => (start(a), Kind::Bool),
        };
        let expected = shape.rows.checked_mul(shape.cols.unwrap_or(1));
        (expected == Some(len)).then_some(Self { place: Place { start, kind, shape }, _entries: PhantomData })
    }
}

impl Place {
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
        // SAFETY: `start` came from a mutable slice of rows * cols entries of the size and alignment of `E` that was borrowed
        // from the value of the Store that calls this (`Block` carries the lifetime of that borrow, for every lifetime), so it
        // lives in that value or in an allocation that this value alone owns (`kind` is set from the slice's type in `new`; a Model's array is pinned, so its allocation is never shared again). `memory`
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

/// Element types of arrays that callers pass.
pub trait Number: Copy + Default + 'static {
    /// numpy's letter for the kind.
    const KIND: u8;
}

impl Number for f64 {
    const KIND: u8 = b'f';
}

impl Number for i32 {
    const KIND: u8 = b'i';
}

/// Why entries of a caller's object cannot be copied as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is not an array, or has another type of number.
    Kind,
    /// It has no dimension, more than two dimensions, or another number of entries.
    Shape,
    /// It cannot be written.
    ReadOnly,
    /// Several entries share memory, so it cannot hold a result.
    Shared,
    /// It has more entries than fit in memory. An array of one repeated number can have any length.
    Memory,
}

/// Rows and columns of a caller's array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dims {
    /// One dimension.
    Vector(usize),
    /// Two dimensions.
    Matrix(usize, usize),
}

impl Dims {
    /// Number of entries.
    pub fn len(self) -> usize {
        match self {
            Self::Vector(len) => len,
            Self::Matrix(rows, cols) => rows.saturating_mul(cols),
        }
    }
}

/// The addresses of the entries of a caller's array.
struct Grid {
    start: *mut u8,
    dims: Dims,
    /// Strides in bytes of rows and columns.
    strides: [isize; 2],
    writable: bool,
}

impl Grid {
    /// The addresses of an array of `E`, of any subclass. They are valid until Python code runs, so they do not leave this file.
    fn of<E: Number>(object: &Bound<'_, PyAny>) -> Result<Self, Unfit> {
        let array = object.cast::<PyUntypedArray>().map_err(|_| Unfit::Kind)?;
        let kind = array.dtype();
        if kind.kind() != E::KIND || kind.itemsize() != size_of::<E>() || kind.is_native_byteorder() == Some(false) {
            return Err(Unfit::Kind);
        }
        let (dims, strides) = match (array.shape(), array.strides()) {
            (&[len], &[step]) => (Dims::Vector(len), [step, 0]),
            (&[rows, cols], &[down, right]) => (Dims::Matrix(rows, cols), [down, right]),
            _ => return Err(Unfit::Shape),
        };
        let object = array.as_array_ptr();
        // SAFETY: `cast` found an array, so the pointer is of a live `PyArrayObject`, which `array` keeps alive; the interpreter
        // is held, so nobody changes the fields while they are read.
        let (start, flags) = unsafe { ((*object).fields.data.cast::<u8>(), (*object).fields.flags) };
        Ok(Self { start, dims, strides, writable: flags & NPY_ARRAY_WRITEABLE != 0 })
    }

    /// Whether it can hold a result.
    fn check_writable(&self) -> Result<(), Unfit> {
        let stands_still = |len: usize, stride: isize| len > 1 && stride == 0;
        let [down, right] = self.strides;
        match self.dims {
            _ if !self.writable => Err(Unfit::ReadOnly),
            Dims::Vector(len) if stands_still(len, down) => Err(Unfit::Shared),
            Dims::Matrix(rows, cols) if stands_still(rows, down) || stands_still(cols, right) => Err(Unfit::Shared),
            _ => Ok(()),
        }
    }

    /// Whether the entries are contiguous, row by row.
    fn is_packed(&self, size: usize) -> bool {
        let [down, right] = self.strides;
        let size = size as isize;
        match self.dims {
            Dims::Vector(_) => down == size,
            Dims::Matrix(_, cols) => right == size && down == size * cols as isize,
        }
    }

    /// Calls `visit` with the index and the address of every entry, row by row.
    fn each(&self, mut visit: impl FnMut(usize, *mut u8)) {
        let (rows, cols) = match self.dims {
            Dims::Vector(len) => (len, 1),
            Dims::Matrix(rows, cols) => (rows, cols),
        };
        let [down, right] = self.strides;
        for row in 0..rows {
            for col in 0..cols {
                visit(row * cols + col, self.start.wrapping_offset(row as isize * down + col as isize * right));
            }
        }
    }
}

/// Whether the array of `E` can be written, and its dimensions.
pub fn writable_dims<E: Number>(object: &Bound<'_, PyAny>) -> Result<Dims, Unfit> {
    let grid = Grid::of::<E>(object)?;
    grid.check_writable().map(|()| grid.dims)
}

/// The dimensions of an array of `E`.
pub fn dims<E: Number>(object: &Bound<'_, PyAny>) -> Result<Dims, Unfit> {
    Grid::of::<E>(object).map(|grid| grid.dims)
}

/// Copies the entries of an array of `E`, row by row.
pub fn numbers<E: Number>(object: &Bound<'_, PyAny>) -> Result<(Dims, Vec<E>), Unfit> {
    let grid = Grid::of::<E>(object)?;
    let mut out = vec![];
    out.try_reserve_exact(grid.dims.len()).map_err(|_| Unfit::Memory)?;
    out.resize(grid.dims.len(), E::default());
    copy(&grid, &mut out)?;
    Ok((grid.dims, out))
}

/// Exactly N entries of an array of `E`: a vector, or a matrix of one column.
pub fn few_numbers<E: Number, const N: usize>(object: &Bound<'_, PyAny>) -> Result<[E; N], Unfit> {
    let grid = Grid::of::<E>(object)?;
    if grid.dims != Dims::Vector(N) && grid.dims != Dims::Matrix(N, 1) {
        return Err(Unfit::Shape);
    }
    let mut out = [E::default(); N];
    copy(&grid, &mut out)?;
    Ok(out)
}

/// Copies the entries of a caller's array. `out` is on the stack or newly allocated.
fn copy<E: Number>(grid: &Grid, out: &mut [E]) -> Result<(), Unfit> {
    if grid.dims.len() != out.len() {
        return Err(Unfit::Shape);
    }
    if grid.is_packed(size_of::<E>()) {
        // SAFETY: as below, for all entries at once; `out` has as many, and is memory of its own.
        unsafe { std::ptr::copy_nonoverlapping(grid.start, out.as_mut_ptr().cast::<u8>(), size_of_val(out)) };
        return Ok(());
    }
    grid.each(|at, place| {
        // SAFETY: numpy keeps every place that shape and strides lead to inside of memory that the array holds, with an entry of
        // its type there, which `Grid::of` found to be `E`; whether it is aligned does not matter. Nothing ran since then that could
        // have changed the array. All bit patterns are values of `E`. No reference to the entries exists here: they are
        // read one by one. A thread that steps a world writes to entries that arrays look into; that is the race on numbers that
        // any numpy array of that world has.
        out[at] = unsafe { place.cast::<E>().read_unaligned() };
    });
    Ok(())
}

/// Writes to a caller's array of equal length, row by row. No array of a world may view `values`.
pub fn store<E: Number>(object: &Bound<'_, PyAny>, values: impl AsRef<[E]> + 'static) -> Result<(), Unfit> {
    let (grid, values) = (Grid::of::<E>(object)?, values.as_ref());
    grid.check_writable()?;
    if grid.dims.len() != values.len() {
        return Err(Unfit::Shape);
    }
    if grid.is_packed(size_of::<E>()) {
        // SAFETY: as below, for all entries at once: `values` has as many.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr().cast::<u8>(), grid.start, size_of_val(values)) };
        return Ok(());
    }
    grid.each(|at, place| {
        // SAFETY: as in `copy`; numpy says that the memory may be written, and `values` is memory of its own, so that no
        // reference to what is written exists here.
        unsafe { place.cast::<E>().write_unaligned(values[at]) };
    });
    Ok(())
}

/// Makes an array read-only.
pub fn freeze(array: &Bound<'_, PyAny>) {
    if let Ok(array) = array.cast::<PyUntypedArray>() {
        let object = array.as_array_ptr();
        // SAFETY: as in `Grid::of`; numpy reads the flag anew whenever the array is written to, and an array that is read-only
        // breaks nobody's assumption.
        unsafe { (*object).fields.flags &= !NPY_ARRAY_WRITEABLE };
    }
}
