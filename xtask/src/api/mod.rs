//! `cargo xtask api`: the lists of public items in `api/`, one file for each library. A change of the interface shows in review as
//! a change of these files. `examples.rs` finds public types without an example in their documentation.
//!
//! The lists come from rustdoc's JSON, whose format follows the compiler: the version of `public-api` in Cargo.toml goes with
//! the compiler of `rust-version`.

mod examples;

use crate::cargo::cargo;
use crate::folders::{root, target};
use crate::log::say;
use crate::process::Program;
use examples::Examples;
use public_api::Builder;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The libraries, by package.
const LIBRARIES: [&str; 5] = ["sim-core", "sim-mjcf", "sim-physics", "sim-view", "sim-gpu"];

/// The list of one library, an item a line, in the order of their names; and which types have examples. Auto traits, blanket and
/// derived implementations are left out, and so is the module `binding`, which promises nothing.
fn list(package: &str) -> Result<(String, Examples), String> {
    let name = package.replace('-', "_");
    let json = target().join("doc").join(&name).with_extension("json");
    let api = Builder::from_rustdoc_json(&json)
        .omit_auto_trait_impls(true)
        .omit_blanket_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|e| format!("{}: {e}", json.display()))?;
    let mut text = String::new();
    for item in api.items().map(ToString::to_string).filter(|item| !is_binding(item, &name)) {
        let _ = writeln!(text, "{item}");
    }
    Ok((text, examples::look(package, &api, &json)?))
}

/// Whether a line of a list is about an item of the module `binding` of a library.
fn is_binding(line: &str, library: &str) -> bool {
    let line = match line.rsplit_once(" for ") {
        Some((_, implementor)) if line.starts_with("impl") => implementor,
        _ => line,
    };
    let path = line.find(&format!("{library}::")).map_or("", |start| &line[start + library.len() + 2..]);
    path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next() == Some("binding")
}

/// Has rustdoc describe all crates in JSON, with the features that the command and the Python package switch on. A warning is an
/// error.
pub fn describe() -> Result<(), String> {
    let flags = "-D warnings -Zunstable-options --output-format json";
    let command = cargo(&["doc", "--quiet", "--locked", "--workspace", "--no-deps", "--target-dir"]);
    let command = command.args([target()]).env("RUSTDOCFLAGS", flags);
    as_rustdoc(sharing_lints(command))?.must().map(drop)
}

/// Makes a documentation run use what clippy compiled of the workspace's crates, so that they are not checked twice: cargo keeps
/// the results of each wrapper and its arguments apart.
fn sharing_lints(command: Program) -> Program {
    let cargo = std::env::var_os("CARGO").and_then(|cargo| std::fs::canonicalize(cargo).ok());
    match cargo.map(|cargo| cargo.with_file_name("clippy-driver")).filter(|driver| driver.exists()) {
        Some(driver) => command
            .env("RUSTC_WORKSPACE_WRAPPER", driver)
            .env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__"),
        None => command,
    }
}

/// The variable that makes this program call rustdoc. Its value is the path of rustdoc.
const RUSTDOC: &str = "XTASK_RUSTDOC";

/// Makes cargo call this program in rustdoc's place. JSON is unstable, and the variable that permits it would rebuild everything:
/// this program sets it for rustdoc alone.
fn as_rustdoc(command: Program) -> Result<Program, String> {
    let this = std::env::current_exe().map_err(|e| format!("this program does not know where it is: {e}"))?;
    let beside_cargo = std::env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name("rustdoc"));
    let rustdoc = beside_cargo.unwrap_or_else(|| "rustdoc".into());
    Ok(command.env("RUSTDOC", this).env(RUSTDOC, rustdoc))
}

/// Calls rustdoc with the arguments of this program, when cargo called it in rustdoc's place.
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

/// The kept list of a library.
fn file(package: &str) -> PathBuf {
    root().join("api").join(package).with_extension("txt")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// Lines that only one of two lists has, with `-` or `+` in front.
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
    describe()?;
    let mut complete = true;
    for package in LIBRARIES {
        let (path, (new, examples)) = (file(package), list(package)?);
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

/// Whether the kept lists are right and every public type has an example; prints what differs and what is missing. Reads the files of
/// `describe`.
pub fn check() -> Result<bool, String> {
    let mut same = true;
    for package in LIBRARIES {
        let (new, examples) = list(package)?;
        let lines = changes(&read(&file(package)), &new);
        same &= have_examples(package, &examples);
        if !lines.is_empty() {
            same = false;
            say!("api/{package}.txt is not the list of public items: `cargo xtask api` writes it");
            lines.iter().for_each(|line| say!("{line}"));
        }
    }
    Ok(same)
}

#[cfg(test)]
mod tests {
    use super::{changes, is_binding};

    #[test]
    fn changes_name_what_went_and_what_came() {
        assert!(changes("a\nb\n", "a\nb\n").is_empty());
        assert_eq!(changes("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
    }

    #[test]
    fn bindings_are_known_by_their_lines() {
        for line in [
            "pub mod a::binding",
            "pub fn a::binding::f(m: &a::Model)",
            "pub a::binding::T::x: f64",
            "impl core::fmt::Debug for a::binding::T",
            "impl a::binding::T",
        ] {
            assert!(is_binding(line, "a"), "{line}");
        }
        for line in [
            "pub fn a::f(t: a::binding::T)",
            "impl a::Model",
            "pub fn a::bindings()",
            "impl From<a::binding::T> for a::M",
        ] {
            assert!(!is_binding(line, "a"), "{line}");
        }
    }
}
