//! The seeds of the fuzz target `viewer` have every kind of message that a page may send.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

/// The words after a mark that names the kind of a message.
fn kinds(text: &str) -> BTreeSet<String> {
    let words = text.split(r#""do": ""#).skip(1).filter_map(|rest| rest.split('"').next());
    words.filter(|word| word.chars().all(|letter| letter.is_ascii_lowercase())).map(str::to_string).collect()
}

#[test]
fn every_kind_of_message_is_a_seed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let protocol = std::fs::read_to_string(root.join("viewer/src/protocol.generated.ts")).unwrap();
    let (mut of_worlds, mut of_recordings) = (BTreeSet::new(), BTreeSet::new());
    for entry in std::fs::read_dir(root.join("fuzz/corpus/viewer")).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let found = kinds(&String::from_utf8_lossy(&bytes));
        match bytes.first().map(|first| first % 5) {
            Some(1) => of_worlds.extend(found),
            Some(4) => of_recordings.extend(found),
            _ => {}
        }
    }
    let all = kinds(&protocol);
    assert!(all.len() > 25, "{all:?}");
    let missing: Vec<&String> = all.difference(&of_worlds).collect();
    assert!(missing.is_empty(), "no seed has {missing:?}: add a line to fuzz/corpus/viewer");
    let orders = [
        "play", "pause", "step", "seek", "speed", "ctrl", "qpos", "key", "world", "shown", "setting", "reload",
        "reset", "hold",
    ];
    assert!(orders.iter().all(|order| of_recordings.contains(*order)), "{of_recordings:?}");
}
