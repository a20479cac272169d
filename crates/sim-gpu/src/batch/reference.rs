//! A batch of the CPU in the state of a batch of the GPU, to compare with.

use crate::batch::GpuBatchSim;
use crate::error::GpuSimResult;
use sim_core::binding::batch::{write_entries, writer};
use sim_core::{BatchSim, Model};
use std::sync::Arc;

impl GpuBatchSim {
    /// A batch of the CPU with the current state, inputs and parameters of every world. Computed fields are not copied: a step or
    /// [`BatchSim::forward_all`] computes them. The CPU has no noise on controls.
    ///
    /// ```no_run
    /// # use sim_gpu::GpuBatchSim;
    /// # fn run(mut batch: GpuBatchSim) -> sim_gpu::GpuSimResult<()> {
    /// let mut reference = batch.cpu_reference()?;
    /// batch.step_all()?;
    /// reference.step_all();
    /// # Ok(())
    /// # }
    /// ```
    pub fn cpu_reference(&self) -> GpuSimResult<BatchSim> {
        let mut reference = BatchSim::try_new(Arc::clone(&self.model), self.worlds)?;
        for (world, own) in self.current_models(0..self.worlds)?.into_iter().enumerate() {
            if let Some(own) = own {
                reference.override_model(world, |model| *model = Model::clone(&own))?;
            }
        }
        let fields: Vec<&str> = self.state_fields().map(|(name, _)| name).collect();
        for (name, numbers) in self.begin_read(&fields)?.finish()? {
            let Some(find) = writer(&name) else { continue };
            let numbers = numbers.into_reals();
            let len = numbers.len() / self.worlds.max(1);
            for (world, data) in reference.worlds_mut().enumerate() {
                write_entries(find(data), &numbers[world * len..(world + 1) * len]);
            }
        }
        Ok(reference)
    }
}
