//! ARCHITECTURE.md against the tree: files exist, every file of the engine and the loader is mentioned, and the
//! table of stages is the one in code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_conformance_tests::stage_table;
use sim_core::stage::STAGES;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap().replace("\r\n", "\n")
}

fn tree(folder: &Path, below: &str, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder.join(below)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type().unwrap().is_dir() {
            tree(folder, &path, found);
        } else if path.ends_with(".rs") {
            found.insert(path);
        }
    }
}

#[test]
fn the_table_of_stages_is_the_engines_own() {
    assert!(text().contains(&stage_table()), "run `cargo xtask architecture`");
    for stage in STAGES {
        let file = root().join("crates/sim-core/src").join(stage.file);
        assert!(file.is_file(), "{}: no file {}", stage.name, stage.file);
    }
}

#[test]
fn every_file_is_mentioned_and_every_mention_is_a_file() {
    let text = text();
    for folder in ["crates/sim-core/src", "crates/sim-mjcf/src"] {
        let section = text.split_once(&format!("### {folder}\n")).expect(folder).1;
        let section = section.split("\n### ").next().unwrap();
        let mentioned: BTreeSet<String> = section
            .lines()
            .filter_map(|l| l.strip_prefix("| `")?.split_once('`'))
            .map(|(f, _)| f.to_string())
            .collect();
        let mut present = BTreeSet::new();
        tree(&root().join(folder), "", &mut present);
        let hint = "run `cargo xtask architecture`";
        assert_eq!(
            mentioned.difference(&present).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "gone from {folder}: {hint}"
        );
        assert_eq!(
            present.difference(&mentioned).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "new in {folder}: {hint}"
        );
    }
}
