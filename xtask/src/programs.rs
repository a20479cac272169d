//! The programs of the debug build that steps run: the examples, and the command `cortenforge`.

use crate::cargo::cargo;
use crate::folders::{root, target};
use crate::log::say;
use crate::process::Program;
use crate::summary::Count;
use std::path::PathBuf;

/// Builds the examples and commands of all crates together, so that the libraries of the tests serve them. Returns the folder of
/// the examples.
pub fn examples() -> Result<PathBuf, String> {
    cargo(&["build", "--workspace", "--bins", "--examples", "--locked"]).must()?;
    Ok(target().join("debug/examples"))
}

/// Builds the command `cortenforge` and returns its path.
pub fn command() -> Result<PathBuf, String> {
    examples()?;
    Ok(target().join("debug/cortenforge"))
}

/// Runs the files of `examples/` with an ending, each as the program that `example` makes of its name.
pub fn run(ending: &str, example: impl Fn(&str) -> Result<Program, String>) -> Result<Count, String> {
    let mut count = Count::default();
    for name in names(ending)? {
        say!("-- {name}");
        let passed = example(&name)?.run()?.success;
        if !passed {
            say!("example {name} failed");
        }
        count = count + Count::of(passed);
    }
    Ok(count)
}

/// Names of the files of `examples/` with an ending, in order.
fn names(ending: &str) -> Result<Vec<String>, String> {
    let folder = root().join("examples");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .map_err(|e| format!("{}: {e}", folder.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .filter_map(|path| path.file_stem().map(|s| s.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    Ok(names)
}
