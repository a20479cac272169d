//! The commands and their options. A command that runs a Python script passes its arguments on to the script.

use crate::check::Options;
use crate::ci::Selection;
use crate::fuzz::Plan;
use crate::sanitize::Parts;
use clap::{Args, Parser, Subcommand};

/// Developer commands of CortenForge.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
#[command(
    after_help = "Needs Rust and Python 3.11; the page needs Node.js 20, fuzzing a C++ compiler. The variable PYTHON names the interpreter."
)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Arguments of a Python script.
#[derive(Debug, Args)]
pub struct Script {
    /// Options of the script; `-- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

/// A command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// The quick check: format, words, lints, and the tests of what changed and of what depends on it
    Check(Options),
    /// Every check; --list shows the steps, --only NAME and --from NAME choose some
    Ci(Selection),
    /// Find coined names, unclear comments and long sentences in the sources and documents
    Words,
    /// Compare models with MuJoCo; --filter TEXT, --dir FOLDER, --constants-only
    Conformance(Script),
    /// Compare random models with MuJoCo: constants, stages, steps, trajectories; --models N, --seed N, --filter TEXT,
    /// --only NUMBER, --show
    RandomModels(Script),
    /// Compare motion with MuJoCo; --smooth for contacts off and every integrator, --filter TEXT, --dir FOLDER, --steps N
    Trajectories(Script),
    /// Run Gymnasium's environments and dm_control's tasks on cortenforge.mujoco, beside MuJoCo; --short, --composer,
    /// --filter TEXT, --steps N
    Clients(Script),
    /// Draw Gymnasium's environments and dm_control's tasks on cortenforge.mujoco; --short, --filter TEXT
    RenderClients(Script),
    /// Run MuJoCo's own Python tests on cortenforge.mujoco; PATHS, --only TEXT
    UpstreamTests(Script),
    /// Compare which trees sleep with MuJoCo, step by step; --filter TEXT, --dir FOLDER, --steps N
    Sleep(Script),
    /// Compare the contacts of every pair of geom types with MuJoCo; --pairs TEXT, --models N
    Sweep(Script),
    /// Record conformance/references with MuJoCo; --check only compares
    References(Script),
    /// Compare with MuJoCo and rewrite the table in CONFORMANCE.md
    Readme(Script),
    /// Rewrite the lists of public items in api/
    Api,
    /// Rewrite the table of stages in docs/notes/stages.md
    Stages,
    /// Render the films of README.md again
    Gallery,
    /// Rewrite the page's side of the viewer's protocol in viewer/src/protocol.generated.ts
    Protocol,
    /// Load time beside MuJoCo's; --filter TEXT, --dir FOLDER, --repeat N; --first for load and first step in a new process.
    /// With --write, every benchmark except bench-builds puts its tables into BENCHMARKS.md
    BenchLoad(Script),
    /// Steps per second beside MuJoCo's; --stages for the time by stage, --smooth without contacts, --filter TEXT,
    /// --rounds N, --mujoco-models FOLDER
    BenchStep(Script),
    /// Time of collision detection beside MuJoCo's; --filter TEXT, --rounds N, --model FILE
    BenchCollision(Script),
    /// Batches: speed by threads beside mujoco.rollout, memory; --worlds N, --threads N
    BenchBatch(Script),
    /// Steps per second beside another build of the package; --old FOLDER, --batches, --filter TEXT
    BenchBuilds(Script),
    /// Time of single Python calls beside MuJoCo's: small arrays, attributes, named access; --filter TEXT,
    /// --rounds N, --limit RATIO
    BenchCalls(Script),
    /// Time of each stage by bodies, contacts and worlds, beside MuJoCo's; --filter TEXT
    BenchScale(Script),
    /// Pictures per second beside MuJoCo's with OSMesa, which must be installed; --rounds N, --mujoco-models FOLDER
    BenchPictures(Script),
    /// Iterations of CG by contacts, and the time of each integrator; --seconds S
    BenchSolver(Script),
    /// Compare hashes of 10,000 steps with 1, 2, 3 and 8 threads with conformance/determinism.txt
    Determinism {
        /// Record the hashes after a change that is meant to alter results
        #[arg(long)]
        write: bool,
    },
    /// Run the fuzz targets under AddressSanitizer
    Fuzz(Plan),
    /// Run the tests that reach unsafe code under AddressSanitizer
    Sanitize(Parts),
    /// Compare everything on the GPU with the CPU; a software GPU compiles for minutes
    Gpu,
    /// Step batches with broken worlds beside undisturbed twins, in release mode
    Soak {
        /// Minutes to run
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
            "ci --only",
            "ci --list --only format",
            "ci --only format --from lints",
            "check --all --base main",
            "check lints",
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
