//! Kernels of a model as text, or compiled ahead. No batch is needed, and for most no GPU.

use crate::backend::cuda::{CudaSource, compile_into, sources};
use crate::batch::GpuBatchSim;
use crate::codegen::missing::missing;
use crate::codegen::tables::Tables;
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::error::GpuSimResult;
use crate::options::GpuOptions;
use crate::parameters::check_orientations;
use crate::planning::{MANY_LANES, Prepared, for_all_sizes, plan_for_subgroups, plan_on};
use sim_core::Model;
use std::path::Path;
use std::time::Duration;

/// Bytes of workgroup memory that a workgroup may have on every GPU of NVIDIA.
const WORKGROUP_BYTES: usize = 48 << 10;

impl GpuBatchSim {
    /// Name and WGSL of each kernel of a model for `worlds` worlds on this device.
    pub fn shaders_on(
        context: &GpuSimContext,
        m: &Model,
        options: &GpuOptions,
        worlds: usize,
    ) -> GpuSimResult<Vec<(String, String)>> {
        Ok(named_texts(plan_on(context, m, options, worlds)?))
    }

    /// Name and WGSL of each kernel of a model, for a device with `workgroup_bytes` of workgroup memory and subgroups of 32 lanes. No
    /// device is needed.
    pub fn shaders_of(m: &Model, options: &GpuOptions, workgroup_bytes: usize) -> GpuSimResult<Vec<(String, String)>> {
        Ok(named_texts(plan_for_subgroups(m, options, MANY_LANES, workgroup_bytes)?))
    }

    /// What of a model the GPU does not compute, each with its cure. Empty if the model runs.
    pub fn missing(m: &Model) -> Vec<String> {
        let mut all = missing(m);
        all.extend_from_slice(Tables::new(m).pairs.missing());
        all.extend(check_orientations(m).err());
        all
    }

    /// Name and CUDA C++ of each kernel of a model, as NVRTC compiles it ([`GpuCompiler::Nvrtc`]). Neither NVRTC nor a GPU is needed.
    ///
    /// ```
    /// use sim_gpu::{GpuBatchSim, GpuOptions};
    ///
    /// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
    /// let model = sim_mjcf::load_model(text)?;
    /// let kernels = GpuBatchSim::cuda_of(&model, &GpuOptions::default())?;
    /// assert!(kernels.iter().all(|(_, text)| text.contains("__global__")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cuda_of(m: &Model, options: &GpuOptions) -> GpuSimResult<Vec<(String, String)>> {
        let sources = sources_of(m, options)?;
        Ok(sources.into_iter().map(|source| (source.name.to_string(), source.text)).collect())
    }

    /// Compiles the kernels of a model by NVRTC for an architecture such as `sm_90` into a folder. Returns how long each took.
    ///
    /// No GPU is needed. All numbers of worlds are compiled for, which may have other lanes. Batches of the same model and options find the kernels if the variable `CORTENFORGE_CACHE` names the folder, also
    /// on machines without NVRTC. An error if NVRTC is missing here, or if the folder cannot be written.
    ///
    /// ```no_run
    /// use sim_gpu::{GpuBatchSim, GpuOptions};
    ///
    /// let model = sim_mjcf::load_model_from_file("arm.xml")?;
    /// GpuBatchSim::compile_ahead(&model, &GpuOptions::default(), "sm_90", "kernels".as_ref())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compile_ahead(
        m: &Model,
        options: &GpuOptions,
        architecture: &str,
        folder: &Path,
    ) -> GpuSimResult<Vec<(String, Duration)>> {
        let options = options.clone().compiler(GpuCompiler::Nvrtc);
        let mut sources = Vec::new();
        for options in for_all_sizes(m, &options) {
            sources.extend(sources_of(m, &options)?);
        }
        sources.sort_by(|a, b| a.text.cmp(&b.text));
        sources.dedup_by(|a, b| a.text == b.text);
        let times = compile_into(&sources, architecture, folder)?;
        Ok(sources.iter().map(|source| source.name.to_string()).zip(times).collect())
    }
}

fn named_texts(prepared: Prepared) -> Vec<(String, String)> {
    prepared.plan.kernels.into_iter().map(|kernel| (kernel.name.to_string(), kernel.text.into_string())).collect()
}

/// The kernels of a model for a GPU of NVIDIA, whichever compiler the options name.
fn sources_of(m: &Model, options: &GpuOptions) -> GpuSimResult<Vec<CudaSource>> {
    let options = options.clone().compiler(GpuCompiler::Nvrtc);
    let prepared = plan_for_subgroups(m, &options, naga_cuda::SUBGROUP_LANES, WORKGROUP_BYTES)?;
    sources(&prepared.plan, options.precision)
}
