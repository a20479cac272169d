//! Noise that is added to the controls, made on the card: what it is, and what shaders read of it. `wgsl/noise.wgsl` computes it.

use crate::codegen::catalogue::Numbers;
use crate::error::{GpuSimError, GpuSimResult};

/// What a world's actuators see besides its controls: part of its state.
pub const CONTROL_NOISE: &str = "control_noise";

/// The number of a world's next noisy step: part of its state.
pub const NOISE_STEP: &str = "noise_step";

/// Rate of white noise: large enough that nothing of the last noise is left after a step of any length that a model has.
const AT_ONCE: f64 = 1e30;

/// Noise that is added to the controls of every world, with no upload per step.
///
/// Controls stay what they are set to, and actuators see `ctrl + control_noise`, cut off at the ends of the control's range. The noise is
/// a process of Ornstein and Uhlenbeck about zero: before each step of length `h`, but not in
/// [`forward_all`](crate::GpuBatchSim::forward_all), which takes it as it is, each control's becomes
/// `r noise + deviation * w * sqrt(1 - r^2) * n`, with `r = exp(-h / time_constant)`, `n` a normal random number and `w` half the width of the
/// control's range, or one where it has none. It begins at zero, soon has the deviation `deviation * w` and forgets where it was within the time
/// constant. A step that fails keeps the noise that it had.
///
/// The random numbers follow from the seed, the world's place in the batch, the control and the number of the world's step: runs repeat
/// bit by bit on a device, whatever the number of worlds. The noise and that number are the fields `control_noise` and `noise_step` of the
/// state, which can be read and written: saved and restored with it, zero after a reset and in states that come from the CPU. Worlds that
/// shall have other noise after a reset take another number: `batch.write("noise_step", …)`.
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
    /// Standard deviation in halves of the control's range, or in its own unit where it has none.
    pub deviation: f64,
    /// Seconds after which the noise has forgotten all but 1/e of where it was; zero: every step has a number of its own.
    pub time_constant: f64,
    /// Which of many runs of random numbers.
    pub seed: u64,
}

impl Default for ControlNoise {
    /// What speed tests take: a hundredth of the range, a tenth of a second, seed zero.
    fn default() -> Self {
        Self { deviation: 0.01, time_constant: 0.1, seed: 0 }
    }
}

impl ControlNoise {
    /// Refuses numbers without a meaning.
    pub(crate) fn check(&self) -> GpuSimResult<()> {
        let numbers = [
            ("control_noise.deviation", self.deviation, "a part of the control's range such as 0.01"),
            ("control_noise.time_constant", self.time_constant, "seconds such as 0.1, or zero for white noise"),
        ];
        match numbers.into_iter().find(|(_, number, _)| !(number.is_finite() && *number >= 0.0)) {
            Some((option, number, cure)) => Err(GpuSimError::InvalidOption {
                option,
                message: format!("{number} is negative or not finite: give {cure}"),
            }),
            None => Ok(()),
        }
    }

    /// What shaders read, by name.
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
