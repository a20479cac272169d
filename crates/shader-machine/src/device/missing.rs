//! Parts of wgpu that the machine does not have: graphics, textures, queries, ray tracing.

/// Panics: no compute shader needs this part of wgpu.
#[cold]
#[track_caller]
#[allow(clippy::panic, reason = "wgpu's traits return no error here, and a test must see which part it uses")]
pub fn missing(what: &str) -> ! {
    panic!("the shader machine has no {what}")
}
