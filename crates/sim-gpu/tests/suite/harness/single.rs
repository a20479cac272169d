//! Error of a step in f32, compared with the engine in f64: from states of a running rollout, with the model's own
//! settings on the GPU, and with converged constraints on the CPU.

use super::whole::{self, STAGES, prepared};
use super::{INPUTS, numbers};
use sim_core::arrays::ArrayMut;
use sim_core::binding::batch::writer;
use sim_core::{Data, Model, SolverType};
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimContext, Precision};
use std::sync::Arc;

/// Steps between the states.
const APART: usize = 7;

/// Errors of a field: for each world the largest difference, relative to the world's largest number of the field.
#[derive(Clone, Debug, Default)]
pub struct Errors(Vec<f64>);

impl Errors {
    fn new(mut all: Vec<f64>) -> Self {
        all.sort_by(f64::total_cmp);
        Self(all)
    }

    /// The error that this fraction of the worlds does not exceed.
    pub fn quantile(&self, part: f64) -> f64 {
        let place = (part * self.0.len() as f64).ceil() as usize;
        self.0.get(place.clamp(1, self.0.len().max(1)) - 1).copied().unwrap_or(f64::NAN)
    }

    /// The median over the worlds.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The quantile over nearly all worlds.
    pub fn most(&self) -> f64 {
        self.quantile(0.999)
    }
}

/// Results of a measurement.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Errors of the GPU.
    pub qacc: Errors,
    /// Errors of the CPU with only the model rounded to f32.
    pub rounded: Errors,
    /// Errors of the CPU with the model's own settings, whose solver stops early.
    pub stopped: Errors,
    /// Worlds whose number of contacts differs from the CPU's.
    pub other_contacts: usize,
    /// Compared worlds.
    pub worlds: usize,
    /// Worlds without a comparison: some geoms just touch, and rounding decides about the contact. If most worlds are such, because the
    /// model places geoms so, the worlds count in which both sides agree.
    pub undecided: usize,
    /// Contacts of all worlds on the CPU.
    pub contacts: usize,
    /// The field of each stage with its errors, in order.
    pub stages: Vec<(&'static str, Errors)>,
}

impl Measured {
    /// Whether all errors are within the limits.
    pub fn is_near(&self) -> bool {
        self.qacc.median() <= 1e-5 && self.qacc.most() <= 1e-3 && self.other_contacts * 1000 <= self.worlds
    }
}

/// The model with a solver that the GPU supports.
fn own_settings(m: &Model) -> Model {
    let mut m = m.clone();
    if m.opt.solver == SolverType::PGS {
        m.opt.solver = SolverType::Newton;
    }
    m
}

fn to_single(list: &mut [f64]) {
    list.iter_mut().for_each(|x| *x = f64::from(*x as f32));
}

/// States of a rollout under random controls that begins with a push. All numbers are exact in f32.
pub fn states(m: &Model, count: usize) -> Vec<Data> {
    let mut random = oorandom::Rand64::new(23);
    let mut next = || 2.0 * random.rand_float() - 1.0;
    let mut first = m.make_data();
    first.qvel.iter_mut().for_each(|v| *v = 0.5 * next());
    let mut moving = first.clone();
    let mut all = Vec::with_capacity(count);
    while all.len() < count {
        for _ in 0..APART {
            moving.ctrl.iter_mut().for_each(|u| *u = next());
            if moving.step(m).is_err() {
                moving = first.clone();
            }
        }
        let mut state = moving.clone();
        for field in INPUTS {
            if let Some(ArrayMut::F64(list)) = writer(field).map(|find| find(&mut state)) {
                to_single(list);
            }
        }
        all.push(state);
    }
    all
}

/// The model with every number rounded to f32.
fn rounded(m: &Model) -> Model {
    let mut m = m.clone();
    let mut names = Vec::new();
    m.visit_arrays(&m, &mut |name, _, _| names.push(name));
    for name in names {
        if let Some(ArrayMut::F64(list)) = m.array_mut(name) {
            to_single(list);
        }
    }
    to_single(&mut m.opt.gravity);
    to_single(std::slice::from_mut(&mut m.opt.timestep));
    m
}

/// Errors of a field over the worlds that count.
fn errors(field: &str, found: &[f64], expected: &[Data], counted: &[usize]) -> Errors {
    let stride = found.len() / expected.len().max(1);
    let of = |&w: &usize| {
        let wanted = numbers(&expected[w], field);
        let scale = wanted.iter().fold(1e-9, |most: f64, x| most.max(x.abs()));
        // a field of rows is as long as the limit on rows
        let found = &found[w * stride..(w + 1) * stride][..wanted.len()];
        let apart = wanted.iter().zip(found).map(|(a, b)| (a - b).abs() / scale);
        // NaN is the largest error
        apart.fold(0.0, |most: f64, x| if x <= most { most } else { x })
    };
    Errors::new(counted.iter().map(of).collect())
}

/// Forward passes on the CPU.
fn forward(m: &Model, worlds: &[Data]) -> Result<Vec<Data>, String> {
    let pass = |world: &Data| {
        let mut data = world.clone();
        data.forward(m).map(|()| data).map_err(|error| error.to_string())
    };
    worlds.iter().map(pass).collect()
}

fn qacc_of(worlds: &[Data]) -> Vec<f64> {
    worlds.iter().flat_map(|data| data.qacc.to_vec()).collect()
}

/// Distance (m) below which f32 cannot decide whether geoms at positions of some metres touch.
const JUST: f64 = 1e-6;

/// Whether geoms of a world just touch or just miss: some models place them so, and rounding decides.
fn just_touches(m: &Model, world: &Data) -> bool {
    let mut wider = m.clone();
    wider.geom_margin.iter_mut().for_each(|margin| *margin += JUST);
    wider.pair_margin.iter_mut().for_each(|margin| *margin += JUST);
    let mut data = world.clone();
    let ran = data.forward(&wider).is_ok();
    // margins of both geoms add up
    ran && data.contact.iter().any(|contact| (contact.dist - (contact.includemargin - 2.0 * JUST)).abs() < 2.0 * JUST)
}

/// Worlds that are compared: those without geoms that just touch, and if these are few, also the others where the GPU agrees.
fn counted(m: &Model, worlds: &[Data], agrees: impl Fn(usize) -> bool) -> Vec<usize> {
    let touches: Vec<bool> = worlds.iter().map(|world| just_touches(m, world)).collect();
    let decided = touches.iter().filter(|&&touch| !touch).count();
    let is_few = 2 * decided < worlds.len();
    (0..worlds.len()).filter(|&w| !touches[w] || (is_few && agrees(w))).collect()
}

/// Measures a model on a device.
pub fn measure(context: &GpuSimContext, m: &Model, count: usize) -> Result<Measured, String> {
    let m = Arc::new(own_settings(m));
    let solved = prepared(&m);
    let worlds = states(&m, count);
    let expected = forward(&solved, &worlds)?;
    let fields: Vec<&'static str> = STAGES.iter().copied().filter(|field| whole::has(&m, &worlds, field)).collect();
    let options =
        GpuOptions::default().precision(Precision::Single).visible(fields.iter().copied()).compiler(super::compiler());
    let message = |error: sim_gpu::GpuSimError| error.to_string();
    let mut batch = GpuBatchSim::with(context, Arc::clone(&m), count, &options).map_err(message)?;
    let states = batch.upload_states(&worlds).map_err(message)?;
    batch.restore_states(&states).map_err(message)?;
    if let Some(error) = batch.forward_all().map_err(message)?.iter().flatten().next() {
        return Err(error.to_string());
    }
    let (ncon, nefc) = (batch.read("ncon").map_err(message)?, batch.read("nefc").map_err(message)?);
    let has_contacts = |w: usize| ncon[w] as usize == expected[w].ncon;
    let counted = counted(&m, &worlds, |w| has_contacts(w) && nefc[w] as usize == expected[w].nefc);
    if m.nv == 0 || counted.is_empty() {
        return Err(
            "there is nothing to measure: no state moves, or rounding decides in all of them what touches".into()
        );
    }
    let mut stages = Vec::new();
    for field in fields {
        stages.push((field, errors(field, &batch.read(field).map_err(message)?, &expected, &counted)));
    }
    let qacc = stages.iter().find(|(field, _)| *field == "qacc").map(|(_, errors)| errors.clone());
    Ok(Measured {
        qacc: qacc.unwrap_or_default(),
        rounded: errors("qacc", &qacc_of(&forward(&rounded(&solved), &worlds)?), &expected, &counted),
        stopped: errors("qacc", &qacc_of(&forward(&m, &worlds)?), &expected, &counted),
        other_contacts: counted.iter().filter(|&&w| !has_contacts(w)).count(),
        worlds: counted.len(),
        undecided: count - counted.len(),
        contacts: counted.iter().map(|&w| expected[w].ncon).sum(),
        stages,
    })
}
