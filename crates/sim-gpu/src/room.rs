//! Buffers of numbers, for shaders alone or for CUDA too.

use crate::context::GpuSimContext;
use crate::device::Memory;
use crate::error::{GpuSimError, GpuSimResult};

/// A buffer and, where CUDA is to know it, its address there.
#[derive(Debug)]
pub struct Room {
    /// Declared first: CUDA lets go of it before Vulkan does.
    memory: Option<Memory>,
    /// As shaders know it.
    pub buffer: wgpu::Buffer,
}

impl Room {
    /// A buffer of zeros for some numbers of so many bytes each, refused where it is larger than the device allows.
    pub fn new(
        context: &GpuSimContext,
        for_cuda: bool,
        label: &str,
        numbers: usize,
        bytes: usize,
        worlds: usize,
    ) -> GpuSimResult<Self> {
        if !for_cuda {
            return Ok(Self { memory: None, buffer: storage(context, label, numbers, bytes, worlds)? });
        }
        let required = checked_size(context, numbers, bytes, worlds)?;
        let lender = context.lender().map_err(GpuSimError::of_nvrtc)?;
        let failed = |why| GpuSimError::no_memory(why, worlds, required, GpuSimError::Nvrtc);
        let (buffer, memory) = lender.share(required).map_err(failed)?;
        // wgpu clears what it has made itself
        memory.clear().map_err(GpuSimError::Nvrtc)?;
        Ok(Self { memory: Some(memory), buffer })
    }

    /// Where CUDA finds it; zero where it does not know it.
    pub fn address(&self) -> u64 {
        self.memory.as_ref().map_or(0, Memory::address)
    }
}

/// A buffer of numbers, refused where it is larger than the device allows.
pub fn storage(
    context: &GpuSimContext,
    label: &str,
    numbers: usize,
    bytes: usize,
    worlds: usize,
) -> GpuSimResult<wgpu::Buffer> {
    let required = checked_size(context, numbers, bytes, worlds)?;
    let mut buffer = try_storage(context, label, required);
    if buffer.is_none() && context.free_idle_memory() {
        buffer = try_storage(context, label, required);
    }
    buffer.ok_or(GpuSimError::OutOfMemory { worlds, bytes: required })
}

/// A buffer of so many bytes, if the card has room for it.
fn try_storage(context: &GpuSimContext, label: &str, bytes: u64) -> Option<wgpu::Buffer> {
    let scope = context.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: bytes,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    pollster::block_on(scope.pop()).is_none().then_some(buffer)
}

/// Bytes of a buffer, within what the device allows.
fn checked_size(context: &GpuSimContext, numbers: usize, bytes: usize, worlds: usize) -> GpuSimResult<u64> {
    let limits = context.device.limits();
    let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
    let required = (numbers.max(4) as u64).saturating_mul(bytes as u64);
    if required > limit {
        return Err(GpuSimError::BatchTooLarge { worlds, required, limit });
    }
    Ok(required)
}
