//! The backend of any GPU: kernels that the driver compiles, run through wgpu.

pub mod fields;
mod pipeline_cache;
mod pipelines;
mod spirv;

use crate::backend::api::{Backend, Command, ControlCopies, FieldCopy, MaskedRows, Submission, Take};
use crate::backend::buffer::{DeviceBuffer, RowBuffer, buffer, download, staging, storage};
use crate::backend::device::CudaStream;
use crate::backend::dispatch::{Dispatches, Run};
use crate::backend::field::{FieldSlice, RowBlocks};
use crate::codegen::plan::Plan;
use crate::codegen::{Binding, Precision};
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::cuda_views::{CudaView, GpuView};
use crate::io::numbers::GpuKind;
use crate::io::reading::{GpuRead, ReadCache};
use fields::{FieldPipelines, Rows};
use pipelines::Pipelines;
use std::time::Duration;

/// Pipelines of wgpu with their buffers.
#[derive(Debug)]
pub struct WgpuBackend {
    /// Declared first: pipelines let go of the buffers before these are freed.
    pipelines: Pipelines,
    fields: FieldPipelines,
    reads: ReadCache,
    context: GpuSimContext,
    /// Number of worlds.
    worlds: usize,
    /// Kept alive for the pipelines, in the order of their bindings.
    _buffers: Vec<DeviceBuffer>,
}

impl WgpuBackend {
    /// Compiles the kernels of a plan for buffers in the order of their bindings. Returns how long each took too.
    pub fn new(
        context: &GpuSimContext,
        plan: &Plan,
        precision: Precision,
        buffers: Vec<DeviceBuffer>,
        dispatches: Dispatches,
        worlds: usize,
    ) -> GpuSimResult<(Self, Vec<Duration>)> {
        let (pipelines, times) = Pipelines::new(context, plan, &buffers, dispatches, worlds)?;
        let fields = FieldPipelines::new(context, precision, world_buffers(&buffers))?;
        let context = context.clone();
        Ok((Self { pipelines, fields, reads: ReadCache::default(), context, worlds, _buffers: buffers }, times))
    }

    /// Submits copies that `record` adds.
    fn submit(&self, record: impl FnOnce(&mut wgpu::CommandEncoder) -> GpuSimResult<()>) -> GpuSimResult<Submission> {
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        record(&mut encoder)?;
        Ok(Some(self.context.submit(encoder.finish())))
    }
}

/// The buffers of all worlds, reals and integers, among those of all bindings.
pub fn world_buffers(buffers: &[DeviceBuffer]) -> [wgpu::Buffer; 2] {
    [Binding::WorldReals, Binding::WorldInts].map(|binding| buffers[binding as usize].buffer.clone())
}

/// The rows of a copy in wgpu.
fn rows_of<'a>(copy: &FieldCopy<'a>) -> GpuSimResult<Rows<'a>> {
    Ok(Rows { buffer: copy.rows.buffer()?, row_len: copy.row_len })
}

/// Copies a chosen row of every field into each world through wgpu. Waits if a row buffer goes back to a pool.
pub fn scatter_chosen(fields: &FieldPipelines, copies: &[FieldCopy<'_>], choice: &[i32]) -> GpuSimResult<()> {
    let context = fields.context();
    let chosen = storage(context, "choice", choice.len(), 4, choice.len())?;
    context.upload(&chosen, 0, bytemuck::cast_slice(choice));
    let mut encoder = context.device.create_command_encoder(&Default::default());
    for copy in copies {
        fields.scatter_chosen(&mut encoder, &copy.field, rows_of(copy)?, &chosen)?;
    }
    let submission = context.submit(encoder.finish());
    if copies.iter().any(|copy| copy.rows.address().is_some()) {
        // the owner may drop them before the shaders are done
        context.wait(submission)?;
    }
    context.check()
}

impl Backend for WgpuBackend {
    fn compiler(&self) -> GpuCompiler {
        GpuCompiler::Driver
    }

    fn use_stream(&self, _: CudaStream) -> GpuSimResult<()> {
        Ok(())
    }

    fn finish(&self) -> GpuSimResult<()> {
        self.context.settle()
    }

    fn view(&self, field: &FieldSlice<'_>, _: bool) -> GpuSimResult<GpuView> {
        Err(GpuSimError::NoView(field.name.into()))
    }

    fn copy_out(&self, field: &FieldSlice<'_>, to: CudaView) -> GpuSimResult<()> {
        let pool = self.context.shared_pool()?;
        pool.driver().check_range(to.address, to.bytes()).map_err(GpuSimError::Cuda)?;
        let rows = RowBuffer::Shared(pool.acquire(to.bytes(), self.worlds)?);
        self.gather(&[FieldCopy { field: field.clone(), rows: &rows, row_len: field.len }])?;
        self.finish()?;
        rows.memory()?.copy_to(CudaStream::DEFAULT, to.address, to.bytes()).map_err(GpuSimError::Cuda)?;
        pool.driver().finish(CudaStream::DEFAULT).map_err(GpuSimError::Cuda)
    }

    /// A copy, after the work of CUDA's default stream.
    fn rows_from(&self, numbers: CudaView) -> GpuSimResult<RowBuffer> {
        let pool = self.context.shared_pool()?;
        let rows = pool.acquire(numbers.bytes(), self.worlds)?;
        rows.memory()?
            .copy_from(CudaStream::DEFAULT, numbers.address, numbers.bytes())
            .and_then(|()| pool.driver().finish(CudaStream::DEFAULT))
            .map_err(GpuSimError::Cuda)?;
        Ok(RowBuffer::Shared(rows))
    }

    fn fill(&self, rows: &RowBuffer, bytes: &[u8]) -> GpuSimResult<()> {
        self.context.upload(rows.buffer()?, 0, bytes);
        Ok(())
    }

    /// The mask goes through the host.
    fn scatter_masked(&self, copies: &[FieldCopy<'_>], MaskedRows { mask, row_step }: MaskedRows) -> GpuSimResult<()> {
        let bytes = mask.len as u64;
        let pooled = self.context.shared_pool()?.acquire(bytes, self.worlds)?;
        let memory = pooled.memory()?;
        let mut chosen = vec![0; mask.len];
        memory
            .copy_from(CudaStream::DEFAULT, mask.address, bytes)
            .and_then(|()| memory.download(CudaStream::DEFAULT, &mut chosen))
            .map_err(GpuSimError::Cuda)?;
        let row = |(world, &byte): (usize, &u8)| if byte == 0 { -1 } else { (world * row_step) as i32 };
        self.scatter_chosen(copies, &chosen.iter().enumerate().map(row).collect::<Vec<_>>())
    }

    fn launch(
        &self,
        commands: &mut dyn Iterator<Item = Command>,
        controls: Option<&ControlCopies>,
    ) -> GpuSimResult<Submission> {
        self.submit(|encoder| {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for command in commands {
                match (command, controls) {
                    (Command::Kernel(kernel, run), _) => self.pipelines.dispatch(&mut pass, kernel, run),
                    (Command::Controls { block, only_running }, Some(ControlCopies::Wgpu(copies))) => {
                        self.fields.record_block(&mut pass, copies, block, only_running);
                    }
                    (Command::Controls { .. }, _) => {
                        return Err(GpuSimError::NotCapable("these controls were prepared for another backend".into()));
                    }
                }
            }
            Ok(())
        })
    }

    /// One pass for each kernel, with a timestamp at both ends.
    fn time(&self, kernels: &mut dyn Iterator<Item = (usize, Run)>, count: usize) -> GpuSimResult<Vec<f64>> {
        let device = &self.context.device;
        if !device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            let message = "this device has no timestamps: kernels cannot be timed on it";
            return Err(GpuSimError::NotCapable(message.into()));
        }
        let count = (2 * count) as u32;
        let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("clock"),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        for ((kernel, run), first) in kernels.zip((0..).step_by(2)) {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                    query_set: &queries,
                    beginning_of_pass_write_index: Some(first),
                    end_of_pass_write_index: Some(first + 1),
                }),
            });
            self.pipelines.dispatch(&mut pass, kernel, run);
        }
        let bytes = u64::from(count) * 8;
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = buffer(&self.context, "clock", bytes, usage, self.worlds)?;
        let read = staging(&self.context, bytes, self.worlds)?;
        encoder.resolve_query_set(&queries, 0..count, &resolved, 0);
        encoder.copy_buffer_to_buffer(&resolved, 0, &read, 0, bytes);
        self.context.submit(encoder.finish());
        let times: Vec<u64> = bytemuck::pod_collect_to_vec(&download(&self.context, &read)?);
        let period = self.context.clock_period();
        let span = |pair: &[u64]| pair[1].saturating_sub(pair[0]) as f64 * period / 1000.0;
        Ok(times.chunks_exact(2).map(span).collect())
    }

    fn download(&self, fields: &[FieldSlice<'_>], take: &mut Take<'_>) -> GpuSimResult<()> {
        self.begin_read(fields)?.finish_with(take)
    }

    fn upload(&self, field: &FieldSlice<'_>, kind: GpuKind, numbers: &[f64]) -> GpuSimResult<()> {
        self.fields.write(field, &kind.packed(numbers))
    }

    fn begin_read(&self, fields: &[FieldSlice<'_>]) -> GpuSimResult<GpuRead> {
        GpuRead::begin(&self.fields, &self.reads, fields)
    }

    fn rows(&self, label: &str, numbers: usize, is_int: bool, worlds: usize) -> GpuSimResult<RowBuffer> {
        Ok(RowBuffer::Own(storage(&self.context, label, numbers, self.fields.bytes(is_int), worlds)?))
    }

    fn gather(&self, copies: &[FieldCopy<'_>]) -> GpuSimResult<()> {
        self.submit(|encoder| {
            copies.iter().try_for_each(|copy| self.fields.gather(encoder, &copy.field, rows_of(copy)?))
        })?;
        self.context.check()
    }

    fn scatter(&self, copy: &FieldCopy<'_>) -> GpuSimResult<Submission> {
        let rows = rows_of(copy)?;
        self.submit(|encoder| self.fields.scatter(encoder, &copy.field, rows))
    }

    fn scatter_chosen(&self, copies: &[FieldCopy<'_>], choice: &[i32]) -> GpuSimResult<()> {
        scatter_chosen(&self.fields, copies, choice)
    }

    fn control_copies(
        &self,
        ctrl: &FieldSlice<'_>,
        status: &FieldSlice<'_>,
        rows: &RowBuffer,
        blocks: RowBlocks<'_>,
    ) -> GpuSimResult<ControlCopies> {
        let rows = Rows { buffer: rows.buffer()?, row_len: ctrl.len };
        Ok(ControlCopies::Wgpu(self.fields.blocks(ctrl, rows, blocks, status)?))
    }
}
