//! Compares a whole model on both sides: every stage of a forward pass, then a step, from the initial state and from random ones.

use super::{INPUTS, chance, numbers, scatter};
use sim_core::{Data, DisableFlags, EnableFlags, GeomType, Integrator, Model, SolverType, StepError};
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimContext, Precision};
use std::sync::Arc;

/// Compared fields, in the order of the stages.
pub const STAGES: &[&str] = &[
    "xpos",
    "xquat",
    "xmat",
    "xipos",
    "ximat",
    "xanchor",
    "xaxis",
    "geom_xpos",
    "geom_xmat",
    "site_xpos",
    "site_xmat",
    "cam_xpos",
    "cam_xmat",
    "light_xpos",
    "light_xdir",
    "subtree_com",
    "cdof",
    "cinert",
    "ten_J",
    "ten_length",
    "crb",
    "M",
    "actuator_length",
    "ncon",
    "ten_velocity",
    "actuator_velocity",
    "cvel",
    "cdof_dot",
    "qfrc_spring",
    "qfrc_damper",
    "qfrc_gravcomp",
    "qfrc_fluid",
    "qfrc_passive",
    "qfrc_bias",
    "act_dot",
    "actuator_force",
    "qfrc_actuator",
    "qfrc_smooth",
    "qacc_smooth",
    "nefc",
    "efc_type",
    "efc_id",
    "efc_pos",
    "efc_margin",
    "efc_D",
    "efc_R",
    "efc_diagA",
    "efc_vel",
    "efc_aref",
    "efc_force",
    "qfrc_constraint",
    "qacc",
    "sensordata",
    "energy",
];

/// Fields that a step changes.
const STEP: &[&str] = &["time", "qpos", "qvel", "act", "qacc_warmstart", "sensordata"];

/// The largest difference found, relative to the largest number of its field in its world.
#[derive(Clone, Debug, Default)]
pub struct Worst {
    /// The name of the field.
    pub field: String,
    /// The relative difference.
    pub error: f64,
}

impl Worst {
    fn see(&mut self, field: &str, error: f64) {
        // NaN is the largest error
        if error.is_nan() || error > self.error {
            *self = Self { field: field.into(), error };
        }
    }
}

/// Results of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The largest difference of the forward pass, and after a step.
    pub worst: [Worst; 2],
    /// The first field beyond the tolerance, with its numbers.
    pub first: Option<String>,
    /// Contacts and rows of all worlds.
    pub counts: [usize; 2],
    /// Fields of worlds beyond the tolerance by chance.
    pub by_chance: usize,
    /// The largest relative difference among them.
    pub excused: Worst,
    /// Worlds that were compared after the forward pass and after the step. The others fail on both sides.
    pub compared: [usize; 2],
}

/// Settings of a comparison.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Lanes of the smooth part and of the solver.
    pub lanes: (usize, usize),
    /// Number of worlds. The first is in the model's initial state.
    pub worlds: usize,
    /// Largest relative difference.
    pub tolerance: f64,
    /// Bytes of workgroup memory.
    pub workgroup_bytes: Option<usize>,
    /// Whether lanes sum with subgroup operations.
    pub subgroups: bool,
}

/// Lanes, bytes of workgroup memory, and subgroup operations of the plans that are compared.
pub const WAYS: [((usize, usize), Option<usize>, bool); 5] = [
    ((32, 32), None, true),
    ((1, 32), None, true),
    // several worlds in a subgroup, and in a workgroup without subgroups
    ((4, 32), None, true),
    ((8, 32), Some(16 << 10), false),
    ((1, 1), None, true),
];

/// Whether one lane needs too long for the matrices of a model.
fn is_giant(m: &Model) -> bool {
    m.nv > 100
}

/// A sufficient number of worlds for a model: giants have many contacts in each.
pub fn enough_worlds(m: &Model) -> usize {
    if is_giant(m) { 2 } else { 11 }
}

impl Default for Whole {
    fn default() -> Self {
        Self { lanes: (1, 32), worlds: 11, tolerance: 1e-9, workgroup_bytes: None, subgroups: true }
    }
}

/// The model as the GPU solves it: Newton's method if its own solver is not supported, and converged, so that both sides stop
/// at the minimum.
pub fn prepared(m: &Model) -> Model {
    let mut m = m.clone();
    if m.opt.solver == SolverType::PGS {
        m.opt.solver = SolverType::Newton;
    }
    m.opt.tolerance = 1e-20;
    m.opt.ls_tolerance = 1e-6;
    m.opt.iterations = m.opt.iterations.max(100);
    m.opt.ls_iterations = m.opt.ls_iterations.max(100);
    m
}

/// The model without unsupported features that options can switch off: another integrator for 'implicit', no noslip, no contacts of
/// geoms that the GPU does not collide with all others, no sensors if some are not supported.
pub fn stripped(m: &Model) -> Model {
    let mut m = m.clone();
    m.opt.noslip_iterations = 0;
    if m.opt.integrator == Integrator::Implicit {
        m.opt.integrator = Integrator::ImplicitFast;
    }
    let kinds = [GeomType::Cylinder, GeomType::Ellipsoid, GeomType::Mesh, GeomType::HField, GeomType::Sdf];
    for g in (0..m.ngeom).filter(|&g| kinds.contains(&m.geom_type[g])).collect::<Vec<_>>() {
        (m.geom_contype[g], m.geom_conaffinity[g]) = (0, 0);
    }
    if GpuBatchSim::missing(&m).iter().any(|reason| reason.contains("sensors of type")) {
        m.opt.disableflags |= DisableFlags::SENSOR;
    }
    m
}

/// The model with a margin of one more micrometre, if geoms of these states just touch. Otherwise rounding decides about the contact on
/// both sides, on the CPU that of the f32 bounding boxes.
pub fn decided(m: &Model) -> Model {
    let mut wider = m.clone();
    wider.geom_margin.iter_mut().chain(wider.body_margin.iter_mut()).for_each(|margin| *margin += 1e-6);
    let just_touch = states(m, enough_worlds(m)).iter().any(|state| {
        let mut data = state.clone();
        let ran = data.forward(&wider).is_ok();
        ran && data.contact.iter().any(|contact| (contact.dist - contact.includemargin).abs() < 1e-5)
    });
    if just_touch { wider } else { m.clone() }
}

/// States of a motion under random controls. Every second one is perturbed too.
pub fn states(m: &Model, count: usize) -> Vec<Data> {
    let mut random = oorandom::Rand64::new(11);
    let mut moving = m.make_data();
    let mut all = vec![m.make_data()];
    while all.len() < count {
        for _ in 0..7 {
            let mut next = || 2.0 * random.rand_float() - 1.0;
            moving.ctrl.iter_mut().for_each(|u| *u = next());
            if moving.step(m).is_err() || has_diverged(&moving) {
                moving = m.make_data();
                // a world that never ran has no kinetic energy of a last pass for its sensors
                let _ = moving.forward(m);
            }
        }
        let mut state = moving.clone();
        if all.len() % 2 == 0 {
            scatter(m, &mut state, &mut random);
            scatter_world(&mut state, &mut random);
        }
        all.push(state);
    }
    all
}

/// Whether the next step of a motion would fail.
fn has_diverged(data: &Data) -> bool {
    data.qpos.iter().chain(data.qvel.iter()).any(|x| x.is_nan() || x.abs() > 1e10)
}

/// Random poses of mocap bodies, and other active equalities.
fn scatter_world(state: &mut Data, random: &mut oorandom::Rand64) {
    let mut next = || 2.0 * random.rand_float() - 1.0;
    state.mocap_pos.iter_mut().for_each(|x| *x += 0.1 * next());
    state.mocap_quat.iter_mut().for_each(|x| *x += 0.3 * next());
    for active in state.eq_active.iter_mut() {
        if next() > 0.5 {
            *active = (!active.get()).into();
        }
    }
}

impl Whole {
    /// All plans for a model; for a giant only those with several lanes.
    pub fn ways(m: &Model) -> impl Iterator<Item = Self> {
        let (worlds, least) = (enough_worlds(m), if is_giant(m) { 2 } else { 1 });
        WAYS.into_iter().filter(move |(lanes, ..)| lanes.1 >= least).map(move |(lanes, workgroup_bytes, subgroups)| {
            Self { lanes, worlds, workgroup_bytes, subgroups, ..Self::default() }
        })
    }

    /// Compares a model on both sides.
    pub fn compare(&self, context: &GpuSimContext, m: &Arc<Model>) -> Result<Outcome, String> {
        let worlds = states(m, self.worlds);
        let fields: Vec<&str> = STAGES.iter().copied().filter(|field| has(m, &worlds, field)).collect();
        let options = GpuOptions::default()
            .precision(Precision::Double)
            .visible(fields.iter().copied())
            .contacts(most_contacts(m, &worlds))
            .compiler(super::compiler())
            .tune(|tuning| {
                tuning
                    .smooth_lanes(self.lanes.0)
                    .solver_lanes(self.lanes.1)
                    .workgroup_bytes(self.workgroup_bytes)
                    .subgroups(self.subgroups)
            });
        let mut batch = loaded(context, m, &worlds, &options)?;
        let mut outcome = Outcome::default();
        let mut expected = worlds.clone();
        let failed = batch.forward_all().map_err(message)?;
        let ran: Vec<_> = expected.iter_mut().map(|data| data.forward(m)).collect();
        outcome.counts = [expected.iter().map(|d| d.ncon).sum(), expected.iter().map(|d| d.nefc).sum()];
        let mut alive = both(&batch, &failed, &ran).map_err(|error| format!("forward pass: {error}"))?;
        self.look(m, &batch, [&worlds, &expected], (&fields, 0), &alive, &mut outcome)?;
        let failed = batch.step_all().map_err(message)?;
        let ran: Vec<_> = expected.iter_mut().map(|data| data.step(m)).collect();
        let stepped = both(&batch, &failed, &ran).map_err(|error| format!("step: {error}"))?;
        alive.iter_mut().zip(stepped).for_each(|(alive, stepped)| *alive &= stepped);
        self.look(m, &batch, [&worlds, &expected], (STEP, 1), &alive, &mut outcome)?;
        Ok(outcome)
    }

    /// Compares a step of batches with fewer visible fields, which compute less. In f32 it only has to run.
    pub fn compare_hidden(&self, context: &GpuSimContext, m: &Arc<Model>) -> Result<Outcome, String> {
        let worlds = states(m, self.worlds);
        let mut expected = worlds.clone();
        let ran: Vec<_> = expected.iter_mut().map(|data| data.step(m)).collect();
        let mut outcome = Outcome::default();
        for visible in [&[] as &[&str], &["sensordata"]] {
            // sensors read the kinetic energy of the last pass
            let last_pass = m.opt.enableflags.contains(EnableFlags::ENERGY).then_some("energy");
            let shown = visible.iter().copied().chain(last_pass);
            let options = GpuOptions::default()
                .precision(Precision::Double)
                .visible(shown)
                .contacts(most_contacts(m, &worlds))
                .compiler(super::compiler())
                .tune(|tuning| tuning.smooth_lanes(self.lanes.0).solver_lanes(self.lanes.1));
            let mut batch = loaded(context, m, &worlds, &options)?;
            let failed = batch.step_all().map_err(message)?;
            let alive = both(&batch, &failed, &ran).map_err(|error| format!("step: {error}"))?;
            let fields = [&STEP[..STEP.len() - 1], visible].concat();
            self.look(m, &batch, [&worlds, &expected], (&fields, 1), &alive, &mut outcome)?;
            let single = options.precision(Precision::Single);
            loaded(context, m, &worlds[..2], &single)?.step_all().map_err(message)?;
        }
        Ok(outcome)
    }

    /// Compares fields of the live worlds, after `steps` steps and a forward pass from their initial states.
    fn look(
        &self,
        m: &Model,
        batch: &GpuBatchSim,
        [first, expected]: [&[Data]; 2],
        (fields, part): (&[&str], usize),
        alive: &[bool],
        outcome: &mut Outcome,
    ) -> Result<(), String> {
        outcome.compared[part] = alive.iter().filter(|&&alive| alive).count();
        if outcome.compared[part] == 0 {
            return Err("compared nothing: every world fails on both sides".into());
        }
        let mut compared = 0;
        for field in fields {
            if numbers(&expected[0], field).is_empty() && part == 1 {
                continue;
            }
            let all = batch.read(field).map_err(|error| error.to_string())?;
            let stride = all.len() / expected.len();
            for (w, data) in expected.iter().enumerate().filter(|(w, _)| alive[*w]) {
                let wanted = numbers(data, field);
                // a field of rows is as long as the limit on rows
                let found = &all[w * stride..(w + 1) * stride][..wanted.len()];
                compared += wanted.len();
                let Some((i, difference)) = largest(found, &wanted) else { continue };
                let scale = wanted.iter().fold(smallest_scale(field, data), |most: f64, x| most.max(x.abs()));
                let error = difference / scale;
                let by_chance =
                    || chance::decides(m, &first[w], part, field, difference) || is_flat(field, part, error);
                if error > self.tolerance && by_chance() {
                    outcome.by_chance += 1;
                    outcome.excused.see(field, error);
                    continue;
                }
                outcome.worst[part].see(field, error);
                if (error.is_nan() || error > self.tolerance) && outcome.first.is_none() {
                    let when = ["forward pass", "step"][part];
                    outcome.first = Some(format!(
                        "{when}, {field}[{i}] of world {w}: {} instead of {} ({error:.1e} of {scale:.3})",
                        found[i], wanted[i]
                    ));
                }
            }
        }
        if compared == 0 { Err(format!("compared nothing: no number in {fields:?}")) } else { Ok(()) }
    }
}

fn message(error: sim_gpu::GpuSimError) -> String {
    error.to_string()
}

/// A batch of these worlds.
fn loaded(
    context: &GpuSimContext,
    m: &Arc<Model>,
    worlds: &[Data],
    options: &GpuOptions,
) -> Result<GpuBatchSim, String> {
    let mut batch = GpuBatchSim::with(context, Arc::clone(m), worlds.len(), options).map_err(message)?;
    for field in INPUTS {
        let all: Vec<f64> = worlds.iter().flat_map(|data| numbers(data, field)).collect();
        if !all.is_empty() {
            batch.write(field, &all).map_err(message)?;
        }
    }
    let shows = |field: &str| options.visible.iter().any(|name| name == field);
    if m.opt.enableflags.contains(EnableFlags::ENERGY) && shows("energy") {
        // its sensors read the kinetic energy of the last pass
        let energy: Vec<f64> = worlds.iter().flat_map(|data| data.energy).collect();
        batch.write("energy", &energy).map_err(message)?;
    }
    Ok(batch)
}

/// The largest difference and its index. A NaN on one side alone is the largest of all.
fn largest(found: &[f64], wanted: &[f64]) -> Option<(usize, f64)> {
    let difference = |(a, b): (&f64, &f64)| if a.is_finite() || b.is_finite() { (a - b).abs() } else { 0.0 };
    let all = found.iter().zip(wanted).map(difference).enumerate();
    all.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Which worlds run on both sides. A world that fails must fail on both. Inside a Runge-Kutta step, velocities may reach 1e28: rounding
/// then decides
/// whether a factorization fails there, or the next step rejects the final state.
fn both(batch: &GpuBatchSim, gpu: &[Option<StepError>], cpu: &[Result<(), StepError>]) -> Result<Vec<bool>, String> {
    let refused_next = |w: usize| {
        let state = ["qpos", "qvel"].into_iter().flat_map(|field| batch.read_world(field, w).unwrap_or_default());
        state.into_iter().any(|x| x.is_nan() || x.abs() > 1e10)
    };
    let judge = |(w, (gpu, cpu)): (usize, (&Option<StepError>, &Result<(), StepError>))| match (gpu, cpu) {
        (None, Ok(())) => Ok(true),
        (Some(_), Err(_)) => Ok(false),
        (None, Err(StepError::CholeskyFailed { .. })) if refused_next(w) => Ok(false),
        (Some(error), Ok(())) => Err(format!("world {w} fails on the GPU only: {error}")),
        (None, Err(error)) => Err(format!("world {w} fails on the CPU only: {error}")),
    };
    if gpu.len() != cpu.len() || cpu.is_empty() {
        return Err(format!("compared nothing: {} worlds on the GPU, {} on the CPU", gpu.len(), cpu.len()));
    }
    gpu.iter().zip(cpu).enumerate().map(judge).collect()
}

/// A contact capacity for these worlds, if they have more contacts than usual.
fn most_contacts(m: &Model, worlds: &[Data]) -> Option<usize> {
    let count = |state: &Data| {
        let mut data = state.clone();
        data.forward(m).map_or(0, |()| data.ncon)
    };
    let most = worlds.iter().map(count).max().unwrap_or(0);
    (most > 32).then_some(2 * most)
}

/// Whether the solver's cost is flat to rounding between two results: within 1e-8 of the minimum.
fn is_flat(field: &str, part: usize, error: f64) -> bool {
    let is_solved = part == 1 || ["efc_force", "qfrc_constraint", "qacc", "sensordata"].contains(&field);
    is_solved && error <= 1e-8
}

/// Smallest scale of relative differences of a field. The reference acceleration of a row that just touches is a small difference
/// times a stiffness of up to 1e4; the rounding error of positions contributes 1e-12 m/s². Forces of rows that cancel leave their
/// rounding errors in the dofs.
fn smallest_scale(field: &str, data: &Data) -> f64 {
    match field {
        "efc_aref" => 1.0,
        "qfrc_constraint" => data.efc_force.iter().fold(1e-3, |most: f64, force| most.max(1e-6 * force.abs())),
        _ => 1e-3,
    }
}

/// Whether a field has numbers that the GPU computes for this model.
pub fn has(m: &Model, worlds: &[Data], field: &str) -> bool {
    let mut computed = worlds.last().cloned().unwrap_or_default();
    let _ = computed.forward(m);
    let is_off = field == "energy" && !m.opt.enableflags.contains(EnableFlags::ENERGY);
    !is_off && !numbers(&computed, field).is_empty()
}

/// Number of forward passes of a step: Runge-Kutta has several, each as expensive as the first.
pub fn parts(m: &Model) -> usize {
    if m.opt.integrator == Integrator::RungeKutta4 { 4 } else { 1 }
}
