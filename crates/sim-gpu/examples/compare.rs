//! Compares models on the GPU with the CPU. `compare MODEL.xml …` compares each stage and a step, in f64;
//! `compare --single MODEL.xml …` measures the error of f32 from states of a rollout.
//!
//! `compare --usual MODEL.xml …` compares only the usual numbers of lanes, for drivers that compile slowly.
//!
//! A folder stands for the models in it. `conformance/random_gpu.py` fills one with random models.
//! With `CORTENFORGE_TEST_ON=adapter` the adapter runs the kernels. Without it they are interpreted, which also finds races and indices out
//! of bounds.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::type_complexity)]

#[path = "../tests/suite/harness/mod.rs"]
#[allow(dead_code)] // the tests use the rest
mod harness;

use harness::single::{Measured, measure};
use harness::whole::{Outcome, Whole, decided, prepared};
use sim_core::Model;
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

impl Tally {
    /// Counts a result and prints its line.
    fn note(tally: &Mutex<Self>, is_good: bool, line: &str) {
        let mut tally = tally.lock().unwrap();
        *if is_good { &mut tally.passed } else { &mut tally.failed } += 1;
        println!("{line}");
    }
}

/// Default number of worlds of a measurement in f32 (`WORLDS`).
const ROLLED: usize = 64;

/// The end of a path. Its folders distinguish models with equal names.
fn short(path: &str) -> String {
    path.rsplit('/').take(3).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("/")
}

/// Reads a model. `None` if the file is invalid or the GPU does not support the model.
fn covered(path: &str, tally: &Mutex<Tally>) -> Option<Model> {
    let model = match sim_mjcf::load_model_from_file(path) {
        Ok(model) => model,
        Err(error) => {
            Tally::note(tally, false, &format!("{}: {error}", short(path)));
            return None;
        }
    };
    let missing = GpuBatchSim::missing(&prepared(&model));
    if missing.is_empty() {
        return Some(model);
    }
    tally.lock().unwrap().refused += 1;
    println!("{}: refused: {}", short(path), missing.join("; "));
    None
}

/// Compares in f64.
fn compare(path: &str, ways: usize, tally: &Mutex<Tally>) {
    let Some(model) = covered(path, tally) else { return };
    let (name, model) = (short(path), Arc::new(decided(&prepared(&model))));
    for whole in Whole::ways(&model).take(ways) {
        let place = format!("{name}, {} and {} lanes", whole.lanes.0, whole.lanes.1);
        judge(&place, tally, || whole.compare(&harness::context(), &model));
    }
    if ways == 1 {
        return;
    }
    judge(&format!("{name}, nothing visible"), tally, || Whole::default().compare_hidden(&harness::context(), &model));
}

/// Counts and prints the result of a comparison.
fn judge(place: &str, tally: &Mutex<Tally>, compare: impl FnOnce() -> Result<Outcome, String>) {
    let start = std::time::Instant::now();
    let (ok, text) = match compare() {
        Ok(outcome) => (outcome.first.is_none(), shown(&outcome)),
        Err(error) => (false, error),
    };
    let seconds = start.elapsed().as_secs_f64();
    let word = if ok { "ok" } else { "DIFFERS" };
    Tally::note(tally, ok, &format!("{place}: {word}: {text} ({seconds:.1} s)"));
}

fn shown(outcome: &Outcome) -> String {
    let [forward, step] = &outcome.worst;
    let mut line = format!(
        "{} and {} worlds, {} contacts, {} rows; worst {} {:.1e}, after a step {} {:.1e}",
        outcome.compared[0],
        outcome.compared[1],
        outcome.counts[0],
        outcome.counts[1],
        forward.field,
        forward.error,
        step.field,
        step.error
    );
    if outcome.by_chance > 0 {
        line += &format!(
            ", {} fields by chance ({} {:.1e})",
            outcome.by_chance, outcome.excused.field, outcome.excused.error
        );
    }
    if let Some(first) = &outcome.first {
        line += &format!("; first: {first}");
    }
    line
}

/// Measures in f32.
fn single(path: &str, tally: &Mutex<Tally>) {
    let Some(model) = covered(path, tally).filter(|model| model.nv > 0) else { return };
    let asked = std::env::var("WORLDS").ok().and_then(|n| n.parse().ok());
    let worlds = asked.unwrap_or(if model.nv > 100 { ROLLED / 8 } else { ROLLED });
    match measure(&harness::context(), &model, worlds) {
        Ok(measured) => Tally::note(tally, measured.is_near(), &row(&short(path), &measured)),
        Err(error) => Tally::note(tally, false, &format!("{}: {error}", short(path))),
    }
}

/// A row of the table, with the stages whose error is large.
fn row(name: &str, measured: &Measured) -> String {
    let pair = |errors: &harness::single::Errors| format!("{:7.1e} {:7.1e}", errors.median(), errors.most());
    let mut line = format!(
        "{name:<52} {:<5} {}  {}  {}  {:>3} of {} worlds, {} just touch, {} contacts",
        if measured.is_near() { "ok" } else { "FAR" },
        pair(&measured.qacc),
        pair(&measured.rounded),
        pair(&measured.stopped),
        measured.other_contacts,
        measured.worlds,
        measured.undecided,
        measured.contacts
    );
    if !measured.is_near() {
        let stage = |(field, errors): &(&str, harness::single::Errors)| {
            format!("\n    {field:<20} {:.1e} {:.1e}", errors.median(), errors.most())
        };
        line += &measured.stages.iter().map(stage).collect::<String>();
    }
    line
}

/// The path of a model, or the paths of the models in a folder.
fn models(path: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(path) else { return vec![path.to_string()] };
    let files = folder.filter_map(|entry| Some(entry.ok()?.path().to_string_lossy().into_owned()));
    let mut all: Vec<String> = files.filter(|file| file.ends_with(".xml")).collect();
    all.sort();
    all
}

fn main() -> ExitCode {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    let option = paths.first().filter(|word| word.starts_with("--")).cloned().unwrap_or_default();
    if !option.is_empty() {
        paths.remove(0);
    }
    let is_single = option == "--single";
    let ways = if option == "--usual" { 1 } else { usize::MAX };
    if is_single {
        println!(
            "errors of qacc, median and 99.9 % of worlds: on the GPU; of a rounded model; of the solver's stop; worlds with other contacts"
        );
    }
    let paths: Vec<String> = paths.iter().flat_map(|path| models(path)).collect();
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let look = |path: &str| if is_single { single(path, &tally) } else { compare(path, ways, &tally) };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    look(path);
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    println!("{} models were refused, with their reasons above", tally.refused);
    println!("{} passed, {} failed", tally.passed, tally.failed);
    if tally.passed + tally.failed == 0 {
        println!("compared nothing: name a model that the GPU runs");
    }
    ExitCode::from(u8::from(tally.failed > 0 || tally.passed == 0))
}
