//! The `cortenforge` command as a library: [`run`] takes the arguments and returns the exit status. The program of this crate and the
//! command of the Python package call it.
//!
//! Each command builds a report. This file reads the arguments and writes the report to standard output. An error is a
//! line on standard error, JSON with `--json`, and a non-zero status.
//!
//! # Stability
//!
//! Versions follow semantic versioning. The public interface is the command: its options as `cortenforge --help` shows them, the
//! keys of what `--json` prints, the arrays of recordings, and whether the status is zero. While the version begins with 0, a new
//! second number (0.1 to 0.2) may change them, with a line in the changelog; a new third number only adds or repairs. Text for
//! people may change at any time. The functions of this library may change with any version.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod bench;
mod check;
mod control;
mod error;
mod files;
mod gpu;
mod gpu_error;
mod info;
mod interrupt;
pub mod models;
mod picture;
mod quiet;
mod report;
mod run;
mod source;
#[cfg(test)]
mod tips;
mod title;
mod view;

#[cfg(target_os = "linux")]
pub use quiet::silence_vulkan;
pub use title::model_title;

use args::{Cli, Command};
use clap::Parser;
use error::{CliError, Result};
use report::Report;
use serde_json::Value;
use sim_core::binding::batch::failure_text;
use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Exit status of a command that succeeded.
const SUCCESS: u8 = 0;
/// Exit status of a command that failed.
const FAILURE: u8 = 1;
/// Exit status of a command whose output nobody reads, as in shells: 128 and the number of SIGPIPE.
const CLOSED: u8 = 141;
/// Exit status of invalid arguments.
const BAD_ARGUMENTS: u8 = 2;

/// Runs a command and returns its exit status. The first argument is the name of the program.
///
/// The command writes to the standard output and error of the process. Most commands watch signals until the process ends.
///
/// ```
/// assert_eq!(sim_cli::run(["cortenforge", "--version"].map(Into::into)), 0);
/// assert_eq!(sim_cli::run(["cortenforge", "fly"].map(Into::into)), 2);
/// ```
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match Cli::try_parse_from(&arguments) {
        Ok(cli) => execute(&cli.command),
        Err(error) => explain(&args::with_tips(error), &arguments),
    }
}

fn execute(command: &Command) -> u8 {
    let json = match command {
        Command::Run(args) => args.json,
        Command::Render(args) => args.json,
        Command::View(args) => args.json,
        Command::Info(args) => args.json,
        Command::Check(args) => args.json,
        Command::Bench(args) => args.json,
        Command::Models(args) => args.json,
    };
    match contained(command) {
        Ok(report) => {
            let text = if json { lines(&report.json) } else { report.text };
            finish(&text, u8::from(report.failed))
        }
        Err(CliError::Output(error)) if is_closed(&error) => CLOSED,
        Err(error) => {
            complain(&error);
            finish(&if json { lines(&error.json()) } else { String::new() }, error.status())
        }
    }
}

/// Carries out a command. A panic becomes an error.
fn contained(command: &Command) -> Result<Report> {
    let work = || match command {
        Command::Run(args) => run::run(args),
        Command::Render(args) => picture::render::render(args),
        Command::View(args) => view::view(args),
        Command::Info(args) if args.gpu => gpu::info::info(args),
        Command::Info(args) => info::info(args),
        Command::Check(args) => check::check(args),
        Command::Bench(args) if args.gpu => gpu::bench::bench(args),
        Command::Bench(args) => bench::bench(args),
        Command::Models(_) => Ok(models::list()),
    };
    let outcome = catch_unwind(AssertUnwindSafe(work));
    outcome.unwrap_or_else(|panic| Err(CliError::Defect(failure_text(panic.as_ref()))))
}

/// Prints the help, or reports invalid arguments.
fn explain(error: &clap::Error, arguments: &[OsString]) -> u8 {
    if !error.use_stderr() {
        let written = error.print().and_then(|()| std::io::stdout().flush());
        return written.map_or_else(unwritten, |()| SUCCESS);
    }
    let _ = error.print();
    let json = arguments.iter().any(|argument| argument == "--json");
    let text = error.render().to_string();
    finish(&if json { lines(&error::usage_json(text.trim())) } else { String::new() }, BAD_ARGUMENTS)
}

fn lines(json: &Value) -> String {
    format!("{json:#}\n")
}

fn complain(error: &CliError) {
    let _ = writeln!(std::io::stderr(), "error: {error}");
}

/// Writes the report. A full disk is an error. A closed reader, such as `head`, ends the command without a word.
fn finish(text: &str, status: u8) -> u8 {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_or_else(unwritten, |()| status)
}

/// Whether the reader of the output has ended, as `head` does after its lines.
fn is_closed(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe
}

fn unwritten(error: std::io::Error) -> u8 {
    if is_closed(&error) {
        return CLOSED;
    }
    complain(&CliError::Output(error));
    FAILURE
}
