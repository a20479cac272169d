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
use sim_gpu::{CudaMask, CudaStream, CudaView, GpuKind};
use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

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
    /// Freed with the record.
    memory: Box<dyn Send + Sync>,
}

/// Numbers in CUDA's memory, and what keeps them there.
pub struct Shared {
    /// The device pointer.
    pub address: u64,
    /// Type of the numbers.
    pub kind: GpuKind,
    /// Index of the GPU.
    pub ordinal: i32,
    /// Numbers from one entry of the first dimension to the next; None if all lie one after another.
    pub row_step: Option<usize>,
    /// Dropped by whoever takes the numbers.
    pub memory: Box<dyn Send + Sync>,
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

/// Strides in entries of an array of a shape whose first dimension has the stride `row_step`.
pub fn strides(shape: &[usize], row_step: Option<usize>) -> Vec<i64> {
    let shape: Vec<i64> = shape.iter().map(|&len| len as i64).collect();
    let mut strides = packed_strides(&shape);
    if let (Some(first), Some(step)) = (strides.first_mut(), row_step) {
        *first = step as i64;
    }
    strides
}

/// A capsule that shares numbers of CUDA's memory, in a shape.
pub fn capsule<'py>(py: Python<'py>, shared: Shared, shape: &[usize]) -> PyResult<Bound<'py, PyCapsule>> {
    let strides = strides(shape, shared.row_step);
    let shape: Vec<i64> = shape.iter().map(|&len| len as i64).collect();
    let (code, bits) = code_of(shared.kind);
    let tensor = Tensor {
        data: std::ptr::without_provenance_mut(shared.address as usize),
        device_type: CUDA,
        device_id: shared.ordinal,
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
    let record = Box::leak(Box::new(Record { managed, shape, strides, memory: shared.memory }));
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

/// An array of another library. It stays alive as long as this value.
struct Taken<'py> {
    capsule: Bound<'py, PyCapsule>,
    address: u64,
    /// Code and bits of the type of its entries.
    kind: (u8, u8),
    shape: Vec<usize>,
}

/// The stream that the numbers of another library have to be ready for: PyTorch orders its own work by its current stream, which is that of
/// the batch, and does not wait for it again.
fn take<'py>(object: &Bound<'py, PyAny>, stream: Option<usize>) -> PyResult<Taken<'py>> {
    let options = PyDict::new(object.py());
    match stream {
        Some(handle) if handle > 2 => options.set_item("stream", handle)?,
        _ => options.set_item("stream", DEFAULT_STREAM)?,
    }
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
    if !strides.is_empty() && !are_packed(&shape, &strides) {
        return Err(PyValueError::new_err(
            "the numbers of the CUDA tensor do not lie one after another: pass t.contiguous()",
        ));
    }
    let address = (tensor.data.addr() as u64).saturating_add(tensor.byte_offset);
    let shape = shape.iter().map(|&len| usize::try_from(len).unwrap_or(0)).collect();
    let kind = if tensor.lanes == 1 { (tensor.code, tensor.bits) } else { (u8::MAX, 0) };
    Ok(Taken { capsule, address, kind, shape })
}

/// Takes the numbers of an object of another library in CUDA's memory: contiguous, and ready for a stream.
pub fn numbers_of<'py>(object: &Bound<'py, PyAny>, stream: Option<usize>) -> PyResult<Foreign<'py>> {
    let Taken { capsule, address, kind, shape } = take(object, stream)?;
    let kind = kind_of(kind.0, kind.1)
        .ok_or_else(|| PyTypeError::new_err("a CUDA tensor of float32, float64 or int32 is needed here"))?;
    let len = shape.iter().fold(1_usize, |all, &len| all.saturating_mul(len));
    Ok(Foreign { _capsule: capsule, view: CudaView { address, len, kind }, shape })
}

/// A mask of another library in CUDA's memory. It lives as long as this value.
pub struct ForeignMask<'py> {
    _capsule: Bound<'py, PyCapsule>,
    /// Where it is.
    pub mask: CudaMask,
}

/// Takes a mask of another library in CUDA's memory: booleans or bytes, one for each of `worlds`.
pub fn mask_of<'py>(object: &Bound<'py, PyAny>, worlds: usize, stream: Option<usize>) -> PyResult<ForeignMask<'py>> {
    let Taken { capsule, address, kind, shape } = take(object, stream)?;
    // signed and unsigned bytes, and booleans
    if !matches!(kind, (0 | 1 | 6, 8)) {
        return Err(PyTypeError::new_err("a mask on a GPU is a tensor of booleans: pass mask.bool()"));
    }
    if shape != [worlds] {
        return Err(PyValueError::new_err(format!("a mask on a GPU has shape ({worlds},), not {shape:?}")));
    }
    Ok(ForeignMask { _capsule: capsule, mask: CudaMask { address, len: worlds } })
}

/// A stream that another library has made.
pub fn stream(handle: usize) -> CudaStream {
    // SAFETY: `streams.rs` takes handles from attributes of streams of other libraries alone, and keeps those streams.
    unsafe { CudaStream::from_handle(handle) }
}

/// Whether entries are contiguous. The stride of a dimension of length 1 does not matter.
fn are_packed(shape: &[i64], strides: &[i64]) -> bool {
    let mut all = shape.iter().zip(strides).zip(packed_strides(shape));
    shape.contains(&0) || all.all(|((&len, &stride), packed)| len == 1 || stride == packed)
}
