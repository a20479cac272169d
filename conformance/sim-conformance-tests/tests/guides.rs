//! The guides against the tree: ARCHITECTURE.md describes every folder and names files that exist, docs/notes/stages.md has the
//! engine's table of stages, and links lead somewhere.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_conformance_tests::stage_table;
use sim_core::binding::stage::STAGES;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(file: impl AsRef<Path>) -> String {
    std::fs::read_to_string(root().join(file)).unwrap().replace("\r\n", "\n")
}

/// Names of the folders in a folder.
fn folders(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path).into_iter().flatten().map(Result::unwrap);
    let mut names: Vec<String> =
        entries.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The parts of ARCHITECTURE.md under headings of the second level: title and text.
fn sections(text: &str) -> Vec<(&str, &str)> {
    text.split("\n## ").skip(1).map(|part| part.split_once('\n').unwrap()).collect()
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
fn every_folder_of_sources_is_described() {
    let text = text("ARCHITECTURE.md");
    let crates = folders(&root().join("crates"));
    assert!(crates.len() > 8, "{crates:?}");
    let sources = crates.iter().map(|name| (name.as_str(), root().join("crates").join(name).join("src")));
    for (name, source) in sources.chain([("xtask", root().join("xtask/src"))]) {
        assert!(text.contains(name), "ARCHITECTURE.md does not mention {name}");
        let section =
            sections(&text).into_iter().find(|(title, _)| title.contains(name)).map_or(&*text, |(_, text)| text);
        for folder in folders(&source) {
            assert!(section.contains(&format!("{folder}/")), "ARCHITECTURE.md does not describe {folder}/ of {name}");
        }
    }
}

#[test]
fn every_file_and_folder_that_is_named_exists() {
    let text = text("ARCHITECTURE.md");
    let mut count = 0;
    for (title, section) in sections(&text) {
        // diagrams and examples stand between three backticks
        let prose: String = section.split("```").step_by(2).collect();
        let words = title.split(|c: char| !c.is_alphanumeric() && c != '-');
        let packages = words.map(|name| root().join("crates").join(name)).filter(|path| path.is_dir());
        let bases: Vec<PathBuf> =
            packages.flat_map(|path| [path.join("src"), path]).chain([root().join("crates"), root()]).collect();
        for name in prose.split('`').skip(1).step_by(2) {
            if name.contains('/') && !name.contains([' ', '*', '<']) {
                count += 1;
                let exists = bases.iter().any(|base| base.join(name).exists());
                assert!(exists, "ARCHITECTURE.md, {title}: {name} does not exist");
            }
        }
    }
    assert!(count > 100, "{count} paths");
}

/// The documents of the repository: below the root, `docs`, `viewer`, and each crate.
fn documents() -> Vec<PathBuf> {
    let crates = folders(&root().join("crates")).into_iter().map(|name| format!("crates/{name}"));
    let places = ["", "docs", "docs/notes", "viewer"].map(str::to_string).into_iter().chain(crates);
    let files = places.flat_map(|place| {
        let entries = std::fs::read_dir(root().join(&place)).into_iter().flatten().map(Result::unwrap);
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || ['-', '_'].contains(c)).collect()
}

#[test]
fn links_lead_somewhere() {
    let documents = documents();
    assert!(documents.len() > 10, "{documents:?}");
    let mut count = 0;
    for document in &documents {
        let text = text(document);
        let prose: String = text.split("```").step_by(2).collect();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
        for target in targets.filter(|target| !target.contains("://")) {
            count += 1;
            let (path, heading) =
                target.split_once('#').map_or((target, None), |(path, heading)| (path, Some(heading)));
            let file = if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            assert!(file.exists(), "{}: {target} does not exist", document.display());
            if let Some(heading) = heading {
                let other = self::text(&file);
                let found = other.lines().filter_map(|line| line.strip_prefix('#'));
                let mut anchors = found.map(|line| anchor(line.trim_start_matches('#').trim_start()));
                assert!(anchors.any(|known| known == heading), "{}: no heading for {target}", document.display());
            }
        }
    }
    assert!(count > 30, "{count} links");
}
