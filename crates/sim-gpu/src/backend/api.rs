//! What a backend does for a batch: buffers, kernels, copies of fields, launches.

use super::buffer::RowBuffer;
use super::cuda::blocks::CudaBlocks;
use super::dispatch::Run;
use super::field::{FieldSlice, RowBlocks};
use super::wgpu::fields::RowCopies;
use crate::backend::device::CudaStream;
use crate::compiler::GpuCompiler;
use crate::error::GpuSimResult;
use crate::io::cuda_views::{CudaMask, CudaView, GpuView};
use crate::io::numbers::GpuKind;
use crate::io::reading::GpuRead;
use std::fmt::Debug;

/// A part of a launch.
#[derive(Clone, Copy, Debug)]
pub enum Command {
    /// A kernel, by its place in the plan.
    Kernel(usize, Run),
    /// Copies a block of controls: into every world, or only into those that have not failed.
    Controls {
        /// The block.
        block: usize,
        /// Whether failed worlds keep their controls.
        only_running: bool,
    },
}

/// Copies of controls, one for each step, in the form of the backend that made them.
#[derive(Debug)]
pub enum ControlCopies {
    /// Bind groups of wgpu.
    Wgpu(RowCopies),
    /// Addresses of CUDA.
    Cuda(CudaBlocks),
}

/// When the GPU is done with a launch: after this submission, or already.
pub type Submission = Option<::wgpu::SubmissionIndex>;

/// A copy between a field and a dense array on the device.
#[derive(Clone, Debug)]
pub struct FieldCopy<'a> {
    /// The field.
    pub field: FieldSlice<'a>,
    /// The array.
    pub rows: &'a RowBuffer,
    /// Numbers of a row.
    pub row_len: usize,
}

/// Rows that the worlds of a mask take.
#[derive(Clone, Copy, Debug)]
pub struct MaskedRows {
    /// The worlds.
    pub mask: CudaMask,
    /// Rows from one world's to the next one's: 1, or 0 if all worlds take the first.
    pub row_step: usize,
}

/// Takes numbers of a download: place of the field, kind of its numbers, bytes.
pub type Take<'a> = dyn FnMut(usize, GpuKind, &[u8]) + 'a;

/// Kernels and buffers of a batch on a device, and everything that a batch asks of them.
///
/// Calls take effect in their order. [`launch`](Self::launch) and all copies on the device may return before the GPU is done. Downloads and
/// uploads wait for everything before them.
pub trait Backend: Debug + Send + Sync {
    /// The compiler of the kernels.
    fn compiler(&self) -> GpuCompiler;

    /// Launches what follows on a stream of CUDA, after everything launched before. Without effect where kernels are not CUDA's.
    fn use_stream(&self, stream: CudaStream) -> GpuSimResult<()>;

    /// Waits for everything launched.
    fn finish(&self) -> GpuSimResult<()>;

    /// A view of a field in CUDA's memory, always current. What is written into a view of an input counts from the next call on.
    fn view(&self, field: &FieldSlice<'_>, is_input: bool) -> GpuSimResult<GpuView>;

    /// Copies a field into numbers in CUDA's memory, `[world][number]`.
    fn copy_out(&self, field: &FieldSlice<'_>, to: CudaView) -> GpuSimResult<()>;

    /// Numbers in CUDA's memory as rows that this backend's copies reach: the memory itself, or a copy.
    fn rows_from(&self, numbers: CudaView) -> GpuSimResult<RowBuffer>;

    /// Writes bytes of the host into the start of rows, after everything launched before that reads them.
    fn fill(&self, rows: &RowBuffer, bytes: &[u8]) -> GpuSimResult<()>;

    /// Copies a row of every field into each world of a mask.
    fn scatter_masked(&self, copies: &[FieldCopy<'_>], rows: MaskedRows) -> GpuSimResult<()>;

    /// Runs commands in their order. `controls` are the copies that [`Command::Controls`] refers to.
    fn launch(
        &self,
        commands: &mut dyn Iterator<Item = Command>,
        controls: Option<&ControlCopies>,
    ) -> GpuSimResult<Submission>;

    /// Runs `count` kernels one after another and measures each (µs).
    fn time(&self, kernels: &mut dyn Iterator<Item = (usize, Run)>, count: usize) -> GpuSimResult<Vec<f64>>;

    /// Hands over the numbers of fields in their order. Large fields may come in several parts.
    fn download(&self, fields: &[FieldSlice<'_>], take: &mut Take<'_>) -> GpuSimResult<()>;

    /// Writes all numbers of a field.
    fn upload(&self, field: &FieldSlice<'_>, kind: GpuKind, numbers: &[f64]) -> GpuSimResult<()>;

    /// Starts a download that does not block: the GPU goes on.
    fn begin_read(&self, fields: &[FieldSlice<'_>]) -> GpuSimResult<GpuRead>;

    /// A dense array `[row][number]` that this backend's copies reach. `worlds` stands in errors.
    fn rows(&self, label: &str, numbers: usize, is_int: bool, worlds: usize) -> GpuSimResult<RowBuffer>;

    /// Copies fields into rows, one row for each world.
    fn gather(&self, copies: &[FieldCopy<'_>]) -> GpuSimResult<()>;

    /// Copies rows, one for each world, into a field.
    fn scatter(&self, copy: &FieldCopy<'_>) -> GpuSimResult<Submission>;

    /// Copies a chosen row of every field into each world. `choice` has a row for each world, negative for none.
    fn scatter_chosen(&self, copies: &[FieldCopy<'_>], choice: &[i32]) -> GpuSimResult<()>;

    /// Prepares copies of blocks of rows into the field `ctrl`. `status` says which worlds run.
    fn control_copies(
        &self,
        ctrl: &FieldSlice<'_>,
        status: &FieldSlice<'_>,
        rows: &RowBuffer,
        blocks: RowBlocks<'_>,
    ) -> GpuSimResult<ControlCopies>;
}
