//! Loads models: MJCF text or files, with a map of files in memory.

use crate::errors::{self, Report};
use crate::interrupt::Watch;
use crate::memory::text::Text;
use crate::native::callbacks;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use sim_cli::models::{self, Example};
use sim_core::Model;
use sim_core::binding::message::{Line, Name};
use sim_mjcf::{Assets, Loaded, Loader, MjcfError, SourceSpan};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// Loads a file and the files it names.
pub fn from_file(py: Python<'_>, path: &Path, assets: Option<&Bound<'_, PyAny>>, report: Report) -> PyResult<Model> {
    let plain = report == Report::Plain;
    watched(py, assets, report, |loader| {
        loader.load(path).map_err(|error| match error.span().cloned() {
            Some(span) if plain && is_missing(&error, path) => {
                MjcfError::Invalid { span, message: format!("no such file{}", example_hint(path)) }
            }
            _ => error,
        })
    })
}

/// Whether the error is that this file, of the model itself, does not exist.
fn is_missing(error: &MjcfError, path: &Path) -> bool {
    matches!(error, MjcfError::MissingFiles(files) if matches!(&files[..], [(_, file)] if file == path))
}

/// The built-in model that a user may have meant by the name of a file that does not exist.
fn example_hint(path: &Path) -> String {
    let stem = path.file_stem().filter(|_| path.extension().is_none_or(|end| end == "xml"));
    match stem.and_then(|stem| stem.to_str()).and_then(models::nearest) {
        Some(name) => format!("; did you mean the built-in model? cortenforge.load_example(\"{name}\") loads it"),
        None => String::new(),
    }
}

/// Loads text; the files it names are in `assets`.
pub fn from_text(py: Python<'_>, xml: &str, assets: Option<&Bound<'_, PyAny>>, report: Report) -> PyResult<Model> {
    if report == Report::Plain && is_path(xml) {
        let name = Name(xml.trim());
        let message = format!("'{name}' is the name of a file, not MJCF text: call Model.from_file('{name}')");
        return Err(errors::of_loader(py, &MjcfError::Invalid { span: SourceSpan::default(), message }, report));
    }
    watched(py, assets, report, |loader| loader.load_str(xml, ""))
}

/// Whether text for a model is rather the name of a file.
fn is_path(text: &str) -> bool {
    let text = text.trim();
    let ending = text.rsplit_once('.').map(|(_, ending)| ending).unwrap_or_default();
    !text.contains(['<', '\n']) && ["xml", "mjcf"].iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Loads a model that is part of the package.
pub fn from_example(py: Python<'_>, example: &Example) -> PyResult<Model> {
    watched(py, None, Report::Plain, |loader| example.load(loader.clone()))
}

/// Loads without the interpreter's lock, and polls for signals.
fn watched(
    py: Python<'_>,
    assets: Option<&Bound<'_, PyAny>>,
    report: Report,
    load: impl FnOnce(&Loader) -> Result<Loaded, MjcfError> + Send,
) -> PyResult<Model> {
    let watch = Arc::new(Watch::default());
    let loader = Loader::new().assets(assets_of(assets)?).stop(watch.loading());
    let outcome = py.detach(|| load(&loader));
    watch.finish()?;
    let Loaded { model, warnings } = outcome.map_err(|error| errors::of_loader(py, &error, report))?;
    // warnings of the loader go to the callback, as all warnings do
    warnings.iter().try_for_each(|warning| callbacks::warn_of_model(py, &warning.to_string()))?;
    Ok(model)
}

/// What to call instead of the class, with the argument that was given.
pub fn which_loader(args: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let given = match args.iter().next() {
        Some(first) => Some(first),
        None => options.and_then(|options| options.values().iter().next()),
    };
    let Some(given) = given else {
        return Ok("a Model is loaded: call Model.from_file(path), or Model.from_string(text)".into());
    };
    let text = given.extract::<Text>().map(|Text(text)| text).unwrap_or_default();
    if text.trim_start().starts_with('<') {
        return Ok("a Model is loaded: call Model.from_string(text) with this MJCF text".into());
    }
    let shown = given.repr()?.to_string();
    let is_file = !text.is_empty() || given.hasattr("__fspath__")?;
    let cure = match is_file {
        true => format!("call Model.from_file({})", Name(&shown)),
        false => format!("call Model.from_file(path), or Model.from_string(text), not Model({})", Name(&shown)),
    };
    Ok(format!("a Model is loaded: {cure}"))
}

/// A mapping from names to bytes.
fn assets_of(assets: Option<&Bound<'_, PyAny>>) -> PyResult<Assets> {
    let mut files = Assets::new();
    let mut seen = BTreeSet::new();
    if let Some(assets) = assets {
        for item in assets.call_method0("items")?.try_iter()? {
            let (name, bytes): (String, Bound<'_, PyBytes>) = item?.extract()?;
            // MuJoCo finds files by the last part of their path
            if !seen.insert(name.rsplit(['/', '\\']).next().unwrap_or(&name).to_string()) {
                return Err(PyValueError::new_err(format!("Repeated file name in assets dict: {}", Line(&name))));
            }
            files.insert(name, bytes.as_bytes());
        }
    }
    Ok(files)
}
