//! The folders that all commands share.

use std::path::PathBuf;

/// The root of the repository in which `cargo` was called. The build folder may belong to several checkouts, so that the path
/// in the program itself may be another one.
pub fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let manifest = PathBuf::from(manifest);
    manifest.parent().map(PathBuf::from).unwrap_or(manifest)
}

/// The folder of builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
