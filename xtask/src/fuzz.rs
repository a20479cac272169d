//! `cargo xtask fuzz`: builds the targets of `fuzz/` and lets each run over its corpus.
//!
//! Neither cargo-fuzz nor a nightly compiler is needed: coverage is a pass of LLVM that stable compilers have, and
//! AddressSanitizer, with its search for leaks, is one flag that `RUSTC_BOOTSTRAP` opens.

use crate::log::{self, Log, say};
use crate::process::Program;
use crate::{cargo, root};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The targets, which are the files in `fuzz/fuzz_targets`.
const TARGETS: [&str; 10] = ["mjcf", "stl", "obj", "msh", "skn", "png_hfield", "step", "edits", "scene", "viewer"];
/// Longest input, bytes: what a model of a few dozen elements or a mesh of a few dozen faces takes.
const MOST_BYTES: usize = 4096;

/// Largest single allocation: twice what the targets allow a load or a step to plan with (`MEMORY` in `fuzz/src/lib.rs`).
const MOST_MEGABYTES: usize = 128;

/// Coverage that libFuzzer reads, and the address sanitizer. Comparisons are not traced: that takes half the time, and
/// the seeds and generators know the words already.
const FLAGS: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Zsanitizer=address",
    "-Cforce-frame-pointers=yes",
    "--cfg=fuzzing",
];

/// What to do.
#[derive(Debug, clap::Args)]
pub struct Plan {
    /// A target, or several; all of them where none is named
    #[arg(long = "target", value_name = "NAME", value_parser = TARGETS)]
    targets: Vec<String>,
    /// Seconds for each of them
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Targets at a time
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Find the least corpus with the same coverage instead
    #[arg(long)]
    merge: bool,
}

/// The triple this machine compiles for: flags for it leave build scripts alone.
pub fn host() -> Result<String, String> {
    let ran = cargo(&["-vV"]).quiet().must()?;
    let line = ran.output.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_string).ok_or_else(|| "cargo -vV names no host".into())
}

/// Builds all targets; the folder they are in.
fn build() -> Result<PathBuf, String> {
    let host = host()?;
    let folder = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(shared) => PathBuf::from(shared).join("fuzz"),
        None => root().join("fuzz/target"),
    };
    let manifest = root().join("fuzz/Cargo.toml").display().to_string();
    let args = ["build", "--release", "--locked", "--bins", "--manifest-path", &manifest, "--target", &host];
    cargo(&args)
        .env("CARGO_TARGET_DIR", &folder)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", FLAGS.join(" "))
        .must()?;
    Ok(folder.join(host).join("release"))
}

/// A target with the settings that every run has. A leak, a bad access, a panic, half a minute or two gigabytes end it.
/// Weighing inputs by entropy would take libFuzzer longer than most inputs take the engine.
fn target(programs: &Path, name: &str) -> Result<Program, String> {
    let artifacts = root().join("fuzz/artifacts").join(name);
    for folder in [&artifacts, &found(name), &kept(name)] {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let step = Program::new(programs.join(name)).args(["-entropic=0", "-timeout=30", "-rss_limit_mb=2048"]);
    let step = step.args([format!("-malloc_limit_mb={MOST_MEGABYTES}"), format!("-max_len={MOST_BYTES}")]);
    let step = step.args([format!("-artifact_prefix={}/", artifacts.display())]);
    Ok(step.env("ASAN_OPTIONS", "detect_leaks=1:detect_odr_violation=0").quiet())
}

/// Where new inputs go; not part of the repository.
fn found(name: &str) -> PathBuf {
    root().join("fuzz/work").join(name)
}

/// The inputs of the repository.
fn kept(name: &str) -> PathBuf {
    root().join("fuzz/corpus").join(name)
}

/// Runs one target; whether it found nothing. A seed of zero is a new one every time.
fn run(programs: &Path, name: &str, seconds: u64, seed: u32) -> Result<bool, String> {
    let start = Instant::now();
    let limits = [format!("-max_total_time={seconds}"), format!("-seed={seed}")];
    let step = target(programs, name)?.args(limits).args(["-print_final_stats=1"]).args([found(name), kept(name)]);
    let ran = step.run()?;
    let count = |what: &str| ran.errors.lines().find_map(|l| l.strip_prefix(what)).unwrap_or("?").trim().to_string();
    let runs = count("stat::number_of_executed_units:");
    say!("{name}: {} runs in {:.0} s, {}", runs, start.elapsed().as_secs_f64(), verdict(ran.success));
    if !ran.success {
        say!("{}", ran.errors);
        say!("the input is in fuzz/artifacts/{name}; run it again by naming it to the program");
        show_findings(name);
    }
    Ok(ran.success)
}

/// Prints what was found, for those who have nothing but the log: `xxd -r -p` makes a file of it.
fn show_findings(name: &str) {
    let files = std::fs::read_dir(root().join("fuzz/artifacts").join(name));
    for path in files.into_iter().flatten().flatten().map(|entry| entry.path()) {
        if let Ok(bytes) = std::fs::read(&path) {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            say!("{}: {hex}", path.display());
        }
    }
}

fn verdict(success: bool) -> &'static str {
    if success { "nothing found" } else { "FAILED" }
}

/// Replaces the kept corpus by the least that covers what all inputs cover.
fn merge(programs: &Path, name: &str) -> Result<bool, String> {
    let fresh = root().join("fuzz/work").join(format!("{name}.merged"));
    let failed = |e: std::io::Error| format!("{name}: {e}");
    if fresh.exists() {
        std::fs::remove_dir_all(&fresh).map_err(failed)?;
    }
    std::fs::create_dir_all(&fresh).map_err(failed)?;
    let step = target(programs, name)?.args(["-merge=1"]);
    let ran = step.args([&fresh, &kept(name), &found(name)]).run()?;
    say!("{name}: merged into {}, {}", fresh.display(), verdict(ran.success));
    Ok(ran.success)
}

/// The short runs of `cargo xtask ci`, two at a time: targets that found nothing and those that found something. Always
/// the same seed: whether a change is good must not depend on luck.
pub fn smoke(seconds: u64) -> Result<(usize, usize), String> {
    let programs = build()?;
    let results = in_groups(&TARGETS, 2, &|name| run(&programs, name, seconds, 1));
    results.iter().filter_map(|result| result.as_ref().err()).for_each(|message| say!("error: {message}"));
    let clean = results.iter().filter(|r| matches!(r, Ok(true))).count();
    Ok((clean, TARGETS.len() - clean))
}

/// Does something with every target, some at a time.
fn in_groups(
    targets: &[&str],
    size: usize,
    work: &(dyn Fn(&str) -> Result<bool, String> + Sync),
) -> Vec<Result<bool, String>> {
    let (mut results, chore) = (vec![], Log::current());
    let chore = chore.as_ref();
    for group in targets.chunks(size) {
        std::thread::scope(|scope| {
            let start = |name| scope.spawn(move || log::with(chore, || work(name)));
            let threads: Vec<_> = group.iter().copied().map(start).collect();
            let ended = threads.into_iter().map(|t| t.join().unwrap_or_else(|_| Err("a run broke off".into())));
            results.extend(ended);
        });
    }
    results
}

/// Runs the command.
pub fn command(plan: Plan) -> Result<bool, String> {
    let named: Vec<&str> = plan.targets.iter().map(String::as_str).collect();
    let targets = if named.is_empty() { TARGETS.to_vec() } else { named };
    let programs = build()?;
    let one = |name: &str| if plan.merge { merge(&programs, name) } else { run(&programs, name, plan.seconds, 0) };
    let mut clean = true;
    for result in in_groups(&targets, plan.jobs.get(), &one) {
        clean &= result?;
    }
    say!("{} targets, {}", targets.len(), verdict(clean));
    Ok(clean)
}
