//! Models on the card beside the CPU, stage by stage and over a step, in numbers of 64 bits: `compare MODEL.xml …`
//!
//! On the adapter with `CORTENFORGE_TEST_ON=adapter`; without it the shaders are interpreted, which also finds races and indices out of bounds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

#[path = "../tests/harness/mod.rs"]
mod harness;

use harness::whole::{Outcome, Whole, decided, prepared};
use sim_gpu::GpuBatchSim;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

#[derive(Debug, Default)]
struct Tally {
    passed: usize,
    failed: usize,
    refused: usize,
}

/// Lanes, bytes of workgroup memory, operations of subgroups.
const WAYS: [((usize, usize), Option<usize>, bool); 3] =
    [((1, 32), None, true), ((1, 1), None, true), ((32, 32), Some(16 << 10), false)];

fn compare(path: &str, tally: &Mutex<Tally>) {
    let name = path.rsplit('/').take(3).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("/");
    let model = match sim_mjcf::load_model_from_file(path) {
        Ok(model) => decided(&prepared(&model)),
        Err(error) => {
            tally.lock().unwrap().failed += 1;
            println!("{name}: {error}");
            return;
        }
    };
    let missing = GpuBatchSim::missing(&model);
    if !missing.is_empty() {
        tally.lock().unwrap().refused += 1;
        println!("{name}: refused: {}", missing.join("; "));
        return;
    }
    let model = Arc::new(model);
    for (lanes, workgroup_bytes, subgroups) in WAYS {
        let whole = Whole { lanes, workgroup_bytes, subgroups, ..Whole::default() };
        let place = format!("{name}, {} and {} lanes", lanes.0, lanes.1);
        judge(&place, tally, || whole.compare(&harness::context(), &model));
    }
    judge(&format!("{name}, nothing visible"), tally, || Whole::default().compare_hidden(&harness::context(), &model));
}

/// Counts and tells what comes of a comparison.
fn judge(place: &str, tally: &Mutex<Tally>, compare: impl FnOnce() -> Result<Outcome, String>) {
    let start = std::time::Instant::now();
    let (ok, text) = match compare() {
        Ok(outcome) => (outcome.first.is_none(), told(&outcome)),
        Err(error) => (false, error),
    };
    let seconds = start.elapsed().as_secs_f64();
    let mut tally = tally.lock().unwrap();
    *if ok { &mut tally.passed } else { &mut tally.failed } += 1;
    let word = if ok { "ok" } else { "DIFFERS" };
    println!("{place}: {word}: {text} ({seconds:.1} s)");
}

fn told(outcome: &Outcome) -> String {
    let [forward, step] = &outcome.worst;
    let mut line = format!(
        "{} contacts, {} rows; worst {} {:.1e}, after a step {} {:.1e}",
        outcome.counts[0], outcome.counts[1], forward.field, forward.error, step.field, step.error
    );
    if outcome.by_chance > 0 {
        line += &format!(", {} fields by chance", outcome.by_chance);
    }
    if let Some(first) = &outcome.first {
        line += &format!("; first: {first}");
    }
    line
}

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    compare(path, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    println!("{} models were refused, with their reasons above", tally.refused);
    println!("{} passed, {} failed", tally.passed, tally.failed);
    ExitCode::from(u8::from(tally.failed > 0))
}
