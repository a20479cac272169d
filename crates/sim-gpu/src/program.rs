//! Pipelines and buffers of a plan on a device.

use crate::cache::Cache;
use crate::catalogue::{Catalogue, Numbers};
use crate::context::GpuSimContext;
use crate::device;
use crate::error::{GpuSimError, GpuSimResult};
use crate::plan::Plan;
use crate::source::{Binding, GROUPS_PER_ROW, Precision};
use crate::spirv::{self, Scope};
use std::time::{Duration, Instant};

/// Bytes between the settings of two dispatches: what every device can bind from.
const RUN_STRIDE: u64 = 256;

/// Most workgroups that take worlds by turns: as many as an H200 runs at once, 16 on each of its processors. More are no quicker, and each
/// has memory for the constraint rows of a world.
pub const MOST_GROUPS: usize = 2112;

/// What a dispatch is about: the settings that shaders know as `run`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The first kernel of a call, which gives failed worlds another try.
    pub fresh: bool,
    /// Part of a step that has several.
    pub part: u32,
}

impl Run {
    /// Parts of the step with the most.
    const PARTS: u32 = 4;

    /// Its place among all settings.
    fn index(self) -> u32 {
        u32::from(self.fresh) * Self::PARTS + self.part
    }

    fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|fresh| (0..Self::PARTS).map(move |part| Self { fresh, part }))
    }
}

/// Everything on the device that steps a number of worlds.
#[derive(Debug)]
pub struct Program {
    /// Pipelines, and how many workgroups each takes.
    kernels: Vec<(wgpu::ComputePipeline, u32)>,
    /// How long each kernel took to compile, or to be found among those compiled before.
    pub compile_times: Vec<Duration>,
    /// Bytes of all workgroups' own memory in buffers.
    pub spill_bytes: usize,
    bindings: wgpu::BindGroup,
    /// Real and whole numbers of all worlds.
    pub worlds: [wgpu::Buffer; 2],
    count: usize,
}

/// Numbers as the device keeps them.
pub fn to_bytes(numbers: &Numbers, precision: Precision) -> Vec<u8> {
    match numbers {
        Numbers::Ints(list) => bytemuck::cast_slice(list).to_vec(),
        Numbers::Reals(list) => reals_to_bytes(list, precision),
    }
}

/// Real numbers as the device keeps them.
pub fn reals_to_bytes(list: &[f64], precision: Precision) -> Vec<u8> {
    match precision {
        Precision::Double => bytemuck::cast_slice(list).to_vec(),
        Precision::Single => {
            let single: Vec<f32> = list.iter().map(|&x| x as f32).collect();
            bytemuck::cast_slice(&single).to_vec()
        }
    }
}

impl Program {
    /// Compiles the kernels and makes the buffers for `count` worlds, which at most so many workgroups take by turns.
    pub fn new(
        context: &GpuSimContext,
        plan: &Plan,
        catalogue: &Catalogue,
        precision: Precision,
        count: usize,
        most_groups: usize,
    ) -> GpuSimResult<Self> {
        let device = &context.device;
        let tiles = count.div_ceil(plan.tile).max(1).saturating_mul(plan.tile);
        let real = precision.bytes();
        let buffer = |label, numbers: usize, bytes: usize| storage(context, label, numbers, bytes, count);
        let worlds = [
            buffer("worlds, real", tiles.saturating_mul(plan.world_len[0]), real)?,
            buffer("worlds, whole", tiles.saturating_mul(plan.world_len[1]), 4)?,
        ];
        let model = [buffer("model, real", plan.model_len[0], real)?, buffer("model, whole", plan.model_len[1], 4)?];
        let groups = count.min(most_groups);
        let spill = [
            buffer("spill, real", groups.saturating_mul(plan.spill_len[0]), real)?,
            buffer("spill, whole", groups.saturating_mul(plan.spill_len[1]), 4)?,
            buffer("spill, fours", groups.saturating_mul(plan.spill_len[2] * 4), real)?,
        ];
        let spill_bytes = groups * ((plan.spill_len[0] + plan.spill_len[2] * 4) * real + plan.spill_len[1] * 4);
        let turns = buffer("turns", 1, 4)?;
        let runs = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("runs"),
            size: Run::all().count() as u64 * RUN_STRIDE,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        for run in Run::all() {
            let settings = [count as i32, i32::from(run.fresh), run.part as i32, groups as i32];
            context.queue.write_buffer(&runs, u64::from(run.index()) * RUN_STRIDE, bytemuck::cast_slice(&settings));
        }
        for (name, &at) in &plan.model {
            let Some(constant) = catalogue.constant(name) else { continue };
            let (buffer, size) = if constant.layout.is_int { (&model[1], 4) } else { (&model[0], real) };
            context.queue.write_buffer(buffer, (at * size) as u64, &to_bytes(&constant.numbers, precision));
        }

        let layout = layout(device);
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("step"),
            layout: &layout,
            entries: &Binding::ALL.map(|binding| wgpu::BindGroupEntry {
                binding: binding as u32,
                resource: match binding {
                    Binding::ModelReals => model[0].as_entire_binding(),
                    Binding::ModelInts => model[1].as_entire_binding(),
                    Binding::WorldReals => worlds[0].as_entire_binding(),
                    Binding::WorldInts => worlds[1].as_entire_binding(),
                    Binding::SpillReals => spill[0].as_entire_binding(),
                    Binding::SpillInts => spill[1].as_entire_binding(),
                    Binding::SpillFours => spill[2].as_entire_binding(),
                    Binding::Turns => turns.as_entire_binding(),
                    Binding::Run => wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                        buffer: &runs,
                        offset: 0,
                        size: wgpu::BufferSize::new(16),
                    }),
                },
            }),
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("step"),
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let mut kernels = Vec::new();
        let (pipelines, compile_times) = compile_all(context, plan, &pipeline_layout)?;
        for (kernel, pipeline) in plan.kernels.iter().zip(pipelines) {
            let turns = kernel.scale.lanes > 1 && plan.spill_len != [0; 3];
            let kernel_groups = if turns { groups } else { count.div_ceil(kernel.scale.worlds) };
            kernels.push((pipeline, kernel_groups as u32));
        }
        Ok(Self { kernels, compile_times, spill_bytes, bindings, worlds, count })
    }

    /// Adds a kernel, by its place in the plan, to a pass.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass<'_>, kernel: usize, run: Run) {
        let Some(&(ref pipeline, groups)) = self.kernels.get(kernel).filter(|_| self.count > 0) else { return };
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.bindings, &[run.index() * RUN_STRIDE as u32]);
        pass.dispatch_workgroups(groups.min(GROUPS_PER_ROW), groups.div_ceil(GROUPS_PER_ROW), 1);
    }
}

/// Pipelines of all kernels, and how long each took. Drivers take seconds for a kernel: all at once.
fn compile_all(
    context: &GpuSimContext,
    plan: &Plan,
    layout: &wgpu::PipelineLayout,
) -> GpuSimResult<(Vec<wgpu::ComputePipeline>, Vec<Duration>)> {
    let cache = Cache::open(context, plan.kernels.iter().map(|kernel| kernel.text.as_str()));
    let compiled: Vec<GpuSimResult<(wgpu::ComputePipeline, Duration)>> = std::thread::scope(|scope| {
        let cache = cache.as_ref();
        let shaders = plan.kernels.iter().map(|kernel| Shader {
            name: kernel.name,
            text: &kernel.text,
            entry: "main",
            scope: kernel.barriers,
        });
        let start = |shader| {
            scope.spawn(move || {
                let start = Instant::now();
                let pipeline = compile(context, shader, layout, cache)?;
                Ok((pipeline, start.elapsed()))
            })
        };
        let running: Vec<_> = shaders.map(start).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(ended()))).collect()
    });
    let compiled: GpuSimResult<Vec<_>> = compiled.into_iter().collect();
    let all = compiled?.into_iter().unzip();
    if let Some(cache) = cache {
        cache.keep();
    }
    Ok(all)
}

/// What is said where the driver ended the thread that compiled.
fn ended() -> GpuSimError {
    GpuSimError::ShaderCompilation { kernel: "all".into(), message: "the compiler gave up".into() }
}

/// A shader to be compiled.
#[derive(Clone, Copy, Debug)]
pub struct Shader<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// The function where it begins.
    pub entry: &'a str,
    /// Which invocations its barriers hold.
    pub scope: Scope,
}

/// A pipeline, or what the compiler said.
pub fn compile(
    context: &GpuSimContext,
    shader: Shader<'_>,
    layout: &wgpu::PipelineLayout,
    cache: Option<&Cache>,
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
        cache: cache.map(Cache::pipelines),
    });
    match pollster::block_on(scope.pop()) {
        Some(error) => Err(GpuSimError::ShaderCompilation { kernel: kernel.to_string(), message: error.to_string() }),
        None => Ok(pipeline),
    }
}

/// A buffer of numbers, refused where it is larger than the device allows.
pub fn storage(
    context: &GpuSimContext,
    label: &str,
    numbers: usize,
    bytes: usize,
    worlds: usize,
) -> GpuSimResult<wgpu::Buffer> {
    let limits = context.device.limits();
    let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
    let required = (numbers.max(4) as u64).saturating_mul(bytes as u64);
    if required > limit {
        return Err(GpuSimError::BatchTooLarge { worlds, required, limit });
    }
    let scope = context.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let buffer = context.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: required,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    match pollster::block_on(scope.pop()) {
        Some(_) => Err(GpuSimError::BatchTooLarge { worlds, required, limit }),
        None => Ok(buffer),
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
