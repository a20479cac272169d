//! Rules for doc comments and docstrings.

use super::finding::Finding;
use super::lexer::{Kind, Language, Part};

/// Doc comments and docstrings of a file that break a rule.
pub fn findings(path: &str, parts: &[Part], language: Language) -> Vec<Finding> {
    let mut found = vec![];
    let mut before: Option<&Part> = None;
    for part in parts {
        if is_documentation(part, before, language) && first_words(&part.text).starts_with("The same") {
            let text = "a doc comment begins with \"The same\": say what the item does or holds".to_string();
            found.push(Finding::new(path, part.line, text));
        }
        before = Some(part);
    }
    found
}

/// Whether a part begins a doc comment or a docstring, or goes on with a doc comment.
fn is_documentation(part: &Part, before: Option<&Part>, language: Language) -> bool {
    match (language, part.kind) {
        (Language::Python, Kind::Text) => before.is_some_and(|before| before.text.trim_start().ends_with("\"\"\"")),
        (Language::Python, _) => false,
        (_, Kind::Comment) => ["///", "//!", "/**"].iter().any(|mark| part.text.starts_with(mark)),
        _ => false,
    }
}

fn first_words(text: &str) -> &str {
    text.trim_start_matches(['/', '!', '*', '"', ' '])
}

#[cfg(test)]
mod tests {
    use super::super::lexer::split;
    use super::*;

    fn lines(source: &str, language: Language) -> Vec<usize> {
        findings("a", &split(source, language), language).into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn doc_comments_stand_alone() {
        let source = "/// The same with a policy.\nfn f() {}\n// The same here\n/// Steps. The same as before.\n";
        assert_eq!(lines(source, Language::Rust), [1]);
        let python = "def f():\n    \"\"\"The same for g.\"\"\"\n    x = \"The same\"\n";
        assert_eq!(lines(python, Language::Python), [2]);
        assert_eq!(lines("/** The same. */\nlet a = 1;", Language::TypeScript), [1]);
    }
}
