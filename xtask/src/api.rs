//! `cargo xtask api`: the lists of public items in `api/`, one file for each library, so that a change of the interface shows
//! in review as a change of these files. Public types without an example in their documentation are named too (`examples.rs`).
//!
//! The lists come from rustdoc's JSON, whose format follows the compiler: the version of `public-api` in Cargo.toml goes with
//! the compiler of `rust-version`.

use crate::examples::{self, Examples};
use crate::log::say;
use crate::process::Step;
use crate::{cargo, root};
use public_api::Builder;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The libraries, by package.
const LIBRARIES: [&str; 5] = ["sim-core", "sim-mjcf", "sim-physics", "sim-view", "sim-gpu"];

/// The list of one library: an item a line, in the order of their names. What follows from every type alone (`Send`, blanket
/// implementations) and what derives write is left out. With it, which types have examples.
fn list(folder: &Path, package: &str) -> Result<(String, Examples), String> {
    let json = folder.join("doc").join(package.replace('-', "_")).with_extension("json");
    let api = Builder::from_rustdoc_json(&json)
        .omit_auto_trait_impls(true)
        .omit_blanket_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|e| format!("{}: {e}", json.display()))?;
    let mut text = String::new();
    for item in api.items() {
        let _ = writeln!(text, "{item}");
    }
    Ok((text, examples::look(package, &api, &json)?))
}

/// Has rustdoc describe all libraries in JSON, with the features that the command and the Python package switch on; the folder below which the
/// files are. It is that of the other documentation, and the call is the same but for the format: what is compiled of the dependencies serves both.
fn describe() -> Result<PathBuf, String> {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let command = cargo(&["doc", "--quiet", "--locked", "--workspace", "--no-deps", "--lib", "--target-dir"]);
    let command = command.args([folder.as_os_str()]).env("RUSTDOCFLAGS", "-Zunstable-options --output-format json");
    as_rustdoc(command)?.must()?;
    Ok(folder)
}

/// Set where this program stands in for rustdoc: to the one that it calls.
const RUSTDOC: &str = "XTASK_RUSTDOC";

/// JSON is unstable. The variable that opens it would make every build start anew, so that rustdoc alone has it: cargo calls this program
/// in rustdoc's place.
fn as_rustdoc(command: Step) -> Result<Step, String> {
    let this = std::env::current_exe().map_err(|e| format!("this program does not know where it is: {e}"))?;
    let beside_cargo = std::env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name("rustdoc"));
    let rustdoc = beside_cargo.unwrap_or_else(|| "rustdoc".into());
    Ok(command.env("RUSTDOC", this).env(RUSTDOC, rustdoc))
}

/// Calls rustdoc with the arguments of this program, where it stands in for it.
pub fn called_as_rustdoc() -> Option<ExitCode> {
    let rustdoc = std::env::var_os(RUSTDOC)?;
    let ran = Command::new(&rustdoc).args(std::env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    match ran {
        Ok(status) if status.success() => Some(ExitCode::SUCCESS),
        Ok(_) => Some(ExitCode::FAILURE),
        Err(e) => {
            eprintln!("error: {}: {e}", rustdoc.display());
            Some(ExitCode::FAILURE)
        }
    }
}

/// Whether every public type has an example; names those that have none.
fn have_examples(package: &str, examples: &Examples) -> bool {
    let Examples { types, missing } = examples;
    if !missing.is_empty() {
        say!("{package}: {} of {types} public types have no example that runs in their documentation:", missing.len());
        missing.iter().for_each(|path| say!("  {path}"));
    }
    missing.is_empty()
}

/// Where the list of a library is kept.
fn file(package: &str) -> PathBuf {
    root().join("api").join(package).with_extension("txt")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// Lines of `new` that `old` has not, and the reverse, as a review shows them.
fn changes(old: &str, new: &str) -> Vec<String> {
    let without = |text: &str, other: &str, sign: char| -> Vec<String> {
        let known: std::collections::HashSet<&str> = other.lines().collect();
        text.lines().filter(|line| !known.contains(line)).map(|line| format!("{sign} {line}")).collect()
    };
    let mut lines = without(old, new, '-');
    lines.extend(without(new, old, '+'));
    lines
}

/// Rewrites the lists and says what changed, and which types need an example.
pub fn write() -> Result<bool, String> {
    let (folder, mut complete) = (describe()?, true);
    for package in LIBRARIES {
        let (path, (new, examples)) = (file(package), list(&folder, package)?);
        let lines = changes(&read(&path), &new);
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        std::fs::write(&path, &new).map_err(failed)?;
        let (items, types) = (new.lines().count(), examples.types);
        say!("{package}: {items} public items, {types} types outside binding, {} lines changed", lines.len());
        lines.iter().for_each(|line| say!("{line}"));
        complete &= have_examples(package, &examples);
    }
    Ok(complete)
}

/// Whether the kept lists are those of the code and every public type has an example; prints what differs and what is missing.
pub fn check() -> Result<bool, String> {
    let (folder, mut same) = (describe()?, true);
    for package in LIBRARIES {
        let (new, examples) = list(&folder, package)?;
        let lines = changes(&read(&file(package)), &new);
        same &= have_examples(package, &examples);
        if !lines.is_empty() {
            same = false;
            say!("{package}: the public items are not those of api/{package}.txt; `cargo xtask api` writes them anew");
            lines.iter().for_each(|line| say!("{line}"));
        }
    }
    Ok(same)
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn changes_name_what_went_and_what_came() {
        assert!(changes("a\nb\n", "a\nb\n").is_empty());
        assert_eq!(changes("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
    }
}
