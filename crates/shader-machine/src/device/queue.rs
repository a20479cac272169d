//! The queue: a submission runs before `submit` returns.

use super::buffer::Buffer;
use super::commands::{Command, CommandBuffer, buffer_of};
use super::mapping::Staging;
use super::missing::missing;
use super::shared::{Shared, lock};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wgpu::custom::{
    BoxSubmittedWorkDoneCallback, DispatchBlas, DispatchBuffer, DispatchCommandBuffer, DispatchQueueWriteBuffer,
    DispatchSurfaceOutputDetail, QueueInterface,
};

/// The queue of a device.
#[derive(Debug)]
pub struct Queue {
    shared: Arc<Shared>,
    submissions: AtomicU64,
}

impl Queue {
    /// Of a device.
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared, submissions: AtomicU64::new(0) }
    }

    fn check_write(&self, buffer: &DispatchBuffer, offset: u64, size: u64) -> Result<Buffer, String> {
        self.shared.errors.check_end()?;
        let buffer = buffer_of(buffer)?;
        buffer.check_usage(wgpu::BufferUsages::COPY_DST)?;
        buffer.check_range(offset, size)?;
        Ok(buffer)
    }

    fn write(&self, buffer: &DispatchBuffer, offset: u64, bytes: &[u8]) -> Result<(), String> {
        let buffer = self.check_write(buffer, offset, bytes.len() as u64)?;
        let _work = lock(&self.shared.work);
        buffer.write(offset, bytes)
    }

    fn check_submission(&self, buffers: &[DispatchCommandBuffer]) -> Result<(), String> {
        self.shared.errors.check_end()?;
        buffers.iter().try_for_each(|buffer| commands_of(buffer).map(|_| ()))
    }

    /// Runs commands in order; after a fault none runs, since what they would read is not there.
    fn run(&self, buffers: &[DispatchCommandBuffer]) -> Result<(), String> {
        let _work = lock(&self.shared.work);
        for buffer in buffers {
            commands_of(buffer)?.iter().try_for_each(Command::run)?;
        }
        Ok(())
    }
}

fn commands_of(buffer: &DispatchCommandBuffer) -> Result<&[Command], String> {
    buffer.as_custom::<CommandBuffer>().ok_or("commands are of another device")?.commands()
}

impl QueueInterface for Queue {
    fn write_buffer(&self, buffer: &DispatchBuffer, offset: wgpu::BufferAddress, data: &[u8]) {
        self.shared.errors.checked(self.write(buffer, offset, data));
    }

    fn create_staging_buffer(&self, size: wgpu::BufferSize) -> Option<DispatchQueueWriteBuffer> {
        Some(DispatchQueueWriteBuffer::custom(Staging(vec![0; size.get() as usize])))
    }

    fn validate_write_buffer(
        &self,
        buffer: &DispatchBuffer,
        offset: wgpu::BufferAddress,
        size: wgpu::BufferSize,
    ) -> Option<()> {
        self.shared.errors.checked(self.check_write(buffer, offset, size.get()).map(|_| ()))
    }

    fn write_staging_buffer(
        &self,
        buffer: &DispatchBuffer,
        offset: wgpu::BufferAddress,
        staging_buffer: &DispatchQueueWriteBuffer,
    ) {
        let bytes = staging_buffer.as_custom::<Staging>().ok_or_else(|| "a staging buffer is of another device".into());
        self.shared.errors.checked(bytes.and_then(|bytes| self.write(buffer, offset, &bytes.0)));
    }

    fn submit(&self, command_buffers: &mut dyn Iterator<Item = DispatchCommandBuffer>) -> u64 {
        let buffers: Vec<_> = command_buffers.collect();
        if self.shared.errors.checked(self.check_submission(&buffers)).is_some() {
            // reported without the lock: a handler may submit more
            let done = self.run(&buffers);
            done.unwrap_or_else(|fault| self.shared.errors.internal(fault));
        }
        self.submissions.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn get_timestamp_period(&self) -> f32 {
        1.0
    }

    fn on_submitted_work_done(&self, callback: BoxSubmittedWorkDoneCallback) {
        self.shared.at_poll(callback);
    }

    fn write_texture(
        &self,
        _texture: wgpu::TexelCopyTextureInfo<'_>,
        _data: &[u8],
        _data_layout: wgpu::TexelCopyBufferLayout,
        _size: wgpu::Extent3d,
    ) {
        missing("textures")
    }

    fn compact_blas(&self, _blas: &DispatchBlas) -> (Option<u64>, DispatchBlas) {
        missing("ray tracing")
    }

    fn present(&self, _detail: &DispatchSurfaceOutputDetail) {
        missing("surfaces")
    }
}
