//! `cortenforge.GpuArray`: a field of all worlds for libraries that know DLPack.

use super::{device, dlpack};
use pyo3::exceptions::PyBufferError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sim_gpu::{CudaArray, GpuNumbers};
use std::sync::Arc;

/// A field of all worlds, copied by `GpuBatchSim.read_device`.
///
/// `torch.from_dlpack(array)` takes it without a copy. The tensor is in device memory when Vulkan and CUDA share it (Linux, a GPU of
/// NVIDIA), and on the host otherwise. Steps do not change it. `numpy.asarray(array)` copies it to the host if needed.
#[pyclass(frozen, module = "cortenforge", name = "GpuArray")]
pub struct GpuArray {
    shape: Vec<usize>,
    memory: Memory,
}

enum Memory {
    Cuda(Arc<CudaArray>),
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

    /// The numbers as a numpy array: copied where CUDA has them.
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.memory {
            Memory::Host(array) => Ok(array.bind(py).clone()),
            Memory::Cuda(array) => {
                let numbers: GpuNumbers = device::run(py, || array.to_host())?;
                super::fields::array(py, &self.shape, numbers)
            }
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
        match &self.memory {
            Memory::Cuda(array) => Ok(array.view().kind.name().into()),
            Memory::Host(array) => array.bind(py).getattr("dtype")?.getattr("name")?.extract(),
        }
    }

    /// The device of the numbers as DLPack counts: (2, index of the GPU) in CUDA's memory, (1, 0) on the host.
    ///
    /// Returns tuple[int, int].
    fn __dlpack_device__(&self) -> (i32, i32) {
        match &self.memory {
            Memory::Cuda(array) => (dlpack::CUDA, array.ordinal()),
            Memory::Host(_) => (dlpack::CPU, 0),
        }
    }

    /// Returns a DLPack capsule that shares the memory of the numbers, or a copy on the host if `dl_device` says so.
    ///
    /// stream: Any; max_version, dl_device: tuple[int, int] or None; copy: bool or None. Returns Any. The GPU finished them before the
    /// array was made, so no stream has to wait.
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
        match &self.memory {
            Memory::Cuda(array) if wanted == here && !copy_wanted => {
                Ok(dlpack::capsule(py, array, &self.shape)?.into_any())
            }
            Memory::Cuda(_) if wanted == here => {
                Err(PyBufferError::new_err("a CUDA array is shared, not copied: clone the tensor"))
            }
            _ if wanted != (dlpack::CPU, 0) => {
                Err(PyBufferError::new_err(format!("the numbers are on device {here:?} of DLPack, not on {wanted:?}")))
            }
            Memory::Cuda(_) if copy == Some(false) => Err(PyBufferError::new_err(
                "`copy` is False and the numbers are in device memory: the host gets them by a copy",
            )),
            Memory::Cuda(_) => self.host(py)?.call_method0("__dlpack__"),
            Memory::Host(array) if copy_wanted => array.bind(py).call_method0("copy")?.call_method0("__dlpack__"),
            Memory::Host(array) => array.bind(py).call_method0("__dlpack__"),
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
        let place = match &self.memory {
            Memory::Cuda(array) => format!("in memory of CUDA device {}", array.ordinal()),
            Memory::Host(_) => "on the host".into(),
        };
        Ok(format!("<cortenforge.GpuArray of shape {}, {}, {place}>", self.shape(py)?, self.dtype(py)?))
    }
}
