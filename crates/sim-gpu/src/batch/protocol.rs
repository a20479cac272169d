//! The protocol that batches of the CPU and of the GPU share.

use crate::batch::GpuBatchSim;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::saved_states::GpuStates;
use sim_core::access::Find;
use sim_core::arrays::ArrayRef;
use sim_core::batch::{Batch, Controls, Reset, ResetNoise, ResetTo};
use sim_core::binding::batch::reader;
use sim_core::{Data, Model, StepError};

/// ```
/// use sim_core::batch::{Batch, Controls, Reset};
/// use sim_gpu::{GpuBatchSim, GpuOptions};
/// use std::sync::Arc;
///
/// /// Steps once from a keyframe, on any device.
/// fn height<B: Batch>(batch: &mut B) -> Result<Vec<f64>, B::Error> {
///     batch.reset(None, &Reset::keyframe("high"))?;
///     batch.step(1, Controls::Held)?;
///     batch.get("qpos")
/// }
///
/// let text = "<mujoco><worldbody><body><joint type='slide' axis='0 0 1'/><geom size='.1'/></body></worldbody>
///   <keyframe><key name='high' qpos='2'/></keyframe></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 3, &GpuOptions::default())?;
/// assert!(height(&mut batch)?.iter().all(|&z| z < 2.0 && z > 1.99));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Batch for GpuBatchSim {
    type Error = GpuSimError;
    type States = GpuStates;

    fn world_count(&self) -> usize {
        self.len()
    }

    fn model(&self) -> &Model {
        Self::model(self)
    }

    fn device(&self) -> String {
        self.context.adapter_info().name.clone()
    }

    fn threads(&self) -> Option<usize> {
        None
    }

    fn step(&mut self, n: usize, controls: Controls<'_>) -> GpuSimResult<Vec<Option<StepError>>> {
        let (given, expected) = (controls.values().len(), controls.needed(n, self.worlds, self.model.nu));
        if given != expected {
            return Err(GpuSimError::WrongLength { field: format!("ctrl of {n} steps"), expected, given });
        }
        match controls {
            Controls::EveryStep(values) if n > 0 => self.step_all_with(values, n),
            Controls::Shared(values) if n > 0 => self.step_all_with_shared(values, n),
            Controls::Set(values) if n > 0 && !values.is_empty() => {
                self.check_can_step()?;
                self.write("ctrl", values)?;
                self.step_all_n(n)
            }
            _ => self.step_all_n(n),
        }
    }

    fn forward(&mut self) -> GpuSimResult<Vec<Option<StepError>>> {
        self.forward_all()
    }

    fn errors(&self) -> GpuSimResult<Vec<Option<StepError>>> {
        Self::errors(self)
    }

    fn get(&self, field: &str) -> GpuSimResult<Vec<f64>> {
        self.read(field)
    }

    fn view(&self, field: &str) -> GpuSimResult<Vec<ArrayRef<'_>>> {
        Err(GpuSimError::NoView(field.into()))
    }

    fn set(&mut self, field: &str, values: &[f64]) -> GpuSimResult<()> {
        if !Self::inputs().any(|input| input == field) && reader(field).is_some() {
            return Err(GpuSimError::ComputedField(field.into()));
        }
        self.write(field, values)
    }

    fn world(&self, i: usize) -> GpuSimResult<Data> {
        Self::world(self, i)
    }

    fn set_world(&mut self, i: usize, data: &Data) -> GpuSimResult<()> {
        Self::set_world(self, i, data)
    }

    fn save(&self) -> GpuSimResult<GpuStates> {
        self.save_states()
    }

    fn restore(&mut self, states: &GpuStates) -> GpuSimResult<()> {
        self.restore_states(states)
    }

    fn reset(&mut self, mask: Option<&[bool]>, reset: &Reset<'_, GpuStates>) -> GpuSimResult<()> {
        if let Some(noise) = &reset.noise {
            noise.check().map_err(|e| GpuSimError::InvalidReset(e.to_string()))?;
        }
        let mask = mask.map_or_else(|| vec![true; self.worlds], <[bool]>::to_vec);
        self.check_mask(&mask)?;
        match &reset.to {
            ResetTo::Initial => self.reset_where(&mask)?,
            ResetTo::Keyframe(key) => {
                let key = key.find_in(&self.model).map_err(|e| GpuSimError::InvalidReset(e.to_string()))?;
                self.reset_to_keyframe(&mask, key.index())?;
            }
            ResetTo::Rows { states, rows } => {
                let (worlds, given) = (mask.iter().filter(|&&chosen| chosen).count(), rows.len());
                if given != worlds {
                    return Err(GpuSimError::WrongRows { worlds, given });
                }
                let mut next = rows.iter().copied();
                let choice: Vec<_> = mask.iter().map(|&chosen| if chosen { next.next() } else { None }).collect();
                self.reset_from(states, &choice)?;
            }
        }
        reset.noise.map_or(Ok(()), |noise| self.add_noise(&mask, &noise))
    }

    fn override_fields(&mut self, fields: &[(&str, &[f64])]) -> GpuSimResult<()> {
        Self::override_fields(self, fields)
    }

    fn clear_override(&mut self, mask: Option<&[bool]>) -> GpuSimResult<()> {
        self.clear_overrides(mask)
    }

    fn model_of(&self, i: usize) -> GpuSimResult<&Model> {
        self.check_world(i)?;
        Ok(Self::model_of(self, i))
    }
}

impl GpuBatchSim {
    /// Adds noise to positions and velocities of the worlds of a mask.
    fn add_noise(&mut self, mask: &[bool], noise: &ResetNoise) -> GpuSimResult<()> {
        let (mut qpos, mut qvel) = (self.read("qpos")?, self.read("qvel")?);
        let (nq, nv) = (self.model.nq, self.model.nv);
        for world in (0..self.worlds).filter(|&world| mask[world]) {
            let (positions, velocities) = (world * nq..(world + 1) * nq, world * nv..(world + 1) * nv);
            noise.add_to(self.model_of(world), world, &mut qpos[positions], &mut qvel[velocities]);
        }
        self.write("qpos", &qpos)?;
        self.write("qvel", &qvel)
    }
}
