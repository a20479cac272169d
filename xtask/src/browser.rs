//! Tests of the viewer's page, by itself and in a real browser, which is installed where this system may.

use crate::page::npm;
use crate::process::{Ran, Step};
use crate::root;
use std::path::Path;

/// Debian's browser.
const PACKAGE: &str = "chromium";

/// Where browsers are.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// The page's types.
pub fn check() -> Result<(), String> {
    npm(&["run", "check", "--silent"]).must().map(drop)
}

/// Tests of the page's parts.
pub fn test() -> Result<Ran, String> {
    npm(&["test", "--silent"]).run()
}

/// Makes sure that there is a browser.
fn ensure() -> Result<(), String> {
    let is_there = || std::env::var_os("CHROMIUM").is_some() || BROWSERS.iter().any(|path| Path::new(path).exists());
    if is_there() {
        return Ok(());
    }
    let how = format!("apt-get install {PACKAGE}, or name a browser in CHROMIUM");
    let apt = |args: &[&str]| Step::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive");
    // an old list of packages may do
    let _ = apt(&["update", "-qq"]).run();
    apt(&["install", "-y", "-qq", "--no-install-recommends", PACKAGE])
        .must()
        .map_err(|error| format!("the tests of the viewer need a browser: {how} ({error})"))?;
    if is_there() { Ok(()) } else { Err(format!("no browser was found after installing one: {how}")) }
}

/// The page in a real browser, served by a command that was built.
pub fn run(program: &Path) -> Result<Ran, String> {
    ensure()?;
    Step::new("node")
        .args([root().join("viewer/browser/run.mjs")])
        .args(["--program".as_ref(), program.as_os_str()])
        .args(["--models".as_ref(), root().join("models").as_os_str()])
        .args(["--out".as_ref(), root().join("target/viewer").as_os_str()])
        .run()
}
