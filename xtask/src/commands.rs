//! The commands and their options. Those that run a Python script hand on what follows, for the script to check.

use crate::fuzz::Plan;
use crate::sanitize::Parts;
use clap::{Args, Parser, Subcommand};

/// The project's chores.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
#[command(
    after_help = "Needs Rust and Python 3.11, for all of it Node.js 20 and a C++ compiler too; the variable PYTHON may name the interpreter."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Arguments of a script of `conformance/`.
#[derive(Debug, Args)]
pub struct Script {
    /// Options of the script: all of them are listed with `-- --help`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// A chore.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Every check: format, lints, docs, Rust tests, the Python package and its tests, conformance against MuJoCo, examples.
    /// Sets up its own Python environment in .venv
    Ci,
    /// The live comparison with MuJoCo; --filter TEXT, --dir FOLDER, --constants-only
    Conformance(Script),
    /// Models made from a seed, beside MuJoCo: constants, stages, steps, trajectories; --models N, --seed N, --filter TEXT,
    /// --only NUMBER, --show
    RandomModels(Script),
    /// Motion beside MuJoCo; --smooth for contacts off and every integrator, --filter TEXT, --dir FOLDER, --steps N
    Trajectories(Script),
    /// Gymnasium's environments and dm_control's tasks on cortenforge.mujoco, beside MuJoCo; --short, --composer,
    /// --filter TEXT, --steps N
    Clients(Script),
    /// Pictures of Gymnasium's environments and dm_control's tasks on cortenforge.mujoco; --short, --filter TEXT
    RenderClients(Script),
    /// MuJoCo's own Python tests on cortenforge.mujoco; PATHS, --only TEXT
    UpstreamTests(Script),
    /// Who sleeps, beside MuJoCo, step by step; --filter TEXT, --dir FOLDER, --steps N
    Sleep(Script),
    /// Contacts of every pair of geom types beside MuJoCo; --pairs TEXT, --models N
    Sweep(Script),
    /// Regenerate conformance/references from MuJoCo; --check only compares
    References(Script),
    /// Run the comparison and rewrite the table in CONFORMANCE.md
    Readme(Script),
    /// Rewrite the lists of public items in api/
    Api,
    /// Rewrite the table of stages in ARCHITECTURE.md
    Architecture,
    /// Make the films of the README again, and the part of it that shows them
    Gallery,
    /// Load time, ours beside MuJoCo's; --filter TEXT, --dir FOLDER, --repeat N; --first for load and first step in a new
    /// process. Like each bench but bench-builds, it puts its tables into BENCHMARKS.md with --write
    BenchLoad(Script),
    /// Steps per second, ours beside MuJoCo's; --stages for the time by stage, --smooth without contacts, --filter TEXT,
    /// --rounds N, --mujoco-models FOLDER
    BenchStep(Script),
    /// Collision detection alone, ours beside MuJoCo's; --filter TEXT, --rounds N, --model FILE
    BenchCollision(Script),
    /// Many worlds: gain by threads, ours beside mujoco.rollout, memory; --worlds N, --threads N
    BenchBatch(Script),
    /// Steps per second beside another build of the Python package; --old FOLDER, --batches, --filter TEXT
    BenchBuilds(Script),
    /// Single calls from Python, ours beside MuJoCo's: functions of small arrays, attributes, named access; --filter TEXT,
    /// --rounds N, --limit RATIO
    BenchCalls(Script),
    /// Growth of each stage with bodies, contacts and worlds, ours beside MuJoCo's; --filter TEXT
    BenchScale(Script),
    /// Pictures per second, ours beside MuJoCo's with OSMesa, which must be installed; --rounds N, --mujoco-models FOLDER
    BenchPictures(Script),
    /// Iterations of CG by contacts, and what each integrator costs; --seconds S
    BenchSolver(Script),
    /// Hashes of 10,000 steps with 1, 2, 3 and 8 threads, against conformance/determinism.txt
    Determinism {
        /// Record the hashes, after a change that is meant to alter results
        #[arg(long)]
        write: bool,
    },
    /// The fuzz targets over their corpora, under AddressSanitizer
    Fuzz(Plan),
    /// The tests that reach unsafe code, under AddressSanitizer
    Sanitize(Parts),
    /// Compare everything on the GPU with the CPU: minutes of compiling where the GPU is one in software
    Gpu,
    /// Batches with worlds broken on purpose beside undisturbed twins, in release mode
    Soak {
        /// How long
        #[arg(long, value_name = "N", default_value_t = 60.0)]
        minutes: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<Command, clap::Error> {
        Cli::try_parse_from(["cargo xtask"].into_iter().chain(line.split_whitespace())).map(|cli| cli.command)
    }

    #[test]
    fn every_command_has_its_help() {
        Cli::command().debug_assert();
        for command in Cli::command().get_subcommands() {
            let error = parse(&format!("{} --help", command.get_name())).unwrap_err();
            assert_eq!(error.kind(), clap::error::ErrorKind::DisplayHelp, "{}", command.get_name());
        }
    }

    #[test]
    fn scripts_get_their_arguments_as_they_are() {
        for line in ["--filter hand --steps 3", "a/b.xml --only x --help", "--unknown"] {
            let Ok(Command::Conformance(script)) = parse(&format!("conformance {line}")) else { panic!("{line}") };
            assert_eq!(script.args.join(" "), line);
        }
        let Ok(Command::BenchStep(script)) = parse("bench-step -- --help") else { panic!() };
        assert_eq!(script.args, ["--help"]);
    }

    #[test]
    fn unknown_words_are_refused() {
        for line in [
            "",
            "fly",
            "ci --fast",
            "api all",
            "determinism --wrote",
            "soak 5",
            "soak --minutes x",
            "fuzz --target none",
            "fuzz --seconds x",
            "fuzz --jobs 0",
            "sanitize --engine --python",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
