//! Steps of all worlds: which kernels run in which order, and what became of each world.

use crate::batch::GpuBatchSim;
use crate::error::{GpuSimError, GpuSimResult};
use crate::plan::Phase;
use crate::program::Run;
use crate::status::{Failure, step_error};
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

    /// Submits steps without waiting for them: the next call that reads waits.
    pub fn submit_steps(&mut self, n: usize) -> GpuSimResult<()> {
        self.check_can_step()?;
        let mut done = 0;
        while done < n {
            let count = (n - done).min(STEPS_PER_SUBMISSION);
            let mut encoder = self.context.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for step in done..done + count {
                    self.encode_step(&mut pass, step == 0);
                }
            }
            self.context.queue.submit([encoder.finish()]);
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
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            let fresh = Run { fresh: true, part: 0 };
            self.encode(&mut pass, &[Phase::Smooth], fresh);
            self.encode(&mut pass, &[Phase::Solve], Run::default());
            self.encode(&mut pass, &[Phase::Sense], Run::default());
        }
        self.context.queue.submit([encoder.finish()]);
        self.errors()
    }

    pub(crate) fn encode_step(&self, pass: &mut wgpu::ComputePass<'_>, fresh: bool) {
        let parts = if self.model.opt.integrator == Integrator::RungeKutta4 { 4 } else { 1 };
        for part in 0..parts {
            let first: &[Phase] = if part == 0 { &[Phase::Noise, Phase::Smooth] } else { &[Phase::SmoothInside] };
            self.encode(pass, first, Run { fresh: fresh && part == 0, part });
            let run = Run { fresh: false, part };
            self.encode(pass, &[Phase::Solve], run);
            if part == 0 {
                self.encode(pass, &[Phase::Sense], run);
            }
            self.encode(pass, &[Phase::Move], run);
        }
    }

    /// Adds the kernels of these phases, in the plan's order.
    fn encode(&self, pass: &mut wgpu::ComputePass<'_>, phases: &[Phase], run: Run) {
        let mut run = run;
        for (i, _) in self.plan.kernels.iter().enumerate().filter(|(_, kernel)| phases.contains(&kernel.phase)) {
            self.program.dispatch(pass, i, run);
            // the first kernel alone gives failed worlds another try
            run.fresh = false;
        }
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
