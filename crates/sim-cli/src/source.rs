//! Loads a command's model: a file, or the built-in humanoid.

use crate::error::{CliError, Result};
use crate::interrupt::Interrupt;
use sim_core::{Model, ObjType};
use sim_mjcf::spec::Spec;
use sim_mjcf::{Loader, MjcfError, Stop, Warning};
use std::path::Path;

/// The model that `run` simulates when none is named.
pub const BUILT_IN: &str = include_str!("../../../models/humanoid.xml");

/// A loaded model and its name.
#[derive(Debug)]
pub struct Loaded {
    /// The compiled model.
    pub model: Model,
    /// Its name for titles.
    pub title: String,
    /// The file, or `built in`.
    pub source: String,
    /// Warnings of the loader, with places.
    pub warnings: Vec<Warning>,
    /// Seconds of loading.
    pub seconds: f64,
}

/// Loads the model of a command. Stops when the user interrupts it.
pub fn load(path: Option<&Path>, interrupt: &Interrupt) -> Result<Loaded> {
    let start = std::time::Instant::now();
    let loader = loader(interrupt);
    let (loaded, source) = match path {
        Some(path) => {
            require_file(path)?;
            (loader.load(path), path.display().to_string())
        }
        None => (loader.load_str(BUILT_IN, "humanoid.xml"), "built in".to_string()),
    };
    let sim_mjcf::Loaded { model, warnings } = loaded.map_err(refused)?;
    let title = title(&model, path);
    Ok(Loaded { model, title, source, warnings, seconds: start.elapsed().as_secs_f64() })
}

/// Reads and resolves a model's file without compiling it.
pub fn spec(path: &Path, interrupt: &Interrupt) -> Result<Spec> {
    loader(interrupt).load_spec(path).map_err(refused)
}

/// A loader that stops when the user interrupts the command.
fn loader(interrupt: &Interrupt) -> Loader {
    let interrupt = interrupt.clone();
    Loader::new().stop(Stop::when(move || interrupt.asked()))
}

fn refused(error: MjcfError) -> CliError {
    match error {
        MjcfError::Interrupted => CliError::NotLoaded,
        other => CliError::Model(other),
    }
}

/// Reports a missing model file more plainly than the loader's list of missing files.
fn require_file(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(CliError::file(path, "is a directory: give a model file")),
        Ok(data) if !data.is_file() => Err(CliError::file(path, "is not a regular file")),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(CliError::file(path, "no such file")),
        Err(error) => Err(CliError::file(path, error)),
    }
}

/// Names of files and models that say nothing about the model: the folder tells more.
const GENERIC: [&str; 5] = ["scene", "model", "robot", "main", "mjmodel"];
/// Name of a model without a name, in the loader and in MuJoCo.
const UNNAMED: &str = "MuJoCo Model";

/// The name of a model for titles: its own name, else the name of its file without the ending. A file such as `scene.xml` is named
/// with its folder: `unitree_g1/scene`.
pub fn title(model: &Model, path: Option<&Path>) -> String {
    let own = model.model_name().trim();
    let says_little = |name: &str| name.is_empty() || GENERIC.iter().any(|word| name.eq_ignore_ascii_case(word));
    if own != UNNAMED && !says_little(own) {
        return own.to_string();
    }
    let stem = path.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let Some(stem) = stem else {
        let unnamed = own.is_empty() || own == UNNAMED;
        return if unnamed { "unnamed model".into() } else { own.into() };
    };
    // a relative path may be the name of the file alone
    let whole = path.and_then(|path| std::path::absolute(path).ok());
    let folder = whole.as_deref().and_then(Path::parent).and_then(Path::file_name);
    match folder {
        Some(folder) if says_little(&stem) => format!("{}/{stem}", folder.to_string_lossy()),
        _ => stem,
    }
}

/// The number of a keyframe that the user gives by name or number.
pub fn keyframe(m: &Model, key: &str) -> Result<usize> {
    let numbered = || key.parse().ok().filter(|&id: &usize| id < m.nkey);
    m.id(ObjType::Key, key).or_else(numbered).ok_or_else(|| {
        CliError::Usage(format!(
            "--key {key} does not exist: give the name or number of one of the model's {} keyframes",
            m.nkey
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: Option<&str>, path: Option<&str>) -> String {
        let name = name.map(|name| format!(" model='{name}'")).unwrap_or_default();
        let model = sim_mjcf::load_str(&format!("<mujoco{name}><worldbody/></mujoco>")).unwrap();
        title(&model, path.map(Path::new))
    }

    #[test]
    fn a_title_is_the_name_of_the_model_or_of_its_file() {
        let cases = [
            (Some("g1 scene"), Some("unitree_g1/scene.xml"), "g1 scene"),
            (Some("arm"), None, "arm"),
            (Some("arm"), Some("/a/other.xml"), "arm"),
            (Some(" "), Some("a/ant.xml"), "ant"),
            (None, Some("a/ant.xml"), "ant"),
            (None, Some("unitree_g1/scene.xml"), "unitree_g1/scene"),
            (Some("scene"), Some("/robots/unitree_g1/scene.xml"), "unitree_g1/scene"),
            (Some("scene"), Some("/robots/unitree_g1/g1.xml"), "g1"),
            (Some("Scene"), None, "Scene"),
            (None, Some("/scene.xml"), "scene"),
            (None, None, "unnamed model"),
            (Some("MuJoCo Model"), Some("x.y.xml"), "x.y"),
        ];
        for (name, path, expected) in cases {
            assert_eq!(named(name, path), expected, "{name:?} {path:?}");
        }
        // the folder of a name alone is the working directory
        let here = std::env::current_dir().unwrap();
        let here = here.file_name().unwrap().to_string_lossy().into_owned();
        assert_eq!(named(None, Some("scene.xml")), format!("{here}/scene"));
    }
}
