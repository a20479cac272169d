//! Same inputs, same bits: a world ends in the state recorded in `determinism.txt`. The number of threads, the size of the
//! batch, the world's position in it, and the build profile do not matter.
//!
//! The records are of x86-64 Linux with glibc: functions such as sine come from the platform's mathematical library. Other
//! platforms do not check the records. `cargo xtask determinism` makes the long run, and with
//! `--write` records anew after a change that is meant to alter results.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod common;

use sim_core::arrays::ArrayRef;
use sim_core::{BatchSim, Data, Model};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// Contacts, limits, tendons, muscles, equalities, fluid, meshes and sensors, each in one of them.
const MODELS: [&str; 8] =
    ["humanoid", "quadruped", "gripper", "muscle_arm", "loops", "swimmer", "terrain", "double_pendulum"];
/// Distinct worlds.
const WORLDS: usize = 3;
const THREADS: [usize; 4] = [1, 2, 3, 8];
const SHORT: usize = 100;
const LONG: usize = 10_000;

/// Arrays that are computed on access, with the stored array before each.
const AFTER: [(&str, &[&str]); 4] = [
    ("M", &["qLD", "qLDiagInv"]),
    ("subtree_angmom", &["qH", "qHDiagInv"]),
    ("efc_id", &["efc_J_rownnz", "efc_J_rowadr", "efc_J_colind", "efc_J"]),
    (
        "efc_R",
        &[
            "efc_Y_rownnz",
            "efc_Y_rowadr",
            "efc_Y_colind",
            "efc_Y",
            "efc_AR_rownnz",
            "efc_AR_rowadr",
            "efc_AR_colind",
            "efc_AR",
        ],
    ),
];

fn records() -> std::path::PathBuf {
    common::root().join("conformance/determinism.txt")
}

/// Fowler, Noll and Vo's hash of every array of a world, as recorded in `determinism.txt`.
fn hash(m: &Model, d: &Data) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |word: u64| {
        for byte in word.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(d.time.to_bits());
    let mut array = |entries: ArrayRef<'_>| match entries {
        ArrayRef::F64(a) => a.iter().for_each(|x| add(x.to_bits())),
        ArrayRef::F32(a) => a.iter().for_each(|x| add(u64::from(x.to_bits()))),
        ArrayRef::I32(a) => a.iter().for_each(|x| add(*x as u64)),
        ArrayRef::I64(a) => a.iter().for_each(|x| add(*x as u64)),
        ArrayRef::U8(a) => a.iter().for_each(|x| add(u64::from(*x))),
        ArrayRef::Bool(a) => a.iter().for_each(|x| add(u64::from(x.get()))),
    };
    // computed arrays keep the order of former stored ones, so that the recorded hashes hold
    let produced = |after: &str, array: &mut dyn FnMut(ArrayRef<'_>)| {
        for name in AFTER.iter().filter(|(before, _)| *before == after).flat_map(|(_, names)| *names) {
            array(d.produce(name).unwrap().entries());
        }
    };
    let mut with_produced = |name: &'static str, _, entries: ArrayRef<'_>| {
        array(entries);
        produced(name, &mut array);
    };
    d.visit_arrays(m, &mut with_produced);
    d.visit_row_arrays(&mut with_produced);
    hash
}

/// World `which` of a model before its first step.
fn begin(m: &Model, d: &mut Data, which: usize) {
    let mut rng = common::Random::new(17 + which as u64);
    d.qvel.iter_mut().for_each(|v| *v = rng.around(0.1));
    d.ctrl.iter_mut().for_each(|c| *c += rng.around(0.3));
    let first = m.nq.min(1);
    d.qpos[..first].iter_mut().for_each(|q| *q += rng.around(0.01));
}

/// Hash of each world of a batch after a number of steps; world `i` begins as `which[i]`.
fn run(m: &Arc<Model>, which: &[usize], threads: usize, steps: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut batch = BatchSim::new(m.clone(), which.len());
        batch.worlds_mut().zip(which).for_each(|(d, which)| begin(m, d, *which));
        // in pieces, so that threads change worlds often
        for _ in 0..steps / 50 {
            for (i, error) in batch.step_all_n(50).iter().enumerate() {
                assert_eq!(*error, None, "world {i}");
            }
        }
        batch.worlds().map(|d| hash(m, d)).collect()
    })
}

fn recorded() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(records()).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(':')).map(|(k, v)| (k.to_string(), v.trim().to_string())).collect()
}

fn same_platform() -> bool {
    cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))
}

/// Checks every model over a number of steps; returns the hashes by model.
fn check(steps: usize) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for name in MODELS {
        let path = common::root().join(format!("models/{name}.xml"));
        let m = Arc::new(sim_mjcf::load_model_from_file(&path).unwrap());
        let alone: Vec<u64> = (0..WORLDS).flat_map(|i| run(&m, &[i], 1, steps)).collect();
        for threads in THREADS {
            // every thread count with another size and order
            let order: Vec<usize> = (0..threads + 2).map(|i| (i * 2 + threads) % WORLDS).collect();
            for (place, (which, hash)) in order.iter().zip(run(&m, &order, threads, steps)).enumerate() {
                assert_eq!(hash, alone[*which], "{name}, world {which} at place {place}, {threads} threads");
            }
        }
        let words: Vec<String> = alone.iter().map(|hash| format!("{hash:016x}")).collect();
        found.insert(format!("{name} {steps}"), words.join(" "));
    }
    found
}

fn compare(found: &BTreeMap<String, String>) {
    let recorded = recorded();
    for (what, hashes) in found {
        if same_platform() {
            let advice = "run `cargo xtask determinism --write` if results were meant to change";
            assert_eq!(Some(hashes), recorded.get(what), "{what}: {advice}");
        }
    }
}

#[test]
fn short_runs_end_in_the_recorded_state() {
    if std::env::var_os("DETERMINISM_WRITE").is_none() {
        compare(&check(SHORT));
    }
}

#[test]
fn size_and_place_do_not_matter() {
    for name in ["gripper", "quadruped"] {
        let path = common::root().join(format!("models/{name}.xml"));
        let m = Arc::new(sim_mjcf::load_model_from_file(&path).unwrap());
        let alone: Vec<u64> = (0..WORLDS).flat_map(|i| run(&m, &[i], 1, 50)).collect();
        for size in [2, 7, 33, 128] {
            let order: Vec<usize> = (0..size).map(|i| (i * i + size) % WORLDS).collect();
            let expected: Vec<u64> = order.iter().map(|which| alone[*which]).collect();
            assert_eq!(run(&m, &order, 2, 50), expected, "{name}, {size} worlds");
        }
    }
}

#[test]
#[ignore = "minutes in debug builds; cargo xtask determinism and ci run it in release mode"]
fn long_runs_end_in_the_recorded_state() {
    let mut found = check(LONG);
    if std::env::var_os("DETERMINISM_WRITE").is_none() {
        return compare(&found);
    }
    found.append(&mut check(SHORT));
    let mut text = "# model and steps: hashes of all arrays of three worlds; x86-64 Linux with glibc\n".to_string();
    for (what, hashes) in &found {
        writeln!(text, "{what}: {hashes}").unwrap();
    }
    std::fs::write(records(), text).unwrap();
}
