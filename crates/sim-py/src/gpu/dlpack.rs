//! Makes and reads DLPack capsules of numbers in CUDA's memory. Besides `memory/views.rs`, this is the only file of the package with
//! `unsafe`.
//!
//! A capsule holds a pointer to a C struct. A library that takes the array renames the capsule, and calls the struct's deleter at the end.
//! The destructor of an unused capsule calls it, too. The structs are those of dlpack.h before version 1, which all libraries accept.

#![allow(unsafe_code)]

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use sim_gpu::{CudaArray, CudaView, GpuKind};
use std::ffi::{CStr, c_void};
use std::ptr::NonNull;
use std::sync::Arc;

/// Name of a capsule whose array was not taken.
const NAME: &CStr = c"dltensor";

/// `kDLCPU` and `kDLCUDA`.
pub const CPU: i32 = 1;
pub const CUDA: i32 = 2;

/// CUDA's default stream, as the protocol calls it.
const DEFAULT_STREAM: i32 = 1;

#[repr(C)]
struct Tensor {
    data: *mut c_void,
    device_type: i32,
    device_id: i32,
    ndim: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

#[repr(C)]
struct Managed {
    tensor: Tensor,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

/// A record with everything that it points to.
#[repr(C)]
struct Record {
    /// First, so that a pointer to it is one to the whole.
    managed: Managed,
    shape: Vec<i64>,
    strides: Vec<i64>,
    memory: Arc<CudaArray>,
}

/// Kind of number as `DLDataType` has it: code and bits.
fn code_of(kind: GpuKind) -> (u8, u8) {
    let code = if kind == GpuKind::Whole { 0 } else { 2 };
    (code, 8 * kind.bytes() as u8)
}

fn kind_of(code: u8, bits: u8) -> Option<GpuKind> {
    [GpuKind::Single, GpuKind::Double, GpuKind::Whole].into_iter().find(|&kind| code_of(kind) == (code, bits))
}

/// Strides of a contiguous array, in entries.
fn packed_strides(shape: &[i64]) -> Vec<i64> {
    (0..shape.len()).map(|i| shape[i + 1..].iter().fold(1_i64, |all, &len| all.saturating_mul(len))).collect()
}

/// Frees the memory.
unsafe extern "C" fn delete(managed: *mut Managed) {
    // SAFETY: the pointer is that of a record that `capsule` let go of, and the protocol calls this once.
    drop(unsafe { Box::from_raw(managed.cast::<Record>()) });
}

/// Frees the memory of a capsule whose array was not taken.
unsafe extern "C" fn forget(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule is alive during its destructor; under its first name it still holds a record.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, NAME.as_ptr()) == 1 {
            delete(ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast());
        }
    }
}

/// A capsule that shares an array of CUDA's memory, in a shape.
pub fn capsule<'py>(py: Python<'py>, memory: &Arc<CudaArray>, shape: &[usize]) -> PyResult<Bound<'py, PyCapsule>> {
    let shape: Vec<i64> = shape.iter().map(|&len| len as i64).collect();
    let strides = packed_strides(&shape);
    let (view, (code, bits)) = (memory.view(), code_of(memory.view().kind));
    let tensor = Tensor {
        data: std::ptr::without_provenance_mut(view.address as usize),
        device_type: CUDA,
        device_id: memory.ordinal(),
        ndim: shape.len() as i32,
        code,
        bits,
        lanes: 1,
        // the lists do not move with their record
        shape: shape.as_ptr(),
        strides: strides.as_ptr(),
        byte_offset: 0,
    };
    let managed = Managed { tensor, context: std::ptr::null_mut(), deleter: Some(delete) };
    let record = Box::leak(Box::new(Record { managed, shape, strides, memory: Arc::clone(memory) }));
    let pointer = NonNull::from(record).cast::<c_void>();
    // SAFETY: the record is there until its deleter is called, by whoever takes it or by the capsule's destructor.
    let made = unsafe { PyCapsule::new_with_pointer_and_destructor(py, pointer, NAME, Some(forget)) };
    if made.is_err() {
        // SAFETY: no capsule knows the record.
        unsafe { delete(pointer.as_ptr().cast()) };
    }
    made
}

/// Numbers of an object of another library. They live as long as this value.
pub struct Foreign<'py> {
    _capsule: Bound<'py, PyCapsule>,
    /// Where they are.
    pub view: CudaView,
    /// Their shape.
    pub shape: Vec<usize>,
}

/// Whether an object says that its numbers are in CUDA's memory.
pub fn is_in_cuda(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Some(device) = object.getattr_opt("__dlpack_device__")? else { return Ok(false) };
    // an object without a DLPack device is not CUDA's: numpy may be able to convert it
    Ok(device.call0().and_then(|device| device.extract::<(i32, i32)>()).is_ok_and(|(kind, _)| kind == CUDA))
}

/// Takes the numbers of an object of another library in CUDA's memory: contiguous, and ready for the default stream.
pub fn numbers_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Foreign<'py>> {
    let options = PyDict::new(object.py());
    options.set_item("stream", DEFAULT_STREAM)?;
    let capsule = object.call_method("__dlpack__", (), Some(&options))?.cast_into::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(NAME))?.cast::<Managed>();
    // SAFETY: a capsule of this name holds such a record, and keeps it as long as nobody renames it.
    let tensor = unsafe { &pointer.as_ref().tensor };
    let list = |numbers: *const i64| match usize::try_from(tensor.ndim) {
        // SAFETY: the lists have an entry for each dimension, and nothing changes them.
        Ok(len) if len > 0 && !numbers.is_null() => unsafe { std::slice::from_raw_parts(numbers, len) }.to_vec(),
        _ => vec![],
    };
    let (shape, strides) = (list(tensor.shape), list(tensor.strides));
    let kind = kind_of(tensor.code, tensor.bits).filter(|_| tensor.lanes == 1);
    let kind = kind.ok_or_else(|| PyTypeError::new_err("a CUDA tensor of float32, float64 or int32 is needed here"))?;
    if !strides.is_empty() && !are_packed(&shape, &strides) {
        return Err(PyValueError::new_err(
            "the numbers of the CUDA tensor do not lie one after another: pass t.contiguous()",
        ));
    }
    let address = (tensor.data.addr() as u64).saturating_add(tensor.byte_offset);
    let shape: Vec<usize> = shape.iter().map(|&len| usize::try_from(len).unwrap_or(0)).collect();
    let len = shape.iter().fold(1_usize, |all, &len| all.saturating_mul(len));
    let view = CudaView { address, len, kind };
    Ok(Foreign { _capsule: capsule, view, shape })
}

/// Whether entries are contiguous. The stride of a dimension of length 1 does not matter.
fn are_packed(shape: &[i64], strides: &[i64]) -> bool {
    let mut all = shape.iter().zip(strides).zip(packed_strides(shape));
    shape.contains(&0) || all.all(|((&len, &stride), packed)| len == 1 || stride == packed)
}
