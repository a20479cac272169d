//! The engine is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &[
    "message.rs",
    "warning.rs",
    "error.rs",
    "math",
    "linalg",
    "arrays",
    "shape",
    "model",
    "convex",
    "scratch",
    "data",
    "stage",
    "sleep",
    "dynamics",
    "force",
    "collision",
    "query",
    "constraint",
    "solver",
    "sensor",
    "derivative",
    "integrate",
    "access",
    "pipeline",
    "derivative/transition.rs",
    "constants",
    "batch",
    "field_contact.rs",
    "binding.rs",
    "lib.rs",
];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
