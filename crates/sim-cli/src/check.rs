//! `check`: load a model and say what is wrong with it, and what a simulation would leave out.

use crate::args::ModelArgs;
use crate::error::{CliError, Result};
use crate::report::Report;
use crate::source;
use serde_json::{Value, json};
use sim_mjcf::{MjcfError, Place};
use std::fmt::Write;

/// The `check` command. A model that cannot be loaded is a report with a failure, not an error of the command.
pub fn check(args: &ModelArgs) -> Result<Report> {
    let path = args.model.display().to_string();
    let (errors, warnings) = match source::load(Some(&args.model)) {
        Ok(loaded) => {
            let unsimulated = loaded.model.unsimulated_features();
            let missing = unsimulated.iter().map(|feature| format!("{path}: not simulated yet: {feature}"));
            (vec![], loaded.warnings.iter().cloned().chain(missing).collect::<Vec<_>>())
        }
        Err(CliError::Model(error)) => (errors_of(&error), vec![]),
        Err(other) => return Err(other),
    };
    let mut text = String::new();
    for error in &errors {
        let _ = writeln!(text, "error: {}", error["message"].as_str().unwrap_or_default());
    }
    for warning in &warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    let _ = writeln!(text, "{path}: {}, {}", count(errors.len(), "error"), count(warnings.len(), "warning"));
    let json = json!({
        "source": path,
        "ok": errors.is_empty(),
        "errors": errors,
        "warnings": warnings.iter().map(|w| json!({ "message": w })).collect::<Vec<_>>(),
    });
    Ok(Report { text, json, failed: !errors.is_empty() })
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// One entry per error; files that are missing are errors of their own.
fn errors_of(error: &MjcfError) -> Vec<Value> {
    match error {
        MjcfError::MissingFiles(files) => files
            .iter()
            .map(|(place, file)| entry(&format!("{place}: file '{}' not found", file.display()), Some(place)))
            .collect(),
        other => vec![entry(&other.to_string(), place_of(other))],
    }
}

fn entry(message: &str, place: Option<&Place>) -> Value {
    json!({
        "message": message,
        "file": place.map(Place::file),
        "line": place.map(Place::line),
        "column": place.map(Place::column),
        "path": place.map(Place::path),
    })
}

fn place_of(error: &MjcfError) -> Option<&Place> {
    match error {
        MjcfError::XmlParse { place, .. }
        | MjcfError::UnknownElement { place, .. }
        | MjcfError::UnknownAttribute { place, .. }
        | MjcfError::InvalidAttribute { place, .. }
        | MjcfError::MissingAttribute { place, .. }
        | MjcfError::DuplicateName { place, .. }
        | MjcfError::UnknownReference { place, .. }
        | MjcfError::IncludeError { place, .. }
        | MjcfError::DuplicateInclude { place, .. }
        | MjcfError::Unsupported { place, .. }
        | MjcfError::BadFile { place, .. }
        | MjcfError::TooLarge { place, .. }
        | MjcfError::Invalid { place, .. } => Some(place),
        MjcfError::Conversion(inner) => Some(&inner.place),
        _ => None,
    }
}
