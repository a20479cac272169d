//! What the machine has not: graphics, textures, queries, ray tracing.

/// Stops where something is asked for that no compute shader needs.
#[cold]
#[track_caller]
#[allow(clippy::panic, reason = "wgpu's traits have no way to refuse here, and a test must see what it asked for")]
pub fn missing(what: &str) -> ! {
    panic!("the shader machine has no {what}")
}
