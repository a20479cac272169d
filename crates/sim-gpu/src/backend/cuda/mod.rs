//! The backend of NVIDIA's GPUs: kernels that NVRTC compiles, run by CUDA.
//!
//! Everything is launched on one stream, in its order, and no launch waits. The buffers belong to Vulkan and are mapped by CUDA. Neither
//! knows of the other's work: before CUDA starts, wgpu has to be done, which it nearly always is. Only
//! [`begin_read`](Backend::begin_read) and states of a batch on wgpu go through wgpu, after CUDA is done.

pub mod blocks;
mod fields;
mod image;
mod mirrors;
pub mod pool;
mod sources;

use crate::backend::api::{Backend, Command, ControlCopies, FieldCopy, MaskedRows, Submission, Take};
use crate::backend::buffer::{DeviceBuffer, RowBuffer};
use crate::backend::compile::side_by_side;
use crate::backend::device::{Argument, Clock, CudaKernel, CudaStream, Driver, nvrtc};
use crate::backend::disk_cache;
use crate::backend::dispatch::{Dispatches, Run};
use crate::backend::field::{FieldSlice, RowBlocks};
use crate::backend::wgpu::fields::FieldPipelines;
use crate::backend::wgpu::{scatter_chosen, world_buffers};
use crate::codegen::plan::Plan;
use crate::codegen::{Binding, Precision};
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::cuda_views::{CudaView, GpuView, Kept};
use crate::io::numbers::GpuKind;
use crate::io::reading::{GpuRead, ReadCache};
use blocks::CudaBlocks;
use fields::{CopyKernels, CudaFields, CudaRows};
use mirrors::Mirrors;
use sources::COPIES;
pub use sources::{CudaSource, sources};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Kernels of CUDA with their buffers.
#[derive(Debug)]
pub struct CudaBackend {
    kernels: Vec<CudaKernel>,
    fields: CudaFields,
    dispatches: Dispatches,
    /// Addresses of the buffers in the order of their bindings.
    addresses: Vec<u64>,
    driver: Arc<Driver>,
    /// What everything is launched on.
    stream: Mutex<CudaStream>,
    mirrors: Mirrors,
    precision: Precision,
    /// For reads that do not block.
    pipelines: FieldPipelines,
    reads: ReadCache,
    context: GpuSimContext,
    /// Kept alive for the kernels, in the order of their bindings.
    buffers: Vec<Arc<DeviceBuffer>>,
}

impl CudaBackend {
    /// Compiles the kernels of a plan for buffers in the order of their bindings. Returns how long each took too.
    pub fn new(
        context: &GpuSimContext,
        plan: &Plan,
        precision: Precision,
        buffers: Vec<DeviceBuffer>,
        dispatches: Dispatches,
    ) -> GpuSimResult<(Self, Vec<Duration>)> {
        let pool = context.nvrtc_pool()?;
        let driver = pool.driver();
        let architecture = driver.architecture().map_err(failed)?;
        let folder = disk_cache::folder();
        let (mut kernels, mut times) = side_by_side(&sources(plan, precision)?, |source| {
            let image = image::image(source.name, &source.text, &architecture, folder.as_deref())
                .map_err(|error| source.located(error))?;
            CudaKernel::load(driver, &image, naga_cuda::KERNEL, source.threads)
                .map_err(|why| GpuSimError::Nvrtc(format!("{}: {why}", source.name)))
        })?;
        times.truncate(plan.kernels.len());
        let copies = copy_kernels(kernels.split_off(plan.kernels.len().min(kernels.len())))?;
        let addresses: Vec<u64> = buffers.iter().map(DeviceBuffer::address).collect();
        let worlds = [Binding::WorldReals, Binding::WorldInts].map(|binding| addresses[binding as usize]);
        let backend = Self {
            kernels,
            fields: CudaFields::new(pool, copies, worlds),
            dispatches,
            addresses,
            driver: Arc::clone(driver),
            stream: Mutex::new(CudaStream::DEFAULT),
            mirrors: Mirrors::default(),
            precision,
            pipelines: FieldPipelines::new(context, precision, world_buffers(&buffers))?,
            reads: ReadCache::default(),
            context: context.clone(),
            buffers: buffers.into_iter().map(Arc::new).collect(),
        };
        Ok((backend, times))
    }

    /// The stream, for the time of a call.
    fn stream(&self) -> MutexGuard<'_, CudaStream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Launches a kernel of the plan.
    fn launch_kernel(&self, stream: CudaStream, kernel: usize, run: Run) -> GpuSimResult<()> {
        let (Some(loaded), Some(groups)) = (self.kernels.get(kernel), self.dispatches.groups(kernel)) else {
            return Ok(());
        };
        let settings = self.dispatches.settings(run);
        let mut arguments: Vec<Argument<'_>> = self.addresses.iter().copied().map(Argument::Address).collect();
        arguments.push(Argument::Settings(&settings));
        loaded.launch(stream, groups, &arguments).map_err(failed)
    }

    /// Launches work that changes the worlds, between the copies into and out of views.
    fn change<T>(&self, work: impl FnOnce(CudaStream) -> GpuSimResult<T>) -> GpuSimResult<T> {
        self.context.settle()?;
        let stream = self.stream();
        self.mirrors.take(&self.fields, *stream)?;
        let outcome = work(*stream)?;
        self.mirrors.give(&self.fields, *stream)?;
        Ok(outcome)
    }

    /// Launches work that reads the worlds, after the copies out of views.
    fn look<T>(&self, work: impl FnOnce(CudaStream) -> GpuSimResult<T>) -> GpuSimResult<T> {
        self.context.settle()?;
        let stream = self.stream();
        self.mirrors.take(&self.fields, *stream)?;
        work(*stream)
    }

    /// An error if the host may not wait for a stream, since a graph is being captured on it.
    fn check_may_wait(&self, stream: CudaStream) -> GpuSimResult<()> {
        if stream != CudaStream::DEFAULT && self.driver.is_capturing(stream).map_err(failed)? {
            let why = "this call waits for the GPU, which a graph that is being captured cannot: make it before or after the capture, or \
                       use a view";
            return Err(failed(why.into()));
        }
        Ok(())
    }

    /// A packed copy of a field that follows the field from now on.
    fn mirror(&self, field: &FieldSlice<'_>, is_input: bool) -> GpuSimResult<(CudaRows, Kept)> {
        if let Some(found) = self.mirrors.find(field.name) {
            return Ok(found);
        }
        let bytes = (field.total() * self.pipelines.bytes(field.is_int)).max(1) as u64;
        let memory = self.context.nvrtc_pool()?.allocate(bytes);
        let memory = memory.map_err(|why| pool::no_memory(why, field.worlds.len(), bytes, GpuSimError::Nvrtc))?;
        let rows = CudaRows { address: memory.address(), row_len: field.len };
        let kept: Kept = Arc::new(memory);
        self.look(|stream| self.fields.gather(stream, field, rows))?;
        self.mirrors.add(field, is_input, rows, kept.clone());
        Ok((rows, kept))
    }
}

/// The kernels of [`COPIES`] by what they do.
fn copy_kernels(all: Vec<CudaKernel>) -> GpuSimResult<CopyKernels> {
    let all: [CudaKernel; COPIES.len()] =
        all.try_into().map_err(|_| GpuSimError::Nvrtc("kernels that copy fields are missing".into()))?;
    let [gather, gather_ints, scatter, scatter_ints, chosen, chosen_ints, masked, masked_ints, scatter_running] = all;
    Ok(CopyKernels {
        gather: [gather, gather_ints],
        scatter: [scatter, scatter_ints],
        scatter_chosen: [chosen, chosen_ints],
        scatter_masked: [masked, masked_ints],
        scatter_running,
    })
}

/// Compiles kernels into a folder for an architecture such as `sm_90`. Returns how long each took.
pub fn compile_into(all: &[CudaSource], architecture: &str, folder: &Path) -> GpuSimResult<Vec<Duration>> {
    nvrtc::built_in().map_err(failed)?;
    let (_, times) = side_by_side(all, |source| {
        image::image(source.name, &source.text, architecture, Some(folder)).map_err(|error| source.located(error))
    })?;
    if let Some(lost) = all.iter().find(|source| !image::is_kept(&source.text, architecture, folder)) {
        let (folder, name) = (folder.display(), lost.name);
        let why = format!("kernel '{name}' could not be written to {folder}: name a writable folder with free space");
        return Err(GpuSimError::Nvrtc(why));
    }
    Ok(times)
}

/// Rows of a buffer that CUDA maps.
fn cuda_rows(rows: &RowBuffer, row_len: usize) -> GpuSimResult<CudaRows> {
    let address = rows.address().ok_or_else(|| failed("the rows are in memory that CUDA does not map".into()))?;
    Ok(CudaRows { address, row_len })
}

/// The rows of a copy in CUDA.
fn rows_of(copy: &FieldCopy<'_>) -> GpuSimResult<CudaRows> {
    cuda_rows(copy.rows, copy.row_len)
}

fn failed(why: String) -> GpuSimError {
    GpuSimError::Nvrtc(why)
}

impl Backend for CudaBackend {
    fn compiler(&self) -> GpuCompiler {
        GpuCompiler::Nvrtc
    }

    fn use_stream(&self, stream: CudaStream) -> GpuSimResult<()> {
        let mut current = self.stream();
        let before = std::mem::replace(&mut *current, stream);
        if before == stream {
            return Ok(());
        }
        let captures =
            |stream: CudaStream| stream != CudaStream::DEFAULT && self.driver.is_capturing(stream).unwrap_or(true);
        // a capture has to begin after all other work, and whoever captures waits for that
        if captures(before) || captures(stream) {
            return Ok(());
        }
        self.driver.order(before, stream).map_err(failed)
    }

    fn finish(&self) -> GpuSimResult<()> {
        let stream = self.stream();
        self.check_may_wait(*stream)?;
        self.driver.finish(*stream).map_err(failed)
    }

    fn view(&self, field: &FieldSlice<'_>, is_input: bool) -> GpuSimResult<GpuView> {
        let worlds = usize::from(field.is_int);
        let bytes = self.pipelines.bytes(field.is_int);
        let (rows, kept) = if field.tile == 1 {
            let binding = [Binding::WorldReals, Binding::WorldInts][worlds] as usize;
            let address = self.addresses[binding] + (field.at * bytes) as u64;
            (CudaRows { address, row_len: field.world_len }, Arc::clone(&self.buffers[binding]) as Kept)
        } else {
            self.mirror(field, is_input)?
        };
        Ok(GpuView {
            address: rows.address,
            kind: GpuKind::new(field.is_int, self.precision),
            worlds: field.worlds.len(),
            len: field.len,
            row_step: rows.row_len,
            driver: Arc::clone(&self.driver),
            _kept: kept,
        })
    }

    fn launch(
        &self,
        commands: &mut dyn Iterator<Item = Command>,
        controls: Option<&ControlCopies>,
    ) -> GpuSimResult<Submission> {
        self.change(|stream| {
            for command in commands {
                match (command, controls) {
                    (Command::Kernel(kernel, run), _) => self.launch_kernel(stream, kernel, run)?,
                    (Command::Controls { block, only_running }, Some(ControlCopies::Cuda(copies))) => {
                        self.fields.scatter_block(stream, copies, block, only_running)?;
                    }
                    (Command::Controls { .. }, _) => {
                        return Err(failed("these controls were prepared for another backend".into()));
                    }
                }
            }
            Ok(None)
        })
    }

    /// An event of CUDA between any two kernels.
    fn time(&self, kernels: &mut dyn Iterator<Item = (usize, Run)>, _: usize) -> GpuSimResult<Vec<f64>> {
        let clock = self.change(|stream| {
            self.check_may_wait(stream)?;
            let mut clock = Clock::new(&self.driver, stream);
            clock.record().map_err(failed)?;
            for (kernel, run) in kernels {
                self.launch_kernel(stream, kernel, run)?;
                clock.record().map_err(failed)?;
            }
            Ok(clock)
        })?;
        clock.spans().map_err(failed)
    }

    fn download(&self, fields: &[FieldSlice<'_>], take: &mut Take<'_>) -> GpuSimResult<()> {
        self.look(|stream| {
            self.check_may_wait(stream)?;
            fields.iter().enumerate().try_for_each(|(place, field)| {
                let kind = GpuKind::new(field.is_int, self.precision);
                self.fields.read(stream, field, kind, |bytes| take(place, kind, bytes))
            })
        })
    }

    fn upload(&self, field: &FieldSlice<'_>, kind: GpuKind, numbers: &[f64]) -> GpuSimResult<()> {
        self.change(|stream| {
            self.check_may_wait(stream)?;
            self.fields.write(stream, field, kind, numbers)
        })
    }

    fn begin_read(&self, fields: &[FieldSlice<'_>]) -> GpuSimResult<GpuRead> {
        self.look(|_| Ok(()))?;
        self.finish()?;
        GpuRead::begin(&self.pipelines, &self.reads, fields)
    }

    fn rows(&self, _: &str, numbers: usize, is_int: bool, worlds: usize) -> GpuSimResult<RowBuffer> {
        let bytes = (numbers as u64).saturating_mul(self.pipelines.bytes(is_int) as u64);
        let pooled = self.context.shared_pool().and_then(|pool| pool.acquire(bytes, worlds));
        Ok(RowBuffer::Shared(pooled.map_err(GpuSimError::into_nvrtc)?))
    }

    fn rows_from(&self, numbers: CudaView) -> GpuSimResult<RowBuffer> {
        self.driver.check_range(numbers.address, numbers.bytes()).map_err(GpuSimError::Cuda)?;
        Ok(RowBuffer::Foreign(numbers.address))
    }

    fn fill(&self, rows: &RowBuffer, bytes: &[u8]) -> GpuSimResult<()> {
        let stream = self.stream();
        self.check_may_wait(*stream)?;
        rows.memory()?.upload(*stream, bytes).map_err(failed)
    }

    fn copy_out(&self, field: &FieldSlice<'_>, to: CudaView) -> GpuSimResult<()> {
        self.driver.check_range(to.address, to.bytes()).map_err(GpuSimError::Cuda)?;
        self.look(|stream| self.fields.gather(stream, field, CudaRows { address: to.address, row_len: field.len }))
    }

    fn gather(&self, copies: &[FieldCopy<'_>]) -> GpuSimResult<()> {
        self.look(|stream| copies.iter().try_for_each(|copy| self.fields.gather(stream, &copy.field, rows_of(copy)?)))
    }

    fn scatter(&self, copy: &FieldCopy<'_>) -> GpuSimResult<Submission> {
        let rows = rows_of(copy)?;
        self.change(|stream| self.fields.scatter(stream, &copy.field, rows).map(|()| None))
    }

    /// States of a batch on wgpu have no address: those go through wgpu.
    fn scatter_chosen(&self, copies: &[FieldCopy<'_>], choice: &[i32]) -> GpuSimResult<()> {
        self.change(|stream| {
            self.check_may_wait(stream)?;
            if copies.iter().any(|copy| copy.rows.address().is_none()) {
                self.driver.finish(stream).map_err(failed)?;
                scatter_chosen(&self.pipelines, copies, choice)?;
                return self.context.settle();
            }
            let rows = copies.iter().map(rows_of).collect::<GpuSimResult<Vec<_>>>()?;
            self.fields.scatter_chosen(stream, copies.iter().map(|copy| &copy.field).zip(rows), choice)
        })
    }

    fn scatter_masked(&self, copies: &[FieldCopy<'_>], MaskedRows { mask, row_step }: MaskedRows) -> GpuSimResult<()> {
        self.driver.check_range(mask.address, mask.len as u64).map_err(GpuSimError::Cuda)?;
        self.change(|stream| {
            copies.iter().try_for_each(|copy| {
                self.fields.scatter_masked(stream, &copy.field, rows_of(copy)?, row_step, mask.address)
            })
        })
    }

    fn control_copies(
        &self,
        ctrl: &FieldSlice<'_>,
        status: &FieldSlice<'_>,
        rows: &RowBuffer,
        blocks: RowBlocks<'_>,
    ) -> GpuSimResult<ControlCopies> {
        let CudaRows { address, row_len } = cuda_rows(rows, ctrl.len)?;
        Ok(ControlCopies::Cuda(CudaBlocks::new(ctrl, status, address, row_len, blocks)))
    }
}

#[cfg(test)]
mod tests {
    use super::nvrtc;
    use naga_cuda::{Options, translate_wgsl};

    /// The shaders of naga-cuda's own tests, in which everything that it writes occurs.
    #[test]
    fn nvrtc_compiles_every_construct_that_naga_cuda_writes() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../naga-cuda/tests/shaders");
        let mut count = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = translate_wgsl(&std::fs::read_to_string(&path).unwrap(), &Options::new("main")).unwrap();
            count += 1;
            if nvrtc::version().is_ok() {
                let compiled = nvrtc::compile("test", &text, &["--gpu-architecture=sm_90", "--std=c++17"]);
                assert!(compiled.is_ok(), "{}: {compiled:?}", path.display());
            }
        }
        assert!(count >= 8, "{count} shaders");
    }
}
