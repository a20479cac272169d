//! Many worlds of one model on a GPU.

use crate::codegen::catalogue::{Catalogue, Limits};
use crate::codegen::features::{features, missing};
use crate::codegen::noise::{CONTROL_NOISE, ControlNoise, NOISE_STEP};
use crate::codegen::plan::limits::limits;
use crate::codegen::plan::stages::{self, Lanes, SHADERS};
use crate::codegen::plan::{Means, PRIVATE_BYTES, Plan, rows_fit_lanes};
use crate::codegen::tables::{RowTables, Tables};
use crate::codegen::{Features, GROUPS_PER_ROW, Precision, Reductions, Scale};
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::cuda_program::lender_of;
use crate::error::{GpuSimError, GpuSimResult};
use crate::params::{check_orientations, varied, widest};
use crate::program::{CUDA_GROUPS, Kernels, MOST_GROUPS, Program};
use crate::states::{GpuStates, state_lengths};
use crate::transfer::{Source, Transfer};
use sim_core::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How a batch is made.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let options = GpuOptions { visible: vec!["xpos".into()], per_world: vec!["dof_damping".into()], ..Default::default() };
/// let mut batch = GpuBatchSim::with(&context, model, 2, &options)?;
/// batch.override_fields(&[("dof_damping", &[0.0, 5.0])])?;
/// batch.step_all()?;
/// assert_eq!(batch.read("xpos")?.len(), 2 * 2 * 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GpuOptions {
    /// Kind of the real numbers.
    pub precision: Precision,
    /// Fields of Data that [`GpuBatchSim::read`] may ask for, besides the state.
    pub visible: Vec<String>,
    /// Lanes, invocations of the card, that share a world in all of its step but the solver: a power of two. With 2 to 16 a workgroup has
    /// several worlds. Where none are given: one for models of up to 12 dofs, 32 for others on cards whose subgroups hold as many,
    /// elsewhere for those of more than 64 dofs. That follows from the model alone, since the last digits of the results depend on it, and
    /// these do not depend on the number of worlds. On an H200 one lane is quicker for a hundred thousand worlds and more (with the
    /// driver's compiler for thirty thousand), 4 or 8 for a few thousand of a small model, 32 for a thousand of any:
    /// `cortenforge bench MODEL --gpu --try-lanes` measures it.
    pub smooth_lanes: Option<usize>,
    /// Lanes that share a world in the solver. Where none are given: 32, and one for models of up to 12 dofs, which is quicker from some
    /// ten thousand worlds on, and slower for a thousand. Of others than 32 and one little is to be expected: 32 hold the rows of Newton's
    /// matrices in registers. The last digits of the results depend on it.
    pub solver_lanes: Option<usize>,
    /// Most workgroups that take worlds by turns in kernels whose worlds have numbers beyond the workgroup's memory: each has room for
    /// those of the worlds that it works on, besides the memory of all worlds. Where none are given: 24 on each processor of the card by
    /// NVRTC, 2,112 by the driver, which keeps a large card busy.
    pub groups: Option<usize>,
    /// Arrays of the Model, and options such as `opt_gravity`, that worlds may have of their own: see
    /// [`GpuBatchSim::override_fields`].
    pub per_world: Vec<String>,
    /// Most contacts of a world; what the model can have, within reason, where none are given.
    pub contacts: Option<usize>,
    /// Most constraint rows of a world, likewise.
    pub rows: Option<usize>,
    /// Compute only what the visible fields need, in [`GpuBatchSim::forward_all`]: shaders are shorter, and the batch cannot step.
    pub only_visible: bool,
    /// Whether lanes may add up by operations of the subgroup, where one holds all lanes of a world.
    pub subgroups: bool,
    /// Bytes of workgroup memory for the fields of a world, within what the device has. Where none are given: 3,500 (5,000 by NVRTC), and up to
    /// 6,000 (14,000) in kernels other than the solver that then hold all their fields: the less they are, the more worlds a processor works
    /// on at once.
    pub workgroup_bytes: Option<usize>,
    /// Numbers that an invocation may keep in arrays of its own, in kernels with one lane to a world.
    pub private_numbers: Option<usize>,
    /// Noise that is added to the controls, made on the card before every step; none by default, which costs nothing.
    pub control_noise: Option<ControlNoise>,
    /// Who compiles the kernels: the driver, unless NVIDIA's NVRTC, which is usually quicker on its cards, is asked for.
    pub compiler: GpuCompiler,
    /// Every stage is a kernel of its own, so that [`GpuBatchSim::profile_steps`] tells what each takes; the step is slower, since what
    /// stages hand on goes through the memory of all worlds.
    pub by_stage: bool,
}

impl Default for GpuOptions {
    fn default() -> Self {
        Self {
            precision: Precision::Single,
            visible: Vec::new(),
            per_world: Vec::new(),
            contacts: None,
            rows: None,
            only_visible: false,
            subgroups: true,
            smooth_lanes: None,
            solver_lanes: None,
            groups: None,
            workgroup_bytes: None,
            private_numbers: None,
            control_noise: None,
            by_stage: false,
            compiler: GpuCompiler::Driver,
        }
    }
}

/// A batch of worlds whose state lives on the card.
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
    pub(crate) context: GpuSimContext,
    pub(crate) model: Arc<Model>,
    pub(crate) plan: Plan,
    pub(crate) program: Program,
    pub(crate) transfer: Transfer,
    pub(crate) worlds: usize,
    limits: Limits,
    pub(crate) precision: Precision,
    /// Numbers of the state: real, whole.
    pub(crate) state_len: [usize; 2],
    /// Numbers of the applied forces, at the end of the state's real numbers.
    pub(crate) applied_len: usize,
    /// Fields of the Model that worlds may have of their own.
    pub(crate) varied: BTreeSet<String>,
    /// Models of worlds that differ.
    pub(crate) own: Vec<Option<Arc<Model>>>,
    /// The initial state of the common model, once it was needed.
    pub(crate) initial: Option<GpuStates>,
    /// Whether it has everything that a step takes.
    pub(crate) can_step: bool,
}

impl GpuBatchSim {
    /// A batch of `n` worlds at the model's initial state, on the shared context.
    pub fn new(model: Arc<Model>, n: usize) -> GpuSimResult<Self> {
        Self::with(&GpuSimContext::shared()?, model, n, &GpuOptions::default())
    }

    /// The same, or nothing where there is no GPU.
    pub fn try_new(model: Arc<Model>, n: usize) -> GpuSimResult<Option<Self>> {
        match Self::new(model, n) {
            Ok(batch) => Ok(Some(batch)),
            Err(GpuSimError::NotAvailable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A batch on a context, with options.
    pub fn with(context: &GpuSimContext, model: Arc<Model>, n: usize, options: &GpuOptions) -> GpuSimResult<Self> {
        if options.compiler != GpuCompiler::Best {
            return Self::compiled(context, model, n, options);
        }
        let by = |compiler| GpuOptions { compiler, ..options.clone() };
        match Self::compiled(context, Arc::clone(&model), n, &by(GpuCompiler::Nvrtc)) {
            Err(GpuSimError::Nvrtc(_)) => Self::compiled(context, model, n, &by(GpuCompiler::Driver)),
            outcome => outcome,
        }
    }

    /// The same by the compiler that the options name.
    fn compiled(context: &GpuSimContext, model: Arc<Model>, n: usize, options: &GpuOptions) -> GpuSimResult<Self> {
        let Prepared { plan, catalogue, limits, varied } = plan_on(context, &model, options)?;
        let groups = groups_of(context, options)?;
        let program = Program::new(context, &plan, &catalogue, options.precision, n, groups, options.compiler)?;
        let transfer = Transfer::new(context, options.precision)?;
        let (state_len, applied_len) = state_lengths(&plan);
        let precision = options.precision;
        let mut batch = Self {
            context: context.clone(),
            model,
            plan,
            program,
            transfer,
            worlds: n,
            limits,
            precision,
            state_len,
            applied_len,
            varied,
            own: Vec::new(),
            initial: None,
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

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Who compiled the kernels.
    pub fn compiler(&self) -> GpuCompiler {
        match self.program.kernels() {
            Kernels::Driver(_) => GpuCompiler::Driver,
            Kernels::Nvrtc(_) => GpuCompiler::Nvrtc,
        }
    }

    /// Bytes of a world on the card, with its share of what the workgroups have: less the more worlds there are.
    pub fn bytes_per_world(&self) -> usize {
        let own = self.plan.world_len[0] * self.precision.bytes() + self.plan.world_len[1] * 4;
        own + self.program.spill_bytes.div_ceil(self.worlds.max(1))
    }

    /// Name and text of each shader.
    pub fn shaders(&self) -> impl Iterator<Item = (&str, &str)> {
        self.plan.kernels.iter().map(|kernel| (kernel.name, kernel.text.as_str()))
    }

    /// Name of each kernel and how long it took to compile, or to be found among those compiled before; they are compiled side by
    /// side.
    pub fn compile_times(&self) -> impl Iterator<Item = (&str, std::time::Duration)> {
        self.plan.kernels.iter().map(|kernel| kernel.name).zip(self.program.compile_times.iter().copied())
    }

    /// Most contacts and constraint rows of a world.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn source(&self, field: &str) -> GpuSimResult<Source<'_>> {
        let (layout, at) = self.plan.world.get(field).ok_or_else(|| {
            let is_noise = field == CONTROL_NOISE || field == NOISE_STEP;
            let cure = if is_noise { "set `control_noise`" } else { "name it in `visible`" };
            GpuSimError::UnknownField(format!("this batch does not keep '{field}': {cure} of its options"))
        })?;
        Ok(Source::new(self.program.worlds(layout.is_int), layout, *at, &self.plan, self.worlds))
    }
}

/// Bytes of workgroup memory that a workgroup takes unless more are allowed. Its fields beyond that are in a buffer, which is near
/// enough: a processor works on more worlds at once, and its cache is larger. Measured on an H200 with 2,500 to 49,152 bytes.
const WORKGROUP_BYTES: usize = 3500;

/// The same for kernels that NVRTC compiled, whose processors work on half as many worlds more: what does not fit there takes memory of the
/// card for each of them.
const CUDA_WORKGROUP_BYTES: usize = 5000;

/// Bytes of a world in kernels other than the solver, where they hold all its fields: nothing goes through a buffer then. More is slower by the
/// driver: on an H200 three humanoids took 730 and 466 us whole (positions of 10 KB, forces of 13 KB), 425 and 247 us with the usual bytes.
const WHOLE_BYTES: usize = 6000;

/// The same for kernels that NVRTC compiled: there the forces of the G1 (10 KB) took 103 instead of 126 us, those of three humanoids 184 instead
/// of 199 us, their positions 336 instead of 327 us.
const CUDA_WHOLE_BYTES: usize = 14_000;

/// Bytes of workgroup memory for a world, usually and where they hold everything.
fn usual_bytes(options: &GpuOptions) -> [usize; 2] {
    match options.compiler {
        GpuCompiler::Driver | GpuCompiler::Best => [WORKGROUP_BYTES, WHOLE_BYTES],
        GpuCompiler::Nvrtc => [CUDA_WORKGROUP_BYTES, CUDA_WHOLE_BYTES],
    }
}

/// Dofs of the largest model whose matrix is factored, in several iterations, within 65,535 rounds of all loops. With 102, worlds of eight to ten
/// iterations came out wrong.
const MOST_DOFS_OF_SHORT_LOOPS: usize = 96;

/// Most lanes of a world: the invocations of a workgroup that every device has.
const MOST_LANES: usize = 256;

/// Dofs beyond which lanes share the smooth part of a step where they have no subgroup for themselves.
const MOST_SERIAL_DOFS: usize = 64;

/// Lanes that a world is given where no number is.
const MANY_LANES: usize = 32;

/// Dofs up to which one lane solves for the constraints of a world: on an H200 with the driver's compiler, 32,768 worlds of 6 to 9 dofs were
/// twice as quick with one lane, of 14 a fifth; 8,192 of 14 were slower by a quarter.
const MOST_ALONE_DOFS: usize = 12;

/// A model's step, ready to be compiled.
#[derive(Debug)]
pub struct Prepared {
    /// Shaders and memory.
    pub plan: Plan,
    /// Numbers of the model.
    pub catalogue: Catalogue,
    /// Most contacts and rows of a world.
    pub limits: Limits,
    /// Fields of the Model that worlds may have of their own.
    pub varied: BTreeSet<String>,
}

/// Shaders and memory of a model's step, or everything that the card does not compute.
pub fn plan(m: &Model, options: &GpuOptions, workgroup_bytes: usize) -> GpuSimResult<Prepared> {
    let varied = varied(m, &options.per_world)?;
    let wide = widest(m, &varied);
    let mut tables = Tables::new(m);
    let lanes = lanes_of(m, options)?;
    tables.rows.arrange(rows_fit_lanes(lanes.solver, options.subgroups));
    let mut refused = missing(&wide);
    refused.extend_from_slice(tables.pairs.missing());
    refused.extend(check_orientations(m).err());
    if !refused.is_empty() {
        return Err(GpuSimError::Unsupported(refused));
    }
    let mut limits = limits(&wide, &tables.pairs, options.contacts);
    check_halves(m, limits)?;
    // more than the model can have would be memory for nothing
    limits.rows = options.rows.map_or(limits.rows, |rows| rows.min(limits.rows));
    let mut catalogue = Catalogue::new(m, &tables, limits);
    let noise = noise_of(m, options)?;
    noise.iter().for_each(|noise| catalogue.add_noise(noise, m.nu));
    let mut constants = BTreeMap::new();
    m.visit_sizes(&mut |name, size| {
        constants.insert(name.to_uppercase(), size as i64);
    });
    constants.insert("NLEVEL".into(), tables.depths() as i64);
    constants.insert("NDOFLEVEL".into(), tables.dofs.depths() as i64);
    constants.extend(tables.rows.constants().map(|(name, size)| (name.to_string(), size as i64)));
    for (name, limit) in [("MAXCON", limits.contacts), ("MAXROW", limits.rows), ("MAXBASIS", limits.basis)] {
        constants.insert(name.into(), limit as i64);
    }
    constants.extend(tables.pairs.constants().map(|(name, size)| (name.to_string(), size as i64)));
    constants.extend(tables.softness.constants().map(|(name, size)| (name.to_string(), size as i64)));
    constants.extend(tables.sensors.constants().map(|(name, size)| (name.to_string(), size as i64)));
    let mut features = features(&wide);
    features.set("CONTROL_NOISE", noise.is_some());
    tables.pairs.features(m, &mut features);
    tables.rests.features(&mut features);
    tables.rows.features(&mut features);
    solved_in_lanes(lanes, options.subgroups, &tables.rows, &mut features);
    let visible: BTreeSet<String> = options.visible.iter().cloned().collect();
    tables.sensors.features(&wide, &visible, &mut features);
    if let Some(name) = visible.iter().find(|name| catalogue.field(name).is_none()) {
        return Err(GpuSimError::UnknownField(format!(
            "'{name}' is no field of a world: `visible` names fields of Data"
        )));
    }
    let [usual, whole] = usual_bytes(options);
    let means = Means {
        precision: options.precision,
        reductions: if options.subgroups { Reductions::Subgroup } else { Reductions::Workgroup },
        workgroup_bytes: options.workgroup_bytes.unwrap_or(usual).min(workgroup_bytes),
        whole_bytes: options.workgroup_bytes.unwrap_or(whole),
        most_workgroup_bytes: workgroup_bytes,
        only_visible: options.only_visible,
        private_numbers: options.private_numbers.unwrap_or(PRIVATE_BYTES / options.precision.bytes()),
    };
    let mut kernels = stages::kernels(lanes, m.opt.integrator, tables.rows.has_large_tree());
    if options.by_stage {
        kernels = stages::by_stage(&kernels);
    }
    let plan = Plan::new(&kernels, SHADERS, &features, &catalogue, &constants, &visible, &varied, means)?;
    Ok(Prepared { plan, catalogue, limits, varied })
}

/// Most workgroups that take worlds by turns. Where the driver counts the rounds of loops, each world has a workgroup of its own.
fn groups_of(context: &GpuSimContext, options: &GpuOptions) -> GpuSimResult<usize> {
    // more would be a second row of workgroups, which have no memory
    let most = GROUPS_PER_ROW as usize;
    match options.groups {
        Some(0) => {
            let message = "no workgroup takes no world: give one at least".to_string();
            Err(GpuSimError::InvalidOption { option: "groups", message })
        }
        Some(groups) => Ok(groups.min(most)),
        None if context.ends_loops() => Ok(usize::MAX),
        None if options.compiler == GpuCompiler::Nvrtc => {
            let processors = lender_of(context)?.driver().processors().map_err(GpuSimError::Nvrtc)?;
            Ok((CUDA_GROUPS * processors).clamp(1, most))
        }
        None => Ok(MOST_GROUPS),
    }
}

/// Most of what shaders count in half a word, where the other half has a sign.
const HALF: usize = 0x7fff;

/// Shaders count rows, and number bodies, in halves of words.
fn check_halves(m: &Model, limits: Limits) -> GpuSimResult<()> {
    let mut all = Vec::new();
    if limits.rows > HALF {
        let rows = limits.rows;
        all.push(format!(
            "up to {rows} constraint rows, but {HALF} at most: set `contacts` to what a world really has"
        ));
    }
    if m.nbody > HALF {
        all.push(format!("{} bodies, but {HALF} at most: step the model on the CPU", m.nbody));
    }
    if all.is_empty() { Ok(()) } else { Err(GpuSimError::Unsupported(all)) }
}

/// Lanes that share a world in the smooth part of its step, and in the solver.
fn lanes_of(m: &Model, options: &GpuOptions) -> GpuSimResult<Lanes> {
    let many_beyond = |dofs: usize| if m.nv > dofs { MANY_LANES } else { 1 };
    let smooth = options.smooth_lanes.unwrap_or(many_beyond(MOST_SERIAL_DOFS));
    let solver = options.solver_lanes.unwrap_or(many_beyond(MOST_ALONE_DOFS));
    check_lanes("smooth_lanes", smooth)?;
    check_lanes("solver_lanes", solver)?;
    Ok(Lanes { smooth, solver })
}

/// Lanes add up by halves.
fn check_lanes(option: &'static str, lanes: usize) -> GpuSimResult<()> {
    if lanes.is_power_of_two() && lanes <= MOST_LANES {
        return Ok(());
    }
    let message = format!("lanes are a power of two up to {MOST_LANES}, not {lanes}");
    Err(GpuSimError::InvalidOption { option, message })
}

/// Notes which linear systems of a step the lanes of the solver take, a row of the matrix to each.
fn solved_in_lanes(lanes: Lanes, subgroups: bool, rows: &RowTables, features: &mut Features) {
    let newton = rows_fit_lanes(lanes.solver, subgroups) && features.has("TREES_FIT") && features.has("NEWTON");
    let all = newton && rows.has_large_tree();
    features.set("SOLVED_IN_LANES", newton);
    features.set("FREE_IN_LANES", all);
    // an integrator whose right side needs the matrix solves for itself
    features.set("STEP_IN_LANES", all && features.has("STEP_MATRIX") && !features.has("SPRINGDAMPER"));
}

/// The noise on the controls, if any: a batch that does not step and a model without controls have none.
fn noise_of(m: &Model, options: &GpuOptions) -> GpuSimResult<Option<ControlNoise>> {
    options.control_noise.iter().try_for_each(ControlNoise::check)?;
    Ok(options.control_noise.filter(|_| m.nu > 0 && !options.only_visible))
}

/// The same for a device.
fn plan_on(context: &GpuSimContext, m: &Model, options: &GpuOptions) -> GpuSimResult<Prepared> {
    if options.precision == Precision::Double && !context.has_double() {
        return Err(GpuSimError::NotCapable(format!(
            "{} has no numbers of 64 bits: take single precision, or another adapter",
            context.adapter_info().name
        )));
    }
    if context.ends_loops() && m.nv > MOST_DOFS_OF_SHORT_LOOPS {
        return Err(GpuSimError::NotCapable(format!(
            "{} ends all loops of a shader after 65,535 rounds, too few for the {} dofs of this model: it runs those of up to \
             {MOST_DOFS_OF_SHORT_LOOPS}; take another adapter, or step the model on the CPU",
            context.adapter_info().name,
            m.nv
        )));
    }
    plan_for_subgroups(
        m,
        options,
        context.subgroup_lanes(),
        context.limits().max_compute_workgroup_storage_size as usize,
    )
}

/// The same for subgroups of so many lanes or more, which are used where they hold all lanes of a world.
pub fn plan_for_subgroups(
    m: &Model,
    options: &GpuOptions,
    subgroup_lanes: usize,
    workgroup_bytes: usize,
) -> GpuSimResult<Prepared> {
    let mut options = options.clone();
    let is_shared = options.subgroups && subgroup_lanes >= MANY_LANES && m.nv > MOST_ALONE_DOFS;
    options.smooth_lanes = options.smooth_lanes.or(is_shared.then_some(MANY_LANES));
    let Lanes { smooth, solver } = lanes_of(m, &options)?;
    let threads = |scale: Scale| if scale.lanes > 1 { scale.threads() } else { 1 };
    let together = solver.max(threads(stages::packed(smooth)));
    options.subgroups &= subgroup_lanes >= together;
    plan(m, &options, workgroup_bytes)
}

fn named_texts(prepared: Prepared) -> Vec<(String, String)> {
    prepared.plan.kernels.into_iter().map(|kernel| (kernel.name.to_string(), kernel.text)).collect()
}

impl GpuBatchSim {
    /// Name and text of each shader of a model, as this device runs them.
    pub fn shaders_on(context: &GpuSimContext, m: &Model, options: &GpuOptions) -> GpuSimResult<Vec<(String, String)>> {
        Ok(named_texts(plan_on(context, m, options)?))
    }

    /// Name and text of each shader of a model, for a device with so many bytes of workgroup memory and subgroups of 32 lanes; none is needed.
    pub fn shaders_of(m: &Model, options: &GpuOptions, workgroup_bytes: usize) -> GpuSimResult<Vec<(String, String)>> {
        Ok(named_texts(plan_for_subgroups(m, options, MANY_LANES, workgroup_bytes)?))
    }

    /// What of a model the card does not compute, each with what to do about it; nothing where it runs.
    pub fn missing(m: &Model) -> Vec<String> {
        let mut all = missing(m);
        all.extend_from_slice(Tables::new(m).pairs.missing());
        all.extend(check_orientations(m).err());
        all
    }
}
