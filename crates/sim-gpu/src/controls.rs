//! Controls of every step of a run, uploaded with it: the card takes each step's rows by itself.

use crate::batch::GpuBatchSim;
use crate::cuda::{CudaView, check_view};
use crate::error::{GpuSimError, GpuSimResult};
use crate::program::reals_to_bytes;
use crate::run::STEPS_PER_SUBMISSION;
use crate::transfer::{Copies, Dense};
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

    /// The same with controls that are in CUDA's memory: they are copied on the card. What is said of them at
    /// [`write_cuda`](Self::write_cuda) holds here too.
    ///
    /// ```no_run
    /// # use sim_gpu::{CudaArray, GpuBatchSim, GpuNumbers};
    /// # fn run(mut batch: GpuBatchSim) -> sim_gpu::GpuSimResult<()> {
    /// let (steps, controls) = (10, batch.model().nu);
    /// let all = GpuNumbers::Single(vec![0.1; steps * batch.len() * controls]);
    /// batch.step_all_with_cuda(CudaArray::from_host(batch.context(), &all)?.view(), steps)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn step_all_with_cuda(&mut self, controls: CudaView, n: usize) -> GpuSimResult<Vec<Option<StepError>>> {
        self.check_can_step()?;
        let block = self.worlds * self.model.nu;
        check_view(&format!("ctrl of {n} steps"), controls, n.saturating_mul(block), self.field_kind("ctrl")?)?;
        if block == 0 || n == 0 {
            return self.step_all_n(n);
        }
        let (most, bytes) = (self.steps_at_once(block, n), block * controls.kind.bytes());
        for first in (0..n).step_by(most) {
            let steps = most.min(n - first);
            let part = CudaView {
                address: controls.address.saturating_add((first * bytes) as u64),
                len: steps * block,
                ..controls
            };
            let mut lent = self.copied_in(part)?;
            let copies = self.blocks_of(lent.buffer()?, steps)?;
            lent.use_until(self.submit_blocks(&copies, steps, first == 0));
        }
        self.context.check()?;
        self.errors()
    }

    /// Submits the steps, as many at once as the card has room for their controls.
    fn submit_steps_with(&mut self, controls: &[f64], block: usize, n: usize) -> GpuSimResult<()> {
        let most = self.steps_at_once(block, n);
        let dense = self.transfer.dense(&self.context, most * self.worlds, self.model.nu, false)?;
        let copies = self.blocks_of(&dense, most)?;
        for (part, numbers) in controls.chunks(most * block).enumerate() {
            self.context.queue.write_buffer(&dense, 0, &reals_to_bytes(numbers, self.precision));
            self.submit_blocks(&copies, numbers.len() / block, part == 0);
        }
        self.context.check()
    }

    /// Steps that are submitted at once, of `n` with blocks of so many controls.
    fn steps_at_once(&self, block: usize, n: usize) -> usize {
        let fitting = (MOST_BYTES / (block * self.precision.bytes())).max(1);
        n.min(STEPS_PER_SUBMISSION).min(fitting)
    }

    /// Copies of the controls of some steps, which lie one after another in a buffer.
    fn blocks_of(&self, dense: &wgpu::Buffer, steps: usize) -> GpuSimResult<Copies> {
        let rows = Dense { buffer: dense, row_len: self.model.nu };
        let first_rows: Vec<usize> = (0..steps).map(|step| step * self.worlds).collect();
        let (field, status) = (self.source("ctrl")?, self.source("status")?);
        Ok(self.transfer.blocks(&self.context, &field, rows, &first_rows, &status))
    }

    /// Submits steps, each after its block of controls; the first of a call gives worlds that failed before another try.
    fn submit_blocks(&self, copies: &Copies, steps: usize, begins_call: bool) -> wgpu::SubmissionIndex {
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for step in 0..steps {
                let fresh = begins_call && step == 0;
                self.transfer.record_block(&mut pass, copies, step, !fresh);
                self.encode_step(&mut pass, fresh);
            }
        }
        self.context.queue.submit([encoder.finish()])
    }
}
