//! `cortenforge.GpuStates`: saved states of all worlds, and noise on states.

use pyo3::prelude::*;
use sim_core::batch::ResetNoise;
use sim_gpu::{GpuBatchSim as Batch, GpuSimError, GpuStates as States};
use std::sync::Arc;

/// State and inputs of every world at one moment, on the GPU, as `GpuBatchSim.save` returns them.
///
/// `len(states)` is the number of worlds.
#[pyclass(frozen, module = "cortenforge", name = "GpuStates")]
pub struct GpuStates(States);

impl GpuStates {
    pub fn new(states: States) -> Self {
        Self(states)
    }

    /// The states on the GPU.
    pub fn saved(&self) -> &States {
        &self.0
    }
}

#[pymethods]
impl GpuStates {
    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// Adds noise to positions and velocities of the chosen worlds.
pub fn add_noise(batch: &mut Batch, noise: ResetNoise, chosen: &[usize]) -> Result<(), GpuSimError> {
    let (nq, nv) = (batch.model().nq, batch.model().nv);
    if nq == 0 || nv == 0 {
        return Ok(());
    }
    let (mut qpos, mut qvel) = (batch.read("qpos")?, batch.read("qvel")?);
    for &i in chosen {
        let own = Arc::clone(batch.model_of(i));
        noise.add_to(&own, i, &mut qpos[i * nq..(i + 1) * nq], &mut qvel[i * nv..(i + 1) * nv]);
    }
    batch.write("qpos", &qpos)?;
    batch.write("qvel", &qvel)
}
