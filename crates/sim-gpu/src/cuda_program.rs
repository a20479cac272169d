//! The kernels of a plan in CUDA.

use crate::batch::{GpuBatchSim, GpuOptions, plan_for_subgroups};
use crate::cache;
use crate::codegen::plan::Plan;
use crate::codegen::{Binding, Precision};
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::cubin;
use crate::cuda_fields::CudaFields;
use crate::cuda_text::{ENTRY, Loops, SUBGROUP};
use crate::device::{Argument, Clock, CudaKernel, Driver, nvrtc};
use crate::error::{GpuSimError, GpuSimResult};
use crate::lending::Lender;
use crate::program::{Dispatches, Run, Shader, side_by_side};
use crate::room::Room;
use crate::spirv::Scope;
use crate::transfer::{Copies, GROUP, shader_text};
use sim_core::Model;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Kernels with the buffers that they work on, all of which CUDA knows.
#[derive(Debug)]
pub struct CudaProgram {
    kernels: Vec<CudaKernel>,
    /// The kernel that takes a step's controls into those worlds alone that have not failed.
    scatter_running: CudaKernel,
    fields: CudaFields,
    dispatches: Dispatches,
    /// Of the buffers in the order of their bindings.
    addresses: Vec<u64>,
    driver: Arc<Driver>,
}

/// A kernel to be compiled: its name, its text in CUDA C++, and the invocations of a workgroup.
struct Source {
    name: &'static str,
    text: String,
    threads: u32,
}

/// Memory that CUDA on the card of a context knows, or why kernels do not run there.
pub fn lender_of(context: &GpuSimContext) -> GpuSimResult<&Arc<Lender>> {
    nvrtc::built_in().map_err(GpuSimError::Nvrtc)?;
    context.lender().map_err(GpuSimError::of_nvrtc)
}

/// Kernels that copy fields: their names, their entries in the shader, and whether they are for whole numbers.
const COPIES: [(&str, &str, bool); 7] = [
    ("gather", "gather", false),
    ("gather whole numbers", "gather", true),
    ("scatter", "scatter", false),
    ("scatter whole numbers", "scatter", true),
    ("scatter chosen", "scatter_chosen", false),
    ("scatter chosen whole numbers", "scatter_chosen", true),
    ("scatter where worlds run", "scatter_running", false),
];

/// The kernels of a plan and those that copy fields, in CUDA C++.
fn sources(plan: &Plan, precision: Precision) -> GpuSimResult<Vec<Source>> {
    let mut all = Vec::new();
    for kernel in &plan.kernels {
        let threads = (kernel.scale.lanes * kernel.scale.worlds) as u32;
        all.push(Source { name: kernel.name, text: cubin::text_of(kernel)?, threads });
    }
    for (name, entry, is_int) in COPIES {
        let text = shader_text(if is_int { "i32" } else { precision.number() });
        let shader = Shader { name, text: &text, entry, scope: Scope::Workgroup };
        all.push(Source { name, text: cubin::text(shader, Loops::Free)?, threads: GROUP as u32 });
    }
    Ok(all)
}

/// Bytes of workgroup memory that a workgroup may take on every card of NVIDIA.
const WORKGROUP_BYTES: usize = 48 << 10;

impl GpuBatchSim {
    /// Name and text of each kernel of a model in CUDA C++, as NVRTC compiles them ([`GpuCompiler::Nvrtc`](crate::GpuCompiler)); neither
    /// it nor a card is needed.
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

    /// Compiles the kernels of a model by NVRTC for an architecture such as `sm_90`, puts them into a folder, and tells how long each took;
    /// no card is needed. Where the variable `CORTENFORGE_CACHE` names that folder, batches of the same model and options find them, on
    /// machines that have no NVRTC too. An error where there is none here, or where the folder does not take them.
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
        nvrtc::built_in().map_err(GpuSimError::Nvrtc)?;
        let sources = sources_of(m, options)?;
        let (_, times) =
            side_by_side(&sources, |source| cubin::image(source.name, &source.text, architecture, Some(folder)))?;
        if let Some(lost) = sources.iter().find(|source| !cubin::is_kept(&source.text, architecture, folder)) {
            let (folder, name) = (folder.display(), lost.name);
            let why =
                format!("{folder} did not take the kernel '{name}': name a folder that can be written, with room");
            return Err(GpuSimError::Nvrtc(why));
        }
        Ok(sources.iter().map(|source| source.name.to_string()).zip(times).collect())
    }
}

/// The kernels of a model for a card of NVIDIA.
fn sources_of(m: &Model, options: &GpuOptions) -> GpuSimResult<Vec<Source>> {
    // planned as for a batch that NVRTC compiles, whatever the options say
    let options = GpuOptions { compiler: GpuCompiler::Nvrtc, ..options.clone() };
    let prepared = plan_for_subgroups(m, &options, SUBGROUP, WORKGROUP_BYTES)?;
    sources(&prepared.plan, options.precision)
}

impl CudaProgram {
    /// Compiles the kernels of a plan for buffers in the order of their bindings, and tells how long each took.
    pub fn new(
        lender: &Arc<Lender>,
        plan: &Plan,
        precision: Precision,
        rooms: &[Room],
        dispatches: Dispatches,
    ) -> GpuSimResult<(Self, Vec<Duration>)> {
        let driver = lender.driver();
        let architecture = driver.architecture().map_err(GpuSimError::Nvrtc)?;
        let folder = cache::folder();
        let (mut kernels, mut times) = side_by_side(&sources(plan, precision)?, |source| {
            let image = cubin::image(source.name, &source.text, &architecture, folder.as_deref())?;
            CudaKernel::load(driver, &image, ENTRY, source.threads)
                .map_err(|why| GpuSimError::Nvrtc(format!("{}: {why}", source.name)))
        })?;
        times.truncate(plan.kernels.len());
        let copies = kernels.split_off(plan.kernels.len().min(kernels.len()));
        let copies: [CudaKernel; COPIES.len()] =
            copies.try_into().map_err(|_| GpuSimError::Nvrtc("kernels that copy fields are missing".into()))?;
        let [gather, gather_ints, scatter, scatter_ints, chosen, chosen_ints, scatter_running] = copies;
        let addresses: Vec<u64> = rooms.iter().map(Room::address).collect();
        let worlds = [Binding::WorldReals, Binding::WorldInts].map(|binding| addresses[binding as usize]);
        let (gather, scatter, chosen) = ([gather, gather_ints], [scatter, scatter_ints], [chosen, chosen_ints]);
        let fields = CudaFields::new(lender, gather, scatter, chosen, worlds);
        Ok((Self { kernels, scatter_running, fields, dispatches, addresses, driver: Arc::clone(driver) }, times))
    }

    /// Starts a kernel, by its place in the plan, after what was started before.
    pub fn launch(&self, kernel: usize, run: Run) -> GpuSimResult<()> {
        let (Some(loaded), Some(groups)) = (self.kernels.get(kernel), self.dispatches.groups(kernel)) else {
            return Ok(());
        };
        let settings = self.dispatches.settings(run);
        let mut arguments: Vec<Argument<'_>> = self.addresses.iter().copied().map(Argument::Address).collect();
        arguments.push(Argument::Settings(&settings));
        loaded.launch(groups, &arguments).map_err(GpuSimError::Nvrtc)
    }

    /// Starts the copy of a block of controls: into every world, or into those alone that have not failed.
    pub fn launch_block(&self, copies: &Copies, block: usize, only_running: bool) -> GpuSimResult<()> {
        let (Some(groups), Some(settings)) = (copies.groups(), copies.settings(block)) else { return Ok(()) };
        let address = copies.address().ok_or_else(|| GpuSimError::Nvrtc("controls that CUDA does not know".into()))?;
        let room = |binding: Binding| Argument::Address(self.addresses[binding as usize]);
        let rows = Argument::Address(address);
        // in the order of the shader's bindings
        let arguments = [room(Binding::WorldReals), rows, Argument::Settings(settings), room(Binding::WorldInts)];
        let kernel = if only_running { &self.scatter_running } else { self.fields.scatter_reals() };
        kernel.launch(groups, &arguments).map_err(GpuSimError::Nvrtc)
    }

    /// Copies of fields.
    pub fn fields(&self) -> &CudaFields {
        &self.fields
    }

    /// Waits until CUDA has done everything: wgpu sees it.
    pub fn end(&self) -> GpuSimResult<()> {
        self.driver.synchronize().map_err(GpuSimError::Nvrtc)
    }

    /// A clock of CUDA.
    pub fn clock(&self) -> Clock {
        Clock::new(&self.driver)
    }
}
