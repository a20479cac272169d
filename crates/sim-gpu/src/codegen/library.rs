//! The functions, structs and constants of the `.wgsl` files, and what each one uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::codegen::preprocessor::Features;

/// A declaration at the top level of a file, with the comment above it.
#[derive(Debug)]
struct Item {
    text: String,
    /// Words of its text that may name other items.
    words: BTreeSet<String>,
    /// Words that are called.
    calls: BTreeSet<String>,
}

/// Everything there is, by name.
#[derive(Debug)]
pub struct Library {
    items: BTreeMap<String, Item>,
}

/// What a set of functions uses, with everything they call.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Items of the library, by name.
    pub items: BTreeSet<String>,
    /// Names called that the library does not have: accessors of fields, and functions of WGSL.
    pub calls: BTreeSet<String>,
    /// Words that the library does not have: constants, variables and words of WGSL.
    pub words: BTreeSet<String>,
}

impl Library {
    /// Reads files, with the lines that the features leave; or a name that these declare more than once, which would leave it to
    /// the order of the files what is meant.
    pub fn new(files: &[&str], features: &Features) -> Result<Self, String> {
        let mut items = BTreeMap::new();
        for file in files {
            for text in top_level(&features.select(file)) {
                if let Some(name) = declared_name(&text) {
                    let code = without_comments(&text);
                    let words = words(&code).map(|(word, _)| word.to_string()).filter(|word| *word != name).collect();
                    let calls =
                        self::words(&code).filter(|(_, called)| *called).map(|(word, _)| word.to_string()).collect();
                    if items.insert(name.clone(), Item { text, words, calls }).is_some() {
                        return Err(format!("'{name}' is declared twice in the shader files"));
                    }
                }
            }
        }
        Ok(Self { items })
    }

    /// Whether there is an item of that name.
    pub fn has(&self, name: &str) -> bool {
        self.items.contains_key(name)
    }

    /// Everything that the named items use.
    pub fn uses(&self, roots: impl IntoIterator<Item = impl Into<String>>) -> Uses {
        let mut uses = Uses::default();
        let mut open: Vec<String> = roots.into_iter().map(Into::into).collect();
        while let Some(name) = open.pop() {
            let Some(item) = self.items.get(&name) else { continue };
            if !uses.items.insert(name) {
                continue;
            }
            for word in &item.words {
                if self.has(word) {
                    open.push(word.clone());
                } else {
                    uses.words.insert(word.clone());
                }
            }
            uses.calls.extend(item.calls.iter().filter(|call| !self.has(call)).cloned());
        }
        uses
    }

    /// Text of an item.
    pub fn text(&self, name: &str) -> &str {
        self.items.get(name).map_or("", |item| &item.text)
    }
}

/// The declarations of a file, each with the comment lines above it.
fn top_level(text: &str) -> Vec<String> {
    let (mut items, mut current, mut depth) = (Vec::new(), String::new(), 0usize);
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        if depth == 0 && line.trim().is_empty() {
            current.clear(); // a comment that stands alone belongs to the file
            continue;
        }
        current.push_str(line);
        current.push('\n');
        depth += code.matches('{').count();
        depth = depth.saturating_sub(code.matches('}').count());
        let end = code.trim_end();
        if depth == 0 && (end.ends_with('}') || end.ends_with(';')) {
            items.push(std::mem::take(&mut current));
        }
    }
    items
}

/// The name that a declaration gives.
fn declared_name(text: &str) -> Option<String> {
    let code = without_comments(text);
    let rest = ["fn ", "struct ", "const ", "alias ", "var<private> ", "var<workgroup> ", "override "]
        .iter()
        .find_map(|keyword| code.trim_start().strip_prefix(keyword).map(str::to_string))?;
    let name: String = rest.trim_start().chars().take_while(|c| is_word(*c)).collect();
    (!name.is_empty()).then_some(name)
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The words of a text, and whether a parenthesis follows. Members of structs (`.x`) are not among them.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            while at < bytes.len() && !is_word(bytes[at] as char) {
                at += 1;
            }
            if at == bytes.len() {
                return None;
            }
            let first = at;
            while at < bytes.len() && is_word(bytes[at] as char) {
                at += 1;
            }
            let member = first > 0 && bytes[first - 1] == b'.';
            if !member && !bytes[first].is_ascii_digit() {
                return Some((&text[first..at], bytes.get(at) == Some(&b'(')));
            }
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Library;
    use crate::codegen::preprocessor::Features;

    #[test]
    fn a_name_stands_once() {
        let text = "fn f() {}\n\n#if A\nfn g() {}\n#else\nfn g() { f(); }\n#end\n";
        assert!(Library::new(&[text], &Features::default()).is_ok());
        let error = Library::new(&[text, "const f = 1;\n"], &Features::default()).unwrap_err();
        assert_eq!(error, "'f' is declared twice in the shader files");
    }

    #[test]
    fn what_is_called_is_found_with_all_it_calls() {
        let text = "// a constant\nconst A = 1;\n\nfn f(x: i32) -> i32 {\n    return g(x) + A; // h\n}\n\nfn g(x: i32) -> i32 {\n    return xpos(x).y + h.z;\n}\n\nfn h() {}\n";
        let library = Library::new(&[text], &Features::default()).unwrap();
        let uses = library.uses(["f"]);
        assert_eq!(uses.items.iter().map(String::as_str).collect::<Vec<_>>(), ["A", "f", "g", "h"]);
        assert!(uses.calls.contains("xpos") && !uses.calls.contains("g"));
        assert_eq!(library.text("A"), "// a constant\nconst A = 1;\n");
    }
}
