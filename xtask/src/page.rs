//! The viewer's page: built and tested by npm.

use crate::folders::root;
use crate::process::Program;
use crate::summary::{Count, Counter};
use std::path::PathBuf;
use std::sync::OnceLock;

/// Variable that names the folder of a built page, for programs and for their builds.
pub const VARIABLE: &str = "CORTENFORGE_PAGE";

/// The folder of the built page.
pub fn folder() -> PathBuf {
    root().join("viewer/dist")
}

/// Installs the page's packages. The first call does the work.
pub fn install() -> Result<(), String> {
    static INSTALLED: OnceLock<Result<(), String>> = OnceLock::new();
    let install = || with_node(npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]));
    INSTALLED.get_or_init(install).clone()
}

/// Builds the page. The first call does the work.
pub fn build() -> Result<(), String> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    BUILT.get_or_init(|| install().and_then(|()| with_node(npm(&["run", "build", "--silent"])))).clone()
}

/// Checks the types of the page and runs the tests of its parts.
pub fn test() -> Result<Count, String> {
    with_node(npm(&["run", "check", "--silent"]))?;
    let ran = npm(&["test", "--silent"]).run()?;
    Ok(Counter::NodeTest.count(&ran.output, ran.success))
}

fn with_node(program: Program) -> Result<(), String> {
    program.must().map(drop).map_err(|error| format!("{error}; the viewer's page needs Node.js 20 or later"))
}

/// npm in the folder of the page.
fn npm(arguments: &[&str]) -> Program {
    // npm of Windows is a script
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    Program::new(program).args(["--prefix".as_ref(), root().join("viewer").as_os_str()]).args(arguments)
}
