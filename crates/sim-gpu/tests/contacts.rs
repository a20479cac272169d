//! Contacts on the card, in numbers of 64 bits, beside those of the engine on the CPU: the same pairs in the same order, at the
//! same places.

mod harness;

use harness::{load, parse, scatter};
use oorandom::Rand64;
use sim_core::{Data, Model};
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimContext, Precision};
use std::sync::Arc;

/// Largest difference of distances (m), positions (m) and frames.
const TOLERANCE: f64 = 1e-9;

/// Contacts on both sides of worlds in the given states; how many there are.
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
        let start = std::time::Instant::now();
        let fields = ["ncon", "contact_pair", "contact_dist", "contact_pos", "contact_frame"];
        let options = GpuOptions {
            precision: Precision::Double,
            visible: fields.map(String::from).to_vec(),
            smooth_lanes: lanes,
            ..GpuOptions::default()
        };
        let context = GpuSimContext::shared().unwrap();
        let mut batch = GpuBatchSim::with(&context, Arc::clone(m), worlds.len(), &options).unwrap();
        let state = |of: fn(&Data) -> &[f64]| worlds.iter().flat_map(|d| of(d).to_vec()).collect::<Vec<f64>>();
        println!("made {:?}", start.elapsed());
        batch.write("qpos", &state(|d| &d.qpos)).unwrap();
        if m.nmocap > 0 {
            batch.write("mocap_pos", &state(|d| &d.mocap_pos)).unwrap();
            batch.write("mocap_quat", &state(|d| &d.mocap_quat)).unwrap();
        }
        batch.forward_all().unwrap();
        let [ncon, _pair, dist, pos, frame] = fields.map(|field| batch.read(field).unwrap());
        println!("ran {:?}", start.elapsed());
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
                let near =
                    |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| (x - y).abs() <= TOLERANCE * (1.0 + y.abs()));
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

/// States made by a function.
fn states(m: &Model, count: usize, mut prepare: impl FnMut(&mut Data, &mut Rand64)) -> Vec<Data> {
    let mut random = Rand64::new(5);
    let mut make = |_| {
        let mut data = m.make_data();
        prepare(&mut data, &mut random);
        data
    };
    (0..count).map(&mut make).collect()
}

/// A number between -1 and 1.
fn roll(random: &mut Rand64) -> f64 {
    2.0 * random.rand_float() - 1.0
}

/// A pose of a free body: anywhere, nearly along the axes, or exactly along them and in some coordinates at zero.
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

/// A rotation that takes coordinate axes to coordinate axes, without rounding: where two ends or faces are equally near, it would
/// choose between them.
fn along_axes(random: &mut Rand64) -> [f64; 4] {
    loop {
        let quat: [f64; 4] = std::array::from_fn(|_| random.rand_range(0..3) as f64 - 1.0);
        if matches!(quat.iter().filter(|&&x| x != 0.0).count(), 1 | 4) {
            return quat;
        }
    }
}

/// Two geoms of free bodies, or the first in the world, in many poses: without margins, with them, and with gaps.
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
    let worlds = states(&m, 400, |data, random| data.qpos.chunks_mut(7).for_each(|pose| place(pose, reach, random)));
    let found = compare(name, &m, &worlds);
    println!("{name}: {found} contacts");
    assert!(found > 150, "{name}: {found} contacts are too few to compare");
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

#[test]
fn a_scene_keeps_the_order_of_its_pairs() {
    for name in ["cradle", "wrecking_ball", "marbles", "dominoes"] {
        let m = load(name);
        let worlds = states(&m, 40, |data, random| {
            let turns = random.rand_range(0..3);
            (0..turns).for_each(|_| scatter(&m, data, random));
        });
        let found = compare(name, &m, &worlds);
        println!("{name}: {found} contacts");
        assert!(found > 20, "{name}: {found} contacts are too few to compare");
    }
}
