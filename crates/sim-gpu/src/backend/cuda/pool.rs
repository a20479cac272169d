//! A pool of buffers that shaders and CUDA share. Allocation takes longer than most copies of fields, so buffers are used again.

use crate::backend::device::{Driver, Memory, NoMemory, open, share};
use crate::error::{GpuSimError, GpuSimResult};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Most idle buffers.
const MOST_IDLE: usize = 16;

/// Most bytes of idle buffers, since other programs use the GPU too.
const MOST_IDLE_BYTES: u64 = 1 << 30;

/// Bytes of the smallest buffer.
const LEAST_BYTES: u64 = 256;

/// The pool of a device, for all its batches.
#[derive(Debug)]
pub struct SharedPool {
    driver: Arc<Driver>,
    device: wgpu::Device,
    /// Idle buffers, the most recently used last.
    idle: Mutex<Vec<SharedBuffer>>,
}

/// A buffer that Vulkan allocated and CUDA maps.
#[derive(Debug)]
struct SharedBuffer {
    /// Declared first: CUDA unmaps the memory before Vulkan frees it.
    memory: Memory,
    buffer: wgpu::Buffer,
    /// The last submission that uses the buffer.
    used_until: Option<wgpu::SubmissionIndex>,
}

/// A buffer of the pool. It goes back when this is dropped, in any thread.
#[derive(Debug)]
pub struct PooledBuffer {
    /// Present until the value is dropped.
    shared: Option<SharedBuffer>,
    pool: Weak<SharedPool>,
}

impl SharedPool {
    /// An empty pool for a device, or why its memory cannot be shared with CUDA.
    pub fn open(device: &wgpu::Device) -> Result<Arc<Self>, String> {
        let driver = open(device)?;
        Ok(Arc::new(Self { driver, device: device.clone(), idle: Mutex::default() }))
    }

    /// CUDA on this GPU.
    pub fn driver(&self) -> &Arc<Driver> {
        &self.driver
    }

    /// A buffer of `bytes` or more that neither shaders nor CUDA use now. `worlds` stands in errors.
    pub fn acquire(self: &Arc<Self>, bytes: u64, worlds: usize) -> GpuSimResult<PooledBuffer> {
        let (bytes, limits) = (round_up(bytes), self.device.limits());
        let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        if bytes > limit {
            return Err(GpuSimError::BatchTooLarge { worlds, required: bytes, limit });
        }
        let shared = match self.take(bytes) {
            Some(shared) => self.wait_for(shared)?,
            None => {
                let failed = |why| no_memory(why, worlds, bytes, GpuSimError::Cuda);
                let (buffer, memory) = self.share(bytes).map_err(failed)?;
                SharedBuffer { memory, buffer, used_until: None }
            }
        };
        Ok(PooledBuffer { shared: Some(shared), pool: Arc::downgrade(self) })
    }

    /// New memory that shaders and CUDA share. If the GPU has none left, idle buffers are freed first.
    pub fn share(&self, bytes: u64) -> Result<(wgpu::Buffer, Memory), NoMemory> {
        self.or_freed(|| share(&self.driver, &self.device, bytes))
    }

    /// New memory for CUDA alone. If the GPU has none left, idle buffers are freed first.
    pub fn allocate(&self, bytes: u64) -> Result<Memory, NoMemory> {
        self.or_freed(|| Memory::allocate(&self.driver, bytes))
    }

    /// Allocates, a second time if memory is full and idle buffers could be freed.
    fn or_freed<T>(&self, allocate: impl Fn() -> Result<T, NoMemory>) -> Result<T, NoMemory> {
        match allocate() {
            Err(NoMemory::Full) if self.free_idle() => allocate(),
            outcome => outcome,
        }
    }

    /// Frees all idle buffers. Returns whether there were any.
    pub fn free_idle(&self) -> bool {
        let all = std::mem::take(&mut *self.idle());
        if all.is_empty() {
            return false;
        }
        drop(all);
        // wgpu destroys a buffer after its last use; if that fails, so does the allocation that follows
        let _ = self.device.poll(wgpu::PollType::wait_indefinitely());
        true
    }

    fn idle(&self) -> MutexGuard<'_, Vec<SharedBuffer>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The smallest idle buffer with `bytes` to `2 * bytes`.
    fn take(&self, bytes: u64) -> Option<SharedBuffer> {
        let mut idle = self.idle();
        let sizes = idle.iter().map(|shared| shared.buffer.size()).enumerate();
        let (place, _) = sizes.filter(|(_, size)| (bytes..=2 * bytes).contains(size)).min_by_key(|&(_, size)| size)?;
        Some(idle.remove(place))
    }

    /// Waits for everything that the last owner started with a buffer.
    fn wait_for(&self, mut shared: SharedBuffer) -> GpuSimResult<SharedBuffer> {
        if let Some(submission) = shared.used_until.take() {
            wait(&self.device, submission)?;
        }
        // the last owner may still read it in a stream of CUDA
        self.driver.synchronize().map_err(GpuSimError::Cuda)?;
        Ok(shared)
    }

    fn take_back(&self, shared: SharedBuffer) {
        if shared.buffer.size() > MOST_IDLE_BYTES {
            // all others would have to go, and then it too
            return;
        }
        let oldest: Vec<SharedBuffer> = {
            let mut idle = self.idle();
            idle.push(shared);
            let sizes: Vec<u64> = idle.iter().map(|shared| shared.buffer.size()).collect();
            idle.drain(..too_many(&sizes)).collect()
        };
        // after the lock, since this waits for CUDA
        drop(oldest);
    }
}

/// How many of the oldest buffers have to go, given the sizes of all.
fn too_many(sizes: &[u64]) -> usize {
    let mut bytes: u64 = sizes.iter().sum();
    let mut gone = 0;
    for size in sizes {
        if sizes.len() - gone <= MOST_IDLE && bytes <= MOST_IDLE_BYTES {
            break;
        }
        bytes -= size;
        gone += 1;
    }
    gone
}

/// Bytes of the buffer that serves a request, so that one buffer fits several fields.
fn round_up(bytes: u64) -> u64 {
    bytes.max(LEAST_BYTES).next_multiple_of(LEAST_BYTES)
}

/// The error for memory that could not be allocated: [`GpuSimError::OutOfMemory`] if it is full, else `other`.
pub fn no_memory(why: NoMemory, worlds: usize, bytes: u64, other: fn(String) -> GpuSimError) -> GpuSimError {
    match why {
        NoMemory::Full => GpuSimError::OutOfMemory { worlds, bytes },
        NoMemory::Because(why) => other(why),
    }
}

/// Waits for a submission and everything before it.
pub fn wait(device: &wgpu::Device, submission: wgpu::SubmissionIndex) -> GpuSimResult<()> {
    let until = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
    device.poll(until).map(drop).map_err(|e| GpuSimError::BufferReadback(e.to_string()))
}

/// The error for a buffer that went back to the pool, which does not happen before it is dropped.
fn gone() -> GpuSimError {
    GpuSimError::Cuda("the pooled buffer is back in its pool already".into())
}

impl PooledBuffer {
    /// The buffer in wgpu.
    pub fn buffer(&self) -> GpuSimResult<&wgpu::Buffer> {
        self.shared.as_ref().map(|shared| &shared.buffer).ok_or_else(gone)
    }

    /// The memory in CUDA.
    pub fn memory(&self) -> GpuSimResult<&Memory> {
        self.shared.as_ref().map(|shared| &shared.memory).ok_or_else(gone)
    }

    /// The address in CUDA.
    pub fn address(&self) -> u64 {
        self.shared.as_ref().map_or(0, |shared| shared.memory.address())
    }

    /// Notes the last submission that uses the buffer.
    pub fn use_until(&mut self, submission: wgpu::SubmissionIndex) {
        if let Some(shared) = &mut self.shared {
            shared.used_until = Some(submission);
        }
    }
}

impl Drop for PooledBuffer {
    fn drop(&mut self) {
        if let (Some(shared), Some(pool)) = (self.shared.take(), self.pool.upgrade()) {
            pool.take_back(shared);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_buffers_go() {
        assert_eq!(too_many(&[1; MOST_IDLE]), 0);
        assert_eq!(too_many(&[1; MOST_IDLE + 3]), 3);
        assert_eq!(too_many(&[MOST_IDLE_BYTES / 2, 256, MOST_IDLE_BYTES / 2]), 1);
        assert_eq!(too_many(&[256, MOST_IDLE_BYTES]), 1);
    }
}
