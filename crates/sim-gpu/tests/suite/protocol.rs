//! One program for batches of the CPU and of the GPU: it calls every function of the protocol on both and compares the results.

use crate::harness::{context, parse};
use sim_core::BatchSim;
use sim_core::batch::{Batch, Controls, Reset, ResetNoise};
use sim_gpu::{GpuBatchSim, GpuOptions, Precision};
use std::sync::Arc;

const CART: &str = r#"
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <body><joint name="x" type="slide" axis="1 0 0" damping="0.2"/><geom size=".1" mass="1"/>
      <body><joint name="pole" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 .5" mass=".2"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="x" gear="10"/></actuator>
  <keyframe><key name="down" qpos="0 3.1"/><key name="tilted" qpos=".2 .3" ctrl=".5"/></keyframe>
</mujoco>"#;

const WORLDS: usize = 5;

/// Calls every function, and returns what it read.
fn tour<B: Batch>(batch: &mut B) -> Vec<(&'static str, Vec<f64>)> {
    let mut seen = Vec::new();
    let mut look = |batch: &B, place| {
        for field in ["qpos", "qvel", "ctrl", "time"] {
            seen.push((place, batch.get(field).unwrap()));
        }
    };
    assert_eq!((batch.world_count(), batch.model().nu), (WORLDS, 1));
    assert!(!batch.device().is_empty());
    assert_eq!(
        (batch.threads().is_none(), batch.view("qpos").is_err()),
        (batch.device() != "cpu", batch.device() != "cpu")
    );
    assert!(batch.model_of(WORLDS - 1).unwrap().nu == 1 && batch.model_of(WORLDS).is_err());
    batch.reset(None, &Reset::keyframe("tilted")).unwrap();
    look(batch, "keyframe");
    let each: Vec<f64> = (0..WORLDS).map(|i| 0.1 * i as f64).collect();
    assert!(batch.step(3, Controls::Set(&each)).unwrap().iter().all(Option::is_none));
    look(batch, "controls that are set");
    batch.step(2, Controls::Held).unwrap();
    batch.step(4, Controls::Shared(&[0.1, -0.2, 0.3, -0.4])).unwrap();
    look(batch, "shared controls");
    let all: Vec<f64> = (0..2 * WORLDS).map(|i| 0.05 * i as f64).collect();
    batch.step(2, Controls::EveryStep(&all)).unwrap();
    look(batch, "controls of every step");
    let saved = batch.save().unwrap();
    let noise = ResetNoise { position: 0.1, velocity: 0.2, seed: 11 };
    batch.reset(Some(&[true, false, true, false, false]), &Reset::initial().with_noise(noise)).unwrap();
    look(batch, "noise");
    batch.reset(Some(&[false, true, true, true, true]), &Reset::rows(&saved, &[0, 1, 2, 3])).unwrap();
    look(batch, "rows");
    batch.restore(&saved).unwrap();
    look(batch, "restored");
    batch.set("qvel", &[0.5; 2 * WORLDS]).unwrap();
    batch.forward().unwrap();
    let mut data = batch.world(1).unwrap();
    data.qpos[0] = 4.0;
    batch.set_world(3, &data).unwrap();
    look(batch, "a world of the host");
    let masses: Vec<f64> = (0..WORLDS).flat_map(|i| [0.0, 1.0 + i as f64, 0.2]).collect();
    batch.override_fields(&[("body_mass", &masses)]).unwrap();
    batch.step(3, Controls::Held).unwrap();
    look(batch, "overrides");
    batch.clear_override(Some(&[true, true, false, false, false])).unwrap();
    batch.step(3, Controls::Held).unwrap();
    look(batch, "some overrides cleared");
    batch.clear_override(None).unwrap();
    batch.step(3, Controls::Held).unwrap();
    look(batch, "overrides cleared");
    batch.set("qvel", &[f64::NAN; 2 * WORLDS]).unwrap();
    assert!(batch.step(1, Controls::Held).unwrap().iter().all(Option::is_some));
    assert!(batch.errors().unwrap().iter().all(Option::is_some));
    batch.reset(Some(&[true; WORLDS]), &Reset::keyframe(0)).unwrap();
    assert!(batch.errors().unwrap().iter().all(Option::is_none));
    look(batch, "reset after errors");
    seen
}

/// Calls that must fail, with a part of their message.
fn refusals<B: Batch>(batch: &mut B) {
    let before = batch.get("qpos").unwrap();
    let saved = batch.save().unwrap();
    let nan = ResetNoise { position: f64::NAN, velocity: 0.0, seed: 0 };
    let model = batch.model().clone();
    let errors = [
        ("computed", batch.set("xpos", &[0.0; 9 * WORLDS]).unwrap_err().to_string()),
        ("nothing", batch.set("nothing", &[0.0]).unwrap_err().to_string()),
        ("qpos", batch.set("qpos", &[0.0]).unwrap_err().to_string()),
        ("nothing", batch.get("nothing").unwrap_err().to_string()),
        ("mask", batch.reset(Some(&[true; 2]), &Reset::initial()).unwrap_err().to_string()),
        ("mask", batch.clear_override(Some(&[true; 9])).unwrap_err().to_string()),
        ("upright", batch.reset(None, &Reset::keyframe("upright")).unwrap_err().to_string()),
        ("2", batch.reset(None, &Reset::keyframe(2)).unwrap_err().to_string()),
        ("rows", batch.reset(None, &Reset::rows(&saved, &[0])).unwrap_err().to_string()),
        ("7", batch.reset(None, &Reset::rows(&saved, &[0, 0, 7, 0, 0])).unwrap_err().to_string()),
        ("position", batch.reset(None, &Reset::initial().with_noise(nan)).unwrap_err().to_string()),
        ("ctrl", batch.step(2, Controls::EveryStep(&[0.0; WORLDS])).unwrap_err().to_string()),
        ("ctrl", batch.step(2, Controls::Shared(&[0.0; 3])).unwrap_err().to_string()),
        ("ctrl", batch.step(2, Controls::Set(&[0.0; 3])).unwrap_err().to_string()),
        ("5", batch.world(5).unwrap_err().to_string()),
        ("5", batch.set_world(5, &model.make_data()).unwrap_err().to_string()),
        ("world", batch.set_world(0, &parse("<mujoco/>").make_data()).unwrap_err().to_string()),
        ("timestep", batch.override_fields(&[("opt_timestep", &[0.0; WORLDS])]).unwrap_err().to_string()),
    ];
    for (part, error) in errors {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert_eq!(batch.get("qpos").unwrap(), before, "an error changes nothing");
}

fn gpu(worlds: usize) -> GpuBatchSim {
    let options = GpuOptions::default().precision(Precision::Double).per_world(["body_mass", "opt_timestep"]);
    GpuBatchSim::with(&context(), parse(CART), worlds, &options).unwrap()
}

#[test]
fn both_batches_do_the_same_for_every_word() {
    let mut cpu = BatchSim::new(parse(CART), WORLDS);
    let mut gpu = gpu(WORLDS);
    for ((place, a), (_, b)) in tour(&mut gpu).iter().zip(tour(&mut cpu)) {
        let apart = a.iter().zip(&b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        assert!(a.len() == b.len() && apart < 1e-9, "{place}: {a:?} and {b:?}");
    }
}

#[test]
fn both_batches_refuse_the_same_calls() {
    refusals(&mut gpu(WORLDS));
    refusals(&mut BatchSim::new(parse(CART), WORLDS));
}

#[test]
fn states_of_another_number_of_worlds_are_refused() {
    let saved = gpu(2).save().unwrap();
    for worlds in [1, 3] {
        let mut other = gpu(worlds);
        assert!(other.restore(&saved).is_err(), "{worlds} worlds");
    }
    let model = Arc::clone(&parse(CART));
    assert_eq!(model.nkey, 2);
}
