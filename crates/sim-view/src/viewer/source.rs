//! Sources of models, and errors of loading.

use crate::viewer::dropped::DroppedModel;
use crate::viewer::protocol::{ErrorMessage, SourceLine};
use sim_core::{Data, Model};
use std::sync::Arc;

/// Lines shown before and after an error.
const AROUND: usize = 3;

/// Limit on the letters of such a line.
const WIDEST: usize = 200;

/// A model to show.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::Loaded;
///
/// let loaded = Loaded { model: Model::example(), name: "example".into(), warnings: vec![], data: None };
/// assert!(loaded.model.nv > 0);
/// ```
#[derive(Debug)]
pub struct Loaded {
    /// The model.
    pub model: Model,
    /// Name for users.
    pub name: String,
    /// Warnings of the loader.
    pub warnings: Vec<String>,
    /// Initial state. `None`: the model's default.
    pub data: Option<Data>,
}

/// Why a model was not loaded.
///
/// ```
/// use sim_view::viewer::LoadFailure;
///
/// let failure = LoadFailure { message: "no such file".into(), ..LoadFailure::default() };
/// assert!(failure.place.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct LoadFailure {
    /// The problem and its cure.
    pub message: String,
    /// File, line and column, from 1.
    pub place: Option<(String, usize, usize)>,
    /// Lines around the place, with their numbers.
    pub lines: Vec<(usize, String)>,
}

impl LoadFailure {
    /// A failure at a place of a file. `text` returns the text of a file as the loader read it, or `None` if the loader did not read it.
    ///
    /// Do not read the file again here: it may be another one by now, or a pipe.
    ///
    /// ```
    /// use sim_view::viewer::LoadFailure;
    ///
    /// let place = ("a.xml".to_string(), 2, 1);
    /// let read = |_: &str| Some("<mujoco>\n<world/>\n</mujoco>".into());
    /// let failure = LoadFailure::at("no such element".into(), Some(place), read);
    /// assert_eq!(failure.lines[1], (2, "<world/>".to_string()));
    /// ```
    pub fn at(
        message: String,
        place: Option<(String, usize, usize)>,
        text: impl FnOnce(&str) -> Option<Arc<str>>,
    ) -> Self {
        let lines = place.as_ref().and_then(|(file, line, _)| Some(around(&text(file)?, *line)));
        Self { message, lines: lines.unwrap_or_default(), place }
    }

    pub(super) fn message(&self) -> ErrorMessage {
        let (file, line, column) = match &self.place {
            Some((file, line, column)) => (Some(file.clone()), Some(*line), Some(*column)),
            None => (None, None, None),
        };
        let lines = self.lines.iter().map(|(number, text)| SourceLine {
            number: *number,
            text: text.clone(),
            marked: Some(*number) == line,
        });
        ErrorMessage { message: Some(self.message.clone()), file, line, column, lines: lines.collect() }
    }
}

/// Lines around one. Long lines are cut.
fn around(text: &str, line: usize) -> Vec<(usize, String)> {
    let first = line.saturating_sub(AROUND + 1);
    let lines = text.lines().enumerate().skip(first).take(2 * AROUND + 1);
    lines.map(|(at, text)| (at + 1, text.chars().take(WIDEST).collect())).collect()
}

/// Loads the models of a player.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::{DroppedModel, LoadFailure, Loaded, Source};
///
/// struct Example;
///
/// impl Source for Example {
///     fn load(&mut self) -> Result<Loaded, LoadFailure> {
///         Ok(Loaded { model: Model::example(), name: "example".into(), warnings: vec![], data: None })
///     }
///
///     fn load_dropped(&mut self, _: DroppedModel) -> Result<Loaded, LoadFailure> {
///         Err(LoadFailure { message: "this program shows its own model".into(), ..LoadFailure::default() })
///     }
///
///     fn has_changed(&mut self) -> bool {
///         false
///     }
/// }
///
/// assert!(Example.load().is_ok());
/// ```
pub trait Source: Send {
    /// Loads the model.
    ///
    /// # Errors
    ///
    /// The model cannot be loaded.
    fn load(&mut self) -> Result<Loaded, LoadFailure>;

    /// Loads a model that was dropped on a page. It becomes the source.
    ///
    /// The model may see only the files of `dropped`: a page can come from anywhere, so it must not read the user's files.
    ///
    /// # Errors
    ///
    /// The model cannot be loaded. The previous model stays the source.
    fn load_dropped(&mut self, dropped: DroppedModel) -> Result<Loaded, LoadFailure>;

    /// Whether a file of the model changed since the last call.
    fn has_changed(&mut self) -> bool;

    /// Steps a world. Override it and [`has_own_steps`](Self::has_own_steps) to add to the engine's step.
    ///
    /// # Errors
    ///
    /// The step failed.
    fn step(&mut self, m: &Model, d: &mut Data) -> Result<(), String> {
        d.step(m).map_err(|error| error.to_string())
    }

    /// Whether [`step`](Self::step) steps the worlds, one by one. Default: the engine steps all worlds at once.
    fn has_own_steps(&self) -> bool {
        false
    }

    /// Called with every shown state of the selected world.
    fn show(&mut self, _d: &Data) {}

    /// Called for every key that is pressed in a page, by its GLFW number.
    fn press(&mut self, _key: i32) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_around_an_error_are_cut() {
        let text: String = (1..=20).map(|number| format!("{number}{}\n", " x".repeat(500))).collect();
        let numbers = |line: usize| around(&text, line).iter().map(|line| line.0).collect::<Vec<_>>();
        assert_eq!(numbers(1), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers(10), [7, 8, 9, 10, 11, 12, 13]);
        assert_eq!(numbers(20), [17, 18, 19, 20]);
        assert!(numbers(99).is_empty() && around(&text, 5).iter().all(|line| line.1.len() == WIDEST));
    }
}
