//! Controls of every step of a run, uploaded with it: the card takes each step's rows by itself.

use crate::batch::GpuBatchSim;
use crate::error::{GpuSimError, GpuSimResult};
use crate::program::reals_to_bytes;
use crate::run::STEPS_PER_SUBMISSION;
use crate::transfer::Dense;
use sim_core::StepError;

/// Most bytes of controls that are on the card at once, so that a long run does not need them all there.
const MOST_BYTES: usize = 64 << 20;

impl GpuBatchSim {
    /// Steps every world `n` times with controls of its own for every step: `[step][world][control]`. A world stops at its first
    /// error, with the controls of that step. Those of the last step stay.
    ///
    /// ```no_run
    /// # use sim_gpu::GpuBatchSim;
    /// # fn run(mut batch: GpuBatchSim) -> sim_gpu::GpuSimResult<()> {
    /// let (steps, controls) = (10, batch.model().nu);
    /// batch.step_all_with(&vec![0.1; steps * batch.len() * controls], steps)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn step_all_with(&mut self, controls: &[f64], n: usize) -> GpuSimResult<Vec<Option<StepError>>> {
        self.check_can_step()?;
        let block = self.worlds * self.model.nu;
        if controls.len() != n * block {
            let field = format!("ctrl of {n} steps");
            return Err(GpuSimError::WrongLength { field, expected: n * block, given: controls.len() });
        }
        if block * n == 0 {
            return self.step_all_n(n);
        }
        self.submit_steps_with(controls, block, n)?;
        self.errors()
    }

    /// Submits the steps, as many at once as the card has room for their controls.
    fn submit_steps_with(&mut self, controls: &[f64], block: usize, n: usize) -> GpuSimResult<()> {
        let device = &self.context.device;
        let fitting = (MOST_BYTES / (block * self.precision.bytes())).max(1);
        let most = n.min(STEPS_PER_SUBMISSION).min(fitting);
        let dense = self.transfer.dense(&self.context, most * self.worlds, self.model.nu, false)?;
        let rows = Dense { buffer: &dense, row_len: self.model.nu };
        let first_rows: Vec<usize> = (0..most).map(|step| step * self.worlds).collect();
        let (field, status) = (self.source("ctrl")?, self.source("status")?);
        let copies = self.transfer.blocks(&self.context, &field, rows, &first_rows, &status);
        for (part, numbers) in controls.chunks(most * block).enumerate() {
            self.context.queue.write_buffer(&dense, 0, &reals_to_bytes(numbers, self.precision));
            let mut encoder = device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for step in 0..numbers.len() / block {
                    // the first step of the call gives worlds that failed before another try
                    let fresh = part == 0 && step == 0;
                    self.transfer.record_block(&mut pass, &copies, step, !fresh);
                    self.encode_step(&mut pass, fresh);
                }
            }
            self.context.queue.submit([encoder.finish()]);
        }
        self.context.check()
    }
}
