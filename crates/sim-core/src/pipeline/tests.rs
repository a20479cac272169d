//! The pipeline on models that need no file.

use crate::error::StepError;
use crate::model::{EnableFlags, Integrator, Model};

#[test]
fn pendulum_conserves_energy() {
    let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
    m.opt.enableflags |= EnableFlags::ENERGY;
    m.opt.timestep = 1e-4;
    let mut d = m.make_data();
    d.qpos.copy_from_slice(&[0.5, 0.2, -0.4]);
    d.forward(&m).unwrap();
    let before = d.energy[0] + d.energy[1];
    for _ in 0..2000 {
        d.step(&m).unwrap();
    }
    d.forward(&m).unwrap();
    // semi-implicit Euler oscillates about the true energy with amplitude of order h
    assert!((d.energy[0] + d.energy[1] - before).abs() < 1e-3 * before.abs());
}

#[test]
fn bad_state_is_named() {
    let m = Model::n_link_pendulum(2, 1.0, 0.1);
    let mut d = m.make_data();
    d.qvel[1] = f64::NAN;
    let error = d.step(&m).unwrap_err();
    assert!(matches!(error, StepError::BadVelocity { index: 1, .. }), "{error}");
    assert!(error.to_string().contains("joint"));
}

#[test]
fn unknown_integrators_are_refused() {
    let mut m = Model::n_link_pendulum(1, 1.0, 0.1);
    m.opt.integrator = Integrator(42);
    let mut d = m.make_data();
    assert!(matches!(d.step(&m), Err(StepError::Unsupported(_))));
}

#[test]
fn empty_model_steps() {
    let m = Model::empty();
    let mut d = m.make_data();
    d.step(&m).unwrap();
    assert_eq!(d.time, m.opt.timestep);
}
