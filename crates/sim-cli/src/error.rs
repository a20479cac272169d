//! Errors of commands, as text and as JSON.

use crate::gpu_error;
use crate::report::{Recorded, counted, shown};
use serde_json::{Value, json};
use sim_core::StepError;
use sim_core::binding::message::{Line, number};
use sim_gpu::GpuSimError;
use sim_mjcf::{MjcfError, SourceSpan, Warning};
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
    #[error("interrupted after {}, at time {} s", counted(*step, "step"), number(*time))]
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
    #[error("{source}; recorded until then: {} in {}", counted(kept.rows, "row"), shown(&kept.path))]
    EndedEarly {
        /// Why it ended.
        source: Box<CliError>,
        /// The recording.
        kept: Recorded,
    },
    /// A film ended early.
    #[error("{source}; filmed until then: {} in {}", counted(*pictures, "picture"), shown(path))]
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
    #[error("{}", Line(&gpu_error::text(.0)))]
    Gpu(#[from] GpuSimError),
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

    /// What is wrong, without the place and the file that other keys of the object hold.
    fn message(&self) -> String {
        match self {
            Self::Model(error) => errors_of(error).into_iter().next().map(|first| first.message).unwrap_or_default(),
            Self::File { message, .. } => Line(message).to_string(),
            _ => self.to_string(),
        }
    }

    /// The object that `--json` prints: `error`, and `recorded` if a recording exists.
    pub fn json(&self) -> Value {
        let mut error = match self {
            Self::Model(error) => {
                let errors: Vec<Value> = errors_of(error).iter().map(entry).collect();
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
        error["message"] = json!(self.message());
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
    let message = message.strip_prefix("error: ").unwrap_or(message);
    json!({ "error": { "kind": "usage", "message": message } })
}

/// Each error of a model with its place. Files that are missing are errors of their own.
pub fn errors_of(error: &MjcfError) -> Vec<Warning> {
    let of = |error: &MjcfError| match error {
        MjcfError::MissingFiles(files) => files
            .iter()
            .map(|(place, file)| {
                let message =
                    format!("file '{}' not found: correct its name, or the directory in <compiler>", shown(file));
                Warning::new(place, message)
            })
            .collect(),
        one => vec![Warning { span: one.span().cloned().unwrap_or_default(), message: one.message() }],
    };
    error.errors().iter().flat_map(of).collect()
}

/// A remark about a model, as JSON: the message, and the place in keys of its own.
pub fn entry(remark: &Warning) -> Value {
    let mut entry = place(&remark.span);
    entry["message"] = json!(Line(&remark.message).to_string());
    entry
}

/// A place, as JSON. What is unknown is null.
pub fn place(span: &SourceSpan) -> Value {
    let known = |n: u32| (n > 0).then_some(n);
    let text = |text: &str| (!text.is_empty()).then(|| text.to_string());
    json!({
        "file": text(span.file()),
        "line": known(span.line()),
        "column": known(span.column()),
        "path": text(&span.path()),
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

    #[test]
    fn one_object_is_not_several() {
        let kept = |rows| Recorded { path: "a.npz".into(), rows };
        for (rows, words) in [(1, "recorded until then: 1 row in a.npz"), (2, "recorded until then: 2 rows in a.npz")] {
            let source = Box::new(CliError::Interrupted { step: rows, time: 0.5 });
            let text = CliError::EndedEarly { source, kept: kept(rows) }.to_string();
            assert!(text.contains(words), "{text}");
        }
        assert!(CliError::Interrupted { step: 1, time: 0.0 }.to_string().contains("after 1 step, "));
    }

    #[test]
    fn messages_of_objects_do_not_repeat_places() {
        let text = "<mujoco>\n <worldbody>\n  <geom typ='box'/>\n  <geom size='x'/>\n </worldbody>\n</mujoco>";
        let model = |text: &str| sim_mjcf::Loader::new().load_str(text, "dir/bad.xml").unwrap_err();
        let lost = "<mujoco><asset><mesh name='m' file='a.stl'/><mesh name='n' file='b.stl'/></asset></mujoco>";
        let cases = [
            (CliError::Model(model(text)), "<geom> has no attribute 'typ'", Some(3)),
            (CliError::Model(model("<mujoco>")), "not well-formed XML", Some(1)),
            (CliError::Model(model("<robot/>")), "<robot> is URDF", Some(1)),
            (CliError::Model(model(lost)), "file 'dir/a.stl' not found", Some(1)),
            (CliError::file(Path::new("dir/bad.xml"), "no such file"), "no such file", None),
        ];
        for (error, begin, line) in cases {
            let json = error.json();
            let message = json["error"]["message"].as_str().unwrap();
            assert!(message.starts_with(begin) && !message.contains("bad.xml"), "{message}");
            assert_eq!(
                (&json["error"]["file"], json["error"]["line"].as_u64()),
                (&json!("dir/bad.xml"), line),
                "{json}"
            );
            for one in json["error"]["errors"].as_array().into_iter().flatten() {
                assert!(!one["message"].as_str().unwrap().contains("bad.xml"), "{one}");
            }
            // text for people begins with the place
            assert!(error.to_string().contains("dir/bad.xml"), "{error}");
        }
        assert_eq!(CliError::Model(model(lost)).json()["error"]["errors"].as_array().map(Vec::len), Some(2));
    }
}
