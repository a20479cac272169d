//! Calls of git.

use crate::process::Program;

/// The output of a git command.
pub fn git(args: &[&str]) -> Result<String, String> {
    let ran = Program::new("git").args(args).quiet().run()?;
    if ran.success { Ok(ran.output) } else { Err(format!("git {}: {}", args.join(" "), ran.errors.trim())) }
}
