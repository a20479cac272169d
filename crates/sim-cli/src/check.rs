//! `check`: reports the errors of a model, the errors of a run, and what a simulation leaves out.

use crate::args::ModelArgs;
use crate::error::{CliError, Result, entry, errors_of};
use crate::interrupt::Interrupt;
use crate::report::{Report, shown};
use crate::run;
use crate::source;
use serde_json::{Value, json};
use std::fmt::Write;

/// The `check` command. An invalid model is a failed report, not an error of the command.
pub fn check(args: &ModelArgs) -> Result<Report> {
    let path = shown(&args.model);
    let (errors, warnings) = match source::load(Some(&args.model), &Interrupt::watch()?) {
        Ok(loaded) => {
            let unsimulated = loaded.model.unsimulated_features();
            let missing = unsimulated.iter().map(|feature| format!("{path}: not simulated yet: {feature}"));
            let mut warnings = loaded.warnings.iter().cloned().chain(missing).collect::<Vec<_>>();
            let (refusal, reported) = run::trial(loaded.model);
            warnings.extend(reported.iter().map(|text| format!("{path}: {text}")));
            (refusal.iter().map(|error| refused(&path, error)).collect(), warnings)
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

/// An error of a loaded model. It has no line.
fn refused(path: &str, error: &CliError) -> Value {
    let mut entry = entry(&format!("{path}: {error}"), None);
    entry["file"] = json!(path);
    entry
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
