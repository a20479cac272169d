//! Build script: builds the page with npm and writes the table of its files. What cannot be built is a warning, not an error: a
//! program without the page does everything else.

#![allow(clippy::print_stdout)] // cargo reads it

mod page;

use page::{Outcome, Request};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let variable = std::env::var_os;
    let (Some(out), Some(manifest)) = (variable("OUT_DIR"), variable("CARGO_MANIFEST_DIR")) else {
        println!("cargo::error=OUT_DIR or CARGO_MANIFEST_DIR is not set: let cargo run this build script");
        return ExitCode::FAILURE;
    };
    let request = Request {
        release: variable("PROFILE").is_some_and(|profile| profile == "release"),
        named: variable(page::VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from),
        sources: PathBuf::from(manifest).join("../../viewer"),
        out: out.into(),
        path: variable("PATH"),
        limit: page::LIMIT,
    };
    let outcome = page::build(&request).and_then(|outcome| page::write_table(&request, &outcome).map(|()| outcome));
    match outcome {
        Ok(outcome) => {
            page::messages(&request, &outcome).iter().for_each(|line| println!("{line}"));
            if let Outcome::Missing(why) = &outcome {
                why.details().for_each(|line| println!("cargo::warning=  {line}"));
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}
