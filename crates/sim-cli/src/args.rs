//! The command line: what each command takes, and the help a person reads.

use crate::run::DEFAULT_TIME;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Physics for robotics and reinforcement learning: load, run, inspect, check and time MJCF models.
#[derive(Debug, Parser)]
#[command(name = "cortenforge", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Examples:
  cortenforge run                          the built-in humanoid, ten simulated seconds
  cortenforge run arm.xml --out arm.npz    record a run
  cortenforge info arm.xml                 sizes, body tree, joints, actuators, sensors
  cortenforge check arm.xml                errors and warnings with their places
  cortenforge bench arm.xml                steps per second, time by stage

With --json a command prints one JSON object whatever becomes of it: where it cannot be carried out, {\"error\": {…}}
with message, kind and, where known, file, line and column. The status is then not zero.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulate a model and report speed, final time, energy and warnings.
    #[command(after_help = "Examples:
  cortenforge run
  cortenforge run arm.xml --time 5 --ctrl random --seed 7 --out run.npz
  cortenforge run arm.xml --ctrl run.npz            replay the controls of a recorded run
  cortenforge run arm.xml --steps 1000 --ctrl controls.csv --out run.csv

A control file holds one row per step; its last row is held to the end. In a CSV file the columns are the
model's controls, or, with a header, those named ctrl[0], ctrl[1] …; in an .npz file it is the array ctrl.

A recording is written beside its place while the run goes on and renamed when it is complete: until then the
file that was there stays. What was recorded before Ctrl-C (status 130) or an error (status 1) is kept.")]
    Run(RunArgs),
    /// Describe a model: sizes, body tree, joints, actuators, sensors, memory.
    #[command(after_help = "Examples:
  cortenforge info arm.xml
  cortenforge info arm.xml --json | jq .sizes.nv")]
    Info(ModelArgs),
    /// Load a model, try a step, and report errors and warnings with their places.
    #[command(after_help = "Examples:
  cortenforge check arm.xml
  cortenforge check arm.xml --json | jq '.warnings[].message'

Exits with status 1 when the model cannot be loaded, or when `run` would refuse it.")]
    Check(ModelArgs),
    /// Measure steps per second and the time each stage of a step takes.
    #[command(after_help = "Examples:
  cortenforge bench arm.xml
  cortenforge bench arm.xml --steps 100000 --json")]
    Bench(BenchArgs),
}

/// A model and the output format.
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// MJCF file.
    pub model: PathBuf,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// MJCF file; without it, the built-in humanoid.
    pub model: Option<PathBuf>,
    /// Simulated time in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_TIME, value_parser = positive, allow_negative_numbers = true)]
    pub time: f64,
    /// Number of steps, instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub steps: Option<u64>,
    /// Controls: zero, random (within their ranges, redrawn every 0.1 s), or a .csv or .npz file.
    #[arg(long, value_name = "zero|random|FILE", default_value = "zero")]
    pub ctrl: String,
    /// Seed of the random controls.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Record every step to a file, .npz or .csv; replaces the file when the run is over.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// MJCF file.
    pub model: PathBuf,
    /// Number of timed steps; without it, as many as fit two seconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// A finite number above zero.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        Ok(_) => Err("must be a finite number above zero".into()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn times_must_be_positive() {
        assert_eq!(positive("2.5"), Ok(2.5));
        for bad in ["0", "-1", "nan", "inf", "two"] {
            assert!(positive(bad).is_err(), "{bad}");
        }
    }
}
