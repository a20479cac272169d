//! The crate is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &[
    "fault.rs",
    "kinds.rs",
    "code.rs",
    "memory.rs",
    "math.rs",
    "counts.rs",
    "compile",
    "run",
    "program.rs",
    "device",
    "lib.rs",
];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
