//! Loads model files and models that are dropped on a page, and watches the files.

use sim_mjcf::{FileLog, Loader, MjcfError};
use sim_view::viewer::{LoadFailure, Loaded, WatchedFiles};
use std::path::Path;

/// Loads a file, and watches it and the files that it names.
pub fn load_file(path: &Path, watched: &mut WatchedFiles) -> Result<Loaded, LoadFailure> {
    let log = FileLog::default();
    watched.add(path);
    let outcome = Loader::new().log(log.clone()).load(path);
    // an error may come before all files are known: those of the last load stay watched
    log.files().iter().for_each(|file| watched.add(file));
    finished(outcome, path.display().to_string(), |file| {
        std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    })
}

/// Loads a model that was dropped on a page.
pub fn load_text(name: &str, text: &[u8]) -> Result<Loaded, LoadFailure> {
    let text = String::from_utf8_lossy(text);
    let outcome = Loader::new().load_str(&text, name);
    finished(outcome, name.to_string(), |file| if file == name { text.to_string() } else { String::new() })
}

fn finished(
    outcome: Result<sim_mjcf::Loaded, MjcfError>,
    name: String,
    read: impl Fn(&str) -> String,
) -> Result<Loaded, LoadFailure> {
    let sim_mjcf::Loaded { model, warnings } = outcome.map_err(|error| failure(&error, read))?;
    Ok(Loaded { model, name, warnings: warnings.iter().map(ToString::to_string).collect(), data: None })
}

fn failure(error: &MjcfError, read: impl Fn(&str) -> String) -> LoadFailure {
    let place = error.span().map(|span| (span.file().to_string(), span.line() as usize, span.column() as usize));
    LoadFailure::at(error.to_string(), place, read)
}
