//! The protocol of batches on the CPU.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod protocol;

use sim_core::batch::{Batch, Reset, ResetNoise};
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
