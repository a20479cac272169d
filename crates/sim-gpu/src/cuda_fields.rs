//! Fields of worlds between the card and the host by CUDA alone, for batches whose kernels NVRTC compiled: through wgpu each side would
//! have to wait for the other, which takes longer than a step of a thousand worlds.

use crate::device::{Argument, CudaKernel, HostMemory, Memory, NoMemory};
use crate::error::{GpuSimError, GpuSimResult};
use crate::lending::Lender;
use crate::numbers::GpuKind;
use crate::transfer::Source;
use std::sync::{Arc, Mutex, PoisonError};

/// Most bytes of a field that are on their way at once, unless a single world has more: larger fields go in parts.
const MOST_BYTES: usize = 16 << 20;

/// Bytes of the smallest staging memory.
const LEAST_BYTES: usize = 64 << 10;

/// Kernels that copy fields, and where the numbers of a copy lie.
#[derive(Debug)]
pub struct CudaFields {
    lender: Arc<Lender>,
    gather: [CudaKernel; 2],
    scatter: [CudaKernel; 2],
    scatter_chosen: [CudaKernel; 2],
    /// The buffers of all worlds: real numbers, whole ones.
    worlds: [u64; 2],
    /// Made when it is needed, and again where a larger one is.
    staging: Mutex<Option<Staging>>,
}

/// Dense rows of numbers at an address of the card.
#[derive(Clone, Copy, Debug)]
pub struct CudaRows {
    /// Of the first row.
    pub address: u64,
    /// Numbers of a row.
    pub row_len: usize,
}

/// What a copy goes through: rows of numbers on the card, and as many bytes of the host.
#[derive(Debug)]
struct Staging {
    card: Memory,
    host: HostMemory,
}

impl Staging {
    fn new(lender: &Lender, bytes: usize) -> Result<Self, NoMemory> {
        Ok(Self { card: lender.allocate(bytes as u64)?, host: HostMemory::allocate(lender.driver(), bytes)? })
    }

    fn rows(&self, row_len: usize) -> CudaRows {
        CudaRows { address: self.card.address(), row_len }
    }
}

impl CudaFields {
    /// For the buffers of all worlds at these addresses; of each pair of kernels the first is for real numbers.
    pub fn new(
        lender: &Arc<Lender>,
        gather: [CudaKernel; 2],
        scatter: [CudaKernel; 2],
        scatter_chosen: [CudaKernel; 2],
        worlds: [u64; 2],
    ) -> Self {
        Self { lender: Arc::clone(lender), gather, scatter, scatter_chosen, worlds, staging: Mutex::default() }
    }

    /// The kernel that takes rows of real numbers.
    pub fn scatter_reals(&self) -> &CudaKernel {
        &self.scatter[0]
    }

    /// Hands over the numbers of a field in parts, in their order, after all that was started before.
    pub fn read(&self, field: &Source<'_>, kind: GpuKind, mut take: impl FnMut(&[u8])) -> GpuSimResult<()> {
        self.in_parts(field, kind, |part, staging, bytes| {
            self.gather(part, staging.rows(part.len))?;
            staging.host.download(&staging.card, bytes, &mut take).map_err(failed)
        })
    }

    /// Sets a field from all its numbers; they are there at the end.
    pub fn write(&self, field: &Source<'_>, kind: GpuKind, numbers: &[f64]) -> GpuSimResult<()> {
        self.in_parts(field, kind, |part, staging, bytes| {
            let first = (part.worlds.start - field.worlds.start) * field.len;
            let numbers = &numbers[first..first + part.total()];
            staging.host.upload(&staging.card, bytes, |room| kind.pack(numbers, room)).map_err(failed)?;
            // waited for, since the next part takes the same place
            self.finished(self.scatter(part, staging.rows(part.len)))
        })
    }

    /// Copies each field into rows; they are there at the end.
    pub fn gather_all<'a>(&self, all: impl Iterator<Item = (&'a Source<'a>, CudaRows)>) -> GpuSimResult<()> {
        let mut all = all;
        self.finished(all.try_for_each(|(field, rows)| self.gather(field, rows)))
    }

    /// Starts the copy of a field into rows.
    pub fn gather(&self, field: &Source<'_>, rows: CudaRows) -> GpuSimResult<()> {
        self.launch(&self.gather[usize::from(field.is_int)], field, rows, self.worlds[1])
    }

    /// Starts the copy of rows into a field.
    pub fn scatter(&self, field: &Source<'_>, rows: CudaRows) -> GpuSimResult<()> {
        self.launch(&self.scatter[usize::from(field.is_int)], field, rows, self.worlds[1])
    }

    /// Copies into each world the row of every field that it chose, negative: none; they are there at the end.
    pub fn scatter_chosen(&self, fields: &[(Source<'_>, CudaRows)], choice: &[i32]) -> GpuSimResult<()> {
        let bytes: &[u8] = bytemuck::cast_slice(choice);
        self.with_staging(bytes.len(), choice.len(), |staging| {
            staging.host.upload(&staging.card, bytes.len(), |room| room.copy_from_slice(bytes)).map_err(failed)?;
            let choice = staging.card.address();
            self.finished(fields.iter().try_for_each(|(field, rows)| {
                self.launch(&self.scatter_chosen[usize::from(field.is_int)], field, *rows, choice)
            }))
        })
    }

    /// Waits for what was started, also where not all of it could be.
    fn finished(&self, outcome: GpuSimResult<()>) -> GpuSimResult<()> {
        let done = self.lender.driver().synchronize().map_err(failed);
        outcome.and(done)
    }

    /// Works on worlds after worlds, as many as the staging memory holds; it is told their bytes.
    fn in_parts(
        &self,
        field: &Source<'_>,
        kind: GpuKind,
        mut work: impl FnMut(&Source<'_>, &mut Staging, usize) -> GpuSimResult<()>,
    ) -> GpuSimResult<()> {
        let row = field.len * kind.bytes();
        if row == 0 {
            return Ok(());
        }
        let most = (MOST_BYTES / row).max(1).min(field.worlds.len());
        self.with_staging(most * row, most, |staging| {
            field.worlds.clone().step_by(most.max(1)).try_for_each(|first| {
                let worlds = first..(first + most).min(field.worlds.end);
                let part = Source { worlds, ..field.clone() };
                work(&part, staging, part.total() * kind.bytes())
            })
        })
    }

    /// Works with staging memory of so many bytes or more, for so many worlds.
    fn with_staging(
        &self,
        bytes: usize,
        worlds: usize,
        work: impl FnOnce(&mut Staging) -> GpuSimResult<()>,
    ) -> GpuSimResult<()> {
        let mut kept = self.staging.lock().unwrap_or_else(PoisonError::into_inner);
        let staging = match kept.take().filter(|staging| staging.host.len() >= bytes) {
            Some(staging) => staging,
            None => {
                let bytes = bytes.next_power_of_two().max(LEAST_BYTES);
                let failed = |why| GpuSimError::no_memory(why, worlds, bytes as u64, GpuSimError::Nvrtc);
                Staging::new(&self.lender, bytes).map_err(failed)?
            }
        };
        work(kept.insert(staging))
    }

    /// Starts a copy; `choice` is the address of what the worlds chose, where they choose.
    fn launch(&self, kernel: &CudaKernel, field: &Source<'_>, rows: CudaRows, choice: u64) -> GpuSimResult<()> {
        let Some(groups) = field.groups() else { return Ok(()) };
        let settings = field.settings(rows.row_len, (0, 1), [0, 0]);
        let tiles = self.worlds[usize::from(field.is_int)];
        let [tiles, rows, choice] = [tiles, rows.address, choice].map(Argument::Address);
        // in the order of the shader's bindings
        kernel.launch(groups, &[tiles, rows, Argument::Settings(&settings), choice]).map_err(failed)
    }
}

fn failed(why: String) -> GpuSimError {
    GpuSimError::Nvrtc(why)
}
