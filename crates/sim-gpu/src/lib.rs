//! CortenForge on the GPU: the whole step of thousands of worlds, on any card that wgpu reaches.
//!
//! Shaders are made from the [`Model`](sim_core::Model): its sizes, and only what it uses. `source` makes their text, `plan` decides which stages
//! form a kernel and where numbers live, `batch` runs them. The stages themselves are in `shaders/`, under the names of
//! sim-core's stages.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod batch;
mod cache;
mod catalogue;
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
mod features;
mod fields;
mod lending;
mod limits;
mod noise;
mod numbers;
mod overlay;
mod params;
mod pipelines;
mod plan;
mod profile;
mod program;
mod reading;
mod reference;
mod room;
mod run;
mod source;
mod spirv;
mod states;
mod status;
mod step;
mod tables;
mod transfer;
mod work;

pub use batch::{GpuBatchSim, GpuOptions};
pub use compiler::GpuCompiler;
pub use context::{AdapterChoice, GpuSimContext};
pub use cuda::{CudaArray, CudaView};
pub use error::{GpuSimError, GpuSimResult};
pub use noise::ControlNoise;
pub use numbers::{GpuKind, GpuNumbers};
pub use profile::KernelTime;
pub use reading::GpuRead;
pub use source::Precision;
pub use states::GpuStates;
