//! The Markdown of the engine's table of stages, as docs/notes/stages.md shows it.

use sim_core::binding::stage::STAGES;
use std::fmt::Write;

/// Names between backticks.
fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ")
}

/// The table in Markdown.
#[must_use]
pub fn stage_table() -> String {
    let mut out = String::from("| Stage | File | Reads | Updates | Writes | In MuJoCo |\n|---|---|---|---|---|---|\n");
    for stage in STAGES {
        let reference: Vec<&str> = stage.reference.split(", ").collect();
        let cells = [quoted(stage.reads), quoted(stage.updates), quoted(stage.writes), quoted(&reference)];
        // writing to a String cannot fail
        let _ = writeln!(out, "| {} | `{}` | {} |", stage.name, stage.file, cells.join(" | "));
    }
    out
}
