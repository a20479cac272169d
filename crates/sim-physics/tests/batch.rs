//! Batches of models with contacts, sensors and actuators: bit for bit what single worlds do, errors kept apart.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_physics::sim_core::arrays::ArrayRef;
use sim_physics::{BatchSim, Data, Model, StepError, load_model_from_file};
use std::path::Path;
use std::sync::Arc;

const WORLDS: usize = 6;

fn model(name: &str) -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../models/{name}.xml"));
    Arc::new(load_model_from_file(&path).unwrap())
}

/// A batch whose worlds all differ.
fn batch(m: &Arc<Model>) -> BatchSim {
    let mut batch = BatchSim::new(m.clone(), WORLDS);
    for (i, d) in batch.worlds_mut().enumerate() {
        d.qvel.iter_mut().enumerate().for_each(|(k, v)| *v = 0.05 * ((i + 3 * k) as f64).sin());
        d.ctrl.iter_mut().enumerate().for_each(|(k, c)| *c += 0.1 * ((2 * i + k) as f64).cos());
    }
    batch
}

/// The bits of everything a world holds.
fn bits(m: &Model, d: &Data) -> Vec<u64> {
    let mut out = vec![d.time.to_bits(), d.ncon as u64, d.nefc as u64];
    let mut add = |_: &str, _, array: ArrayRef<'_>| match array {
        ArrayRef::F64(a) => out.extend(a.iter().map(|x| x.to_bits())),
        ArrayRef::I32(a) => out.extend(a.iter().map(|x| *x as u64)),
        ArrayRef::Bool(a) => out.extend(a.iter().map(|x| u64::from(x.get()))),
        other => panic!("{other:?}"),
    };
    d.visit_arrays(m, &mut add);
    d.visit_row_arrays(&mut add);
    for contact in &d.contact {
        let numbers = contact.pos.iter().chain(&contact.frame).chain(&contact.friction).chain([&contact.dist]);
        out.extend(numbers.map(|x| x.to_bits()));
        out.extend(contact.geom().map(|g| g as u64));
    }
    out
}

#[test]
fn a_batch_equals_sequential_steps() {
    for (name, steps) in [("humanoid", 120), ("gripper", 60), ("muscle_arm", 60), ("quadruped", 60)] {
        let m = model(name);
        let mut batch = batch(&m);
        let mut alone: Vec<Data> = batch.worlds().cloned().collect();
        let mut touched = false;
        for _ in 0..steps {
            assert_eq!(batch.step_all(), vec![None; WORLDS]);
            for d in &mut alone {
                d.step(&m).unwrap();
                touched |= d.ncon > 0;
            }
        }
        for (i, (world, alone)) in batch.worlds().zip(&alone).enumerate() {
            assert_eq!(bits(&m, world), bits(&m, alone), "{name}, world {i}");
        }
        assert!(touched || name == "muscle_arm", "{name} touches nothing");
    }
}

/// What goes wrong in world 2, and how often it stays the same.
fn isolated(fault: impl Fn(&mut Data), named: impl Fn(&StepError) -> bool) {
    let m = model("quadruped");
    let (mut faulty, mut clean) = (batch(&m), batch(&m));
    fault(faulty.world_mut(2).unwrap());
    for _ in 0..20 {
        let errors = faulty.step_all();
        assert_eq!(clean.step_all(), vec![None; WORLDS]);
        for (i, error) in errors.iter().enumerate() {
            assert_eq!(error.is_some(), i == 2, "{error:?}");
        }
        assert!(named(errors[2].as_ref().unwrap()), "{:?}", errors[2]);
    }
    for i in (0..WORLDS).filter(|i| *i != 2) {
        assert_eq!(bits(&m, faulty.world(i).unwrap()), bits(&m, clean.world(i).unwrap()), "world {i}");
    }
    // nothing was reset by itself; a reset makes a world like any other
    faulty.world_mut(2).unwrap().qfrc_applied.fill(0.0);
    assert_eq!(faulty.reset(2), Some(()));
    let mut fresh = m.make_data();
    for _ in 0..20 {
        assert_eq!(faulty.step_all(), vec![None; WORLDS]);
        fresh.step(&m).unwrap();
    }
    assert_eq!(bits(&m, faulty.world(2).unwrap()), bits(&m, &fresh));
}

#[test]
fn bad_numbers_stay_in_their_world() {
    isolated(|d| d.qpos[2] = f64::NAN, |e| matches!(e, StepError::BadPosition { index: 2, .. }));
    isolated(|d| d.qvel[1] = f64::INFINITY, |e| matches!(e, StepError::BadVelocity { index: 1, .. }));
    isolated(|d| d.qfrc_applied[0] = 1e300, |e| matches!(e, StepError::BadAcceleration { .. }));
}

#[test]
fn panics_stay_in_their_world() {
    isolated(|d| d.geom_xpos.clear(), |e| matches!(e, StepError::Panicked { .. }));
    isolated(|d| d.qfrc_bias.truncate(1), |e| matches!(e, StepError::Panicked { .. }));
}
