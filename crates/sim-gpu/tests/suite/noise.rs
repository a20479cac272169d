//! Noise on the controls: its statistics, its random numbers, and the fields that it must not change.

use crate::harness::{context, parse};
use sim_core::{Model, StepError};
use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions, GpuSimContext, GpuSimError, Precision};
use std::f64::consts::PI;
use std::sync::{Arc, OnceLock};

/// Three controls: without a range, symmetric about zero, symmetric about one.
const ROD: &str = r#"
<mujoco>
  <worldbody>
    <body><joint name="pivot" damping="1"/><geom size="0.1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator>
    <motor joint="pivot"/>
    <motor joint="pivot" ctrlrange="-2 2"/>
    <motor joint="pivot" ctrlrange="-1 3"/>
  </actuator>
</mujoco>"#;
const CONTROLS: usize = 3;
const HALF_WIDTH: [f64; CONTROLS] = [1.0, 2.0, 2.0];
const TIMESTEP: f64 = 0.002;

const NOISE: ControlNoise = ControlNoise { deviation: 0.1, time_constant: 0.004, seed: 0x1234_5678_9abc_def0 };

/// One device for all batches, because states belong to their device.
fn device() -> GpuSimContext {
    static DEVICE: OnceLock<GpuSimContext> = OnceLock::new();
    DEVICE.get_or_init(context).clone()
}

fn try_batch(model: &Arc<Model>, worlds: usize, options: &GpuOptions) -> Result<GpuBatchSim, GpuSimError> {
    GpuBatchSim::with(&device(), Arc::clone(model), worlds, options)
}

fn batch(worlds: usize, control_noise: Option<ControlNoise>) -> GpuBatchSim {
    try_batch(&parse(ROD), worlds, &GpuOptions::default().control_noise(control_noise)).unwrap()
}

/// The noise after some steps.
fn step(batch: &mut GpuBatchSim, n: usize) -> Vec<f64> {
    assert!(batch.step_all_n(n).unwrap().iter().all(Option::is_none));
    batch.read("control_noise").unwrap()
}

/// Philox 4x32 with ten rounds.
fn philox(mut words: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let a = u64::from(words[0]) * 0xd251_1f53;
        let b = u64::from(words[2]) * 0xcd9e_8d57;
        words = [(b >> 32) as u32 ^ words[1] ^ key[0], b as u32, (a >> 32) as u32 ^ words[3] ^ key[1], a as u32];
        key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
    }
    words
}

/// The test vectors that the authors of Philox published.
#[test]
fn philox_is_the_published_one() {
    let all = u32::MAX;
    let pi = ([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]);
    assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    assert_eq!(philox([all; 4], [all; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    assert_eq!(philox(pi.0, pi.1), [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]);
}

fn normal(seed: u64, step: u32, world: usize, control: usize) -> f64 {
    let words = philox([step, world as u32, control as u32, 0], [seed as u32, (seed >> 32) as u32]);
    let [u, v] = [words[0], words[1]].map(|word| (f64::from(word) + 0.5) / 4_294_967_296.0);
    (-2.0 * u.ln()).sqrt() * (2.0 * PI * v).cos()
}

/// Noise after some steps, by the documented formula.
fn expected(noise: ControlNoise, worlds: usize, steps: u32, start: f64) -> Vec<f64> {
    let passed = TIMESTEP / noise.time_constant;
    let (rate, push) = ((-passed).exp(), noise.deviation * (-(-2.0 * passed).exp_m1()).sqrt());
    let places = (0..worlds).flat_map(|world| (0..CONTROLS).map(move |k| (world, k)));
    places
        .map(|(world, k)| {
            let next = |before: f64, n: f64| rate * before + push * HALF_WIDTH[k] * n;
            (0..steps).fold(start, |before, step| next(before, normal(noise.seed, step, world, k)))
        })
        .collect()
}

fn assert_near(found: &[f64], wanted: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (i, (a, b)) in found.iter().zip(wanted).enumerate() {
        assert!((a - b).abs() <= tolerance, "{what}: number {i} is {a} and should be {b}");
    }
}

/// Every number equals the formula, for short and long time constants, with one and with several lanes, in both precisions.
#[test]
fn numbers_are_those_of_the_formula() {
    let model = parse(ROD);
    for time_constant in [0.0, 1e-4, 0.004, 0.1, 1000.0] {
        let noise = ControlNoise { time_constant, ..NOISE };
        let wanted = expected(noise, 40, 5, 0.25);
        for (precision, tolerance) in [(Precision::Double, 1e-14), (Precision::Single, 1e-6)] {
            for lanes in [1, 32] {
                let options = GpuOptions::default()
                    .precision(precision)
                    .control_noise(noise)
                    .tune(|tuning| tuning.solver_lanes(lanes));
                let mut batch = try_batch(&model, 40, &options).unwrap();
                batch.write("ctrl", &[0.75; 40 * CONTROLS]).unwrap();
                batch.write("control_noise", &[0.25; 40 * CONTROLS]).unwrap();
                let what = format!("time constant {time_constant}, {precision:?}, {lanes} lanes");
                assert_near(&step(&mut batch, 5), &wanted, tolerance, &what);
                assert_eq!(batch.read("ctrl").unwrap(), [0.75; 40 * CONTROLS], "{what}");
            }
        }
    }
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}

/// Mean, deviation and correlation between steps agree within four sampling errors, at several times.
#[test]
fn noise_is_stationary() {
    const WORLDS: usize = 400;
    let mut batch = batch(WORLDS, Some(NOISE));
    let rate = (-TIMESTEP / NOISE.time_constant).exp();
    batch.write("ctrl", &[0.75; WORLDS * CONTROLS]).unwrap();
    let parts = |noise: &[f64], k: usize| -> Vec<f64> {
        let scale = NOISE.deviation * HALF_WIDTH[k];
        noise.chunks_exact(CONTROLS).map(|world| world[k] / scale).collect()
    };
    let mut others: Vec<f64> = vec![];
    for steps in [20, 10, 10] {
        let (now, next) = (step(&mut batch, steps), step(&mut batch, 1));
        for k in 0..CONTROLS {
            let (now, next) = (parts(&now, k), parts(&next, k));
            let product = |a: &[f64], b: &[f64]| mean(&a.iter().zip(b).map(|(a, b)| a * b).collect::<Vec<_>>());
            let error = 1.0 / (WORLDS as f64).sqrt();
            assert!(mean(&now).abs() < 4.0 * error, "mean {} of control {k}", mean(&now));
            let variance = product(&now, &now);
            assert!((variance - 1.0).abs() < 4.0 * 2_f64.sqrt() * error, "variance {variance} of control {k}");
            let correlation = product(&now, &next);
            assert!(
                (correlation - rate).abs() < 4.0 * 2_f64.sqrt() * error,
                "correlation {correlation} of control {k}"
            );
            // different controls and distant steps are uncorrelated
            if !others.is_empty() {
                assert!(product(&now, &others).abs() < 5.0 * error, "control {k} knows the one before");
            }
            others = now;
        }
    }
}

#[test]
fn runs_repeat_for_any_number_of_worlds() {
    let (mut one, mut again, mut few) = (batch(40, Some(NOISE)), batch(40, Some(NOISE)), batch(3, Some(NOISE)));
    let noise = step(&mut one, 6);
    let same = step(&mut again, 6);
    assert_eq!(noise, same);
    assert_eq!(one.read("qpos").unwrap(), again.read("qpos").unwrap());
    assert_eq!(noise[..3 * CONTROLS], step(&mut few, 6));
    assert_ne!(noise, step(&mut batch(40, Some(ControlNoise { seed: NOISE.seed + 1, ..NOISE })), 6));
    // the high half of the seed counts too
    assert_ne!(noise, step(&mut batch(40, Some(ControlNoise { seed: NOISE.seed ^ 1 << 63, ..NOISE })), 6));
}

#[test]
fn states_carry_the_noise_and_resets_begin_it_again() {
    let mut batch = batch(2, Some(NOISE));
    assert_eq!(batch.read("control_noise").unwrap(), [0.0; 2 * CONTROLS]);
    let first = step(&mut batch, 3);
    let saved = batch.save_states().unwrap();
    let later = step(&mut batch, 3);
    batch.restore_states(&saved).unwrap();
    assert_eq!(batch.read("control_noise").unwrap(), first);
    assert_eq!(step(&mut batch, 3), later);
    assert_eq!(batch.read_ints("noise_step").unwrap(), [6, 6]);
    batch.reset(1).unwrap();
    assert_eq!(batch.read_ints("noise_step").unwrap(), [6, 0]);
    assert_eq!(batch.read_world("control_noise", 0).unwrap(), later[..CONTROLS]);
    assert_eq!(batch.read_world("control_noise", 1).unwrap(), [0.0; CONTROLS]);
    // worlds of the CPU have no noise
    let world = batch.world(0).unwrap();
    batch.set_world(0, &world).unwrap();
    assert_eq!(batch.read("control_noise").unwrap(), [0.0; 2 * CONTROLS]);
    assert_eq!(batch.read_ints("noise_step").unwrap(), [0, 0]);
    batch.reset_all().unwrap();
    assert_eq!(step(&mut batch, 3), first);
    // another step of the generator gives other noise
    batch.reset_all().unwrap();
    batch.write("noise_step", &[1000.0, 0.0]).unwrap();
    let other = step(&mut batch, 3);
    assert_ne!(other[..CONTROLS], first[..CONTROLS]);
    assert_eq!(other[CONTROLS..], first[CONTROLS..]);
}

/// A reset keeps the applied forces that lie behind the noise, and does not read them as noise.
#[test]
fn resets_keep_applied_forces() {
    let mut batch = batch(2, Some(NOISE));
    batch.write("qfrc_applied", &[0.5, -0.5]).unwrap();
    step(&mut batch, 2);
    batch.reset_all().unwrap();
    assert_eq!(batch.read("qfrc_applied").unwrap(), [0.5, -0.5]);
    assert_eq!(batch.read("control_noise").unwrap(), [0.0; 2 * CONTROLS]);
}

/// A forward pass keeps the noise, and a step of four parts advances it once.
#[test]
fn only_steps_have_noise() {
    for integrator in ["Euler", "RK4"] {
        let model = parse(&ROD.replace("<worldbody>", &format!("<option integrator='{integrator}'/><worldbody>")));
        let options =
            GpuOptions::default().precision(Precision::Double).visible(["qfrc_actuator"]).control_noise(NOISE);
        let mut batch = try_batch(&model, 2, &options).unwrap();
        batch.forward_all().unwrap();
        assert_eq!(batch.read("control_noise").unwrap(), [0.0; 2 * CONTROLS]);
        let noise = step(&mut batch, 2);
        assert_near(&noise, &expected(NOISE, 2, 2, 0.0), 1e-14, integrator);
        assert_eq!(batch.read_ints("noise_step").unwrap(), [2, 2]);
        batch.forward_all().unwrap();
        assert_eq!(batch.read("control_noise").unwrap(), noise);
        let sums: Vec<f64> = noise.chunks_exact(CONTROLS).map(|world| world.iter().sum()).collect();
        assert_near(&batch.read("qfrc_actuator").unwrap(), &sums, 1e-14, integrator);
    }
}

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// Steps apply the sums of controls and noise, within the ranges, as the CPU does with the sums. A failed world is tried again in
/// the next call.
#[test]
fn worlds_move_by_controls_and_noise() {
    let set = [0.5, -0.25, 2.95];
    let model = parse(ROD);
    let options = GpuOptions::default().precision(Precision::Double).control_noise(NOISE);
    let mut batch = try_batch(&model, 2, &options).unwrap();
    batch.write("ctrl", &[set, set].concat()).unwrap();
    let mut cpu = model.make_data();
    let mut cut_off = 0;
    for _ in 0..5 {
        let seen = sum(&set, &step(&mut batch, 1)[CONTROLS..]);
        cut_off += usize::from(seen[2] > 3.0);
        cpu.ctrl.copy_from_slice(&seen);
        cpu.step(&model).unwrap();
    }
    assert!(cut_off > 0 && cpu.qpos[0] != 0.0);
    assert!((batch.read("qpos").unwrap()[1] - cpu.qpos[0]).abs() < 1e-14);
    assert_eq!(batch.read("ctrl").unwrap(), [set, set].concat());
    batch.write("qvel", &[f64::NAN, 0.0]).unwrap();
    let errors = batch.step_all_n(3).unwrap();
    assert!(errors[0].is_some() && errors[1].is_none());
    assert_eq!(batch.read_ints("noise_step").unwrap(), [6, 8]);
    // the failed world has the noise of the failed step
    assert_near(&batch.read_world("control_noise", 0).unwrap(), &expected(NOISE, 1, 6, 0.0), 1e-14, "failed");
    batch.write("qvel", &[0.0; 2]).unwrap();
    step(&mut batch, 1);
    assert_eq!(batch.read_ints("noise_step").unwrap(), [7, 9]);
}

/// Derivatives of forces include the noise: the control multiplies a velocity term of the actuator's gain.
#[test]
fn implicit_steps_know_the_noise() {
    let text = r#"
<mujoco>
  <option integrator="implicitfast"/>
  <worldbody>
    <body><joint name="pivot"/><geom size="0.1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator><general joint="pivot" gaintype="affine" gainprm="1 0 -5"/></actuator>
</mujoco>"#;
    let model = parse(text);
    let noise = ControlNoise { deviation: 1.0, ..NOISE };
    let options = GpuOptions::default().precision(Precision::Double).control_noise(noise);
    let mut batch = try_batch(&model, 1, &options).unwrap();
    batch.write("ctrl", &[0.5]).unwrap();
    batch.write("qvel", &[1.0]).unwrap();
    let mut cpu = model.make_data();
    cpu.qvel[0] = 1.0;
    for _ in 0..5 {
        cpu.ctrl.copy_from_slice(&sum(&[0.5], &step(&mut batch, 1)));
        cpu.step(&model).unwrap();
        assert_near(&batch.read("qvel").unwrap(), &cpu.qvel, 1e-12, "qvel");
    }
}

/// The error for a NaN names its control, whether controls or noise caused it.
#[test]
fn bad_noise_is_a_bad_control() {
    let mut batch = batch(2, Some(NOISE));
    let mut noise = [0.0; 2 * CONTROLS];
    noise[CONTROLS + 1] = f64::NAN;
    batch.write("control_noise", &noise).unwrap();
    match batch.step_all().unwrap().as_slice() {
        [None, Some(StepError::BadControl { index: 1, value, .. })] => assert!(value.is_nan()),
        other => panic!("{other:?}"),
    }
}

/// Controls for each step replace the controls; the noise continues.
#[test]
fn controls_of_every_step_leave_the_noise_alone() {
    let (mut one, mut two) = (batch(2, Some(NOISE)), batch(2, Some(NOISE)));
    let controls: Vec<f64> = (0..3 * 2 * CONTROLS).map(|i| 0.05 * i as f64).collect();
    assert!(one.step_all_with(&controls, 3).unwrap().iter().all(Option::is_none));
    for ctrl in controls.chunks_exact(2 * CONTROLS) {
        two.write("ctrl", ctrl).unwrap();
        step(&mut two, 1);
    }
    for field in ["ctrl", "control_noise", "qpos"] {
        assert_eq!(one.read(field).unwrap(), two.read(field).unwrap(), "{field}");
    }
}

/// Worlds can have separate ranges.
#[test]
fn ranges_of_worlds_are_respected() {
    let noise = ControlNoise { time_constant: 0.0, ..NOISE };
    let options =
        GpuOptions::default().precision(Precision::Double).per_world(["actuator_ctrlrange"]).control_noise(noise);
    let mut batch = try_batch(&parse(ROD), 2, &options).unwrap();
    let ranges = [0.0, 0.0, -1.0, 1.0, 2.0, 4.0, 0.0, 0.0, 1.0, 2.0, -6.0, 2.0];
    batch.override_fields(&[("actuator_ctrlrange", &ranges)]).unwrap();
    let half_widths = [1.0, 1.0, 1.0, 1.0, 0.5, 4.0];
    let wanted: Vec<f64> = half_widths
        .iter()
        .enumerate()
        .map(|(i, width)| noise.deviation * width * normal(noise.seed, 0, i / CONTROLS, i % CONTROLS))
        .collect();
    assert_near(&step(&mut batch, 1), &wanted, 1e-14, "ranges");
}

#[test]
fn nothing_changes_without_noise() {
    let (mut off, mut silent) = (batch(3, None), batch(3, Some(ControlNoise { time_constant: 1e300, ..NOISE })));
    assert!(off.shaders().all(|(name, text)| name != "noise" && !text.contains("noise")));
    assert_eq!(silent.shaders().next().unwrap().0, "noise");
    let ctrl: Vec<f64> = (0..3 * CONTROLS).map(|i| 0.25 * i as f64 - 1.0).collect();
    for batch in [&mut off, &mut silent] {
        batch.write("ctrl", &ctrl).unwrap();
        assert!(batch.step_all_n(4).unwrap().iter().all(Option::is_none));
        assert_eq!(batch.read("ctrl").unwrap(), ctrl);
    }
    for field in ["qpos", "qvel"] {
        assert_eq!(off.read(field).unwrap(), silent.read(field).unwrap());
    }
    for field in ["noise_step", "control_noise"] {
        let error = off.read(field).unwrap_err().to_string();
        assert_eq!(error, format!("this batch does not keep '{field}': set `control_noise` of its options"));
    }
    // states with noise do not fit a batch without, and vice versa
    assert_eq!(silent.restore_states(&off.save_states().unwrap()), Err(GpuSimError::ForeignStates));
}

#[test]
fn numbers_without_a_meaning_are_refused() {
    let model = parse(ROD);
    for bad in [-0.1, f64::NAN, f64::INFINITY] {
        let wrong = [
            ("control_noise.deviation", ControlNoise { deviation: bad, ..NOISE }),
            ("control_noise.time_constant", ControlNoise { time_constant: bad, ..NOISE }),
        ];
        for (name, noise) in wrong {
            let options = GpuOptions::default().control_noise(noise);
            match try_batch(&model, 1, &options) {
                Err(GpuSimError::InvalidOption { option, message }) => {
                    assert_eq!(option, name);
                    assert!(message.contains(&bad.to_string()) && message.contains("give"), "{message}");
                }
                other => panic!("{name} = {bad}: {other:?}"),
            }
        }
    }
    // nothing to put noise on
    let still = parse("<mujoco/>");
    let options = GpuOptions::default().control_noise(NOISE);
    assert!(try_batch(&still, 2, &options).unwrap().step_all().unwrap().iter().all(Option::is_none));
}
