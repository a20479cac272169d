//! The crate is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &[
    "error.rs",
    "codegen",
    "backend/device",
    "backend/cuda/pool.rs",
    "context.rs",
    "compiler.rs",
    "options.rs",
    "parameters.rs",
    "io/numbers.rs",
    "backend/buffer.rs",
    "backend/dispatch.rs",
    "backend/field.rs",
    "backend/compile.rs",
    "backend/disk_cache.rs",
    "backend/cuda/blocks.rs",
    "backend/wgpu/spirv.rs",
    "backend/wgpu/pipeline_cache.rs",
    "backend/wgpu/pipelines.rs",
    "backend/wgpu/fields.rs",
    "io/reading.rs",
    "backend/api.rs",
    "backend/wgpu",
    "backend/cuda",
    "backend",
    "planning.rs",
    "io/saved_states.rs",
    "batch/mod.rs",
    "batch",
    "io",
    "lib.rs",
];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
