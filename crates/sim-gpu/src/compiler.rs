//! Who compiles the kernels.

use crate::device::nvrtc;
use std::path::Path;

/// Who compiles the kernels of a batch, and runs them.
///
/// NVIDIA's driver for Vulkan writes loops out: the solver of larger models is then longer than the memory that a processor keeps
/// instructions in. NVRTC keeps its loops: on an H200 steps were 1.3 to 2.1 times as quick with it, and no quicker where one lane has a
/// world in all of the step. What is computed is the same; the last digits of the results may differ.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let options = GpuOptions { compiler: GpuCompiler::Best, ..Default::default() };
/// let mut batch = GpuBatchSim::with(&context, model, 2, &options)?;
/// batch.step_all()?;
/// if let (GpuCompiler::Driver, Err(why)) = (batch.compiler(), context.nvrtc_version()) {
///     println!("{why}"); // no card of NVIDIA, no libnvrtc, or a program without it
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GpuCompiler {
    /// The driver of any card, through wgpu.
    #[default]
    Driver,
    /// NVIDIA's NVRTC, for CUDA: on Linux, with a card of NVIDIA, where this crate is built with its feature `nvrtc`. The library is looked
    /// for at run time: `pip install nvidia-cuda-nvrtc-cu12`, or CUDA's toolkit, with its folder in `LD_LIBRARY_PATH` or told to
    /// [`look_for_nvrtc_in`](Self::look_for_nvrtc_in). Kernels that were compiled before need no library. Calls wait for the card, but for
    /// [`begin_read`](crate::GpuBatchSim::begin_read) and for taking states of a batch that the driver compiled.
    Nvrtc,
    /// NVRTC where it compiles for the card, else the driver: [`GpuBatchSim::compiler`](crate::GpuBatchSim::compiler) tells which it was.
    Best,
}

impl GpuCompiler {
    /// Looks for libnvrtc in this folder too, from now on, where the system finds none.
    ///
    /// ```
    /// sim_gpu::GpuCompiler::look_for_nvrtc_in("/usr/local/cuda/lib64".as_ref());
    /// ```
    pub fn look_for_nvrtc_in(folder: &Path) {
        nvrtc::look_in(folder);
    }
}
