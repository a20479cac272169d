//! Shared code of the fuzz targets: decisions from the fuzzer's bytes, models and files made by them, and the runs of each
//! target. A run ends in a value or an error. A panic, a hang or a bad access is a finding.

pub mod dice;
pub mod document;
pub mod drawing;
pub mod edits;
pub mod load;
pub mod mesh;
pub mod picture;
pub mod samples;
pub mod scene;
pub mod skin;
pub mod viewing;
pub mod world;

use dice::Dice;
use document::Errors;

/// The `mjcf` target: raw text if the bytes begin like text, else a generated document, or a scene with wrong values whose rejected
/// lines are removed.
pub fn mjcf(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let mut dice = Dice::new(rest);
    let text = match first {
        b'<' | b' ' | b'\n' | 0xef => match sim_mjcf::binding::decode(bytes, "") {
            Ok(text) => text.to_string(),
            Err(_) => return,
        },
        _ if first % 3 == 0 => document::write(Errors::Many, &mut dice),
        _ if first % 3 == 1 => document::write(Errors::Few, &mut dice),
        _ => {
            scene::model(Errors::Few, &mut dice);
            return;
        }
    };
    let _ = load::load(&text, samples::all());
}

/// The `step` target: a model, then states and calls.
pub fn step(bytes: &[u8]) {
    let mut dice = Dice::new(bytes);
    if let Some(model) = scene::model(Errors::None, &mut dice) {
        world::run(model, &mut dice);
    }
}

/// The `edits` target: a model, then wrong entries in its arrays.
pub fn edits(bytes: &[u8]) {
    let mut dice = Dice::new(bytes);
    if let Some(model) = scene::model(Errors::None, &mut dice) {
        edits::run(&model, &mut dice);
    }
}
