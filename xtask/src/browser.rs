//! Tests of the viewer's page in a browser.

use crate::debian;
use crate::folders::root;
use crate::page;
use crate::process::{Program, Ran};
use std::path::Path;

/// Debian's browser.
const PACKAGES: [&str; 1] = ["chromium"];
/// Paths of browsers.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Finds a browser, or installs one.
pub fn ensure() -> Result<(), String> {
    let found = || std::env::var_os("CHROMIUM").is_some() || BROWSERS.iter().any(|path| Path::new(path).exists());
    debian::ensure(found, &PACKAGES, "the tests of the viewer need a browser; name one in CHROMIUM, or")
}

/// Runs the browser tests against the command `cortenforge` at `command`.
pub fn run(command: &Path) -> Result<Ran, String> {
    Program::new("node")
        .args([root().join("viewer/browser/run.mjs")])
        .args(["--program".as_ref(), command.as_os_str()])
        .args(["--models".as_ref(), root().join("models").as_os_str()])
        .args(["--out".as_ref(), root().join("target/viewer").as_os_str()])
        .env(page::VARIABLE, page::folder())
        .run()
}
