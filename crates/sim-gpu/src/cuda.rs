//! Fields for programs that compute with CUDA, such as PyTorch: gathered on the card into memory that both sides know, so that no
//! number goes through the host.

use crate::batch::GpuBatchSim;
use crate::context::GpuSimContext;
use crate::device::Memory;
use crate::error::{GpuSimError, GpuSimResult};
use crate::lending::{Lent, wait};
use crate::reading::{GpuKind, GpuNumbers};
use crate::transfer::Dense;

/// Numbers of CUDA, one after another: where they are, how many, of what kind.
///
/// They are the program's own: [`GpuBatchSim::write_cuda`] copies them, and refuses an address that is not memory of the batch's card.
///
/// ```no_run
/// use sim_gpu::{CudaView, GpuBatchSim, GpuKind};
///
/// # fn run(batch: &mut GpuBatchSim, address: u64) -> sim_gpu::GpuSimResult<()> {
/// let torques = CudaView { address, len: batch.len() * batch.model().nu, kind: GpuKind::Single };
/// batch.write_cuda("ctrl", torques)?;
/// # Ok(())
/// # }
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
/// ```no_run
/// use sim_gpu::{CudaArray, GpuBatchSim, GpuNumbers};
///
/// # fn run(batch: &mut GpuBatchSim) -> sim_gpu::GpuSimResult<()> {
/// let torques = CudaArray::from_host(batch.context(), &GpuNumbers::Single(vec![0.1; batch.len() * batch.model().nu]))?;
/// batch.write_cuda("ctrl", torques.view())?;
/// batch.step_all()?;
/// let poses = batch.read_cuda("qpos")?;
/// println!("{} numbers at {:#x} on card {}", poses.view().len, poses.view().address, poses.ordinal());
/// # Ok(())
/// # }
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
        let driver = context.lender()?.driver();
        let bytes = numbers.as_bytes();
        let memory = Memory::allocate(driver, bytes.len().max(1) as u64).map_err(GpuSimError::Cuda)?;
        memory.upload(bytes).map_err(GpuSimError::Cuda)?;
        Ok(Self { held: Held::Own(memory), ordinal: driver.ordinal(), len: numbers.len(), kind: numbers.kind() })
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
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        let rows = Dense { buffer: lent.buffer()?, row_len: source.len };
        self.transfer.gather(&self.context, &mut encoder, &source, rows);
        let submission = self.context.queue.submit([encoder.finish()]);
        let waited = wait(&self.context.device, submission);
        self.context.check()?;
        waited?;
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
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        let rows = Dense { buffer: lent.buffer()?, row_len: source.len };
        self.transfer.scatter(&self.context, &mut encoder, &source, rows);
        lent.use_until(self.context.queue.submit([encoder.finish()]));
        self.context.check()
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
