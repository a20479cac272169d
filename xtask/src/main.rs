//! Developer commands: `cargo xtask COMMAND`. It has few dependencies, so that it builds in seconds.

#![allow(clippy::print_stdout)] // a command-line tool speaks on standard output
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod api;
mod browser;
mod cargo;
mod check;
mod ci;
mod commands;
mod debian;
mod determinism;
mod folders;
mod fuzz;
mod gallery;
mod git;
mod log;
mod page;
mod process;
mod programs;
mod protocol;
mod python;
mod sanitize;
mod stages;
mod summary;
mod vulkan;
mod wheel;
mod wheel_command;
mod words;

use cargo::cargo;
use clap::Parser;
use commands::{Cli, Command, Script};
use folders::root;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = api::called_as_rustdoc() {
        return code;
    }
    let result = match Cli::parse().command {
        Command::Check(options) => check::run(&options),
        Command::Ci(selection) => ci::run(&selection),
        Command::Words => words::check().map(|count| count.failed == 0),
        Command::Conformance(script) => compared("compare.py", &script),
        Command::RandomModels(script) => compared("random_models.py", &script),
        Command::Trajectories(script) => compared("trajectories.py", &script),
        Command::Clients(script) => compared("clients.py", &script),
        Command::RenderClients(script) => compared("render_clients.py", &script),
        Command::UpstreamTests(script) => compared("upstream_tests.py", &script),
        Command::Sleep(script) => compared("sleep.py", &script),
        Command::Sweep(script) => compared("collision_sweep.py", &script),
        Command::References(script) => script_of_conformance("generate.py", &script.args),
        Command::Readme(script) => readme(&script),
        Command::Api => api::write(),
        Command::Stages => stages::write(),
        Command::Gallery => gallery::write(),
        Command::Protocol => protocol::write(),
        Command::BenchLoad(script) => benchmark("load", &script),
        Command::BenchStep(script) => benchmark("step", &script),
        Command::BenchCollision(script) => benchmark("collision", &script),
        Command::BenchBatch(script) => benchmark("batch", &script),
        Command::BenchBuilds(script) => benchmark("builds", &script),
        Command::BenchCalls(script) => benchmark("calls", &script),
        Command::BenchPictures(script) => benchmark("pictures", &script),
        Command::BenchScale(script) => benchmark("scale", &script),
        Command::BenchSolver(script) => benchmark("solver", &script),
        Command::Determinism { write } => determinism::run(write),
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

/// Runs programs of `benchmarks/` or scripts of `conformance/` on the package as it is now.
fn on_package(run: impl FnOnce() -> Result<bool, String>) -> Result<bool, String> {
    python::environment()?;
    wheel::install()?;
    run()
}

fn benchmark(name: &str, script: &Script) -> Result<bool, String> {
    on_package(|| {
        let program = python::benchmark(name).args(&script.args);
        // MuJoCo draws with OSMesa
        let program = if name == "pictures" { program.env("MUJOCO_GL", "osmesa") } else { program };
        program.run().map(|ran| ran.success)
    })
}

fn compared(name: &str, script: &Script) -> Result<bool, String> {
    on_package(|| script_of_conformance(name, &script.args))
}

fn script_of_conformance(name: &str, args: &[String]) -> Result<bool, String> {
    python::environment()?;
    python::script(name).args(args).run().map(|ran| ran.success)
}

/// Runs the comparison and writes its table, also when the comparison fails.
fn readme(script: &Script) -> Result<bool, String> {
    on_package(|| {
        script_of_conformance("compare.py", &script.args)?;
        script_of_conformance("report.py", &[])
    })
}

/// All GPU tests, also those that take minutes, and random models.
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
