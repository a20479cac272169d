//! The command is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which then do not belong to their folder's layer.
const LAYERS: &[&str] = &[
    "report.rs",
    "gpu_error.rs",
    "error.rs",
    "interrupt.rs",
    "args.rs",
    "models.rs",
    "title.rs",
    "source.rs",
    "files",
    "control.rs",
    "picture/sink.rs",
    "picture/film.rs",
    "picture/video.rs",
    "run.rs",
    "picture",
    "check.rs",
    "info.rs",
    "bench.rs",
    "gpu",
    "view",
    "quiet.rs",
    "lib.rs",
    "tips.rs",
    "main.rs",
];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
