//! The viewer's page: built by npm, and put into the Python package for its wheel.

use crate::process::Step;
use crate::root;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The page inside the package while a wheel is built: a checkout uses the page of its own sources.
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

/// Installs the page's packages and builds it: once, whoever asks.
pub fn build() -> Result<(), String> {
    static BUILT: OnceLock<Result<(), String>> = OnceLock::new();
    BUILT.get_or_init(install_and_build).clone()
}

fn install_and_build() -> Result<(), String> {
    let must = |step: Step| {
        step.must().map(drop).map_err(|error| format!("{error}; the viewer's page is built with Node.js 20 or later"))
    };
    must(npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    must(npm(&["run", "build", "--silent"]))
}

/// npm on the page's sources.
pub fn npm(arguments: &[&str]) -> Step {
    // npm of Windows is a script
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    Step::new(program).args(["--prefix".as_ref(), root().join("viewer").as_os_str()]).args(arguments)
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
