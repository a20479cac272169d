//! How long each kernel of a step takes on the card.

use crate::batch::GpuBatchSim;
use crate::error::{GpuSimError, GpuSimResult};
use crate::program::Run;
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

impl GpuBatchSim {
    /// Steps every world `n` times (at most 500) and measures each kernel; an error where the device has no clock.
    pub fn profile_steps(&mut self, n: usize) -> GpuSimResult<Vec<KernelTime>> {
        let device = &self.context.device;
        if !device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return Err(GpuSimError::NotAvailable("this device has no clock that kernels can be timed with".into()));
        }
        let kernels = self.plan.kernels.len();
        let n = n.clamp(1, 500).min(4096 / (2 * kernels.max(1)));
        let count = (2 * kernels * n) as u32;
        let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("clock"),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        for step in 0..n {
            for kernel in 0..kernels {
                let first = (2 * (step * kernels + kernel)) as u32;
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: None,
                    timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                        query_set: &queries,
                        beginning_of_pass_write_index: Some(first),
                        end_of_pass_write_index: Some(first + 1),
                    }),
                });
                let run = Run { fresh: step == 0 && kernel == 0, part: 0 };
                self.program.dispatch(&mut pass, kernel, run);
            }
        }
        let bytes = u64::from(count) * 8;
        let resolved = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("clock"),
            size: bytes,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let read = staging(&self.context, bytes);
        encoder.resolve_query_set(&queries, 0..count, &resolved, 0);
        encoder.copy_buffer_to_buffer(&resolved, 0, &read, 0, bytes);
        self.context.queue.submit([encoder.finish()]);
        let times: Vec<u64> = bytemuck::pod_collect_to_vec(&download(&self.context, &read)?);
        let period = f64::from(self.context.queue.get_timestamp_period());
        let mean = |kernel: usize| {
            let spans = (0..n).map(|step| 2 * (step * kernels + kernel));
            let ticks: f64 = spans.map(|i| times[i + 1].saturating_sub(times[i]) as f64).sum();
            ticks * period / 1000.0 / n as f64
        };
        Ok(self
            .plan
            .kernels
            .iter()
            .enumerate()
            .map(|(i, kernel)| KernelTime {
                name: kernel.name.to_string(),
                microseconds: mean(i),
                lanes: kernel.scale.lanes,
                workgroup_bytes: kernel.arena[0] * self.precision.bytes() + kernel.arena[1] * 4,
            })
            .collect())
    }
}
