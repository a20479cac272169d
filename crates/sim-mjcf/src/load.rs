//! Loads a model: read, resolve and compile in one call, with the options of a [`Loader`].

use crate::error::Result;
use crate::error_list::{ErrorList, Phase};
use crate::file_log::FileLog;
use crate::files::{self, Assets, Files};
use crate::limits::Limits;
use crate::source_span::SourceSpan;
use crate::spec::{Document, Spec};
use crate::stop::Stop;
use crate::warning::Warning;
use crate::{compile, read, resolve, stack};
use sim_core::Model;
use std::path::Path;

/// A loaded model and the loader's warnings about it.
///
/// ```
/// use sim_mjcf::{Loaded, Loader};
///
/// let Loaded { model, warnings } = Loader::new().load_str("<mujoco><worldbody/></mujoco>", "empty.xml")?;
/// assert_eq!((model.nbody, warnings.len()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// Warnings, each with its place in the document.
    pub warnings: Vec<Warning>,
}

impl Loaded {
    /// Returns the model and passes each warning to [`sim_core::warning`].
    pub fn report_warnings(self) -> Model {
        self.warnings.iter().for_each(|warning| sim_core::warning::warn(&warning.to_string()));
        self.model
    }
}

/// Loads models with options: files in memory, limits, a way to stop, a log of the files.
///
/// A new loader reads files from the disk and has the default [`Limits`]. One loader can load many models.
///
/// ```
/// use sim_mjcf::{Assets, Limits, Loader};
///
/// let mut limits = Limits::default();
/// limits.objects = 1000;
/// let assets: Assets = [("ball.xml", "<mujoco><geom size='0.1'/></mujoco>")].into_iter().collect();
/// let loader = Loader::new().assets(assets).disk(false).limits(limits);
///
/// let text = "<mujoco><worldbody><include file='ball.xml'/></worldbody></mujoco>";
/// let loaded = loader.load_str(text, "scene.xml")?;
/// assert_eq!((loaded.model.ngeom, loaded.warnings.len()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Loader {
    files: Files,
}

impl Default for Loader {
    fn default() -> Self {
        Self::new()
    }
}

impl Loader {
    /// Makes a loader that reads files from the disk and has the default limits.
    pub fn new() -> Self {
        Self { files: Files::with_disk(Assets::new()) }
    }

    /// Sets the files in memory. The loader looks for a file here first, then on the disk.
    #[must_use]
    pub fn assets(mut self, assets: Assets) -> Self {
        self.files.assets = assets;
        self
    }

    /// Sets whether the loader may read files from the disk. Default: true.
    #[must_use]
    pub fn disk(mut self, disk: bool) -> Self {
        self.files.disk = disk;
        self
    }

    /// Sets what a load may cost. Default: [`Limits::default`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.files.limits = limits;
        self
    }

    /// Sets when a load stops before it is done. Default: never.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.files.stop = stop;
        self
    }

    /// Sets the log that notes which files on disk a load asks for. Default: no log.
    #[must_use]
    pub fn log(mut self, log: FileLog) -> Self {
        self.files.log = Some(log);
        self
    }

    /// Replaces all options at once with those of `files`.
    #[must_use]
    pub fn files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Loads a model from a file. Names of files inside it are relative to its directory.
    ///
    /// Fails with [`MjcfError`](crate::MjcfError) if a file is missing or the model has mistakes.
    pub fn load(&self, path: impl AsRef<Path>) -> Result<Loaded> {
        self.with_text(path.as_ref(), |text, name| self.load_str(text, name))
    }

    /// Loads a model from MJCF text. `name` stands in messages as the file; its directory is where relative files are.
    ///
    /// Fails with [`MjcfError`](crate::MjcfError) if a file is missing or the model has mistakes.
    pub fn load_str(&self, xml: &str, name: &str) -> Result<Loaded> {
        let mut errors = ErrorList::default();
        let root = read::xml::parse_with(xml, name, &self.files, &mut errors)?;
        compile_elements(root, name, &self.files, errors)
    }

    /// Reads and resolves a file without compiling it. Names of files inside it are relative to its directory.
    ///
    /// Fails with [`MjcfError`](crate::MjcfError) if an included file is missing or the text has mistakes.
    pub fn load_spec(&self, path: impl AsRef<Path>) -> Result<Spec> {
        self.with_text(path.as_ref(), |text, name| self.spec(text, name))
    }

    /// Works on the text of a file and the name that stands for it in messages.
    fn with_text<R>(&self, path: &Path, work: impl FnOnce(&str, &str) -> Result<R>) -> Result<R> {
        let name = path.to_string_lossy();
        let span = SourceSpan::new(name.as_ref().into(), 0, 0, "", None, None);
        let bytes = self.files.read(path, &span)?;
        work(&read::text::decode(&bytes, &name)?, &name)
    }

    /// Reads and resolves MJCF text without compiling it. `name` is used as in [`Loader::load_str`].
    pub fn spec(&self, xml: &str, name: &str) -> Result<Spec> {
        let mut errors = ErrorList::default();
        let root = read::xml::parse_with(xml, name, &self.files, &mut errors)?;
        resolve_elements(root, name, &self.files, errors)
    }

    /// Reads MJCF text without expanding its replicates, attachments and composites. `name` is used as in
    /// [`Loader::load_str`].
    pub fn document(&self, xml: &str, name: &str) -> Result<Document> {
        let root = read::xml::parse(xml, name, &self.files)?;
        let dir = files::dir_of(name);
        stack::run_with_enough(root, &self.files.stop, |root| read::document(&root, &self.files, dir))
    }
}

/// Loads a model from an MJCF file. Warnings go to [`sim_core::warning`].
///
/// [`Loader`] does this with options, and returns the warnings.
///
/// ```no_run
/// let model = sim_mjcf::load("models/humanoid.xml")?;
/// # Ok::<(), sim_mjcf::MjcfError>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<Model> {
    Loader::new().load(path).map(Loaded::report_warnings)
}

/// Loads a model from MJCF text. Warnings go to [`sim_core::warning`]. Names of files are relative to the working directory.
///
/// [`Loader`] does this with options, and returns the warnings.
///
/// ```
/// let model = sim_mjcf::load_str("<mujoco><worldbody><geom size='0.1'/></worldbody></mujoco>")?;
/// assert_eq!(model.ngeom, 1);
/// # Ok::<(), sim_mjcf::MjcfError>(())
/// ```
pub fn load_str(xml: &str) -> Result<Model> {
    Loader::new().load_str(xml, "").map(Loaded::report_warnings)
}

/// Loads a model from MJCF text: the short form [`load_str`] under MuJoCo's kind of name.
pub fn load_model(xml: &str) -> Result<Model> {
    load_str(xml)
}

/// Loads a model from an MJCF file: the short form [`load`] under MuJoCo's kind of name.
pub fn load_model_from_file(path: impl AsRef<Path>) -> Result<Model> {
    load(path)
}

/// Reads and resolves MJCF text without compiling it: [`Loader::spec`] with the default options.
pub fn parse_mjcf_str(xml: &str) -> Result<Spec> {
    Loader::new().spec(xml, "")
}

/// Reads MJCF text without expanding it: [`Loader::document`] with the default options.
pub fn read_document(xml: &str) -> Result<Document> {
    Loader::new().document(xml, "")
}

/// Compiles elements that come from a file or from a program. `errors` holds the mistakes found so far.
pub(crate) fn compile_elements(
    root: read::element::Element,
    file: &str,
    files: &Files,
    mut errors: ErrorList,
) -> Result<Loaded> {
    stack::run_with_enough(root, &files.stop, |root| {
        let mut spec = spec_of(root, file, files, &mut errors)?;
        let warnings = std::mem::take(&mut spec.warnings);
        // the first step of a world repeats the warnings of the trial steps
        let (model, _) = sim_core::warning::collect(|| compile::compile_with(spec, files, errors));
        Ok(Loaded { model: model?, warnings })
    })
}

/// Resolves elements that come from a file or from a program. `errors` holds the mistakes found so far.
pub(crate) fn resolve_elements(
    root: read::element::Element,
    file: &str,
    files: &Files,
    mut errors: ErrorList,
) -> Result<Spec> {
    stack::run_with_enough(root, &files.stop, |root| {
        let spec = spec_of(root, file, files, &mut errors)?;
        errors.finish()?;
        Ok(spec)
    })
}

/// Reads and resolves. Mistakes that leave the rest readable go into `errors`.
fn spec_of(root: read::element::Element, file: &str, files: &Files, errors: &mut ErrorList) -> Result<Spec> {
    errors.begin(Phase::Read);
    let document = read::document_with(&root, files, files::dir_of(file), errors)?;
    // the elements take more memory than the document
    drop(root);
    errors.begin(Phase::Build);
    resolve::expand(document, &files.stop, errors)
}
