//! Finds the viewer's page: beside the program, or in a checkout, where npm builds it on first use.

use crate::error::{CliError, Result};
use sim_view::viewer::PageFiles;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// Variable that names the folder of a built page.
const FOLDER: &str = "CORTENFORGE_PAGE";

/// The page's sources in the checkout that this program was built from.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../viewer");

/// The page.
pub fn files() -> Result<PageFiles> {
    let folder = folder()?;
    PageFiles::read(&folder).map_err(|error| CliError::Viewer(error.to_string()))
}

fn folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return Ok(folder.into());
    }
    let beside = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("../share/cortenforge/viewer")));
    if let Some(folder) = beside.filter(|folder| folder.join("index.html").is_file()) {
        return Ok(folder);
    }
    let sources = Path::new(SOURCES);
    if !sources.join("package.json").is_file() {
        return Err(CliError::Viewer(format!(
            "the viewer's page is not installed: run `pip install cortenforge` and `python -m cortenforge.viewer`, or set {FOLDER} to the \
             folder of a built page"
        )));
    }
    let built = sources.join("dist");
    if is_older(&built.join("index.html"), sources) {
        build(sources)?;
    }
    Ok(built)
}

/// Whether a source is newer than the built page.
fn is_older(built: &Path, sources: &Path) -> bool {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let Some(made) = changed(built) else { return true };
    let mut newest = SystemTime::UNIX_EPOCH;
    let mut folders = vec![sources.join("src")];
    let mut files: Vec<PathBuf> =
        ["index.html", "package-lock.json", "vite.config.ts"].map(|name| sources.join(name)).into();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.iter().filter_map(|path| changed(path)).for_each(|time| newest = newest.max(time));
    newest > made
}

/// Builds the page with npm.
fn build(sources: &Path) -> Result<()> {
    let _ = writeln!(std::io::stderr(), "building the viewer's page with npm (once, and when its sources change) …");
    npm(sources, &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
    npm(sources, &["run", "build", "--silent"])
}

fn npm(sources: &Path, arguments: &[&str]) -> Result<()> {
    let what = format!("npm {}", arguments.join(" "));
    let run =
        Command::new("npm").args(arguments).current_dir(sources).stdin(Stdio::null()).stdout(Stdio::null()).output();
    let output = run.map_err(|error| {
        CliError::Viewer(format!(
            "{what} cannot start: {error}: install Node.js 20 or later, which builds the viewer's page of a checkout"
        ))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(CliError::Viewer(format!("{what} failed in {}: {}", sources.display(), errors.trim())))
}
