//! Calls on a batch other than plain steps: controls for each step, reads in the background, worlds copied to the CPU.

use crate::harness::{context, numbers, parse};
use sim_core::{EnableFlags, Model, StepError};
use sim_gpu::{GpuBatchSim, GpuNumbers, GpuOptions, GpuSimContext, GpuSimError, Precision};
use std::sync::{Arc, OnceLock};

const ROD: &str = r#"
<mujoco>
  <worldbody>
    <body pos="0 0 1">
      <joint name="pivot" axis="0 1 0" damping="0.05"/>
      <geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5"/>
    </body>
  </worldbody>
  <actuator><motor name="torque" joint="pivot"/></actuator>
</mujoco>"#;

/// More than a tile, so that the worlds lie in several tiles.
const WORLDS: usize = 40;

/// One device for all batches, because states belong to their device.
fn device() -> GpuSimContext {
    static DEVICE: OnceLock<GpuSimContext> = OnceLock::new();
    DEVICE.get_or_init(context).clone()
}

fn batch(model: &Arc<Model>, worlds: usize) -> GpuBatchSim {
    let options = GpuOptions::default().precision(Precision::Double).per_world(["body_mass", "qpos0"]);
    GpuBatchSim::with(&device(), Arc::clone(model), worlds, &options).unwrap()
}

/// Controls of some steps, all distinct.
fn controls(steps: usize) -> Vec<f64> {
    (0..steps * WORLDS).map(|i| (i as f64 * 0.37).sin()).collect()
}

fn assert_near(found: &[f64], wanted: &[f64], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (i, (a, b)) in found.iter().zip(wanted).enumerate() {
        assert!((a - b).abs() <= 1e-12, "{what}[{i}]: {a} and {b}");
    }
}

#[test]
fn a_batch_is_made_where_there_is_a_gpu_and_a_refused_model_opens_none() {
    let is_available = GpuSimContext::is_available();
    assert_eq!(GpuSimContext::get().is_some(), is_available);
    match GpuBatchSim::try_new(parse(ROD), 2) {
        Ok(made) => assert_eq!(made.map(|batch| batch.len()), is_available.then_some(2)),
        Err(error) => panic!("{error}"),
    }
    // what is missing is an error whether or not there is a GPU
    let refused = parse("<mujoco><option solver='PGS'/></mujoco>");
    let error = GpuBatchSim::try_new(refused, 1).unwrap_err();
    assert!(matches!(&error, GpuSimError::Unsupported(reasons) if reasons.len() == 1), "{error}");
}

#[test]
fn a_run_with_controls_is_the_same_on_the_cpu() {
    let model = parse(ROD);
    let mut batch = batch(&model, WORLDS);
    let masses: Vec<f64> = (0..WORLDS).flat_map(|i| [0.0, 1.0 + 0.1 * i as f64]).collect();
    batch.override_fields(&[("body_mass", &masses)]).unwrap();
    batch.write("qpos", &(0..WORLDS).map(|i| 0.1 * i as f64).collect::<Vec<_>>()).unwrap();
    // the present worlds equal those of the CPU, parameters included
    let mut reference = batch.cpu_reference().unwrap();
    assert_eq!(reference.model_of(3).unwrap().body_mass[1], 1.3);
    // more steps than one submission holds
    let (steps, all) = (300, controls(300));
    let errors = batch.step_all_with(&all, steps).unwrap();
    assert!(errors.iter().all(Option::is_none));
    for step in all.chunks(WORLDS) {
        reference.set_ctrl(step).unwrap();
        reference.step_all();
    }
    for field in ["time", "qpos", "qvel", "ctrl", "qacc_warmstart"] {
        let wanted: Vec<f64> = reference.worlds().flat_map(|data| numbers(data, field)).collect();
        assert_near(&batch.read(field).unwrap(), &wanted, field);
    }
}

#[test]
fn a_world_that_fails_keeps_the_controls_it_failed_with() {
    let mut batch = batch(&parse(ROD), WORLDS);
    let mut all = controls(4);
    all[WORLDS + 35] = f64::INFINITY;
    let errors = batch.step_all_with(&all, 4).unwrap();
    let Some(StepError::BadControl { value, time, .. }) = &errors[35] else { panic!("{:?}", errors[35]) };
    assert_eq!((*value, *time), (f64::INFINITY, 0.002));
    assert_eq!(errors.iter().flatten().count(), 1);
    // the next call tries the failed world again
    assert!(batch.step_all_with(&controls(2), 2).unwrap().iter().all(Option::is_none));
    assert_near(&batch.read_world("time", 35).unwrap(), &[0.006], "time");
    let error = batch.step_all_with(&[0.0], 2).unwrap_err();
    assert!(error.to_string().contains("ctrl of 2 steps has 1 numbers: give 80"), "{error}");
    assert!(batch.step_all_with(&[], 0).unwrap().iter().all(Option::is_none));
}

/// Two joints, so that a row has several controls.
fn pair() -> Arc<Model> {
    let second = "<joint name='other' axis='1 0 0' damping='0.1'/><geom type=";
    let text = ROD.replacen("<geom type=", second, 1);
    parse(&text.replace("</actuator>", "<motor joint='other' gear='2'/></actuator>"))
}

/// One row of controls for all worlds gives the bits of equal rows, over more steps than one submission holds.
#[test]
fn controls_for_all_worlds_are_those_of_each() {
    let model = pair();
    let steps = 300;
    let shared: Vec<f64> = (0..2 * steps).map(|i| (i as f64 * 0.37).sin()).collect();
    let repeated: Vec<f64> = shared.chunks_exact(2).flat_map(|row| row.repeat(WORLDS)).collect();
    let [one, other] = [true, false].map(|is_shared| {
        let mut batch = batch(&model, WORLDS);
        batch.write("qpos", &(0..2 * WORLDS).map(|i| 0.05 * i as f64).collect::<Vec<_>>()).unwrap();
        let errors = match is_shared {
            true => batch.step_all_with_shared(&shared, steps),
            false => batch.step_all_with(&repeated, steps),
        };
        assert!(errors.unwrap().iter().all(Option::is_none));
        ["time", "qpos", "qvel", "ctrl", "qacc_warmstart"].map(|field| batch.read(field).unwrap())
    });
    assert_eq!(one, other);
    assert_eq!(one[3], shared[2 * steps - 2..].repeat(WORLDS));
}

#[test]
fn a_world_that_fails_does_not_follow_the_others() {
    let mut batch = batch(&pair(), WORLDS);
    let mut qvel = [0.0; 2 * WORLDS];
    qvel[2 * 35] = f64::NAN;
    batch.write("qvel", &qvel).unwrap();
    let shared = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    let errors = batch.step_all_with_shared(&shared, 3).unwrap();
    assert!(errors[35].is_some() && errors.iter().flatten().count() == 1);
    assert_eq!(batch.read_world("ctrl", 35).unwrap(), [0.1, 0.2]);
    assert_eq!(batch.read_world("ctrl", 36).unwrap(), [0.5, 0.6]);
    let error = batch.step_all_with_shared(&shared, 2).unwrap_err();
    assert!(error.to_string().contains("ctrl of 2 steps has 6 numbers: give 4"), "{error}");
    batch.reset_all().unwrap();
    assert!(batch.step_all_with_shared(&[], 0).unwrap().iter().all(Option::is_none));
}

#[test]
fn fields_are_read_as_they_were_when_asked_for() {
    let mut batch = batch(&parse(ROD), WORLDS);
    batch.write("ctrl", &[0.5; WORLDS]).unwrap();
    batch.submit_steps(3).unwrap();
    let mut seen = batch.begin_read(&["time", "qpos", "eq_active", "status"]).unwrap();
    let then = batch.read("qpos").unwrap();
    batch.submit_steps(5).unwrap();
    assert!(batch.begin_read(&["xpos"]).unwrap_err().to_string().contains("name it in `visible`"));
    batch.errors().unwrap();
    assert!(seen.is_ready().unwrap());
    let fields = seen.finish().unwrap();
    assert_eq!(
        fields.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["time", "qpos", "eq_active", "status"]
    );
    assert_eq!(fields[1].1, GpuNumbers::Double(then));
    assert_eq!(fields[3].1, GpuNumbers::Whole(vec![0; WORLDS]));
    assert_ne!(fields[1].1.clone().into_reals(), batch.read("qpos").unwrap());
    assert_eq!(batch.begin_read(&[]).unwrap().finish().unwrap(), []);
}

/// Successive reads of the same fields reuse their buffers; concurrent reads have separate buffers.
#[test]
fn reads_of_the_same_field_do_not_mix() {
    let mut batch = batch(&parse(ROD), WORLDS);
    batch.write("ctrl", &[0.5; WORLDS]).unwrap();
    let mut expected = Vec::new();
    for _ in 0..3 {
        let mut reads = Vec::new();
        for _ in 0..3 {
            batch.submit_steps(2).unwrap();
            reads.push(batch.begin_read(&["time", "qpos"]).unwrap());
            expected.push(batch.world(1).unwrap().qpos[0]);
        }
        // a read that is never finished
        drop(batch.begin_read(&["time", "qpos"]).unwrap());
        // the last one first: no read waits for another
        let mut seen: Vec<f64> =
            reads.into_iter().rev().map(|read| read.finish().unwrap()[1].1.clone().into_reals()[1]).collect();
        seen.reverse();
        assert_eq!(seen, expected[expected.len() - 3..]);
    }
    expected.dedup();
    assert_eq!(expected.len(), 9, "the worlds move");
}

#[test]
fn states_belong_to_their_kind_of_batch() {
    let two = ROD.replace("<geom", "<joint axis='1 0 0'/><geom");
    let (mut one, other) = (batch(&parse(ROD), 2), batch(&parse(&two), 2));
    assert_eq!(one.restore_states(&other.save_states().unwrap()), Err(GpuSimError::ForeignStates));
    // each world returns to its own reference pose
    one.override_fields(&[("qpos0", &[0.25, 0.5])]).unwrap();
    one.reset_where(&[false, true]).unwrap();
    assert_near(&one.read("qpos").unwrap(), &[0.0, 0.5], "qpos");
    one.reset_all().unwrap();
    assert_near(&one.read("qpos").unwrap(), &[0.25, 0.5], "qpos");
}

/// Combinations of flags that no step with constraint rows supports are rejected by the loader, and in edited models.
#[test]
fn flags_that_no_step_takes_are_refused() {
    let text = |integrator: &str, flags: &str| {
        format!(
            "<mujoco><option integrator='{integrator}'><flag {flags}/></option><worldbody><body>
             <joint frictionloss='.1'/><geom size='.1' pos='0 .2 0'/></body></worldbody></mujoco>"
        )
    };
    let both = EnableFlags::FWDINV | EnableFlags::INVDISCRETE;
    for (integrator, refused) in
        [("RK4", true), ("implicitspringdamper", true), ("Euler", false), ("implicitfast", false)]
    {
        let loaded = sim_mjcf::load_model(&text(integrator, "fwdinv='enable' invdiscrete='enable'"));
        assert_eq!(loaded.is_err(), refused, "{integrator}");
        let mut m = Model::clone(&parse(&text(integrator, "fwdinv='enable'")));
        assert!(GpuBatchSim::missing(&m).is_empty(), "{integrator}");
        m.opt.enableflags |= both;
        assert_eq!(m.make_data().step(&m).is_err(), refused, "{integrator}");
        let missing = GpuBatchSim::missing(&m);
        assert_eq!(missing.len(), usize::from(refused), "{integrator}: {missing:?}");
    }
}

#[test]
fn any_power_of_two_is_a_number_of_lanes() {
    let model = parse(ROD);
    let stepped = |smooth: usize, solver: usize| {
        let options = GpuOptions::default()
            .precision(Precision::Double)
            .tune(|tuning| tuning.smooth_lanes(smooth).solver_lanes(solver));
        let mut batch = GpuBatchSim::with(&device(), Arc::clone(&model), WORLDS - 1, &options)?;
        batch.write("qpos", &(1..WORLDS).map(|i| 0.1 * i as f64).collect::<Vec<_>>())?;
        batch.step_all_n(3)?;
        batch.read("qpos")
    };
    let expected = stepped(1, 1).unwrap();
    for smooth in [2, 4, 8, 16, 32, 64] {
        assert_near(&stepped(smooth, 1).unwrap(), &expected, &format!("{smooth} lanes"));
        assert_near(&stepped(1, smooth).unwrap(), &expected, &format!("{smooth} lanes in the solver"));
    }
    for wrong in [0, 3, 512] {
        for (smooth, solver, name) in [(wrong, 1, "smooth_lanes"), (1, wrong, "solver_lanes")] {
            let error = stepped(smooth, solver).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("power of two"), "{error}");
        }
    }
}

/// A mask or a choice of states with too few or too many entries is an error, and nothing changes.
#[test]
fn masks_and_choices_have_an_entry_for_each_world() {
    let mut batch = batch(&parse(ROD), 3);
    batch.write("qpos", &[0.1, 0.2, 0.3]).unwrap();
    let before = batch.read("qpos").unwrap();
    for len in [0, 2, 4] {
        let error = batch.reset_where(&vec![true; len]).unwrap_err();
        assert_eq!(error, GpuSimError::WrongLength { field: "mask of worlds".into(), expected: 3, given: len });
        let saved = batch.save_states().unwrap();
        let error = batch.reset_from(&saved, &vec![Some(0); len]).unwrap_err();
        assert!(error.to_string().contains(&format!("has {len} numbers: give 3")), "{error}");
    }
    let saved = batch.save_states().unwrap();
    let error = batch.reset_from(&saved, &[Some(3), None, None]).unwrap_err();
    assert_eq!(error.to_string(), "saved state 3 does not exist: there are 3, counted from 0");
    let error = batch.world(3).unwrap_err();
    assert_eq!(error.to_string(), "world 3 does not exist: the batch has 3 worlds, counted from 0");
    assert_eq!(batch.read("qpos").unwrap(), before);
}
