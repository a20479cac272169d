//! Where numbers, masks and fields lie in CUDA's memory.

use crate::backend::device::Driver;
use crate::io::numbers::GpuKind;
use std::fmt::Debug;
use std::sync::Arc;

/// Memory that a view keeps alive.
pub type Kept = Arc<dyn Debug + Send + Sync>;

/// Address, count and type of numbers that lie one after another in CUDA's memory.
///
/// The memory belongs to the caller. [`GpuBatchSim::write_cuda`](crate::GpuBatchSim::write_cuda) copies the numbers, and rejects an address
/// that is not memory of the batch's GPU.
///
/// ```
/// use sim_gpu::{CudaView, GpuBatchSim, GpuKind, GpuOptions, GpuSimError};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint name='pivot'/><geom size='.1' pos='0 .5 0'/></body></worldbody>
///             <actuator><motor joint='pivot'/></actuator></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// // an address that another library gave, of numbers that are too few
/// let torques = CudaView { address: 0x7f00_0000, len: 1, kind: GpuKind::Single };
/// assert!(matches!(batch.write_cuda("ctrl", torques), Err(GpuSimError::WrongLength { expected: 2, given: 1, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CudaView {
    /// The device pointer.
    pub address: u64,
    /// Number of numbers.
    pub len: usize,
    /// Type of the numbers.
    pub kind: GpuKind,
}

impl CudaView {
    /// Bytes of the numbers.
    pub fn bytes(self) -> u64 {
        (self.len as u64).saturating_mul(self.kind.bytes() as u64)
    }
}

/// A field of all worlds in CUDA's memory: always current, and for the state and the inputs what is written there counts from the next call
/// on. The memory stays valid after the batch is dropped.
///
/// Calls of the batch and other work on the memory are ordered by the stream that
/// [`GpuBatchSim::use_stream`](crate::GpuBatchSim::use_stream) names: on other streams wait for it.
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
