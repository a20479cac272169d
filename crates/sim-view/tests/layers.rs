//! The crate is built in layers: a file imports only from its own layer and from the layers below.

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &[
    "film",
    // what a scene holds
    "scene/error.rs",
    "scene/flags.rs",
    "scene/read.rs",
    "scene/turn.rs",
    "scene/geom.rs",
    "scene/camera.rs",
    "scene/option.rs",
    "scene/draw/canvas.rs",
    "scene/draw",
    "scene",
    // values, and what is made of a model
    "render/error.rs",
    "render/numeric.rs",
    "render/threads.rs",
    "render/view.rs",
    "render/text.rs",
    "render/surface.rs",
    "render/primitives.rs",
    "render/texture.rs",
    "render/texture_row.rs",
    "render/assets.rs",
    "render/lighting.rs",
    "render/items.rs",
    // from items to triangles in tiles
    "render/tiles.rs",
    "render/setting.rs",
    "render/lane.rs",
    "render/clip.rs",
    "render/lines.rs",
    "render/geometry.rs",
    "render/pass.rs",
    "render/shadow.rs",
    // from triangles to pixels
    "render/shade.rs",
    "render/span.rs",
    "render/sky.rs",
    "render/sky_row.rs",
    "render/patches.rs",
    "render/layer.rs",
    "render/pixels.rs",
    "render/picture.rs",
    "render/id_tile.rs",
    "render/frame.rs",
    "render/compose.rs",
    "render",
    // what a page and the server say to each other
    "viewer/protocol",
    "viewer/command.rs",
    "viewer/skin.rs",
    "viewer/geometry.rs",
    "viewer/frame.rs",
    "viewer/description.rs",
    "viewer/grid.rs",
    "viewer/widgets.rs",
    "viewer/shown_worlds.rs",
    // who runs a world, and who shows it
    "viewer/source.rs",
    "viewer/history.rs",
    "viewer",
    "viewer/player",
    "viewer/page.rs",
    "viewer/error.rs",
    "viewer/request.rs",
    "viewer/files.rs",
    "viewer/server.rs",
    "viewer/fuzzing.rs",
    "lib.rs",
];

#[test]
fn the_layers_hold() {
    layer_check::check(env!("CARGO_MANIFEST_DIR"), LAYERS);
}
