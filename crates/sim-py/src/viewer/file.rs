//! Loads model files and models that are dropped on a page, and watches the files.

use sim_cli::model_title;
use sim_mjcf::{FileLog, Loader, MjcfError, SourceSpan, TextLog};
use sim_view::viewer::{DroppedModel, LoadFailure, Loaded, WatchedFiles};
use std::path::Path;

/// Loads a file, and watches it and the files that it names.
pub fn load_file(path: &Path, watched: &mut WatchedFiles) -> Result<Loaded, LoadFailure> {
    let (log, texts) = (FileLog::default(), TextLog::default());
    watched.add(path);
    let outcome = Loader::new().log(log.clone()).texts(texts.clone()).load(path);
    // an error may come before all files are known: those of the last load stay watched
    log.files().iter().for_each(|file| watched.add(file));
    finished(outcome, path, &texts)
}

/// Loads a model that was dropped on a page. It sees only the files that came with it.
pub fn load_dropped(dropped: &DroppedModel) -> Result<Loaded, LoadFailure> {
    let texts = TextLog::default();
    let loader = Loader::new().disk(false).assets(dropped.files().collect()).texts(texts.clone());
    // a dropped file has no folder: the working directory does not name it
    finished(loader.load(dropped.name()), &Path::new("/").join(dropped.name()), &texts)
}

/// The outcome for pages, with the title of the model. The lines of an error come from the text that the loader read.
fn finished(outcome: Result<sim_mjcf::Loaded, MjcfError>, path: &Path, texts: &TextLog) -> Result<Loaded, LoadFailure> {
    let place = |span: &SourceSpan| (span.file().to_string(), span.line() as usize, span.column() as usize);
    let failure =
        |error: MjcfError| LoadFailure::at(error.to_string(), error.span().map(place), |file| texts.text(file));
    let sim_mjcf::Loaded { model, warnings } = outcome.map_err(failure)?;
    let name = model_title(&model, Some(path));
    Ok(Loaded { model, name, warnings: warnings.iter().map(ToString::to_string).collect(), data: None })
}
