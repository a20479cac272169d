//! Throughput of a batch of humanoids that stand and fall, by number of worlds, with all threads and with one.
//!
//! One measurement is 100 steps of every world; `elem/s` is worlds × steps per second. Compare the two groups at the
//! same number of worlds for the gain by threads, and each with its first line for the cost of a larger batch.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sim_physics::{BatchSim, Model, load_model};
use std::fmt::Write;
use std::sync::Arc;

const WORLDS: [usize; 5] = [1, 16, 64, 256, 1024];
const STEPS: usize = 100;

/// One limb: a chain of capsules on joints of three, one and two axes, a motor on each.
fn limb(xml: &mut String, motors: &mut String, name: &str, pos: &str, length: f64, joints: [usize; 3]) {
    let axes = ["1 0 0", "0 1 0", "0 0 1"];
    for (part, count) in joints.iter().enumerate() {
        let at = if part == 0 { pos.to_string() } else { format!("0 0 {}", -length) };
        write!(xml, "<body pos='{at}'>").unwrap();
        for (k, axis) in axes.iter().cycle().skip(part).take(*count).enumerate() {
            let joint = format!("{name}{part}{k}");
            write!(xml, "<joint name='{joint}' axis='{axis}' range='-60 60' damping='1' armature='.01'/>").unwrap();
            write!(motors, "<motor joint='{joint}' gear='20'/>").unwrap();
        }
        write!(xml, "<geom type='capsule' fromto='0 0 0 0 0 {}' size='.04'/>", -length).unwrap();
    }
    write!(xml, "<geom type='sphere' pos='0 0 {}' size='.07'/></body></body></body>", -length).unwrap();
}

/// A free torso with two arms and two legs over a plane: 30 degrees of freedom.
fn humanoid() -> Model {
    let (mut limbs, mut motors) = (String::new(), String::new());
    for (name, y) in [("l", 0.1), ("r", -0.1)] {
        limb(&mut limbs, &mut motors, &format!("{name}leg"), &format!("0 {y} -.2"), 0.4, [3, 1, 2]);
        limb(&mut limbs, &mut motors, &format!("{name}arm"), &format!("0 {} .2", 2.0 * y), 0.25, [3, 2, 1]);
    }
    load_model(&format!(
        "<mujoco><option timestep='.005'/><worldbody><geom type='plane' size='10 10 1'/>
           <body pos='0 0 1.5'><freejoint/><geom type='capsule' fromto='0 0 -.2 0 0 .3' size='.1'/>
             <geom type='sphere' pos='0 0 .5' size='.1'/>{limbs}</body>
         </worldbody><actuator>{motors}</actuator></mujoco>"
    ))
    .unwrap()
}

/// Worlds that differ, some on the ground already.
fn batch(model: &Arc<Model>, n: usize) -> BatchSim {
    let mut batch = BatchSim::new(model.clone(), n);
    for (i, d) in batch.worlds_mut().enumerate() {
        d.ctrl.iter_mut().enumerate().for_each(|(k, c)| *c = 0.3 * ((i * 7 + k * 3) as f64).sin());
    }
    batch.step_all_n(100);
    batch
}

fn throughput(c: &mut Criterion) {
    let model = Arc::new(humanoid());
    for threads in [1, std::thread::available_parallelism().map_or(1, usize::from)] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut group = c.benchmark_group(format!("humanoid, {threads} threads"));
        group.sample_size(10);
        for n in WORLDS {
            group.throughput(Throughput::Elements((n * STEPS) as u64));
            let start = pool.install(|| batch(&model, n));
            group.bench_with_input(BenchmarkId::from_parameter(n), &start, |b, start| {
                b.iter_batched_ref(
                    || start.clone(),
                    |batch| pool.install(|| batch.step_all_n(STEPS)),
                    criterion::BatchSize::LargeInput,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, throughput);
criterion_main!(benches);
