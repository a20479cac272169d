//! Words and phrases that this project once coined, in comments, docstrings and texts.

use super::Finding;
use super::lexer::{Kind, Part};

/// Words and phrases that no comment or text has, with what to say instead.
const COINED: [(&str, &str); 32] = [
    ("told", "reported, set, or say what is meant"),
    ("lent", "pooled, shared, exported"),
    ("lend", "pool, share, export"),
    ("lends", "pools, shares, exports"),
    ("wild", "NaN, infinite, extreme"),
    ("likewise", "say what is meant"),
    ("by turns", "alternately"),
    ("come to rest", "stop, fall asleep"),
    ("comes to rest", "stops, falls asleep"),
    ("is no number", "is NaN"),
    ("are no number", "are NaN"),
    ("are no numbers", "are NaN"),
    ("was no number", "was NaN"),
    ("number of 32 bits", "f32, i32"),
    ("number of 64 bits", "f64, i64"),
    ("numbers of 32 bits", "f32, i32"),
    ("numbers of 64 bits", "f64, i64"),
    ("in 32 bits", "in f32"),
    ("in 64 bits", "in f64"),
    ("card", "GPU, device"),
    ("cards", "GPUs, devices"),
    ("near memory", "registers and workgroup memory"),
    ("text of the kernel", "code of the kernel"),
    ("text of the solver", "code of the solver"),
    ("places of the text", "parts of the kernel"),
    ("where there is one", "if any, optional"),
    ("where there is none", "without one"),
    ("where there are none", "without any, default"),
    ("of one's own", "own, separate"),
    ("whoever asked", "the caller"),
    ("refused by nobody", "accepted"),
    ("riddle", "say what is meant"),
];

/// Places where a phrase is right: the beginning of the path, the phrase, the reason. Without a phrase: all of them.
const ALLOWED: [(&str, &str, &str); 2] =
    [("benchmarks/catalog.py", "cards", "MuJoCo's model `cards`"), ("xtask/src/words/", "", "the rule itself")];

/// Places whose phrases are not replaced yet: the beginning of the path, and the phrase.
const WAITING: [(&str, &str); 8] = [
    ("crates/sim-cli/src/files/npz/", "lent"),
    ("crates/sim-cli/src/files/npz/", "in 32 bits"),
    ("crates/sim-py/", "told"),
    ("crates/sim-py/", "wild"),
    ("crates/sim-py/", "is no number"),
    ("crates/sim-py/", "where there is one"),
    ("crates/sim-py/", "where there is none"),
    ("viewer/src/quantised.ts", "number of 64 bits"),
];

/// Longest phrase, in words.
const LONGEST: usize = 4;

/// Comments, docstrings and texts that have a coined phrase. A phrase may go on in the next line.
pub fn findings(path: &str, parts: &[Part]) -> Vec<Finding> {
    let parts: Vec<&Part> = parts.iter().filter(|part| part.kind != Kind::Code).collect();
    let mut found = vec![];
    for (index, part) in parts.iter().enumerate() {
        let own = words(&part.text);
        let after = parts.get(index + 1).filter(|next| next.kind == part.kind && next.line == part.line + 1);
        let mut all = own.clone();
        all.extend(after.map_or(vec![], |next| words(&next.text)).into_iter().take(LONGEST - 1));
        for (phrase, instead) in COINED {
            let phrase_words: Vec<&str> = phrase.split(' ').collect();
            let begins = |at: usize| {
                all[at..].iter().map(String::as_str).take(phrase_words.len()).eq(phrase_words.iter().copied())
            };
            if (0..own.len()).any(begins) && !is_allowed(path, phrase) {
                let text = format!("a comment or text has the coined phrase \"{phrase}\": say {instead}");
                found.push(Finding::new(path, part.line, text));
            }
        }
    }
    found
}

fn is_allowed(path: &str, phrase: &str) -> bool {
    let is_right =
        ALLOWED.iter().any(|(prefix, other, _)| path.starts_with(prefix) && (other.is_empty() || *other == phrase));
    is_right || WAITING.iter().any(|(prefix, other)| path.starts_with(prefix) && *other == phrase)
}

/// The words of a text in small letters.
fn words(text: &str) -> Vec<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '\'';
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::super::lexer::{Language, split};
    use super::*;

    fn lines(source: &str, language: Language) -> Vec<usize> {
        findings("a", &split(source, language)).into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn coined_phrases_are_found() {
        let source = "// on the card\nlet card = \"no such cards\";\n// cardinality, discard, retold\n/// Told\n";
        assert_eq!(lines(source, Language::Rust), [1, 2, 4]);
        assert_eq!(lines("let a = 1; // rounded to numbers\n// of 32 bits\n", Language::Rust), [1]);
        assert_eq!(lines("/** Likewise. */\nconst wild = 'lent';", Language::TypeScript), [1, 2]);
        assert_eq!(lines("def f():\n    \"\"\"The x, which is no number.\"\"\"\n", Language::Python), [2]);
        assert_eq!(lines("// a number\nfn f() {}\n// of 32 bits\n", Language::Wgsl), Vec::<usize>::new());
    }
}
