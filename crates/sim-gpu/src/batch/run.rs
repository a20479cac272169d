//! Steps of all worlds: which kernels run in which order, and the errors of the worlds.

use crate::backend::{Command, Run};
use crate::batch::GpuBatchSim;
use crate::batch::status::{Failure, step_error};
use crate::codegen::plan::Phase;
use crate::error::{GpuSimError, GpuSimResult};
use sim_core::{Integrator, StepError};

impl GpuBatchSim {
    /// Steps of one submission: a longer run is split, so that the device stays responsive.
    pub(crate) const STEPS_PER_SUBMISSION: usize = 256;

    /// Steps every world once. Returns one entry for each world: `None` if it moved, else its error. A failed world keeps its state.
    pub fn step_all(&mut self) -> GpuSimResult<Vec<Option<StepError>>> {
        self.step_all_n(1)
    }

    /// Steps every world `n` times with its inputs held. A world stops at its first error.
    pub fn step_all_n(&mut self, n: usize) -> GpuSimResult<Vec<Option<StepError>>> {
        self.submit_steps(n)?;
        self.errors()
    }

    /// Submits `n` steps without waiting for them. The next call that reads waits. With NVRTC ([`GpuCompiler::Nvrtc`](crate::GpuCompiler))
    /// they are launched on the stream of [`use_stream`](Self::use_stream).
    pub fn submit_steps(&mut self, n: usize) -> GpuSimResult<()> {
        self.check_can_step()?;
        let mut done = 0;
        while done < n {
            let count = (n - done).min(Self::STEPS_PER_SUBMISSION);
            let mut commands = (done..done + count).flat_map(|step| self.step_commands(step == 0));
            self.backend.launch(&mut commands, None)?;
            done += count;
        }
        self.context.check()
    }

    pub(crate) fn check_can_step(&self) -> GpuSimResult<()> {
        if self.can_step {
            return Ok(());
        }
        let message = "this batch computes its visible fields alone: make it without `only_visible` to step";
        Err(GpuSimError::Unsupported(vec![message.into()]))
    }

    /// Computes everything that follows from the state and inputs of every world, without a step.
    pub fn forward_all(&mut self) -> GpuSimResult<Vec<Option<StepError>>> {
        let smooth = self.commands(&[Phase::Smooth], Run { fresh: true, part: 0 });
        let solve = self.commands(&[Phase::Solve], Run::default());
        let sense = self.commands(&[Phase::Sense], Run::default());
        self.backend.launch(&mut smooth.chain(solve).chain(sense), None)?;
        self.errors()
    }

    /// The kernels of a step. `fresh` clears the status of failed worlds.
    pub(crate) fn step_commands(&self, fresh: bool) -> impl Iterator<Item = Command> + '_ {
        let parts = if self.model.opt.integrator == Integrator::RungeKutta4 { 4 } else { 1 };
        (0..parts).flat_map(move |part| {
            let first: &'static [Phase] =
                if part == 0 { &[Phase::Noise, Phase::Smooth] } else { &[Phase::SmoothInside] };
            let sense: &'static [Phase] = if part == 0 { &[Phase::Sense] } else { &[] };
            let run = Run { fresh: false, part };
            self.commands(first, Run { fresh: fresh && part == 0, part })
                .chain(self.commands(&[Phase::Solve], run))
                .chain(self.commands(sense, run))
                .chain(self.commands(&[Phase::Move], run))
        })
    }

    /// The kernels of some phases, in the plan's order. Only the first of them is fresh.
    fn commands(&self, phases: &'static [Phase], run: Run) -> impl Iterator<Item = Command> + '_ {
        let kernels = self.plan.kernels.iter().enumerate().filter(|(_, kernel)| phases.contains(&kernel.phase));
        kernels
            .enumerate()
            .map(move |(i, (kernel, _))| Command::Kernel(kernel, Run { fresh: run.fresh && i == 0, part: run.part }))
    }

    /// The error of each world in the last call, if it failed.
    pub fn errors(&self) -> GpuSimResult<Vec<Option<StepError>>> {
        let status = self.read_ints("status")?;
        if status.iter().all(|&code| code == 0) {
            return Ok(vec![None; self.worlds]);
        }
        let (info, time) = (self.read_ints("status_info")?, self.read("time")?);
        let failures = (0..self.worlds).map(|i| Failure { world: i, code: status[i], info: info[i], time: time[i] });
        failures.map(|failure| step_error(self, failure)).collect()
    }
}
