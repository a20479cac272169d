//! `cargo xtask fuzz`: builds the targets of `fuzz/` and runs each over its corpus.
//!
//! It needs neither cargo-fuzz nor a nightly compiler. Coverage is a pass of LLVM that stable compilers have. `RUSTC_BOOTSTRAP`
//! permits the flag of AddressSanitizer, which also finds leaks.

use crate::cargo::cargo;
use crate::folders::root;
use crate::log::{self, Log, say};
use crate::process::Program;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The files in `fuzz/fuzz_targets`.
const TARGETS: [&str; 10] = ["mjcf", "stl", "obj", "msh", "skn", "png_hfield", "step", "edits", "scene", "viewer"];
/// Longest input in bytes: enough for a model of a few dozen elements or a mesh of a few dozen faces.
const MOST_BYTES: usize = 4096;

/// Largest single allocation in megabytes: twice the budget of a load or a step (`MEMORY` in `fuzz/src/lib.rs`).
const MOST_MEGABYTES: usize = 128;

/// Coverage that libFuzzer reads, and AddressSanitizer. Comparisons are not traced: that takes half the time, and the seeds and
/// generators have the words of the formats.
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

/// Options of `cargo xtask fuzz`.
#[derive(Debug, clap::Args)]
pub struct Plan {
    /// A target; may be given several times. Default: all targets
    #[arg(long = "target", value_name = "NAME", value_parser = TARGETS)]
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// Targets that run at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Find the smallest corpus with the same coverage instead
    #[arg(long)]
    merge: bool,
}

/// The target triple of this machine. Flags for a named target do not apply to build scripts.
pub fn host() -> Result<String, String> {
    let ran = cargo(&["-vV"]).quiet().must()?;
    let line = ran.output.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_string).ok_or_else(|| "cargo -vV names no host".into())
}

/// Builds all targets and returns their folder.
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

/// A target with the settings of every run. A leak, a bad access, a panic, half a minute or two gigabytes end it. libFuzzer does not
/// weigh inputs by entropy: that takes longer than the engine takes for most inputs.
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

/// The folder of new inputs, which git ignores.
fn found(name: &str) -> PathBuf {
    root().join("fuzz/work").join(name)
}

/// The inputs of the repository.
fn kept(name: &str) -> PathBuf {
    root().join("fuzz/corpus").join(name)
}

/// Runs one target; whether it found nothing. Seed 0 means a random seed.
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

/// Prints the findings in hexadecimal, for readers who only have the log: `xxd -r -p` turns the text into a file.
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

/// Writes the smallest corpus with the coverage of all inputs to `fuzz/work/NAME.merged`.
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

/// The short runs of `cargo xtask ci`, two at a time: the numbers of targets without and with a finding. The seed is fixed, so that
/// the verdict does not depend on luck.
pub fn smoke(seconds: u64) -> Result<(usize, usize), String> {
    let programs = build()?;
    let results = in_groups(&TARGETS, 2, &|name| run(&programs, name, seconds, 1));
    results.iter().filter_map(|result| result.as_ref().err()).for_each(|message| say!("error: {message}"));
    let clean = results.iter().filter(|r| matches!(r, Ok(true))).count();
    Ok((clean, TARGETS.len() - clean))
}

/// Runs `work` for every target, `size` at a time.
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
