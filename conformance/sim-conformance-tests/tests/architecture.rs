//! ARCHITECTURE.md against the tree: files exist, every file of the engine and the loader is mentioned, and the fields in
//! the table of stages are fields of Data.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::Data;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap().replace("\r\n", "\n")
}

/// Words between backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
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

/// Rows of the table of stages: stage, file, reads, writes.
fn stages(text: &str) -> Vec<[String; 4]> {
    text.lines()
        .skip_while(|l| !l.starts_with("| Stage |"))
        .skip(2)
        .take_while(|l| l.starts_with('|'))
        .map(|l| {
            let cells: Vec<&str> = l.trim_matches('|').split('|').map(str::trim).collect();
            [cells[0], cells[1], cells[2], cells[3]].map(String::from)
        })
        .collect()
}

#[test]
fn stages_name_files_and_fields_that_exist() {
    let text = text();
    let rows = stages(&text);
    assert!(rows.len() > 15, "the table of stages is gone");
    for [stage, file, reads, writes] in &rows {
        for path in quoted(file) {
            assert!(root().join("crates/sim-core/src").join(path).is_file(), "{stage}: no file {path}");
        }
        for field in quoted(reads).chain(quoted(writes)) {
            let known = ["energy", "contact", "ncon", "nisland", "solver", "solver_niter"].contains(&field)
                || Data::ARRAY_NAMES.contains(&field)
                || Data::ROW_ARRAY_NAMES.contains(&field);
            assert!(known, "{stage}: Data has no field {field}");
        }
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
