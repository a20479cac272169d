//! Every stage on the card, in numbers of 64 bits, beside the engine on the CPU: the first field that differs names the stage.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::type_complexity)]

mod harness;

use harness::{Comparison, load, numbers, parse};
use sim_core::Data;
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimContext};
use std::sync::Arc;

#[test]
fn kinematics() {
    let fields = [
        "xpos",
        "xquat",
        "xmat",
        "xipos",
        "ximat",
        "xanchor",
        "xaxis",
        "geom_xpos",
        "geom_xmat",
        "site_xpos",
        "site_xmat",
    ];
    for name in ["cartpole", "pendulum_ball", "cradle"] {
        Comparison::new(&load(name)).fields(&fields).run(name);
    }
}

/// The one test that always takes the system's driver: all others are interpreted unless they are told otherwise.
#[test]
fn a_pendulum_on_the_driver() {
    let m = parse(
        r#"<mujoco><worldbody><body pos="0 0 1"><joint axis="0 1 0" damping=".05"/>
          <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/></body></worldbody></mujoco>"#,
    );
    let context = GpuSimContext::shared().unwrap();
    let count = 33;
    let mut worlds: Vec<Data> = (0..count).map(|_| m.make_data()).collect();
    worlds.iter_mut().enumerate().for_each(|(i, data)| data.qvel[0] = 0.125 * i as f64);
    let mut batch = GpuBatchSim::with(&context, Arc::clone(&m), count, &GpuOptions::default()).unwrap();
    let states = batch.upload_states(&worlds).unwrap();
    batch.restore_states(&states).unwrap();
    assert!(batch.step_all_n(10).unwrap().iter().all(Option::is_none));
    for data in &mut worlds {
        (0..10).for_each(|_| data.step(&m).unwrap());
    }
    for field in ["time", "qpos", "qvel"] {
        let wanted: Vec<f64> = worlds.iter().flat_map(|data| numbers(data, field)).collect();
        for (found, wanted) in batch.read(field).unwrap().into_iter().zip(wanted) {
            // ten steps in numbers of 32 bits
            assert!((found - wanted).abs() <= 1e-5 * (1.0 + wanted.abs()), "{field}: {found} instead of {wanted}");
        }
    }
}

/// Mesa's driver in software ends loops without a word: a model whose solver may need more rounds is refused there.
#[test]
fn large_models_on_a_driver_that_ends_loops() {
    let crate_at = |i: usize| format!("<body pos='{i} 0 1'><freejoint/><geom size='.1'/></body>");
    let model = |crates: usize| {
        parse(&format!("<mujoco><worldbody>{}</worldbody></mujoco>", (0..crates).map(crate_at).collect::<String>()))
    };
    let context = GpuSimContext::shared().unwrap();
    let with =
        |crates| GpuBatchSim::shaders_on(&context, &model(crates), &GpuOptions::default()).map(|list| list.len());
    assert!(with(3).is_ok());
    let large = with(22);
    if context.adapter_info().name.starts_with("llvmpipe") {
        let error = large.unwrap_err().to_string();
        assert!(error.contains("the 132 dofs of this model") && error.contains("take another adapter"), "{error}");
    } else {
        assert!(large.is_ok());
    }
}
