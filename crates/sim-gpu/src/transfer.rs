//! Fields of worlds between the card and dense arrays `[row][number]`, on the card or the caller's.

use crate::catalogue::Numbers;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::program::{compile, storage, to_bytes};
use crate::source::{GROUPS_PER_ROW, Layout, Precision};
use std::ops::Range;

/// Invocations of a workgroup, as the shader has them.
const GROUP: usize = 64;

/// Kernels that copy fields, for real and for whole numbers.
#[derive(Debug)]
pub struct Transfer {
    layout: wgpu::BindGroupLayout,
    gather: [wgpu::ComputePipeline; 2],
    scatter: [wgpu::ComputePipeline; 2],
    scatter_chosen: [wgpu::ComputePipeline; 2],
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
    /// The worlds.
    pub worlds: Range<usize>,
}

impl<'a> Source<'a> {
    /// A field by its layout.
    pub fn new(buffer: &'a wgpu::Buffer, layout: &'a Layout, at: usize, world_len: usize, worlds: usize) -> Self {
        let (name, is_int, len) = (&layout.name, layout.is_int, layout.len());
        Self { buffer, name, is_int, at, len, world_len, worlds: 0..worlds }
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
    /// First byte.
    pub offset: u64,
    /// Numbers of a row.
    pub row_len: usize,
}

impl Transfer {
    /// Compiles the kernels.
    pub fn new(context: &GpuSimContext, precision: Precision) -> GpuSimResult<Self> {
        let device = &context.device;
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
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
        let real = match precision {
            Precision::Single => "f32",
            Precision::Double => "f64",
        };
        let make = |entry| -> GpuSimResult<[wgpu::ComputePipeline; 2]> {
            let text = |number| include_str!("shaders/transfer.wgsl").replace("NUMBER", number);
            Ok([
                compile(context, entry, &text(real), &pipeline_layout, entry, None)?,
                compile(context, entry, &text("i32"), &pipeline_layout, entry, None)?,
            ])
        };
        Ok(Self {
            gather: make("gather")?,
            scatter: make("scatter")?,
            scatter_chosen: make("scatter_chosen")?,
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
        if field.total() == 0 {
            return Ok(if field.is_int { Numbers::Ints(vec![]) } else { Numbers::Reals(vec![]) });
        }
        let bytes = (field.total() * self.bytes(field.is_int)) as u64;
        let dense = self.dense(context, field.worlds.len(), field.len, field.is_int)?;
        let staging = staging(context, bytes);
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.gather(context, &mut encoder, field, Dense { buffer: &dense, offset: 0, row_len: field.len });
        encoder.copy_buffer_to_buffer(&dense, 0, &staging, 0, bytes);
        context.queue.submit([encoder.finish()]);
        let mapped = download(context, &staging)?;
        Ok(self.numbers(&mapped, field.is_int))
    }

    /// Numbers from the device's bytes.
    pub fn numbers(&self, bytes: &[u8], is_int: bool) -> Numbers {
        if is_int {
            return Numbers::Ints(bytemuck::pod_collect_to_vec(bytes));
        }
        Numbers::Reals(match self.precision {
            Precision::Double => bytemuck::pod_collect_to_vec(bytes),
            Precision::Single => {
                let single: Vec<f32> = bytemuck::pod_collect_to_vec(bytes);
                single.into_iter().map(f64::from).collect()
            }
        })
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
        self.scatter(context, &mut encoder, field, Dense { buffer: &dense, offset: 0, row_len: field.len });
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
        let worlds = field.worlds.len();
        let settings =
            [worlds, field.worlds.start, field.world_len, field.at, field.len, rows.row_len, 0, 0].map(|n| n as u32);
        let uniform = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("copy"),
            size: 32,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        context.queue.write_buffer(&uniform, 0, bytemuck::cast_slice(&settings));
        let dense =
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: rows.buffer, offset: rows.offset, size: None });
        let bindings = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("transfer"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: field.buffer.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: dense },
                wgpu::BindGroupEntry { binding: 2, resource: uniform.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 3, resource: choice.as_entire_binding() },
            ],
        });
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        let groups = field.total().div_ceil(GROUP) as u32;
        pass.dispatch_workgroups(groups.min(GROUPS_PER_ROW), groups.div_ceil(GROUPS_PER_ROW), 1);
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
