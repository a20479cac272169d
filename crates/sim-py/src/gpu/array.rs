//! `cortenforge.GpuArray`: a field of all worlds for libraries that know DLPack or CUDA's array interface.

use super::dlpack::Shared;
use super::{device, dlpack};
use pyo3::exceptions::{PyAttributeError, PyBufferError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sim_gpu::{CudaArray, GpuKind, GpuNumbers, GpuView};
use std::sync::Arc;

/// A field of all worlds: a view by `GpuBatchSim.view`, which is always current, or a copy by `GpuBatchSim.read_device`.
///
/// `torch.from_dlpack(array)` takes it without a copy, and so does what knows `__cuda_array_interface__`. The numbers are in device memory
/// when kernels are CUDA's, or when Vulkan and CUDA share memory, and on the host otherwise. `numpy.asarray(array)` copies them to the host
/// if needed.
#[pyclass(frozen, module = "cortenforge", name = "GpuArray")]
pub struct GpuArray {
    shape: Vec<usize>,
    memory: Memory,
}

enum Memory {
    /// A copy.
    Cuda(Arc<CudaArray>),
    /// The worlds' own numbers.
    View {
        view: GpuView,
        /// The batch, which waits and copies.
        batch: Py<PyAny>,
        field: String,
    },
    /// A numpy array.
    Host(Py<PyAny>),
}

impl GpuArray {
    pub fn in_cuda(shape: Vec<usize>, array: CudaArray) -> Self {
        Self { shape, memory: Memory::Cuda(Arc::new(array)) }
    }

    pub fn on_host(shape: Vec<usize>, array: Bound<'_, PyAny>) -> Self {
        Self { shape, memory: Memory::Host(array.unbind()) }
    }

    pub fn view_of(shape: Vec<usize>, view: GpuView, batch: Py<PyAny>, field: &str) -> Self {
        Self { shape, memory: Memory::View { view, batch, field: field.into() } }
    }

    /// Type of the numbers and index of the GPU, where CUDA has them.
    fn in_cuda_memory(&self) -> Option<(GpuKind, i32)> {
        match &self.memory {
            Memory::Cuda(array) => Some((array.view().kind, array.ordinal())),
            Memory::View { view, .. } => Some((view.kind(), view.ordinal())),
            Memory::Host(_) => None,
        }
    }

    /// The numbers in CUDA's memory, once the GPU has written them. None for numbers on the host.
    fn shared(&self, py: Python<'_>) -> PyResult<Option<Shared>> {
        Ok(match &self.memory {
            Memory::Host(_) => None,
            Memory::Cuda(array) => Some(Shared {
                address: array.view().address,
                kind: array.view().kind,
                ordinal: array.ordinal(),
                row_step: None,
                memory: Box::new(Arc::clone(array)),
            }),
            Memory::View { view, batch, .. } => {
                // whoever takes them may read them on any stream
                batch.bind(py).call_method0("wait")?;
                Some(Shared {
                    address: view.address(),
                    kind: view.kind(),
                    ordinal: view.ordinal(),
                    row_step: Some(view.row_step()),
                    memory: Box::new(view.clone()),
                })
            }
        })
    }

    /// The numbers as a numpy array: copied where CUDA has them.
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.memory {
            Memory::Host(array) => Ok(array.bind(py).clone()),
            Memory::Cuda(array) => {
                let numbers: GpuNumbers = device::run(py, || array.to_host())?;
                super::fields::array(py, &self.shape, numbers)
            }
            Memory::View { batch, field, .. } => batch.bind(py).call_method1("get", (field,)),
        }
    }
}

#[pymethods]
impl GpuArray {
    /// Lengths of the dimensions; the first is the number of worlds.
    ///
    /// tuple[int, ...].
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }

    /// Type of the numbers.
    ///
    /// "float32", "float64" or "int32".
    #[getter]
    fn dtype(&self, py: Python<'_>) -> PyResult<String> {
        match (&self.memory, self.in_cuda_memory()) {
            (Memory::Host(array), _) => array.bind(py).getattr("dtype")?.getattr("name")?.extract(),
            (_, kind) => Ok(kind.map_or("", |(kind, _)| kind.name()).into()),
        }
    }

    /// Numbers from an entry of each dimension to the next one, in bytes.
    ///
    /// tuple[int, ...].
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (row_step, bytes) = match &self.memory {
            Memory::Host(array) => return Ok(array.bind(py).getattr("strides")?.cast_into::<PyTuple>()?),
            Memory::Cuda(array) => (None, array.view().kind.bytes()),
            Memory::View { view, .. } => (Some(view.row_step()), view.kind().bytes()),
        };
        PyTuple::new(py, dlpack::strides(&self.shape, row_step).into_iter().map(|step| step * bytes as i64))
    }

    /// Address, shape and strides for libraries that know CUDA's array interface. AttributeError: the numbers are on the host.
    ///
    /// dict[str, Any].
    #[getter]
    fn __cuda_array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let shared = self.shared(py)?.ok_or_else(|| {
            PyAttributeError::new_err("the numbers are on the host: numpy.asarray(array) takes them without a copy")
        })?;
        let letter = if shared.kind == GpuKind::Whole { "i" } else { "f" };
        let about = PyDict::new(py);
        about.set_item("version", 3)?;
        about.set_item("shape", self.shape(py)?)?;
        about.set_item("typestr", format!("<{letter}{}", shared.kind.bytes()))?;
        about.set_item("data", (shared.address, false))?;
        about.set_item("strides", self.strides(py)?)?;
        about.set_item("stream", py.None())?;
        Ok(about)
    }

    /// The device of the numbers as DLPack counts: (2, index of the GPU) in CUDA's memory, (1, 0) on the host.
    ///
    /// Returns tuple[int, int].
    fn __dlpack_device__(&self) -> (i32, i32) {
        self.in_cuda_memory().map_or((dlpack::CPU, 0), |(_, ordinal)| (dlpack::CUDA, ordinal))
    }

    /// Returns a DLPack capsule that shares the memory of the numbers, or a copy on the host if `dl_device` says so.
    ///
    /// stream: Any; max_version, dl_device: tuple[int, int] or None; copy: bool or None. Returns Any. The GPU has finished the numbers
    /// when this returns, so no stream has to wait.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        max_version: Option<&Bound<'py, PyAny>>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // the capsule is of the first version, which every later one includes
        let _ = (stream, max_version);
        let (here, wanted) = (self.__dlpack_device__(), dl_device.unwrap_or_else(|| self.__dlpack_device__()));
        let copy_wanted = copy == Some(true);
        if wanted != here && wanted != (dlpack::CPU, 0) {
            let message = format!("the numbers are on device {here:?} of DLPack, not on {wanted:?}");
            return Err(PyBufferError::new_err(message));
        }
        match &self.memory {
            Memory::Host(array) if copy_wanted => array.bind(py).call_method0("copy")?.call_method0("__dlpack__"),
            Memory::Host(array) => array.bind(py).call_method0("__dlpack__"),
            _ if wanted != here && copy == Some(false) => Err(PyBufferError::new_err(
                "`copy` is False and the numbers are in device memory: the host gets them by a copy",
            )),
            _ if wanted != here => self.host(py)?.call_method0("__dlpack__"),
            _ if copy_wanted => Err(PyBufferError::new_err("a CUDA array is shared, not copied: clone the tensor")),
            _ => match self.shared(py)? {
                Some(shared) => Ok(dlpack::capsule(py, shared, &self.shape)?.into_any()),
                None => Err(PyBufferError::new_err("the numbers are on the host")),
            },
        }
    }

    /// Returns the numbers as a numpy array.
    ///
    /// dtype: npt.DTypeLike or None; copy: bool or None. Returns array.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = self.host(py)?;
        let options = PyDict::new(py);
        // those of the GPU are a copy already
        options.set_item("copy", matches!((&self.memory, copy), (Memory::Host(_), Some(true))))?;
        let kind = dtype.map_or_else(|| array.getattr("dtype"), |kind| Ok(kind.clone()))?;
        array.call_method("astype", (kind,), Some(&options))
    }

    fn __len__(&self) -> usize {
        self.shape.first().copied().unwrap_or(0)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let place = match self.in_cuda_memory() {
            Some((_, ordinal)) => format!("in memory of CUDA device {ordinal}"),
            None => "on the host".into(),
        };
        Ok(format!("<cortenforge.GpuArray of shape {}, {}, {place}>", self.shape(py)?, self.dtype(py)?))
    }
}
