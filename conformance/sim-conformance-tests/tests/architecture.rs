//! The guides against the tree: ARCHITECTURE.md names files that exist, and docs/notes/stages.md has the engine's table of stages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_conformance_tests::stage_table;
use sim_core::binding::stage::STAGES;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap().replace("\r\n", "\n")
}

#[test]
fn the_table_of_stages_is_the_engines_own() {
    assert!(text("docs/notes/stages.md").contains(&stage_table()), "run `cargo xtask stages`");
    for stage in STAGES {
        let file = root().join("crates/sim-core/src").join(stage.file);
        assert!(file.is_file(), "{}: no file {}", stage.name, stage.file);
    }
}

#[test]
fn every_file_and_folder_that_is_named_exists() {
    let text = text("ARCHITECTURE.md");
    let (_, section) = text.split_once("## Where do I change …?").unwrap();
    let named: Vec<&str> = section.split('`').skip(1).step_by(2).filter(|name| name.contains('/')).collect();
    assert!(named.len() > 40, "{named:?}");
    for name in named.into_iter().filter(|name| *name != "crates/") {
        assert!(root().join("crates").join(name).exists(), "ARCHITECTURE.md names {name}, which does not exist");
    }
}
