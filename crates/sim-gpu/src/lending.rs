//! Memory that shaders and CUDA share, lent and taken back: to make it takes longer than most fields take to be copied.

use crate::device::{Driver, Memory, NoMemory, open, share};
use crate::error::{GpuSimError, GpuSimResult};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Most pieces that wait to be lent again.
const MOST_FREE: usize = 16;

/// Most bytes that wait to be lent again: others use the card too.
const MOST_FREE_BYTES: u64 = 1 << 30;

/// Bytes of the smallest piece.
const LEAST_BYTES: u64 = 256;

/// One for all batches of a device.
#[derive(Debug)]
pub struct Lender {
    driver: Arc<Driver>,
    device: wgpu::Device,
    /// Those that came back, the last at the end.
    free: Mutex<Vec<Piece>>,
}

#[derive(Debug)]
struct Piece {
    /// Declared first: CUDA lets go of it before Vulkan does.
    memory: Memory,
    buffer: wgpu::Buffer,
    /// The last work of shaders with it.
    used_until: Option<wgpu::SubmissionIndex>,
}

/// A piece that is lent until this is dropped, in any thread.
#[derive(Debug)]
pub struct Lent {
    /// There until it is dropped.
    piece: Option<Piece>,
    driver: Arc<Driver>,
    home: Weak<Lender>,
}

impl Lender {
    /// For a device, or why its memory is not shared.
    pub fn open(device: &wgpu::Device) -> Result<Arc<Self>, String> {
        let driver = open(device)?;
        Ok(Arc::new(Self { driver, device: device.clone(), free: Mutex::default() }))
    }

    /// CUDA on the card.
    pub fn driver(&self) -> &Arc<Driver> {
        &self.driver
    }

    /// Memory of so many bytes or more, with which neither shaders nor CUDA do anything now. `worlds` are those that need it.
    pub fn lend(self: &Arc<Self>, bytes: u64, worlds: usize) -> GpuSimResult<Lent> {
        let (bytes, limits) = (round_up(bytes), self.device.limits());
        let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        if bytes > limit {
            return Err(GpuSimError::BatchTooLarge { worlds, required: bytes, limit });
        }
        let piece = match self.take(bytes) {
            Some(piece) => self.settled(piece)?,
            None => {
                let failed = |why| GpuSimError::no_memory(why, worlds, bytes, GpuSimError::Cuda);
                let (buffer, memory) = self.share(bytes).map_err(failed)?;
                Piece { memory, buffer, used_until: None }
            }
        };
        Ok(Lent { piece: Some(piece), driver: Arc::clone(&self.driver), home: Arc::downgrade(self) })
    }

    /// New memory that shaders and CUDA share; pieces that wait to be lent are freed where the card has no room for it.
    pub fn share(&self, bytes: u64) -> Result<(wgpu::Buffer, Memory), NoMemory> {
        let new = || share(&self.driver, &self.device, bytes);
        match new() {
            Err(NoMemory::NoRoom) if self.free_idle() => new(),
            outcome => outcome,
        }
    }

    /// Memory for CUDA alone; the same is done for it.
    pub fn allocate(&self, bytes: u64) -> Result<Memory, NoMemory> {
        let new = || Memory::allocate(&self.driver, bytes);
        match new() {
            Err(NoMemory::NoRoom) if self.free_idle() => new(),
            outcome => outcome,
        }
    }

    /// Frees the pieces that wait to be lent; whether there were any.
    pub fn free_idle(&self) -> bool {
        let all = std::mem::take(&mut *self.free());
        if all.is_empty() {
            return false;
        }
        drop(all);
        // wgpu destroys a buffer when the last work with it is done; where that fails, so does what needs the room
        let _ = self.device.poll(wgpu::PollType::wait_indefinitely());
        true
    }

    fn free(&self) -> MutexGuard<'_, Vec<Piece>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The smallest free piece of so many bytes, and at most twice as many.
    fn take(&self, bytes: u64) -> Option<Piece> {
        let mut free = self.free();
        let sizes = free.iter().map(|piece| piece.buffer.size()).enumerate();
        let (place, _) = sizes.filter(|(_, size)| (bytes..=2 * bytes).contains(size)).min_by_key(|&(_, size)| size)?;
        Some(free.remove(place))
    }

    /// The same piece when all that its last borrower began with it is done.
    fn settled(&self, mut piece: Piece) -> GpuSimResult<Piece> {
        if let Some(submission) = piece.used_until.take() {
            wait(&self.device, submission)?;
        }
        // whoever gave it back may still compute with it in a stream of CUDA
        self.driver.synchronize().map_err(GpuSimError::Cuda)?;
        Ok(piece)
    }

    fn take_back(&self, piece: Piece) {
        if piece.buffer.size() > MOST_FREE_BYTES {
            // all others would have to go, and then it too
            return;
        }
        let oldest: Vec<Piece> = {
            let mut free = self.free();
            free.push(piece);
            let sizes: Vec<u64> = free.iter().map(|piece| piece.buffer.size()).collect();
            free.drain(..too_many(&sizes)).collect()
        };
        // after the lock: CUDA is waited for
        drop(oldest);
    }
}

/// How many of the oldest pieces are to go, by the sizes of all.
fn too_many(sizes: &[u64]) -> usize {
    let mut bytes: u64 = sizes.iter().sum();
    let mut gone = 0;
    for size in sizes {
        if sizes.len() - gone <= MOST_FREE && bytes <= MOST_FREE_BYTES {
            break;
        }
        bytes -= size;
        gone += 1;
    }
    gone
}

/// Sizes that are lent, so that pieces fit more than one field.
fn round_up(bytes: u64) -> u64 {
    bytes.max(LEAST_BYTES).next_multiple_of(LEAST_BYTES)
}

/// Waits for a submission and everything before it.
pub fn wait(device: &wgpu::Device, submission: wgpu::SubmissionIndex) -> GpuSimResult<()> {
    let until = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
    device.poll(until).map(drop).map_err(|e| GpuSimError::BufferReadback(e.to_string()))
}

/// What is said where a piece is asked for that is gone, which does not happen before it is dropped.
fn gone() -> GpuSimError {
    GpuSimError::Cuda("the memory was given back already".into())
}

impl Lent {
    /// As shaders know it.
    pub fn buffer(&self) -> GpuSimResult<&wgpu::Buffer> {
        self.piece.as_ref().map(|piece| &piece.buffer).ok_or_else(gone)
    }

    /// As CUDA knows it.
    pub fn memory(&self) -> GpuSimResult<&Memory> {
        self.piece.as_ref().map(|piece| &piece.memory).ok_or_else(gone)
    }

    /// Where it is, in CUDA.
    pub fn address(&self) -> u64 {
        self.piece.as_ref().map_or(0, |piece| piece.memory.address())
    }

    /// The card's number in CUDA.
    pub fn ordinal(&self) -> i32 {
        self.driver.ordinal()
    }

    /// Shaders use it until this submission is done.
    pub fn use_until(&mut self, submission: wgpu::SubmissionIndex) {
        if let Some(piece) = &mut self.piece {
            piece.used_until = Some(submission);
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let (Some(piece), Some(home)) = (self.piece.take(), self.home.upgrade()) {
            home.take_back(piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_pieces_go() {
        assert_eq!(too_many(&[1; MOST_FREE]), 0);
        assert_eq!(too_many(&[1; MOST_FREE + 3]), 3);
        assert_eq!(too_many(&[MOST_FREE_BYTES / 2, 256, MOST_FREE_BYTES / 2]), 1);
        assert_eq!(too_many(&[256, MOST_FREE_BYTES]), 1);
    }
}
