//! Reads of fields that do not block: copies are submitted, and the caller collects the numbers later.

use crate::backend::buffer::staging;
use crate::backend::field::FieldSlice;
use crate::backend::wgpu::fields::{FieldPipelines, Gather};
use crate::codegen::Precision;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::numbers::{GpuKind, GpuNumbers};
use std::ops::Range;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most reads whose buffers are kept.
const MOST_KEPT: usize = 8;

/// Bytes of the largest staging buffer that is kept.
const MOST_BYTES: u64 = 16 << 20;

/// A field in the staging buffer.
#[derive(Debug)]
struct Part {
    name: String,
    worlds: Range<usize>,
    is_int: bool,
    bytes: Range<u64>,
    /// None if the field is empty.
    gather: Option<Gather>,
}

/// Buffers of a read of some fields: rows for each on the device, and one that the host maps.
#[derive(Debug)]
struct ReadBuffers {
    parts: Vec<Part>,
    staging: wgpu::Buffer,
}

/// Buffers of finished reads, for the next read of the same fields. Allocation takes longer than most copies.
#[derive(Clone, Debug, Default)]
pub struct ReadCache(Arc<Mutex<Vec<ReadBuffers>>>);

impl ReadBuffers {
    fn new(pipelines: &FieldPipelines, fields: &[FieldSlice<'_>]) -> GpuSimResult<Self> {
        let mut parts = Vec::with_capacity(fields.len());
        let mut end = 0;
        for field in fields {
            let start = end;
            end += (field.total() * pipelines.bytes(field.is_int)) as u64;
            let (name, worlds) = (field.name.to_string(), field.worlds.clone());
            parts.push(Part { name, worlds, is_int: field.is_int, bytes: start..end, gather: None });
        }
        let limit = pipelines.context().limits().max_buffer_size;
        let worlds = fields.iter().map(|field| field.worlds.len()).max().unwrap_or(0);
        if end > limit {
            return Err(GpuSimError::BatchTooLarge { worlds, required: end, limit });
        }
        for (field, part) in fields.iter().zip(&mut parts).filter(|(field, _)| field.total() > 0) {
            part.gather = Some(pipelines.prepare_gather(field)?);
        }
        Ok(Self { parts, staging: staging(pipelines.context(), end, worlds)? })
    }

    fn are_for(&self, fields: &[FieldSlice<'_>]) -> bool {
        let same = |(part, field): (&Part, &FieldSlice<'_>)| part.name == field.name && part.worlds == field.worlds;
        self.parts.len() == fields.len() && self.parts.iter().zip(fields).all(same)
    }
}

impl ReadCache {
    fn all(&self) -> MutexGuard<'_, Vec<ReadBuffers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes and returns the buffers for these fields.
    fn take(&self, fields: &[FieldSlice<'_>]) -> Option<ReadBuffers> {
        let mut all = self.all();
        let place = all.iter().position(|buffers| buffers.are_for(fields))?;
        Some(all.remove(place))
    }

    /// Keeps the buffers of a finished read.
    fn keep(&self, buffers: ReadBuffers) {
        if buffers.staging.size() > MOST_BYTES {
            return;
        }
        let mut all = self.all();
        all.push(buffers);
        if all.len() > MOST_KEPT {
            all.remove(0);
        }
    }
}

/// A read of fields that [`begin_read`](crate::GpuBatchSim::begin_read) has submitted. Until it is finished or dropped, the device memory of
/// its batch stays allocated.
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
/// batch.submit_steps(10)?;
/// let seen = batch.begin_read(&["qpos", "qvel"])?;
/// batch.submit_steps(10)?; // the GPU goes on
/// for (field, numbers) in seen.finish()? {
///     println!("{field}: {} numbers after ten steps", numbers.len());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuRead {
    context: GpuSimContext,
    precision: Precision,
    buffers: ReadBuffers,
    cache: ReadCache,
    submission: wgpu::SubmissionIndex,
    receiver: Receiver<Result<(), wgpu::BufferAsyncError>>,
    /// What the device has reported already.
    outcome: Option<Result<(), wgpu::BufferAsyncError>>,
}

impl GpuRead {
    /// Submits the copies of some fields.
    pub(crate) fn begin(
        pipelines: &FieldPipelines,
        cache: &ReadCache,
        fields: &[FieldSlice<'_>],
    ) -> GpuSimResult<Self> {
        let context = pipelines.context();
        let buffers = match cache.take(fields) {
            Some(buffers) => buffers,
            None => ReadBuffers::new(pipelines, fields)?,
        };
        let mut encoder = context.device.create_command_encoder(&Default::default());
        for part in &buffers.parts {
            let Some(gather) = &part.gather else { continue };
            pipelines.record_gather(&mut encoder, gather);
            let bytes = part.bytes.end - part.bytes.start;
            encoder.copy_buffer_to_buffer(&gather.rows, 0, &buffers.staging, part.bytes.start, bytes);
        }
        let submission = context.submit(encoder.finish());
        let (sender, receiver) = channel();
        buffers.staging.map_async(wgpu::MapMode::Read, .., move |result| {
            // the read may be dropped already
            let _ = sender.send(result);
        });
        context.check()?;
        let (context, precision, cache) = (context.clone(), pipelines.precision(), cache.clone());
        Ok(Self { context, precision, buffers, cache, submission, receiver, outcome: None })
    }

    /// Whether [`finish`](Self::finish) would return without waiting.
    pub fn is_ready(&mut self) -> GpuSimResult<bool> {
        let polled = self.context.device.poll(wgpu::PollType::Poll);
        self.context.check()?;
        polled.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        if self.outcome.is_none() {
            self.outcome = match self.receiver.try_recv() {
                Ok(outcome) => Some(outcome),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return Err(no_answer()),
            };
        }
        Ok(self.outcome.is_some())
    }

    /// Returns the names and numbers of the fields, in the order of the request. Waits for the work submitted before the read, and for
    /// nothing after it.
    pub fn finish(self) -> GpuSimResult<Vec<(String, GpuNumbers)>> {
        let names: Vec<String> = self.buffers.parts.iter().map(|part| part.name.clone()).collect();
        let mut all = Vec::with_capacity(names.len());
        self.finish_with(&mut |_, kind, bytes| all.push(GpuNumbers::new(bytes, kind)))?;
        Ok(names.into_iter().zip(all).collect())
    }

    /// Hands over each field as bytes, with its place in the request and the kind of its numbers.
    pub(crate) fn finish_with(mut self, take: &mut dyn FnMut(usize, GpuKind, &[u8])) -> GpuSimResult<()> {
        let submission_index = Some(self.submission.clone());
        let waited = self.context.device.poll(wgpu::PollType::Wait { submission_index, timeout: None });
        self.context.check()?;
        waited.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        let outcome = match self.outcome.take() {
            Some(outcome) => outcome,
            None => self.receiver.recv().map_err(|_| no_answer())?,
        };
        outcome.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        let staging = &self.buffers.staging;
        let view = staging.get_mapped_range(..).map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        for (place, part) in self.buffers.parts.iter().enumerate() {
            let bytes = &view[part.bytes.start as usize..part.bytes.end as usize];
            take(place, GpuKind::new(part.is_int, self.precision), bytes);
        }
        drop(view);
        staging.unmap();
        self.cache.keep(self.buffers);
        Ok(())
    }
}

fn no_answer() -> GpuSimError {
    GpuSimError::BufferReadback("the device gave no answer".into())
}
