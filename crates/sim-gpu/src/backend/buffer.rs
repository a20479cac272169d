//! Device buffers: for shaders alone, or for CUDA too.

use crate::backend::cuda::pool::{PooledBuffer, no_memory};
use crate::backend::device::Memory;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};

/// A device buffer. If CUDA maps it too, it has an address there.
#[derive(Debug)]
pub struct DeviceBuffer {
    /// Declared first: CUDA unmaps the memory before Vulkan frees it.
    memory: Option<Memory>,
    /// The buffer in wgpu.
    pub buffer: wgpu::Buffer,
}

impl DeviceBuffer {
    /// A buffer for `numbers` numbers of `bytes` bytes each, filled with zeros. `worlds` stands in errors.
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
        let pool = context.shared_pool().map_err(GpuSimError::into_nvrtc)?;
        let failed = |why| no_memory(why, worlds, required, GpuSimError::Nvrtc);
        let (buffer, memory) = pool.share(required).map_err(failed)?;
        // wgpu clears only what it allocates itself
        memory.clear().map_err(GpuSimError::Nvrtc)?;
        Ok(Self { memory: Some(memory), buffer })
    }

    /// The address in CUDA; 0 if CUDA does not map the buffer.
    pub fn address(&self) -> u64 {
        self.memory.as_ref().map_or(0, Memory::address)
    }
}

/// A dense array `[row][number]` on the device: for shaders alone, or from the pool that CUDA shares.
#[derive(Debug)]
pub enum RowBuffer {
    /// Only shaders know it.
    Own(wgpu::Buffer),
    /// CUDA maps it too.
    Shared(PooledBuffer),
    /// Memory of the caller at an address of CUDA.
    Foreign(u64),
}

impl RowBuffer {
    /// The buffer in wgpu.
    pub fn buffer(&self) -> GpuSimResult<&wgpu::Buffer> {
        match self {
            Self::Own(buffer) => Ok(buffer),
            Self::Shared(pooled) => pooled.buffer(),
            Self::Foreign(_) => Err(GpuSimError::Cuda("shaders do not reach memory of CUDA's own".into())),
        }
    }

    /// The address in CUDA, if CUDA maps the buffer.
    pub fn address(&self) -> Option<u64> {
        match self {
            Self::Own(_) => None,
            Self::Shared(pooled) => Some(pooled.address()),
            Self::Foreign(address) => Some(*address),
        }
    }

    /// The memory in CUDA. An error if CUDA does not map the buffer.
    pub fn memory(&self) -> GpuSimResult<&Memory> {
        match self {
            Self::Own(_) | Self::Foreign(_) => Err(GpuSimError::Cuda("this buffer is not shared with CUDA".into())),
            Self::Shared(pooled) => pooled.memory(),
        }
    }

    /// Notes the last submission that uses the buffer.
    pub fn use_until(&mut self, submission: Option<wgpu::SubmissionIndex>) {
        if let (Self::Shared(pooled), Some(submission)) = (self, submission) {
            pooled.use_until(submission);
        }
    }
}

/// A storage buffer for `numbers` numbers of `bytes` bytes each. `worlds` stands in errors.
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

/// A buffer for any usage. If the GPU has no memory left, idle buffers of the pool are freed first.
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

/// A buffer, if the GPU has memory for it. Without the error scope a failure would count as the loss of the device.
fn try_buffer(context: &GpuSimContext, descriptor: &wgpu::BufferDescriptor<'_>) -> Option<wgpu::Buffer> {
    let scope = context.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = context.device.create_buffer(descriptor);
    pollster::block_on(scope.pop()).is_none().then_some(buffer)
}

/// A buffer that the host can map for reading.
pub fn staging(context: &GpuSimContext, bytes: u64, worlds: usize) -> GpuSimResult<wgpu::Buffer> {
    buffer(context, "staging", bytes.max(4), wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST, worlds)
}

/// Waits for everything submitted and copies a staging buffer to the host.
pub fn download(context: &GpuSimContext, staging: &wgpu::Buffer) -> GpuSimResult<Vec<u8>> {
    let (sender, receiver) = std::sync::mpsc::channel();
    staging.map_async(wgpu::MapMode::Read, .., move |result| {
        // the receiver may be gone after an error
        let _ = sender.send(result);
    });
    let waited = context.device.poll(wgpu::PollType::wait_indefinitely());
    context.check()?;
    waited.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
    match receiver.recv() {
        Ok(Ok(())) => {
            let view = staging.get_mapped_range(..).map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
            Ok(view.to_vec())
        }
        Ok(Err(e)) => Err(GpuSimError::BufferReadback(e.to_string())),
        Err(_) => Err(GpuSimError::BufferReadback("the device gave no answer".into())),
    }
}

/// Bytes of a buffer, or an error if the device does not allow so many.
fn checked_size(context: &GpuSimContext, numbers: usize, bytes: usize, worlds: usize) -> GpuSimResult<u64> {
    let limits = context.device.limits();
    let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
    let required = (numbers.max(4) as u64).saturating_mul(bytes as u64);
    if required > limit {
        return Err(GpuSimError::BatchTooLarge { worlds, required, limit });
    }
    Ok(required)
}
