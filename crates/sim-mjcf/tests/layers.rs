//! The loader is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &[
    "suggest.rs",
    "source_span.rs",
    "error.rs",
    "warning.rs",
    "error_list.rs",
    "stop.rs",
    "limits.rs",
    "file_log.rs",
    "numeric.rs",
    "schema",
    "table",
    "spec",
    "lint",
    "image",
    "mesh",
    "files",
    "compile",
    "resolve",
    "read",
    "stack.rs",
    "load.rs",
    "compile/hostile.rs",
    "build",
    "binding.rs",
    "lib.rs",
];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
