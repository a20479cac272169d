//! Errors of batches on the GPU.

use crate::codegen::kernel::KernelText;
use crate::codegen::{CodegenError, SourceLine};
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
    /// No adapter can run compute shaders.
    #[error("no GPU is available: {0}")]
    NotAvailable(String),
    /// The device lacks something that the options need.
    #[error("{0}")]
    NotCapable(String),
    /// Kernels cannot be generated, which is a bug of this crate.
    #[error("kernels cannot be generated, which is a bug to report: {0}")]
    Codegen(#[from] CodegenError),
    /// A compiler rejects a shader that this crate made.
    #[error("kernel '{kernel}' does not compile{}, which is a bug to report: {message}", place(*at))]
    ShaderCompilation {
        /// The kernel.
        kernel: String,
        /// Line of the WGSL source that the compiler's message is about, if it names one.
        at: Option<SourceLine>,
        /// The compiler's message.
        message: String,
    },
    /// A buffer would be larger than the device allows.
    #[error(
        "a buffer of {worlds} worlds needs {required} bytes, but this device allows {limit}: make several smaller batches"
    )]
    BatchTooLarge {
        /// Worlds of the batch.
        worlds: usize,
        /// Bytes that the buffer needs.
        required: u64,
        /// Bytes that the device allows.
        limit: u64,
    },
    /// The GPU has too little free memory for a buffer.
    #[error(
        "the GPU has no free memory for a buffer of {worlds} worlds, {bytes} bytes: use fewer worlds, or lower `contacts` and `rows`"
    )]
    OutOfMemory {
        /// Worlds of the batch.
        worlds: usize,
        /// Bytes that the buffer needs.
        bytes: u64,
    },
    /// The device is lost.
    #[error("the GPU was lost ({0}): make a new context and batch, and give it the states downloaded last")]
    DeviceLost(String),
    /// A download failed.
    #[error("a read from the GPU failed: {0}: read again; if the device is lost, make a new context and batch")]
    BufferReadback(String),
    /// The model uses something that the GPU does not compute.
    #[error("the GPU does not support this model: {}: change the model, or use `BatchSim`", .0.join("; "))]
    Unsupported(Vec<String>),
    /// An option of a batch has an invalid value.
    #[error("option `{option}` of a batch: {message}")]
    InvalidOption {
        /// The option.
        option: &'static str,
        /// What is wrong with its value, and what to give instead.
        message: String,
    },
    /// A name is no field, or a field that this batch does not keep.
    #[error("{0}")]
    UnknownField(String),
    /// A list has the wrong length.
    #[error("{field} has {given} numbers: give {expected}")]
    WrongLength {
        /// The field.
        field: String,
        /// Numbers it takes.
        expected: usize,
        /// Numbers given.
        given: usize,
    },
    /// Numbers have another type than the field.
    #[error("{field} has numbers of type {expected}, not {given}: convert them")]
    WrongKind {
        /// The field.
        field: String,
        /// Type of its numbers.
        expected: &'static str,
        /// Type of the numbers given.
        given: &'static str,
    },
    /// Memory could not be shared with CUDA.
    #[error("memory cannot be shared with CUDA: {0}")]
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
    /// States were saved from a batch of another form.
    #[error("these states are of a batch of another model, precision, noise or device: save them from this batch")]
    ForeignStates,
    /// Worlds of the CPU could not be made.
    #[error("the batch on the CPU: {0}")]
    Reference(#[from] sim_core::BatchError),
    /// The batch has no world of this index.
    #[error("world {world} does not exist: the batch has {worlds} worlds, counted from 0")]
    NoSuchWorld {
        /// The index given.
        world: usize,
        /// Worlds of the batch.
        worlds: usize,
    },
    /// The field is in the memory of the GPU, where a program cannot borrow it.
    #[error(
        "'{0}' is in the memory of the GPU and cannot be borrowed: copy it with `get`; with kernels of NVRTC, `GpuBatchSim::view` has its \
         address in CUDA"
    )]
    NoView(String),
    /// The number of rows is not that of the worlds to reset.
    #[error("`rows` has {given} entries: give one for each of the {worlds} worlds to reset")]
    WrongRows {
        /// Worlds to reset.
        worlds: usize,
        /// Rows given.
        given: usize,
    },
    /// The field is a result of the engine: setting it has no effect on the next step.
    #[error("'{0}' is computed and cannot be set: set an input (`GpuBatchSim::inputs` lists them)")]
    ComputedField(String),
    /// A reset names an unknown keyframe, or its noise is invalid.
    #[error("the worlds were not reset: {0}")]
    InvalidReset(String),
    /// A world of another model was given.
    #[error(
        "the world given for world {world} is of another model: make it with `Model::make_data` of this batch's model"
    )]
    ForeignWorld {
        /// The world.
        world: usize,
    },
    /// The saved states have no row of this index.
    #[error("saved state {state} does not exist: there are {states}, counted from 0")]
    NoSuchState {
        /// The index given.
        state: usize,
        /// Number of saved states.
        states: usize,
    },
}

impl GpuSimError {
    /// Adds the line of the WGSL source that a compiler's message is about.
    pub(crate) fn located(self, text: &KernelText) -> Self {
        match self {
            Self::ShaderCompilation { kernel, message, .. } => {
                let at = text.locate_message(&message);
                Self::ShaderCompilation { kernel, at, message }
            }
            other => other,
        }
    }

    /// Turns an error of shared memory into one of kernels, which cannot run without that memory.
    pub(crate) fn into_nvrtc(self) -> Self {
        match self {
            Self::Cuda(why) => Self::Nvrtc(why),
            other => other,
        }
    }
}

fn place(at: Option<SourceLine>) -> String {
    at.map_or_else(String::new, |at| format!(" at {at}"))
}

/// A result of this crate.
pub type GpuSimResult<T> = Result<T, GpuSimError>;
