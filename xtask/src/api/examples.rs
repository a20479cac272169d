//! Public types without an example: the documentation of every struct, enum and trait has code that the documentation tests run.
//! Types of the module `binding` need none.

use public_api::PublicApi;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// How many types a library has, and those without an example.
pub struct Examples {
    /// Public types, each counted once however many paths it has.
    pub types: usize,
    /// One path of each type without an example.
    pub missing: Vec<String>,
}

/// Looks at the documentation of every public type in rustdoc's JSON.
pub fn look(package: &str, api: &PublicApi, json: &Path) -> Result<Examples, String> {
    let failed = |e: &dyn std::fmt::Display| format!("{}: {e}", json.display());
    let text = std::fs::read_to_string(json).map_err(|e| failed(&e))?;
    let document: Value = serde_json::from_str(&text).map_err(|e| failed(&e))?;
    let binding = format!("{}::binding::", package.replace('-', "_"));
    let (mut seen, mut missing) = (BTreeSet::new(), vec![]);
    for item in api.items() {
        let line = item.to_string();
        let Some(path) = type_path(&line).filter(|path| !path.starts_with(&binding)) else { continue };
        if !seen.insert(item.id().0) {
            continue;
        }
        let docs = document["index"][item.id().0.to_string()]["docs"].as_str().unwrap_or_default();
        if !has_example(docs) {
            missing.push(path.to_string());
        }
    }
    Ok(Examples { types: seen.len(), missing })
}

/// The path of a struct, enum, union or trait, from its line of the list.
fn type_path(line: &str) -> Option<&str> {
    let mut words = line.split(' ').skip_while(|word| *word != "pub").skip(1);
    match words.next()? {
        "struct" | "enum" | "union" | "trait" => {}
        "unsafe" | "auto" if words.next()? == "trait" => {}
        _ => return None,
    }
    words.next()?.split(['<', '(', ' ']).next().map(|path| path.trim_end_matches(':'))
}

/// Whether there is a block of code that a test runs.
fn has_example(docs: &str) -> bool {
    let fences = docs.lines().filter_map(|line| line.trim_start().strip_prefix("```"));
    // every other fence closes
    fences.step_by(2).any(|kind| matches!(kind.trim(), "" | "rust" | "should_panic"))
}

#[cfg(test)]
mod tests {
    use super::{has_example, type_path};

    #[test]
    fn types_are_known_by_their_lines() {
        assert_eq!(type_path("pub struct a::b::C<'a>(_)"), Some("a::b::C"));
        assert_eq!(type_path("#[non_exhaustive] pub enum a::E"), Some("a::E"));
        assert_eq!(type_path("#[repr(transparent)] pub struct a::F(pub i32)"), Some("a::F"));
        assert_eq!(type_path("pub trait a::T<I>: core::marker::Copy"), Some("a::T"));
        assert_eq!(type_path("pub trait a::T: core::marker::Copy + core::cmp::Eq"), Some("a::T"));
        for other in ["pub fn a::f(&self) -> a::E", "pub a::C::x: f64", "impl a::T for a::C", "pub const a::N: usize"] {
            assert_eq!(type_path(other), None, "{other}");
        }
    }

    #[test]
    fn only_code_that_runs_is_an_example() {
        assert!(has_example("What it is.\n\n```\nassert!(true);\n```"));
        assert!(has_example("```text\na\n```\n\n```rust\nlet x = 1;\n```"));
        for none in ["", "What it is: `x`.", "```text\na picture\n```", "```ignore\nx\n```", "```no_run\nx\n```"] {
            assert!(!has_example(none), "{none}");
        }
    }
}
