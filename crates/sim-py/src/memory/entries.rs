//! Copies of an array's entries, of any type of number.

use numpy::ndarray::Array1;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use sim_core::arrays::{ArrayMut, ArrayRef, Flag, Shape};

/// A copy of an array's entries.
pub enum Entries {
    F64(Vec<f64>),
    F32(Vec<f32>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    Bool(Vec<Flag>),
}

impl Entries {
    /// Copies.
    pub fn copy(entries: ArrayRef<'_>) -> Self {
        match entries {
            ArrayRef::F64(a) => Self::F64(a.to_vec()),
            ArrayRef::F32(a) => Self::F32(a.to_vec()),
            ArrayRef::I32(a) => Self::I32(a.to_vec()),
            ArrayRef::I64(a) => Self::I64(a.to_vec()),
            ArrayRef::U8(a) => Self::U8(a.to_vec()),
            ArrayRef::Bool(a) => Self::Bool(a.to_vec()),
        }
    }

    /// Converts to a flat numpy array that owns its memory.
    pub fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::F64(a) => PyArray1::from_vec(py, a).into_any(),
            Self::F32(a) => PyArray1::from_vec(py, a).into_any(),
            Self::I32(a) => PyArray1::from_vec(py, a).into_any(),
            Self::I64(a) => PyArray1::from_vec(py, a).into_any(),
            Self::U8(a) => PyArray1::from_vec(py, a).into_any(),
            Self::Bool(a) => PyArray1::from_iter(py, a.into_iter().map(bool::from)).into_any(),
        }
    }

    /// Converts to a numpy array of a shape; an empty one if the number of entries does not fit.
    pub fn into_shaped(self, py: Python<'_>, shape: Shape) -> Bound<'_, PyAny> {
        // a copy of a few entries takes less time than an object that owns them
        const FEW: usize = 1024;
        fn matrix<T: numpy::Element>(py: Python<'_>, entries: Vec<T>, shape: (usize, usize)) -> Bound<'_, PyAny> {
            let flat = Array1::from_vec(entries);
            match flat.into_shape_with_order(shape) {
                Ok(matrix) if matrix.len() <= FEW => PyArray2::from_array(py, &matrix).into_any(),
                Ok(matrix) => PyArray2::from_owned_array(py, matrix).into_any(),
                Err(_) => PyArray1::<T>::zeros(py, 0, false).into_any(),
            }
        }
        match (self, shape.cols) {
            (Self::F64(a), Some(cols)) => matrix(py, a, (shape.rows, cols)),
            (Self::I32(a), Some(cols)) => matrix(py, a, (shape.rows, cols)),
            (entries, _) => entries.into_array(py),
        }
    }

    /// Whether all entries are equal bit by bit.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::F64(a), Self::F64(b)) => a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits())),
            (Self::F32(a), Self::F32(b)) => a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits())),
            (Self::I32(a), Self::I32(b)) => a == b,
            (Self::I64(a), Self::I64(b)) => a == b,
            (Self::U8(a), Self::U8(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            _ => false,
        }
    }

    /// The entries of a flat numpy array of the same type as another array.
    pub fn from_array(array: &Bound<'_, PyAny>, like: &ArrayRef<'_>) -> PyResult<Self> {
        fn entries<T: numpy::Element + Copy>(array: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
            Ok(array.cast::<PyArray1<T>>()?.try_readonly()?.as_slice()?.to_vec())
        }
        Ok(match like {
            ArrayRef::F64(_) => Self::F64(entries(array)?),
            ArrayRef::F32(_) => Self::F32(entries(array)?),
            ArrayRef::I32(_) => Self::I32(entries(array)?),
            ArrayRef::I64(_) => Self::I64(entries(array)?),
            ArrayRef::U8(_) => Self::U8(entries(array)?),
            ArrayRef::Bool(_) => {
                // the bytes of numpy's bools can be anything
                let bytes = array.cast::<PyArray1<bool>>()?.call_method1("view", ("uint8",))?;
                Self::Bool(entries::<u8>(&bytes)?.into_iter().map(|byte| Flag::from(byte != 0)).collect())
            }
        })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(a) => a.len(),
            Self::F32(a) => a.len(),
            Self::I32(a) => a.len(),
            Self::I64(a) => a.len(),
            Self::U8(a) => a.len(),
            Self::Bool(a) => a.len(),
        }
    }

    /// Copies to an array of equal type and length; does nothing otherwise.
    pub fn store(&self, target: ArrayMut<'_>) {
        if self.len() == target.len() {
            self.store_row(0, target);
        }
    }

    /// Copies one row to an array of equal type with the length of a row; the only row if there is one. Does nothing if it does not fit.
    pub fn store_row(&self, row: usize, target: ArrayMut<'_>) {
        fn copy<T: Copy>(from: &[T], row: usize, to: &mut [T]) {
            let start = if from.len() == to.len() { 0 } else { row * to.len() };
            if let Some(from) = from.get(start..start + to.len()) {
                to.copy_from_slice(from);
            }
        }
        match (self, target) {
            (Self::F64(a), ArrayMut::F64(b)) => copy(a, row, b),
            (Self::F32(a), ArrayMut::F32(b)) => copy(a, row, b),
            (Self::I32(a), ArrayMut::I32(b)) => copy(a, row, b),
            (Self::I64(a), ArrayMut::I64(b)) => copy(a, row, b),
            (Self::U8(a), ArrayMut::U8(b)) => copy(a, row, b),
            (Self::Bool(a), ArrayMut::Bool(b)) => copy(a, row, b),
            _ => {}
        }
    }
}
