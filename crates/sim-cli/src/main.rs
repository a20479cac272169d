//! The `cortenforge` command. Each command builds a [`report::Report`]; this file loads the arguments, writes the
//! report to standard output, and turns an error into a line on standard error and a non-zero status.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod bench;
mod check;
mod control;
mod error;
mod info;
mod npz;
mod record;
mod report;
mod run;
mod source;

use args::{Cli, Command};
use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let (result, json) = match &cli.command {
        Command::Run(args) => (run::run(args), args.json),
        Command::Info(args) => (info::info(args), args.json),
        Command::Check(args) => (check::check(args), args.json),
        Command::Bench(args) => (bench::bench(args), args.json),
    };
    match result {
        Ok(report) => {
            let text = if json { format!("{:#}\n", report.json) } else { report.text };
            // a reader that has seen enough, such as `head`, closes the pipe: not an error
            let _ = std::io::stdout().write_all(text.as_bytes());
            if report.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
