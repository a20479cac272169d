//! `cargo xtask architecture`: writes the list of files in ARCHITECTURE.md from the first line of each file, and the table of
//! stages from the one in code.

use crate::{cargo, root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What stands around a part that is written here.
const FILES: [&str; 2] = ["<!-- files -->\n", "<!-- end of files -->\n"];
const STAGES: [&str; 2] = ["<!-- stages -->\n", "<!-- end of stages -->\n"];

/// The source folders that are listed.
const FOLDERS: [&str; 2] = ["crates/sim-core/src", "crates/sim-mjcf/src"];

/// Every Rust file below a folder, relative to it.
fn files(folder: &Path, below: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files(folder, &path, found)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// What a file says of itself: its header up to the first full stop.
fn headline(text: &str) -> String {
    let header: Vec<&str> =
        text.lines().take_while(|l| l.starts_with("//!")).map(|l| l.trim_start_matches("//!").trim()).collect();
    let paragraph = header.split(|l| l.is_empty()).next().unwrap_or_default().join(" ");
    let sentence = paragraph.find(". ").map_or(paragraph.as_str(), |end| &paragraph[..end]);
    sentence.trim_end_matches(['.', ':']).replace('|', "\\|")
}

/// The tables, one per room.
fn render() -> std::io::Result<String> {
    let mut out = String::new();
    for folder in FOLDERS {
        let base = root().join(folder);
        let mut found = vec![];
        files(&base, Path::new(""), &mut found)?;
        let mut rooms: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for path in found {
            let name = path.to_string_lossy().replace('\\', "/");
            let room = name.split_once('/').map_or("", |(room, _)| room).to_string();
            let line = headline(&std::fs::read_to_string(base.join(&path))?);
            rooms.entry(room).or_default().push((name, line));
        }
        out += &format!("\n### {folder}\n\n| File | What lives there |\n|---|---|\n");
        for lines in rooms.values_mut() {
            // a room's own header first
            lines.sort_by_key(|(name, _)| (!name.ends_with("mod.rs") && name != "lib.rs", name.clone()));
            for (name, line) in lines {
                out += &format!("| `{name}` | {line} |\n");
            }
        }
    }
    Ok(out)
}

/// The text with another part between two marks.
fn replaced(text: &str, [start, end]: [&str; 2], part: &str) -> Result<String, String> {
    let missing = || format!("ARCHITECTURE.md has no {} or {}", start.trim(), end.trim());
    let (head, rest) = text.split_once(start).ok_or_else(missing)?;
    let (_, tail) = rest.split_once(end).ok_or_else(missing)?;
    Ok(format!("{head}{start}{part}{end}{tail}"))
}

/// Rewrites list and table; says whether they changed.
pub fn write() -> Result<bool, String> {
    let path = root().join("ARCHITECTURE.md");
    let failed = |e: std::io::Error| format!("ARCHITECTURE.md: {e}");
    let text = std::fs::read_to_string(&path).map_err(failed)?;
    let print = ["run", "--quiet", "--locked", "-p", "sim-conformance-tests", "--example", "stages"];
    let table = cargo(&print).quiet().must()?.output;
    let new = replaced(&text, STAGES, &format!("\n{table}\n"))?;
    let new = replaced(&new, FILES, &format!("{}\n", render().map_err(failed)?))?;
    std::fs::write(&path, &new).map_err(failed)?;
    println!("ARCHITECTURE.md: {}", if new == text { "up to date" } else { "rewritten" });
    Ok(true)
}
