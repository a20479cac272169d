//! Chosen fields of all worlds, read while the card goes on: what is asked for is copied in the order of submission, and the
//! caller comes back for it later.

use crate::batch::GpuBatchSim;
use crate::catalogue::{Numbers, STATE};
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::source::Precision;
use crate::transfer::{Dense, Source, Transfer, staging};
use std::ops::Range;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Numbers of a field as the card keeps them: `[world][number]`.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuNumbers, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// let read = batch.begin_read(&["qpos"])?.finish()?;
/// assert_eq!(read[0].1, GpuNumbers::Single(vec![0.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum GpuNumbers {
    /// Real ones of a batch in single precision.
    Single(Vec<f32>),
    /// Real ones of a batch in double precision.
    Double(Vec<f64>),
    /// Whole ones.
    Whole(Vec<i32>),
}

impl GpuNumbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Single(list) => list.len(),
            Self::Double(list) => list.len(),
            Self::Whole(list) => list.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers as real ones.
    pub fn into_reals(self) -> Vec<f64> {
        Numbers::from(self).into_reals()
    }

    /// What they are.
    pub fn kind(&self) -> GpuKind {
        match self {
            Self::Single(_) => GpuKind::Single,
            Self::Double(_) => GpuKind::Double,
            Self::Whole(_) => GpuKind::Whole,
        }
    }

    pub(crate) fn new(bytes: &[u8], kind: GpuKind) -> Self {
        match kind {
            GpuKind::Single => Self::Single(bytemuck::pod_collect_to_vec(bytes)),
            GpuKind::Double => Self::Double(bytemuck::pod_collect_to_vec(bytes)),
            GpuKind::Whole => Self::Whole(bytemuck::pod_collect_to_vec(bytes)),
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Single(list) => bytemuck::cast_slice(list),
            Self::Double(list) => bytemuck::cast_slice(list),
            Self::Whole(list) => bytemuck::cast_slice(list),
        }
    }
}

/// What the numbers of a field are.
///
/// ```
/// use sim_gpu::{GpuKind, GpuNumbers};
///
/// assert_eq!(GpuNumbers::Whole(vec![1, 2]).kind(), GpuKind::Whole);
/// assert_eq!((GpuKind::Double.name(), GpuKind::Double.bytes()), ("float64", 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuKind {
    /// Real numbers of 32 bits.
    Single,
    /// Real numbers of 64 bits.
    Double,
    /// Whole numbers of 32 bits.
    Whole,
}

impl GpuKind {
    pub(crate) fn new(is_int: bool, precision: Precision) -> Self {
        match precision {
            _ if is_int => Self::Whole,
            Precision::Single => Self::Single,
            Precision::Double => Self::Double,
        }
    }

    /// Bytes of a number.
    pub fn bytes(self) -> usize {
        match self {
            Self::Single | Self::Whole => 4,
            Self::Double => 8,
        }
    }

    /// The name that numpy and PyTorch have for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "float32",
            Self::Double => "float64",
            Self::Whole => "int32",
        }
    }
}

impl From<GpuNumbers> for Numbers {
    fn from(numbers: GpuNumbers) -> Self {
        match numbers {
            GpuNumbers::Single(list) => Self::Reals(list.into_iter().map(f64::from).collect()),
            GpuNumbers::Double(list) => Self::Reals(list),
            GpuNumbers::Whole(list) => Self::Ints(list),
        }
    }
}

/// A field in the staging buffer.
#[derive(Debug)]
struct Part {
    name: String,
    is_int: bool,
    bytes: Range<u64>,
}

/// Fields that are on their way from the card: [`GpuBatchSim::begin_read`].
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
    parts: Vec<Part>,
    staging: wgpu::Buffer,
    submission: wgpu::SubmissionIndex,
    told: Receiver<Result<(), wgpu::BufferAsyncError>>,
    /// What the device has told already.
    outcome: Option<Result<(), wgpu::BufferAsyncError>>,
}

impl GpuRead {
    /// Submits the copies of some fields.
    pub(crate) fn begin(context: &GpuSimContext, transfer: &Transfer, fields: &[Source<'_>]) -> GpuSimResult<Self> {
        let mut parts = Vec::with_capacity(fields.len());
        let mut end = 0;
        for field in fields {
            let start = end;
            end += (field.total() * transfer.bytes(field.is_int)) as u64;
            parts.push(Part { name: field.name.to_string(), is_int: field.is_int, bytes: start..end });
        }
        let limit = context.limits().max_buffer_size;
        if end > limit {
            let worlds = fields.iter().map(|field| field.worlds.len()).max().unwrap_or(0);
            return Err(GpuSimError::BatchTooLarge { worlds, required: end, limit });
        }
        let staging = staging(context, end);
        let mut encoder = context.device.create_command_encoder(&Default::default());
        for (field, part) in fields.iter().zip(&parts).filter(|(field, _)| field.total() > 0) {
            let dense = transfer.dense(context, field.worlds.len(), field.len, field.is_int)?;
            transfer.gather(context, &mut encoder, field, Dense { buffer: &dense, row_len: field.len });
            let bytes = part.bytes.end - part.bytes.start;
            encoder.copy_buffer_to_buffer(&dense, 0, &staging, part.bytes.start, bytes);
        }
        let submission = context.queue.submit([encoder.finish()]);
        let (tell, told) = channel();
        staging.map_async(wgpu::MapMode::Read, .., move |result| {
            // whoever asked may be gone
            let _ = tell.send(result);
        });
        context.check()?;
        let (context, precision) = (context.clone(), transfer.precision());
        Ok(Self { context, precision, parts, staging, submission, told, outcome: None })
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
    pub fn finish(mut self) -> GpuSimResult<Vec<(String, GpuNumbers)>> {
        let submission_index = Some(self.submission.clone());
        let waited = self.context.device.poll(wgpu::PollType::Wait { submission_index, timeout: None });
        self.context.check()?;
        waited.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        let outcome = match self.outcome.take() {
            Some(outcome) => outcome,
            None => self.told.recv().map_err(|_| silent())?,
        };
        outcome.map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        let view = self.staging.get_mapped_range(..).map_err(|e| GpuSimError::BufferReadback(e.to_string()))?;
        let numbers = |part: &Part| {
            let bytes = &view[part.bytes.start as usize..part.bytes.end as usize];
            GpuNumbers::new(bytes, GpuKind::new(part.is_int, self.precision))
        };
        Ok(self.parts.iter().map(|part| (part.name.clone(), numbers(part))).collect())
    }
}

fn silent() -> GpuSimError {
    GpuSimError::BufferReadback("the device gave no answer".into())
}

impl GpuBatchSim {
    /// Begins to read fields as they are after everything submitted before, without waiting for them.
    pub fn begin_read(&self, fields: &[&str]) -> GpuSimResult<GpuRead> {
        let sources = fields.iter().map(|field| self.source(field)).collect::<GpuSimResult<Vec<_>>>()?;
        GpuRead::begin(&self.context, &self.transfer, &sources)
    }

    /// Rows of a field in one world and numbers of a row, as this batch keeps it: arrays of contacts and of constraint rows have
    /// the length of their limit, and none is empty.
    pub fn field_shape(&self, field: &str) -> GpuSimResult<[usize; 2]> {
        self.source(field)?;
        let shape = self.plan.world.get(field).map(|(layout, _)| [layout.seen_rows(), layout.width]);
        Ok(shape.unwrap_or_default())
    }

    /// What the numbers of a field are.
    pub fn field_kind(&self, field: &str) -> GpuSimResult<GpuKind> {
        Ok(GpuKind::new(self.source(field)?.is_int, self.precision))
    }

    /// Fields that a step takes from the last one or from the user: those that [`write`](Self::write) is for.
    pub fn inputs() -> impl Iterator<Item = &'static str> {
        STATE.iter().copied().filter(|name| !name.starts_with("status"))
    }

    /// Kind of the real numbers.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The device.
    pub fn context(&self) -> &GpuSimContext {
        &self.context
    }
}
