//! The project's chores, as `cargo xtask COMMAND`. Few dependencies, and those of the command `cortenforge` where they serve, so
//! that it builds in a moment.

#![allow(clippy::print_stdout)] // a command-line tool speaks on standard output
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod api;
mod architecture;
mod browser;
mod ci;
mod commands;
mod examples;
mod fuzz;
mod gallery;
mod log;
mod page;
mod process;
mod python;
mod sanitize;
mod summary;
mod vulkan;
mod wheel;

use clap::Parser;
use commands::{Cli, Command, Script};
use process::Step;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = api::called_as_rustdoc() {
        return code;
    }
    let result = match Cli::parse().command {
        Command::Ci => return ci::run(),
        Command::Conformance(script) => compared(&["compare.py"], script),
        Command::RandomModels(script) => compared(&["random_models.py"], script),
        Command::Trajectories(script) => compared(&["trajectories.py"], script),
        Command::Clients(script) => compared(&["clients.py"], script),
        Command::RenderClients(script) => compared(&["render_clients.py"], script),
        Command::UpstreamTests(script) => compared(&["upstream_tests.py"], script),
        Command::Sleep(script) => compared(&["sleep.py"], script),
        Command::Sweep(script) => compared(&["collision_sweep.py"], script),
        Command::References(script) => scripts(&["generate.py"], &script.args),
        Command::Readme(script) => compared(&["compare.py", "report.py"], script),
        Command::Api => api::write(),
        Command::Architecture => architecture::write(),
        Command::Gallery => gallery::write(),
        Command::BenchLoad(script) => compared(&["bench_load.py"], script),
        Command::BenchStep(script) => compared(&["bench_step.py"], script),
        Command::BenchCollision(script) => compared(&["bench_collision.py"], script),
        Command::BenchBatch(script) => compared(&["bench_batch.py"], script),
        Command::BenchBuilds(script) => compared(&["bench_builds.py"], script),
        Command::BenchCalls(script) => compared(&["bench_calls.py"], script),
        Command::BenchPictures(script) => bench_pictures(&script),
        Command::BenchScale(script) => compared(&["bench_scale.py"], script),
        Command::BenchSolver(script) => compared(&["bench_solver.py"], script),
        Command::Determinism { write } => determinism(write),
        Command::Fuzz(plan) => fuzz::command(plan),
        Command::Sanitize(parts) => sanitize::command(&parts),
        Command::Gpu => gpu(),
        Command::Soak { minutes } => soak(minutes),
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

/// Draws beside MuJoCo, whose pictures OSMesa makes.
fn bench_pictures(script: &Script) -> Result<bool, String> {
    python::environment()?;
    wheel::install()?;
    let step = python::script("bench_pictures.py").args(&script.args).env("MUJOCO_GL", "osmesa");
    step.run().map(|ran| ran.success)
}

/// Runs scripts of `conformance/` on the package as it is now.
fn compared(list: &[&str], script: Script) -> Result<bool, String> {
    python::environment()?;
    wheel::install()?;
    scripts(list, &script.args)
}

/// Runs scripts of `conformance/` in the project's environment, the first with arguments; whether all succeeded.
fn scripts(list: &[&str], args: &[String]) -> Result<bool, String> {
    python::environment()?;
    for (i, script) in list.iter().enumerate() {
        let ran = python::script(script).args(if i == 0 { args } else { &[] }).run()?;
        // a comparison that fails is still worth its table
        if !ran.success && (list.len() == 1 || *script != "compare.py") {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The long run of the determinism test, in release mode.
fn determinism(write: bool) -> Result<bool, String> {
    let step = determinism_test();
    let step = if write { step.env("DETERMINISM_WRITE", "1") } else { step };
    step.run().map(|ran| ran.success)
}

/// Every hash, of long runs too, in release mode.
pub fn determinism_test() -> Step {
    let test = ["test", "--release", "--locked", "--package", "sim-conformance-tests", "--test", "determinism"];
    cargo(&test).args(["--", "--include-ignored"])
}

/// All tests of the GPU, those that take minutes too, and random models.
fn gpu() -> Result<bool, String> {
    vulkan::ensure()?;
    let test = cargo(&["test", "--package", "sim-gpu", "--no-fail-fast"]).args(["--", "--include-ignored"]);
    let passed = test.run()?.success;
    python::environment()?;
    let models = root().join("target/random_gpu");
    python::script("random_gpu.py").args([&models]).must()?;
    let compare = cargo(&["run", "--package", "sim-gpu", "--example", "compare", "--"]).args([&models]);
    Ok(compare.run()?.success && passed)
}

/// The long run of the soak test, in release mode.
fn soak(minutes: f64) -> Result<bool, String> {
    let test = ["test", "--release", "--package", "sim-conformance-tests", "--test", "soak"];
    let step = cargo(&test).args(["--", "--include-ignored", "--nocapture"]).env("SOAK_MINUTES", minutes.to_string());
    step.run().map(|ran| ran.success)
}

/// `cargo` with the settings every step shares, so that one step's build serves the next.
pub fn cargo(args: &[&str]) -> Step {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    Step::new(program).args(args).env("PYO3_PYTHON", python::interpreter().display().to_string())
}
