//! Times many worlds on a GPU: their steps, and each kernel.

use crate::bench::TIMED;
use crate::error::{CliError, Result};
use crate::gpu::replay::Replay;
use crate::interrupt::Interrupt;
use sim_core::{Model, StepError};
use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions, GpuSimContext, GpuSimError, KernelTime};
use std::sync::Arc;
use std::time::Instant;

/// Integer fields that show the amount of work: contacts, constraint rows, iterations of the solver.
pub const COUNTS: [&str; 3] = ["ncon", "nefc", "solver_niter"];
/// Most steps between two checks of the elapsed time.
const BATCH: u64 = 256;
/// Steps whose kernels are timed.
const PROFILED: usize = 50;

/// The motion of the worlds.
#[derive(Clone, Copy)]
pub enum Motion<'a> {
    /// Steps without controls, from a keyframe or the reference pose.
    Free {
        /// Number of steps.
        steps: Option<u64>,
        /// The keyframe.
        key: Option<usize>,
    },
    /// Steps along a recording.
    Replayed(&'a Replay),
}

impl Motion<'_> {
    /// Number of timed steps. `None`: as many as fit.
    fn steps(self) -> Option<u64> {
        match self {
            Self::Free { steps, .. } => steps,
            Self::Replayed(replay) => Some(replay.steps),
        }
    }

    /// Puts the worlds into their initial states.
    fn begin(self, batch: &mut GpuBatchSim) -> Result<()> {
        // the reset clears fields that belong to no state
        batch.reset_all()?;
        let (states, row) = match self {
            Self::Replayed(replay) => (batch.upload_states(&[replay.start(batch.model())])?, 0),
            Self::Free { key: Some(key), .. } => (batch.keyframes()?, key),
            Self::Free { key: None, .. } => return Ok(()),
        };
        Ok(batch.reset_from(&states, &vec![Some(row); batch.len()])?)
    }

    /// Makes `count` steps after the first `done`.
    fn go_on(self, batch: &mut GpuBatchSim, done: u64, count: u64) -> Result<Vec<Option<StepError>>> {
        let errors = match self {
            Self::Free { .. } => batch.step_all_n(count as usize),
            Self::Replayed(replay) => batch.step_all_with_shared(&replay.controls(done, count), count as usize),
        };
        Ok(errors?)
    }
}

/// What is measured: a model, its worlds, their device, and their motion.
pub struct Subject<'a> {
    /// The model.
    pub model: Arc<Model>,
    /// Number of worlds.
    pub worlds: usize,
    /// The device.
    pub context: GpuSimContext,
    /// The motion of the worlds.
    pub motion: Motion<'a>,
    /// Whether the user has interrupted the command.
    pub interrupt: &'a Interrupt,
}

/// Timed steps.
pub struct Timed {
    /// Number of steps of each world.
    pub steps: u64,
    /// Duration of the steps (s).
    pub seconds: f64,
    /// The error of each world, if any.
    pub errors: Vec<Option<StepError>>,
}

impl Timed {
    /// Steps of all worlds per second.
    pub fn rate(&self) -> f64 {
        self.steps as f64 * self.errors.len() as f64 / self.seconds
    }

    /// Number of failed worlds.
    pub fn failed(&self) -> usize {
        self.errors.iter().flatten().count()
    }

    /// The first failed world, with its error.
    pub fn first_error(&self) -> Option<(usize, &StepError)> {
        self.errors.iter().enumerate().find_map(|(world, error)| Some((world, error.as_ref()?)))
    }
}

/// Results of a measurement.
pub struct Measured {
    /// The timed steps.
    pub timed: Timed,
    /// The compiler of the kernels.
    pub compiler: GpuCompiler,
    /// Time from the start of the compilation to the end of the first step (s).
    pub first_step: f64,
    /// Device memory of a world (bytes).
    pub bytes_per_world: usize,
    /// Means over the worlds after the last step, in the order of [`COUNTS`].
    pub means: [f64; 3],
    /// Times of the kernels. Empty: the device has no clock.
    pub kernels: Vec<KernelTime>,
    /// The stages, each in a separate kernel, if requested.
    pub stages: Vec<KernelTime>,
    /// The error that prevented the times of the stages.
    pub no_stages: Option<String>,
}

impl Subject<'_> {
    /// A batch that has made one step.
    pub fn batch(&self, options: &GpuOptions) -> Result<GpuBatchSim> {
        let mut batch = GpuBatchSim::with(&self.context, Arc::clone(&self.model), self.worlds, options)?;
        batch.step_all()?;
        Ok(batch)
    }

    /// Times `steps` steps. `None`: as many as fit.
    pub fn time(&self, batch: &mut GpuBatchSim) -> Result<Timed> {
        self.motion.begin(batch)?;
        let limit = self.motion.steps();
        // waits for the work submitted before
        let mut errors = batch.errors()?;
        let start = Instant::now();
        let (mut steps, mut next) = (0, 1);
        while limit.map_or_else(|| start.elapsed() < TIMED, |n| steps < n) {
            if self.interrupt.asked() {
                return Err(CliError::Interrupted { step: steps, time: steps as f64 * self.model.opt.timestep });
            }
            let count = limit.map_or(next, |n| BATCH.min(n - steps));
            errors = self.motion.go_on(batch, steps, count)?;
            steps += count;
            next = (2 * next).min(BATCH);
        }
        Ok(Timed { steps, seconds: start.elapsed().as_secs_f64(), errors })
    }

    /// Times steps, then the kernels of further steps, and their stages with `with_stages`.
    pub fn measure(&self, options: &GpuOptions, with_stages: bool) -> Result<Measured> {
        let start = Instant::now();
        let mut batch = self.batch(options)?;
        let first_step = start.elapsed().as_secs_f64();
        let timed = self.time(&mut batch)?;
        let mut means = [0.0; 3];
        for (mean, field) in means.iter_mut().zip(COUNTS) {
            let all = batch.read_ints(field)?;
            *mean = all.iter().map(|&x| f64::from(x)).sum::<f64>() / all.len().max(1) as f64;
        }
        let kernels = profile(&mut batch)?;
        let (compiler, bytes_per_world) = (batch.compiler(), batch.bytes_per_world());
        let (stages, no_stages) = match with_stages.then(|| self.stages(batch, options)) {
            None => (vec![], None),
            Some(Ok(stages)) => (stages, None),
            // earlier measurements are kept
            Some(Err(error)) => (vec![], Some(error.to_string())),
        };
        Ok(Measured { timed, compiler, first_step, bytes_per_world, means, kernels, stages, no_stages })
    }

    /// Times of the stages, each in a separate kernel, for worlds that continue from those of a batch.
    fn stages(&self, batch: GpuBatchSim, options: &GpuOptions) -> Result<Vec<KernelTime>> {
        let state = state_of(&batch)?;
        // the memory may not suffice for both
        drop(batch);
        let mut staged = self.batch(&options.clone().tune(|tuning| tuning.by_stage(true)))?;
        for (field, numbers) in state.iter().filter(|(_, numbers)| !numbers.is_empty()) {
            staged.write(field, numbers)?;
        }
        profile(&mut staged)
    }
}

/// Times of the kernels. Empty: the device has no clock.
fn profile(batch: &mut GpuBatchSim) -> Result<Vec<KernelTime>> {
    match batch.profile_steps(PROFILED) {
        Err(GpuSimError::NotCapable(_)) => Ok(vec![]),
        outcome => Ok(outcome?),
    }
}

/// Fields that the next step depends on; some batches have no noise.
const STATE: [&str; 8] = ["time", "qpos", "qvel", "act", "qacc_warmstart", "ctrl", "control_noise", "noise_step"];

/// State and inputs of the worlds of a batch.
fn state_of(batch: &GpuBatchSim) -> Result<Vec<(&'static str, Vec<f64>)>> {
    let kept = STATE.into_iter().filter_map(|field| match batch.read(field) {
        Err(GpuSimError::UnknownField(_)) => None,
        numbers => Some(numbers.map(|numbers| (field, numbers))),
    });
    Ok(kept.collect::<std::result::Result<_, _>>()?)
}
