//! Results are bit-equal in every run and at every index of a batch. A world that fails changes no other.

use crate::harness::{context, numbers, parse};
use sim_core::{Data, Excess, Model, StepError};
use sim_gpu::{GpuBatchSim, GpuOptions, Precision};
use std::sync::Arc;

/// Boxes on a floor and a leg driven against its limit. All times are exact in f32 and f64.
const YARD: &str = r#"<mujoco>
  <option timestep="0.00390625"/>
  <worldbody>
    <geom type="plane" size="9 9 1"/>
    <body name="a" pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="b" pos="0 1 2"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body name="thigh" pos="2 0 1"><joint name="hip" axis="0 1 0" range="-20 20" limited="true" margin=".1"/>
      <geom type="capsule" size=".05" fromto="0 0 0 0 0 -.4"/>
      <body name="shin" pos="0 0 -.4"><joint name="knee" axis="0 1 0" damping=".1"/>
        <geom type="capsule" size=".04" fromto="0 0 0 0 0 -.4"/></body></body>
  </worldbody>
  <actuator><motor name="swing" joint="hip" gear="3"/><position name="hold" joint="knee" kp="4"/></actuator>
</mujoco>"#;

/// Capacity for contacts and rows of a world: box a may lie flat while the hip is at its limit, box b may not.
const ROOM: (usize, usize) = (6, 18);

/// Lanes of the smooth part and of the solver.
const LANES: [(usize, usize); 4] = [(1, 1), (1, 32), (8, 32), (32, 32)];

/// Fields that a step writes.
const FIELDS: [&str; 5] = ["time", "qpos", "qvel", "qacc_warmstart", "ctrl"];

fn batch(worlds: &[Data], model: &Arc<Model>, precision: Precision, lanes: (usize, usize)) -> GpuBatchSim {
    let options = GpuOptions::default()
        .precision(precision)
        .compiler(crate::harness::compiler())
        .contacts(ROOM.0)
        .rows(ROOM.1)
        .tune(|tuning| tuning.smooth_lanes(lanes.0).solver_lanes(lanes.1));
    let mut batch = GpuBatchSim::with(&context(), Arc::clone(model), worlds.len(), &options).unwrap();
    let states = batch.upload_states(worlds).unwrap();
    batch.restore_states(&states).unwrap();
    batch
}

/// The state of a world, distinct for each id.
fn state(m: &Model, id: usize) -> Data {
    let mut random = oorandom::Rand64::new(id as u128 + 1);
    let mut next = |scale: f64| scale * (2.0 * random.rand_float() - 1.0);
    let mut data = m.make_data();
    data.qvel.iter_mut().for_each(|v| *v = next(0.2));
    data.ctrl.iter_mut().for_each(|u| *u = next(1.0));
    data
}

/// The controls of a world at a step.
fn control(id: usize, step: usize, i: usize) -> f64 {
    ((7 * id + 3 * step + i) as f64).sin()
}

/// Distinct controls of every world for some steps.
fn controls(ids: &[usize], nu: usize, steps: std::ops::Range<usize>) -> Vec<f64> {
    let of = |step| ids.iter().flat_map(move |&id| (0..nu).map(move |i| control(id, step, i)));
    steps.flat_map(of).collect()
}

/// The bits of every world.
fn bits(batch: &GpuBatchSim) -> Vec<Vec<u64>> {
    let mut worlds = vec![Vec::new(); batch.len()];
    for field in FIELDS {
        let all = batch.read(field).unwrap();
        let len = all.len() / batch.len();
        for (world, list) in worlds.iter_mut().zip(all.chunks(len)) {
            world.extend(list.iter().map(|x| x.to_bits()));
        }
    }
    worlds
}

/// Steps worlds and returns their bits.
fn run(m: &Arc<Model>, ids: &[usize], precision: Precision, lanes: (usize, usize)) -> Vec<Vec<u64>> {
    let worlds: Vec<Data> = ids.iter().map(|&id| state(m, id)).collect();
    let mut batch = batch(&worlds, m, precision, lanes);
    let errors = batch.step_all_with(&controls(ids, m.nu, 0..3), 3).unwrap();
    assert!(errors.iter().all(Option::is_none), "{errors:?}");
    bits(&batch)
}

#[test]
fn the_same_run_gives_the_same_bits() {
    let m = parse(YARD);
    let ids: Vec<usize> = (0..35).collect();
    for lanes in LANES {
        let first = run(&m, &ids, Precision::Single, lanes);
        for _ in 1..5 {
            assert_eq!(run(&m, &ids, Precision::Single, lanes), first, "{lanes:?}");
        }
    }
}

#[test]
fn bits_of_a_world_do_not_depend_on_the_others() {
    let m = parse(YARD);
    let all: Vec<usize> = (0..64).collect();
    for lanes in LANES {
        let precisions = [Precision::Single, Precision::Double];
        for precision in precisions.into_iter().take(if lanes == (1, 32) { 2 } else { 1 }) {
            let expected = run(&m, &all, precision, lanes);
            for (count, first, stride) in [(1, 41, 1), (7, 3, 9), (33, 17, 5)] {
                let ids: Vec<usize> = (0..count).map(|k| (first + k * stride) % 64).collect();
                let found = run(&m, &ids, precision, lanes);
                assert_eq!(found.len(), count);
                for (&id, found) in ids.iter().zip(found) {
                    assert_eq!(found, expected[id], "world {id} in a batch of {count}, {precision:?}, {lanes:?}");
                }
            }
        }
    }
}

#[test]
fn few_workgroups_take_many_worlds() {
    let m = parse(YARD);
    let worlds: Vec<Data> = (0..64).map(|id| state(&m, id)).collect();
    let run = |groups: Option<usize>, smooth_lanes: usize| {
        // little workgroup memory: the rest is in device buffers of the workgroups
        let workgroup_bytes = Some(1024);
        let options = GpuOptions::default()
            .compiler(crate::harness::compiler())
            .tune(|tuning| tuning.groups(groups).workgroup_bytes(workgroup_bytes).smooth_lanes(smooth_lanes));
        let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), worlds.len(), &options).unwrap();
        batch.restore_states(&batch.upload_states(&worlds).unwrap()).unwrap();
        let takes_turns = |what: &str| batch.shaders().any(|(_, text)| text.contains(what));
        assert!(takes_turns("next_world()"), "everything fits the workgroup's memory");
        assert_eq!(takes_turns("next_worlds("), smooth_lanes > 1, "worlds of a workgroup");
        for steps in [1, 2] {
            assert!(batch.step_all_n(steps).unwrap().iter().all(Option::is_none));
        }
        bits(&batch)
    };
    for smooth_lanes in [1, 4] {
        let expected = run(None, smooth_lanes);
        for groups in [1, 5, 63] {
            assert_eq!(run(Some(groups), smooth_lanes), expected, "{groups} workgroups, {smooth_lanes} lanes");
        }
    }
    let none = GpuOptions::default().tune(|tuning| tuning.groups(0));
    let error = GpuBatchSim::with(&context(), m, 2, &none).unwrap_err().to_string();
    assert!(error.contains("groups") && error.contains("give at least 1"), "{error}");
}

/// The fault of a world, and the error that it causes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Position,
    Velocity,
    Control,
    Acceleration,
    Contacts,
    Rows,
}

/// Worlds of the batch that fail, at the ends of workgroups and in their middle.
const FAULTY: [(usize, Fault); 9] = [
    (0, Fault::Position),
    (4, Fault::Velocity),
    (9, Fault::Control),
    (10, Fault::Acceleration),
    (17, Fault::Contacts),
    (18, Fault::Rows),
    (31, Fault::Rows),
    (32, Fault::Contacts),
    (39, Fault::Position),
];

impl Fault {
    /// Puts the fault into a world.
    fn inject(self, data: &mut Data) {
        match self {
            Self::Position => data.qpos[9] = f64::NAN,
            Self::Velocity => data.qvel[3] = f64::NAN,
            Self::Control => data.ctrl[1] = f64::INFINITY,
            Self::Acceleration => data.qfrc_applied[6] = 1e30,
            // the second box flat on the floor, or on an edge
            Self::Contacts => data.qpos[9] = 0.09,
            Self::Rows => {
                data.qpos[9] = 0.13;
                let half = (0.6_f64 / 2.0).sin_cos();
                data.qpos[10..14].copy_from_slice(&[half.1, half.0, 0.0, 0.0]);
            }
        }
    }

    /// The error of an equal world on the CPU, which has no limits of the GPU.
    fn expected(self, m: &Model, world: &Data) -> String {
        let mut data = world.clone();
        let error = data.step(m).err();
        let too_large = |excess, needed, limit| StepError::TooLarge { excess, needed, limit }.to_string();
        match self {
            Self::Contacts => too_large(Excess::Contacts, data.ncon, ROOM.0),
            Self::Rows => too_large(Excess::Rows, data.nefc, ROOM.1),
            _ => error.unwrap().to_string(),
        }
    }
}

#[test]
fn a_fault_stays_in_its_world() {
    let m = parse(YARD);
    let ids: Vec<usize> = (0..40).collect();
    let fault = |id: usize| FAULTY.iter().find(|(world, _)| *world == id).map(|(_, fault)| *fault);
    // a long run with one plan, short ones with the others
    let ways = [
        (Precision::Single, (1, 32), 4),
        (Precision::Single, (1, 1), 1),
        (Precision::Single, (8, 32), 1),
        (Precision::Single, (32, 32), 1),
        (Precision::Double, (1, 32), 1),
    ];
    for (precision, lanes, parts) in ways {
        let healthy: Vec<Data> = ids.iter().map(|&id| state(&m, id)).collect();
        let mut ill = healthy.clone();
        for (id, data) in ill.iter_mut().enumerate() {
            if let Some(fault) = fault(id) {
                fault.inject(data);
            }
        }
        let (mut wanted, mut batch) = (batch(&healthy, &m, precision, lanes), batch(&ill, &m, precision, lanes));
        let before = bits(&batch);
        for part in 0..parts {
            // controls belong to the state: new ones would cure a world with bad controls
            let errors = batch.step_all_n(6).unwrap();
            assert!(wanted.step_all_n(6).unwrap().iter().all(Option::is_none));
            let (after, should) = (bits(&batch), bits(&wanted));
            for id in 0..ids.len() {
                let place = format!("world {id}, part {part}, {precision:?}, {lanes:?}");
                match fault(id) {
                    None => {
                        assert_eq!(errors[id], None, "{place}");
                        assert_eq!(after[id], should[id], "{place}");
                    }
                    Some(fault) => {
                        let text = errors[id].as_ref().map(ToString::to_string).unwrap_or_default();
                        let expected = fault.expected(&m, &ill[id]);
                        // forces in f32 round differently from those of the CPU
                        let is_rounded = fault == Fault::Acceleration && precision == Precision::Single;
                        let shown =
                            |text: &str| text.split(if is_rounded { " is " } else { "\n" }).next().unwrap().to_string();
                        assert_eq!(shown(&text), shown(&expected), "{place}");
                        assert_eq!(after[id], before[id], "{place}: its state");
                    }
                }
            }
        }
        let mask: Vec<bool> = ids.iter().map(|&id| fault(id).is_some()).collect();
        let untouched = bits(&batch);
        batch.reset_where(&mask).unwrap();
        // a reset keeps applied forces
        batch.write("qfrc_applied", &vec![0.0; ids.len() * m.nv]).unwrap();
        let fresh = m.make_data();
        for (id, world) in bits(&batch).into_iter().enumerate() {
            if mask[id] {
                let first: Vec<u64> =
                    FIELDS.iter().flat_map(|field| numbers(&fresh, field)).map(rounded(precision)).collect();
                assert_eq!(world, first, "world {id} after its reset");
            } else {
                assert_eq!(world, untouched[id], "world {id} beside a reset");
            }
        }
        let errors = batch.step_all_n(2).unwrap();
        assert!(errors.iter().all(Option::is_none), "{errors:?}");
    }
}

/// The bits of a number in the GPU's precision.
fn rounded(precision: Precision) -> impl Fn(f64) -> u64 {
    move |x| match precision {
        Precision::Single => f64::from(x as f32).to_bits(),
        Precision::Double => x.to_bits(),
    }
}

/// A world that fails within a run of several steps keeps its last state, and continues when the cause is gone.
#[test]
fn a_world_that_fails_on_the_way() {
    let m = parse(YARD);
    let ids: Vec<usize> = (0..5).collect();
    let worlds: Vec<Data> = ids.iter().map(|&id| state(&m, id)).collect();
    for lanes in LANES {
        let (mut whole, mut batch) =
            (batch(&worlds, &m, Precision::Double, lanes), batch(&worlds, &m, Precision::Double, lanes));
        let good = controls(&ids, m.nu, 0..12);
        let mut bad = good.clone();
        bad[(5 * ids.len() + 2) * m.nu] = f64::NAN;
        let errors = batch.step_all_with(&bad, 12).unwrap();
        let Some(StepError::BadControl { index, time, .. }) = &errors[2] else { panic!("{:?}", errors[2]) };
        assert_eq!((*index, *time), (0, 5.0 / 256.0));
        assert_eq!(errors.iter().flatten().count(), 1);
        // its remaining steps bring it to the state of the others
        whole.step_all_with(&good, 12).unwrap();
        let mut alone = self::batch(&worlds[2..3], &m, Precision::Double, lanes);
        alone.set_world(0, &batch.world(2).unwrap()).unwrap();
        assert!(alone.step_all_with(&controls(&[2], m.nu, 5..12), 7).unwrap()[0].is_none());
        let (found, wanted) = (bits(&batch), bits(&whole));
        for id in [0, 1, 3, 4] {
            assert_eq!(found[id], wanted[id], "world {id}, {lanes:?}");
        }
        assert_eq!(bits(&alone)[0], wanted[2], "{lanes:?}");
    }
}

/// Two balls fall onto the ground between two parts of a step, in worlds with capacity for one contact.
#[test]
fn a_world_that_fails_inside_a_step_stays_where_it_began() {
    let text = r#"<mujoco><option integrator="RK4" timestep=".02"/><worldbody><geom type="plane" size="1 1 1"/>
        <body pos="0 0 .15"><joint name="drop" type="slide" axis="0 0 1"/><geom size=".1"/></body>
        <body pos=".5 0 .15"><joint type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody>
        <actuator><motor joint="drop"/></actuator></mujoco>"#;
    let m = parse(text);
    for lanes in [1, 8, 32] {
        let options = GpuOptions::default()
            .precision(Precision::Double)
            .contacts(1)
            .compiler(crate::harness::compiler())
            .tune(|tuning| tuning.smooth_lanes(lanes).solver_lanes(lanes));
        let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), 5, &options).unwrap();
        // only in the third world the ground is more than half a step away
        let speeds = [-8.0, -8.0, -0.1, -8.0, -8.0];
        batch.write("qvel", &speeds.iter().flat_map(|&v| [v, v]).collect::<Vec<f64>>()).unwrap();
        let before = bits(&batch);
        let failed = batch.step_all_n(3).unwrap();
        let after = bits(&batch);
        for world in 0..5 {
            let should_fail = world != 2;
            assert_eq!(failed[world].is_some(), should_fail, "world {world}, {lanes} lanes: {failed:?}");
            assert_eq!(after[world] == before[world], should_fail, "world {world}, {lanes} lanes");
        }
    }
}

/// Everything that can hide a NaN: ranges of controls, activations, forces of actuators and of joints, a joint at its limit, and a
/// solver with comparisons.
const RANGES: &str = r#"<mujoco>
  <option OPTIONS/>
  <worldbody>
    <body><joint name="hip" axis="0 1 0" range="-20 20" limited="true" actuatorfrcrange="-3 3"/><geom size=".1" pos="0 0 -.3"/>
      <body name="foot" pos="0 0 -.3"><joint name="knee" axis="0 1 0" range="-90 0" limited="true" margin=".1"/>
        <geom size=".1" pos="0 0 -.3"/></body></body>
    <body name="hand" mocap="true" pos="0 0 -.9"/>
  </worldbody>
  <equality><weld body1="hand" body2="foot"/></equality>
  <actuator>
    <motor joint="hip" ctrlrange="-1 1"/>
    <general joint="hip" dyntype="integrator" gainprm="2" actlimited="true" actrange="-1 1" forcerange="-2 2"/>
    <position joint="knee" kp="4" ctrlrange="-1 1" forcerange="-5 5"/>
    <muscle joint="knee" ctrlrange="0 1" lengthrange="-2 2"/>
  </actuator>
</mujoco>"#;

/// A world without faults, and one world for each place that a NaN or an infinity can have.
fn worlds_with_bad_numbers(m: &Model) -> (Vec<Data>, Vec<(&'static str, usize)>) {
    let fields: [(&str, fn(&mut Data) -> &mut [f64]); 6] = [
        ("ctrl", |data| &mut data.ctrl),
        ("act", |data| &mut data.act),
        ("qfrc_applied", |data| &mut data.qfrc_applied),
        // only of bodies with joints: the GPU ignores forces on fixed bodies
        ("xfrc_applied", |data| &mut data.xfrc_applied[..18]),
        ("mocap_pos", |data| &mut data.mocap_pos),
        ("mocap_quat", |data| &mut data.mocap_quat),
    ];
    let mut worlds = vec![m.make_data()];
    let mut places = vec![("nothing", 0)];
    for (name, find) in fields {
        for i in 0..find(&mut m.make_data()).len() {
            let mut data = m.make_data();
            find(&mut data)[i] = f64::NAN;
            worlds.push(data);
            places.push((name, i));
        }
    }
    (worlds, places)
}

/// Steps worlds once in every precision and with all numbers of lanes, and passes errors and iterations of each run to `check`.
fn step_once(m: &Arc<Model>, worlds: &[Data], mut check: impl FnMut(&str, Vec<Option<StepError>>, Vec<i32>)) {
    for lanes in LANES {
        for precision in [Precision::Single, Precision::Double] {
            let options = GpuOptions::default()
                .precision(precision)
                .compiler(crate::harness::compiler())
                .visible(["solver_niter"])
                .tune(|tuning| tuning.smooth_lanes(lanes.0).solver_lanes(lanes.1));
            let mut batch = GpuBatchSim::with(&context(), Arc::clone(m), worlds.len(), &options).unwrap();
            batch.restore_states(&batch.upload_states(worlds).unwrap()).unwrap();
            let errors = batch.step_all().unwrap();
            check(&format!("{precision:?}, {lanes:?}"), errors, batch.read_ints("solver_niter").unwrap());
        }
    }
}

#[test]
fn nothing_hides_a_nan() {
    for solver in ["Newton", "CG"] {
        let m = parse(&RANGES.replace("OPTIONS", &format!("solver='{solver}'")));
        let (worlds, places) = worlds_with_bad_numbers(&m);
        let expected: Vec<_> = worlds.iter().map(|data| data.clone().step(&m).err()).collect();
        // nothing reads a force on the world body
        let is_bad = |&(name, i): &(&str, usize)| name != "nothing" && (name != "xfrc_applied" || i >= 6);
        let fails: Vec<bool> = places.iter().map(is_bad).collect();
        assert_eq!(expected.iter().map(Option::is_some).collect::<Vec<_>>(), fails, "{solver}: {expected:?}");
        step_once(&m, &worlds, |way, errors, iterations| {
            assert_eq!((errors.len(), iterations.len()), (expected.len(), fails.len()), "{solver}, {way}");
            for ((found, expected), place) in errors.iter().zip(&expected).zip(&places) {
                let kind = |error: &Option<StepError>| error.as_ref().map(std::mem::discriminant);
                assert_eq!(kind(found), kind(expected), "{solver}, {place:?}, {way}: {found:?} and {expected:?}");
            }
            // it stays bad: the solver spends no iterations on it
            let bad = || iterations.iter().zip(&fails).filter(|(_, fails)| **fails);
            assert!(bad().all(|(&n, _)| n < 2), "{solver}, {way}: {iterations:?}");
        });
    }
}

/// A negative number of iterations means zero. A loop with an unsigned counter would not end.
#[test]
fn a_negative_number_of_iterations_ends() {
    for solver in ["Newton", "CG"] {
        let m = parse(&RANGES.replace("OPTIONS", &format!("solver='{solver}' iterations='-1' ls_iterations='-1'")));
        let (worlds, _) = worlds_with_bad_numbers(&m);
        step_once(&m, &worlds, |way, errors, iterations| {
            assert!(errors[0].is_none(), "{solver}, {way}: {:?}", errors[0]);
            assert!(iterations.iter().all(|&n| n == 0), "{solver}, {way}: {iterations:?}");
        });
    }
}
