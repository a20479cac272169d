//! Chosen fields of all worlds, read while the card goes on: what is asked for is copied in the order of submission, and the
//! caller comes back for it later.

use crate::codegen::Precision;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::numbers::{GpuKind, GpuNumbers};
use crate::transfer::{Gather, Source, Transfer, staging};
use std::ops::Range;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most reads whose buffers are kept, and bytes of the largest.
const MOST_KEPT: usize = 8;
const MOST_BYTES: u64 = 16 << 20;

/// A field in the staging buffer.
#[derive(Debug)]
struct Part {
    name: String,
    worlds: Range<usize>,
    is_int: bool,
    bytes: Range<u64>,
    /// Nothing where the field is empty.
    gather: Option<Gather>,
}

/// Buffers of a read of some fields: rows for each on the card, and one that the host sees.
#[derive(Debug)]
struct ReadBuffers {
    parts: Vec<Part>,
    staging: wgpu::Buffer,
}

/// Buffers of reads that are over, the last at the end, for the next read of the same fields: to make them takes longer than most copies.
#[derive(Debug, Default)]
pub struct KeptBuffers(Mutex<Vec<ReadBuffers>>);

impl ReadBuffers {
    fn new(context: &GpuSimContext, transfer: &Transfer, fields: &[Source<'_>]) -> GpuSimResult<Self> {
        let mut parts = Vec::with_capacity(fields.len());
        let mut end = 0;
        for field in fields {
            let start = end;
            end += (field.total() * transfer.bytes(field.is_int)) as u64;
            let (name, worlds) = (field.name.to_string(), field.worlds.clone());
            parts.push(Part { name, worlds, is_int: field.is_int, bytes: start..end, gather: None });
        }
        let limit = context.limits().max_buffer_size;
        let worlds = fields.iter().map(|field| field.worlds.len()).max().unwrap_or(0);
        if end > limit {
            return Err(GpuSimError::BatchTooLarge { worlds, required: end, limit });
        }
        for (field, part) in fields.iter().zip(&mut parts).filter(|(field, _)| field.total() > 0) {
            part.gather = Some(transfer.gather_ahead(context, field)?);
        }
        Ok(Self { parts, staging: staging(context, end, worlds)? })
    }

    fn are_for(&self, fields: &[Source<'_>]) -> bool {
        let same = |(part, field): (&Part, &Source<'_>)| part.name == field.name && part.worlds == field.worlds;
        self.parts.len() == fields.len() && self.parts.iter().zip(fields).all(same)
    }
}

impl KeptBuffers {
    fn all(&self) -> MutexGuard<'_, Vec<ReadBuffers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those for these fields; nobody else takes them until they are kept again.
    fn take(&self, fields: &[Source<'_>]) -> Option<ReadBuffers> {
        let mut all = self.all();
        let place = all.iter().position(|buffers| buffers.are_for(fields))?;
        Some(all.remove(place))
    }

    /// Keeps the buffers of a read that is over.
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

/// Fields that are on their way from the card: [`begin_read`](crate::GpuBatchSim::begin_read). Until it is finished or dropped it keeps the memory
/// of its batch on the card.
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
/// batch.submit_steps(10)?; // the card goes on
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
    kept: Arc<KeptBuffers>,
    submission: wgpu::SubmissionIndex,
    told: Receiver<Result<(), wgpu::BufferAsyncError>>,
    /// What the device has told already.
    outcome: Option<Result<(), wgpu::BufferAsyncError>>,
}

impl GpuRead {
    /// Submits the copies of some fields.
    pub(crate) fn begin(context: &GpuSimContext, transfer: &Transfer, fields: &[Source<'_>]) -> GpuSimResult<Self> {
        let buffers = match transfer.kept().take(fields) {
            Some(buffers) => buffers,
            None => ReadBuffers::new(context, transfer, fields)?,
        };
        let mut encoder = context.device.create_command_encoder(&Default::default());
        for part in &buffers.parts {
            let Some(gather) = &part.gather else { continue };
            transfer.record_gather(&mut encoder, gather, part.is_int);
            let bytes = part.bytes.end - part.bytes.start;
            encoder.copy_buffer_to_buffer(&gather.rows, 0, &buffers.staging, part.bytes.start, bytes);
        }
        let submission = context.submit(encoder.finish());
        let (tell, told) = channel();
        buffers.staging.map_async(wgpu::MapMode::Read, .., move |result| {
            // whoever asked may be gone
            let _ = tell.send(result);
        });
        context.check()?;
        let (context, precision, kept) = (context.clone(), transfer.precision(), Arc::clone(transfer.kept()));
        Ok(Self { context, precision, buffers, kept, submission, told, outcome: None })
    }

    /// Whether [`finish`](Self::finish) would not have to wait.
    pub fn is_ready(&mut self) -> GpuSimResult<bool> {
        let polled = self.context.device.poll(wgpu::PollType::Poll);
        self.context.check()?;
        polled.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        if self.outcome.is_none() {
            self.outcome = match self.told.try_recv() {
                Ok(outcome) => Some(outcome),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return Err(silent()),
            };
        }
        Ok(self.outcome.is_some())
    }

    /// The fields in the order in which they were asked for; waits for what was submitted before them, and for no more.
    pub fn finish(self) -> GpuSimResult<Vec<(String, GpuNumbers)>> {
        let mut all = Vec::with_capacity(self.buffers.parts.len());
        self.finish_with(|name, kind, bytes| all.push((name.to_string(), GpuNumbers::new(bytes, kind))))?;
        Ok(all)
    }

    /// The same, each field as bytes with its name and kind.
    pub(crate) fn finish_with(mut self, mut take: impl FnMut(&str, GpuKind, &[u8])) -> GpuSimResult<()> {
        let submission_index = Some(self.submission.clone());
        let waited = self.context.device.poll(wgpu::PollType::Wait { submission_index, timeout: None });
        self.context.check()?;
        waited.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        let outcome = match self.outcome.take() {
            Some(outcome) => outcome,
            None => self.told.recv().map_err(|_| silent())?,
        };
        outcome.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        let staging = &self.buffers.staging;
        let view = staging.get_mapped_range(..).map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        for part in &self.buffers.parts {
            let bytes = &view[part.bytes.start as usize..part.bytes.end as usize];
            take(&part.name, GpuKind::new(part.is_int, self.precision), bytes);
        }
        drop(view);
        staging.unmap();
        self.kept.keep(self.buffers);
        Ok(())
    }
}

fn silent() -> GpuSimError {
    GpuSimError::BufferReadback("the device gave no answer".into())
}
