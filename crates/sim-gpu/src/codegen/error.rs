//! Why kernels cannot be generated.

use super::SourceLine;
use thiserror::Error;

/// A defect of the WGSL sources or of the table of stages, found while kernels are generated.
///
/// ```
/// use sim_gpu::{CodegenError, SourceLine};
///
/// let at = SourceLine { file: "solver.wgsl", line: 12 };
/// let error = CodegenError::UnknownFeature { at, name: "CONTACT".into(), nearest: Some("CONTACTS") };
/// assert_eq!(error.to_string(), "solver.wgsl:12: `#if` names the unknown feature 'CONTACT': did you mean 'CONTACTS'?");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodegenError {
    /// A condition names a feature that does not exist.
    #[error("{at}: `#if` names the unknown feature '{name}'{}", hint(*nearest))]
    UnknownFeature {
        /// Where.
        at: SourceLine,
        /// The name.
        name: String,
        /// The feature with the most similar name.
        nearest: Option<&'static str>,
    },
    /// An expression names neither a size nor a variable of a surrounding `#for`.
    #[error("{at}: '{name}' is neither a size nor a variable of a surrounding `#for`{}", hint(*nearest))]
    UnknownName {
        /// Where.
        at: SourceLine,
        /// The name.
        name: String,
        /// The size with the most similar name.
        nearest: Option<&'static str>,
    },
    /// A repetition needs a size that the plan did not set.
    #[error("{at}: the plan gives the size '{name}' no value: set it, to 0 if the model has none")]
    UnsetSize {
        /// Where.
        at: SourceLine,
        /// The size.
        name: &'static str,
    },
    /// An `#else`, `#end` or `#next` without its beginning.
    #[error("{at}: `{command}` has no open `{opening}`")]
    Unopened {
        /// Where.
        at: SourceLine,
        /// The command.
        command: &'static str,
        /// What it belongs to.
        opening: &'static str,
    },
    /// An `#if` or `#for` without its end.
    #[error("{at}: `{opening}` has no `{closing}`")]
    Unclosed {
        /// Where it begins.
        at: SourceLine,
        /// The command.
        opening: &'static str,
        /// What is missing.
        closing: &'static str,
    },
    /// A line begins with `#` and is no command.
    #[error("{at}: unknown command `{command}`: use #if, #else, #end, #for or #next")]
    UnknownCommand {
        /// Where.
        at: SourceLine,
        /// The line.
        command: String,
    },
    /// A condition, a repetition or an expression that cannot be read.
    #[error("{at}: malformed {what} `{text}`: write {form}")]
    Malformed {
        /// Where.
        at: SourceLine,
        /// What it is.
        what: &'static str,
        /// Its text.
        text: String,
        /// How to write it.
        form: &'static str,
    },
    /// Two declarations of one name.
    #[error("{second}: '{name}' is already declared at {first}")]
    DeclaredTwice {
        /// The name.
        name: String,
        /// The first declaration.
        first: SourceLine,
        /// The second declaration.
        second: SourceLine,
    },
    /// A constant that is generated from Rust, and declared in a source as well.
    #[error("{at}: '{name}' is generated from Rust: do not declare it")]
    DeclaredConstant {
        /// The name.
        name: String,
        /// The declaration.
        at: SourceLine,
    },
    /// A stage whose function is in no source, whatever the model uses.
    #[error("stage '{stage}': no WGSL source declares its function '{function}'")]
    MissingFunction {
        /// The stage.
        stage: &'static str,
        /// Its function.
        function: &'static str,
    },
}

fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(": did you mean '{name}'?"))
}

/// The known name that takes the fewest edits from a misspelt one, if it takes at most a third of its letters.
pub fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let (edits, nearest) = known.map(|other| (distance(name, other), other)).min_by_key(|(edits, _)| *edits)?;
    (3 * edits <= name.len().max(3)).then_some(nearest)
}

/// Letters to insert, delete or replace between two names.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelt_name_finds_its_neighbour() {
        let known = || ["CONTACTS", "COUPLINGS", "CG"].into_iter();
        assert_eq!(nearest("CONTACT", known()), Some("CONTACTS"));
        assert_eq!(nearest("COUPLING", known()), Some("COUPLINGS"));
        assert_eq!(nearest("TENDONS", known()), None);
    }
}
