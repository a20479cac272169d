//! `bench --gpu`: many worlds of a model at once on a GPU, all of them from the reference pose or along a recording.

use crate::args::{BenchArgs, Compiler};
use crate::bench::TIMED;
use crate::error::{CliError, Result};
use crate::gpu_info::choice;
use crate::interrupt::Interrupt;
use crate::replay::Replay;
use crate::report::{Report, bytes, columns, digits, duration, grouped, shown};
use crate::source::{self, Loaded};
use serde_json::{Value, json};
use sim_core::StepError;
use sim_core::binding::message::{Line, Name};
use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions, GpuSimContext, GpuSimError, KernelTime};
use std::sync::Arc;
use std::time::Instant;

/// Whole numbers that tell how much there was to compute: contacts, constraint rows, iterations of the solver.
const COUNTS: [&str; 3] = ["ncon", "nefc", "solver_niter"];
/// Most steps between two looks at the clock.
const BATCH: u64 = 256;
/// Steps whose kernels are timed.
const PROFILED: usize = 50;

/// What was measured.
struct Measured {
    steps: u64,
    seconds: f64,
    /// From the start of the compilation to the end of the first step.
    first_step: f64,
    bytes_per_world: usize,
    /// Means over the worlds after the last step, in the order of [`COUNTS`].
    means: [f64; 3],
    errors: Vec<Option<StepError>>,
    kernels: Vec<KernelTime>,
    /// The stages, each in a kernel of its own, where they were asked for.
    stages: Vec<KernelTime>,
    /// Why there are none of those.
    no_stages: Option<String>,
}

/// The `bench --gpu` command.
pub fn bench(args: &BenchArgs) -> Result<Report> {
    let interrupt = &Interrupt::watch()?;
    let Loaded { model, source, .. } = source::load(Some(&args.model), interrupt)?;
    let model = Arc::new(model);
    let worlds = usize::try_from(args.worlds).map_err(|e| CliError::Usage(format!("--worlds: {e}")))?;
    let replay = args.ctrl.as_deref().map(|path| Replay::read(path, &model, args.steps)).transpose()?;
    let context = GpuSimContext::new(&choice(args.adapter.as_deref()))?;
    if args.compiler == Compiler::Nvrtc {
        // CUDA has a device of its own, whose creation does not count either
        context.no_cuda();
    }
    let start = Instant::now();
    let options = GpuOptions {
        visible: COUNTS.map(String::from).to_vec(),
        control_noise: args.noise.then(ControlNoise::default),
        smooth_lanes: args.smooth_lanes,
        solver_lanes: args.solver_lanes,
        compiler: args.compiler.into(),
        ..GpuOptions::default()
    };
    let mut batch = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options)?;
    batch.step_all()?;
    let first_step = start.elapsed().as_secs_f64();
    let motion = replay.as_ref().map_or(Motion::Free(args.steps), Motion::Replayed);
    let mut measured = measure(&mut batch, motion, first_step, interrupt)?;
    if args.stages {
        let state = state_of(&batch)?;
        // there may be no room for both
        drop(batch);
        let options = GpuOptions { by_stage: true, ..options };
        let staged = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options).map_err(CliError::from);
        match staged.and_then(|batch| profile_from(batch, &state)) {
            Ok(stages) => measured.stages = stages,
            // what was measured before is not lost
            Err(error) => measured.no_stages = Some(error.to_string()),
        }
    }

    let name = &context.adapter_info().name;
    let rate = measured.steps as f64 * worlds as f64 / measured.seconds;
    let factor = rate * model.opt.timestep;
    let controls = args.ctrl.as_deref().map(|path| format!(", controls of {}", shown(path))).unwrap_or_default();
    let head = format!(
        "{} ({}): {} dof, {} worlds on {}{controls}\n{} steps/s, {} x real time ({} steps of each world in {})\n",
        Name(model.model_name()),
        Line(&source),
        model.nv,
        grouped(args.worlds),
        Line(name),
        grouped(rate as u64),
        grouped(factor as u64),
        grouped(measured.steps),
        duration(measured.seconds),
    );
    let json = json!({
        "model": model.model_name(),
        "source": source,
        "adapter": name,
        "driver": context.adapter_info().driver_info,
        "worlds": worlds,
        "noise": args.noise,
        "compiler": match args.compiler {
            Compiler::Driver => "driver",
            Compiler::Nvrtc => "nvrtc",
        },
        "ctrl": args.ctrl.as_deref().map(|path| path.display().to_string()),
        "steps": measured.steps,
        "wall_seconds": measured.seconds,
        "steps_per_second": rate,
        "real_time_factor": factor,
        "first_step_seconds": measured.first_step,
        "bytes_per_world": measured.bytes_per_world,
        "contacts": measured.means[0],
        "constraint_rows": measured.means[1],
        "solver_iterations": measured.means[2],
        "worlds_in_error": measured.failed(),
        "first_error": measured.first_error().map(|(world, error)| json!({ "world": world, "message": error.to_string() })),
        "kernels": measured.kernels.iter().map(kernel_json).collect::<Vec<_>>(),
        "stages": measured.stages.iter().map(kernel_json).collect::<Vec<_>>(),
        "no_stages": measured.no_stages,
    });
    Ok(Report::new(head + &measured.text(), json))
}

/// What the worlds do.
#[derive(Clone, Copy)]
enum Motion<'a> {
    /// They fall, for so many steps or as many as fit.
    Free(Option<u64>),
    /// They follow a recording.
    Replayed(&'a Replay),
}

impl Motion<'_> {
    /// Steps that are timed; as many as fit where there is no number.
    fn steps(self) -> Option<u64> {
        match self {
            Self::Free(steps) => steps,
            Self::Replayed(replay) => Some(replay.steps),
        }
    }

    /// Puts the worlds where they begin.
    fn begin(self, batch: &mut GpuBatchSim) -> Result<()> {
        batch.reset_all()?;
        if let Self::Replayed(replay) = self {
            let start = batch.upload_states(&[replay.start(batch.model())])?;
            batch.reset_from(&start, &vec![Some(0); batch.len()])?;
        }
        Ok(())
    }

    /// Steps after the first `done`.
    fn go_on(self, batch: &mut GpuBatchSim, done: u64, count: u64) -> Result<Vec<Option<StepError>>> {
        let errors = match self {
            Self::Free(_) => batch.step_all_n(count as usize),
            Self::Replayed(replay) => batch.step_all_with_shared(&replay.controls(done, count), count as usize),
        };
        Ok(errors?)
    }
}

/// Times steps: a given number, or as many as fit; then the kernels of further ones.
fn measure(batch: &mut GpuBatchSim, motion: Motion<'_>, first_step: f64, interrupt: &Interrupt) -> Result<Measured> {
    motion.begin(batch)?;
    let steps = motion.steps();
    // what was submitted before is done when this returns
    let mut errors = batch.errors()?;
    let start = Instant::now();
    let (mut done, mut next) = (0, 1);
    while steps.map_or_else(|| start.elapsed() < TIMED, |n| done < n) {
        if interrupt.asked() {
            return Err(CliError::Interrupted { step: done, time: done as f64 * batch.model().opt.timestep });
        }
        let count = steps.map_or(next, |n| BATCH.min(n - done));
        errors = motion.go_on(batch, done, count)?;
        done += count;
        next = (2 * next).min(BATCH);
    }
    let seconds = start.elapsed().as_secs_f64();
    let mut means = [0.0; 3];
    for (mean, field) in means.iter_mut().zip(COUNTS) {
        let all = batch.read_ints(field)?;
        *mean = all.iter().map(|&x| f64::from(x)).sum::<f64>() / all.len().max(1) as f64;
    }
    let kernels = profile(batch)?;
    let bytes_per_world = batch.bytes_per_world();
    Ok(Measured {
        steps: done,
        seconds,
        first_step,
        bytes_per_world,
        means,
        errors,
        kernels,
        stages: vec![],
        no_stages: None,
    })
}

/// Times of the kernels; none on a device without a clock.
fn profile(batch: &mut GpuBatchSim) -> Result<Vec<KernelTime>> {
    match batch.profile_steps(PROFILED) {
        Err(GpuSimError::NotAvailable(_)) => Ok(vec![]),
        outcome => Ok(outcome?),
    }
}

/// Where the worlds of a batch are, and what drives them.
fn state_of(batch: &GpuBatchSim) -> Result<Vec<(&'static str, Vec<f64>)>> {
    let fields = ["time", "qpos", "qvel", "act", "qacc_warmstart", "ctrl"];
    fields.into_iter().map(|field| Ok((field, batch.read(field)?))).collect()
}

/// Times of the kernels of a batch whose worlds begin there.
fn profile_from(mut batch: GpuBatchSim, state: &[(&'static str, Vec<f64>)]) -> Result<Vec<KernelTime>> {
    for (field, numbers) in state.iter().filter(|(_, numbers)| !numbers.is_empty()) {
        batch.write(field, numbers)?;
    }
    profile(&mut batch)
}

impl Measured {
    fn failed(&self) -> usize {
        self.errors.iter().flatten().count()
    }

    fn first_error(&self) -> Option<(usize, &StepError)> {
        self.errors.iter().enumerate().find_map(|(world, error)| Some((world, error.as_ref()?)))
    }

    fn text(&self) -> String {
        let row = |name: &str, value: String| vec![name.to_string(), value];
        let failed = match self.first_error() {
            Some((world, error)) => {
                format!("{}, the first is {world}: {}", grouped(self.failed() as u64), Line(&error.to_string()))
            }
            None => "0".into(),
        };
        let rows = [
            row("first step after", duration(self.first_step)),
            row("memory of a world", bytes(self.bytes_per_world as u64)),
            row("contacts", digits(self.means[0], 3)),
            row("constraint rows", digits(self.means[1], 3)),
            row("solver iterations", digits(self.means[2], 3)),
            row("worlds in error", failed),
        ];
        let mut text = columns(&rows);
        let parts = [
            ("time by kernel, a step of all worlds", &self.kernels),
            ("time by stage, each in a kernel of its own", &self.stages),
        ];
        for (title, kernels) in parts.into_iter().filter(|(_, kernels)| !kernels.is_empty()) {
            let line = |kernel: &KernelTime| {
                vec![kernel.name.clone(), duration(kernel.microseconds * 1e-6), lanes(kernel.lanes)]
            };
            text += &format!("\n{title}\n");
            text += &columns(&kernels.iter().map(line).collect::<Vec<_>>());
        }
        if let Some(why) = &self.no_stages {
            text += &format!("\nno time by stage: {}\n", Line(why));
        }
        text
    }
}

fn kernel_json(kernel: &KernelTime) -> Value {
    json!({ "name": kernel.name, "seconds_per_step": kernel.microseconds * 1e-6, "lanes": kernel.lanes })
}

fn lanes(count: usize) -> String {
    format!("{count} lane{}", if count == 1 { "" } else { "s" })
}
