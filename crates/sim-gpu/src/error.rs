//! Why a batch on the GPU could not be made or run.

use crate::device::NoMemory;
use thiserror::Error;

/// An error of [`GpuBatchSim`](crate::GpuBatchSim) or [`GpuSimContext`](crate::GpuSimContext).
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimError};
///
/// let text = "<mujoco><option integrator='implicit' noslip_iterations='3'/></mujoco>";
/// let model = std::sync::Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// match GpuBatchSim::with(&context, model, 1, &GpuOptions::default()) {
///     Err(GpuSimError::Unsupported(reasons)) => assert_eq!(reasons.len(), 2),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum GpuSimError {
    /// No adapter that can run compute shaders.
    #[error("no GPU is available: {0}")]
    NotAvailable(String),
    /// The device cannot do what is asked for.
    #[error("{0}")]
    NotCapable(String),
    /// A shader that this crate made was refused.
    #[error("the shader of kernel '{kernel}' was refused, which is a defect worth reporting: {message}")]
    ShaderCompilation {
        /// Which kernel.
        kernel: String,
        /// What the compiler said.
        message: String,
    },
    /// A buffer would be larger than the device allows.
    #[error(
        "{worlds} worlds need a buffer of {required} bytes, more than the {limit} of this device: make several smaller batches"
    )]
    BatchTooLarge {
        /// Worlds asked for.
        worlds: usize,
        /// Bytes needed.
        required: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// The card has no room left for a buffer that the device allows.
    #[error(
        "the GPU has no room for a buffer of {bytes} bytes of {worlds} worlds: take fewer, or name fewer `contacts` and `rows`"
    )]
    OutOfMemory {
        /// Worlds asked for.
        worlds: usize,
        /// Bytes needed.
        bytes: u64,
    },
    /// The device is gone.
    #[error("the GPU was lost ({0}): make a new context and batch, and give it the states downloaded last")]
    DeviceLost(String),
    /// Numbers could not be read back.
    #[error("numbers could not be read back from the GPU: {0}")]
    BufferReadback(String),
    /// The model uses something that the card does not compute.
    #[error("the GPU does not run this model: {}", .0.join("; "))]
    Unsupported(Vec<String>),
    /// An option of a batch with a value that means nothing.
    #[error("option `{option}` of a batch: {message}")]
    InvalidOption {
        /// The option.
        option: &'static str,
        /// What is wrong with its value, and what to give instead.
        message: String,
    },
    /// A name that is no field, or one that this batch does not keep.
    #[error("{0}")]
    UnknownField(String),
    /// Numbers of the wrong length.
    #[error("{field} takes {expected} numbers, not {given}")]
    WrongLength {
        /// The field.
        field: String,
        /// Numbers it takes.
        expected: usize,
        /// Numbers given.
        given: usize,
    },
    /// Numbers of another kind than the field's.
    #[error("{field} has numbers of kind {expected}, not {given}: convert them")]
    WrongKind {
        /// The field.
        field: String,
        /// What its numbers are.
        expected: &'static str,
        /// What was given.
        given: &'static str,
    },
    /// Numbers could not be shared with CUDA.
    #[error("no memory was shared with CUDA: {0}")]
    Cuda(String),
    /// Kernels could not be compiled by NVRTC, or run by CUDA.
    #[error("kernels for CUDA: {0}")]
    Nvrtc(String),
    /// A world cannot have these parameters.
    #[error("parameters of world {world}: {message}")]
    Parameters {
        /// The world.
        world: usize,
        /// What is wrong with them.
        message: String,
    },
    /// States of another batch.
    #[error("these states are of a batch of another model, precision, noise or device: save them from this batch")]
    ForeignStates,
    /// Worlds of the CPU could not be made.
    #[error("the batch on the CPU: {0}")]
    Reference(#[from] sim_core::BatchError),
    /// A world that the batch does not have.
    #[error("world {world} of a batch of {worlds}")]
    NoSuchWorld {
        /// The one asked for.
        world: usize,
        /// Worlds of the batch.
        worlds: usize,
    },
}

impl GpuSimError {
    /// Why there is no memory of so many bytes for some worlds: `other` where the card has room.
    pub(crate) fn no_memory(why: NoMemory, worlds: usize, bytes: u64, other: fn(String) -> Self) -> Self {
        match why {
            NoMemory::NoRoom => Self::OutOfMemory { worlds, bytes },
            NoMemory::Because(why) => other(why),
        }
    }

    /// The same where memory is shared for kernels of CUDA: they cannot run then.
    pub(crate) fn of_nvrtc(self) -> Self {
        match self {
            Self::Cuda(why) => Self::Nvrtc(why),
            other => other,
        }
    }
}

/// A result of this crate.
pub type GpuSimResult<T> = Result<T, GpuSimError>;
