//! Fields of worlds between the card and dense arrays `[row][number]`, on the card or the caller's.

use crate::catalogue::Numbers;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::pipelines::compile;
use crate::plan::Plan;
use crate::program::{Shader, in_rows, to_bytes};
use crate::reading::GpuRead;
use crate::room::storage;
use crate::source::{Layout, Precision};
use crate::spirv::Scope;
use std::ops::Range;

/// Bytes between the settings of two copies: what every device can bind from.
const COPY_STRIDE: u64 = 256;

/// Bytes of the settings of a copy, which end at a multiple of 16.
const COPY_BYTES: u64 = 48;

/// Settings of a copy, in the order in which the shader has them.
type Settings = [u32; 11];

/// Invocations of a workgroup, as the shader has them.
pub const GROUP: usize = 64;

/// The shader for numbers of this name in WGSL.
pub fn shader_text(number: &str) -> String {
    include_str!("shaders/transfer.wgsl").replace("NUMBER", number)
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
    /// Where CUDA finds the rows, if it knows them.
    pub address: Option<u64>,
}

/// Copies between a field and blocks of rows, ready to be recorded.
#[derive(Debug)]
pub struct Copies {
    bindings: wgpu::BindGroup,
    groups: u32,
    /// Of each block.
    settings: Vec<Settings>,
    /// Of the rows, where CUDA knows them.
    address: Option<u64>,
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

    /// Reads a field.
    pub fn read(&self, context: &GpuSimContext, field: &Source<'_>) -> GpuSimResult<Numbers> {
        let parts = GpuRead::begin(context, self, std::slice::from_ref(field))?.finish()?;
        let numbers = parts.into_iter().next().map(|(_, numbers)| numbers.into());
        Ok(numbers.unwrap_or(Numbers::Reals(vec![])))
    }

    /// Kind of the real numbers.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Writes a field.
    pub fn write(&self, context: &GpuSimContext, field: &Source<'_>, numbers: &Numbers) -> GpuSimResult<()> {
        let (given, expected) = (numbers.len(), field.total());
        if given != expected {
            return Err(GpuSimError::WrongLength { field: field.name.to_string(), expected, given });
        }
        if expected == 0 {
            return Ok(());
        }
        let dense = self.dense(context, field.worlds.len(), field.len, field.is_int)?;
        context.queue.write_buffer(&dense, 0, &to_bytes(numbers, self.precision));
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.scatter(context, &mut encoder, field, Dense { buffer: &dense, row_len: field.len });
        context.queue.submit([encoder.finish()]);
        context.check()
    }

    /// Copies a field into rows, one for each world.
    pub fn gather(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        field: &Source<'_>,
        rows: Dense<'_>,
    ) {
        self.encode(context, encoder, &self.gather[usize::from(field.is_int)], field, rows, &self.no_choice);
    }

    /// Copies rows, one for each world, into a field.
    pub fn scatter(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        field: &Source<'_>,
        rows: Dense<'_>,
    ) {
        self.encode(context, encoder, &self.scatter[usize::from(field.is_int)], field, rows, &self.no_choice);
    }

    /// Copies into each world the row that it chose; `choice` has a whole number for each world.
    pub fn scatter_chosen(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        field: &Source<'_>,
        rows: Dense<'_>,
        choice: &wgpu::Buffer,
    ) {
        self.encode(context, encoder, &self.scatter_chosen[usize::from(field.is_int)], field, rows, choice);
    }

    fn encode(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        field: &Source<'_>,
        rows: Dense<'_>,
        choice: &wgpu::Buffer,
    ) {
        if field.total() == 0 {
            return;
        }
        let whole = Blocks { first_rows: &[0], row_step: 1, address: None };
        let copies = self.copies(context, field, rows, whole, (choice, [0; 2]));
        let mut pass = encoder.begin_compute_pass(&Default::default());
        copies.record(&mut pass, pipeline, 0);
    }

    /// Copies of blocks of rows into a field of real numbers. `status` is the field that tells which worlds run.
    pub fn blocks(
        &self,
        context: &GpuSimContext,
        field: &Source<'_>,
        rows: Dense<'_>,
        blocks: Blocks<'_>,
        status: &Source<'_>,
    ) -> Copies {
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
    ) -> Copies {
        let (worlds, first) = (field.worlds.len(), field.worlds.start);
        let uniform = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("copies"),
            size: COPY_STRIDE * first_rows.len().max(1) as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let settings: Vec<Settings> = first_rows
            .iter()
            .map(|&row| {
                let numbers = [
                    worlds,
                    first,
                    field.world_len,
                    field.at,
                    field.len,
                    rows.row_len,
                    row,
                    row_step,
                    status_len,
                    status_at,
                    field.tile,
                ];
                numbers.map(|number| number as u32)
            })
            .collect();
        let mut spread = vec![0_u32; settings.len() * COPY_STRIDE as usize / 4];
        for (place, one) in spread.chunks_exact_mut(COPY_STRIDE as usize / 4).zip(&settings) {
            place[..one.len()].copy_from_slice(one);
        }
        context.queue.write_buffer(&uniform, 0, bytemuck::cast_slice(&spread));
        let setting = wgpu::BufferBinding { buffer: &uniform, offset: 0, size: wgpu::BufferSize::new(COPY_BYTES) };
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let bindings = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("transfer"),
            layout: &self.layout,
            entries: &[
                entry(0, field.buffer.as_entire_binding()),
                entry(1, rows.buffer.as_entire_binding()),
                entry(2, wgpu::BindingResource::Buffer(setting)),
                entry(3, choice.as_entire_binding()),
            ],
        });
        Copies { bindings, groups: field.total().div_ceil(GROUP) as u32, settings, address }
    }
}

impl Copies {
    fn record(&self, pass: &mut wgpu::ComputePass<'_>, pipeline: &wgpu::ComputePipeline, place: usize) {
        let Some([x, y]) = self.groups() else { return };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.bindings, &[(place as u64 * COPY_STRIDE) as u32]);
        pass.dispatch_workgroups(x, y, 1);
    }

    /// Workgroups in rows; nothing where nothing is copied.
    pub fn groups(&self) -> Option<[u32; 2]> {
        in_rows(self.groups)
    }

    /// Settings of a block.
    pub fn settings(&self, block: usize) -> Option<&[u32]> {
        self.settings.get(block).map(Settings::as_slice)
    }

    /// Where CUDA finds the rows, if it knows them.
    pub fn address(&self) -> Option<u64> {
        self.address
    }
}

/// A buffer that the caller can read.
pub fn staging(context: &GpuSimContext, bytes: u64) -> wgpu::Buffer {
    context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("staging"),
        size: bytes.max(4),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
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
