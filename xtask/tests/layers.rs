//! The developer commands and the fuzz targets are built in layers: a file imports only from its own layer and from the layers below.

/// Layers of the commands from the bottom up: folders, or single files, which are then no part of their folder's layer.
const COMMANDS: &[&str] = &[
    "log.rs",
    "folders.rs",
    "summary.rs",
    "process.rs",
    "git.rs",
    "debian.rs",
    "python.rs",
    "cargo.rs",
    "page.rs",
    "browser.rs",
    "vulkan.rs",
    "wheel_command.rs",
    "wheel.rs",
    "determinism.rs",
    "stages.rs",
    "protocol.rs",
    "programs.rs",
    "gallery.rs",
    "fuzz.rs",
    "sanitize.rs",
    "api",
    "words",
    "check",
    "ci",
    "commands.rs",
    "main.rs",
];

/// Layers of the fuzz targets' shared code. The crate is no part of the workspace, so its layers are checked here.
const FUZZING: &[&str] = &[
    "load.rs",
    "dice.rs",
    "picture.rs",
    "samples.rs",
    "document.rs",
    "scene.rs",
    "world.rs",
    "edits.rs",
    "mesh.rs",
    "skin.rs",
    "viewing.rs",
    "drawing",
    "lib.rs",
];

#[test]
fn the_layers_of_the_commands_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), COMMANDS);
}

#[test]
fn the_layers_of_the_fuzz_targets_hold() {
    layer_check::check(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz"), FUZZING);
}
