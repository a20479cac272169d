//! Commands: recorded now, run when they are submitted.

use super::buffer::Buffer;
use super::dispatch::Dispatch;
use super::missing::missing;
use super::pass::Pass;
use super::shared::{Shared, lock};
use std::sync::{Arc, Mutex};
use wgpu::custom::{
    CommandBufferInterface, CommandEncoderInterface, DispatchBuffer, DispatchCommandBuffer, DispatchComputePass,
    DispatchQuerySet, DispatchRenderPass, DispatchTexture,
};

/// Something to be done.
#[derive(Debug)]
pub enum Command {
    /// Copy bytes between two buffers.
    Copy { from: Buffer, from_offset: u64, to: Buffer, to_offset: u64, size: u64 },
    /// Fill bytes of a buffer with zeros.
    Clear { buffer: Buffer, offset: u64, size: u64 },
    /// Run a kernel.
    Dispatch(Dispatch),
}

impl Command {
    /// Does it.
    pub fn run(&self) -> Result<(), String> {
        match self {
            Self::Copy { from, from_offset, to, to_offset, size } => {
                let range = from.check_range(*from_offset, *size)?;
                // one lock at a time: the other buffer may be in use elsewhere
                let bytes = from.open()?.bytes_mut()[range].to_vec();
                to.write(*to_offset, &bytes)
            }
            Self::Clear { buffer, offset, size } => {
                let range = buffer.check_range(*offset, *size)?;
                buffer.open()?.bytes_mut()[range].fill(0);
                Ok(())
            }
            Self::Dispatch(dispatch) => dispatch.run(),
        }
    }
}

/// What an encoder has written down.
#[derive(Debug, Default)]
pub struct Recording {
    commands: Vec<Command>,
    error: Option<String>,
    is_pass_open: bool,
}

impl Recording {
    /// Records a command, or the first error, with which `finish` fails.
    pub fn add(&mut self, command: Result<Command, String>) {
        match command {
            Ok(command) => self.commands.push(command),
            Err(message) => {
                self.error.get_or_insert(message);
            }
        }
    }

    /// A pass begins or ends.
    pub fn set_pass_open(&mut self, is_open: bool) {
        if is_open && self.is_pass_open {
            self.error.get_or_insert("a pass begins inside of another".into());
        }
        self.is_pass_open = is_open;
    }

    fn finish(&mut self) -> Result<Vec<Command>, String> {
        let recording = std::mem::take(self);
        match recording.error {
            Some(error) => Err(error),
            None if recording.is_pass_open => {
                Err("a pass is still open: drop it before the encoder is finished".into())
            }
            None => Ok(recording.commands),
        }
    }
}

/// Writes commands down.
#[derive(Debug)]
pub struct Encoder {
    label: String,
    shared: Arc<Shared>,
    recording: Arc<Mutex<Recording>>,
}

impl Encoder {
    /// An empty one.
    pub fn new(shared: &Arc<Shared>, descriptor: &wgpu::CommandEncoderDescriptor<'_>) -> Self {
        let label = descriptor.label.unwrap_or_default().to_string();
        Self { label, shared: Arc::clone(shared), recording: Arc::default() }
    }
}

/// Recorded commands; `None` if one of them is invalid.
#[derive(Debug)]
pub struct CommandBuffer {
    label: String,
    commands: Option<Vec<Command>>,
}

impl CommandBufferInterface for CommandBuffer {}

impl CommandBuffer {
    /// Its commands.
    pub fn commands(&self) -> Result<&[Command], String> {
        self.commands.as_deref().ok_or_else(|| format!("commands {:?} are invalid: `finish` reported why", self.label))
    }
}

/// The buffer behind a handle of wgpu.
pub fn buffer_of(buffer: &DispatchBuffer) -> Result<Buffer, String> {
    buffer.as_custom::<Buffer>().cloned().ok_or_else(|| "a buffer is of another device".into())
}

fn copy(
    from: &DispatchBuffer,
    from_offset: u64,
    to: &DispatchBuffer,
    to_offset: u64,
    size: Option<u64>,
) -> Result<Command, String> {
    let (from, to) = (buffer_of(from)?, buffer_of(to)?);
    let size = size.unwrap_or_else(|| from.size().saturating_sub(from_offset));
    from.check_usage(wgpu::BufferUsages::COPY_SRC)?;
    to.check_usage(wgpu::BufferUsages::COPY_DST)?;
    from.check_range(from_offset, size)?;
    to.check_range(to_offset, size)?;
    if from == to {
        return Err(format!("{} is copied onto itself: copy through another buffer", from.name()));
    }
    Ok(Command::Copy { from, from_offset, to, to_offset, size })
}

fn clear(buffer: &DispatchBuffer, offset: u64, size: Option<u64>) -> Result<Command, String> {
    let buffer = buffer_of(buffer)?;
    let size = size.unwrap_or_else(|| buffer.size().saturating_sub(offset));
    buffer.check_usage(wgpu::BufferUsages::COPY_DST)?;
    buffer.check_range(offset, size)?;
    Ok(Command::Clear { buffer, offset, size })
}

impl CommandEncoderInterface for Encoder {
    fn copy_buffer_to_buffer(
        &self,
        source: &DispatchBuffer,
        source_offset: wgpu::BufferAddress,
        destination: &DispatchBuffer,
        destination_offset: wgpu::BufferAddress,
        copy_size: Option<wgpu::BufferAddress>,
    ) {
        lock(&self.recording).add(copy(source, source_offset, destination, destination_offset, copy_size));
    }

    fn clear_buffer(&self, buffer: &DispatchBuffer, offset: wgpu::BufferAddress, size: Option<wgpu::BufferAddress>) {
        lock(&self.recording).add(clear(buffer, offset, size));
    }

    fn begin_compute_pass(&self, desc: &wgpu::ComputePassDescriptor<'_>) -> DispatchComputePass {
        if desc.timestamp_writes.is_some() {
            missing("timestamps");
        }
        DispatchComputePass::custom(Pass::new(&self.shared, &self.recording))
    }

    fn finish(&mut self) -> DispatchCommandBuffer {
        let finished = lock(&self.recording).finish().map_err(|e| format!("commands {:?}: {e}", self.label));
        let commands = self.shared.errors.checked(finished);
        DispatchCommandBuffer::custom(CommandBuffer { label: self.label.clone(), commands })
    }

    // names for a debugger of graphics, which this is not
    fn insert_debug_marker(&self, _label: &str) {}
    fn push_debug_group(&self, _label: &str) {}
    fn pop_debug_group(&self) {}

    // memory here has no states between which it could change
    fn transition_resources<'a>(
        &mut self,
        _buffer_transitions: &mut dyn Iterator<Item = wgpu::wgt::BufferTransition<&'a DispatchBuffer>>,
        _texture_transitions: &mut dyn Iterator<Item = wgpu::wgt::TextureTransition<&'a DispatchTexture>>,
    ) {
    }

    fn copy_buffer_to_texture(
        &self,
        _source: wgpu::TexelCopyBufferInfo<'_>,
        _destination: wgpu::TexelCopyTextureInfo<'_>,
        _copy_size: wgpu::Extent3d,
    ) {
        missing("textures")
    }

    fn copy_texture_to_buffer(
        &self,
        _source: wgpu::TexelCopyTextureInfo<'_>,
        _destination: wgpu::TexelCopyBufferInfo<'_>,
        _copy_size: wgpu::Extent3d,
    ) {
        missing("textures")
    }

    fn copy_texture_to_texture(
        &self,
        _source: wgpu::TexelCopyTextureInfo<'_>,
        _destination: wgpu::TexelCopyTextureInfo<'_>,
        _copy_size: wgpu::Extent3d,
    ) {
        missing("textures")
    }

    fn clear_texture(&self, _texture: &DispatchTexture, _subresource_range: &wgpu::ImageSubresourceRange) {
        missing("textures")
    }

    fn begin_render_pass(&self, _desc: &wgpu::RenderPassDescriptor<'_>) -> DispatchRenderPass {
        missing("render passes")
    }

    fn write_timestamp(&self, _query_set: &DispatchQuerySet, _query_index: u32) {
        missing("timestamps")
    }

    fn resolve_query_set(
        &self,
        _query_set: &DispatchQuerySet,
        _first_query: u32,
        _query_count: u32,
        _destination: &DispatchBuffer,
        _destination_offset: wgpu::BufferAddress,
    ) {
        missing("queries")
    }

    fn mark_acceleration_structures_built<'a>(
        &self,
        _blas: &mut dyn Iterator<Item = &'a wgpu::Blas>,
        _tlas: &mut dyn Iterator<Item = &'a wgpu::Tlas>,
    ) {
        missing("ray tracing")
    }

    fn build_acceleration_structures<'a>(
        &self,
        _blas: &mut dyn Iterator<Item = &'a wgpu::BlasBuildEntry<'a>>,
        _tlas: &mut dyn Iterator<Item = &'a wgpu::Tlas>,
    ) {
        missing("ray tracing")
    }
}
