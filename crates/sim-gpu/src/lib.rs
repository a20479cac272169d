//! CortenForge on the GPU: the whole step of thousands of worlds, on any card that wgpu reaches.
//!
//! Shaders are made from the [`Model`](sim_core::Model): its sizes, and only what it uses. `codegen` makes their text and decides which
//! stages form a kernel and where numbers live; `batch` runs them. The stages themselves are in `codegen/wgsl/`, under the names of
//! sim-core's stages.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod batch;
mod cache;
mod codegen;
mod compiler;
mod contacts;
mod context;
mod controls;
mod cubin;
mod cuda;
mod cuda_fields;
mod cuda_program;
mod cuda_text;
mod device;
mod error;
mod fields;
mod lending;
mod numbers;
mod params;
mod pipelines;
mod profile;
mod program;
mod reading;
mod reference;
mod room;
mod run;
mod spirv;
mod states;
mod status;
mod transfer;
mod work;

pub use batch::{GpuBatchSim, GpuOptions};
pub use codegen::Precision;
pub use codegen::noise::ControlNoise;
pub use compiler::GpuCompiler;
pub use context::{AdapterChoice, GpuSimContext};
pub use cuda::{CudaArray, CudaView};
pub use error::{GpuSimError, GpuSimResult};
pub use numbers::{GpuKind, GpuNumbers};
pub use profile::KernelTime;
pub use reading::GpuRead;
pub use states::GpuStates;
