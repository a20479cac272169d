//! The batch on a model that needs no file; contacts, sensors and golden hashes are tested where models are loaded.

use super::*;
use crate::arrays::ArrayRef;
use crate::data::State;

fn pendulum() -> Arc<Model> {
    Arc::new(Model::n_link_pendulum(3, 1.0, 0.1))
}

fn spread(batch: &mut BatchSim) {
    for (i, world) in batch.worlds_mut().enumerate() {
        world.qpos[0] = 0.1 * i as f64;
        world.qvel[2] = -0.3 * i as f64;
    }
}

/// Bits of every array of a world.
fn bits(m: &Model, d: &Data) -> Vec<u64> {
    let mut out = vec![d.time.to_bits()];
    let mut add = |_: &str, _, array: ArrayRef<'_>| match array {
        ArrayRef::F64(a) => out.extend(a.iter().map(|x| x.to_bits())),
        ArrayRef::I32(a) => out.extend(a.iter().map(|x| *x as u64)),
        ArrayRef::Bool(a) => out.extend(a.iter().map(|x| u64::from(x.get()))),
        other => panic!("{other:?}"),
    };
    d.visit_arrays(m, &mut add);
    d.visit_row_arrays(&mut add);
    out
}

#[test]
fn equals_sequential_steps() {
    let m = pendulum();
    let mut batch = BatchSim::new(m.clone(), 17);
    spread(&mut batch);
    let mut alone: Vec<Data> = batch.worlds().cloned().collect();
    for _ in 0..50 {
        assert!(batch.step_all().iter().all(Option::is_none));
        alone.iter_mut().for_each(|d| d.step(&m).unwrap());
    }
    for (world, alone) in batch.worlds().zip(&alone) {
        assert_eq!(bits(&m, world), bits(&m, alone));
    }
}

#[test]
fn many_steps_are_single_ones() {
    let m = pendulum();
    let (mut once, mut singly) = (BatchSim::new(m.clone(), 3), BatchSim::new(m.clone(), 3));
    spread(&mut once);
    spread(&mut singly);
    once.step_all_n(10);
    (0..10).for_each(|_| drop(singly.step_all()));
    assert!(once.worlds().zip(singly.worlds()).all(|(a, b)| bits(&m, a) == bits(&m, b)));
}

#[test]
fn an_error_stays_in_its_world_and_is_not_reset() {
    let m = pendulum();
    let (mut batch, mut clean) = (BatchSim::new(m.clone(), 5), BatchSim::new(m.clone(), 5));
    spread(&mut batch);
    spread(&mut clean);
    batch.world_mut(2).unwrap().qpos[1] = f64::NAN;
    for _ in 0..3 {
        let errors = batch.step_all();
        clean.step_all();
        assert!(matches!(errors[2], Some(StepError::BadPosition { index: 1, .. })));
        assert_eq!(errors.iter().flatten().count(), 1);
    }
    for i in [0, 1, 3, 4] {
        assert_eq!(bits(&m, batch.world(i).unwrap()), bits(&m, clean.world(i).unwrap()));
    }
    assert!(batch.world(2).unwrap().qpos[1].is_nan());
    batch.reset_where(&[false, false, true, false, false]).unwrap();
    assert!(batch.step_all().iter().all(Option::is_none));
}

#[test]
fn a_panic_stays_in_its_world_until_reset() {
    let m = pendulum();
    let (mut batch, mut clean) = (BatchSim::new(m.clone(), 4), BatchSim::new(m.clone(), 4));
    spread(&mut batch);
    spread(&mut clean);
    batch.world_mut(1).unwrap().cdof.clear();
    batch.world_mut(1).unwrap().qfrc_applied[0] = 2.0;
    for _ in 0..3 {
        let errors = batch.step_all();
        clean.step_all();
        assert!(matches!(errors[1], Some(StepError::Panicked { .. })));
        assert_eq!(errors.iter().flatten().count(), 1);
    }
    for i in [0, 2, 3] {
        assert_eq!(bits(&m, batch.world(i).unwrap()), bits(&m, clean.world(i).unwrap()));
    }
    batch.reset(1).unwrap();
    assert_eq!(batch.world(1).unwrap().qfrc_applied[0], 2.0);
    assert!(batch.step_all().iter().all(Option::is_none));
}

#[cfg(feature = "parallel")]
#[test]
fn panics_of_many_workers_stay_in_their_worlds() {
    let m = pendulum();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let (mut batch, mut clean) = (BatchSim::new(m.clone(), 32), BatchSim::new(m.clone(), 32));
    spread(&mut batch);
    spread(&mut clean);
    // several times: the threads of the pool live on
    for _ in 0..5 {
        for i in (0..32).step_by(3) {
            batch.world_mut(i).unwrap().cinert.clear();
        }
        let errors = pool.install(|| {
            assert!(rayon::current_thread_index().is_some());
            batch.step_all_n(4)
        });
        clean.step_all_n(4);
        for (i, error) in errors.iter().enumerate() {
            let panicked = matches!(error, Some(StepError::Panicked { .. }));
            assert!(if i % 3 == 0 { panicked } else { error.is_none() }, "world {i}: {error:?}");
            if i % 3 == 0 {
                batch.reset(i).unwrap();
                clean.reset(i).unwrap();
            }
        }
        pool.install(|| batch.step_all_n(2));
        clean.step_all_n(2);
        assert!(batch.worlds().zip(clean.worlds()).all(|(a, b)| bits(&m, a) == bits(&m, b)));
    }
}

#[test]
fn resets_reach_the_chosen_worlds() {
    let m = pendulum();
    let mut batch = BatchSim::new(m.clone(), 3);
    spread(&mut batch);
    batch.worlds_mut().for_each(|d| d.qfrc_applied[0] = 1.0);
    batch.step_all_n(5);
    let kept = batch.world(1).cloned().unwrap();
    batch.reset_where(&[true, false, true]).unwrap();
    for i in [0, 2] {
        let d = batch.world(i).unwrap();
        assert_eq!((d.time, &d.qpos[..], d.qfrc_applied[0]), (0.0, &m.qpos0[..], 1.0));
        assert!(d.qvel.iter().chain(&d.qacc).all(|x| *x == 0.0));
    }
    assert_eq!(bits(&m, batch.world(1).unwrap()), bits(&m, &kept));
    batch.reset_where(&[false; 3]).unwrap();
    assert_eq!(batch.world(1).unwrap().time, kept.time);
    assert_eq!(batch.reset(3), None);
    assert_eq!(batch.reset(1), Some(()));
    batch.step_all();
    batch.reset_all();
    assert!(batch.worlds().all(|d| d.time == 0.0));
}

#[test]
fn masks_and_states_of_another_length_change_nothing() {
    let m = pendulum();
    let mut batch = BatchSim::new(m.clone(), 3);
    spread(&mut batch);
    batch.step_all();
    let heavy = |m: &mut Model| m.body_mass[2] = 5.0;
    (0..3).for_each(|i| batch.override_model(i, heavy).unwrap());
    let saved = Batch::save(&batch).unwrap();
    let before: Vec<_> = batch.worlds().map(|d| bits(&m, d)).collect();
    for found in [0, 2, 4, 6] {
        let (mask, wrong) = (vec![true; found], BatchError::Mask { expected: 3, found });
        assert_eq!(batch.reset_where(&mask), Err(wrong.clone()));
        assert_eq!(batch.step_where(&mask), Err(wrong.clone()));
        let resets = [Reset::initial(), Reset::rows(&saved, &[0, 1, 2])];
        for reset in &resets {
            assert_eq!(Batch::reset(&mut batch, Some(&mask), reset), Err(wrong.clone()));
        }
        assert_eq!(Batch::clear_override(&mut batch, Some(&mask)), Err(wrong));
        let other = Batch::save(&BatchSim::new(m.clone(), found)).unwrap();
        assert_eq!(batch.restore(&other), Err(BatchError::SavedWorlds { expected: 3, found }));
        let rows = vec![0; found];
        let error = Batch::reset(&mut batch, None, &Reset::rows(&saved, &rows)).unwrap_err();
        assert_eq!(error, BatchError::Rows { expected: 3, found });
    }
    assert_eq!(batch.worlds().map(|d| bits(&m, d)).collect::<Vec<_>>(), before);
    assert!((0..3).all(|i| batch.model_of(i).unwrap().body_mass[2] == 5.0));
}

#[test]
fn an_empty_batch_is_one() {
    let mut batch = BatchSim::new(pendulum(), 0);
    assert!(batch.is_empty() && batch.step_all().is_empty());
    assert_eq!((batch.len(), batch.world(0), batch.model().nv), (0, None, 3));
    batch.copy_field_into::<f64>("qpos", &mut []).unwrap();
    batch.reset_all();
}

#[test]
fn fields_go_in_and_out() {
    let mut batch = BatchSim::new(pendulum(), 2);
    batch.copy_field_from("qpos", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    assert_eq!(batch.world(1).unwrap().qpos, [4.0, 5.0, 6.0]);
    let mut single = [0f32; 6];
    batch.copy_field_into("qpos", &mut single).unwrap();
    assert_eq!(single, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    batch.step_all();
    let mut time = [0.0; 2];
    batch.copy_field_into("time", &mut time).unwrap();
    assert_eq!(time, [batch.model().opt.timestep; 2]);
    assert_eq!(batch.field_len("xfrc_applied"), Ok(24));
    assert!(matches!(batch.copy_field_into("efc_J", &mut time), Err(BatchError::UnknownField(_))));
    assert!(matches!(batch.copy_field_into("qpos", &mut time), Err(BatchError::Length { expected: 6, .. })));
    batch.set_ctrl::<f64>(&[]).unwrap();
}

#[test]
fn states_come_back() {
    let m = pendulum();
    let mut batch = BatchSim::new(m.clone(), 4);
    spread(&mut batch);
    batch.step_all_n(5);
    let sig = State::INTEGRATION;
    let size = batch.state_size(sig).unwrap();
    let (mut all, mut one) = (vec![0.0; 4 * size], vec![0.0; size]);
    batch.get_states(sig, &mut all).unwrap();
    batch.get_state(3, sig, &mut one).unwrap();
    assert_eq!(one, all[3 * size..]);
    batch.step_all_n(7);
    let after = batch.clone();
    batch.set_states(sig, &all).unwrap();
    batch.set_state(0, sig, &one).unwrap();
    batch.step_all_n(7);
    assert_eq!(bits(&m, batch.world(0).unwrap()), bits(&m, after.world(3).unwrap()));
    assert_eq!(bits(&m, batch.world(2).unwrap()), bits(&m, after.world(2).unwrap()));
    assert!(batch.set_state(4, sig, &one).is_err());
    assert!(batch.get_states(sig, &mut one).is_err());
}

#[test]
fn worlds_may_have_parameters_of_their_own() {
    let m = pendulum();
    let mut batch = BatchSim::new(m.clone(), 3);
    batch.override_model(1, |m| m.body_mass[2] = 5.0).unwrap();
    let mut heavy = Model::clone(&m);
    heavy.body_mass[2] = 5.0;
    heavy.set_const().unwrap();
    assert_eq!(batch.model_of(1).unwrap().dof_invweight0, heavy.dof_invweight0);
    assert!(Arc::ptr_eq(batch.model_of(0).unwrap(), batch.model_of(2).unwrap()));
    batch.worlds_mut().for_each(|d| d.qpos[0] = 0.4);
    let mut alone = heavy.make_data();
    alone.qpos[0] = 0.4;
    batch.step_all_n(20);
    (0..20).for_each(|_| alone.step(&heavy).unwrap());
    assert_eq!(bits(&m, batch.world(1).unwrap()), bits(&m, &alone));
    assert_ne!(batch.world(0).unwrap().qpos, alone.qpos);

    let damping: Vec<f64> = (0..9).map(f64::from).collect();
    let pose = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
    batch.override_fields(&[("dof_damping", &damping), ("qpos0", &pose)]).unwrap();
    assert_eq!(batch.model_of(1).unwrap().body_mass[2], 5.0);
    assert_eq!(batch.model_of(2).unwrap().dof_damping, [6.0, 7.0, 8.0]);
    batch.reset_all();
    assert_eq!(batch.world(2).unwrap().qpos, [0.7, 0.8, 0.9]);
    batch.clear_override(2).unwrap();
    batch.reset_all();
    assert_eq!(batch.world(2).unwrap().qpos, [0.0; 3]);
    // a count that takes no room may change
    for gravcomp in [[0.0, 1.0, 0.5, 0.0], [0.0; 4]] {
        batch.override_fields(&[("body_gravcomp", &gravcomp.repeat(3))]).unwrap();
        assert_eq!(batch.model_of(1).unwrap().ngravcomp, gravcomp.iter().filter(|&&g| g > 0.0).count());
    }
    let error = batch.override_model(0, |m| m.nq = 2).unwrap_err();
    assert_eq!(error, BatchError::Sizes { world: 0, array: "qpos", expected: 3, found: 2 });
    let text = "override of world 0: 'qpos' would have 2 entries, not 3: keep the sizes of the model";
    assert_eq!(error.to_string(), text);
    assert!(batch.override_model(3, |_| ()).is_err());
    assert!(batch.override_fields(&[("no_such", &[])]).is_err());
    assert!(batch.override_model(0, |m| m.body_mass = vec![].into()).is_err());
}

#[test]
fn a_world_of_a_batch_goes_on_in_the_middle_of_a_pass() {
    let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
    m.dof_frictionloss.fill(0.05);
    let m = Arc::new(m);
    let mut batch = BatchSim::new(m.clone(), 3);
    spread(&mut batch);
    let mut alone: Vec<Data> = batch.worlds().cloned().collect();
    batch.forward_all();
    for (world, alone) in batch.worlds_mut().zip(&mut alone) {
        alone.forward(&m).unwrap();
        for d in [world, alone] {
            d.qfrc_applied[1] = 0.7;
            d.forward_after(&m, crate::model::Stage(2), crate::pipeline::Sensors::Run, Default::default()).unwrap();
        }
    }
    assert!(batch.worlds().all(|world| world.nefc == 3));
    for (world, alone) in batch.worlds().zip(&alone) {
        assert_eq!(bits(&m, world), bits(&m, alone));
    }
}

#[test]
fn bad_numbers_do_not_stay_in_the_work_space() {
    // five dofs: tiles with places for dofs that are absent
    let m = Arc::new(Model::n_link_pendulum(5, 1.0, 0.1));
    let spaces = Workspaces::default();
    let (mut bad, mut good, mut alone) = (m.make_data(), m.make_data(), m.make_data());
    bad.qfrc_applied.fill(f64::NAN);
    (good.qvel[0], alone.qvel[0]) = (1.0, 1.0);
    for _ in 0..3 {
        spaces.with(0, |space| {
            assert!(space.run(&mut bad, |d| d.step(&m)).is_err());
            space.run(&mut good, |d| d.step(&m)).unwrap();
        });
        alone.step(&m).unwrap();
    }
    assert_eq!(bits(&m, &good), bits(&m, &alone));
}
