//! Models that are part of the program: the `models` command, and their names in place of files.

use crate::report::{Report, columns};
use serde_json::json;
use sim_mjcf::spec::Spec;
use sim_mjcf::{Loaded, Loader, MjcfError};
use std::path::Path;

/// A model that is part of the program, with the files that it includes.
///
/// ```
/// let example = sim_cli::models::find("cartpole").ok_or("no such model")?;
/// let loaded = example.load(sim_mjcf::Loader::new())?;
/// assert_eq!(loaded.model.nu, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Example {
    /// The name, which commands take in place of a file.
    pub name: &'static str,
    /// What the model shows, in a few words.
    pub about: &'static str,
    /// The MJCF text.
    pub text: &'static str,
    files: &'static [(&'static str, &'static [u8])],
}

/// Reads a file of the folder `models` while the program is built.
macro_rules! embedded {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../../models/", $name)).as_slice())
    };
}

/// An example of the file `models/NAME.xml` and the files that it includes.
macro_rules! example {
    ($name:literal, $about:literal $(, $file:literal)*) => {
        Example {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../../models/", $name, ".xml")),
            files: &[$(embedded!($file)),*],
        }
    };
}

/// The models, in the order of their names.
pub const EXAMPLES: &[Example] = &[
    example!("cable", "cables that hang, coil and fall"),
    example!("cartpole", "a pole on a driven cart"),
    example!("cradle", "Newton's cradle; start it with --key lifted", "parts/studio.xml"),
    example!("dominoes", "a ring of dominoes that falls", "parts/studio.xml"),
    example!("double_pendulum", "the chaotic classic, without damping"),
    example!("gripper", "a two-finger gripper on a lift, with a suction cup"),
    example!("hand", "a hand driven by tendons"),
    example!("heap", "simple shapes that tumble into a tray", "parts/studio.xml"),
    example!("humanoid", "a person with 27 driven joints"),
    example!("marbles", "a Galton board", "parts/studio.xml"),
    example!(
        "meshes",
        "bodies made of meshes",
        "meshes/knot.stl",
        "meshes/gem.obj",
        "meshes/bowl.obj",
        "meshes/bracket.stl"
    ),
    example!("muscle_arm", "an arm moved by six muscles"),
    example!("quadruped", "a walker with four legs"),
    example!("strider", "a four-legged robot that stands"),
    example!("swimmer", "a chain that swims in a viscous medium"),
    example!("terrain", "a rover with six wheels on hills"),
    example!("wrecking_ball", "a heavy ball on a chain, and a wall", "parts/studio.xml"),
];

impl Example {
    /// Loads the model with the options of `loader`, but with its own files only.
    ///
    /// # Errors
    ///
    /// The load was stopped, or exceeds the limits of `loader`.
    pub fn load(&self, loader: Loader) -> Result<Loaded, MjcfError> {
        let files = self.files.iter().copied().collect();
        loader.assets(files).disk(false).load_str(self.text, &format!("{}.xml", self.name))
    }
}

/// Reads and resolves a model without compiling it.
pub(crate) fn spec(example: &Example, loader: Loader) -> Result<Spec, MjcfError> {
    let files = example.files.iter().copied().collect();
    loader.assets(files).disk(false).spec(example.text, &format!("{}.xml", example.name))
}

/// Finds a model by its name.
pub fn find(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.name == name)
}

/// Returns the name nearest to `name`, if it is close enough to be a typing error.
pub fn nearest(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase().replace(['-', ' '], "_");
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let distances = EXAMPLES.iter().map(|example| (strsim::damerau_levenshtein(&name, example.name), example.name));
    distances.filter(|&(distance, _)| distance <= limit).min().map(|(_, name)| name)
}

/// The model that a command means by `path`. A file of that name goes before a model.
pub(crate) fn named(path: &Path) -> Option<&'static Example> {
    let example = find(path.to_str()?)?;
    (!path.is_file()).then_some(example)
}

/// What else the user may have meant by the name of a file that does not exist.
pub(crate) fn hint(path: &Path) -> String {
    let stem =
        path.file_stem().and_then(|stem| stem.to_str()).filter(|_| path.extension().is_none_or(|end| end == "xml"));
    let is_name = path.extension().is_none() && path.components().count() == 1;
    match stem.and_then(nearest) {
        Some(name) => format!("; did you mean the built-in model '{name}'?"),
        None if is_name => "; `cortenforge models` lists the built-in models".into(),
        None => String::new(),
    }
}

/// The `models` command.
pub(crate) fn list() -> Report {
    let rows: Vec<Vec<String>> =
        EXAMPLES.iter().map(|example| vec![example.name.into(), example.about.into()]).collect();
    let models: Vec<_> =
        EXAMPLES.iter().map(|example| json!({ "name": example.name, "about": example.about })).collect();
    let text = format!("{}\nEach name stands for a file: cortenforge view humanoid\n", columns(&rows));
    Report::new(text, json!({ "models": models }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_model_has_its_files_and_steps() {
        for example in EXAMPLES {
            let model = example.load(Loader::new()).unwrap().model;
            let mut data = model.make_data();
            data.step(&model).unwrap_or_else(|error| panic!("{}: {error}", example.name));
        }
    }

    #[test]
    fn names_are_in_order_and_each_has_a_line() {
        assert!(EXAMPLES.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(EXAMPLES.len() >= 12);
        for example in EXAMPLES {
            assert!(example.name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", example.name);
            assert!((8..60).contains(&example.about.len()), "{}", example.name);
            assert!(list().text.contains(example.about));
        }
    }

    #[test]
    fn typing_errors_are_recognised() {
        for (typed, meant) in [
            ("humanod", Some("humanoid")),
            ("Humanoid", Some("humanoid")),
            ("cart-pole", Some("cartpole")),
            ("wrecking-ball", Some("wrecking_ball")),
            ("double pendulum", Some("double_pendulum")),
            ("quadrupde", Some("quadruped")),
            ("g1", None),
            ("arm", None),
        ] {
            assert_eq!(nearest(typed), meant, "{typed}");
        }
    }

    #[test]
    fn hints_are_for_names() {
        assert_eq!(hint("humanod".as_ref()), "; did you mean the built-in model 'humanoid'?");
        assert_eq!(hint("models/humanoid.xml".as_ref()), "; did you mean the built-in model 'humanoid'?");
        assert!(hint("g1".as_ref()).contains("cortenforge models"));
        assert_eq!(hint("scenes/g1.xml".as_ref()), "");
        assert_eq!(hint("humanoid.npz".as_ref()), "");
    }

    #[test]
    fn a_file_goes_before_a_model_of_its_name() {
        assert!(named("cartpole".as_ref()).is_some());
        assert!(named("cartpole.xml".as_ref()).is_none());
        let folder = std::env::temp_dir().join(format!("cortenforge-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("cartpole"), "").unwrap();
        assert!(named(&folder.join("cartpole")).is_none());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
