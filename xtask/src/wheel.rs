//! The wheel of the Python package: built, looked at, installed into `.venv`, and tried in an environment that has nothing
//! else of the project.
//!
//! On Linux x86-64 zig links it, because zig has the names of every version of glibc: the wheel runs with that of 2018
//! (`manylinux_2_28`) and later, wherever it was built, while the linker of the system binds it to the glibc of the system.
//! Its code is the same either way, for rustc makes it; `memcpy`, `sin` and the like stay glibc's own.

use crate::log::say;
use crate::page::InPackage;
use crate::process::{Program, Ran};
use crate::python::{interpreter, pip};
use crate::root;
use std::path::PathBuf;

/// Whether zig links the wheel. Elsewhere wheels are built as the system builds them.
const ZIG: bool = cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"));
/// The newest glibc that the wheel may need, where zig links it.
const GLIBC: (u32, u32) = (2, 28);

/// The tests that need neither MuJoCo nor a compiler, in `crates/sim-py/tests`.
const ALONE: [&str; 7] = ["native", "messages", "contact", "limits", "processor", "readme", "viewer"];

fn folder() -> PathBuf {
    root().join("target/wheels")
}

/// Builds the Python package in release mode, looks at what it needs, and installs it.
pub fn install() -> Result<(), String> {
    let _ = std::fs::remove_dir_all(folder());
    let _page = InPackage::new()?;
    let (major, minor) = GLIBC;
    let platform = format!("manylinux_{major}_{minor}");
    let maturin = || {
        Program::new(interpreter())
            .args(["-m", "maturin", "build", "--release", "--locked", "--quiet"])
            .args(["--manifest-path", "crates/sim-py/Cargo.toml", "--interpreter"])
            .args([interpreter()])
            .args(["--out".as_ref(), folder().as_os_str()])
            .env("PYO3_PYTHON", interpreter())
    };
    if ZIG {
        // which of the machine's Pythons has zig
        let zig = || maturin().env("CARGO_ZIGBUILD_PYTHON_PATH", interpreter());
        let build = || zig().args(["--zig", "--compatibility", &platform]).must();
        // zig's first link on a machine fills its cache, and was seen to fail once without a word; what rustc built is kept
        build().or_else(|_| {
            say!("linking again");
            build()
        })?;
        check_platform()?;
    } else {
        maturin().must()?;
    }
    check_page()?;
    pip(&["install", "--quiet", "--force-reinstall", "--no-deps", &built()?.to_string_lossy()])
}

/// Looks whether the wheel has the viewer's page.
fn check_page() -> Result<(), String> {
    let list = Program::new(interpreter()).args(["-m", "zipfile", "-l"]).args([built()?]).quiet().must()?;
    if list.output.contains("cortenforge/_page/index.html") {
        return Ok(());
    }
    Err("the wheel has no page for its viewer: see `include` in crates/sim-py/pyproject.toml".into())
}

/// The wheel that was built last.
fn built() -> Result<PathBuf, String> {
    std::fs::read_dir(folder())
        .map_err(|e| format!("{}: {e}", folder().display()))?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|e| e == "whl"))
        .ok_or_else(|| "maturin made no wheel".into())
}

/// Asks auditwheel, which looks at the symbols of the library, how old a system the wheel runs on.
fn check_platform() -> Result<(), String> {
    let step = Program::new(interpreter()).args(["-m", "auditwheel", "show"]).args([built()?]).quiet();
    let ran = step.run()?;
    let said = ran.output.split_whitespace().collect::<Vec<_>>().join(" ");
    match needed_glibc(&said) {
        Some(needed) if ran.success && needed <= GLIBC => Ok(()),
        _ => Err(format!("the wheel needs more than manylinux_{}_{}: {said} {}", GLIBC.0, GLIBC.1, ran.errors.trim())),
    }
}

/// The version of glibc in the platform tag that auditwheel names.
fn needed_glibc(said: &str) -> Option<(u32, u32)> {
    let (_, rest) = said.split_once("platform tag: \"manylinux_")?;
    let (major, rest) = rest.split_once('_')?;
    let (minor, _) = rest.split_once('_')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// Installs the wheel and what it asks for into an environment that has nothing else, and runs there the tests that need no more,
/// among them the examples of the package's README. Python starts isolated: what is installed is what is imported.
pub fn try_alone() -> Result<Ran, String> {
    let venv = root().join("target/wheel-venv");
    Program::new(interpreter()).args(["-m", "venv", "--clear", "--without-pip"]).args([&venv]).must()?;
    let python = if cfg!(windows) { venv.join("Scripts/python.exe") } else { venv.join("bin/python") };
    let pins = root().join("conformance/requirements.txt");
    let paths = [&python, &pins, &built()?].map(|path| path.to_string_lossy().into_owned());
    let [into, pins, wheel] = paths.each_ref().map(String::as_str);
    pip(&["--python", into, "install", "--quiet", "--no-compile", "--constraint", pins, "pytest", wheel])?;
    // a command that copies files of the package
    Program::new(&python).args(["-I", "-m", "cortenforge.typings"]).args([venv.join("typings")]).must()?;
    let tests = ALONE.map(|name| format!("crates/sim-py/tests/test_{name}.py"));
    Program::new(&python).args(["-I", "-m", "pytest", "-q", "--noconftest"]).args(tests).run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platform_is_read() {
        let said =
            "x.whl is consistent with the following platform tag: \"manylinux_2_17_x86_64\". The wheel references";
        assert_eq!(needed_glibc(said), Some((2, 17)));
        assert!(needed_glibc(said) <= Some(GLIBC) && Some((2, 35)) > Some(GLIBC));
        assert_eq!(needed_glibc("platform tag: \"linux_x86_64\"."), None);
    }
}
