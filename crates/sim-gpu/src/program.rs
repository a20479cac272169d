//! Kernels and buffers of a plan on a device.

use crate::codegen::catalogue::{Catalogue, Numbers};
use crate::codegen::plan::{Kernel, Plan};
use crate::codegen::{Binding, GROUPS_PER_ROW, Precision};
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::cuda_program::{CudaProgram, lender_of};
use crate::error::{GpuSimError, GpuSimResult};
use crate::numbers::GpuKind;
use crate::pipelines::Pipelines;
use crate::room::Room;
use crate::spirv::Scope;
use crate::work::Work;
use std::time::{Duration, Instant};

/// Most workgroups that take worlds by turns, where nobody tells how many processors the card has: as many as an H200 runs at once, 16 on each
/// of its 132. More are no quicker, and each has memory for the constraint rows of a world.
pub const MOST_GROUPS: usize = 2112;

/// The same on each processor for kernels that NVRTC compiled, which take fewer registers.
pub const CUDA_GROUPS: usize = 24;

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
    pub fn index(self) -> u32 {
        u32::from(self.fresh) * Self::PARTS + self.part
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|fresh| (0..Self::PARTS).map(move |part| Self { fresh, part }))
    }
}

/// How kernels are started.
#[derive(Clone, Debug)]
pub struct Dispatches {
    /// Worlds.
    count: usize,
    /// Most workgroups that take worlds by turns.
    groups: usize,
    /// Workgroups of each kernel.
    of_kernels: Vec<u32>,
}

impl Dispatches {
    fn new(plan: &Plan, count: usize, groups: usize) -> Self {
        let of_kernels = plan.kernels.iter().map(|kernel| kernel.workgroups(count, groups) as u32);
        Self { count, groups, of_kernels: of_kernels.collect() }
    }

    /// Workgroups of a kernel, in rows; nothing where there is nothing to do.
    pub fn groups(&self, kernel: usize) -> Option<[u32; 2]> {
        self.of_kernels.get(kernel).and_then(|&groups| in_rows(groups))
    }

    /// What shaders know as `run`.
    pub fn settings(&self, run: Run) -> [u32; 4] {
        [self.count as u32, u32::from(run.fresh), run.part, self.groups as u32]
    }
}

/// So many workgroups in rows; nothing where there are none.
pub fn in_rows(groups: u32) -> Option<[u32; 2]> {
    (groups > 0).then(|| [groups.min(GROUPS_PER_ROW), groups.div_ceil(GROUPS_PER_ROW)])
}

/// Everything on the device that steps a number of worlds.
#[derive(Debug)]
pub struct Program {
    /// Declared first: they let go of the buffers before these are freed.
    kernels: Kernels,
    /// How long each kernel took to compile, or to be found among those compiled before.
    pub compile_times: Vec<Duration>,
    /// Bytes of all workgroups' own memory in buffers.
    pub spill_bytes: usize,
    /// In the order of their bindings.
    rooms: Vec<Room>,
}

/// Kernels by who compiled them.
#[derive(Debug)]
pub enum Kernels {
    /// The driver, through wgpu.
    Driver(Pipelines),
    /// NVRTC.
    Nvrtc(Box<CudaProgram>),
}

/// Numbers as the device keeps them.
pub fn to_bytes(numbers: &Numbers, precision: Precision) -> Vec<u8> {
    match numbers {
        Numbers::Ints(list) => bytemuck::cast_slice(list).to_vec(),
        Numbers::Reals(list) => GpuKind::new(false, precision).packed(list),
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
        compiler: GpuCompiler,
    ) -> GpuSimResult<Self> {
        let lender = (compiler == GpuCompiler::Nvrtc).then(|| lender_of(context)).transpose()?;
        let groups = count.min(most_groups);
        let spilled = |kind: usize| {
            let places = |kernel: &Kernel| kernel.workgroups(count, groups) * kernel.scale.worlds;
            plan.kernels.iter().map(|kernel| places(kernel).saturating_mul(kernel.spill[kind])).max().unwrap_or(0)
        };
        let spilled = [0, 1, 2].map(spilled);
        let (tiles, real) = (count.div_ceil(plan.tile).max(1).saturating_mul(plan.tile), precision.bytes());
        let mut rooms = Vec::new();
        for binding in Binding::ALL.into_iter().filter(|&binding| binding != Binding::Run) {
            let (label, numbers, bytes) = match binding {
                Binding::ModelReals => ("model, real", plan.model_len[0], real),
                Binding::ModelInts => ("model, whole", plan.model_len[1], 4),
                Binding::WorldReals => ("worlds, real", tiles.saturating_mul(plan.world_len[0]), real),
                Binding::WorldInts => ("worlds, whole", tiles.saturating_mul(plan.world_len[1]), 4),
                Binding::SpillReals => ("spill, real", spilled[0], real),
                Binding::SpillInts => ("spill, whole", spilled[1], 4),
                Binding::SpillFours => ("spill, fours", spilled[2].saturating_mul(4), real),
                Binding::Turns | Binding::Run => ("turns", 1, 4),
            };
            rooms.push(Room::new(context, lender.is_some(), label, numbers, bytes, count)?);
        }
        let spill_bytes = (spilled[0] + spilled[2] * 4) * real + spilled[1] * 4;
        upload_model(context, plan, catalogue, precision, &rooms);
        let dispatches = Dispatches::new(plan, count, groups);
        let (kernels, compile_times) = match lender {
            None => {
                let (pipelines, times) = Pipelines::new(context, plan, &rooms, dispatches, count)?;
                (Kernels::Driver(pipelines), times)
            }
            Some(lender) => {
                let (program, times) = CudaProgram::new(lender, plan, precision, &rooms, dispatches)?;
                (Kernels::Nvrtc(Box::new(program)), times)
            }
        };
        Ok(Self { kernels, compile_times, spill_bytes, rooms })
    }

    /// Real or whole numbers of all worlds.
    pub fn worlds(&self, is_int: bool) -> &wgpu::Buffer {
        &self.rooms[if is_int { Binding::WorldInts } else { Binding::WorldReals } as usize].buffer
    }

    /// The kernels.
    pub fn kernels(&self) -> &Kernels {
        &self.kernels
    }

    /// Has the card do what is added, after everything submitted before. With wgpu nothing is waited for, and the submission is told; with
    /// CUDA it is done when this returns, since the two know nothing of each other's work.
    pub fn submit(
        &self,
        context: &GpuSimContext,
        add: impl FnOnce(&mut Work<'_>) -> GpuSimResult<()>,
    ) -> GpuSimResult<Option<wgpu::SubmissionIndex>> {
        match &self.kernels {
            Kernels::Driver(pipelines) => {
                let mut encoder = context.device.create_command_encoder(&Default::default());
                let pass = encoder.begin_compute_pass(&Default::default());
                add(&mut Work::Pass(Box::new(pass), pipelines))?;
                Ok(Some(context.submit(encoder.finish())))
            }
            Kernels::Nvrtc(program) => {
                context.settle()?;
                let outcome = add(&mut Work::Stream(program));
                // what was started comes to its end, whatever became of the rest
                let done = program.end();
                outcome.and(done).map(|()| None)
            }
        }
    }
}

/// Writes the constants that shaders read.
fn upload_model(context: &GpuSimContext, plan: &Plan, catalogue: &Catalogue, precision: Precision, rooms: &[Room]) {
    for (name, &at) in &plan.model {
        let Some(constant) = catalogue.constant(name) else { continue };
        let (binding, size) =
            if constant.layout.is_int { (Binding::ModelInts, 4) } else { (Binding::ModelReals, precision.bytes()) };
        let buffer = &rooms[binding as usize].buffer;
        context.upload(buffer, (at * size) as u64, &to_bytes(&constant.numbers, precision));
    }
}

/// Works on everything at once, in threads, and tells how long each took.
pub fn side_by_side<T: Sync, R: Send>(
    all: &[T],
    work: impl Fn(&T) -> GpuSimResult<R> + Sync,
) -> GpuSimResult<(Vec<R>, Vec<Duration>)> {
    let outcomes: Vec<GpuSimResult<(R, Duration)>> = std::thread::scope(|scope| {
        let work = &work;
        let start = |item| {
            scope.spawn(move || {
                let start = Instant::now();
                Ok((work(item)?, start.elapsed()))
            })
        };
        let running: Vec<_> = all.iter().map(start).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(ended()))).collect()
    });
    Ok(outcomes.into_iter().collect::<GpuSimResult<Vec<_>>>()?.into_iter().unzip())
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
