//! Stand-in for builds without NVRTC: every call returns the reason.

use std::path::Path;

/// The reason.
const MISSING: &str = if cfg!(target_os = "linux") {
    "this program was built without NVIDIA's compiler: build sim-gpu with its feature `nvrtc`"
} else {
    "NVIDIA's compiler is used only on Linux"
};

/// An error if this program was built without NVRTC; this one was.
pub fn built_in() -> Result<(), String> {
    Err(MISSING.into())
}

/// Does nothing.
pub fn look_in(_: &Path) {}

/// Returns the reason.
pub fn version() -> Result<[i32; 2], String> {
    Err(MISSING.into())
}

/// Returns the reason.
pub fn compile(_: &str, _: &str, _: &[&str]) -> Result<Vec<u8>, String> {
    Err(MISSING.into())
}
