//! Our models on the GPU compared with the CPU, for each stage and over a step: unchanged, or without their unsupported features.

use crate::harness::whole::{Whole, decided, prepared, stripped};
use crate::harness::{context, load};
use sim_core::Model;
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimError};
use std::sync::Arc;

/// Compares with every plan.
fn compare(name: &str, model: &Model) {
    let model = Arc::new(decided(&prepared(model)));
    for whole in Whole::ways(&model) {
        let start = std::time::Instant::now();
        let outcome = whole.compare(&context(), &model).unwrap_or_else(|error| panic!("{name}, {whole:?}: {error}"));
        let seconds = start.elapsed().as_secs_f64();
        println!("{name}, {:?}: {:?} {:?}, {seconds:.1} s", whole.lanes, outcome.counts, outcome.worst);
        if let Some(first) = outcome.first {
            panic!("{name}, {whole:?}: {first}");
        }
        assert_eq!(outcome.by_chance, 0, "{name}, {whole:?}: {:?} is left to chance", outcome.excused);
    }
}

/// A model that the GPU supports unchanged.
fn covered(name: &str) {
    let model = load(name);
    assert_eq!(GpuBatchSim::missing(&model), [""; 0], "{name} was covered once");
    compare(name, &model);
}

/// Checks that a model is rejected with reasons, and compares the rest of it. Returns whether a rest exists.
fn refused(name: &str) -> bool {
    let model = load(name);
    if GpuBatchSim::missing(&model).is_empty() {
        compare(name, &model);
        return true;
    }
    let error = GpuBatchSim::with(&context(), Arc::clone(&model), 1, &GpuOptions::default()).unwrap_err();
    let GpuSimError::Unsupported(reasons) = &error else { panic!("{name}: {error}") };
    assert!(!reasons.is_empty(), "{name}");
    assert!(reasons.iter().all(|reason| reason.contains(": ")), "{name}: a reason without its cure in {reasons:?}");
    let rest = stripped(&model);
    let is_left = GpuBatchSim::missing(&rest).is_empty();
    if is_left {
        compare(name, &rest);
    }
    is_left
}

macro_rules! models {
    ($how:expr => $($name:ident)*) => {
        $(#[test]
        fn $name() {
            $how(stringify!($name));
        })*
    };
}

models!(covered => cartpole cradle dominoes double_pendulum marbles pendulum_ball strider);

models!(|name| assert!(refused(name), "{name}: nothing is left") =>
    heap humanoid meshes pendulum_free pendulum_hinge pendulum_slide quadruped swimmer terrain workshop wrecking_ball);

// tests of these models concern only the unsupported features
models!(refused => cable gripper hand loops muscle_arm servos tactile_pad);

#[test]
fn every_model_is_here() {
    let folder = format!("{}/../../models", env!("CARGO_MANIFEST_DIR"));
    let text = include_str!("whole.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "xml") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let is_named = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            assert!(is_named, "{name} is not among the models of this test");
        }
    }
}
