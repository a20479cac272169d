//! `cargo xtask stages`: writes the table of stages in docs/notes/stages.md from the one in code.

use crate::cargo::cargo;
use crate::folders::root;

/// The document that holds the table.
const FILE: &str = "docs/notes/stages.md";

/// The marks around the table.
const STAGES: [&str; 2] = ["<!-- stages -->\n", "<!-- end of stages -->\n"];

/// The text with another part between two marks.
pub fn replaced(text: &str, [start, end]: [&str; 2], part: &str) -> Result<String, String> {
    let missing = || format!("the document has no {} or {}", start.trim(), end.trim());
    let (head, rest) = text.split_once(start).ok_or_else(missing)?;
    let (_, tail) = rest.split_once(end).ok_or_else(missing)?;
    Ok(format!("{head}{start}{part}{end}{tail}"))
}

/// Rewrites the table; says whether it changed.
pub fn write() -> Result<bool, String> {
    let path = root().join(FILE);
    let failed = |e: std::io::Error| format!("{FILE}: {e}");
    let text = std::fs::read_to_string(&path).map_err(failed)?;
    let print = ["run", "--quiet", "--locked", "-p", "sim-conformance-tests", "--example", "stages"];
    let table = cargo(&print).quiet().must()?.output;
    let new = replaced(&text, STAGES, &format!("\n{table}\n"))?;
    std::fs::write(&path, &new).map_err(failed)?;
    println!("{FILE}: {}", if new == text { "up to date" } else { "rewritten" });
    Ok(true)
}
