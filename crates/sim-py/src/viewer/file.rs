//! A model file, the files that it is made of, and models that are dropped on a page.

use sim_mjcf::{Assets, FileLog, Files, MjcfError};
use sim_view::viewer::{LoadFailure, Loaded};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Lines that are shown before and after an error.
const AROUND: usize = 3;
/// Most letters of such a line.
const WIDEST: usize = 200;

/// Time of the last change and length; nothing where there is no such file.
type Mark = Option<(SystemTime, u64)>;

/// Files and how they were when they were last looked at.
#[derive(Default)]
pub struct Watched(BTreeMap<PathBuf, Mark>);

fn mark(path: &Path) -> Mark {
    let data = std::fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

impl Watched {
    /// One that is watched already keeps its mark: it may have changed while it was read.
    fn add(&mut self, path: &Path) {
        self.0.entry(path.to_path_buf()).or_insert_with(|| mark(path));
    }

    /// Whether a file changed, came or went since it was looked at.
    pub fn has_changed(&mut self) -> bool {
        let mut changed = false;
        for (path, known) in &mut self.0 {
            let now = mark(path);
            changed |= now != *known;
            *known = now;
        }
        changed
    }
}

/// Loads a file and watches what it is made of.
pub fn load_file(path: &Path, watched: &mut Watched) -> Result<Loaded, LoadFailure> {
    let log = FileLog::default();
    let files = Files { log: Some(log.clone()), ..Files::with_disk(Assets::new()) };
    watched.add(path);
    let outcome = sim_mjcf::load_file_from(path, &files);
    // an error may come before all files are known: those of the last time still count
    log.files().iter().for_each(|file| watched.add(file));
    finished(outcome, path.display().to_string(), |file| {
        std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    })
}

/// Loads a model that was dropped on a page.
pub fn load_text(name: &str, text: &[u8]) -> Result<Loaded, LoadFailure> {
    let text = String::from_utf8_lossy(text);
    let outcome = sim_mjcf::load_from(&text, name, &Files::with_disk(Assets::new()));
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
    let lines = place.as_ref().map(|(file, line, _)| around(&read(file), *line)).unwrap_or_default();
    LoadFailure { message: error.to_string(), place, lines }
}

fn around(text: &str, line: usize) -> Vec<(usize, String)> {
    let first = line.saturating_sub(AROUND + 1);
    let lines = text.lines().enumerate().skip(first).take(2 * AROUND + 1);
    lines.map(|(at, text)| (at + 1, text.chars().take(WIDEST).collect())).collect()
}
