//! Fields in CUDA's memory, for programs such as PyTorch: no number goes through the host.

use crate::backend::api::FieldCopy;
use crate::backend::buffer::RowBuffer;
use crate::backend::device::{CudaStream, Memory, NoMemory};
use crate::batch::GpuBatchSim;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::cuda_views::CudaView;
use crate::io::numbers::{GpuKind, GpuNumbers};

/// An array in CUDA's memory, freed when it is dropped: a copy of a field by [`GpuBatchSim::read_cuda`], or numbers of the host. Steps do
/// not change it.
///
/// ```
/// use sim_gpu::{CudaArray, GpuBatchSim, GpuNumbers, GpuOptions, GpuSimError};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint name='pivot'/><geom size='.1' pos='0 .5 0'/></body></worldbody>
///             <actuator><motor joint='pivot'/></actuator></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// match CudaArray::from_host(&context, &GpuNumbers::Single(vec![0.1, 0.2])) {
///     Ok(torques) => {
///         batch.write_cuda("ctrl", torques.view())?;
///         batch.step_all()?;
///         println!("poses at {:#x}", batch.read_cuda("qpos")?.view().address);
///     }
///     Err(GpuSimError::Cuda(why)) => println!("{why}"), // `write` and `read` go through the host
///     Err(other) => return Err(other.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CudaArray {
    memory: ArrayMemory,
    ordinal: i32,
    len: usize,
    kind: GpuKind,
}

/// Where the numbers of an array are.
#[derive(Debug)]
enum ArrayMemory {
    /// In a buffer of the pool.
    Rows(RowBuffer),
    /// In memory of their own.
    Own(Memory),
}

impl CudaArray {
    /// Copies numbers of the host into CUDA's memory on the GPU of a context.
    pub fn from_host(context: &GpuSimContext, numbers: &GpuNumbers) -> GpuSimResult<Self> {
        let pool = context.shared_pool()?;
        let bytes = numbers.as_bytes();
        let memory = pool.allocate(bytes.len().max(1) as u64).map_err(|why| match why {
            NoMemory::Full => GpuSimError::Cuda(format!("the GPU has no free memory for {} bytes", bytes.len())),
            NoMemory::Because(why) => GpuSimError::Cuda(why),
        })?;
        memory.upload(CudaStream::DEFAULT, bytes).map_err(GpuSimError::Cuda)?;
        let ordinal = pool.driver().ordinal();
        Ok(Self { memory: ArrayMemory::Own(memory), ordinal, len: numbers.len(), kind: numbers.kind() })
    }

    /// Address, count and type of the numbers.
    pub fn view(&self) -> CudaView {
        let address = match &self.memory {
            ArrayMemory::Rows(rows) => rows.address().unwrap_or(0),
            ArrayMemory::Own(memory) => memory.address(),
        };
        CudaView { address, len: self.len, kind: self.kind }
    }

    /// Index of the GPU in CUDA.
    pub fn ordinal(&self) -> i32 {
        self.ordinal
    }

    /// Copies the numbers to the host.
    pub fn to_host(&self) -> GpuSimResult<GpuNumbers> {
        let memory = match &self.memory {
            ArrayMemory::Rows(rows) => rows.memory()?,
            ArrayMemory::Own(memory) => memory,
        };
        let mut bytes = vec![0; self.len * self.kind.bytes()];
        memory.download(CudaStream::DEFAULT, &mut bytes).map_err(GpuSimError::Cuda)?;
        Ok(GpuNumbers::new(&bytes, self.kind))
    }
}

impl GpuBatchSim {
    /// A field of all worlds, `[world][number]`, in memory that CUDA maps. Waits for the GPU, so every stream of CUDA may read it.
    ///
    /// An error if memory cannot be shared with CUDA: [`GpuSimContext::no_cuda`] says why, and [`read`](Self::read) works anyway.
    pub fn read_cuda(&self, field: &str) -> GpuSimResult<CudaArray> {
        let slice = self.field(field)?;
        let kind = self.kind(&slice);
        let (len, row_len) = (slice.total(), slice.len);
        let pool = self.context.shared_pool()?;
        let rows = RowBuffer::Shared(pool.acquire((len * kind.bytes()) as u64, self.worlds)?);
        self.backend.gather(&[FieldCopy { field: slice, rows: &rows, row_len }])?;
        self.finish()?;
        Ok(CudaArray { ordinal: pool.driver().ordinal(), memory: ArrayMemory::Rows(rows), len, kind })
    }

    /// Sets a field of all worlds from numbers in CUDA's memory, `[world][number]`, of the type [`field_kind`](Self::field_kind).
    ///
    /// With NVRTC the copy is launched on the stream that [`use_stream`](Self::use_stream) names: on that stream the caller may change the
    /// numbers at once. With the driver's compiler they are copied after the work of CUDA's default stream, before the return.
    ///
    /// A parameter that worlds differ in is a field too, if no constant follows from it: see [`view`](Self::view).
    pub fn write_cuda(&mut self, field: &str, numbers: CudaView) -> GpuSimResult<()> {
        if self.check_plain(field)? {
            self.written.insert(field.into());
        }
        let slice = self.field(field)?;
        check_view(slice.name, numbers, slice.total(), self.kind(&slice))?;
        if numbers.len == 0 {
            return Ok(());
        }
        let mut rows = self.backend.rows_from(numbers)?;
        let row_len = slice.len;
        let submission = self.backend.scatter(&FieldCopy { field: slice, rows: &rows, row_len })?;
        rows.use_until(submission);
        self.context.check()
    }
}

/// An error if numbers have another type or count than a field.
pub(crate) fn check_view(field: &str, given: CudaView, expected: usize, kind: GpuKind) -> GpuSimResult<()> {
    let field = field.to_string();
    if given.kind != kind {
        return Err(GpuSimError::WrongKind { field, expected: kind.name(), given: given.kind.name() });
    }
    if given.len != expected {
        return Err(GpuSimError::WrongLength { field, expected, given: given.len });
    }
    Ok(())
}
