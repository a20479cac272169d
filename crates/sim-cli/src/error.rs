//! Errors of commands, as text and as JSON.

use crate::report::{Recorded, shown};
use serde_json::{Value, json};
use sim_core::StepError;
use sim_core::binding::message::{Line, number};
use sim_mjcf::{MjcfError, SourceSpan};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Exit status of a command that a signal ended, as in shells.
pub const INTERRUPTED: u8 = 130;

/// Result of a command's steps.
pub type Result<T, E = CliError> = std::result::Result<T, E>;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum CliError {
    /// The model cannot be loaded.
    #[error("{0}")]
    Model(#[from] MjcfError),
    /// A file cannot be read or written.
    #[error("{}: {}", shown(path), Line(message))]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// The simulation stopped.
    #[error("the simulation stopped at step {step}, time {} s: {source}", number(*time))]
    Step {
        /// Steps done before.
        step: u64,
        /// Time reached.
        time: f64,
        /// Why.
        source: StepError,
    },
    /// The user interrupted the run.
    #[error("interrupted after {step} steps, at time {} s", number(*time))]
    Interrupted {
        /// Steps done.
        step: u64,
        /// Time reached.
        time: f64,
    },
    /// The user interrupted the loading of the model.
    #[error("interrupted while the model was loaded")]
    NotLoaded,
    /// A run ended early and has a recording.
    #[error("{source}; recorded until then: {} rows in {}", kept.rows, shown(&kept.path))]
    EndedEarly {
        /// Why it ended.
        source: Box<CliError>,
        /// The recording.
        kept: Recorded,
    },
    /// A film ended early.
    #[error("{source}; filmed until then: {pictures} pictures in {}", shown(path))]
    FilmEndedEarly {
        /// Why it ended.
        source: Box<CliError>,
        /// The film.
        path: PathBuf,
        /// Pictures in it.
        pictures: u64,
    },
    /// A picture cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Render(#[from] sim_view::render::RenderError),
    /// A scene cannot be made.
    #[error("the scene cannot be drawn: {0}")]
    Scene(#[from] sim_view::scene::SceneError),
    /// The GPU batch failed.
    #[error("{}", Line(&.0.to_string()))]
    Gpu(#[from] sim_gpu::GpuSimError),
    /// The viewer cannot start.
    #[error("{}", Line(.0))]
    Viewer(String),
    /// An argument does not fit the model.
    #[error("{}", Line(.0))]
    Usage(String),
    /// The report cannot be written.
    #[error("standard output: {0}")]
    Output(std::io::Error),
    /// The system does not report Ctrl-C.
    #[error("signals cannot be watched: {0}")]
    Signals(std::io::Error),
    /// A defect of the command or the engine.
    #[error("the engine failed: {}; please report this defect", Line(.0))]
    Defect(String),
}

impl CliError {
    /// An error about a file.
    pub fn file(path: &Path, message: impl ToString) -> Self {
        Self::File { path: path.to_path_buf(), message: message.to_string() }
    }

    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Self::Interrupted { .. } | Self::NotLoaded => INTERRUPTED,
            Self::EndedEarly { source, .. } | Self::FilmEndedEarly { source, .. } => source.status(),
            _ => 1,
        }
    }

    /// The kind of the error, for programs.
    fn kind(&self) -> &'static str {
        match self {
            Self::Model(_) => "model",
            Self::File { .. } => "file",
            Self::Step { .. } => "step",
            Self::Interrupted { .. } | Self::NotLoaded => "interrupted",
            Self::EndedEarly { source, .. } | Self::FilmEndedEarly { source, .. } => source.kind(),
            Self::Render(_) | Self::Scene(_) => "render",
            Self::Gpu(_) => "gpu",
            Self::Viewer(_) => "viewer",
            Self::Usage(_) => "usage",
            Self::Output(_) => "output",
            Self::Signals(_) => "signals",
            Self::Defect(_) => "defect",
        }
    }

    /// The object that `--json` prints: `error`, and `recorded` if a recording exists.
    pub fn json(&self) -> Value {
        let mut error = match self {
            Self::Model(error) => {
                let errors = errors_of(error);
                let mut first = errors.first().cloned().unwrap_or_default();
                first["errors"] = json!(errors);
                first
            }
            Self::File { path, .. } => json!({ "file": path.display().to_string() }),
            Self::Step { step, time, .. } | Self::Interrupted { step, time } => json!({ "step": step, "time": time }),
            Self::EndedEarly { source, kept } => {
                let mut object = source.json();
                object["error"]["message"] = json!(self.to_string());
                object["recorded"] = recorded(kept);
                return object;
            }
            Self::FilmEndedEarly { source, path, pictures } => {
                let mut object = source.json();
                object["error"]["message"] = json!(self.to_string());
                object["filmed"] = filmed(path, *pictures);
                return object;
            }
            _ => json!({}),
        };
        error["kind"] = json!(self.kind());
        error["message"] = json!(self.to_string());
        json!({ "error": error })
    }
}

/// A recording, as JSON.
pub fn recorded(kept: &Recorded) -> Value {
    json!({ "file": kept.path.display().to_string(), "rows": kept.rows })
}

/// A film, as JSON.
pub fn filmed(path: &Path, pictures: u64) -> Value {
    json!({ "file": path.display().to_string(), "pictures": pictures })
}

/// The JSON object of invalid arguments.
pub fn usage_json(message: &str) -> Value {
    json!({ "error": { "kind": "usage", "message": message } })
}

/// One entry per error of a model; files that are missing are errors of their own.
pub fn errors_of(error: &MjcfError) -> Vec<Value> {
    let of = |error: &MjcfError| match error {
        MjcfError::MissingFiles(files) => files
            .iter()
            .map(|(place, file)| entry(&format!("{place}: file '{}' not found", shown(file)), Some(place)))
            .collect(),
        one => vec![entry(&one.to_string(), one.span())],
    };
    error.errors().iter().flat_map(of).collect()
}

/// An error of a model, with its place where it has one.
pub fn entry(message: &str, place: Option<&SourceSpan>) -> Value {
    json!({
        "message": message,
        "file": place.map(SourceSpan::file),
        "line": place.map(SourceSpan::line),
        "column": place.map(SourceSpan::column),
        "path": place.map(SourceSpan::path),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_early_end_reports_its_reason_and_the_recording() {
        let source = Box::new(CliError::Interrupted { step: 7, time: 0.5 });
        let error = CliError::EndedEarly { source, kept: Recorded { path: "run.npz".into(), rows: 7 } };
        assert_eq!(error.status(), 130);
        let json = error.json();
        assert_eq!((&json["error"]["kind"], &json["error"]["step"]), (&json!("interrupted"), &json!(7)));
        assert_eq!(json["recorded"], json!({ "file": "run.npz", "rows": 7 }));
        assert!(json["error"]["message"].as_str().unwrap().contains("7 rows in run.npz"));
    }
}
