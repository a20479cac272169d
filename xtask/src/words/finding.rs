//! What breaks a rule for words.

/// A place that breaks a rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, from the repository's root.
    pub file: String,
    /// The line, counted from one; zero for the whole file.
    pub line: usize,
    /// The rule and what to do.
    pub text: String,
}

impl Finding {
    /// A finding.
    pub fn new(file: &str, line: usize, text: String) -> Self {
        Self { file: file.to_string(), line, text }
    }
}
