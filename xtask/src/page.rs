//! The viewer's page: built and tested by npm, and put into the Python package for its wheel.

use crate::folders::root;
use crate::process::Program;
use crate::summary::{Count, Counter};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The page inside the Python package while a wheel is built. It is removed at the end: a checkout uses the page of its sources.
pub struct InPackage(PathBuf);

impl InPackage {
    /// Builds the page and copies it.
    pub fn new() -> Result<Self, String> {
        build()?;
        let folder = Self(root().join("crates/sim-py/python/cortenforge/_page"));
        folder.clear();
        copy(&root().join("viewer/dist"), &folder.0)?;
        Ok(folder)
    }

    fn clear(&self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Drop for InPackage {
    fn drop(&mut self) {
        self.clear();
    }
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

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(to).map_err(|error| failed(to, error))?;
    for entry in std::fs::read_dir(from).map_err(|error| failed(from, error))? {
        let path = entry.map_err(|error| failed(from, error))?.path();
        let Some(name) = path.file_name() else { continue };
        let target = to.join(name);
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            std::fs::copy(&path, &target).map_err(|error| failed(&path, error))?;
        }
    }
    Ok(())
}
