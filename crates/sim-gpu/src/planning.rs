//! The plan of a batch: from a model, options and a device to kernels and memory.

use crate::backend::{CUDA_GROUPS, MOST_GROUPS};
use crate::codegen::catalogue::{Catalogue, Limits};
use crate::codegen::constants::constants;
use crate::codegen::features::features;
use crate::codegen::missing::missing;
use crate::codegen::noise::ControlNoise;
use crate::codegen::plan::limits::limits;
use crate::codegen::plan::{self, Lanes, PRIVATE_BYTES, Plan, PlanLimits, rows_fit_lanes};
use crate::codegen::tables::{RowTables, Tables};
use crate::codegen::wgsl::SOURCES;
use crate::codegen::{Feature, Features, GROUPS_PER_ROW, Precision, Reductions, Scale};
use crate::compiler::GpuCompiler;
use crate::context::GpuSimContext;
use crate::error::{GpuSimError, GpuSimResult};
use crate::options::GpuOptions;
use crate::parameters::{check_orientations, mixes_friction, varied, widest};
use sim_core::Model;
use std::collections::BTreeSet;

/// Default bytes of workgroup memory for a world. Fields beyond that are in a buffer: an SM then runs more worlds at once and has a larger
/// cache. Tuned on an H200 between 2,500 and 49,152 bytes.
const WORKGROUP_BYTES: usize = 3500;

/// Default bytes of workgroup memory for a world with NVRTC. An SM runs half as many worlds more, and each that does not fit needs device
/// memory.
const CUDA_WORKGROUP_BYTES: usize = 5000;

/// Most bytes of a world in kernels other than the solver that then hold all its fields. Tuned on an H200 with the driver's compiler: kernels of
/// three humanoids, of 10 and 13 KB, were twice as fast with the default bytes.
const WHOLE_BYTES: usize = 6000;

/// Most bytes of a world in kernels other than the solver that then hold all its fields, with NVRTC. Tuned on an H200 with the G1 and three
/// humanoids, whose kernels take 10 to 13 KB.
const CUDA_WHOLE_BYTES: usize = 14_000;

/// Bytes of workgroup memory for a world: by default, and in kernels that hold all fields.
fn usual_bytes(options: &GpuOptions) -> [usize; 2] {
    match options.compiler {
        GpuCompiler::Driver | GpuCompiler::Best => [WORKGROUP_BYTES, WHOLE_BYTES],
        GpuCompiler::Nvrtc => [CUDA_WORKGROUP_BYTES, CUDA_WHOLE_BYTES],
    }
}

/// Dofs of the largest model whose solver needs at most 65,535 loop iterations. With 102 dofs, worlds of eight to ten solver iterations were
/// wrong.
const MOST_DOFS_OF_SHORT_LOOPS: usize = 96;

/// Most lanes of a world: every device has workgroups of so many threads.
const MOST_LANES: usize = 256;

/// Dofs beyond which several lanes share the smooth part of a step even without subgroups.
const MOST_SERIAL_DOFS: usize = 64;

/// Default lanes of a world that has more than one.
pub const MANY_LANES: usize = 32;

/// Dofs up to which one lane runs the solver of a world. Tuned on an H200 with the driver's compiler: with one lane, 32,768 worlds of 6 to 9
/// dofs were twice as fast, but 8,192 worlds of 14 dofs a quarter slower.
const MOST_ALONE_DOFS: usize = 12;

/// Lanes of the smooth part and of the solver, up to a number of worlds.
type LanesUpTo = (usize, [usize; 2]);

/// Fastest lanes by the number of worlds on an H200, for models of up to [`MOST_ALONE_DOFS`] dofs: with NVRTC, with the driver's compiler.
const SMALL_MODELS: [&[LanesUpTo]; 2] = [
    &[(2048, [32, 32]), (16_384, [4, 32]), (usize::MAX, [1, 1])],
    &[(2048, [32, 32]), (16_384, [1, 32]), (usize::MAX, [1, 1])],
];

/// Fastest lanes by the number of worlds on an H200, for models of up to [`MOST_SERIAL_DOFS`] dofs.
const LARGE_MODELS: [&[LanesUpTo]; 2] =
    [&[(65_536, [32, 32]), (usize::MAX, [1, 32])], &[(16_384, [32, 32]), (usize::MAX, [1, 32])]];

/// The plan of a model's step, ready to be compiled.
#[derive(Debug)]
pub struct Prepared {
    /// Kernels and memory.
    pub plan: Plan,
    /// Constants of the model.
    pub catalogue: Catalogue,
    /// Most contacts and rows of a world.
    pub limits: Limits,
    /// Fields of the Model that may differ between worlds.
    pub varied: BTreeSet<String>,
}

/// Plans the step of a model, or lists everything in it that the GPU does not compute.
fn plan(m: &Model, options: &GpuOptions, workgroup_bytes: usize) -> GpuSimResult<Prepared> {
    let varied = varied(m, &options.per_world)?;
    let wide = widest(m, &varied);
    let mut tables = Tables::with(m, mixes_friction(m, &varied));
    let lanes = lanes_of(m, options)?;
    tables.rows.arrange(rows_fit_lanes(lanes.solver, options.tuning.subgroups));
    let mut unsupported = missing(&wide);
    unsupported.extend_from_slice(tables.pairs.missing());
    unsupported.extend(check_orientations(m).err());
    if !unsupported.is_empty() {
        return Err(GpuSimError::Unsupported(unsupported));
    }
    let mut limits = limits(&wide, &tables.pairs, options.contacts);
    check_halves(m, limits)?;
    // more than the model can have would be memory for nothing
    limits.rows = options.rows.map_or(limits.rows, |rows| rows.min(limits.rows));
    let mut catalogue = Catalogue::new(m, &tables, limits);
    let noise = noise_of(m, options)?;
    noise.iter().for_each(|noise| catalogue.add_noise(noise, m.nu));
    let mut constants = constants();
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
    constants.extend(tables.impedance.constants().map(|(name, size)| (name.to_string(), size as i64)));
    constants.extend(tables.sensors.constants().map(|(name, size)| (name.to_string(), size as i64)));
    let mut features = features(&wide);
    features.set(Feature::ControlNoise, noise.is_some());
    tables.pairs.features(m, &mut features);
    tables.low_parts.features(&mut features);
    tables.rows.features(&mut features);
    solved_in_lanes(lanes, options.tuning.subgroups, &tables.rows, &mut features);
    let visible: BTreeSet<String> = options.visible.iter().cloned().collect();
    tables.sensors.features(&wide, &visible, &mut features);
    if let Some(name) = visible.iter().find(|name| catalogue.field(name).is_none()) {
        return Err(GpuSimError::UnknownField(format!(
            "`visible` has '{name}', which is no field of Data: check the name"
        )));
    }
    let [usual, whole] = usual_bytes(options);
    let plan_limits = PlanLimits {
        precision: options.precision,
        reductions: if options.tuning.subgroups { Reductions::Subgroup } else { Reductions::Workgroup },
        workgroup_bytes: options.tuning.workgroup_bytes.unwrap_or(usual).min(workgroup_bytes),
        whole_bytes: options.tuning.workgroup_bytes.unwrap_or(whole),
        most_workgroup_bytes: workgroup_bytes,
        only_visible: options.only_visible,
        private_numbers: options.tuning.private_numbers.unwrap_or(PRIVATE_BYTES / options.precision.bytes()),
    };
    let mut kernels = plan::kernels(lanes, m.opt.integrator, tables.rows.has_large_tree());
    if options.tuning.by_stage {
        kernels = plan::by_stage(&kernels);
    }
    let plan = Plan::new(&kernels, SOURCES, &features, &catalogue, &constants, &visible, &varied, plan_limits)?;
    Ok(Prepared { plan, catalogue, limits, varied })
}

/// Largest number in half a word: shaders pack two numbers into one, the other one signed.
const HALF: usize = 0x7fff;

/// Rejects models with more constraint rows or bodies than half a word counts.
fn check_halves(m: &Model, limits: Limits) -> GpuSimResult<()> {
    let mut all = Vec::new();
    if limits.rows > HALF {
        let rows = limits.rows;
        all.push(format!(
            "a world can have {rows} constraint rows, more than {HALF}: set `contacts` to what it really has"
        ));
    }
    if m.nbody > HALF {
        all.push(format!("the model has {} bodies, more than {HALF}: step it on the CPU", m.nbody));
    }
    if all.is_empty() { Ok(()) } else { Err(GpuSimError::Unsupported(all)) }
}

/// Lanes that share a world in the smooth part of its step, and in the solver.
fn lanes_of(m: &Model, options: &GpuOptions) -> GpuSimResult<Lanes> {
    let many_beyond = |dofs: usize| if m.nv > dofs { MANY_LANES } else { 1 };
    let smooth = options.tuning.smooth_lanes.unwrap_or(many_beyond(MOST_SERIAL_DOFS));
    let solver = options.tuning.solver_lanes.unwrap_or(many_beyond(MOST_ALONE_DOFS));
    check_lanes("smooth_lanes", smooth)?;
    check_lanes("solver_lanes", solver)?;
    Ok(Lanes { smooth, solver })
}

/// The lanes that suit each number of worlds, on a GPU with subgroups of 32 lanes. Empty if one choice suits all.
fn lanes_by_worlds(m: &Model, options: &GpuOptions) -> &'static [LanesUpTo] {
    let compiler = usize::from(options.compiler == GpuCompiler::Driver);
    if options.same_bits_for_any_size || m.nv > MOST_SERIAL_DOFS {
        &[]
    } else if m.nv > MOST_ALONE_DOFS {
        LARGE_MODELS[compiler]
    } else {
        SMALL_MODELS[compiler]
    }
}

/// The options for a number of worlds: with the lanes that suit it, where the caller names none.
fn for_worlds(m: &Model, options: &GpuOptions, worlds: usize) -> GpuOptions {
    let found = lanes_by_worlds(m, options).iter().find(|(most, _)| worlds <= *most);
    let mut options = options.clone();
    if let Some(&(_, [smooth, solver])) = found {
        options.tuning.smooth_lanes.get_or_insert(smooth);
        options.tuning.solver_lanes.get_or_insert(solver);
    }
    options
}

/// The options of every number of worlds that has lanes of its own, on a GPU with subgroups of 32 lanes.
pub fn for_all_sizes(m: &Model, options: &GpuOptions) -> Vec<GpuOptions> {
    let sizes: Vec<usize> = lanes_by_worlds(m, options).iter().map(|&(most, _)| most).collect();
    if sizes.is_empty() {
        return vec![options.clone()];
    }
    let mut all: Vec<GpuOptions> = Vec::new();
    for options in sizes.into_iter().map(|worlds| for_worlds(m, options, worlds)) {
        if all.iter().all(|known| known.tuning != options.tuning) {
            all.push(options);
        }
    }
    all
}

/// Rejects numbers of lanes that are no power of two, since lanes add up by halves.
fn check_lanes(option: &'static str, lanes: usize) -> GpuSimResult<()> {
    if lanes.is_power_of_two() && lanes <= MOST_LANES {
        return Ok(());
    }
    let message = format!("`{option}` is {lanes}: give a power of two up to {MOST_LANES}");
    Err(GpuSimError::InvalidOption { option, message })
}

/// Sets the features for linear systems that the lanes of the solver factor, one matrix row each.
fn solved_in_lanes(lanes: Lanes, subgroups: bool, rows: &RowTables, features: &mut Features) {
    let newton = rows_fit_lanes(lanes.solver, subgroups) && features.traits.trees_fit && features.has(Feature::Newton);
    let all = newton && rows.has_large_tree();
    features.set(Feature::SolvedInLanes, newton);
    features.set(Feature::FreeInLanes, all);
    // the spring-damper integrator needs the matrix itself
    features
        .set(Feature::StepInLanes, all && features.has(Feature::StepMatrix) && !features.has(Feature::Springdamper));
}

/// The noise on the controls. None for a batch that does not step and for a model without controls.
fn noise_of(m: &Model, options: &GpuOptions) -> GpuSimResult<Option<ControlNoise>> {
    let invalid = |(option, message)| GpuSimError::InvalidOption { option, message };
    options.control_noise.iter().try_for_each(ControlNoise::check).map_err(invalid)?;
    Ok(options.control_noise.filter(|_| m.nu > 0 && !options.only_visible))
}

/// Plans the step of `worlds` worlds for a device.
pub fn plan_on(context: &GpuSimContext, m: &Model, options: &GpuOptions, worlds: usize) -> GpuSimResult<Prepared> {
    let name = &context.adapter_info().name;
    if options.precision == Precision::Double && !context.has_double() {
        return Err(GpuSimError::NotCapable(format!(
            "{name} does not compute in f64: use single precision, or another adapter"
        )));
    }
    if context.ends_loops() && m.nv > MOST_DOFS_OF_SHORT_LOOPS {
        return Err(GpuSimError::NotCapable(format!(
            "{name} ends the loops of a shader after 65,535 iterations, and the {} dofs of this model need more (limit: \
             {MOST_DOFS_OF_SHORT_LOOPS} dofs): use another adapter, or step the model on the CPU",
            m.nv
        )));
    }
    let workgroup_bytes = context.limits().max_compute_workgroup_storage_size as usize;
    let lanes = context.subgroup_lanes();
    let has_wide_subgroups = lanes >= MANY_LANES && options.tuning.subgroups;
    let options = if has_wide_subgroups { for_worlds(m, options, worlds) } else { options.clone() };
    plan_for_subgroups(m, &options, lanes, workgroup_bytes)
}

/// Most workgroups of kernels with spill memory. If the driver limits the iterations of loops, each world has its own workgroup.
pub fn groups_of(context: &GpuSimContext, options: &GpuOptions) -> GpuSimResult<usize> {
    // more would be a second row of workgroups, which has no spill memory
    let most = GROUPS_PER_ROW as usize;
    match options.tuning.groups {
        Some(0) => {
            Err(GpuSimError::InvalidOption { option: "groups", message: "`groups` is 0: give at least 1".into() })
        }
        Some(groups) => Ok(groups.min(most)),
        None if context.ends_loops() => Ok(usize::MAX),
        None if options.compiler == GpuCompiler::Nvrtc => {
            let processors = context.nvrtc_pool()?.driver().processors().map_err(GpuSimError::Nvrtc)?;
            Ok((CUDA_GROUPS * processors).clamp(1, most))
        }
        None => Ok(MOST_GROUPS),
    }
}

/// Plans the step for a device with subgroups of at least `subgroup_lanes` lanes. They are used if one holds all lanes of a world.
pub fn plan_for_subgroups(
    m: &Model,
    options: &GpuOptions,
    subgroup_lanes: usize,
    workgroup_bytes: usize,
) -> GpuSimResult<Prepared> {
    let mut options = options.clone();
    let is_shared = options.tuning.subgroups && subgroup_lanes >= MANY_LANES && m.nv > MOST_ALONE_DOFS;
    options.tuning.smooth_lanes = options.tuning.smooth_lanes.or(is_shared.then_some(MANY_LANES));
    let Lanes { smooth, solver } = lanes_of(m, &options)?;
    let threads = |scale: Scale| if scale.lanes > 1 { scale.threads() } else { 1 };
    let together = solver.max(threads(plan::packed(smooth)));
    options.tuning.subgroups &= subgroup_lanes >= together;
    plan(m, &options, workgroup_bytes)
}
