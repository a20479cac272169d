//! Fields for programs that compute with CUDA, such as PyTorch: gathered on the card into memory that both sides know, so that no
//! number goes through the host.

use crate::batch::GpuBatchSim;
use crate::context::GpuSimContext;
use crate::cuda_fields::CudaRows;
use crate::device::{Memory, NoMemory};
use crate::error::{GpuSimError, GpuSimResult};
use crate::lending::{Lent, wait};
use crate::numbers::{GpuKind, GpuNumbers};
use crate::program::Kernels;
use crate::transfer::Dense;

/// Numbers of CUDA, one after another: where they are, how many, of what kind.
///
/// They are the program's own: [`GpuBatchSim::write_cuda`] copies them, and refuses an address that is not memory of the batch's card.
///
/// ```
/// use sim_gpu::{CudaView, GpuBatchSim, GpuKind, GpuOptions, GpuSimError};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint name='pivot'/><geom size='.1' pos='0 .5 0'/></body></worldbody>
///             <actuator><motor joint='pivot'/></actuator></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// // an address that another library gave, of numbers that are too few
/// let torques = CudaView { address: 0x7f00_0000, len: 1, kind: GpuKind::Single };
/// assert!(matches!(batch.write_cuda("ctrl", torques), Err(GpuSimError::WrongLength { expected: 2, given: 1, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CudaView {
    /// The device pointer.
    pub address: u64,
    /// How many numbers there are.
    pub len: usize,
    /// What they are.
    pub kind: GpuKind,
}

/// Numbers in CUDA's memory that are this array's until it is dropped: a field that [`GpuBatchSim::read_cuda`] has copied, or
/// numbers of the host. The worlds do not change it.
///
/// ```
/// use sim_gpu::{CudaArray, GpuBatchSim, GpuNumbers, GpuOptions, GpuSimError};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint name='pivot'/><geom size='.1' pos='0 .5 0'/></body></worldbody>
///             <actuator><motor joint='pivot'/></actuator></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// match CudaArray::from_host(&context, &GpuNumbers::Single(vec![0.1, 0.2])) {
///     Ok(torques) => {
///         batch.write_cuda("ctrl", torques.view())?;
///         batch.step_all()?;
///         println!("poses at {:#x}", batch.read_cuda("qpos")?.view().address);
///     }
///     Err(GpuSimError::Cuda(why)) => println!("{why}"), // `write` and `read` go through the host
///     Err(other) => return Err(other.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CudaArray {
    held: Held,
    ordinal: i32,
    len: usize,
    kind: GpuKind,
}

#[derive(Debug)]
enum Held {
    Lent(Lent),
    Own(Memory),
}

impl CudaArray {
    /// Numbers of the host in memory of the context's card.
    pub fn from_host(context: &GpuSimContext, numbers: &GpuNumbers) -> GpuSimResult<Self> {
        let lender = context.lender()?;
        let bytes = numbers.as_bytes();
        let memory = lender.allocate(bytes.len().max(1) as u64).map_err(|why| match why {
            NoMemory::NoRoom => GpuSimError::Cuda(format!("the card has no room for {} bytes", bytes.len())),
            NoMemory::Because(why) => GpuSimError::Cuda(why),
        })?;
        memory.upload(bytes).map_err(GpuSimError::Cuda)?;
        Ok(Self {
            held: Held::Own(memory),
            ordinal: lender.driver().ordinal(),
            len: numbers.len(),
            kind: numbers.kind(),
        })
    }

    /// Where the numbers are.
    pub fn view(&self) -> CudaView {
        let address = match &self.held {
            Held::Lent(lent) => lent.address(),
            Held::Own(memory) => memory.address(),
        };
        CudaView { address, len: self.len, kind: self.kind }
    }

    /// The card's number in CUDA.
    pub fn ordinal(&self) -> i32 {
        self.ordinal
    }

    /// A copy of the numbers.
    pub fn to_host(&self) -> GpuSimResult<GpuNumbers> {
        let memory = match &self.held {
            Held::Lent(lent) => lent.memory()?,
            Held::Own(memory) => memory,
        };
        let mut bytes = vec![0; self.len * self.kind.bytes()];
        memory.download(&mut bytes).map_err(GpuSimError::Cuda)?;
        Ok(GpuNumbers::new(&bytes, self.kind))
    }
}

impl GpuBatchSim {
    /// A field of all worlds, `[world][number]`, as it is after everything submitted before, in memory of the card that CUDA knows.
    /// Waits for the card, so that every stream of CUDA may read it. An error where there is no such memory:
    /// [`GpuSimContext::no_cuda`] tells why, and [`read`](Self::read) reads it all the same.
    pub fn read_cuda(&self, field: &str) -> GpuSimResult<CudaArray> {
        let source = self.source(field)?;
        let kind = GpuKind::new(source.is_int, self.precision);
        let lent = self.context.lender()?.lend((source.total() * kind.bytes()) as u64, self.worlds)?;
        match self.program.kernels() {
            Kernels::Driver(_) => {
                let mut encoder = self.context.device.create_command_encoder(&Default::default());
                let rows = Dense { buffer: lent.buffer()?, row_len: source.len };
                self.transfer.gather(&self.context, &mut encoder, &source, rows)?;
                let submission = self.context.submit(encoder.finish());
                let waited = wait(&self.context.device, submission);
                self.context.check()?;
                waited?;
            }
            Kernels::Nvrtc(program) => {
                self.context.settle()?;
                program.fields().gather(&source, CudaRows { address: lent.address(), row_len: source.len })?;
                program.end()?;
            }
        }
        Ok(CudaArray { ordinal: lent.ordinal(), held: Held::Lent(lent), len: source.total(), kind })
    }

    /// Sets a field of all worlds from numbers of CUDA, `[world][number]` and of the field's kind: [`field_kind`](Self::field_kind).
    ///
    /// They are copied after the work of CUDA's default stream; what another stream computes has to be waited for before. When this
    /// returns the caller may change them.
    pub fn write_cuda(&mut self, field: &str, numbers: CudaView) -> GpuSimResult<()> {
        let source = self.source(field)?;
        check_view(source.name, numbers, source.total(), GpuKind::new(source.is_int, self.precision))?;
        if numbers.len == 0 {
            return Ok(());
        }
        let mut lent = self.copied_in(numbers)?;
        match self.program.kernels() {
            Kernels::Driver(_) => {
                let mut encoder = self.context.device.create_command_encoder(&Default::default());
                let rows = Dense { buffer: lent.buffer()?, row_len: source.len };
                self.transfer.scatter(&self.context, &mut encoder, &source, rows)?;
                lent.use_until(self.context.submit(encoder.finish()));
                self.context.check()
            }
            Kernels::Nvrtc(program) => {
                self.context.settle()?;
                program.fields().scatter(&source, CudaRows { address: lent.address(), row_len: source.len })?;
                program.end()
            }
        }
    }

    /// Numbers of CUDA in memory that shaders know.
    pub(crate) fn copied_in(&self, numbers: CudaView) -> GpuSimResult<Lent> {
        let bytes = (numbers.len * numbers.kind.bytes()) as u64;
        let lent = self.context.lender()?.lend(bytes, self.worlds)?;
        lent.memory()?.copy_from(numbers.address, bytes).map_err(GpuSimError::Cuda)?;
        Ok(lent)
    }
}

/// An error where numbers are not what a field takes.
pub(crate) fn check_view(field: &str, given: CudaView, expected: usize, kind: GpuKind) -> GpuSimResult<()> {
    let field = field.to_string();
    if given.kind != kind {
        return Err(GpuSimError::WrongKind { field, expected: kind.name(), given: given.kind.name() });
    }
    if given.len != expected {
        return Err(GpuSimError::WrongLength { field, expected, given: given.len });
    }
    Ok(())
}
