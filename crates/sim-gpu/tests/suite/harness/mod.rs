//! Compares a model on the GPU and on the CPU, from equal states.

pub mod chance;
pub mod single;
pub mod whole;

use sim_core::arrays::ArrayRef;
use sim_core::{Data, Model};
use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions, GpuSimContext, Precision};
use std::sync::Arc;

/// Loads one of our models.
pub fn load(name: &str) -> Arc<Model> {
    let path = format!("{}/../../models/{name}.xml", env!("CARGO_MANIFEST_DIR"));
    Arc::new(sim_mjcf::load_model_from_file(&path).unwrap())
}

/// A software device with f64 and subgroups. It compiles nothing.
pub fn machine() -> GpuSimContext {
    let (device, queue, info) = shader_machine::device(&shader_machine::Settings::default());
    GpuSimContext::from_device(device, queue, info)
}

/// The device of the tests: the shader interpreter, or the best adapter if `CORTENFORGE_TEST_ON` is `adapter`.
pub fn context() -> GpuSimContext {
    match std::env::var("CORTENFORGE_TEST_ON").as_deref() {
        Ok("adapter") => GpuSimContext::shared().unwrap(),
        _ => machine(),
    }
}

/// The compiler of kernels for a GPU: NVRTC with `COMPILER=nvrtc`.
pub fn compiler() -> GpuCompiler {
    match std::env::var("COMPILER").as_deref() {
        Ok("nvrtc") => GpuCompiler::Nvrtc,
        _ => GpuCompiler::Driver,
    }
}

/// A model from MJCF text.
pub fn parse(xml: &str) -> Arc<Model> {
    Arc::new(sim_mjcf::load_model(xml).unwrap())
}

/// Pairs of numbers to compare. Panics if there are none, or if the lists differ in length.
pub fn pairs<'a>(what: &str, found: &'a [f64], wanted: &'a [f64]) -> impl Iterator<Item = (&'a f64, &'a f64)> + Clone {
    assert!(!wanted.is_empty(), "{what}: compared nothing");
    assert_eq!(found.len(), wanted.len(), "{what}: numbers on the GPU and on the CPU");
    found.iter().zip(wanted)
}

/// Numbers of a field of a world.
pub fn numbers(data: &Data, field: &str) -> Vec<f64> {
    match field {
        "time" => return vec![data.time],
        "energy" => return data.energy.to_vec(),
        "ncon" => return vec![data.ncon as f64],
        "nefc" => return vec![data.nefc as f64],
        _ => {}
    }
    let mut found = match data.array(field) {
        Some(ArrayRef::F64(list)) => list.to_vec(),
        Some(ArrayRef::I32(list)) => list.iter().map(|&x| f64::from(x)).collect(),
        Some(ArrayRef::Bool(list)) => list.iter().map(|&x| f64::from(u8::from(bool::from(x)))).collect(),
        _ => vec![],
    };
    data.visit_row_arrays(&mut |name, _, array| {
        if name == field {
            found = match array {
                ArrayRef::F64(list) => list.to_vec(),
                ArrayRef::I32(list) => list.iter().map(|&x| f64::from(x)).collect(),
                _ => vec![],
            };
        }
    });
    found
}

/// Prepares the state of a world.
type Prepare = dyn Fn(&Model, &mut Data, &mut oorandom::Rand64);

/// A comparison: the model, its states, fields, lanes and tolerance.
pub struct Comparison {
    model: Arc<Model>,
    fields: Vec<String>,
    lanes: Vec<(usize, usize)>,
    tolerance: f64,
    states: usize,
    settle: usize,
    workgroup_bytes: Option<usize>,
    kinds: Vec<i32>,
    prepare: Box<Prepare>,
}

impl Comparison {
    /// A comparison of a model at qpos0 and ten random states, with one lane and with several.
    pub fn new(model: &Arc<Model>) -> Self {
        Self {
            model: Arc::clone(model),
            fields: vec![],
            lanes: vec![(1, 32), (8, 16)],
            tolerance: 1e-9,
            states: 11,
            settle: 0,
            workgroup_bytes: None,
            kinds: vec![],
            prepare: Box::new(scatter),
        }
    }

    /// Sets the fields, in the order of their stages.
    pub fn fields(mut self, fields: &[&str]) -> Self {
        self.fields = fields.iter().map(|field| field.to_string()).collect();
        self
    }

    /// Sets the largest difference, relative to the largest number of the field.
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Sets the lanes of a world in the smooth part and in the solver.
    pub fn lanes(mut self, lanes: &[(usize, usize)]) -> Self {
        self.lanes = lanes.to_vec();
        self
    }

    /// Sets the number of steps on the CPU before the comparison, so that contacts are those of a motion.
    pub fn settle(mut self, steps: usize) -> Self {
        self.settle = steps;
        self
    }

    /// Sets the bytes of workgroup memory, so that more fields live in device buffers.
    pub fn workgroup_bytes(mut self, bytes: usize) -> Self {
        self.workgroup_bytes = Some(bytes);
        self
    }

    /// Sets the kinds of constraint rows (`efc_type`) that the states must have, all of them and no others.
    pub fn kinds(mut self, kinds: &[i32]) -> Self {
        self.kinds = kinds.to_vec();
        self
    }

    /// Sets how all states but the first are made.
    pub fn prepare(mut self, prepare: impl Fn(&Model, &mut Data, &mut oorandom::Rand64) + 'static) -> Self {
        self.prepare = Box::new(prepare);
        self
    }

    /// Runs a forward pass on both sides and compares. Panics if there is nothing to compare.
    pub fn run(self, name: &str) {
        let m = &self.model;
        assert!(!self.lanes.is_empty() && self.states > 0 && !self.fields.is_empty(), "{name}: compared nothing");
        let mut random = oorandom::Rand64::new(7);
        let mut worlds: Vec<Data> = (0..self.states).map(|_| m.make_data()).collect();
        for data in worlds.iter_mut().skip(1) {
            (self.prepare)(m, data, &mut random);
            for _ in 0..self.settle {
                data.step(m).unwrap();
            }
        }
        let context = context();
        for &(smooth_lanes, solver_lanes) in &self.lanes {
            let options = GpuOptions::default()
                .precision(Precision::Double)
                .visible(self.fields.clone())
                .only_visible(true)
                .compiler(compiler())
                .tune(|tuning| {
                    tuning.smooth_lanes(smooth_lanes).solver_lanes(solver_lanes).workgroup_bytes(self.workgroup_bytes)
                });
            let mut batch = GpuBatchSim::with(&context, Arc::clone(m), worlds.len(), &options).unwrap();
            for field in INPUTS {
                let all: Vec<f64> = worlds.iter().flat_map(|data| numbers(data, field)).collect();
                if !all.is_empty() {
                    batch.write(field, &all).unwrap();
                }
            }
            batch.forward_all().unwrap();
            let mut expected: Vec<Data> = worlds.clone();
            for data in &mut expected {
                data.forward(m).unwrap();
            }
            self.check_kinds(name, &expected);
            let place = format!("{name}, {smooth_lanes} and {solver_lanes} lanes");
            self.compare(&place, &batch, &expected);
        }
    }

    fn check_kinds(&self, name: &str, expected: &[Data]) {
        if !self.kinds.is_empty() {
            let mut found: Vec<i32> =
                expected.iter().flat_map(|data| data.efc_type.iter().map(|kind| kind.0)).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, self.kinds, "{name}: kinds of rows");
        }
    }

    fn compare(&self, place: &str, batch: &GpuBatchSim, expected: &[Data]) {
        let status = batch.read("status").unwrap();
        assert!(status.iter().all(|&s| s == 0.0), "{place}: status {status:?}");
        let mut all_compared = 0;
        for field in &self.fields {
            let all = batch.read(field).unwrap();
            assert_eq!(all.len() % expected.len(), 0, "{place}: {field}");
            let stride = all.len() / expected.len();
            let mut compared = 0;
            for (w, data) in expected.iter().enumerate() {
                let wanted = numbers(data, field);
                // a field of rows is as long as the limit on rows
                let found = &all[w * stride..(w + 1) * stride][..wanted.len()];
                let scale = wanted.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
                for (i, (found_number, want)) in found.iter().zip(&wanted).enumerate() {
                    let difference = (found_number - want).abs();
                    assert!(
                        difference <= self.tolerance * scale,
                        "{place}: {field}[{i}] of world {w} is {found_number} and should be {want} ({:.1e} of {scale})\n{found:?}\n{wanted:?}",
                        difference / scale,
                    );
                }
                compared += wanted.len();
            }
            // without tendons, fields of tendons are empty
            let is_empty = batch.field_shape(field).unwrap().contains(&0);
            assert!(compared > 0 || is_empty, "{place}: {field}: compared nothing");
            all_compared += compared;
        }
        assert!(all_compared > 0, "{place}: compared nothing");
    }
}

/// State and inputs that are uploaded.
pub const INPUTS: [&str; 12] = [
    "time",
    "qpos",
    "qvel",
    "act",
    "qacc_warmstart",
    "ctrl",
    "qfrc_applied",
    "xfrc_applied",
    "eq_active",
    "mocap_pos",
    "mocap_quat",
    "status",
];

/// Random positions, velocities, controls and forces.
pub fn scatter(m: &Model, data: &mut Data, random: &mut oorandom::Rand64) {
    let mut next = |scale: f64| scale * (2.0 * random.rand_float() - 1.0);
    let step: Vec<f64> = (0..m.nv).map(|_| next(0.5)).collect();
    sim_core::binding::integrate::integrate_position(m, &mut data.qpos, &step, 1.0);
    data.qvel.iter_mut().for_each(|v| *v = next(1.0));
    data.ctrl.iter_mut().for_each(|v| *v = next(1.0));
    data.act.iter_mut().for_each(|v| *v = next(0.5).abs());
    data.qfrc_applied.iter_mut().for_each(|v| *v = next(1.0));
    data.xfrc_applied.iter_mut().skip(6).for_each(|v| *v = next(1.0));
}
