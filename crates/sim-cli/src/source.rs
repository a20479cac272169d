//! Loads a command's model: a file, or a built-in model.

use crate::error::{CliError, Result};
use crate::interrupt::Interrupt;
use crate::models;
use crate::report::counted;
use crate::title::model_title;
use sim_core::binding::message::Name;
use sim_core::{Model, ObjType};
use sim_mjcf::spec::Spec;
use sim_mjcf::{Loader, MjcfError, Stop, Warning};
use std::path::Path;

/// The model that `run` simulates when none is named.
pub const BUILT_IN: &str = include_str!("../../../models/humanoid.xml");

/// A loaded model and its name.
#[derive(Debug)]
pub struct Loaded {
    /// The compiled model.
    pub model: Model,
    /// Its name for titles.
    pub title: String,
    /// The file, or `built in`.
    pub source: String,
    /// Warnings of the loader, with places.
    pub warnings: Vec<Warning>,
    /// Seconds of loading.
    pub seconds: f64,
}

/// Loads the model of a command. Stops when the user interrupts it.
pub fn load(path: Option<&Path>, interrupt: &Interrupt) -> Result<Loaded> {
    let start = std::time::Instant::now();
    let loader = loader(interrupt);
    let (loaded, source) = match path {
        Some(path) => match models::named(path) {
            Some(example) => (example.load(loader), "built in".to_string()),
            None => {
                require_file(path)?;
                (loader.load(path), path.display().to_string())
            }
        },
        None => (loader.load_str(BUILT_IN, "humanoid.xml"), "built in".to_string()),
    };
    let sim_mjcf::Loaded { model, warnings } = loaded.map_err(refused)?;
    let title = model_title(&model, path);
    Ok(Loaded { model, title, source, warnings, seconds: start.elapsed().as_secs_f64() })
}

/// Reads and resolves a model's file without compiling it.
pub fn spec(path: &Path, interrupt: &Interrupt) -> Result<Spec> {
    let loader = loader(interrupt);
    match models::named(path) {
        Some(example) => models::spec(example, loader),
        None => loader.load_spec(path),
    }
    .map_err(refused)
}

/// A loader that stops when the user interrupts the command.
fn loader(interrupt: &Interrupt) -> Loader {
    let interrupt = interrupt.clone();
    Loader::new().stop(Stop::when(move || interrupt.asked()))
}

fn refused(error: MjcfError) -> CliError {
    match error {
        MjcfError::Interrupted => CliError::NotLoaded,
        other => CliError::Model(other),
    }
}

/// Reports a missing model file more plainly than the loader's list of missing files.
pub fn require_file(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(CliError::file(path, "is a directory: give a model file")),
        Ok(data) if !data.is_file() => Err(CliError::file(path, "is not a regular file")),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(CliError::file(path, format!("no such file{}", models::hint(path))))
        }
        Err(error) => Err(CliError::file(path, error)),
    }
}

/// Most keyframes that a message lists.
const MOST_LISTED: usize = 20;

/// The keyframes of a model, by name, or by number where they have none.
fn keyframes(m: &Model, count: usize) -> String {
    let name = |id: usize| match m.name(ObjType::Key, id) {
        Some(name) if !name.is_empty() => Name(name).to_string(),
        _ => id.to_string(),
    };
    let names: Vec<String> = (0..count.min(MOST_LISTED)).map(name).collect();
    let more = if count > MOST_LISTED { format!(" and {} more", count - MOST_LISTED) } else { String::new() };
    format!("{}: {}{more}", counted(count, "keyframe"), names.join(", "))
}

/// The number of a keyframe that the user gives by name or number.
pub fn keyframe(m: &Model, key: &str) -> Result<usize> {
    let numbered = || key.parse().ok().filter(|&id: &usize| id < m.nkey);
    m.id(ObjType::Key, key).or_else(numbered).ok_or_else(|| {
        CliError::Usage(match m.nkey {
            0 => format!("--key {key} does not exist: the model has no keyframes; leave out --key"),
            count => format!("--key {key} does not exist: the model has {}", keyframes(m, count)),
        })
    })
}
