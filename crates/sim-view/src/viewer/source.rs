//! Where the models of a player come from, and why one could not be loaded.

use serde_json::{Value, json};
use sim_core::{Data, Model};

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
