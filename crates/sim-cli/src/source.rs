//! Where a command's model comes from: a file, or the humanoid that is built in.

use crate::error::{CliError, Result};
use sim_core::Model;
use std::path::Path;

/// The model that `run` simulates when none is named.
pub const BUILT_IN: &str = include_str!("../../../models/humanoid.xml");

/// A loaded model and what to call it.
#[derive(Debug)]
pub struct Loaded {
    /// The compiled model.
    pub model: Model,
    /// The file, or a word for the built-in model.
    pub source: String,
    /// Seconds the loading took.
    pub seconds: f64,
}

/// Loads the model of a command.
pub fn load(path: Option<&Path>) -> Result<Loaded> {
    let start = std::time::Instant::now();
    let (model, source) = match path {
        Some(path) => {
            require_file(path)?;
            (sim_mjcf::load_model_from_file(path)?, path.display().to_string())
        }
        None => (sim_mjcf::load_model(BUILT_IN)?, "built in".to_string()),
    };
    Ok(Loaded { model, source, seconds: start.elapsed().as_secs_f64() })
}

/// A missing model file gets a plainer message than the loader's list of missing files.
fn require_file(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(CliError::file(path, "is a directory, not a model file")),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(CliError::file(path, "no such file")),
        Err(error) => Err(CliError::file(path, error)),
    }
}
