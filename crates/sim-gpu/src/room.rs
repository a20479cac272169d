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
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
    buffer(context, label, required, usage, worlds)
}

/// Any buffer, for so many worlds; where the card has no room for it, memory that waits to be lent gives way first.
pub fn buffer(
    context: &GpuSimContext,
    label: &str,
    size: u64,
    usage: wgpu::BufferUsages,
    worlds: usize,
) -> GpuSimResult<wgpu::Buffer> {
    let descriptor = wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
    let mut made = try_buffer(context, &descriptor);
    if made.is_none() && context.free_idle_memory() {
        made = try_buffer(context, &descriptor);
    }
    made.ok_or(GpuSimError::OutOfMemory { worlds, bytes: size })
}

/// A buffer, if the card has room for it. An error that nobody asks for would count as the loss of the device.
fn try_buffer(context: &GpuSimContext, descriptor: &wgpu::BufferDescriptor<'_>) -> Option<wgpu::Buffer> {
    let scope = context.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = context.device.create_buffer(descriptor);
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
