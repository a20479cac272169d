//! States of worlds that are kept on the device.

use crate::backend::buffer::RowBuffer;

/// States and inputs of worlds, kept on the device: saved from a batch, keyframes, or worlds of the CPU.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// let saved = batch.save_states()?;
/// batch.step_all_n(100)?;
/// batch.restore_states(&saved)?;
/// assert_eq!(batch.read("time")?, [0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuStates {
    /// Reals and integers, one row for each state.
    pub(crate) rows: [RowBuffer; 2],
    /// Number of states.
    pub(crate) count: usize,
    /// What a batch must have in common with the states.
    pub(crate) form: StateForm,
    pub(crate) device: wgpu::Device,
}

/// Numbers of a state on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateForm {
    /// Reals and integers of a state.
    pub len: [usize; 2],
    /// Bytes of a real.
    pub real_bytes: usize,
}

impl GpuStates {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}
