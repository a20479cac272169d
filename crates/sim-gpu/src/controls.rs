//! Controls of every step of a run, uploaded with it: the card takes each step's rows by itself.

use crate::batch::GpuBatchSim;
use crate::cuda::{CudaView, check_view};
use crate::error::{GpuSimError, GpuSimResult};
use crate::lending::Lent;
use crate::program::Kernels;
use crate::run::STEPS_PER_SUBMISSION;
use crate::transfer::{Blocks, Copies, Dense};
use sim_core::StepError;

/// Most bytes of controls that are on the card at once, so that a long run does not need them all there.
const MOST_BYTES: usize = 64 << 20;

/// How the worlds share the rows of controls that a step has.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// Rows of a step.
    rows: usize,
    /// Rows from one world's to the next one's.
    row_step: usize,
}

/// One row for all worlds.
const SHARED: Share = Share { rows: 1, row_step: 0 };

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
        self.step_with_rows(controls, n, self.own_rows())
    }

    /// The same with controls that all worlds follow: `[step][control]`. They are uploaded once, however many worlds there are: what was
    /// recorded is played again in worlds whose parameters, states or noise differ.
    ///
    /// ```
    /// use sim_gpu::{GpuBatchSim, GpuOptions};
    /// use std::sync::Arc;
    ///
    /// let text = "<mujoco><worldbody><body><joint name='j' type='slide' axis='1 0 0'/><geom size='.1'/></body></worldbody>
    ///   <actuator><motor joint='j'/></actuator></mujoco>";
    /// let model = Arc::new(sim_mjcf::load_model(text)?);
    /// # let (device, queue, info) = shader_machine::device(&Default::default());
    /// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
    /// let options = GpuOptions { per_world: vec!["body_mass".into()], ..Default::default() };
    /// let mut batch = GpuBatchSim::with(&context, model, 2, &options)?;
    /// // the second world is twice as heavy
    /// batch.override_fields(&[("body_mass", &[0.0, 1.0, 0.0, 2.0])])?;
    /// batch.step_all_with_shared(&[0.5, 1.0, -0.5], 3)?;
    /// assert_eq!(batch.read("ctrl")?, [-0.5, -0.5]);
    /// let way = batch.read("qpos")?;
    /// assert!((way[0] / way[1] - 2.0).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_all_with_shared(&mut self, controls: &[f64], n: usize) -> GpuSimResult<Vec<Option<StepError>>> {
        self.step_with_rows(controls, n, SHARED)
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
            let copies = self.blocks_of(lent.buffer()?, Some(lent.address()), steps, self.own_rows())?;
            if let Some(submission) = self.submit_blocks(&copies, steps, first == 0)? {
                lent.use_until(submission);
            }
        }
        self.context.check()?;
        self.errors()
    }

    /// A row for each world.
    fn own_rows(&self) -> Share {
        Share { rows: self.worlds, row_step: 1 }
    }

    /// Steps every world with the rows of each step.
    fn step_with_rows(&mut self, controls: &[f64], n: usize, share: Share) -> GpuSimResult<Vec<Option<StepError>>> {
        self.check_can_step()?;
        let block = share.rows * self.model.nu;
        if n.checked_mul(block) != Some(controls.len()) {
            let (field, expected) = (format!("ctrl of {n} steps"), n.saturating_mul(block));
            return Err(GpuSimError::WrongLength { field, expected, given: controls.len() });
        }
        if controls.is_empty() || self.worlds == 0 {
            return self.step_all_n(n);
        }
        self.submit_steps_with(controls, n, share)?;
        self.errors()
    }

    /// Submits the steps, as many at once as the card has room for their controls.
    fn submit_steps_with(&mut self, controls: &[f64], n: usize, share: Share) -> GpuSimResult<()> {
        let block = share.rows * self.model.nu;
        let most = self.steps_at_once(block, n);
        // CUDA takes them from memory that both know
        let lent = match self.program.kernels() {
            Kernels::Driver(_) => None,
            Kernels::Nvrtc(_) => {
                let bytes = (most * block * self.precision.bytes()) as u64;
                Some(
                    self.context
                        .lender()
                        .and_then(|lender| lender.lend(bytes, self.worlds))
                        .map_err(GpuSimError::of_nvrtc)?,
                )
            }
        };
        let dense = match &lent {
            Some(lent) => lent.buffer()?.clone(),
            None => self.transfer.dense(&self.context, most * share.rows, self.model.nu, false)?,
        };
        let copies = self.blocks_of(&dense, lent.as_ref().map(Lent::address), most, share)?;
        for (part, numbers) in controls.chunks(most * block).enumerate() {
            let bytes = self.real_kind().packed(numbers);
            match &lent {
                Some(lent) => lent.memory()?.upload(&bytes).map_err(GpuSimError::Nvrtc)?,
                None => self.context.upload(&dense, 0, &bytes),
            }
            self.submit_blocks(&copies, numbers.len() / block, part == 0)?;
        }
        self.context.check()
    }

    /// Steps that are submitted at once, of `n` with blocks of so many controls.
    fn steps_at_once(&self, block: usize, n: usize) -> usize {
        let fitting = (MOST_BYTES / (block * self.precision.bytes())).max(1);
        n.min(STEPS_PER_SUBMISSION).min(fitting)
    }

    /// Copies of the controls of some steps, which lie one after another in a buffer.
    fn blocks_of(
        &self,
        dense: &wgpu::Buffer,
        address: Option<u64>,
        steps: usize,
        share: Share,
    ) -> GpuSimResult<Copies> {
        let rows = Dense { buffer: dense, row_len: self.model.nu };
        let first_rows: Vec<usize> = (0..steps).map(|step| step * share.rows).collect();
        let address = address.filter(|_| matches!(self.program.kernels(), Kernels::Nvrtc(_)));
        let blocks = Blocks { first_rows: &first_rows, row_step: share.row_step, address };
        let (field, status) = (self.source("ctrl")?, self.source("status")?);
        self.transfer.blocks(&self.context, &field, rows, blocks, &status)
    }

    /// Submits steps, each after its block of controls; the first of a call gives worlds that failed before another try.
    fn submit_blocks(
        &self,
        copies: &Copies,
        steps: usize,
        begins_call: bool,
    ) -> GpuSimResult<Option<wgpu::SubmissionIndex>> {
        self.program.submit(&self.context, |work| {
            (0..steps).try_for_each(|step| {
                let fresh = begins_call && step == 0;
                work.controls(&self.transfer, copies, step, !fresh)?;
                self.add_step(work, fresh)
            })
        })
    }
}
