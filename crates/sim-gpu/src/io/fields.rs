//! Fields of worlds, read and written by the host.

use crate::backend::field::FieldSlice;
use crate::batch::GpuBatchSim;
use crate::codegen::Precision;
use crate::codegen::catalogue::STATE;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::numbers::{GpuKind, GpuNumbers};
use crate::io::reading::GpuRead;

impl GpuBatchSim {
    /// A field of all worlds, `[world][number]`, as f64.
    pub fn read(&self, field: &str) -> GpuSimResult<Vec<f64>> {
        self.reals(&self.field(field)?)
    }

    /// A field of one world as f64.
    pub fn read_world(&self, field: &str, world: usize) -> GpuSimResult<Vec<f64>> {
        self.check_world(world)?;
        self.reals(&FieldSlice { worlds: world..world + 1, ..self.field(field)? })
    }

    /// Several fields of one world as f64, in their order.
    pub(crate) fn read_world_all(&self, fields: &[&str], world: usize) -> GpuSimResult<Vec<Vec<f64>>> {
        let of_world = |&field: &&str| Ok(FieldSlice { worlds: world..world + 1, ..self.field(field)? });
        let slices = fields.iter().map(of_world).collect::<GpuSimResult<Vec<_>>>()?;
        let mut all: Vec<Vec<f64>> = slices.iter().map(|slice| Vec::with_capacity(slice.total())).collect();
        self.backend.download(&slices, &mut |place, kind, bytes| kind.unpack(bytes, &mut all[place]))?;
        Ok(all)
    }

    /// A field of all worlds, `[world][number]`, as i32.
    pub fn read_ints(&self, field: &str) -> GpuSimResult<Vec<i32>> {
        match self.read_numbers(field)? {
            GpuNumbers::Whole(list) => Ok(list),
            reals => Ok(reals.into_reals().into_iter().map(|x| x as i32).collect()),
        }
    }

    /// A field of all worlds, `[world][number]`, in the type that the device keeps. In single precision it is half the bytes of
    /// [`read`](Self::read).
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
        let slice = self.field(field)?;
        let mut all = GpuNumbers::with_capacity(self.kind(&slice), slice.total());
        self.download(&slice, |_, bytes| all.take(bytes))?;
        Ok(all)
    }

    /// Sets a field of all worlds from `[world][number]`. Integer fields truncate the numbers.
    pub fn write(&mut self, field: &str, numbers: &[f64]) -> GpuSimResult<()> {
        self.put(&self.field(field)?, numbers)
    }

    pub(crate) fn reals(&self, slice: &FieldSlice<'_>) -> GpuSimResult<Vec<f64>> {
        let mut all = Vec::with_capacity(slice.total());
        self.download(slice, |kind, bytes| kind.unpack(bytes, &mut all))?;
        Ok(all)
    }

    /// Hands over the numbers of a field in parts, in their order.
    fn download(&self, slice: &FieldSlice<'_>, mut take: impl FnMut(GpuKind, &[u8])) -> GpuSimResult<()> {
        if slice.total() == 0 {
            return Ok(());
        }
        self.backend.download(std::slice::from_ref(slice), &mut |_, kind, bytes| take(kind, bytes))
    }

    /// Sets a field of some worlds.
    pub(crate) fn put(&self, slice: &FieldSlice<'_>, numbers: &[f64]) -> GpuSimResult<()> {
        let (given, expected) = (numbers.len(), slice.total());
        if given != expected {
            return Err(GpuSimError::WrongLength { field: slice.name.to_string(), expected, given });
        }
        if expected == 0 {
            return Ok(());
        }
        self.backend.upload(slice, self.kind(slice), numbers)
    }

    /// Begins to read fields as they are after everything submitted before, without waiting for the GPU.
    pub fn begin_read(&self, fields: &[&str]) -> GpuSimResult<GpuRead> {
        let slices = fields.iter().map(|field| self.field(field)).collect::<GpuSimResult<Vec<_>>>()?;
        self.backend.begin_read(&slices)
    }

    /// Rows of a field in one world and numbers of a row. Arrays of contacts and constraint rows have the length of their limit, at least
    /// 1.
    pub fn field_shape(&self, field: &str) -> GpuSimResult<[usize; 2]> {
        self.field(field)?;
        let shape = self.plan.world.get(field).map(|(layout, _)| [layout.seen_rows(), layout.width]);
        Ok(shape.unwrap_or_default())
    }

    /// Type of the numbers of a field.
    pub fn field_kind(&self, field: &str) -> GpuSimResult<GpuKind> {
        Ok(self.kind(&self.field(field)?))
    }

    pub(crate) fn kind(&self, slice: &FieldSlice<'_>) -> GpuKind {
        GpuKind::new(slice.is_int, self.precision)
    }

    /// Type of the reals.
    pub(crate) fn real_kind(&self) -> GpuKind {
        GpuKind::new(false, self.precision)
    }

    /// Names of the state and the inputs: the fields that [`write`](Self::write) may set.
    pub fn inputs() -> impl Iterator<Item = &'static str> {
        STATE.iter().copied().filter(|name| !name.starts_with("status"))
    }

    /// Precision of the reals.
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// The device.
    pub fn context(&self) -> &GpuSimContext {
        &self.context
    }
}
