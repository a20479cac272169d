//! Where NVRTC is not built in: there is a reason, and nothing else.

use std::path::Path;

/// What to do about it.
const MISSING: &str = if cfg!(target_os = "linux") {
    "this program was built without NVIDIA's compiler: build sim-gpu with its feature `nvrtc`"
} else {
    "NVIDIA's compiler is used on Linux alone"
};

/// Why the compiler is no part of this program.
pub fn built_in() -> Result<(), String> {
    Err(MISSING.into())
}

/// Nothing: no library is used.
pub fn look_in(_: &Path) {}

/// Why there is no compiler.
pub fn version() -> Result<[i32; 2], String> {
    Err(MISSING.into())
}

/// Why nothing is compiled.
pub fn compile(_: &str, _: &str, _: &[&str]) -> Result<Vec<u8>, String> {
    Err(MISSING.into())
}
