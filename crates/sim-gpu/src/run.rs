//! Steps of all worlds: which kernels run in which order, and what became of each world.

use crate::batch::GpuBatchSim;
use crate::codegen::plan::Phase;
use crate::error::{GpuSimError, GpuSimResult};
use crate::program::Run;
use crate::status::{Failure, step_error};
use crate::work::Work;
use sim_core::{Integrator, StepError};

/// Steps that are submitted at once: a longer run is cut, so that the device answers in between.
pub(crate) const STEPS_PER_SUBMISSION: usize = 256;

impl GpuBatchSim {
    /// Steps every world once. `None`: it moved; `Some`: its step failed, and its state is as it was.
    pub fn step_all(&mut self) -> GpuSimResult<Vec<Option<StepError>>> {
        self.step_all_n(1)
    }

    /// Steps every world `n` times with its inputs held; a world stops at its first error.
    pub fn step_all_n(&mut self, n: usize) -> GpuSimResult<Vec<Option<StepError>>> {
        self.submit_steps(n)?;
        self.errors()
    }

    /// Submits steps without waiting for them: the next call that reads waits. Where NVRTC compiled the kernels
    /// ([`GpuCompiler::Nvrtc`](crate::GpuCompiler)) the steps are done when this returns.
    pub fn submit_steps(&mut self, n: usize) -> GpuSimResult<()> {
        self.check_can_step()?;
        let mut done = 0;
        while done < n {
            let count = (n - done).min(STEPS_PER_SUBMISSION);
            self.program.submit(&self.context, |work| {
                (done..done + count).try_for_each(|step| self.add_step(work, step == 0))
            })?;
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

    /// Computes everything that follows from the state and inputs of every world, without moving.
    pub fn forward_all(&mut self) -> GpuSimResult<Vec<Option<StepError>>> {
        self.program.submit(&self.context, |work| {
            self.add(work, &[Phase::Smooth], Run { fresh: true, part: 0 })?;
            self.add(work, &[Phase::Solve], Run::default())?;
            self.add(work, &[Phase::Sense], Run::default())
        })?;
        self.errors()
    }

    /// Adds the kernels of a step.
    pub(crate) fn add_step(&self, work: &mut Work<'_>, fresh: bool) -> GpuSimResult<()> {
        let parts = if self.model.opt.integrator == Integrator::RungeKutta4 { 4 } else { 1 };
        for part in 0..parts {
            let first: &[Phase] = if part == 0 { &[Phase::Noise, Phase::Smooth] } else { &[Phase::SmoothInside] };
            self.add(work, first, Run { fresh: fresh && part == 0, part })?;
            let run = Run { fresh: false, part };
            self.add(work, &[Phase::Solve], run)?;
            if part == 0 {
                self.add(work, &[Phase::Sense], run)?;
            }
            self.add(work, &[Phase::Move], run)?;
        }
        Ok(())
    }

    /// Adds the kernels of these phases, in the plan's order.
    fn add(&self, work: &mut Work<'_>, phases: &[Phase], run: Run) -> GpuSimResult<()> {
        let mut run = run;
        for (i, _) in self.plan.kernels.iter().enumerate().filter(|(_, kernel)| phases.contains(&kernel.phase)) {
            work.kernel(i, run)?;
            // the first kernel alone gives failed worlds another try
            run.fresh = false;
        }
        Ok(())
    }

    /// What became of each world in the last call.
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
