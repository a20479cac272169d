//! The crate is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up.
const LAYERS: &[&str] = &["lib.rs"];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
