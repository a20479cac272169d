//! Fields of worlds between the card and dense arrays `[row][number]`, on the card or the caller's.

use crate::codegen::plan::Plan;
use crate::codegen::{Layout, Precision};
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::pipelines::compile;
use crate::program::{Shader, in_rows};
use crate::reading::KeptBuffers;
use crate::room::{buffer, storage};
use crate::spirv::Scope;
use std::ops::Range;
use std::sync::Arc;

/// Bytes between the settings of two copies: what every device can bind from.
const COPY_STRIDE: u64 = 256;

/// Bytes of the settings of a copy, which end at a multiple of 16.
const COPY_BYTES: u64 = 48;

/// Settings of a copy, in the order in which the shader has them.
pub type Settings = [u32; 11];

/// Invocations of a workgroup, as the shader has them.
pub const GROUP: usize = 64;

/// The shader for numbers of this name in WGSL.
pub fn shader_text(number: &str) -> String {
    include_str!("codegen/wgsl/transfer.wgsl").replace("NUMBER", number)
}

/// Kernels that copy fields, for real and for whole numbers.
#[derive(Debug)]
pub struct Transfer {
    layout: wgpu::BindGroupLayout,
    gather: [wgpu::ComputePipeline; 2],
    scatter: [wgpu::ComputePipeline; 2],
    scatter_chosen: [wgpu::ComputePipeline; 2],
    /// Of real numbers alone.
    scatter_running: wgpu::ComputePipeline,
    no_choice: wgpu::Buffer,
    precision: Precision,
    kept: Arc<KeptBuffers>,
}

/// A field in the buffer of all worlds.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// The buffer.
    pub buffer: &'a wgpu::Buffer,
    /// The field's name.
    pub name: &'a str,
    /// Whole numbers.
    pub is_int: bool,
    /// Its place in a world.
    pub at: usize,
    /// Its numbers in a world.
    pub len: usize,
    /// Numbers of a world in the buffer.
    pub world_len: usize,
    /// Worlds of a tile.
    pub tile: usize,
    /// The worlds.
    pub worlds: Range<usize>,
}

impl<'a> Source<'a> {
    /// A field by its layout.
    pub fn new(buffer: &'a wgpu::Buffer, layout: &'a Layout, at: usize, plan: &Plan, worlds: usize) -> Self {
        let (name, is_int, len) = (&layout.name, layout.is_int, layout.seen_rows() * layout.width);
        let world_len = plan.world_len[usize::from(is_int)];
        Self { buffer, name, is_int, at, len, world_len, tile: plan.tile, worlds: 0..worlds }
    }

    /// Numbers of all worlds.
    pub fn total(&self) -> usize {
        self.worlds.len() * self.len
    }

    /// Settings of a copy between the field and dense rows: numbers of a row, the first world's row with the step to the next one's, and where
    /// the status of a world is.
    pub fn settings(
        &self,
        row_len: usize,
        (first_row, row_step): (usize, usize),
        [status_len, status_at]: [usize; 2],
    ) -> Settings {
        let (worlds, first) = (self.worlds.len(), self.worlds.start);
        let place = [worlds, first, self.world_len, self.at, self.len];
        let rows = [row_len, first_row, row_step, status_len, status_at, self.tile];
        let mut all: Settings = [0; 11];
        all.iter_mut().zip(place.into_iter().chain(rows)).for_each(|(to, number)| *to = number as u32);
        all
    }

    /// Workgroups of a copy, in rows; nothing where there is nothing to copy.
    pub fn groups(&self) -> Option<[u32; 2]> {
        in_rows(self.total().div_ceil(GROUP) as u32)
    }
}

/// Rows of a dense array on the card.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a> {
    /// The buffer.
    pub buffer: &'a wgpu::Buffer,
    /// Numbers of a row.
    pub row_len: usize,
}

/// Blocks of such rows, each for all worlds.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    /// Where each begins.
    pub first_rows: &'a [usize],
    /// Rows from one world's to the next one's: one, or zero where all take the same.
    pub row_step: usize,
    /// Where CUDA finds the rows, if it is to copy them.
    pub address: Option<u64>,
}

/// Copies between a field and blocks of rows, ready to be recorded, or to be started by CUDA.
#[derive(Debug)]
pub struct Copies {
    groups: Option<[u32; 2]>,
    /// Of each block.
    settings: Vec<Settings>,
    by: By,
}

/// Who copies.
#[derive(Debug)]
enum By {
    Wgpu(wgpu::BindGroup),
    /// From rows at this address.
    Cuda(u64),
}

/// A copy of a field into rows of its own.
#[derive(Debug)]
pub struct Gather {
    copies: Copies,
    /// The rows, one for each world.
    pub rows: wgpu::Buffer,
}

impl Transfer {
    /// Compiles the kernels.
    pub fn new(context: &GpuSimContext, precision: Precision) -> GpuSimResult<Self> {
        let device = &context.device;
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset: ty == wgpu::BufferBindingType::Uniform,
                min_binding_size: None,
            },
            count: None,
        };
        let (changed, read) = (
            wgpu::BufferBindingType::Storage { read_only: false },
            wgpu::BufferBindingType::Storage { read_only: true },
        );
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("transfer"),
            entries: &[
                entry(0, changed),
                entry(1, changed),
                entry(2, wgpu::BufferBindingType::Uniform),
                entry(3, read),
            ],
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("transfer"),
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let real = precision.number();
        let one = |entry, number| {
            let text = shader_text(number);
            let shader = Shader { name: entry, text: &text, entry, scope: Scope::Workgroup };
            compile(context, shader, &pipeline_layout, None)
        };
        let make = |entry| -> GpuSimResult<_> { Ok([one(entry, real)?, one(entry, "i32")?]) };
        Ok(Self {
            gather: make("gather")?,
            scatter: make("scatter")?,
            scatter_chosen: make("scatter_chosen")?,
            scatter_running: one("scatter_running", real)?,
            no_choice: storage(context, "no choice", 4, 4, 0)?,
            layout,
            precision,
            kept: Arc::default(),
        })
    }

    /// Bytes of a number.
    pub fn bytes(&self, is_int: bool) -> usize {
        if is_int { 4 } else { self.precision.bytes() }
    }

    /// A dense array for some rows.
    pub fn dense(
        &self,
        context: &GpuSimContext,
        rows: usize,
        row_len: usize,
        is_int: bool,
    ) -> GpuSimResult<wgpu::Buffer> {
        storage(context, "dense", rows.saturating_mul(row_len), self.bytes(is_int), rows)
    }

    /// Kind of the real numbers.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Writes a field from all its numbers.
    pub fn write(&self, context: &GpuSimContext, field: &Source<'_>, bytes: &[u8]) -> GpuSimResult<()> {
        let dense = self.dense(context, field.worlds.len(), field.len, field.is_int)?;
        context.upload(&dense, 0, bytes);
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.scatter(context, &mut encoder, field, Dense { buffer: &dense, row_len: field.len })?;
        context.submit(encoder.finish());
        context.check()
    }

    /// Buffers of reads that are over.
    pub fn kept(&self) -> &Arc<KeptBuffers> {
        &self.kept
    }

    /// A copy of a field into rows of its own, to be recorded as often as it is needed.
    pub fn gather_ahead(&self, context: &GpuSimContext, field: &Source<'_>) -> GpuSimResult<Gather> {
        let rows = self.dense(context, field.worlds.len(), field.len, field.is_int)?;
        let copies = self.whole(context, field, Dense { buffer: &rows, row_len: field.len }, &self.no_choice)?;
        Ok(Gather { copies, rows })
    }

    /// Records such a copy.
    pub fn record_gather(&self, encoder: &mut wgpu::CommandEncoder, gather: &Gather, is_int: bool) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        gather.copies.record(&mut pass, &self.gather[usize::from(is_int)], 0);
    }

    /// Copies a field into rows, one for each world.
    pub fn gather(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        field: &Source<'_>,
        rows: Dense<'_>,
    ) -> GpuSimResult<()> {
        self.encode(context, encoder, &self.gather[usize::from(field.is_int)], field, rows, &self.no_choice)
    }

    /// Copies rows, one for each world, into a field.
    pub fn scatter(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        field: &Source<'_>,
        rows: Dense<'_>,
    ) -> GpuSimResult<()> {
        self.encode(context, encoder, &self.scatter[usize::from(field.is_int)], field, rows, &self.no_choice)
    }

    /// Copies into each world the row that it chose; `choice` has a whole number for each world.
    pub fn scatter_chosen(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        field: &Source<'_>,
        rows: Dense<'_>,
        choice: &wgpu::Buffer,
    ) -> GpuSimResult<()> {
        self.encode(context, encoder, &self.scatter_chosen[usize::from(field.is_int)], field, rows, choice)
    }

    fn encode(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        field: &Source<'_>,
        rows: Dense<'_>,
        choice: &wgpu::Buffer,
    ) -> GpuSimResult<()> {
        if field.total() == 0 {
            return Ok(());
        }
        let copies = self.whole(context, field, rows, choice)?;
        let mut pass = encoder.begin_compute_pass(&Default::default());
        copies.record(&mut pass, pipeline, 0);
        Ok(())
    }

    /// A copy between a field and a row for each world.
    fn whole(
        &self,
        context: &GpuSimContext,
        field: &Source<'_>,
        rows: Dense<'_>,
        choice: &wgpu::Buffer,
    ) -> GpuSimResult<Copies> {
        let whole = Blocks { first_rows: &[0], row_step: 1, address: None };
        self.copies(context, field, rows, whole, (choice, [0; 2]))
    }

    /// Copies of blocks of rows into a field of real numbers. `status` is the field that tells which worlds run.
    pub fn blocks(
        &self,
        context: &GpuSimContext,
        field: &Source<'_>,
        rows: Dense<'_>,
        blocks: Blocks<'_>,
        status: &Source<'_>,
    ) -> GpuSimResult<Copies> {
        self.copies(context, field, rows, blocks, (status.buffer, [status.world_len, status.at]))
    }

    /// Records the copy of a block: into every world, or into those alone that have not failed.
    pub fn record_block(&self, pass: &mut wgpu::ComputePass<'_>, copies: &Copies, block: usize, only_running: bool) {
        copies.record(pass, if only_running { &self.scatter_running } else { &self.scatter[0] }, block);
    }

    fn copies(
        &self,
        context: &GpuSimContext,
        field: &Source<'_>,
        rows: Dense<'_>,
        Blocks { first_rows, row_step, address }: Blocks<'_>,
        (choice, [status_len, status_at]): (&wgpu::Buffer, [usize; 2]),
    ) -> GpuSimResult<Copies> {
        let settings: Vec<Settings> = first_rows
            .iter()
            .map(|&row| field.settings(rows.row_len, (row, row_step), [status_len, status_at]))
            .collect();
        let by = match address {
            Some(address) => By::Cuda(address),
            None => By::Wgpu(self.bindings(context, field, rows, &settings, choice)?),
        };
        Ok(Copies { groups: field.groups(), settings, by })
    }

    /// What the shaders of some copies are given.
    fn bindings(
        &self,
        context: &GpuSimContext,
        field: &Source<'_>,
        rows: Dense<'_>,
        settings: &[Settings],
        choice: &wgpu::Buffer,
    ) -> GpuSimResult<wgpu::BindGroup> {
        let bytes = COPY_STRIDE * settings.len().max(1) as u64;
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let uniform = buffer(context, "copies", bytes, usage, field.worlds.len())?;
        let mut spread = vec![0_u32; settings.len() * COPY_STRIDE as usize / 4];
        for (place, one) in spread.chunks_exact_mut(COPY_STRIDE as usize / 4).zip(settings) {
            place[..one.len()].copy_from_slice(one);
        }
        context.upload(&uniform, 0, bytemuck::cast_slice(&spread));
        let setting = wgpu::BufferBinding { buffer: &uniform, offset: 0, size: wgpu::BufferSize::new(COPY_BYTES) };
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        Ok(context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("transfer"),
            layout: &self.layout,
            entries: &[
                entry(0, field.buffer.as_entire_binding()),
                entry(1, rows.buffer.as_entire_binding()),
                entry(2, wgpu::BindingResource::Buffer(setting)),
                entry(3, choice.as_entire_binding()),
            ],
        }))
    }
}

impl Copies {
    fn record(&self, pass: &mut wgpu::ComputePass<'_>, pipeline: &wgpu::ComputePipeline, place: usize) {
        let (Some([x, y]), By::Wgpu(bindings)) = (self.groups, &self.by) else { return };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, bindings, &[(place as u64 * COPY_STRIDE) as u32]);
        pass.dispatch_workgroups(x, y, 1);
    }

    /// Workgroups in rows; nothing where nothing is copied.
    pub fn groups(&self) -> Option<[u32; 2]> {
        self.groups
    }

    /// Settings of a block.
    pub fn settings(&self, block: usize) -> Option<&[u32]> {
        self.settings.get(block).map(Settings::as_slice)
    }

    /// Where CUDA finds the rows, if it is to copy them.
    pub fn address(&self) -> Option<u64> {
        match self.by {
            By::Cuda(address) => Some(address),
            By::Wgpu(_) => None,
        }
    }
}

/// A buffer that the caller can read.
pub fn staging(context: &GpuSimContext, bytes: u64, worlds: usize) -> GpuSimResult<wgpu::Buffer> {
    buffer(context, "staging", bytes.max(4), wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST, worlds)
}

/// Waits for everything submitted and copies a staging buffer.
pub fn download(context: &GpuSimContext, staging: &wgpu::Buffer) -> GpuSimResult<Vec<u8>> {
    let (tell, told) = std::sync::mpsc::channel();
    staging.map_async(wgpu::MapMode::Read, .., move |result| {
        // whoever asked may be gone
        let _ = tell.send(result);
    });
    let waited = context.device.poll(wgpu::PollType::wait_indefinitely());
    context.check()?;
    waited.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
    match told.recv() {
        Ok(Ok(())) => {
            let view = staging.get_mapped_range(..).map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
            Ok(view.to_vec())
        }
        Ok(Err(e)) => Err(GpuSimError::BufferReadback(e.to_string())),
        Err(_) => Err(GpuSimError::BufferReadback("the device gave no answer".into())),
    }
}
