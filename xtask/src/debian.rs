//! Installs Debian packages that tests need, where this system allows it.

use crate::process::Program;

/// Installs `packages` unless `found` says that they are not needed. `purpose` begins the error text.
pub fn ensure(found: impl Fn() -> bool, packages: &[&str], purpose: &str) -> Result<(), String> {
    if found() {
        return Ok(());
    }
    let cure = format!("{purpose}: apt-get install {}", packages.join(" "));
    let apt = |args: &[&str]| Program::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive");
    // installing also works with an old package list
    let _ = apt(&["update", "-qq"]).run();
    let install = [&["install", "-y", "-qq", "--no-install-recommends"], packages].concat();
    apt(&install).must().map_err(|e| format!("{cure} ({e})"))?;
    if found() { Ok(()) } else { Err(format!("{cure} (the package is installed, but nothing was found)")) }
}
