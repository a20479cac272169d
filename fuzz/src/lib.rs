//! What the fuzz targets share: decisions taken from the fuzzer's bytes, models and files made by them, and the runs a
//! target subjects the engine to. A run ends in a value or an error; a panic, a hang or a bad access is a finding.

pub mod dice;
pub mod document;
pub mod mesh;
pub mod picture;
pub mod samples;
pub mod scene;
pub mod world;

use sim_mjcf::{Assets, Files, Loaded, MjcfError};

/// Loads a model from memory alone: the disk is no part of an input.
pub fn load(xml: &str, assets: Assets) -> Result<Loaded, MjcfError> {
    sim_mjcf::load_from(xml, "", &Files { assets, disk: false })
}

/// The `mjcf` target: raw text where the bytes begin like text, otherwise a document they decide.
pub fn mjcf(bytes: &[u8]) {
    let text = if matches!(bytes.first(), None | Some(b'<' | b' ' | b'\n' | 0xef)) {
        match sim_mjcf::read::text::decode(bytes, "") {
            Ok(text) => text.to_string(),
            Err(_) => return,
        }
    } else {
        document::write(&mut dice::Dice::new(bytes))
    };
    let _ = load(&text, samples::all());
}

/// The `step` target: a model, then states and calls.
pub fn step(bytes: &[u8]) {
    let mut dice = dice::Dice::new(bytes);
    if let Some(model) = scene::model(&mut dice) {
        world::run(model, &mut dice);
    }
}

/// What a target makes of an input, for a reader: the document or the lines of the scene.
pub fn show(target: &str, bytes: &[u8]) -> String {
    let mut dice = dice::Dice::new(bytes);
    match target {
        "mjcf" => document::write(&mut dice),
        _ => scene::text(&mut dice).join("\n"),
    }
}
