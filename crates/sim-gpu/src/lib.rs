//! CortenForge on the GPU: steps of thousands of worlds at once, on any GPU that wgpu supports.
//!
//! Kernels are generated from the [`Model`](sim_core::Model): its sizes are constants, and only what it uses is in them.
//!
//! | Folder or file | What it holds |
//! |---|---|
//! | `codegen` | WGSL sources of the stages, and what makes kernels and the plan of a step from them |
//! | `planning`, `options`, `parameters` | from a model, options and a device to a plan |
//! | `backend` | buffers and kernels on a device behind one trait: `wgpu` for any GPU, `cuda` for NVIDIA's |
//! | `batch` | [`GpuBatchSim`]: steps, errors, overrides, profiles |
//! | `io` | fields, states, controls and contacts between host and device |

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod backend;
mod batch;
mod codegen;
mod compiler;
mod context;
mod error;
mod io;
mod options;
mod parameters;
mod planning;

pub use backend::device::CudaStream;
pub use batch::{GpuBatchSim, KernelTime};
pub use codegen::noise::ControlNoise;
pub use codegen::{CodegenError, Precision, SourceLine};
pub use compiler::GpuCompiler;
pub use context::{AdapterChoice, GpuSimContext};
pub use error::{GpuSimError, GpuSimResult};
pub use io::cuda_arrays::CudaArray;
pub use io::cuda_views::{CudaMask, CudaView, GpuView};
pub use io::numbers::{GpuKind, GpuNumbers};
pub use io::reading::GpuRead;
pub use io::saved_states::GpuStates;
pub use options::{GpuOptions, GpuTuning};
pub use wgpu;
