//! The compiler of the kernels.

use crate::backend::device::nvrtc;
use std::path::Path;

/// The compiler of a batch's kernels, which also decides whether wgpu or CUDA runs them.
///
/// Results differ in their last digits. On an H200, NVRTC's kernels step 1.3 to 2.1 times as fast, and as fast with one lane per world:
/// the Vulkan driver unrolls loops until the solver is larger than the instruction cache.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// batch.step_all()?;
/// if let (GpuCompiler::Driver, Err(why)) = (batch.compiler(), context.nvrtc_version()) {
///     println!("{why}"); // no GPU of NVIDIA, no libnvrtc, or a program built without it
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuCompiler {
    /// The driver of any GPU, through wgpu.
    Driver,
    /// NVIDIA's NVRTC; CUDA runs the kernels. An error if it is not available.
    ///
    /// It needs Linux, a GPU of NVIDIA, the crate feature `nvrtc`, and libnvrtc at run time: `pip install nvidia-cuda-nvrtc-cu12` or the
    /// CUDA toolkit, with its folder in `LD_LIBRARY_PATH` or given to [`look_for_nvrtc_in`](Self::look_for_nvrtc_in). Kernels compiled
    /// before need no libnvrtc. Calls wait for the GPU, except [`begin_read`](crate::GpuBatchSim::begin_read) and taking states of a
    /// batch on wgpu.
    Nvrtc,
    /// [`Nvrtc`](Self::Nvrtc) if it is available, else [`Driver`](Self::Driver). [`GpuBatchSim::compiler`](crate::GpuBatchSim::compiler)
    /// returns which one was used.
    Best,
}

impl Default for GpuCompiler {
    /// [`Best`](GpuCompiler::Best): NVRTC if it is available, else the driver. Without the feature `nvrtc` that is the driver. Rust,
    /// Python and the command have the same default.
    fn default() -> Self {
        Self::Best
    }
}

impl GpuCompiler {
    /// Adds a folder that is searched for libnvrtc if the system does not find it.
    ///
    /// ```
    /// sim_gpu::GpuCompiler::look_for_nvrtc_in("/usr/local/cuda/lib64".as_ref());
    /// ```
    pub fn look_for_nvrtc_in(folder: &Path) {
        nvrtc::look_in(folder);
    }
}
