//! The protocol of batches on the CPU.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod protocol;

use sim_core::batch::{Batch, BatchError, Controls, Reset, ResetNoise};
use sim_core::{BatchSim, Model};
use std::sync::Arc;

#[test]
fn every_word_works_on_the_cpu() {
    let model = Arc::new(Model::example());
    protocol::every_word(|n| BatchSim::try_new(model.clone(), n), 0.0).unwrap();
}

#[test]
fn noise_does_not_depend_on_the_number_of_worlds() {
    let model = Arc::new(Model::example());
    let noisy = |n: usize| {
        let mut batch = BatchSim::new(model.clone(), n);
        let noise = ResetNoise { position: 0.1, velocity: 0.2, seed: 5 };
        Batch::reset(&mut batch, None, &Reset::initial().with_noise(noise)).unwrap();
        batch.get("qpos").unwrap()
    };
    let (few, many) = (noisy(3), noisy(40));
    assert_eq!(few, many[..few.len()]);
    assert!(few[..model.nq] != few[model.nq..2 * model.nq]);
}

#[test]
fn words_of_the_errors_name_the_cure() {
    let mut batch = BatchSim::new(Arc::new(Model::example()), 2);
    let texts = [
        batch.set("xpos", &[]).unwrap_err().to_string(),
        Batch::reset(&mut batch, Some(&[true]), &Reset::initial()).unwrap_err().to_string(),
        Batch::reset(&mut batch, None, &Reset::keyframe("bend")).unwrap_err().to_string(),
        batch.set_world(0, &Model::empty().make_data()).unwrap_err().to_string(),
    ];
    let words =
        ["set an input (time, qpos", "the mask has 1 entries: give one for each of the 2", "'bent'", "make_data"];
    for (text, words) in texts.iter().zip(words) {
        assert!(text.contains(words), "'{words}' against '{text}'");
    }
}

/// A call with a wrong argument, and what its error says.
type Wrong<'a> = (&'a dyn Fn(&mut BatchSim) -> Result<(), BatchError>, &'a str);

#[test]
fn masks_counts_and_parameters_that_do_not_fit_change_nothing() {
    let model = Arc::new(Model::example());
    let mut batch = BatchSim::new(model.clone(), 3);
    batch.override_model(1, |m| m.body_mass[1] = 2.0).unwrap();
    batch.step(3, Controls::Held).unwrap();
    let saved = |n: usize| BatchSim::new(model.clone(), n).save().unwrap();
    let (none, two, four) = (saved(0), saved(2), saved(4));
    let own = batch.save().unwrap();
    let reset = |batch: &mut BatchSim, mask: &[bool]| Batch::reset(batch, Some(mask), &Reset::initial());
    let rows = |batch: &mut BatchSim, rows: &[usize]| Batch::reset(batch, None, &Reset::rows(&own, rows));
    let masses = vec![1.0; 3 * model.nbody];
    let with = |index: usize, value: f64| {
        let mut changed = masses.clone();
        changed[index] = value;
        changed
    };
    let (negative, nan, endless) = (with(1, -1.0), with(2, f64::NAN), with(5, f64::INFINITY));
    let timestep = |batch: &mut BatchSim, value: f64| batch.override_model(1, |m| m.opt.timestep = value);
    let cases: [Wrong<'_>; 28] = [
        (&|batch| reset(batch, &[]), "the mask has 0 entries: give one for each of the 3 worlds"),
        (&|batch| reset(batch, &[true; 2]), "the mask has 2 entries"),
        (&|batch| reset(batch, &[true; 4]), "the mask has 4 entries"),
        (&|batch| reset(batch, &[false; 6]), "the mask has 6 entries"),
        (&|batch| batch.step_where(&[true]).map(drop), "the mask has 1 entries"),
        (&|batch| batch.reset_where(&[true; 9]), "the mask has 9 entries"),
        (&|batch| Batch::clear_override(batch, Some(&[])), "the mask has 0 entries"),
        (&|batch| Batch::clear_override(batch, Some(&[true; 2])), "the mask has 2 entries"),
        (&|batch| Batch::clear_override(batch, Some(&[false; 4])), "the mask has 4 entries"),
        (&|batch| batch.restore(&none), "the saved states have 0 worlds and this batch has 3"),
        (&|batch| batch.restore(&two), "the saved states have 2 worlds"),
        (&|batch| batch.restore(&four), "the saved states have 4 worlds"),
        (&|batch| rows(batch, &[0, 1]), "`rows` has 2 entries: give one for each of the 3"),
        (&|batch| rows(batch, &[0; 4]), "`rows` has 4 entries"),
        (&|batch| rows(batch, &[0, 3, 1]), "saved state 3 does not exist: there are 3"),
        (&|batch| rows(batch, &[0, usize::MAX, 1]), "does not exist: there are 3"),
        (&|batch| Batch::override_fields(batch, &[("body_mass", &masses[1..])]), "body_mass has "),
        (&|batch| Batch::override_fields(batch, &[("body_mass", &[])]), "body_mass has 0 numbers: give "),
        (&|batch| Batch::override_fields(batch, &[("body_mass", &negative)]), "body_mass[1] is -1"),
        (&|batch| Batch::override_fields(batch, &[("body_mass", &nan)]), "body_mass[2] is NaN"),
        (&|batch| Batch::override_fields(batch, &[("body_mass", &endless)]), "body_mass[1] is inf"),
        (&|batch| timestep(batch, 0.0), "opt_timestep is 0: give a finite number above 0"),
        (&|batch| timestep(batch, -1.0), "opt_timestep is -1"),
        (&|batch| timestep(batch, f64::NAN), "opt_timestep is NaN"),
        (&|batch| timestep(batch, f64::INFINITY), "opt_timestep is inf"),
        (&|batch| batch.step(2, Controls::EveryStep(&[0.0; 3])).map(drop), "has 3 numbers: give 6"),
        (&|batch| batch.set("qpos", &[0.0; 5]), "qpos has 5 numbers: give "),
        (&|batch| Batch::world(batch, 3).map(drop), "world 3 does not exist: the batch has 3 worlds"),
    ];
    let state = |batch: &BatchSim| {
        let parameters: Vec<(u64, u64)> = (0..3)
            .map(|i| batch.model_of(i).unwrap())
            .map(|m| (m.body_mass[1].to_bits(), m.opt.timestep.to_bits()))
            .collect();
        (batch.get("qpos").unwrap(), batch.get("time").unwrap(), parameters)
    };
    let before = state(&batch);
    for (call, words) in cases {
        let text = call(&mut batch).expect_err(words).to_string();
        assert!(text.contains(words), "'{words}' against '{text}'");
        assert!(state(&batch) == before, "{words}: something has changed");
    }
    assert_eq!(batch.step(1, Controls::Held).unwrap().iter().flatten().count(), 0);
}
