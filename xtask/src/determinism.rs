//! The long run of the determinism test.

use crate::cargo::cargo;
use crate::process::Program;
use crate::wheel;

/// The long run of the determinism test, in release mode.
pub fn run(write: bool) -> Result<bool, String> {
    let step = test();
    let step = if write { step.env("DETERMINISM_WRITE", "1") } else { step };
    step.run().map(|ran| ran.success)
}

/// Every hash of the determinism test, in release mode. It shares the libraries of the wheel: the package sim-py is named, so that
/// cargo gives their dependencies the same features.
pub fn test() -> Program {
    let packages = ["--package", "sim-py", "--package", "sim-conformance-tests"];
    let test = cargo(&["test", "--release", "--locked", "--test", "determinism"]).args(packages);
    wheel::sharing(test).args(["--", "--include-ignored"])
}
