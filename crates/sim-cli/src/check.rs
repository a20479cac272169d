//! `check`: reports the errors of a model, the errors of a run, values that were hardly meant, and what a simulation leaves out.

use crate::args::ModelArgs;
use crate::error::{CliError, Result, entry, errors_of, place};
use crate::interrupt::Interrupt;
use crate::report::{Report, counted, shown};
use crate::run;
use crate::source::{self, Loaded};
use serde_json::{Value, json};
use sim_mjcf::lint::{self, Finding};
use sim_mjcf::{SourceSpan, Warning};
use std::fmt::Write;

/// What was found in a model.
#[derive(Default)]
struct Found {
    errors: Vec<Warning>,
    warnings: Vec<Warning>,
    findings: Vec<Finding>,
}

/// The `check` command. An invalid model is a failed report, not an error of the command.
pub fn check(args: &ModelArgs) -> Result<Report> {
    let path = shown(&args.model);
    let interrupt = Interrupt::watch()?;
    let found = match source::load(Some(&args.model), &interrupt) {
        Ok(loaded) => {
            let findings = lint::check(&source::spec(&args.model, &interrupt)?);
            Found { findings, ..of_loaded(loaded, &path) }
        }
        Err(CliError::Model(error)) => Found { errors: errors_of(&error), ..Found::default() },
        Err(other) => return Err(other),
    };
    Ok(report(&path, &found))
}

/// What a trial run of a loaded model reports. It concerns the file as a whole.
fn of_loaded(loaded: Loaded, path: &str) -> Found {
    let whole = SourceSpan::new(path.into(), 0, 0, "", None, None);
    let remark = |message: String| Warning::new(&whole, message);
    let unsimulated = loaded.model.unsimulated_features();
    let mut warnings = loaded.warnings;
    warnings.extend(unsimulated.iter().map(|feature| remark(format!("not simulated yet: {feature}"))));
    let (refusal, reported) = run::trial(loaded.model);
    warnings.extend(reported.into_iter().map(remark));
    let errors = refusal.iter().map(|error| remark(error.to_string())).collect();
    Found { errors, warnings, findings: vec![] }
}

fn report(path: &str, found: &Found) -> Report {
    let Found { errors, warnings, findings } = found;
    let mut text = String::new();
    for error in errors {
        let _ = writeln!(text, "error: {error}");
    }
    for warning in warnings.iter().chain(findings.iter().map(|finding| &finding.warning)) {
        let _ = writeln!(text, "warning: {warning}");
    }
    let all = warnings.len() + findings.len();
    let _ = writeln!(text, "{path}: {}, {}", counted(errors.len(), "error"), counted(all, "warning"));
    let json = json!({
        "source": path,
        "ok": errors.is_empty(),
        "errors": errors.iter().map(entry).collect::<Vec<_>>(),
        "warnings": warnings.iter().map(entry).chain(findings.iter().map(finding_json)).collect::<Vec<_>>(),
    });
    Report { text, json, failed: !errors.is_empty() }
}

/// A finding with the name of its rule and the places of further objects.
fn finding_json(finding: &Finding) -> Value {
    let mut json = entry(&finding.warning);
    json["rule"] = json!(finding.rule);
    json["also"] = finding.others.iter().map(place).collect();
    json
}
