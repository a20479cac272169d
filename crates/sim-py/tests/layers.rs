//! The package is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &[
    "errors.rs",
    "interrupt.rs",
    "memory",
    "native/callbacks.rs",
    "native/timers.rs",
    "native/counts.rs",
    "native/codes.rs",
    "native/contact_records.rs",
    "native/options.rs",
    "native/limits.rs",
    "native/pickle.rs",
    "native/loading.rs",
    "native/model.rs",
    "native/data.rs",
    "native",
    "dropin",
    "batch",
    "gpu",
    "scene",
    "picture",
    "viewer",
    "lib.rs",
];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
