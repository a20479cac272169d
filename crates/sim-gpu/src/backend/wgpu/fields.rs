//! Copies between fields of worlds and dense arrays `[row][number]`, by shaders of wgpu.

use super::pipelines::compile;
use crate::backend::buffer::{buffer, storage};
use crate::backend::compile::Shader;
use crate::backend::field::{FieldSlice, RowBlocks, Settings, shader_text};
use crate::codegen::{Precision, Scope};
use crate::context::GpuSimContext;
use crate::error::GpuSimResult;

/// Bytes between the settings of two copies: every device can bind at multiples of it.
const COPY_STRIDE: u64 = 256;

/// Bytes of the settings of a copy, rounded up to a multiple of 16.
const COPY_BYTES: u64 = 48;

/// Pipelines that copy fields of a batch, for reals and for integers.
#[derive(Debug)]
pub struct FieldPipelines {
    context: GpuSimContext,
    precision: Precision,
    layout: wgpu::BindGroupLayout,
    gather: [wgpu::ComputePipeline; 2],
    scatter: [wgpu::ComputePipeline; 2],
    scatter_chosen: [wgpu::ComputePipeline; 2],
    /// For reals alone.
    scatter_running: wgpu::ComputePipeline,
    no_choice: wgpu::Buffer,
    /// The buffers of all worlds: reals, integers.
    worlds: [wgpu::Buffer; 2],
}

/// A dense array on the device.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The buffer.
    pub buffer: &'a wgpu::Buffer,
    /// Numbers of a row.
    pub row_len: usize,
}

/// Copies between a field and blocks of rows, ready to be recorded.
#[derive(Debug)]
pub struct RowCopies {
    groups: Option<[u32; 2]>,
    bindings: wgpu::BindGroup,
}

/// A copy of a field into rows of its own, ready to be recorded.
#[derive(Debug)]
pub struct Gather {
    copies: RowCopies,
    is_int: bool,
    /// The rows, one for each world.
    pub rows: wgpu::Buffer,
}

impl FieldPipelines {
    /// Compiles the pipelines for the buffers of all worlds: reals, integers.
    pub fn new(context: &GpuSimContext, precision: Precision, worlds: [wgpu::Buffer; 2]) -> GpuSimResult<Self> {
        let layout = layout(&context.device);
        let pipeline_layout = context.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
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
            context: context.clone(),
            precision,
            worlds,
        })
    }

    /// The device.
    pub fn context(&self) -> &GpuSimContext {
        &self.context
    }

    /// Precision of the reals.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// Bytes of a number.
    pub fn bytes(&self, is_int: bool) -> usize {
        if is_int { 4 } else { self.precision.bytes() }
    }

    /// A dense array of `rows` rows.
    pub fn dense(&self, rows: usize, row_len: usize, is_int: bool) -> GpuSimResult<wgpu::Buffer> {
        storage(&self.context, "dense", rows.saturating_mul(row_len), self.bytes(is_int), rows)
    }

    /// Writes a field from all its numbers.
    pub fn write(&self, field: &FieldSlice<'_>, bytes: &[u8]) -> GpuSimResult<()> {
        let dense = self.dense(field.worlds.len(), field.len, field.is_int)?;
        self.context.upload(&dense, 0, bytes);
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        self.scatter(&mut encoder, field, Rows { buffer: &dense, row_len: field.len })?;
        self.context.submit(encoder.finish());
        self.context.check()
    }

    /// Prepares a copy of a field into rows of its own, to be recorded several times.
    pub fn prepare_gather(&self, field: &FieldSlice<'_>) -> GpuSimResult<Gather> {
        let rows = self.dense(field.worlds.len(), field.len, field.is_int)?;
        let copies = self.whole(field, Rows { buffer: &rows, row_len: field.len }, &self.no_choice)?;
        Ok(Gather { copies, is_int: field.is_int, rows })
    }

    /// Records a prepared copy.
    pub fn record_gather(&self, encoder: &mut wgpu::CommandEncoder, gather: &Gather) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        gather.copies.record(&mut pass, &self.gather[usize::from(gather.is_int)], 0);
    }

    /// Copies a field into rows, one for each world.
    pub fn gather(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldSlice<'_>,
        rows: Rows<'_>,
    ) -> GpuSimResult<()> {
        self.encode(encoder, &self.gather[usize::from(field.is_int)], field, rows, &self.no_choice)
    }

    /// Copies rows, one for each world, into a field.
    pub fn scatter(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldSlice<'_>,
        rows: Rows<'_>,
    ) -> GpuSimResult<()> {
        self.encode(encoder, &self.scatter[usize::from(field.is_int)], field, rows, &self.no_choice)
    }

    /// Copies a chosen row into each world. `choice` has an integer for each world, negative for no row.
    pub fn scatter_chosen(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        field: &FieldSlice<'_>,
        rows: Rows<'_>,
        choice: &wgpu::Buffer,
    ) -> GpuSimResult<()> {
        self.encode(encoder, &self.scatter_chosen[usize::from(field.is_int)], field, rows, choice)
    }

    fn encode(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        field: &FieldSlice<'_>,
        rows: Rows<'_>,
        choice: &wgpu::Buffer,
    ) -> GpuSimResult<()> {
        if field.total() == 0 {
            return Ok(());
        }
        let copies = self.whole(field, rows, choice)?;
        let mut pass = encoder.begin_compute_pass(&Default::default());
        copies.record(&mut pass, pipeline, 0);
        Ok(())
    }

    /// A copy between a field and a row for each world.
    fn whole(&self, field: &FieldSlice<'_>, rows: Rows<'_>, choice: &wgpu::Buffer) -> GpuSimResult<RowCopies> {
        self.copies(field, rows, &[field.settings(rows.row_len, (0, 1), None)], choice)
    }

    /// Copies of blocks of rows into a field of reals. `status` is the field that says which worlds run.
    pub fn blocks(
        &self,
        field: &FieldSlice<'_>,
        rows: Rows<'_>,
        blocks: RowBlocks<'_>,
        status: &FieldSlice<'_>,
    ) -> GpuSimResult<RowCopies> {
        let first_rows = blocks.first_rows.iter();
        let settings: Vec<Settings> =
            first_rows.map(|&row| field.settings(rows.row_len, (row, blocks.row_step), Some(status))).collect();
        self.copies(field, rows, &settings, &self.worlds[1])
    }

    /// Records the copy of a block: into every world, or only into those that have not failed.
    pub fn record_block(&self, pass: &mut wgpu::ComputePass<'_>, copies: &RowCopies, block: usize, only_running: bool) {
        copies.record(pass, if only_running { &self.scatter_running } else { &self.scatter[0] }, block);
    }

    fn copies(
        &self,
        field: &FieldSlice<'_>,
        rows: Rows<'_>,
        settings: &[Settings],
        choice: &wgpu::Buffer,
    ) -> GpuSimResult<RowCopies> {
        let context = &self.context;
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
        let bindings = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("transfer"),
            layout: &self.layout,
            entries: &[
                entry(0, self.worlds[usize::from(field.is_int)].as_entire_binding()),
                entry(1, rows.buffer.as_entire_binding()),
                entry(2, wgpu::BindingResource::Buffer(setting)),
                entry(3, choice.as_entire_binding()),
            ],
        });
        Ok(RowCopies { groups: field.groups(), bindings })
    }
}

fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
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
    let (changed, read) =
        (wgpu::BufferBindingType::Storage { read_only: false }, wgpu::BufferBindingType::Storage { read_only: true });
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("transfer"),
        entries: &[entry(0, changed), entry(1, changed), entry(2, wgpu::BufferBindingType::Uniform), entry(3, read)],
    })
}

impl RowCopies {
    fn record(&self, pass: &mut wgpu::ComputePass<'_>, pipeline: &wgpu::ComputePipeline, place: usize) {
        let Some([x, y]) = self.groups else { return };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.bindings, &[(place as u64 * COPY_STRIDE) as u32]);
        pass.dispatch_workgroups(x, y, 1);
    }
}
