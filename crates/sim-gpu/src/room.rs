//! Buffers of numbers, for shaders alone or for CUDA too.

use crate::context::GpuSimContext;
use crate::device::{Driver, Memory, NoMemory, share};
use crate::error::{GpuSimError, GpuSimResult};
use std::sync::Arc;

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
        driver: Option<&Arc<Driver>>,
        label: &str,
        numbers: usize,
        bytes: usize,
        worlds: usize,
    ) -> GpuSimResult<Self> {
        let Some(driver) = driver else {
            return Ok(Self { memory: None, buffer: storage(context, label, numbers, bytes, worlds)? });
        };
        let required = checked_size(context, numbers, bytes, worlds)?;
        let (buffer, memory) = share(driver, &context.device, required).map_err(|why| match why {
            NoMemory::NoRoom => GpuSimError::OutOfMemory { worlds, bytes: required },
            NoMemory::Because(why) => GpuSimError::Nvrtc(why),
        })?;
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
    let scope = context.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: required,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    match pollster::block_on(scope.pop()) {
        Some(_) => Err(GpuSimError::OutOfMemory { worlds, bytes: required }),
        None => Ok(buffer),
    }
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
