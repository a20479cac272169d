//! Every stage on the GPU in f64, compared with the CPU. The first field that differs names the stage.

use crate::harness::{Comparison, load, numbers, parse};
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

/// The only test that always uses the system's driver. All others are interpreted, except with `CORTENFORGE_TEST_ON=adapter`.
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
        for (found, wanted) in crate::harness::pairs(field, &batch.read(field).unwrap(), &wanted) {
            // ten steps in f32
            assert!((found - wanted).abs() <= 1e-5 * (1.0 + wanted.abs()), "{field}: {found} instead of {wanted}");
        }
    }
    // a force that is NaN fails its world, whatever the driver makes of comparisons with NaN
    let mut pushes = vec![0.0; count * 6 * m.nbody];
    let pushed = 5;
    pushes[6 * (pushed * m.nbody + 1) + 2] = f64::NAN;
    batch.write("xfrc_applied", &pushes).unwrap();
    let failed: Vec<bool> = batch.step_all().unwrap().iter().map(Option::is_some).collect();
    assert_eq!(failed, (0..count).map(|world| world == pushed).collect::<Vec<_>>());
}

/// Mesa's software driver ends long loops without an error, so a model whose solver may exceed its limit is rejected there.
#[test]
fn large_models_on_a_driver_that_ends_loops() {
    let crate_at = |i: usize| format!("<body pos='{i} 0 1'><freejoint/><geom size='.1'/></body>");
    let model = |crates: usize| {
        parse(&format!("<mujoco><worldbody>{}</worldbody></mujoco>", (0..crates).map(crate_at).collect::<String>()))
    };
    let context = GpuSimContext::shared().unwrap();
    let with =
        |crates| GpuBatchSim::shaders_on(&context, &model(crates), &GpuOptions::default(), 1).map(|list| list.len());
    assert!(with(3).is_ok());
    let large = with(22);
    if context.adapter_info().name.starts_with("llvmpipe") {
        let error = large.unwrap_err().to_string();
        assert!(error.contains("the 132 dofs of this model") && error.contains("use another adapter"), "{error}");
    } else {
        assert!(large.is_ok());
    }
}

/// A kernel for each stage computes what the usual kernels compute, which keep more fields in registers and workgroup memory.
#[test]
fn stages_in_kernels_of_their_own() {
    for (name, lanes) in [("cradle", 1), ("cradle", 32), ("marbles", 32)] {
        let m = load(name);
        let [usual, staged] = [false, true].map(|by_stage| {
            let options = GpuOptions::default()
                .precision(sim_gpu::Precision::Double)
                .visible(["ncon"])
                .tune(|tuning| tuning.smooth_lanes(lanes).solver_lanes(lanes).by_stage(by_stage));
            let mut batch = GpuBatchSim::with(&crate::harness::machine(), Arc::clone(&m), 2, &options).unwrap();
            let qvel: Vec<f64> = (0..2 * m.nv).map(|i| 0.3 * (i as f64).sin()).collect();
            batch.write("qvel", &qvel).unwrap();
            assert!(batch.step_all_n(30).unwrap().iter().all(Option::is_none), "{name}");
            let kernels = batch.compile_times().count();
            (batch.read("qpos").unwrap(), batch.read("qvel").unwrap(), batch.read_ints("ncon").unwrap(), kernels)
        });
        assert!(staged.3 > 2 * usual.3, "{name}: {} and {} kernels", staged.3, usual.3);
        assert_eq!(staged.2, usual.2, "{name}");
        let far =
            |a: &[f64], b: &[f64]| crate::harness::pairs(name, a, b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far(&staged.0, &usual.0) < 1e-9 && far(&staged.1, &usual.1) < 1e-9, "{name}");
    }
}

/// A comparison without numbers fails: it would pass whatever the GPU computes.
mod compared_nothing {
    use super::{Comparison, load};

    #[test]
    #[should_panic(expected = "compared nothing")]
    fn without_fields() {
        Comparison::new(&load("cartpole")).run("cartpole");
    }

    #[test]
    #[should_panic(expected = "compared nothing")]
    fn without_numbers_of_a_field() {
        // the model has no tendon
        Comparison::new(&load("cartpole")).lanes(&[(1, 1)]).fields(&["ten_length"]).run("cartpole");
    }

    #[test]
    #[should_panic(expected = "compared nothing")]
    fn empty_lists() {
        assert_eq!(crate::harness::pairs("none", &[], &[]).count(), 0);
    }

    #[test]
    #[should_panic(expected = "numbers on the GPU and on the CPU")]
    fn lists_of_different_lengths() {
        assert_eq!(crate::harness::pairs("some", &[1.0, 2.0], &[1.0]).count(), 1);
    }
}
