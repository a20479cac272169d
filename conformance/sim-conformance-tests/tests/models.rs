//! Compares every model of `models/` with MuJoCo: compiled constants, then the stages of a forward pass.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_conformance_tests::{Difference, Reference, compare_constants, compare_states};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn report(differences: &[Difference]) -> String {
    differences.iter().take(8).map(|d| format!("  {d}\n")).collect()
}

fn check(name: &str) {
    let file = root().join("conformance/references").join(format!("{name}.txt"));
    let text = std::fs::read_to_string(&file).expect("reference file");
    let reference = Reference::parse(&text).expect("reference file");
    let model = sim_mjcf::load_model_from_file(root().join("models").join(format!("{name}.xml"))).expect("model");
    let constants = compare_constants(&model, &reference);
    assert!(constants.is_empty(), "{name}: {} constants differ\n{}", constants.len(), report(&constants));
    let compared = compare_states(&model, &reference).expect("forward pass");
    let differences = &compared.differences;
    assert!(differences.is_empty(), "{name}: first stage that differs\n{}", report(differences));
    if let Some(what) = compared.refused {
        eprintln!("{name}: not compared further: {what} is not simulated");
        assert!(!model.unsimulated_features().is_empty(), "{name}: a refusal is announced");
    }
}

macro_rules! models {
    ($($name:ident),* $(,)?) => {
        const MODELS: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { check(stringify!($name)); })*
    };
}

models!(
    cable,
    cartpole,
    cradle,
    dominoes,
    double_pendulum,
    gripper,
    hand,
    heap,
    humanoid,
    loops,
    marbles,
    meshes,
    muscle_arm,
    pendulum_ball,
    pendulum_free,
    pendulum_hinge,
    pendulum_slide,
    quadruped,
    servos,
    strider,
    swimmer,
    tactile_pad,
    terrain,
    workshop,
    wrecking_ball,
);

fn stems(folder: &str, extension: &str) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(root().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_model_has_a_reference_and_a_test() {
    assert_eq!(stems("models", "xml"), MODELS);
    assert_eq!(stems("conformance/references", "txt"), MODELS);
}
