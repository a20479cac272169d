//! Who compiles the kernels.

/// Who compiles the kernels of a batch, and runs them.
///
/// NVIDIA's driver for Vulkan writes loops out: the solver of larger models is then longer than the memory that a processor keeps
/// instructions in. NVRTC keeps its loops, which made it a fifth to two thirds quicker on an H200. What is computed is the same; the last
/// digits of the results may differ.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions, GpuSimError};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let options = GpuOptions { compiler: GpuCompiler::Nvrtc, ..Default::default() };
/// let mut batch = match GpuBatchSim::with(&context, Arc::clone(&model), 2, &options) {
///     Err(GpuSimError::Nvrtc(why)) => {
///         println!("{why}"); // no card of NVIDIA, no libnvrtc, or a program without it
///         GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?
///     }
///     batch => batch?,
/// };
/// batch.step_all()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GpuCompiler {
    /// The driver of any card, through wgpu.
    #[default]
    Driver,
    /// NVIDIA's NVRTC, for CUDA: on Linux, with a card of NVIDIA, where this crate is built with its feature `nvrtc`. The library is looked
    /// for at run time: `pip install nvidia-cuda-nvrtc-cu12`, or CUDA's toolkit, with its folder in `LD_LIBRARY_PATH`. Kernels
    /// that were compiled before need no library. Calls that step wait for the card.
    Nvrtc,
}
