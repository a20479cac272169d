//! Controls of every step of a run, uploaded with it.

use crate::backend::api::{Command, ControlCopies, Submission};
use crate::backend::buffer::RowBuffer;
use crate::backend::field::RowBlocks;
use crate::batch::GpuBatchSim;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::cuda_arrays::check_view;
use crate::io::cuda_views::CudaView;
use sim_core::StepError;

/// Most bytes of controls on the device at once: a long run does not need them all there.
const MOST_BYTES: usize = 64 << 20;

/// How the worlds share the rows of controls of a step.
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
    /// Steps every world `n` times. `controls` are `[step][world][control]`. A world stops at its first error and keeps the controls of
    /// that step; other worlds keep those of the last step.
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

    /// Steps every world `n` times with controls that all worlds share. `controls` are `[step][control]`, uploaded once. Use it to replay
    /// a recording in worlds whose parameters, states or noise differ.
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
    /// let options = GpuOptions::default().per_world(["body_mass"]);
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

    /// Steps every world `n` times with controls `[step][world][control]` that are in CUDA's memory. The device copies them as
    /// [`write_cuda`](Self::write_cuda) does, and this waits for the errors.
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
            let mut rows = self.backend.rows_from(part)?;
            let copies = self.control_copies(&rows, steps, self.own_rows())?;
            let submission = self.submit_blocks(&copies, steps, first == 0)?;
            rows.use_until(submission);
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

    /// Submits the steps, as many at once as there is memory for their controls.
    fn submit_steps_with(&mut self, controls: &[f64], n: usize, share: Share) -> GpuSimResult<()> {
        let block = share.rows * self.model.nu;
        let most = self.steps_at_once(block, n);
        let rows = self.backend.rows("dense", most * block, false, self.worlds)?;
        let copies = self.control_copies(&rows, most, share)?;
        for (part, numbers) in controls.chunks(most * block).enumerate() {
            self.backend.fill(&rows, &self.real_kind().packed(numbers))?;
            self.submit_blocks(&copies, numbers.len() / block, part == 0)?;
        }
        self.context.check()
    }

    /// Steps of one submission, of `n` with `block` controls each.
    fn steps_at_once(&self, block: usize, n: usize) -> usize {
        let fitting = (MOST_BYTES / (block * self.precision.bytes())).max(1);
        n.min(Self::STEPS_PER_SUBMISSION).min(fitting)
    }

    /// Copies of the controls of `steps` steps, which lie one after another.
    fn control_copies(&self, rows: &RowBuffer, steps: usize, share: Share) -> GpuSimResult<ControlCopies> {
        let first_rows: Vec<usize> = (0..steps).map(|step| step * share.rows).collect();
        let blocks = RowBlocks { first_rows: &first_rows, row_step: share.row_step };
        self.backend.control_copies(&self.field("ctrl")?, &self.field("status")?, rows, blocks)
    }

    /// Submits steps, each after its block of controls. The first step of a call clears the status of failed worlds.
    fn submit_blocks(&self, copies: &ControlCopies, steps: usize, begins_call: bool) -> GpuSimResult<Submission> {
        let mut commands = (0..steps).flat_map(|block| {
            let fresh = begins_call && block == 0;
            let controls = Command::Controls { block, only_running: !fresh };
            std::iter::once(controls).chain(self.step_commands(fresh))
        });
        self.backend.launch(&mut commands, Some(copies))
    }
}
