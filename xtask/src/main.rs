//! The project's chores, as `cargo xtask COMMAND`. Few dependencies, so that it builds in a moment.

#![allow(clippy::print_stdout)] // a command-line tool speaks on standard output

mod api;
mod architecture;
mod ci;
mod examples;
mod fuzz;
mod process;
mod python;
mod sanitize;
mod summary;

use process::Step;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  ci                    every check: format, lints, docs, Rust tests, the Python package and its tests, conformance
                        against MuJoCo, examples. Sets up its own Python environment in .venv
  conformance [ARGS]    the live comparison with MuJoCo; --filter TEXT, --dir FOLDER, --constants-only
  random-models [ARGS]  models made from a seed, beside MuJoCo: constants, stages, steps, trajectories; --models N, --seed N,
                        --filter TEXT, --only NUMBER, --show
  trajectories [ARGS]   motion beside MuJoCo; --smooth for contacts off and every integrator, --filter TEXT, --dir FOLDER,
                        --steps N
  clients [ARGS]        Gymnasium's environments and dm_control's tasks on cortenforge.mujoco, beside MuJoCo; --short,
                        --composer, --filter TEXT, --steps N
  upstream-tests PATHS  MuJoCo's own Python tests on cortenforge.mujoco; --only TEXT
  sleep [ARGS]          who sleeps, beside MuJoCo, step by step; --filter TEXT, --dir FOLDER, --steps N
  sweep [ARGS]          contacts of every pair of geom types beside MuJoCo; --pairs TEXT, --models N
  references [ARGS]     regenerate conformance/references from MuJoCo; --check only compares
  readme                run the comparison and rewrite the table in CONFORMANCE.md
  api                   rewrite the lists of public items in api/; names public types without an example
  architecture          rewrite the table of stages in ARCHITECTURE.md
  bench-load [ARGS]     load time, ours beside MuJoCo's; --filter TEXT, --dir FOLDER, --repeat N; --first for load and
                        first step in a new process
  bench-step [ARGS]     steps per second, ours beside MuJoCo's; --stages for the time by stage, --smooth without contacts,
                        --filter TEXT, --rounds N, --mujoco-models FOLDER
  bench-collision [ARGS] collision detection alone, ours beside MuJoCo's; --filter TEXT, --rounds N, --model FILE
  bench-batch [ARGS]    many worlds: gain by threads, ours beside mujoco.rollout, memory; --worlds N, --threads N
  bench-builds [ARGS]   steps per second beside another build of the Python package; --old FOLDER, --batches, --filter TEXT
  bench-calls [ARGS]    single calls from Python, ours beside MuJoCo's: functions of small arrays, attributes, named access;
                        --filter TEXT, --rounds N, --limit RATIO
  bench-scale [ARGS]    growth of each stage with bodies, contacts and worlds, ours beside MuJoCo's; --filter TEXT
  bench-solver [ARGS]   iterations of CG by contacts, and what each integrator costs; --seconds S
                        each bench but bench-builds puts its tables into BENCHMARKS.md with --write
  determinism [--write] hashes of 10,000 steps with 1, 2, 3 and 8 threads, against conformance/determinism.txt
  fuzz [ARGS]           the fuzz targets over their corpora, under AddressSanitizer; --target NAME, --seconds N each (60),
                        --jobs N at a time; --merge finds the least corpus with the same coverage
  sanitize [PART]       the tests that reach unsafe code, under AddressSanitizer; --engine or --python for one part
  soak [--minutes N]    batches with worlds broken on purpose beside undisturbed twins, in release mode (60 minutes)

Needs Rust and Python 3.11; the variable PYTHON may name the interpreter.
";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let result = match command.as_str() {
        "ci" => return ci::run(),
        "conformance" => scripts(&[("compare.py", &rest)], true),
        "random-models" => scripts(&[("random_models.py", &rest)], true),
        "trajectories" => scripts(&[("trajectories.py", &rest)], true),
        "clients" => scripts(&[("clients.py", &rest)], true),
        "upstream-tests" => scripts(&[("upstream_tests.py", &rest)], true),
        "sleep" => scripts(&[("sleep.py", &rest)], true),
        "sweep" => scripts(&[("collision_sweep.py", &rest)], true),
        "references" => scripts(&[("generate.py", &rest)], false),
        "readme" => scripts(&[("compare.py", &rest), ("report.py", &[])], true),
        "api" => api::write(),
        "architecture" => architecture::write(),
        "bench-load" => scripts(&[("bench_load.py", &rest)], true),
        "bench-batch" => scripts(&[("bench_batch.py", &rest)], true),
        "bench-builds" => scripts(&[("bench_builds.py", &rest)], true),
        "bench-calls" => scripts(&[("bench_calls.py", &rest)], true),
        "determinism" => determinism(&rest),
        "bench-scale" => scripts(&[("bench_scale.py", &rest)], true),
        "bench-solver" => scripts(&[("bench_solver.py", &rest)], true),
        "fuzz" => fuzz::command(&rest),
        "soak" => soak(&rest),
        "sanitize" => sanitize::command(&rest),
        "bench-step" => scripts(&[("bench_step.py", &rest)], true),
        "bench-collision" => scripts(&[("bench_collision.py", &rest)], true),
        _ => {
            print!("{HELP}");
            return if matches!(command.as_str(), "" | "help" | "--help" | "-h") {
                ExitCode::SUCCESS
            } else {
                eprintln!("error: unknown command '{command}'");
                ExitCode::FAILURE
            };
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The repository's root: that of the checkout `cargo` was called in, as others may share the build folder.
pub fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let manifest = PathBuf::from(manifest);
    manifest.parent().map(PathBuf::from).unwrap_or(manifest)
}

/// Runs scripts of `conformance/` in the project's environment; whether all succeeded.
fn scripts(list: &[(&str, &[String])], needs_wheel: bool) -> Result<bool, String> {
    python::environment()?;
    if needs_wheel {
        python::wheel()?;
    }
    for (script, args) in list {
        let ran = python::script(script).args(args.iter()).run()?;
        if !ran.success && *script != "compare.py" {
            return Ok(false);
        }
        // a comparison that fails is still worth its table
        if !ran.success && list.len() == 1 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The long run of the determinism test, in release mode.
fn determinism(args: &[String]) -> Result<bool, String> {
    let step = determinism_test();
    let step = if args.iter().any(|a| a == "--write") { step.env("DETERMINISM_WRITE", "1") } else { step };
    step.run().map(|ran| ran.success)
}

/// Every hash, of long runs too, in release mode.
pub fn determinism_test() -> Step {
    let test = ["test", "--release", "--locked", "--package", "sim-conformance-tests", "--test", "determinism"];
    cargo(&test).args(["--", "--include-ignored"])
}

/// The long run of the soak test, in release mode.
fn soak(args: &[String]) -> Result<bool, String> {
    let minutes = match args {
        [] => "60",
        [flag, minutes] if flag == "--minutes" => minutes,
        _ => return Err("soak takes --minutes N".into()),
    };
    let test = ["test", "--release", "--package", "sim-conformance-tests", "--test", "soak"];
    let step = cargo(&test).args(["--", "--include-ignored", "--nocapture"]).env("SOAK_MINUTES", minutes);
    step.run().map(|ran| ran.success)
}

/// `cargo` with the settings every step shares, so that one step's build serves the next.
pub fn cargo(args: &[&str]) -> Step {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    Step::new(program).args(args).env("PYO3_PYTHON", python::interpreter().display().to_string())
}
