//! `cargo xtask protocol`: the page's side of the viewer's protocol, generated from the Rust types.

use crate::cargo::cargo;

/// Rewrites `viewer/src/protocol.generated.ts`.
pub fn write() -> Result<bool, String> {
    let test = ["test", "--package", "sim-view", "--features", "viewer", "--lib", "protocol::generated"];
    cargo(&test).env("UPDATE_PROTOCOL", "1").run().map(|ran| ran.success)
}
