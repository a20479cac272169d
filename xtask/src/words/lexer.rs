//! Divides a source into code, comments and strings. It knows as much of each language as that needs.

use std::path::Path;

/// A language of the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Rust.
    Rust,
    /// WGSL, also with the preprocessor's lines.
    Wgsl,
    /// TypeScript and JavaScript.
    TypeScript,
    /// Python.
    Python,
    /// CUDA C++.
    Cuda,
    /// HTML. What is visible is text; all within a tag is code.
    Html,
}

impl Language {
    /// The language of a file, by its ending.
    pub fn of(path: &str) -> Option<Self> {
        match Path::new(path).extension()?.to_str()? {
            "rs" => Some(Self::Rust),
            "wgsl" => Some(Self::Wgsl),
            "ts" | "mjs" => Some(Self::TypeScript),
            "py" | "pyi" => Some(Self::Python),
            "cuh" => Some(Self::Cuda),
            "html" => Some(Self::Html),
            _ => None,
        }
    }
}

/// What a part of a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Code; strings in it are left out.
    Code,
    /// A comment with its marks, to the end of its line.
    Comment,
    /// What stands in a string, to the end of its line.
    Text,
}

/// A part of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: Kind,
    /// Its line, counted from one.
    pub line: usize,
    /// Its characters.
    pub text: String,
}

/// Where the lexer is.
enum State {
    Code,
    Line,
    /// Block comments inside each other.
    Block(usize),
    /// The end of the string, and whether a backslash escapes.
    Text(String, bool),
    /// A tag of HTML.
    Tag,
    /// A comment of HTML.
    Note,
}

/// Divides a source into parts. No part goes over the end of a line.
pub fn split(source: &str, language: Language) -> Vec<Part> {
    let mut parts: Vec<Part> = vec![];
    let mut state = State::Code;
    for (index, line) in source.lines().enumerate() {
        let letters: Vec<char> = line.chars().collect();
        let mut add = |kind: Kind, text: &[char]| match parts.last_mut() {
            Some(last) if last.kind == kind && last.line == index + 1 => last.text.extend(text),
            _ => parts.push(Part { kind, line: index + 1, text: text.iter().collect() }),
        };
        let mut at = 0;
        while at < letters.len() {
            let rest = &letters[at..];
            let (kind, length, next) = step(&state, rest, letters[..at].last().copied(), language);
            add(kind, &rest[..length.min(rest.len())]);
            at += length;
            if let Some(next) = next {
                state = next;
            }
        }
        if matches!(state, State::Line) {
            state = State::Code;
        }
    }
    parts
}

/// The kind and length of what comes next, and the state behind it when that changes.
fn step(state: &State, rest: &[char], before: Option<char>, language: Language) -> (Kind, usize, Option<State>) {
    let starts = |text: &str| text.chars().enumerate().all(|(i, letter)| rest.get(i) == Some(&letter));
    match state {
        State::Line => (Kind::Comment, rest.len(), None),
        State::Block(depth) if starts("*/") => {
            (Kind::Comment, 2, Some(if *depth > 1 { State::Block(depth - 1) } else { State::Code }))
        }
        State::Block(depth) if starts("/*") && language == Language::Rust => {
            (Kind::Comment, 2, Some(State::Block(depth + 1)))
        }
        State::Block(_) => (Kind::Comment, 1, None),
        State::Text(_, true) if rest[0] == '\\' => (Kind::Text, 2, None),
        // the marks of a string belong to no text; a space keeps it apart from the next
        State::Text(end, _) if starts(end) => (Kind::Code, end.chars().count(), Some(State::Code)),
        State::Text(end, _) => {
            let run = rest.iter().take_while(|letter| **letter != '\\' && !end.starts_with(**letter)).count();
            (Kind::Text, run.max(1), None)
        }
        State::Note if starts("-->") => (Kind::Comment, 3, Some(State::Code)),
        State::Note => (Kind::Comment, 1, None),
        State::Tag => (Kind::Code, 1, (rest[0] == '>').then_some(State::Code)),
        State::Code if language == Language::Html => html(rest),
        State::Code => code(rest, before, language),
    }
}

/// In HTML outside of tags and comments: the beginning of one, or visible text.
fn html(rest: &[char]) -> (Kind, usize, Option<State>) {
    if rest.starts_with(&['<', '!', '-', '-']) {
        return (Kind::Comment, 4, Some(State::Note));
    }
    if rest[0] == '<' {
        return (Kind::Code, 1, Some(State::Tag));
    }
    (Kind::Text, rest.iter().take_while(|letter| **letter != '<').count(), None)
}

/// In code: a comment or a string that begins, or one character.
fn code(rest: &[char], before: Option<char>, language: Language) -> (Kind, usize, Option<State>) {
    let starts = |text: &str| text.chars().enumerate().all(|(i, letter)| rest.get(i) == Some(&letter));
    let text = |length: usize, end: String, escapes: bool| (Kind::Code, length, Some(State::Text(end, escapes)));
    let within_name = before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    if language == Language::Python {
        for mark in ["\"\"\"", "'''", "\"", "'"] {
            if starts(mark) {
                return text(mark.len(), mark.to_string(), before != Some('r'));
            }
        }
        return if rest[0] == '#' { (Kind::Comment, rest.len(), None) } else { (Kind::Code, plain(rest), None) };
    }
    if starts("//") {
        return (Kind::Comment, rest.len(), Some(State::Line));
    }
    if starts("/*") {
        return (Kind::Comment, 2, Some(State::Block(1)));
    }
    match language {
        Language::Rust | Language::Cuda if rest[0] == '"' => text(1, "\"".into(), true),
        Language::Rust if (starts("r\"") || starts("r#")) && !within_name || starts("br#") => {
            let begin = rest.iter().position(|letter| *letter == 'r').unwrap_or(0) + 1;
            let marks = rest[begin..].iter().take_while(|letter| **letter == '#').count();
            if rest.get(begin + marks) == Some(&'"') {
                return text(begin + marks + 1, format!("\"{}", "#".repeat(marks)), false);
            }
            (Kind::Code, begin, None)
        }
        Language::Rust if rest[0] == '\'' => (Kind::Code, quoted(rest), None),
        Language::TypeScript if matches!(rest[0], '"' | '\'' | '`') => text(1, rest[0].to_string(), true),
        _ => (Kind::Code, plain(rest), None),
    }
}

/// The length of a name or of space, or of one other character.
fn plain(rest: &[char]) -> usize {
    let is_name = |letter: &&char| letter.is_alphanumeric() || **letter == '_';
    let name = rest.iter().take_while(is_name).count();
    let space = rest.iter().take_while(|letter| letter.is_whitespace()).count();
    name.max(space).max(1)
}

/// The length of a character in quotes, or of the mark of a lifetime.
fn quoted(rest: &[char]) -> usize {
    if rest.get(1) == Some(&'\\') {
        let end = rest.iter().skip(3).position(|letter| *letter == '\'');
        return end.map_or(1, |end| end + 4);
    }
    if rest.get(2) == Some(&'\'') { 3 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str, language: Language, kind: Kind) -> Vec<String> {
        split(source, language).into_iter().filter(|part| part.kind == kind).map(|part| part.text).collect()
    }

    #[test]
    fn rust_is_divided() {
        let source =
            "let a = \"b // c\"; // d\n/* e\n/* f */ g */ let h: &'a str = r#\"i \"j\" k\"#; let l = '\"'; // m";
        assert_eq!(texts(source, Language::Rust, Kind::Comment), ["// d", "/* e", "/* f */ g */", "// m"]);
        assert_eq!(texts(source, Language::Rust, Kind::Text), ["b // c", "i \"j\" k"]);
        assert_eq!(split(source, Language::Rust).last().unwrap().line, 3);
        assert_eq!(texts("x = \"a \\\" b\nc\"; y", Language::Rust, Kind::Text), ["a \\\" b", "c"]);
        assert_eq!(texts("let r#type = '\\''; // a", Language::Rust, Kind::Comment), ["// a"]);
    }

    #[test]
    fn other_languages_are_divided() {
        let python = "def f():\n    \"\"\"One.\n    # two\n    \"\"\"\n    return 'it\\'s' # three";
        assert_eq!(texts(python, Language::Python, Kind::Text), ["One.", "    # two", "    ", "it\\'s"]);
        assert_eq!(texts(python, Language::Python, Kind::Comment), ["# three"]);
        let page = "const a = `b ${c}`; // d";
        assert_eq!(texts(page, Language::TypeScript, Kind::Text), ["b ${c}"]);
        assert_eq!(texts("#if A // b", Language::Wgsl, Kind::Comment), ["// b"]);
        assert_eq!(texts("#define A \"b // c\" // d", Language::Cuda, Kind::Comment), ["// d"]);
        let html = "<p title=\"a\">b<!-- c\nd --> e</p>";
        assert_eq!(texts(html, Language::Html, Kind::Comment), ["<!-- c", "d -->"]);
        assert_eq!(texts(html, Language::Html, Kind::Text), ["b", " e"]);
    }
}
