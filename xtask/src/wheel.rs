//! The wheel of the Python package: built, inspected, installed into `.venv`, and tested in an environment that has nothing else.
//!
//! On Linux x86-64 zig links it. Zig knows the symbols of every glibc, so that the wheel runs with the glibc of 2018
//! (`manylinux_2_28`) and later. The system's linker would bind it to the glibc of the machine that builds it.

use crate::folders::root;
use crate::log::say;
use crate::process::{Program, Ran};
use crate::python::{interpreter, pip};
use crate::{page, wheel_command};
use std::path::PathBuf;

/// Whether zig links the wheel. Other systems use their own linker.
const ZIG: bool = cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"));
/// What zig compiles for.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// The compiler's flags of the wheel, those of `crates/sim-py/pyproject.toml`.
const FLAGS: &str = "-Ctarget-feature=+avx2";
/// The newest glibc that a wheel linked by zig may need.
const GLIBC: (u32, u32) = (2, 28);

/// Tests in `crates/sim-py/tests` that need neither MuJoCo nor a compiler.
const ALONE: [&str; 8] = ["native", "messages", "contact", "limits", "processor", "readme", "viewer", "command"];

fn folder() -> PathBuf {
    root().join("target/wheels")
}

/// Builds the Python package in release mode, inspects the wheel, and installs it.
pub fn install() -> Result<(), String> {
    let _ = std::fs::remove_dir_all(folder());
    page::build()?;
    let (major, minor) = GLIBC;
    let platform = format!("manylinux_{major}_{minor}");
    let maturin = || {
        Program::new(interpreter())
            .args(["-m", "maturin", "build", "--release", "--locked", "--quiet"])
            .args(["--manifest-path", "crates/sim-py/Cargo.toml", "--interpreter"])
            .args([interpreter()])
            .args(["--out".as_ref(), folder().as_os_str()])
            .env("PYO3_PYTHON", interpreter())
            .env(page::VARIABLE, page::folder())
    };
    if ZIG {
        // the Python that has zig
        let zig = || maturin().env("CARGO_ZIGBUILD_PYTHON_PATH", interpreter());
        let build = || zig().args(["--zig", "--compatibility", &platform]).must();
        // zig's first link on a machine fills its cache and once failed without a message; rustc's output is kept
        build().or_else(|_| {
            say!("linking again");
            build()
        })?;
        check_platform()?;
    } else {
        maturin().must()?;
    }
    pip(&["install", "--quiet", "--force-reinstall", "--no-deps", &built()?.to_string_lossy()])
}

/// Makes a release build of `cargo` share the wheel's libraries: the same target, flags and linker. Without a wheel that zig linked,
/// the program stays as it is.
pub fn sharing(program: Program) -> Program {
    match linker() {
        Some(linker) => program
            .args(["--target", TARGET])
            .env("RUSTFLAGS", FLAGS)
            .env(page::VARIABLE, page::folder())
            .env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER", linker)
            // zig links nothing that runs while building, as in maturin: another linker there would compile all libraries again
            .env("__CARGO_TEST_CHANNEL_OVERRIDE_DO_NOT_USE_THIS", "nightly")
            .env("CARGO_UNSTABLE_TARGET_APPLIES_TO_HOST", "true")
            .env("CARGO_TARGET_APPLIES_TO_HOST", "false"),
        None => program,
    }
}

/// The script through which maturin had zig link the wheel: it names this environment's interpreter.
fn linker() -> Option<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let caches = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).or(home)?.join("cargo-zigbuild");
    let files = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let scripts = files(caches).flat_map(|version| files(version.join("wrappers"))).flat_map(files);
    let begin = format!("zigcc-{TARGET}.{}.{}-", GLIBC.0, GLIBC.1);
    let named = scripts.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&begin)));
    let interpreter = interpreter().display().to_string();
    let ours = named.filter(|path| std::fs::read_to_string(path).is_ok_and(|text| text.contains(&interpreter)));
    let linker = ours.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    linker.filter(|_| ZIG && built().is_ok())
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

/// Asks auditwheel for the oldest glibc on which the wheel runs.
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

/// Installs the wheel and its requirements into an environment that has nothing else, tries its command, and runs the tests that need
/// no more. The examples of the package's README are among them. Python starts isolated, so that it imports the installed package.
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
    wheel_command::check(&venv)?;
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

    #[test]
    fn the_flags_are_those_of_the_package() {
        let package = std::fs::read_to_string(root().join("crates/sim-py/pyproject.toml")).unwrap();
        assert!(package.contains(&format!("rustflags = ['{FLAGS}']")));
    }
}
