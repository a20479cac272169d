//! Buffers: words, and who may touch them.

use super::mapping::MappedRange;
use super::shared::{Shared, Taken, lock};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};
use wgpu::custom::{BufferInterface, BufferMapCallback, DispatchBufferMappedRange};

/// A buffer; clones are the same one.
#[derive(Clone)]
pub struct Buffer(Arc<Memory>);

struct Memory {
    label: String,
    size: u64,
    usage: wgpu::BufferUsages,
    state: Mutex<State>,
    shared: Arc<Shared>,
}

/// What a buffer holds.
#[derive(Default)]
pub struct State {
    /// Its contents.
    pub words: Vec<u32>,
    /// There with the words.
    taken: Option<Taken>,
    use_: Use,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Use {
    /// By the device.
    #[default]
    Device,
    /// By the caller, from the next poll on.
    Pending(wgpu::MapMode),
    /// By the caller.
    Mapped(wgpu::MapMode),
    /// Destroyed.
    Destroyed,
}

impl std::fmt::Debug for Buffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} bytes", self.name(), self.0.size)
    }
}

impl PartialEq for Buffer {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Buffer {
    /// A buffer of zeros. An invalid one exists but cannot be used.
    pub fn new(shared: &Arc<Shared>, descriptor: &wgpu::BufferDescriptor<'_>) -> Self {
        let mut state = State::default();
        match allocate(shared, descriptor) {
            Some((words, taken)) => (state.words, state.taken) = (words, Some(taken)),
            None => state.use_ = Use::Destroyed,
        }
        if descriptor.mapped_at_creation && state.use_ == Use::Device {
            state.use_ = Use::Mapped(wgpu::MapMode::Write);
        }
        Self(Arc::new(Memory {
            label: descriptor.label.unwrap_or("without a label").into(),
            size: descriptor.size,
            usage: descriptor.usage,
            state: Mutex::new(state),
            shared: Arc::clone(shared),
        }))
    }

    /// Its name in messages.
    pub fn name(&self) -> String {
        format!("buffer {:?}", self.0.label)
    }

    /// Bytes.
    pub fn size(&self) -> u64 {
        self.0.size
    }

    /// An error where it was not made for this.
    pub fn check_usage(&self, usage: wgpu::BufferUsages) -> Result<(), String> {
        if self.0.usage.contains(usage) {
            return Ok(());
        }
        Err(format!("{} was made for {:?}: add {usage:?} to its usage", self.name(), self.0.usage))
    }

    /// An error where bytes are not inside, or do not begin and end with words.
    pub fn check_range(&self, offset: u64, size: u64) -> Result<Range<usize>, String> {
        let name = self.name();
        if !offset.is_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT) || !size.is_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT) {
            return Err(format!("{size} bytes at {offset} of {name}: both must be multiples of 4"));
        }
        match offset.checked_add(size) {
            Some(end) if end <= self.size() => Ok(offset as usize..end as usize),
            _ => Err(format!("{size} bytes at {offset} are not inside of {name}, which has {}", self.size())),
        }
    }

    /// Its contents, for the device.
    pub fn open(&self) -> Result<MutexGuard<'_, State>, String> {
        let state = lock(&self.0.state);
        match state.use_ {
            Use::Device => Ok(state),
            Use::Destroyed => Err(format!("{} was destroyed or could not be made", self.name())),
            Use::Pending(_) | Use::Mapped(_) => {
                Err(format!("{} is mapped: unmap it before the device uses it", self.name()))
            }
        }
    }

    /// Writes bytes for the device.
    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), String> {
        let range = self.check_range(offset, bytes.len() as u64)?;
        self.open()?.bytes_mut()[range].copy_from_slice(bytes);
        Ok(())
    }

    /// Writes bytes for the caller, who has it mapped.
    pub fn write_mapped(&self, start: usize, bytes: &[u8]) {
        lock(&self.0.state).bytes_mut()[start..start + bytes.len()].copy_from_slice(bytes);
    }

    fn begin_map(&self, mode: wgpu::MapMode, range: &Range<u64>) -> Result<(), String> {
        self.check_usage(match mode {
            wgpu::MapMode::Read => wgpu::BufferUsages::MAP_READ,
            wgpu::MapMode::Write => wgpu::BufferUsages::MAP_WRITE,
        })?;
        self.check_range(range.start, range.end.saturating_sub(range.start))?;
        if !range.start.is_multiple_of(wgpu::MAP_ALIGNMENT) {
            return Err(format!("{} is mapped from byte {}: begin at a multiple of 8", self.name(), range.start));
        }
        self.open()?.use_ = Use::Pending(mode);
        Ok(())
    }

    /// The mapping is there, unless the buffer was unmapped or destroyed since it was asked for.
    fn end_map(&self, mode: wgpu::MapMode) -> Result<(), wgpu::BufferAsyncError> {
        let mut state = lock(&self.0.state);
        if state.use_ != Use::Pending(mode) {
            return Err(wgpu::BufferAsyncError);
        }
        state.use_ = Use::Mapped(mode);
        Ok(())
    }

    fn mapped(&self, range: &Range<u64>) -> Result<MappedRange, String> {
        let state = lock(&self.0.state);
        let Use::Mapped(mode) = state.use_ else {
            return Err(format!("{} is not mapped: poll the device until map_async has answered", self.name()));
        };
        let (start, end) = (range.start as usize, range.end as usize);
        let bytes = bytemuck::cast_slice(&state.words).get(start..end).map(<[u8]>::to_vec);
        let bytes = bytes.ok_or_else(|| format!("bytes {start} to {end} are not inside of {}", self.name()))?;
        Ok(MappedRange::new(bytes, (mode == wgpu::MapMode::Write).then(|| (self.clone(), start))))
    }
}

impl State {
    /// Its contents in bytes.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(&mut self.words)
    }
}

/// Words for a buffer, where the device allows it and memory is there.
fn allocate(shared: &Arc<Shared>, descriptor: &wgpu::BufferDescriptor<'_>) -> Option<(Vec<u32>, Taken)> {
    let (label, size, most) = (descriptor.label.unwrap_or_default(), descriptor.size, shared.limits.max_buffer_size);
    if size > most {
        shared.errors.validation(format!("buffer {label:?} of {size} bytes is larger than the {most} of this device"));
        return None;
    }
    if descriptor.mapped_at_creation && !size.is_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT) {
        shared.errors.validation(format!("buffer {label:?} is mapped and has {size} bytes: take a multiple of 4"));
        return None;
    }
    let count = size.div_ceil(4) as usize;
    let mut words = Vec::new();
    let taken = shared.take(size).filter(|_| words.try_reserve_exact(count).is_ok());
    let Some(taken) = taken else {
        shared.errors.out_of_memory(format!("buffer {label:?} of {size} bytes"));
        return None;
    };
    words.resize(count, 0);
    Some((words, taken))
}

impl BufferInterface for Buffer {
    fn map_async(&self, mode: wgpu::MapMode, range: Range<wgpu::BufferAddress>, callback: BufferMapCallback) {
        let shared = &self.0.shared;
        let begun = shared.errors.checked(self.begin_map(mode, &range));
        let buffer = self.clone();
        shared.at_poll(Box::new(move || {
            callback(begun.ok_or(wgpu::BufferAsyncError).and_then(|()| buffer.end_map(mode)));
        }));
    }

    fn get_mapped_range(
        &self,
        sub_range: Range<wgpu::BufferAddress>,
    ) -> Result<DispatchBufferMappedRange, wgpu::MapRangeError> {
        // a MapRangeError cannot be made outside of wgpu: the error goes the other way, and the bytes are zeros
        let zeros = || MappedRange::new(vec![0; (sub_range.end - sub_range.start) as usize], None);
        let range = self.0.shared.errors.checked(self.mapped(&sub_range)).unwrap_or_else(zeros);
        Ok(DispatchBufferMappedRange::custom(range))
    }

    fn unmap(&self) {
        let mut state = lock(&self.0.state);
        if state.use_ != Use::Destroyed {
            state.use_ = Use::Device;
        }
    }

    fn destroy(&self) {
        *lock(&self.0.state) = State { use_: Use::Destroyed, ..State::default() };
    }
}
