//! The kernels of a plan as pipelines of wgpu.

use super::pipeline_cache::PipelineCache;
use super::spirv;
use crate::backend::buffer::{DeviceBuffer, buffer};
use crate::backend::compile::{Shader, side_by_side};
use crate::backend::device;
use crate::backend::dispatch::{Dispatches, Run};
use crate::codegen::Binding;
use crate::codegen::plan::Plan;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use std::time::Duration;

/// Bytes between the settings of two dispatches: every device can bind at multiples of it.
const RUN_STRIDE: u64 = 256;

/// Pipelines with the buffers they work on.
#[derive(Debug)]
pub struct Pipelines {
    kernels: Vec<wgpu::ComputePipeline>,
    bindings: wgpu::BindGroup,
    dispatches: Dispatches,
}

impl Pipelines {
    /// Compiles the kernels of a plan for buffers in the order of their bindings. Returns how long each took too.
    pub fn new(
        context: &GpuSimContext,
        plan: &Plan,
        buffers: &[DeviceBuffer],
        dispatches: Dispatches,
        worlds: usize,
    ) -> GpuSimResult<(Self, Vec<Duration>)> {
        let device = &context.device;
        let layout = layout(device);
        let bindings = bindings(context, &layout, buffers, (&dispatches, worlds))?;
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("step"),
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let (kernels, times) = compile_all(context, plan, &pipeline_layout)?;
        Ok((Self { kernels, bindings, dispatches }, times))
    }

    /// Adds a kernel to a pass, by its place in the plan.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass<'_>, kernel: usize, run: Run) {
        let (Some(pipeline), Some([x, y])) = (self.kernels.get(kernel), self.dispatches.groups(kernel)) else { return };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.bindings, &[run.index() * RUN_STRIDE as u32]);
        pass.dispatch_workgroups(x, y, 1);
    }
}

/// The bind group of the buffers and of the settings of all dispatches.
fn bindings(
    context: &GpuSimContext,
    layout: &wgpu::BindGroupLayout,
    buffers: &[DeviceBuffer],
    (dispatches, worlds): (&Dispatches, usize),
) -> GpuSimResult<wgpu::BindGroup> {
    let bytes = Run::all().count() as u64 * RUN_STRIDE;
    let runs = buffer(context, "runs", bytes, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST, worlds)?;
    for run in Run::all() {
        let settings = dispatches.settings(run);
        context.upload(&runs, u64::from(run.index()) * RUN_STRIDE, bytemuck::cast_slice(&settings));
    }
    let run = wgpu::BufferBinding { buffer: &runs, offset: 0, size: wgpu::BufferSize::new(16) };
    let buffers = buffers.iter().map(|buffer| buffer.buffer.as_entire_binding());
    let resources = buffers.chain([wgpu::BindingResource::Buffer(run)]);
    let entries: Vec<wgpu::BindGroupEntry<'_>> =
        resources.zip(0..).map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource }).collect();
    let step = wgpu::BindGroupDescriptor { label: Some("step"), layout, entries: &entries };
    Ok(context.device.create_bind_group(&step))
}

/// Pipelines of all kernels and how long each took. All are compiled at once, since drivers take seconds for one.
fn compile_all(
    context: &GpuSimContext,
    plan: &Plan,
    layout: &wgpu::PipelineLayout,
) -> GpuSimResult<(Vec<wgpu::ComputePipeline>, Vec<Duration>)> {
    let cache = PipelineCache::open(context, plan.kernels.iter().map(|kernel| kernel.text.as_str()));
    let all = side_by_side(&plan.kernels, |kernel| {
        let shader = Shader { name: kernel.name, text: kernel.text.as_str(), entry: "main", scope: kernel.barriers };
        compile(context, shader, layout, cache.as_ref()).map_err(|error| error.located(&kernel.text))
    })?;
    if let Some(cache) = cache {
        cache.keep();
    }
    Ok(all)
}

/// Compiles a pipeline.
pub fn compile(
    context: &GpuSimContext,
    shader: Shader<'_>,
    layout: &wgpu::PipelineLayout,
    cache: Option<&PipelineCache>,
) -> GpuSimResult<wgpu::ComputePipeline> {
    let device = &context.device;
    let Shader { name: kernel, text, entry, scope: barriers } = shader;
    let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
    let module = match context.takes_spirv().then(|| spirv::translate(text, entry, barriers)).flatten() {
        Some(words) => device::spirv_shader(device, kernel, words, entry),
        None => device::shader(device, kernel, text),
    };
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(kernel),
        layout: Some(layout),
        module: &module,
        entry_point: Some(entry),
        compilation_options: wgpu::PipelineCompilationOptions {
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: cache.map(PipelineCache::pipelines),
    });
    match pollster::block_on(scope.pop()) {
        Some(error) => {
            let (kernel, message) = (kernel.to_string(), error.to_string());
            Err(GpuSimError::ShaderCompilation { kernel, at: None, message })
        }
        None => Ok(pipeline),
    }
}

fn layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("step"),
        entries: &Binding::ALL.map(|binding| wgpu::BindGroupLayoutEntry {
            binding: binding as u32,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match binding {
                    Binding::Run => wgpu::BufferBindingType::Uniform,
                    Binding::ModelReals | Binding::ModelInts => wgpu::BufferBindingType::Storage { read_only: true },
                    _ => wgpu::BufferBindingType::Storage { read_only: false },
                },
                has_dynamic_offset: binding == Binding::Run,
                min_binding_size: None,
            },
            count: None,
        }),
    })
}
