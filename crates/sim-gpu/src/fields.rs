//! Fields of all worlds, for the host to read and to set.

use crate::batch::GpuBatchSim;
use crate::codegen::Precision;
use crate::codegen::catalogue::STATE;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::numbers::{GpuKind, GpuNumbers};
use crate::program::Kernels;
use crate::reading::GpuRead;
use crate::transfer::Source;

impl GpuBatchSim {
    /// A field of real numbers of all worlds: `[world][number]`.
    pub fn read(&self, field: &str) -> GpuSimResult<Vec<f64>> {
        self.reals(&self.source(field)?)
    }

    /// A field of one world.
    pub fn read_world(&self, field: &str, world: usize) -> GpuSimResult<Vec<f64>> {
        self.check_world(world)?;
        self.reals(&Source { worlds: world..world + 1, ..self.source(field)? })
    }

    /// Some fields of one world, in their order: with one wait where they come through wgpu.
    pub(crate) fn read_world_all(&self, fields: &[&str], world: usize) -> GpuSimResult<Vec<Vec<f64>>> {
        let of_world = |&field: &&str| Ok(Source { worlds: world..world + 1, ..self.source(field)? });
        let sources = fields.iter().map(of_world).collect::<GpuSimResult<Vec<_>>>()?;
        match self.program.kernels() {
            Kernels::Driver(_) => {
                let mut all = Vec::with_capacity(sources.len());
                let read = GpuRead::begin(&self.context, &self.transfer, &sources)?;
                read.finish_with(|_, kind, bytes| {
                    let mut numbers = Vec::with_capacity(bytes.len() / kind.bytes());
                    kind.unpack(bytes, &mut numbers);
                    all.push(numbers);
                })?;
                Ok(all)
            }
            Kernels::Nvrtc(_) => sources.iter().map(|source| self.reals(source)).collect(),
        }
    }

    /// A field of whole numbers of all worlds: `[world][number]`.
    pub fn read_ints(&self, field: &str) -> GpuSimResult<Vec<i32>> {
        match self.read_numbers(field)? {
            GpuNumbers::Whole(list) => Ok(list),
            reals => Ok(reals.into_reals().into_iter().map(|x| x as i32).collect()),
        }
    }

    /// A field of all worlds, `[world][number]`, as the card keeps it: half the bytes of [`read`](Self::read) in single precision.
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
    /// assert_eq!(batch.read_numbers("qvel")?, GpuNumbers::Single(vec![0.0, 0.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_numbers(&self, field: &str) -> GpuSimResult<GpuNumbers> {
        let source = self.source(field)?;
        let mut all = GpuNumbers::with_room(self.kind(&source), source.total());
        self.fetch(&source, |_, bytes| all.take(bytes))?;
        Ok(all)
    }

    /// Sets a field of all worlds, of real or of whole numbers.
    pub fn write(&mut self, field: &str, numbers: &[f64]) -> GpuSimResult<()> {
        self.put(&self.source(field)?, numbers)
    }

    fn reals(&self, source: &Source<'_>) -> GpuSimResult<Vec<f64>> {
        let mut all = Vec::with_capacity(source.total());
        self.fetch(source, |kind, bytes| kind.unpack(bytes, &mut all))?;
        Ok(all)
    }

    /// Hands over the numbers of a field in parts, in their order, as they are after everything before.
    fn fetch(&self, source: &Source<'_>, mut take: impl FnMut(GpuKind, &[u8])) -> GpuSimResult<()> {
        if source.total() == 0 {
            return Ok(());
        }
        match self.program.kernels() {
            Kernels::Driver(_) => {
                let read = GpuRead::begin(&self.context, &self.transfer, std::slice::from_ref(source))?;
                read.finish_with(|_, kind, bytes| take(kind, bytes))
            }
            Kernels::Nvrtc(program) => {
                self.context.settle()?;
                program.fields().read(source, self.kind(source), |bytes| take(self.kind(source), bytes))
            }
        }
    }

    /// Sets a field of some worlds.
    pub(crate) fn put(&self, source: &Source<'_>, numbers: &[f64]) -> GpuSimResult<()> {
        let (given, expected) = (numbers.len(), source.total());
        if given != expected {
            return Err(GpuSimError::WrongLength { field: source.name.to_string(), expected, given });
        }
        if expected == 0 {
            return Ok(());
        }
        match self.program.kernels() {
            Kernels::Driver(_) => self.transfer.write(&self.context, source, &self.kind(source).packed(numbers)),
            Kernels::Nvrtc(program) => {
                self.context.settle()?;
                program.fields().write(source, self.kind(source), numbers)
            }
        }
    }

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
        Ok(self.kind(&self.source(field)?))
    }

    fn kind(&self, source: &Source<'_>) -> GpuKind {
        GpuKind::new(source.is_int, self.precision)
    }

    /// What real numbers are.
    pub(crate) fn real_kind(&self) -> GpuKind {
        GpuKind::new(false, self.precision)
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
