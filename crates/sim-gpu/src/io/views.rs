//! Views of fields in CUDA's memory.

use crate::backend::cuda::Kept;
use crate::backend::device::{CudaStream, Driver};
use crate::batch::GpuBatchSim;
use crate::codegen::catalogue::STATE;
use crate::compiler::GpuCompiler;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::cuda_arrays::CudaView;
use crate::io::numbers::GpuKind;
use std::sync::Arc;

/// A field of all worlds in CUDA's memory: always current, and for the state and the inputs what is written there counts from the next call
/// on. The memory stays valid after the batch is dropped.
///
/// Calls of the batch and other work on the memory are ordered by the stream that [`GpuBatchSim::use_stream`] names: on other streams wait
/// for it.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimError};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// match batch.view("qpos") {
///     Ok(view) => println!("world 1 begins {} numbers after {:#x}", view.row_step(), view.address()),
///     Err(GpuSimError::NoView(why)) => println!("{why}"), // kernels that are not CUDA's
///     Err(other) => return Err(other.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GpuView {
    pub(crate) address: u64,
    pub(crate) kind: GpuKind,
    pub(crate) worlds: usize,
    pub(crate) len: usize,
    pub(crate) row_step: usize,
    pub(crate) driver: Arc<Driver>,
    pub(crate) _kept: Kept,
}

impl GpuView {
    /// The device pointer of the first world's numbers.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Type of the numbers.
    pub fn kind(&self) -> GpuKind {
        self.kind
    }

    /// Number of worlds.
    pub fn worlds(&self) -> usize {
        self.worlds
    }

    /// Numbers of a world, which lie one after another.
    pub fn row_len(&self) -> usize {
        self.len
    }

    /// Numbers from the start of one world to that of the next.
    pub fn row_step(&self) -> usize {
        self.row_step
    }

    /// Index of the GPU in CUDA.
    pub fn ordinal(&self) -> i32 {
        self.driver.ordinal()
    }
}

/// Worlds chosen by numbers in CUDA's memory.
///
/// ```
/// use sim_gpu::CudaMask;
///
/// // the address of a boolean tensor with an entry for each world
/// let mask = CudaMask { address: 0x7f00_0000, len: 4096 };
/// assert_eq!(mask.len, 4096);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CudaMask {
    /// The device pointer of a byte for each world: 0 for no.
    pub address: u64,
    /// Number of worlds.
    pub len: usize,
}

impl GpuBatchSim {
    /// A view of a field in CUDA's memory. Fields are those of [`read`](Self::read), and parameters of the Model that
    /// [`GpuOptions::per_world`](crate::GpuOptions::per_world) names and no constant follows from, such as `geom_friction` and
    /// `actuator_gainprm`.
    ///
    /// With kernels of the driver's compiler there is none: [`GpuSimError::NoView`].
    pub fn view(&mut self, field: &str) -> GpuSimResult<GpuView> {
        let is_parameter = self.check_plain(field)?;
        let view = self.backend.view(&self.field(field)?, STATE.contains(&field) || is_parameter)?;
        if is_parameter {
            self.written.insert(field.into());
        }
        Ok(view)
    }

    /// Launches the work of all following calls on a stream of CUDA, after the work on the stream before. Without effect with kernels of
    /// the driver's compiler.
    ///
    /// While a graph is captured on the stream, steps and copies on the device are captured. Calls that wait for the GPU are errors then.
    pub fn use_stream(&mut self, stream: CudaStream) -> GpuSimResult<()> {
        self.backend.use_stream(stream)
    }

    /// Index in CUDA of the GPU whose streams the batch launches its work on. None with kernels of the driver's compiler.
    pub fn cuda_ordinal(&self) -> Option<i32> {
        let pool = self.context.shared_pool().ok().filter(|_| self.compiler() == GpuCompiler::Nvrtc);
        pool.map(|pool| pool.driver().ordinal())
    }

    /// Waits until the GPU is done with everything that was launched.
    pub fn finish(&self) -> GpuSimResult<()> {
        self.backend.finish()?;
        self.context.check()
    }

    /// Copies a field of all worlds into memory of CUDA, `[world][number]`. With NVRTC it does not wait.
    pub fn read_into_cuda(&self, field: &str, to: CudaView) -> GpuSimResult<()> {
        let slice = self.field(field)?;
        super::cuda_arrays::check_view(slice.name, to, slice.total(), self.kind(&slice))?;
        if to.len == 0 {
            return Ok(());
        }
        self.backend.copy_out(&slice, to)
    }

    /// An error if a mask has not an entry for each world.
    pub(crate) fn check_cuda_mask(&self, mask: CudaMask) -> GpuSimResult<()> {
        if mask.len == self.worlds {
            return Ok(());
        }
        Err(GpuSimError::WrongLength { field: "mask of worlds".into(), expected: self.worlds, given: mask.len })
    }
}
