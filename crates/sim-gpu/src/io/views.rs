//! Views of a batch's fields in CUDA's memory, and the stream of its work.

use crate::backend::device::CudaStream;
use crate::batch::GpuBatchSim;
use crate::codegen::catalogue::STATE;
use crate::compiler::GpuCompiler;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::cuda_views::{CudaMask, CudaView, GpuView};

impl GpuBatchSim {
    /// A view of a field in CUDA's memory. Fields are those of [`read`](Self::read), and parameters of the Model that
    /// [`GpuOptions::per_world`](crate::GpuOptions::per_world) names and no constant follows from, such as `geom_friction` and
    /// `actuator_gainprm`.
    ///
    /// With kernels of the driver's compiler there is none: [`GpuSimError::NoView`].
    pub fn view(&mut self, field: &str) -> GpuSimResult<GpuView> {
        let is_parameter = self.check_plain(field)?;
        let view = self.backend.view(&self.field(field)?, STATE.contains(&field) || is_parameter)?;
        if is_parameter {
            self.written.insert(field.into());
        }
        Ok(view)
    }

    /// Launches the work of all following calls on a stream of CUDA, after the work on the stream before. Without effect with kernels of
    /// the driver's compiler.
    ///
    /// While a graph is captured on the stream, steps and resets by a mask are captured. Calls that wait for the GPU are errors then.
    pub fn use_stream(&mut self, stream: CudaStream) -> GpuSimResult<()> {
        self.backend.use_stream(stream)
    }

    /// Index in CUDA of the GPU whose streams the batch launches its work on. None with kernels of the driver's compiler.
    pub fn cuda_ordinal(&self) -> Option<i32> {
        let pool = self.context.shared_pool().ok().filter(|_| self.compiler() == GpuCompiler::Nvrtc);
        pool.map(|pool| pool.driver().ordinal())
    }

    /// Waits until the GPU is done with everything that was launched.
    pub fn finish(&self) -> GpuSimResult<()> {
        self.backend.finish()?;
        self.context.check()
    }

    /// Copies a field of all worlds into memory of CUDA, `[world][number]`. With NVRTC it does not wait.
    pub fn read_into_cuda(&self, field: &str, to: CudaView) -> GpuSimResult<()> {
        let slice = self.field(field)?;
        super::cuda_arrays::check_view(slice.name, to, slice.total(), self.kind(&slice))?;
        if to.len == 0 {
            return Ok(());
        }
        self.backend.copy_out(&slice, to)
    }

    /// An error if a mask has not an entry for each world.
    pub(crate) fn check_cuda_mask(&self, mask: CudaMask) -> GpuSimResult<()> {
        if mask.len == self.worlds {
            return Ok(());
        }
        Err(GpuSimError::WrongLength { field: "mask of worlds".into(), expected: self.worlds, given: mask.len })
    }
}
