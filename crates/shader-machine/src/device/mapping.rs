//! Bytes that the caller reads or writes: copies, written back on drop.

#![allow(unsafe_code, reason = "wgpu's traits declare methods unsafe that are safe here: every view owns its bytes")]

use super::buffer::Buffer;
use wgpu::WriteOnly;
use wgpu::custom::{BufferMappedRangeInterface, QueueWriteBufferInterface};

/// A part of a mapped buffer.
#[derive(Debug)]
pub struct MappedRange {
    bytes: Vec<u8>,
    home: Option<(Buffer, usize)>,
}

impl MappedRange {
    /// Bytes, and the buffer and offset they go back to.
    pub fn new(bytes: Vec<u8>, home: Option<(Buffer, usize)>) -> Self {
        Self { bytes, home }
    }
}

impl Drop for MappedRange {
    fn drop(&mut self) {
        if let Some((buffer, start)) = &self.home {
            buffer.write_mapped(*start, &self.bytes);
        }
    }
}

impl BufferMappedRangeInterface for MappedRange {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    unsafe fn read_slice(&self) -> &[u8] {
        &self.bytes
    }

    unsafe fn write_slice(&mut self) -> WriteOnly<'_, [u8]> {
        WriteOnly::from_mut(&mut self.bytes)
    }
}

/// Bytes that the queue will write.
#[derive(Debug)]
pub struct Staging(pub Vec<u8>);

impl QueueWriteBufferInterface for Staging {
    fn len(&self) -> usize {
        self.0.len()
    }

    unsafe fn write_slice(&mut self) -> WriteOnly<'_, [u8]> {
        WriteOnly::from_mut(&mut self.0)
    }
}
