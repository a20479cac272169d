//! Copies between fields of worlds and the host, or dense arrays, by CUDA alone. Through wgpu each side would wait for the other, which
//! takes longer than a step of a thousand worlds.

use crate::backend::cuda::blocks::CudaBlocks;
use crate::backend::cuda::pool::{SharedPool, no_memory};
use crate::backend::device::{Argument, CudaKernel, CudaStream, HostMemory, Memory, NoMemory};
use crate::backend::field::FieldSlice;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::numbers::GpuKind;
use std::sync::{Arc, Mutex, PoisonError};

/// Most bytes of a field in one copy, unless a single world has more: larger fields go in parts.
const MOST_BYTES: usize = 16 << 20;

/// Bytes of the smallest staging memory.
const LEAST_BYTES: usize = 64 << 10;

/// The kernels that copy fields. Of each pair the first is for reals.
#[derive(Debug)]
pub struct CopyKernels {
    /// Copy fields into rows.
    pub gather: [CudaKernel; 2],
    /// Copy rows into fields.
    pub scatter: [CudaKernel; 2],
    /// Copy a chosen row into each world.
    pub scatter_chosen: [CudaKernel; 2],
    /// Copy a row into each world of a mask.
    pub scatter_masked: [CudaKernel; 2],
    /// Copies rows of reals into worlds that have not failed.
    pub scatter_running: CudaKernel,
}

/// Copies of fields, with staging memory.
#[derive(Debug)]
pub struct CudaFields {
    pool: Arc<SharedPool>,
    kernels: CopyKernels,
    /// Addresses of the buffers of all worlds: reals, integers.
    worlds: [u64; 2],
    /// Allocated at the first use, and again if a copy needs more.
    staging: Mutex<Option<Staging>>,
}

/// Dense rows of numbers at an address of the GPU.
#[derive(Clone, Copy, Debug)]
pub struct CudaRows {
    /// Address of the first row.
    pub address: u64,
    /// Numbers of a row.
    pub row_len: usize,
}

/// Memory that a copy goes through: on the GPU, and as many bytes of the host.
#[derive(Debug)]
struct Staging {
    device: Memory,
    host: HostMemory,
}

impl Staging {
    fn new(pool: &SharedPool, bytes: usize) -> Result<Self, NoMemory> {
        Ok(Self { device: pool.allocate(bytes as u64)?, host: HostMemory::allocate(pool.driver(), bytes)? })
    }

    fn rows(&self, row_len: usize) -> CudaRows {
        CudaRows { address: self.device.address(), row_len }
    }
}

impl CudaFields {
    /// Copies for the buffers of all worlds at these addresses: reals, integers.
    pub fn new(pool: &Arc<SharedPool>, kernels: CopyKernels, worlds: [u64; 2]) -> Self {
        Self { pool: Arc::clone(pool), kernels, worlds, staging: Mutex::default() }
    }

    /// Hands over the numbers of a field in parts, in their order, after everything on the stream.
    pub fn read(
        &self,
        stream: CudaStream,
        field: &FieldSlice<'_>,
        kind: GpuKind,
        mut take: impl FnMut(&[u8]),
    ) -> GpuSimResult<()> {
        self.in_parts(field, kind, |part, staging, bytes| {
            self.gather(stream, part, staging.rows(part.len))?;
            staging.host.download(stream, &staging.device, bytes, &mut take).map_err(failed)
        })
    }

    /// Writes a field from all its numbers, and waits.
    pub fn write(
        &self,
        stream: CudaStream,
        field: &FieldSlice<'_>,
        kind: GpuKind,
        numbers: &[f64],
    ) -> GpuSimResult<()> {
        self.in_parts(field, kind, |part, staging, bytes| {
            let first = (part.worlds.start - field.worlds.start) * field.len;
            let numbers = &numbers[first..first + part.total()];
            staging.host.upload(stream, &staging.device, bytes, |to| kind.pack(numbers, to)).map_err(failed)?;
            // the next part uses the same staging memory
            self.finish(stream, self.scatter(stream, part, staging.rows(part.len)))
        })
    }

    /// Launches the copy of a field into rows.
    pub fn gather(&self, stream: CudaStream, field: &FieldSlice<'_>, rows: CudaRows) -> GpuSimResult<()> {
        let kernel = &self.kernels.gather[usize::from(field.is_int)];
        self.launch(stream, kernel, field, rows, self.worlds[1])
    }

    /// Launches the copy of rows into a field.
    pub fn scatter(&self, stream: CudaStream, field: &FieldSlice<'_>, rows: CudaRows) -> GpuSimResult<()> {
        let kernel = &self.kernels.scatter[usize::from(field.is_int)];
        self.launch(stream, kernel, field, rows, self.worlds[1])
    }

    /// Copies a chosen row of every field into each world, negative for none, and waits.
    pub fn scatter_chosen<'a>(
        &self,
        stream: CudaStream,
        mut fields: impl Iterator<Item = (&'a FieldSlice<'a>, CudaRows)>,
        choice: &[i32],
    ) -> GpuSimResult<()> {
        let bytes: &[u8] = bytemuck::cast_slice(choice);
        self.with_staging(bytes.len(), choice.len(), |staging| {
            staging
                .host
                .upload(stream, &staging.device, bytes.len(), |to| to.copy_from_slice(bytes))
                .map_err(failed)?;
            let choice = staging.device.address();
            let launched = fields.try_for_each(|(field, rows)| self.scatter_rows(stream, field, rows, choice));
            self.finish(stream, launched)
        })
    }

    /// Launches the copy of a chosen row into each world. `choice` is the address of an integer for each world, negative for none.
    fn scatter_rows(
        &self,
        stream: CudaStream,
        field: &FieldSlice<'_>,
        rows: CudaRows,
        choice: u64,
    ) -> GpuSimResult<()> {
        let kernel = &self.kernels.scatter_chosen[usize::from(field.is_int)];
        self.launch(stream, kernel, field, rows, choice)
    }

    /// Launches the copy of rows into the worlds of a mask: `row_step` is 1 if each world has a row, 0 if all share the first one.
    /// `mask` is the address of a byte for each world.
    pub fn scatter_masked(
        &self,
        stream: CudaStream,
        field: &FieldSlice<'_>,
        rows: CudaRows,
        row_step: usize,
        mask: u64,
    ) -> GpuSimResult<()> {
        let Some(groups) = field.groups() else { return Ok(()) };
        // the kernel reads whole words
        let first_byte = mask % 4;
        let settings = field.masked_settings(rows.row_len, row_step, first_byte as u32);
        let tiles = self.worlds[usize::from(field.is_int)];
        let [tiles, rows, mask] = [tiles, rows.address, mask - first_byte].map(Argument::Address);
        let kernel = &self.kernels.scatter_masked[usize::from(field.is_int)];
        kernel.launch(stream, groups, &[tiles, rows, Argument::Settings(&settings), mask]).map_err(failed)
    }

    /// Launches the copy of a block of controls: into every world, or only into those that have not failed.
    pub fn scatter_block(
        &self,
        stream: CudaStream,
        copies: &CudaBlocks,
        block: usize,
        only_running: bool,
    ) -> GpuSimResult<()> {
        let (Some(groups), Some(settings)) = (copies.groups, copies.settings.get(block)) else { return Ok(()) };
        let kernel = if only_running { &self.kernels.scatter_running } else { &self.kernels.scatter[0] };
        let [reals, ints] = self.worlds.map(Argument::Address);
        // in the order of the shader's bindings
        let arguments = [reals, Argument::Address(copies.address), Argument::Settings(settings), ints];
        kernel.launch(stream, groups, &arguments).map_err(failed)
    }

    /// Waits for everything launched on the stream, even if a launch failed.
    fn finish(&self, stream: CudaStream, outcome: GpuSimResult<()>) -> GpuSimResult<()> {
        let done = self.pool.driver().finish(stream).map_err(failed);
        outcome.and(done)
    }

    /// Calls `copy` for parts of the worlds, each with the number of its bytes, that the staging memory holds.
    fn in_parts(
        &self,
        field: &FieldSlice<'_>,
        kind: GpuKind,
        mut copy: impl FnMut(&FieldSlice<'_>, &mut Staging, usize) -> GpuSimResult<()>,
    ) -> GpuSimResult<()> {
        let row = field.len * kind.bytes();
        if row == 0 {
            return Ok(());
        }
        let most = (MOST_BYTES / row).max(1).min(field.worlds.len());
        self.with_staging(most * row, most, |staging| {
            field.worlds.clone().step_by(most.max(1)).try_for_each(|first| {
                let worlds = first..(first + most).min(field.worlds.end);
                let part = FieldSlice { worlds, ..field.clone() };
                copy(&part, staging, part.total() * kind.bytes())
            })
        })
    }

    /// Calls `copy` with staging memory of at least `bytes`. `worlds` stands in errors.
    fn with_staging(
        &self,
        bytes: usize,
        worlds: usize,
        copy: impl FnOnce(&mut Staging) -> GpuSimResult<()>,
    ) -> GpuSimResult<()> {
        let mut kept = self.staging.lock().unwrap_or_else(PoisonError::into_inner);
        let staging = match kept.take().filter(|staging| staging.host.len() >= bytes) {
            Some(staging) => staging,
            None => {
                let bytes = bytes.next_power_of_two().max(LEAST_BYTES);
                let failed = |why| no_memory(why, worlds, bytes as u64, GpuSimError::Nvrtc);
                Staging::new(&self.pool, bytes).map_err(failed)?
            }
        };
        copy(kept.insert(staging))
    }

    /// Launches a copy. `choice` is the address of the chosen rows, for kernels that read them.
    fn launch(
        &self,
        stream: CudaStream,
        kernel: &CudaKernel,
        field: &FieldSlice<'_>,
        rows: CudaRows,
        choice: u64,
    ) -> GpuSimResult<()> {
        let Some(groups) = field.groups() else { return Ok(()) };
        let settings = field.settings(rows.row_len, (0, 1), None);
        let tiles = self.worlds[usize::from(field.is_int)];
        let [tiles, rows, choice] = [tiles, rows.address, choice].map(Argument::Address);
        // in the order of the shader's bindings
        kernel.launch(stream, groups, &[tiles, rows, Argument::Settings(&settings), choice]).map_err(failed)
    }
}

fn failed(why: String) -> GpuSimError {
    GpuSimError::Nvrtc(why)
}
