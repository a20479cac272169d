//! The comparison with recorded references is built in layers: a file imports only from its own layer and from the layers below.

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), &["reference.rs", "stage_table.rs", "compare.rs", "lib.rs"]);
}
