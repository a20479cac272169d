//! What can go wrong in a command, in words for the terminal.

use sim_core::StepError;
use sim_mjcf::MjcfError;
use std::path::PathBuf;
use thiserror::Error;

/// Result of a command's steps.
pub type Result<T, E = CliError> = std::result::Result<T, E>;

/// A command that cannot be carried out.
#[derive(Debug, Error)]
pub enum CliError {
    /// The model cannot be loaded.
    #[error("{0}")]
    Model(#[from] MjcfError),
    /// A file cannot be read or written.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// The simulation stopped.
    #[error("the simulation stopped at step {step}, time {time:.6} s: {source}")]
    Step {
        /// Steps done before.
        step: u64,
        /// Time reached.
        time: f64,
        /// Why.
        source: StepError,
    },
    /// An argument that makes no sense for this model.
    #[error("{0}")]
    Usage(String),
}

impl CliError {
    /// An error about a file.
    pub fn file(path: &std::path::Path, message: impl ToString) -> Self {
        Self::File { path: path.to_path_buf(), message: message.to_string() }
    }
}
