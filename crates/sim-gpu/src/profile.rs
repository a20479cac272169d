//! How long each kernel of a step takes on the card.

use crate::batch::GpuBatchSim;
use crate::codegen::plan::Kernel;
use crate::cuda_program::CudaProgram;
use crate::error::{GpuSimError, GpuSimResult};
use crate::pipelines::Pipelines;
use crate::program::{Kernels, Run};
use crate::room::buffer;
use crate::transfer::{download, staging};

/// A kernel's share of a step.
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
///     Err(error) => println!("{error}"), // a device without a clock
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct KernelTime {
    /// The kernel.
    pub name: String,
    /// Microseconds of one dispatch over all worlds, the mean of the steps asked for.
    pub microseconds: f64,
    /// Lanes that share a world.
    pub lanes: usize,
    /// Bytes of workgroup memory of a workgroup.
    pub workgroup_bytes: usize,
}

/// Most steps that are measured, and most places in the order of work at which a clock is looked at.
const MOST_STEPS: usize = 500;
const MOST_LOOKS: usize = 4096;

impl GpuBatchSim {
    /// Steps every world `n` times (at most 500) and measures each kernel; an error where the device has no clock.
    pub fn profile_steps(&mut self, n: usize) -> GpuSimResult<Vec<KernelTime>> {
        let kernels = self.plan.kernels.len().max(1);
        let n = n.clamp(1, MOST_STEPS).min(MOST_LOOKS / (2 * kernels));
        let spans = match self.program.kernels() {
            Kernels::Driver(pipelines) => self.time_passes(pipelines, n)?,
            Kernels::Nvrtc(program) => self.time_launches(program, n)?,
        };
        let mean = |i: usize| spans.iter().skip(i).step_by(kernels).sum::<f64>() / n as f64;
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

    /// Every kernel of `n` steps, in their order.
    fn profiled(&self, n: usize) -> impl Iterator<Item = (usize, Run)> {
        let kernels = self.plan.kernels.len();
        let all = (0..n).flat_map(move |step| (0..kernels).map(move |kernel| (step, kernel)));
        all.map(|(step, kernel)| (kernel, Run { fresh: step == 0 && kernel == 0, part: 0 }))
    }

    /// Microseconds of each kernel of `n` steps in CUDA.
    fn time_launches(&self, program: &CudaProgram, n: usize) -> GpuSimResult<Vec<f64>> {
        let mut clock = program.clock();
        self.program.submit(&self.context, |work| {
            clock.look().map_err(GpuSimError::Nvrtc)?;
            self.profiled(n).try_for_each(|(kernel, run)| {
                work.kernel(kernel, run)?;
                clock.look().map_err(GpuSimError::Nvrtc)
            })
        })?;
        clock.spans().map_err(GpuSimError::Nvrtc)
    }

    /// Microseconds of each kernel of `n` steps in passes of wgpu, one to a kernel.
    fn time_passes(&self, pipelines: &Pipelines, n: usize) -> GpuSimResult<Vec<f64>> {
        let device = &self.context.device;
        if !device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Err(GpuSimError::NotCapable("this device has no clock that kernels can be timed with".into()));
        }
        let count = (2 * self.plan.kernels.len() * n) as u32;
        let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("clock"),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        for ((kernel, run), first) in self.profiled(n).zip((0..).step_by(2)) {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                    query_set: &queries,
                    beginning_of_pass_write_index: Some(first),
                    end_of_pass_write_index: Some(first + 1),
                }),
            });
            pipelines.dispatch(&mut pass, kernel, run);
        }
        let bytes = u64::from(count) * 8;
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = buffer(&self.context, "clock", bytes, usage, self.worlds)?;
        let read = staging(&self.context, bytes, self.worlds)?;
        encoder.resolve_query_set(&queries, 0..count, &resolved, 0);
        encoder.copy_buffer_to_buffer(&resolved, 0, &read, 0, bytes);
        self.context.submit(encoder.finish());
        let times: Vec<u64> = bytemuck::pod_collect_to_vec(&download(&self.context, &read)?);
        let period = self.context.clock_period();
        let span = |pair: &[u64]| pair[1].saturating_sub(pair[0]) as f64 * period / 1000.0;
        Ok(times.chunks_exact(2).map(span).collect())
    }
}
