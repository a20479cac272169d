//! Compares the first hundred steps of every model of this repository with MuJoCo 3.12.0
//! (`conformance/generate.py` writes `conformance/references/motions`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_conformance_tests::{Reference, Section, Values};
use sim_core::{Data, Model};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The first state of the recording.
fn start(m: &Model) -> Data {
    let mut d = m.make_data();
    if m.nkey > 0 {
        assert!(d.reset_to_keyframe(m, 0));
    }
    for (i, v) in d.qvel.iter_mut().enumerate() {
        *v += 0.1 * ((i % 5) as f64 - 2.0);
    }
    d
}

/// Sets the controls of a step with the arithmetic of the recording.
fn steer(m: &Model, d: &mut Data, step: usize) {
    for (k, u) in d.ctrl.iter_mut().enumerate() {
        let share = 0.25 + 0.5 * (((3 * k + 7 * (step / 10)) % 11) as f64 / 10.0);
        let limited = m.actuator_ctrllimited[k].get();
        let [low, high] =
            if limited { [m.actuator_ctrlrange[2 * k], m.actuator_ctrlrange[2 * k + 1]] } else { [-1.0, 1.0] };
        *u = low + (high - low) * share;
    }
}

/// Distance of a world from a recorded state, relative to the state's largest entry, at least one.
fn distance(d: &Data, recorded: &Section) -> f64 {
    let (mut apart, mut scale) = (0.0_f64, 1.0_f64);
    for field in &recorded.fields {
        let Values::Reals { values, .. } = &field.values else { panic!("{} is not recorded in full", field.name) };
        let found = match field.name.as_str() {
            "qpos" => &d.qpos,
            "qvel" => &d.qvel,
            "act" => &d.act,
            other => panic!("{other} is recorded"),
        };
        assert_eq!(found.len(), values.len(), "{}", field.name);
        for (a, b) in found.iter().zip(values) {
            apart = apart.max((a - b).abs());
            scale = scale.max(b.abs());
        }
    }
    apart / scale
}

fn check(name: &str) {
    let file = root().join("conformance/references/motions").join(format!("{name}.txt"));
    let recorded = Reference::parse(&std::fs::read_to_string(file).expect("recording")).expect("recording");
    let m = sim_mjcf::load_model_from_file(root().join("models").join(format!("{name}.xml"))).expect("model");
    let mut d = start(&m);
    let mut done = 0;
    for state in &recorded.states {
        let wanted: usize = state.name.parse().expect("a number of steps");
        while done < wanted {
            steer(&m, &mut d, done);
            d.step(&m).unwrap_or_else(|error| panic!("{name}: step {done}: {error}"));
            done += 1;
        }
        let section = &state.stages[0];
        let apart = distance(&d, section);
        // written so that NaN fails
        assert!(apart <= section.bar, "{name}: {apart:e} apart after {done} steps, the bar is {:e}", section.bar);
    }
    assert_eq!(done, 100, "{name}");
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
    double_pendulum,
    gripper,
    hand,
    humanoid,
    loops,
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

/// Falling dominoes, heaps and marbles are chaotic: `generate.py` records only motions that stay near.
#[test]
fn every_recording_has_a_test() {
    let folder = std::fs::read_dir(root().join("conformance/references/motions")).unwrap();
    let mut names: Vec<_> = folder.map(|entry| entry.unwrap().path().file_stem().unwrap().to_owned()).collect();
    names.sort();
    assert_eq!(names, MODELS);
}

/// The comparison detects a motion with one different control.
#[test]
fn another_motion_is_detected() {
    let text = std::fs::read_to_string(root().join("conformance/references/motions/cartpole.txt")).unwrap();
    let recorded = Reference::parse(&text).unwrap();
    let m = sim_mjcf::load_model_from_file(root().join("models/cartpole.xml")).unwrap();
    let mut d = start(&m);
    steer(&m, &mut d, 10);
    d.step(&m).unwrap();
    assert!(distance(&d, &recorded.states[0].stages[0]) > 1e3 * recorded.states[0].stages[0].bar);
}
