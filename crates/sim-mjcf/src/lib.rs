//! MJCF for CortenForge: text to [`spec::Document`] to [`spec::Spec`] to [`sim_core::Model`].
//!
//! Loading has three steps: *read* (schema-checked elements, then a typed document), *resolve* (replicate and
//! attach expanded, which gives the spec), *compile* (constants and derived quantities). [`load_model`] and its
//! siblings do all three; [`read_document`] stops after the first, [`parse_mjcf_str`] after the second.
//!
//! Every object of a document or spec has a [`table`] of its fields, by which they are read, set and written. [`build`] makes
//! models in code, without text.
//!
//! ```
//! let model = sim_mjcf::load_model(
//!     "<mujoco><worldbody><body><joint/><geom size='0.1'/></body></worldbody></mujoco>",
//! )?;
//! assert_eq!(model.nv, 1);
//! # Ok::<(), sim_mjcf::MjcfError>(())
//! ```
//!
//! # Stability
//!
//! Versions follow semantic versioning. The public interface is what `api/sim-mjcf.txt` of the repository lists, except
//! [`binding`], whose names may change with any version. While the version begins with 0, a new second number (0.1 to 0.2) may
//! rename or remove public items, each with a line in the changelog that says what to write instead; a new third number (0.1.0 to
//! 0.1.1) only adds or repairs. Texts of errors are for people and may change at any time; their kinds and places are part of the
//! interface.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[doc(hidden)]
pub mod binding;
pub mod build;
mod compile;
mod deep_stack;
mod error;
mod file_log;
mod files;
mod gather;
mod image;
mod limits;
mod mesh;
mod numeric;
mod read;
mod resolve;
mod schema;
mod source_span;
pub mod spec;
mod stop;
mod suggest;
pub mod table;

pub use compile::compile;
pub use error::{MjcfError, ModelConversionError, Result};
pub use file_log::FileLog;
pub use files::{Assets, Files};
pub use limits::Limits;
pub use source_span::SourceSpan;
pub use stop::Stop;
pub use table::{FieldError, FieldInfo, Fields, Value};

use gather::{Errors, Step};
use sim_core::Model;
use sim_core::binding::message;
use spec::{Document, Spec};
use std::path::Path;

/// A loaded model and what the loader thinks its author should know.
///
/// ```
/// use sim_mjcf::{Assets, Loaded, load_text};
///
/// let Loaded { model, warnings } = load_text("<mujoco><worldbody/></mujoco>", "empty.xml", Assets::new())?;
/// assert_eq!((model.nbody, warnings.len()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// Warnings, each with its place.
    pub warnings: Vec<String>,
}

/// Loads a model from MJCF text. Relative file names are resolved against the working directory.
///
/// What the loader warns of goes to [`sim_core::warning`], as with all functions that return a Model alone; those that return
/// [`Loaded`] leave it to the caller.
pub fn load_model(xml: &str) -> Result<Model> {
    load_model_with_assets(xml, Assets::new())
}

/// Loads a model from MJCF text whose includes, meshes and textures may be given in memory.
pub fn load_model_with_assets(xml: &str, assets: Assets) -> Result<Model> {
    load_text(xml, "", assets).map(told)
}

/// Loads a model from a file.
pub fn load_model_from_file(path: impl AsRef<Path>) -> Result<Model> {
    load_file(path, Assets::new()).map(told)
}

/// The model, after its warnings are told.
fn told(loaded: Loaded) -> Model {
    loaded.warnings.iter().for_each(|warning| sim_core::warning::warn(warning));
    loaded.model
}

/// Loads a file and keeps the warnings; `assets` are looked at before the disk.
pub fn load_file(path: impl AsRef<Path>, assets: Assets) -> Result<Loaded> {
    load_file_from(path, &Files::with_disk(assets))
}

/// Loads a file; it and the files it names come from `files`, within their limits.
pub fn load_file_from(path: impl AsRef<Path>, files: &Files) -> Result<Loaded> {
    let path = path.as_ref();
    let name = path.to_string_lossy();
    let span = SourceSpan::new(name.as_ref().into(), 0, 0, "", None, None);
    let bytes = files.read(path, &span)?;
    load(&read::text::decode(&bytes, &name)?, &name, files)
}

/// Loads text and keeps the warnings; `file` names it in messages and locates relative files.
pub fn load_text(xml: &str, file: &str, assets: Assets) -> Result<Loaded> {
    load_from(xml, file, &Files::with_disk(assets))
}

/// Loads text whose files come from `files`, which may leave the disk out.
pub fn load_from(xml: &str, file: &str, files: &Files) -> Result<Loaded> {
    load(xml, file, files)
}

/// Reads and resolves MJCF text without compiling it.
pub fn parse_mjcf_str(xml: &str) -> Result<Spec> {
    parse(xml, "", &Files::with_disk(Assets::new()))
}

/// Reads MJCF text without carrying out its replicates, attachments and composites.
pub fn read_document(xml: &str) -> Result<Document> {
    let files = Files::with_disk(Assets::new());
    let root = read::xml::parse(xml, "", &files)?;
    deep_stack::run(root, &files.stop, |root| read::document(&root, &files, ""))
}

fn parse(xml: &str, file: &str, files: &Files) -> Result<Spec> {
    let mut errors = Errors::default();
    let root = read::xml::parse_with(xml, file, files, &mut errors)?;
    deep_stack::run(root, &files.stop, |root| {
        let spec = spec_of(root, file, files, &mut errors)?;
        errors.finish()?;
        Ok(spec)
    })
}

fn load(xml: &str, file: &str, files: &Files) -> Result<Loaded> {
    let mut errors = Errors::default();
    let root = read::xml::parse_with(xml, file, files, &mut errors)?;
    load_elements(root, file, files, errors)
}

/// The model of elements that were read from a file or written by a program; `errors` holds what is wrong with them already.
fn load_elements(root: read::element::Element, file: &str, files: &Files, mut errors: Errors) -> Result<Loaded> {
    deep_stack::run(root, &files.stop, |root| {
        let mut spec = spec_of(root, file, files, &mut errors)?;
        let warnings = std::mem::take(&mut spec.warnings);
        let warnings = warnings.iter().map(|warning| message::Line(warning).to_string()).collect();
        // what its trial steps warn of, the first step of a world will say again
        let (model, _) = sim_core::warning::collect(|| compile::compile_with(spec, files, errors));
        Ok(Loaded { model: model?, warnings })
    })
}

/// Reads and resolves; what is wrong and does not keep the rest from being looked at goes into `errors`.
fn spec_of(root: read::element::Element, file: &str, files: &Files, errors: &mut Errors) -> Result<Spec> {
    errors.begin(Step::Read);
    let document = read::document_with(&root, files, files::dir_of(file), errors)?;
    // the text is large next to what it says
    drop(root);
    errors.begin(Step::Build);
    resolve::expand(document, &files.stop, errors)
}
