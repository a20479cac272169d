//! Where the models of a player come from, and why one could not be loaded.

use serde_json::{Value, json};
use sim_core::{Data, Model};

/// Lines that are shown before and after an error.
const AROUND: usize = 3;

/// Most letters of such a line.
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
    /// What to call it.
    pub name: String,
    /// What its loader warns about.
    pub warnings: Vec<String>,
    /// Where it begins; its default state where there is none.
    pub data: Option<Data>,
}

/// Why a model was not loaded, for people.
///
/// ```
/// use sim_view::viewer::LoadFailure;
///
/// let failure = LoadFailure { message: "no such file".into(), ..LoadFailure::default() };
/// assert!(failure.place.is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct LoadFailure {
    /// What is wrong and what to do.
    pub message: String,
    /// The file, its line and column, counted from one.
    pub place: Option<(String, usize, usize)>,
    /// Lines around it, with their numbers.
    pub lines: Vec<(usize, String)>,
}

impl LoadFailure {
    /// A failure at a place of a file, with the lines around it; `read` gives what is in the file.
    ///
    /// ```
    /// use sim_view::viewer::LoadFailure;
    ///
    /// let place = ("a.xml".to_string(), 2, 1);
    /// let failure = LoadFailure::at("no such element".into(), Some(place), |_| "<mujoco>\n<world/>\n</mujoco>".into());
    /// assert_eq!(failure.lines[1], (2, "<world/>".to_string()));
    /// ```
    pub fn at(message: String, place: Option<(String, usize, usize)>, read: impl FnOnce(&str) -> String) -> Self {
        let lines = place.as_ref().map(|(file, line, _)| around(&read(file), *line)).unwrap_or_default();
        Self { message, place, lines }
    }

    pub(super) fn message(&self) -> Value {
        let place = self.place.as_ref();
        let line = place.map(|place| place.1);
        let lines = self.lines.iter();
        let lines =
            lines.map(|(number, text)| json!({ "number": number, "text": text, "marked": Some(*number) == line }));
        json!({
            "message": self.message,
            "file": place.map(|place| &place.0),
            "line": line,
            "column": place.map(|place| place.2),
            "lines": lines.collect::<Vec<_>>(),
        })
    }
}

/// Lines around one, cut where they are long.
fn around(text: &str, line: usize) -> Vec<(usize, String)> {
    let first = line.saturating_sub(AROUND + 1);
    let lines = text.lines().enumerate().skip(first).take(2 * AROUND + 1);
    lines.map(|(at, text)| (at + 1, text.chars().take(WIDEST).collect())).collect()
}

/// Where models come from.
///
/// ```
/// use sim_core::Model;
/// use sim_view::viewer::{LoadFailure, Loaded, Source};
///
/// struct Example;
///
/// impl Source for Example {
///     fn load(&mut self) -> Result<Loaded, LoadFailure> {
///         Ok(Loaded { model: Model::example(), name: "example".into(), warnings: vec![], data: None })
///     }
///
///     fn load_dropped(&mut self, _: &str, _: &[u8]) -> Result<Loaded, LoadFailure> {
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
    /// Loads the model, again where it was loaded before.
    ///
    /// # Errors
    ///
    /// Where it cannot be loaded.
    fn load(&mut self) -> Result<Loaded, LoadFailure>;

    /// Loads a model that was dropped on a page, and keeps to it.
    ///
    /// # Errors
    ///
    /// Where it cannot be loaded; the model before it stays the source then.
    fn load_dropped(&mut self, name: &str, text: &[u8]) -> Result<Loaded, LoadFailure>;

    /// Whether a file of the model changed since this was asked before.
    fn has_changed(&mut self) -> bool;

    /// A step of a world, for those who do more in it than the engine and say so by [`has_own_steps`](Self::has_own_steps).
    ///
    /// # Errors
    ///
    /// Where the world cannot be moved.
    fn step(&mut self, m: &Model, d: &mut Data) -> Result<(), String> {
        d.step(m).map_err(|error| error.to_string())
    }

    /// Whether steps are taken by [`step`](Self::step), one world after the other; the engine steps all worlds at once where not.
    fn has_own_steps(&self) -> bool {
        false
    }

    /// Told of every state of the selected world that is shown, as it is.
    fn show(&mut self, _d: &Data) {}

    /// Told of keys that were pressed in a page, by GLFW's numbers.
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
