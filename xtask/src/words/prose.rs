//! The prose of documents: short sentences. Code, tables, headings and pictures are left out.

use super::finding::Finding;

/// Most words a sentence on average, and the words above which a sentence is long.
const AVERAGE: f64 = 17.0;
const LONG: usize = 30;
/// Largest share of long sentences, per cent.
const MOST_LONG: f64 = 8.0;

/// Whether the limits hold for a file.
pub fn is_document(path: &str) -> bool {
    let named = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].contains(&path);
    let of_crate = path.strip_prefix("crates/").is_some_and(|rest| rest.ends_with("/README.md"));
    named || of_crate || (path.starts_with("docs/") && path.ends_with(".md"))
}

/// What is wrong with the sentences of a document.
pub fn finding(path: &str, text: &str) -> Option<Finding> {
    let lengths = sentences(text);
    let count = lengths.len().max(1) as f64;
    let average = lengths.iter().sum::<usize>() as f64 / count;
    let long = 100.0 * lengths.iter().filter(|length| **length > LONG).count() as f64 / count;
    let limits = format!("at most {AVERAGE} and {MOST_LONG} %: shorten the sentences");
    (average > AVERAGE || long > MOST_LONG).then(|| {
        Finding::new(path, 0, format!("{average:.1} words a sentence, {long:.0} % above {LONG} words; {limits}"))
    })
}

/// Words of each sentence that has more than two.
fn sentences(text: &str) -> Vec<usize> {
    let letters: Vec<char> = plain(text).chars().collect();
    let mut parts = vec![String::new()];
    let mut at = 0;
    while at < letters.len() {
        if let Some(length) = border(&letters, at) {
            parts.push(String::new());
            at += length;
        } else {
            if let Some(part) = parts.last_mut() {
                part.push(letters[at]);
            }
            at += 1;
        }
    }
    parts.iter().map(|part| words(part)).filter(|count| *count > 2).collect()
}

/// The text without code blocks, comments, tables, headings, pictures and the targets of links. Code in a line is one word.
fn plain(text: &str) -> String {
    let text = without(&without(text, "```", "```"), "<!--", "-->");
    let lines = text.lines().filter(|line| !["|", "#", "!["].iter().any(|mark| line.trim_start().starts_with(mark)));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find(['[', '`']) {
        let (before, marked) = rest.split_at(start);
        out.push_str(before);
        rest = match marked.strip_prefix('`') {
            Some(code) => match code.split_once('`') {
                Some((_, after)) => {
                    out.push('x');
                    after
                }
                None => code,
            },
            None => match link(marked) {
                Some((label, after)) => {
                    out.push_str(
                        &label
                            .split('`')
                            .enumerate()
                            .map(|(i, s)| if i % 2 == 1 { "x" } else { s })
                            .collect::<String>(),
                    );
                    after
                }
                None => {
                    out.push('[');
                    &marked[1..]
                }
            },
        };
    }
    out + rest
}

/// The label of a link at the beginning of a text, and what stands behind it.
fn link(text: &str) -> Option<(&str, &str)> {
    let (label, rest) = text.strip_prefix('[')?.split_once(']')?;
    let (_, after) = rest.strip_prefix('(')?.split_once(')')?;
    Some((label, after))
}

/// The text without what stands between two marks. Without the end mark, the rest stays.
fn without(text: &str, begin: &str, end: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, inside)) = rest.split_once(begin) {
        let Some((_, after)) = inside.split_once(end) else { break };
        out.push_str(before);
        rest = after;
    }
    out + rest
}

/// The length of a border between sentences at a place: space behind a mark and before a capital or a list, an empty line, or the
/// beginning of a list's item.
fn border(letters: &[char], at: usize) -> Option<usize> {
    let space = letters[at..].iter().take_while(|letter| letter.is_whitespace()).count();
    let next = letters.get(at + space).copied();
    let mark = at > 0 && matches!(letters[at - 1], '.' | '!' | '?' | ':' | ';');
    if space > 0 && mark && next.is_some_and(|letter| letter.is_ascii_uppercase() || letter == '*' || letter == '-') {
        return Some(space);
    }
    if letters[at] != '\n' {
        return None;
    }
    if let Some(last) = letters[at + 1..at + space].iter().rposition(|letter| *letter == '\n') {
        return Some(last + 2);
    }
    let item = matches!(next, Some('-' | '*')) && letters.get(at + space + 1) == Some(&' ');
    item.then_some(space + 2)
}

/// Words: they begin with a letter and may have digits, apostrophes and hyphens in them.
fn words(text: &str) -> usize {
    let (mut count, mut inside) = (0, false);
    for letter in text.chars() {
        if letter.is_ascii_alphabetic() && !inside {
            count += 1;
            inside = true;
        } else if !(letter.is_alphanumeric() || matches!(letter, '_' | '\'' | '-')) {
            inside = false;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_counted() {
        assert_eq!(sentences("One two three. Four five six seven!\n\nEight nine ten"), [3, 4, 3]);
        assert_eq!(sentences("- One two three\n- Four `five six` seven eight"), [3, 4]);
        assert_eq!(sentences("See [the big guide](https://a.b/c.d) now.\n\n| a | b |\n\n# A head line here"), [5]);
        assert_eq!(sentences("One two.\n```\nnot a word\n```\nThree's four-five six seven"), [4]);
        assert_eq!(sentences("A version e.g. 3.12 is fine here"), [7]);
    }

    #[test]
    fn long_sentences_are_found() {
        let long = "word ".repeat(40);
        assert!(finding("a.md", &long).is_some());
        assert_eq!(finding("a.md", "Short sentences are good. They stay so."), None);
    }

    #[test]
    fn documents_are_known() {
        assert!(is_document("crates/sim-gpu/README.md") && is_document("docs/notes/ci.md") && is_document("README.md"));
        assert!(!is_document("CHANGELOG.md") && !is_document("crates/sim-gpu/src/lib.rs"));
    }
}
