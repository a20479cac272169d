//! Many worlds of one model on a GPU.

mod kernels;
mod overrides;
mod profile;
mod protocol;
mod reference;
mod run;
mod status;

pub use profile::KernelTime;

use crate::backend::field::FieldSlice;
use crate::backend::{self, Backend, Opened};
use crate::codegen::Precision;
use crate::codegen::catalogue::{APPLIED, Limits, STATE};
use crate::codegen::noise::{CONTROL_NOISE, NOISE_STEP};
use crate::codegen::plan::Plan;
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::saved_states::GpuStates;
use crate::options::GpuOptions;
use crate::planning::{Prepared, groups_of, plan_on};
use sim_core::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// A batch of worlds whose state lives on the GPU.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 3, &GpuOptions::default())?;
/// batch.write("qvel", &[0.0, 1.0, f64::NAN])?;
/// let errors = batch.step_all_n(10)?;
/// assert!(errors[1].is_none() && errors[2].is_some(), "a world that fails fails alone");
/// assert!(batch.read("qpos")?[1] > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuBatchSim {
    pub(crate) backend: Box<dyn Backend>,
    pub(crate) context: GpuSimContext,
    pub(crate) model: Arc<Model>,
    pub(crate) plan: Plan,
    compile_times: Vec<Duration>,
    /// Bytes of spill memory of all workgroups.
    spill_bytes: usize,
    /// Number of worlds.
    pub(crate) worlds: usize,
    limits: Limits,
    pub(crate) precision: Precision,
    /// Reals and integers of the state.
    pub(crate) state_len: [usize; 2],
    /// Numbers of the applied forces, at the end of the reals of the state.
    pub(crate) applied_len: usize,
    /// Fields of the Model that may differ between worlds.
    pub(crate) varied: BTreeSet<String>,
    /// Models of worlds with overrides.
    pub(crate) own: Vec<Option<Arc<Model>>>,
    /// Parameters that were written on the device: the Models follow in [`refresh_models`](Self::refresh_models).
    pub(crate) written: BTreeSet<String>,
    /// The initial state and the keyframes that were reset to, uploaded at the first use.
    pub(crate) reset_states: BTreeMap<Option<usize>, GpuStates>,
    /// Whether the batch has everything that a step needs.
    can_step: bool,
}

impl GpuBatchSim {
    /// A batch of `n` worlds at the model's initial state, on the shared context, with default options.
    pub fn new(model: Arc<Model>, n: usize) -> GpuSimResult<Self> {
        Self::check_model(&model)?;
        Self::with(&GpuSimContext::shared()?, model, n, &GpuOptions::default())
    }

    /// A batch of `n` worlds on the shared context, or `None` if there is no GPU.
    pub fn try_new(model: Arc<Model>, n: usize) -> GpuSimResult<Option<Self>> {
        match Self::new(model, n) {
            Ok(batch) => Ok(Some(batch)),
            Err(GpuSimError::NotAvailable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// An error that lists what of a model a GPU does not compute. No device is opened.
    pub fn check_model(model: &Model) -> GpuSimResult<()> {
        let missing = Self::missing(model);
        if missing.is_empty() { Ok(()) } else { Err(GpuSimError::Unsupported(missing)) }
    }

    /// A batch of `n` worlds at the model's initial state, on a context, with options.
    pub fn with(context: &GpuSimContext, model: Arc<Model>, n: usize, options: &GpuOptions) -> GpuSimResult<Self> {
        let by = |compiler| options.clone().compiler(compiler);
        match options.compiler {
            GpuCompiler::Best if context.nvrtc_pool().is_err() => {
                Self::compiled(context, model, n, &by(GpuCompiler::Driver))
            }
            GpuCompiler::Best => match Self::compiled(context, Arc::clone(&model), n, &by(GpuCompiler::Nvrtc)) {
                Err(GpuSimError::Nvrtc(_)) => Self::compiled(context, model, n, &by(GpuCompiler::Driver)),
                outcome => outcome,
            },
            GpuCompiler::Driver | GpuCompiler::Nvrtc => Self::compiled(context, model, n, options),
        }
    }

    /// A batch whose kernels the compiler of the options compiles.
    fn compiled(context: &GpuSimContext, model: Arc<Model>, n: usize, options: &GpuOptions) -> GpuSimResult<Self> {
        let Prepared { plan, catalogue, limits, varied } = plan_on(context, &model, options, n)?;
        let groups = groups_of(context, options)?;
        let precision = options.precision;
        let Opened { backend, compile_times, spill_bytes } =
            backend::open(context, &plan, &catalogue, precision, n, groups, options.compiler)?;
        let (state_len, applied_len) = state_lengths(&plan);
        let mut batch = Self {
            backend,
            context: context.clone(),
            model,
            plan,
            compile_times,
            spill_bytes,
            worlds: n,
            limits,
            precision,
            state_len,
            applied_len,
            varied,
            own: Vec::new(),
            reset_states: BTreeMap::new(),
            written: BTreeSet::new(),
            can_step: !options.only_visible,
        };
        batch.upload_parameters(0, &vec![Arc::clone(&batch.model); n])?;
        batch.reset_all()?;
        Ok(batch)
    }

    /// Number of worlds.
    pub fn len(&self) -> usize {
        self.worlds
    }

    /// Whether there are no worlds.
    pub fn is_empty(&self) -> bool {
        self.worlds == 0
    }

    /// The model that all worlds share. A world with overrides has its own: [`model_of`](Self::model_of).
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The compiler of the kernels: [`GpuCompiler::Driver`] or [`GpuCompiler::Nvrtc`].
    pub fn compiler(&self) -> GpuCompiler {
        self.backend.compiler()
    }

    /// Bytes of device memory of a world, with its share of the spill memory: fewer the more worlds there are.
    pub fn bytes_per_world(&self) -> usize {
        let own = self.plan.world_len[0] * self.precision.bytes() + self.plan.world_len[1] * 4;
        own + self.spill_bytes.div_ceil(self.worlds.max(1))
    }

    /// Name and WGSL of each kernel.
    pub fn shaders(&self) -> impl Iterator<Item = (&str, &str)> {
        self.plan.kernels.iter().map(|kernel| (kernel.name, kernel.text.as_str()))
    }

    /// Name of each kernel and how long it took to compile, or to be found on disk. Kernels are compiled at once.
    pub fn compile_times(&self) -> impl Iterator<Item = (&str, Duration)> {
        self.plan.kernels.iter().map(|kernel| kernel.name).zip(self.compile_times.iter().copied())
    }

    /// Most contacts and constraint rows of a world.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// A field of all worlds.
    pub(crate) fn field(&self, field: &str) -> GpuSimResult<FieldSlice<'_>> {
        let (layout, at) = self.plan.world.get(field).ok_or_else(|| {
            let is_noise = field == CONTROL_NOISE || field == NOISE_STEP;
            let cure = if is_noise { "set `control_noise`" } else { "name it in `visible`" };
            GpuSimError::UnknownField(format!("this batch does not keep '{field}': {cure} of its options"))
        })?;
        Ok(FieldSlice::new(layout, *at, &self.plan, self.worlds))
    }
}

/// Reals and integers of the state in the worlds' buffers, and numbers of the applied forces at its end.
fn state_lengths(plan: &Plan) -> ([usize; 2], usize) {
    let len = |names: &[&str], kind: usize| -> usize {
        let fields = names.iter().filter_map(|&name| plan.world.get(name));
        fields.filter(|(layout, _)| usize::from(layout.is_int) == kind).map(|(layout, _)| layout.len()).sum()
    };
    ([len(STATE, 0), len(STATE, 1)], len(APPLIED, 0))
}
