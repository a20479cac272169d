//! Noise that the GPU adds to the controls: its settings, and the constants that shaders read. `wgsl/noise.wgsl` computes it.

use crate::codegen::tables::Numbers;

/// Field of the noise on a world's controls: part of its state.
pub const CONTROL_NOISE: &str = "control_noise";

/// Field of the number of a world's next noisy step: part of its state.
pub const NOISE_STEP: &str = "noise_step";

/// Rate of white noise: no noise is left after a step of any usual length.
const AT_ONCE: f64 = 1e30;

/// Noise that the GPU adds to the controls of every world, with no upload per step.
///
/// Actuators see `ctrl + control_noise`, clamped to the control's range; `ctrl` keeps its value. The noise is an Ornstein-Uhlenbeck
/// process about zero. Before each step of length `h`, the noise of a control becomes
/// `r noise + deviation * w * sqrt(1 - r^2) * n`. Here `r = exp(-h / time_constant)`, `n` is a normal random number, and `w` is half
/// the width of the control's range, or 1 if it has none. The noise starts at zero, soon has the deviation `deviation * w`, and
/// forgets its past within the time constant. [`forward_all`](crate::GpuBatchSim::forward_all) and failed steps keep the noise.
///
/// The random numbers follow from the seed, the index of the world, the control, and the number of the world's step. A run repeats
/// bit by bit on a device, for any number of worlds. The fields `control_noise` and `noise_step` of the state hold the noise and the
/// number of the step. They are read, written, saved and restored with the state. A reset, and a state from the CPU, set them to zero.
/// For other noise after a reset, set another number: `batch.write("noise_step", …)`.
///
/// ```
/// use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint name='j' type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody>
///   <actuator><motor joint='j'/></actuator></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let noise = ControlNoise { deviation: 0.5, time_constant: 0.1, seed: 7 };
/// let options = GpuOptions::default().control_noise(noise);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &options)?;
/// batch.write("ctrl", &[0.25, 0.25])?;
/// batch.step_all_n(3)?;
/// assert_eq!(batch.read("ctrl")?, [0.25, 0.25], "controls stay as they were set");
/// let noise = batch.read("control_noise")?;
/// assert_ne!(noise[0], noise[1]);
/// batch.reset_all()?;
/// batch.step_all_n(3)?;
/// assert_eq!(batch.read("control_noise")?, noise, "a reset repeats the noise");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlNoise {
    /// Standard deviation, in halves of the control's range; in the control's unit if it has no range.
    pub deviation: f64,
    /// Time after which 1/e of the noise is left (s); 0 for white noise.
    pub time_constant: f64,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Default for ControlNoise {
    /// The noise of the speed tests: a hundredth of the range, a tenth of a second, seed zero.
    fn default() -> Self {
        Self { deviation: 0.01, time_constant: 0.1, seed: 0 }
    }
}

impl ControlNoise {
    /// Fails with the option and what to give, if a number is negative or not finite.
    pub(crate) fn check(&self) -> Result<(), (&'static str, String)> {
        let numbers = [
            ("control_noise.deviation", self.deviation, "a part of the control's range such as 0.01"),
            ("control_noise.time_constant", self.time_constant, "seconds such as 0.1, or zero for white noise"),
        ];
        match numbers.into_iter().find(|(_, number, _)| !(number.is_finite() && *number >= 0.0)) {
            Some((option, number, cure)) => Err((option, format!("{number} is negative or not finite: give {cure}"))),
            None => Ok(()),
        }
    }

    /// Constants of the shaders, by name.
    pub(crate) fn constants(&self) -> [(&'static str, Numbers); 3] {
        let rate = if self.time_constant > 0.0 { (1.0 / self.time_constant).min(AT_ONCE) } else { AT_ONCE };
        let seed = vec![self.seed as u32 as i32, (self.seed >> 32) as u32 as i32];
        [
            ("noise_deviation", Numbers::Reals(vec![self.deviation])),
            ("noise_rate", Numbers::Reals(vec![rate])),
            ("noise_seed", Numbers::Ints(seed)),
        ]
    }
}
