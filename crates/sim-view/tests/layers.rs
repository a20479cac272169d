//! The crate is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &["scene", "film", "render", "viewer/protocol", "viewer", "lib.rs"];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
