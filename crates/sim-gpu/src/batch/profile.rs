//! Measured times of the kernels of a step.

use crate::backend::Run;
use crate::batch::GpuBatchSim;
use crate::codegen::plan::Kernel;
use crate::error::GpuSimResult;

/// Measured time of a kernel.
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
/// match batch.profile_steps(10) {
///     Ok(times) => times.iter().for_each(|time| println!("{}: {:.1} us", time.name, time.microseconds)),
///     Err(error) => println!("{error}"), // a device without timestamps
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct KernelTime {
    /// Name of the kernel.
    pub name: String,
    /// Time of one launch over all worlds (µs), the mean of the steps.
    pub microseconds: f64,
    /// Threads per world (*lanes*).
    pub lanes: usize,
    /// Bytes of workgroup memory that a workgroup has.
    pub workgroup_bytes: usize,
}

/// Most steps that are measured.
const MOST_STEPS: usize = 500;

/// Most timestamps of a measurement.
const MOST_TIMESTAMPS: usize = 4096;

impl GpuBatchSim {
    /// Steps every world `n` times (at most 500) and measures each kernel. An error if the device has no timestamps.
    pub fn profile_steps(&mut self, n: usize) -> GpuSimResult<Vec<KernelTime>> {
        let kernels = self.plan.kernels.len();
        let n = n.clamp(1, MOST_STEPS).min(MOST_TIMESTAMPS / (2 * kernels.max(1)));
        let all = (0..n).flat_map(|step| (0..kernels).map(move |kernel| (step, kernel)));
        let mut launches = all.map(|(step, kernel)| (kernel, Run { fresh: step == 0 && kernel == 0, part: 0 }));
        let spans = self.backend.time(&mut launches, kernels * n)?;
        let mean = |i: usize| spans.iter().skip(i).step_by(kernels.max(1)).sum::<f64>() / n as f64;
        let time = |(i, kernel): (usize, &Kernel)| KernelTime {
            name: kernel.name.to_string(),
            microseconds: mean(i),
            lanes: kernel.scale.lanes,
            workgroup_bytes: kernel.scale.worlds
                * (kernel.scale.stride(kernel.arena[0]) * self.precision.bytes()
                    + kernel.scale.stride(kernel.arena[1]) * 4),
        };
        Ok(self.plan.kernels.iter().enumerate().map(time).collect())
    }
}
