//! Kernels and buffers of a batch on a device, behind one trait: `wgpu` for any GPU, `cuda` for NVIDIA's.

pub mod api;
pub mod buffer;
mod compile;
pub mod cuda;
pub mod device;
mod disk_cache;
mod dispatch;
pub mod field;
pub mod wgpu;

pub use api::{Backend, Command};
pub use dispatch::Run;

use self::wgpu::WgpuBackend;
use crate::codegen::catalogue::Catalogue;
use crate::codegen::plan::{Kernel, Plan};
use crate::codegen::{Binding, Precision};
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::error::GpuSimResult;
use crate::io::numbers::to_bytes;
use buffer::DeviceBuffer;
use cuda::CudaBackend;
use dispatch::Dispatches;
use std::time::Duration;

/// Most workgroups of a kernel with spill memory, if the number of SMs is unknown: as many as an H200 runs at once, 16 on each of its 132
/// SMs. More are no faster, and each has memory for the constraint rows of a world.
pub const MOST_GROUPS: usize = 2112;

/// Most workgroups of a kernel with spill memory on each SM, for kernels that NVRTC compiled: they use fewer registers.
pub const CUDA_GROUPS: usize = 24;

/// A backend, and what its making tells.
#[derive(Debug)]
pub struct Opened {
    /// The backend.
    pub backend: Box<dyn Backend>,
    /// How long each kernel took to compile, or to be found on disk.
    pub compile_times: Vec<Duration>,
    /// Bytes of spill memory of all workgroups.
    pub spill_bytes: usize,
}

/// Compiles the kernels of a plan and allocates the buffers for `count` worlds. At most `most_groups` workgroups have spill memory.
pub fn open(
    context: &GpuSimContext,
    plan: &Plan,
    catalogue: &Catalogue,
    precision: Precision,
    count: usize,
    most_groups: usize,
    compiler: GpuCompiler,
) -> GpuSimResult<Opened> {
    let for_cuda = compiler == GpuCompiler::Nvrtc;
    if for_cuda {
        context.nvrtc_pool()?;
    }
    let groups = count.min(most_groups);
    let spilled = spilled_numbers(plan, count, groups);
    let buffers = allocate(context, for_cuda, plan, precision, count, spilled)?;
    upload_model(context, plan, catalogue, precision, &buffers);
    let real = precision.bytes();
    let spill_bytes = (spilled[0] + spilled[2] * 4) * real + spilled[1] * 4;
    let dispatches = Dispatches::new(plan, count, groups);
    let (backend, compile_times): (Box<dyn Backend>, _) = if for_cuda {
        let (backend, times) = CudaBackend::new(context, plan, precision, buffers, dispatches)?;
        (Box::new(backend), times)
    } else {
        let (backend, times) = WgpuBackend::new(context, plan, precision, buffers, dispatches, count)?;
        (Box::new(backend), times)
    };
    Ok(Opened { backend, compile_times, spill_bytes })
}

/// Numbers of spill memory: reals, integers, groups of four reals.
fn spilled_numbers(plan: &Plan, count: usize, groups: usize) -> [usize; 3] {
    [0, 1, 2].map(|kind| {
        let places = |kernel: &Kernel| kernel.workgroups(count, groups) * kernel.scale.worlds;
        plan.kernels.iter().map(|kernel| places(kernel).saturating_mul(kernel.spill[kind])).max().unwrap_or(0)
    })
}

/// The buffers of a plan in the order of their bindings.
fn allocate(
    context: &GpuSimContext,
    for_cuda: bool,
    plan: &Plan,
    precision: Precision,
    count: usize,
    spilled: [usize; 3],
) -> GpuSimResult<Vec<DeviceBuffer>> {
    let (tiles, real) = (count.div_ceil(plan.tile).max(1).saturating_mul(plan.tile), precision.bytes());
    let mut buffers = Vec::new();
    for binding in Binding::ALL.into_iter().filter(|&binding| binding != Binding::Run) {
        let (label, numbers, bytes) = match binding {
            Binding::ModelReals => ("model, real", plan.model_len[0], real),
            Binding::ModelInts => ("model, whole", plan.model_len[1], 4),
            Binding::WorldReals => ("worlds, real", tiles.saturating_mul(plan.world_len[0]), real),
            Binding::WorldInts => ("worlds, whole", tiles.saturating_mul(plan.world_len[1]), 4),
            Binding::SpillReals => ("spill, real", spilled[0], real),
            Binding::SpillInts => ("spill, whole", spilled[1], 4),
            Binding::SpillFours => ("spill, fours", spilled[2].saturating_mul(4), real),
            Binding::Turns | Binding::Run => ("turns", 1, 4),
        };
        buffers.push(DeviceBuffer::new(context, for_cuda, label, numbers, bytes, count)?);
    }
    Ok(buffers)
}

/// Writes the constants of the model that shaders read.
fn upload_model(
    context: &GpuSimContext,
    plan: &Plan,
    catalogue: &Catalogue,
    precision: Precision,
    buffers: &[DeviceBuffer],
) {
    for (name, &at) in &plan.model {
        let Some(constant) = catalogue.constant(name) else { continue };
        let (binding, size) =
            if constant.layout.is_int { (Binding::ModelInts, 4) } else { (Binding::ModelReals, precision.bytes()) };
        let buffer = &buffers[binding as usize].buffer;
        context.upload(buffer, (at * size) as u64, &to_bytes(&constant.numbers, precision));
    }
}
