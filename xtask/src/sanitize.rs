//! `cargo xtask sanitize`: the tests that reach `unsafe` code, under AddressSanitizer.
//!
//! The engine's tests reach the AVX2 kernels and the counting allocator. The tests of the Python package reach the numpy views of
//! Rust memory: the package is built with the sanitizer, and Python starts with the sanitizer's library loaded before it. Code that
//! calls a GPU is tested on machines that have one.

use crate::cargo::cargo;
use crate::folders::root;
use crate::fuzz::host;
use crate::process::Program;
use crate::python;
use std::path::{Path, PathBuf};

const FLAGS: &str = "-Zsanitizer=address -Cforce-frame-pointers=yes";

/// What to test; everything where nothing is named.
#[derive(Debug, clap::Args)]
pub struct Parts {
    /// The engine's own tests alone
    #[arg(long, conflicts_with = "python")]
    engine: bool,
    /// The tests of the Python package alone
    #[arg(long)]
    python: bool,
}

/// A `cargo` command whose result is built with the sanitizer, apart from everything else.
fn sanitized(args: &[&str], folder: &Path) -> Program {
    cargo(args).env("CARGO_TARGET_DIR", folder).env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FLAGS)
}

/// Runs the command.
pub fn command(parts: &Parts) -> Result<bool, String> {
    let host = host()?;
    let folder = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(shared) => PathBuf::from(shared).join("sanitize"),
        None => root().join("target/sanitize"),
    };
    let mut clean = true;
    if !parts.python {
        let tests = ["test", "--locked", "--package", "sim-core", "--lib", "--tests", "--target", &host];
        clean &= sanitized(&tests, &folder).run()?.success;
    }
    if !parts.engine {
        clean &= test_package(&host, &folder)?;
    }
    Ok(clean)
}

/// Builds the Python package with the sanitizer and runs its tests.
fn test_package(host: &str, folder: &Path) -> Result<bool, String> {
    python::environment()?;
    let build = ["build", "--locked", "--package", "sim-py", "--target", host];
    sanitized(&build, folder).must()?;
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let package = folder.join("python/cortenforge");
    copy(&root().join("crates/sim-py/python/cortenforge"), &package).map_err(failed)?;
    let library = folder.join(host).join("debug/libsim_py.so");
    std::fs::copy(library, package.join("_core.abi3.so")).map_err(failed)?;
    let runtime = Program::new("gcc").args(["-print-file-name=libasan.so"]).quiet().must()?;
    let runtime = std::fs::canonicalize(runtime.output.trim()).map_err(|e| format!("gcc's libasan.so: {e}"))?;
    // Python itself keeps memory to the end, so leaks are not looked for
    let step = Program::new(python::interpreter()).args(["-m", "pytest", "-q", "crates/sim-py/tests"]);
    let step = step.env("PYTHONPATH", folder.join("python")).env("PYTHONMALLOC", "malloc").env("MUJOCO_GL", "disable");
    let step = step.env("LD_PRELOAD", runtime).env("ASAN_OPTIONS", "detect_leaks=0:detect_odr_violation=0");
    step.run().map(|ran| ran.success)
}

/// Copies a folder of Python files.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
