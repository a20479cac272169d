//! Fields of all worlds between the card and the caller's arrays, which are `[world][number]`.

use crate::catalogue::Numbers;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::program::{compile, storage, to_bytes};
use crate::source::{GROUPS_PER_ROW, Layout, Precision};

/// Invocations of a workgroup, as the shader has them.
const GROUP: usize = 64;

/// Kernels that copy fields, for real and for whole numbers.
#[derive(Debug)]
pub struct Transfer {
    layout: wgpu::BindGroupLayout,
    gather: [wgpu::ComputePipeline; 2],
    scatter: [wgpu::ComputePipeline; 2],
    precision: Precision,
}

/// A field in the buffer of all worlds.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The buffer.
    pub buffer: &'a wgpu::Buffer,
    /// The field's shape.
    pub layout: &'a Layout,
    /// Its place in a world, and a world's length.
    pub at: usize,
    /// Numbers of a world in the buffer.
    pub world_len: usize,
    /// Worlds.
    pub worlds: usize,
}

impl Transfer {
    /// Compiles the kernels.
    pub fn new(context: &GpuSimContext, precision: Precision) -> GpuSimResult<Self> {
        let device = &context.device;
        let storage = wgpu::BufferBindingType::Storage { read_only: false };
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("transfer"),
            entries: &[entry(0, storage), entry(1, storage), entry(2, wgpu::BufferBindingType::Uniform)],
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
        let make = |number: &str, entry| {
            let text = include_str!("shaders/transfer.wgsl").replace("NUMBER", number);
            compile(context, entry, &text, &pipeline_layout, entry)
        };
        Ok(Self {
            gather: [make(real, "gather")?, make("i32", "gather")?],
            scatter: [make(real, "scatter")?, make("i32", "scatter")?],
            layout,
            precision,
        })
    }

    /// Reads a field.
    pub fn read(&self, context: &GpuSimContext, field: Source<'_>) -> GpuSimResult<Numbers> {
        let bytes = self.bytes(field);
        if bytes == 0 {
            return Ok(if field.layout.is_int { Numbers::Ints(vec![]) } else { Numbers::Reals(vec![]) });
        }
        let dense = self.dense(context, field)?;
        let staging = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("staging"),
            size: bytes,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let pipeline = &self.gather[usize::from(field.layout.is_int)];
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.encode(context, &mut encoder, pipeline, field, &dense);
        encoder.copy_buffer_to_buffer(&dense, 0, &staging, 0, bytes);
        context.queue.submit([encoder.finish()]);
        let mapped = download(context, &staging)?;
        Ok(if field.layout.is_int {
            Numbers::Ints(bytemuck::pod_collect_to_vec(&mapped))
        } else {
            Numbers::Reals(match self.precision {
                Precision::Double => bytemuck::pod_collect_to_vec(&mapped),
                Precision::Single => {
                    let single: Vec<f32> = bytemuck::pod_collect_to_vec(&mapped);
                    single.into_iter().map(f64::from).collect()
                }
            })
        })
    }

    /// Writes a field.
    pub fn write(&self, context: &GpuSimContext, field: Source<'_>, numbers: &Numbers) -> GpuSimResult<()> {
        let given = match numbers {
            Numbers::Reals(list) => list.len(),
            Numbers::Ints(list) => list.len(),
        };
        let expected = field.worlds * field.layout.len();
        if given != expected {
            return Err(GpuSimError::WrongLength { field: field.layout.name.clone(), expected, given });
        }
        if expected == 0 {
            return Ok(());
        }
        let dense = self.dense(context, field)?;
        context.queue.write_buffer(&dense, 0, &to_bytes(numbers, self.precision));
        let pipeline = &self.scatter[usize::from(field.layout.is_int)];
        let mut encoder = context.device.create_command_encoder(&Default::default());
        self.encode(context, &mut encoder, pipeline, field, &dense);
        context.queue.submit([encoder.finish()]);
        context.check()
    }

    fn bytes(&self, field: Source<'_>) -> u64 {
        let size = if field.layout.is_int { 4 } else { self.precision.bytes() };
        (field.worlds * field.layout.len() * size) as u64
    }

    fn dense(&self, context: &GpuSimContext, field: Source<'_>) -> GpuSimResult<wgpu::Buffer> {
        let size = if field.layout.is_int { 4 } else { self.precision.bytes() };
        storage(context, "dense", field.worlds * field.layout.len(), size, field.worlds)
    }

    fn encode(
        &self,
        context: &GpuSimContext,
        encoder: &mut wgpu::CommandEncoder,
        pipeline: &wgpu::ComputePipeline,
        field: Source<'_>,
        dense: &wgpu::Buffer,
    ) {
        let len = field.layout.len();
        let settings = [field.worlds as u32, field.world_len as u32, field.at as u32, len as u32];
        let uniform = context.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("copy"),
            size: 16,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        context.queue.write_buffer(&uniform, 0, bytemuck::cast_slice(&settings));
        let bindings = context.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("transfer"),
            layout: &self.layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: field.buffer.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: dense.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 2, resource: uniform.as_entire_binding() },
            ],
        });
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &bindings, &[]);
        let groups = (field.worlds * len).div_ceil(GROUP) as u32;
        pass.dispatch_workgroups(groups.min(GROUPS_PER_ROW), groups.div_ceil(GROUPS_PER_ROW), 1);
    }
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
