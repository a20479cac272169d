//! Calls of `cargo` that share their builds.

use crate::process::Program;
use crate::python;

/// `cargo` with the settings that all steps share, so that they share builds too.
pub fn cargo(args: &[&str]) -> Program {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    Program::new(program).args(args).env("PYO3_PYTHON", python::interpreter().display().to_string())
}
