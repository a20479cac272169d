//! Worlds with overridden parameters, compared with worlds of the CPU that have edited models.

use crate::harness::whole::prepared;
use crate::harness::{context, numbers, parse};
use sim_core::{BatchSim, Model};
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimError, Precision};
use std::sync::Arc;

/// A box that slides over a floor, and an arm with a motor, a servo and a tendon.
const SCENE: &str = r#"<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <body name="crate" pos="0 0 .098"><freejoint/><geom name="crate" type="box" size=".1 .1 .1"/></body>
    <body name="upper" pos="1 0 1"><joint name="shoulder" axis="0 1 0" armature=".01" damping=".05" range="-10 10" limited="true"/>
      <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
      <body name="lower" pos=".3 0 0"><joint name="elbow" axis="0 1 .3" damping=".02" frictionloss=".01"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body></body>
  </worldbody>
  <tendon><fixed name="cord" limited="true" range="-.1 .1"><joint joint="shoulder" coef="1"/><joint joint="elbow" coef="-1"/></fixed></tendon>
  <actuator><motor name="push" joint="shoulder" gear="2"/><position name="hold" joint="elbow" kp="3" dampratio="1"/></actuator>
</mujoco>"#;

const WORLDS: usize = 5;

/// Fields that each world overrides.
const FIELDS: [&str; 9] = [
    "body_mass",
    "geom_friction",
    "actuator_gainprm",
    "actuator_biasprm",
    "dof_armature",
    "dof_damping",
    "qpos0",
    "opt_gravity",
    "opt_timestep",
];

/// Lanes of the smooth part and of the solver.
const LANES: [(usize, usize); 2] = [(1, 1), (32, 32)];

fn model() -> Arc<Model> {
    Arc::new(prepared(&parse(SCENE)))
}

fn batch(m: &Arc<Model>, per_world: &[&str], lanes: (usize, usize)) -> GpuBatchSim {
    let options = GpuOptions::default()
        .precision(Precision::Double)
        .per_world(per_world.iter().copied())
        .tune(|tuning| tuning.smooth_lanes(lanes.0).solver_lanes(lanes.1));
    let mut batch = GpuBatchSim::with(&context(), Arc::clone(m), WORLDS, &options).unwrap();
    stir(&mut batch, m);
    batch
}

/// Sets velocities and controls, so that every parameter has an effect.
fn stir(batch: &mut GpuBatchSim, m: &Model) {
    let wave = |len: usize, scale: f64| (0..len).map(|i| scale * (i as f64).sin()).collect::<Vec<f64>>();
    batch.write("qvel", &wave(WORLDS * m.nv, 0.7)).unwrap();
    batch.write("ctrl", &wave(WORLDS * m.nu, 0.5)).unwrap();
}

/// Numbers of a field of the Model, or of an option.
fn field_of(m: &Model, name: &str) -> Vec<f64> {
    match (name, m.array(name)) {
        ("opt_gravity", _) => m.opt.gravity.to_vec(),
        ("opt_timestep", _) => vec![m.opt.timestep],
        (_, Some(sim_core::arrays::ArrayRef::F64(list))) => list.to_vec(),
        _ => panic!("{name}"),
    }
}

/// Numbers of a field for every world: those of the model times a factor for each world.
fn values(m: &Model, name: &str, spread: f64) -> Vec<f64> {
    let base = field_of(m, name);
    let of = |world: usize| {
        let factor = 1.0 + spread * (world as f64 + 1.0);
        match name {
            // quaternions keep length one
            "qpos0" => base
                .iter()
                .enumerate()
                .map(|(i, x)| if (3..7).contains(&i) { *x } else { x + 0.01 * spread * world as f64 })
                .collect(),
            "opt_gravity" => vec![0.3 * spread * world as f64, 0.1, base[2] * factor],
            _ => base.iter().map(|x| x * factor).collect::<Vec<f64>>(),
        }
    };
    (0..WORLDS).flat_map(of).collect()
}

/// Overrides fields of the batch.
fn override_with(batch: &mut GpuBatchSim, m: &Model, names: &[&str], spread: f64) {
    let lists: Vec<Vec<f64>> = names.iter().map(|name| values(m, name, spread)).collect();
    let fields: Vec<(&str, &[f64])> = names.iter().zip(&lists).map(|(name, list)| (*name, list.as_slice())).collect();
    batch.override_fields(&fields).unwrap();
}

/// Steps both sides and compares them. Returns the numbers of the GPU.
fn compare_steps(batch: &mut GpuBatchSim, place: &str) -> Vec<f64> {
    let mut reference: BatchSim = batch.cpu_reference().unwrap();
    assert!(batch.step_all_n(4).unwrap().iter().all(Option::is_none), "{place}");
    assert!(reference.step_all_n(4).iter().all(Option::is_none), "{place}");
    for field in ["time", "qpos", "qvel", "qacc_warmstart"] {
        let found = batch.read(field).unwrap();
        let wanted: Vec<f64> = reference.worlds().flat_map(|data| numbers(data, field)).collect();
        let scale = wanted.iter().fold(1e-3, |most: f64, x| most.max(x.abs()));
        for (i, (a, b)) in crate::harness::pairs(field, &found, &wanted).enumerate() {
            assert!((a - b).abs() <= 1e-9 * scale, "{place}: {field}[{i}] is {a} instead of {b}");
        }
    }
    batch.read("qvel").unwrap()
}

#[test]
fn every_field_alone() {
    let m = model();
    for lanes in LANES {
        let alike = compare_steps(&mut batch(&m, &[], lanes), "no field");
        for name in FIELDS {
            let mut batch = batch(&m, &[name], lanes);
            override_with(&mut batch, &m, &[name], 0.1);
            if name == "qpos0" {
                batch.reset_all().unwrap();
                stir(&mut batch, &m);
            }
            let own = compare_steps(&mut batch, name);
            assert_ne!(own, alike, "{name} changes nothing");
        }
    }
}

#[test]
fn all_fields_twice_and_after_a_reset() {
    let m = model();
    for lanes in LANES {
        let mut batch = batch(&m, &FIELDS, lanes);
        compare_steps(&mut batch, "as they are");
        override_with(&mut batch, &m, &FIELDS, 0.1);
        compare_steps(&mut batch, "once");
        override_with(&mut batch, &m, &FIELDS, -0.05);
        compare_steps(&mut batch, "twice");
        batch.override_model(3, |own| own.body_mass[1] *= 3.0).unwrap();
        assert_eq!(batch.model_of(3).body_mass[1], m.body_mass[1] * (1.0 - 0.05 * 4.0) * 3.0);
        compare_steps(&mut batch, "a third time, one world");
        batch.reset_all().unwrap();
        let expected: Vec<f64> = (0..WORLDS).flat_map(|w| batch.model_of(w).make_data().qpos.to_vec()).collect();
        assert_eq!(batch.read("qpos").unwrap(), expected, "each world's own pose");
        stir(&mut batch, &m);
        compare_steps(&mut batch, "after a reset");
    }
}

/// Constants derived from masses and poses equal those that the CPU derives from the same edits.
#[test]
fn derived_constants_follow() {
    let m = model();
    let names = ["body_mass", "dof_armature", "qpos0"];
    let mut batch = batch(&m, &names, (1, 32));
    override_with(&mut batch, &m, &names, 0.2);
    let lists = names.map(|name| values(&m, name, 0.2));
    let mut own = BatchSim::try_new(Arc::clone(&m), WORLDS).unwrap();
    let fields: Vec<(&str, &[f64])> = names.iter().zip(&lists).map(|(name, list)| (*name, list.as_slice())).collect();
    own.override_fields(&fields).unwrap();
    for name in ["body_invweight0", "dof_invweight0", "tendon_invweight0", "body_subtreemass"] {
        let found = batch.read(name).unwrap();
        let wanted: Vec<f64> = (0..WORLDS).flat_map(|w| field_of(own.model_of(w).unwrap(), name)).collect();
        assert_eq!(found, wanted, "{name}");
        assert_ne!(field_of(&m, name), wanted[..wanted.len() / WORLDS], "{name} should follow");
    }
    for w in 0..WORLDS {
        assert_eq!(batch.read_world("stat_meaninertia", w).unwrap(), [own.model_of(w).unwrap().stat.meaninertia]);
    }
}

#[test]
fn what_was_not_named_is_refused() {
    let m = model();
    let mut batch = batch(&m, &["dof_damping"], (1, 32));
    let friction = values(&m, "geom_friction", 0.1);
    let error = batch.override_fields(&[("geom_friction", &friction)]).unwrap_err();
    assert!(error.to_string().contains("'geom_friction' is shared by all worlds"), "{error}");
    let error = batch.override_fields(&[("dof_damping", &[1.0])]).unwrap_err();
    assert!(matches!(error, GpuSimError::WrongLength { given: 1, .. }), "{error}");
    let edits: [(&str, fn(&mut Model)); 7] = [
        ("masses", |m| m.body_mass[1] = 3.0),
        ("friction of contacts", |m| m.geom_friction[0] = 3.0),
        ("sizes of geoms", |m| m.geom_size[3] = 0.2),
        ("which geoms touch", |m| (m.geom_contype[0], m.geom_conaffinity[0]) = (0, 0)),
        ("gravity", |m| m.opt.gravity[0] = 1.0),
        ("the integrator", |m| m.opt.integrator = sim_core::Integrator::RungeKutta4),
        ("flags", |m| m.opt.disableflags |= sim_core::DisableFlags::LIMIT),
    ];
    for (what, edit) in edits {
        let error = batch.override_model(1, edit).expect_err(what);
        assert!(matches!(error, GpuSimError::Parameters { world: 1, .. }), "{what}: {error}");
        assert!(error.to_string().contains("per_world"), "{what}: {error}");
    }
    assert_eq!(batch.override_model(WORLDS, |_| ()), Err(GpuSimError::NoSuchWorld { world: WORLDS, worlds: WORLDS }));
    // none of the rejected edits has an effect
    compare_steps(&mut batch, "refused edits");
    let options = GpuOptions::default().per_world(["geom_type"]);
    let error = GpuBatchSim::with(&context(), m, 1, &options).unwrap_err();
    assert!(error.to_string().contains("`per_world` has 'geom_type', which is no array of reals"), "{error}");
}

/// An edit that makes a model invalid fails the engine's own check, and the error names the world.
#[test]
fn bad_edits_name_their_world() {
    let m = model();
    let mut batch = batch(&m, &["body_mass"], (1, 1));
    let error = batch.override_model(2, |own| own.jnt_bodyid[1] = 99).unwrap_err();
    assert!(matches!(error, GpuSimError::Parameters { world: 2, .. }), "{error}");
    assert!(error.to_string().contains("jnt_bodyid"), "{error}");
    compare_steps(&mut batch, "after a refusal");
}

/// The CPU normalizes orientations of any length; the GPU would rotate by them in another order.
#[test]
fn orientations_are_of_unit_length() {
    let m = model();
    let mut batch = batch(&m, &["body_quat"], (1, 1));
    let error = batch.override_model(1, |own| own.body_quat[4] *= 1.5).unwrap_err().to_string();
    assert!(error.contains("world 1") && error.contains("`body_quat` of body 1"), "{error}");
    batch.override_model(1, |own| own.body_quat[4..8].copy_from_slice(&[0.6, 0.0, 0.8, 0.0])).unwrap();
    compare_steps(&mut batch, "turned");
    let mut long = Model::clone(&m);
    long.body_quat[4] = f64::NAN;
    let missing = GpuBatchSim::missing(&long);
    assert!(missing.len() == 1 && missing[0].contains("scale it to 1"), "{missing:?}");
    let error = GpuBatchSim::with(&context(), Arc::new(long), 1, &GpuOptions::default()).unwrap_err();
    assert!(matches!(error, GpuSimError::Unsupported(_)), "{error}");
}

/// Positions and sizes are pairs of f32; edits update both.
#[test]
fn places_of_worlds_in_32_bits() {
    let m = model();
    let names = ["geom_size", "geom_pos", "body_pos"];
    let options = GpuOptions::default().per_world(names.iter().copied()).visible([
        "ncon",
        "contact_pair",
        "contact_dist",
        "contact_pos",
        "contact_frame",
    ]);
    let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), WORLDS, &options).unwrap();
    let edit = |world: usize| move |own: &mut Model| own.geom_size[5] = 0.1 + 1e-3 / (world as f64 + 3.0);
    for world in 0..WORLDS {
        batch.override_model(world, edit(world)).unwrap();
    }
    batch.forward_all().unwrap();
    for world in 0..WORLDS {
        let mut data = batch.model_of(world).make_data();
        // the part of the state that f32 can hold
        data.qpos.iter_mut().for_each(|x| *x = f64::from(*x as f32));
        data.forward(batch.model_of(world)).unwrap();
        let found = batch.contacts(world).unwrap();
        assert_eq!((found.len(), data.ncon), (4, 4));
        for (found, wanted) in found.iter().zip(&data.contact) {
            let off = (found.dist - wanted.dist).abs();
            assert!(off < 1e-9, "world {world}: {} is off by {off:.1e}", found.dist);
        }
    }
}
