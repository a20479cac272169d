//! Contacts on the GPU in f64, compared with those of the CPU: equal pairs in equal order, and equal
//! positions.

use crate::harness::whole::decided;
use crate::harness::{context, load, parse};
use oorandom::Rand64;
use sim_core::data::Contact;
use sim_core::{Data, GeomType, Integrator, Model};
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimError, Precision};
use std::sync::Arc;

/// Largest difference of distances (m), positions (m) and frames.
const TOLERANCE: f64 = 1e-9;

/// Compares the contacts of worlds in the given states. Returns their number.
fn compare(name: &str, m: &Arc<Model>, worlds: &[Data]) -> usize {
    let expected: Vec<Data> = worlds
        .iter()
        .map(|data| {
            let mut data = data.clone();
            data.forward(m).unwrap();
            data
        })
        .collect();
    for lanes in [1, 32] {
        let fields = ["ncon", "contact_pair", "contact_dist", "contact_pos", "contact_frame"];
        let options = GpuOptions::default()
            .precision(Precision::Double)
            .visible(fields)
            .only_visible(true)
            .tune(|tuning| tuning.smooth_lanes(lanes));
        let context = context();
        let mut batch = GpuBatchSim::with(&context, Arc::clone(m), worlds.len(), &options).unwrap();
        let state = |of: fn(&Data) -> &[f64]| worlds.iter().flat_map(|d| of(d).to_vec()).collect::<Vec<f64>>();
        batch.write("qpos", &state(|d| &d.qpos)).unwrap();
        if m.nmocap > 0 {
            batch.write("mocap_pos", &state(|d| &d.mocap_pos)).unwrap();
            batch.write("mocap_quat", &state(|d| &d.mocap_quat)).unwrap();
        }
        batch.forward_all().unwrap();
        for (w, data) in expected.iter().enumerate().step_by(37) {
            assert_same_parameters(&batch.world(w).unwrap().contact, &data.contact);
        }
        let [ncon, _, dist, pos, frame] = fields.map(|field| batch.read(field).unwrap());
        let room = dist.len() / worlds.len();
        for (w, data) in expected.iter().enumerate() {
            let place = format!("{name}, {lanes} lanes, world {w}, qpos {:?}", data.qpos);
            let wanted: Vec<_> = data.contact.iter().map(|c| (c.geom(), c.dist, c.pos)).collect();
            let found: Vec<_> = (0..(ncon[w] as usize).min(room))
                .map(|c| (dist[w * room + c], &pos[3 * (w * room + c)..][..3]))
                .collect();
            assert_eq!(ncon[w] as usize, data.ncon, "{place}: {found:?} instead of {wanted:?}");
            for (c, contact) in data.contact.iter().enumerate() {
                let at = w * room + c;
                let near = |a: &[f64], b: &[f64]| {
                    crate::harness::pairs(&place, a, b).all(|(x, y)| (x - y).abs() <= TOLERANCE * (1.0 + y.abs()))
                };
                let same = near(&dist[at..=at], &[contact.dist])
                    && near(&pos[3 * at..3 * at + 3], &contact.pos)
                    && near(&frame[9 * at..9 * at + 9], &contact.frame);
                assert!(
                    same,
                    "{place}: contact {c} is {:?} {:?} {:?} instead of {:?} {:?} {:?}",
                    dist[at],
                    &pos[3 * at..3 * at + 3],
                    &frame[9 * at..9 * at + 9],
                    contact.dist,
                    contact.pos,
                    contact.frame
                );
            }
        }
    }
    expected.iter().map(|data| data.ncon).sum()
}

/// Parameters and geoms of contacts must be equal, bit for bit.
fn assert_same_parameters(found: &[Contact], wanted: &[Contact]) {
    let of = |c: &Contact| {
        let numbers = (c.friction, c.solref, c.solreffriction, c.solimp, c.includemargin, c.adhesion);
        (c.sides, c.dim, numbers)
    };
    assert_eq!(found.iter().map(of).collect::<Vec<_>>(), wanted.iter().map(of).collect::<Vec<_>>());
}

/// States that a function prepares.
fn states(m: &Model, count: usize, mut prepare: impl FnMut(&mut Data, &mut Rand64)) -> Vec<Data> {
    let mut random = Rand64::new(5);
    let mut make = |_| {
        let mut data = m.make_data();
        prepare(&mut data, &mut random);
        data
    };
    (0..count).map(&mut make).collect()
}

/// A random number between -1 and 1.
fn roll(random: &mut Rand64) -> f64 {
    2.0 * random.rand_float() - 1.0
}

/// Sets a random pose of a free body: anywhere, nearly along the axes, or exactly along them with some coordinates zero.
fn place(pose: &mut [f64], reach: f64, random: &mut Rand64) {
    let kind = random.rand_range(0..4);
    for x in &mut pose[..3] {
        let is_zero = kind == 0 && random.rand_range(0..2) == 0;
        *x = if is_zero { 0.0 } else { reach * roll(random) };
    }
    let turn: [f64; 4] = std::array::from_fn(|_| roll(random));
    let quat = match kind {
        0 => along_axes(random),
        1 => [1.0, 1e-3 * turn[1], 1e-3 * turn[2], 1e-3 * turn[3]],
        _ => turn,
    };
    pose[3..7].copy_from_slice(&quat);
}

/// A random rotation that maps axes to axes, without rounding errors. Rounding would choose between two ends or faces that are equally
/// near.
fn along_axes(random: &mut Rand64) -> [f64; 4] {
    loop {
        let quat: [f64; 4] = std::array::from_fn(|_| random.rand_range(0..3) as f64 - 1.0);
        if matches!(quat.iter().filter(|&&x| x != 0.0).count(), 1 | 4) {
            return quat;
        }
    }
}

/// Compares two geoms of free bodies, or the first one fixed in the world, in many poses: without margins, with margins, and with gaps.
fn pair(name: &str, first: &str, second: &str, reach: f64) {
    let margins = ["", "margin=\"0.05\"", "margin=\"0.03\" gap=\"0.04\""];
    let two = |(k, margins): (usize, &str)| {
        let bits = 1 << k;
        let extra = format!("{margins} contype=\"{bits}\" conaffinity=\"{bits}\"");
        let body = |geom: &str| format!("<body><freejoint/><geom {geom} {extra}/></body>");
        let one = if first.contains("plane") { format!("<geom {first} {extra}/>") } else { body(first) };
        one + &body(second)
    };
    let bodies: String = margins.into_iter().enumerate().map(two).collect();
    let m = parse(&format!("<mujoco><option iterations=\"1\"/><worldbody>{bodies}</worldbody></mujoco>"));
    let worlds = states(&m, 80, |data, random| data.qpos.chunks_mut(7).for_each(|pose| place(pose, reach, random)));
    let found = compare(name, &m, &worlds);
    println!("{name}: {found} contacts");
    assert!(found > 30, "{name}: {found} contacts are too few to compare");
}

const PLANE: &str = r#"type="plane" size="1 1 1" pos="0 0 -0.1" euler="10 20 30""#;
const FLOOR: &str = r#"type="plane" size="1 1 1""#;
const SPHERE: &str = r#"type="sphere" size="0.2""#;
const CAPSULE: &str = r#"type="capsule" size="0.1 0.3""#;
const ELLIPSOID: &str = r#"type="ellipsoid" size="0.1 0.2 0.3""#;
const CYLINDER: &str = r#"type="cylinder" size="0.2 0.15""#;
const BOX: &str = r#"type="box" size="0.1 0.2 0.3""#;

#[test]
fn planes() {
    for plane in [PLANE, FLOOR] {
        pair("plane and sphere", plane, SPHERE, 0.3);
        pair("plane and capsule", plane, CAPSULE, 0.3);
        pair("plane and ellipsoid", plane, ELLIPSOID, 0.3);
        pair("plane and cylinder", plane, CYLINDER, 0.3);
        pair("plane and box", plane, BOX, 0.3);
    }
}

#[test]
fn spheres_and_capsules() {
    pair("sphere and sphere", SPHERE, r#"type="sphere" size="0.15""#, 0.3);
    pair("sphere and capsule", SPHERE, CAPSULE, 0.3);
    pair("sphere and cylinder", SPHERE, CYLINDER, 0.3);
    pair("capsule and capsule", CAPSULE, r#"type="capsule" size="0.05 0.2""#, 0.3);
}

#[test]
fn spheres_and_capsules_with_boxes() {
    pair("sphere and box", SPHERE, BOX, 0.4);
    pair("capsule and box", CAPSULE, BOX, 0.4);
}

#[test]
fn boxes() {
    pair("box and box", BOX, r#"type="box" size="0.15 0.1 0.2""#, 0.4);
}

/// Compares one of our models without contacts of cylinders and ellipsoids. Coordinates start at the initial state and move by zero, once
/// or twice up to `reach`. The order of pairs is that of the search.
fn scene(name: &str, reach: f64) {
    scene_from(name, reach, |_| ());
}

/// Compares the contacts of a scene from positions that `arrange` sets.
fn scene_from(name: &str, reach: f64, arrange: impl Fn(&mut [f64])) {
    let mut m = Model::clone(&load(name));
    // forces and the step do not matter here
    m.opt.iterations = 1;
    m.opt.integrator = Integrator::Euler;
    for g in 0..m.ngeom {
        if matches!(m.geom_type[g], GeomType::Cylinder | GeomType::Ellipsoid) {
            (m.geom_contype[g], m.geom_conaffinity[g]) = (0, 0);
        }
    }
    let m = Arc::new(decided(&m));
    // giants have many contacts in every world
    let count = if m.nv > 100 { 3 } else { 30 };
    let worlds = states(&m, count, |data, random| {
        arrange(&mut data.qpos);
        for _ in 0..random.rand_range(0..3) {
            let step: Vec<f64> = (0..m.nv).map(|_| reach * roll(random)).collect();
            sim_core::binding::integrate::integrate_position(&m, &mut data.qpos, &step, 1.0);
        }
    });
    let found = compare(name, &m, &worlds);
    println!("{name}: {found} contacts");
    assert!(found > 20, "{name}: {found} contacts are too few to compare");
}

#[test]
fn humanoid() {
    scene("humanoid", 0.5);
}

#[test]
fn cradle() {
    scene("cradle", 0.5);
}

#[test]
fn wrecking_ball() {
    scene("wrecking_ball", 0.5);
}

#[test]
fn marbles() {
    // columns start closer than the diameter of a marble, and move no farther
    scene_from("marbles", 0.03, |qpos| qpos.chunks_mut(7).for_each(|pose| pose[0] *= 0.7));
}

#[test]
fn dominoes() {
    scene("dominoes", 0.5);
}

#[test]
fn heap() {
    // the geoms fall from too far apart
    scene_from("heap", 0.05, |qpos| qpos.chunks_mut(7).for_each(|pose| pose[..3].iter_mut().for_each(|x| *x *= 0.6)));
}

/// Parameters by priority, by mixing and by an explicit pair. Some pairs are excluded, filtered by bits or of parent and child.
#[test]
fn filters_and_parameters() {
    let text = r#"<mujoco>
        <option iterations="1"/>
        <default><geom size="0.1"/></default>
        <worldbody>
            <geom name="floor" type="plane" size="1 1 1" condim="4" friction="0.7 0.1 0.01"/>
            <body name="a" pos="0 0 0.1"><freejoint/>
                <geom name="a" priority="1" condim="1" solref="0.03 0.8"/>
                <body name="b" pos="0.15 0 0"><joint axis="0 1 0"/><geom name="b" solmix="3" margin="0.02"/>
                    <body name="c" pos="0.15 0 0"><joint axis="0 1 0"/><geom name="c" type="capsule" size="0.1 0.1" gap="0.01"/></body>
                </body>
            </body>
            <body name="d" pos="0.1 0.1 0.1"><freejoint/><geom name="d" contype="2" conaffinity="3" solref="-100 -10"/></body>
            <body name="e" pos="0 0.15 0.1"><freejoint/><geom name="e" contype="0" conaffinity="0"/></body>
        </worldbody>
        <contact>
            <exclude body1="d" body2="c"/>
            <pair geom1="e" geom2="b" condim="6" friction="1 0.9 0.1 0.2 0.3" margin="0.05" gap="0.02"/>
            <pair geom1="e" geom2="floor" solreffriction="0.5 1"/>
        </contact>
    </mujoco>"#;
    let m = parse(text);
    let worlds = states(&m, 50, |data, random| data.qpos.iter_mut().for_each(|x| *x += 0.1 * roll(random)));
    assert!(compare("filters", &m, &worlds) > 100);
}

#[test]
fn more_contacts_than_there_is_room_for_are_an_error() {
    let text = r#"<mujoco><worldbody><geom type="plane" size="1 1 1"/>
        <body pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body></worldbody></mujoco>"#;
    let m = parse(text);
    for smooth_lanes in [1, 32] {
        let options = GpuOptions::default()
            .precision(Precision::Double)
            .contacts(3)
            .tune(|tuning| tuning.smooth_lanes(smooth_lanes));
        let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), 2, &options).unwrap();
        let mut qpos = batch.read("qpos").unwrap();
        qpos[2] = 0.099;
        qpos[9] = 1.0;
        batch.write("qpos", &qpos).unwrap();
        let errors = batch.forward_all().unwrap();
        let text = errors[0].as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(text.contains('4') && text.contains('3'), "{text}");
        assert!(errors[1].is_none());
    }
}

/// Negative margins shrink the bounding boxes of bodies. The CPU uses these boxes, the GPU does not.
#[test]
fn margins_below_zero_are_refused() {
    let text = r#"<mujoco><worldbody>
        <body><freejoint/><geom name="ball" size="0.1" margin="-0.01"/></body>
        <body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>"#;
    let context = context();
    let error = GpuBatchSim::with(&context, parse(text), 1, &GpuOptions::default()).unwrap_err();
    assert!(error.to_string().contains("'ball' and geom 1"), "{error}");
}

#[test]
fn pairs_that_the_gpu_does_not_collide_are_named() {
    let text = r#"<mujoco><worldbody>
        <body><freejoint/><geom name="can" type="cylinder" size="0.1 0.1"/></body>
        <body><freejoint/><geom name="crate" type="box" size="0.1 0.1 0.1"/></body></worldbody></mujoco>"#;
    let context = context();
    let error = GpuBatchSim::with(&context, parse(text), 1, &GpuOptions::default()).unwrap_err();
    let GpuSimError::Unsupported(reasons) = &error else { panic!("{error}") };
    assert!(
        reasons
            .iter()
            .any(|r| r.contains("geom 'can' (cylinder) may touch 'crate' (box)") && r.contains("conaffinity")),
        "{error}"
    );
    let apart = text.replace("name=\"can\"", "name=\"can\" contype=\"0\" conaffinity=\"0\"");
    assert!(GpuBatchSim::with(&context, parse(&apart), 1, &GpuOptions::default()).is_ok());
}

/// A named pair collides although neither body can move. Its rows act on no tree and disturb none.
#[test]
fn a_pair_of_things_that_no_dof_moves() {
    let m = parse(
        r#"<mujoco><worldbody>
          <geom name="floor" type="plane" size="1 1 1"/>
          <body mocap="true" pos="0.8 0 0.05"><geom name="block" type="box" size=".1 .1 .1"/></body>
          <body pos="0 0 0.1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
          <body pos="0.02 0 0.29"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
          <body pos="-0.4 0 0.09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        </worldbody><contact><pair geom1="floor" geom2="block"/></contact></mujoco>"#,
    );
    let options = GpuOptions::default()
        .precision(Precision::Double)
        .visible(["ncon"])
        .tune(|tuning| tuning.smooth_lanes(32).solver_lanes(32));
    let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), 2, &options).unwrap();
    let mut data = m.make_data();
    for step in 0..40 {
        assert_eq!(batch.step_all().unwrap(), [None, None], "step {step}");
        data.step(&m).unwrap();
    }
    assert!(data.ncon > 8, "{} contacts", data.ncon);
    let qpos = batch.read("qpos").unwrap();
    let far = crate::harness::pairs("qpos", &qpos[..m.nq], &data.qpos).map(|(a, b)| (a - b).abs());
    assert!(far.fold(0.0, f64::max) < 1e-8);
}

/// A cylinder upright above the floor does not touch it. The direction from its axis to the floor is only rounding error there, and
/// may point up. The collision looks at the lowest point first, and at nothing else when that point is too far away.
#[test]
fn an_upright_cylinder_above_the_floor_touches_nothing() {
    let text = "<mujoco><worldbody><geom type='plane' size='9 9 1' margin='.032'/>
        <body pos='0 0 .20322' quat='0 1 0 0'><joint axis='0 0 1'/><geom type='cylinder' size='.042146 .11656' pos='0 0 .048162'/></body>
        </worldbody></mujoco>";
    let m = parse(text);
    let worlds = 4000;
    let qpos: Vec<f64> = (0..worlds).map(|world| 0.37 * world as f64).collect();
    let options = GpuOptions::default().precision(Precision::Double).visible(["ncon"]);
    let mut batch = GpuBatchSim::with(&context(), Arc::clone(&m), worlds, &options).unwrap();
    batch.write("qpos", &qpos).unwrap();
    assert!(batch.forward_all().unwrap().iter().all(Option::is_none));
    let touching = batch.read_ints("ncon").unwrap().into_iter().filter(|&n| n > 0).count();
    let mut cpu = m.make_data();
    let mut touches = |angle: f64| {
        cpu.qpos[0] = angle;
        cpu.forward(&m).unwrap();
        cpu.ncon > 0
    };
    let on_cpu = qpos.iter().filter(|angle| touches(**angle)).count();
    assert_eq!([touching, on_cpu], [0, 0]);
}
