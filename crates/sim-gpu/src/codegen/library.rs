//! The functions, structs and constants of the `.wgsl` files, and what each one uses.

use crate::codegen::SourceLine;
use crate::codegen::error::CodegenError;
use crate::codegen::preprocessor::{Features, Selected, Sources};
use std::collections::{BTreeMap, BTreeSet};

/// A declaration at the top level of a file, with the comment above it.
#[derive(Debug)]
pub struct Item {
    /// Its text, of whole lines.
    pub text: String,
    /// Its file.
    file: &'static str,
    /// Number of each line in the file.
    numbers: Vec<u32>,
    /// Words of its text that may name other items.
    words: BTreeSet<String>,
    /// Words that are called.
    calls: BTreeSet<String>,
}

impl Item {
    /// The source of each of its lines.
    pub fn lines(&self) -> impl Iterator<Item = SourceLine> + '_ {
        self.numbers.iter().map(|&line| SourceLine { file: self.file, line })
    }

    /// The source of its first line behind the comment.
    fn declaration(&self) -> SourceLine {
        let comments = self.text.lines().take_while(|line| line.trim_start().starts_with("//")).count();
        let line = self.numbers.get(comments).or(self.numbers.last()).copied().unwrap_or_default();
        SourceLine { file: self.file, line }
    }
}

/// The items of all sources, by name.
#[derive(Debug)]
pub struct Library {
    items: BTreeMap<String, Item>,
}

/// Names that a set of functions uses, with everything they call.
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
    /// Takes the items of sources, with the lines that the features leave. Fails if two items have one name: the order of the files
    /// would decide which counts.
    pub fn new(sources: &Sources<'_>, features: &Features) -> Result<Self, CodegenError> {
        let mut items: BTreeMap<String, Item> = BTreeMap::new();
        for selected in sources.select(features)? {
            for (text, numbers) in top_level(&selected) {
                let Some(name) = declared_name(&text) else { continue };
                let code = without_comments(&text);
                let words = words(&code).map(|(word, _)| word.to_string()).filter(|word| *word != name).collect();
                let calls =
                    self::words(&code).filter(|(_, called)| *called).map(|(word, _)| word.to_string()).collect();
                let item = Item { text, file: selected.file, numbers, words, calls };
                if let Some(other) = items.get(&name) {
                    let (first, second) = (other.declaration(), item.declaration());
                    return Err(CodegenError::DeclaredTwice { name, first, second });
                }
                items.insert(name, item);
            }
        }
        Ok(Self { items })
    }

    /// Fails if an item has the name of a constant that is generated.
    pub fn check_constants(&self, constants: &BTreeMap<String, i64>) -> Result<(), CodegenError> {
        match self.items.iter().find(|(name, _)| constants.contains_key(*name)) {
            Some((name, item)) => Err(CodegenError::DeclaredConstant { name: name.clone(), at: item.declaration() }),
            None => Ok(()),
        }
    }

    /// Whether an item has this name.
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

    /// An item by name.
    pub fn item(&self, name: &str) -> Option<&Item> {
        self.items.get(name)
    }
}

/// The declarations of a source, each with the comment lines above it, and the numbers of its lines.
fn top_level(selected: &Selected) -> Vec<(String, Vec<u32>)> {
    let (mut items, mut current, mut numbers, mut depth) = (Vec::new(), String::new(), Vec::new(), 0usize);
    for (line, &number) in selected.text.lines().zip(&selected.numbers) {
        let code = line.split("//").next().unwrap_or_default();
        if depth == 0 && line.trim().is_empty() {
            // a comment that stands alone belongs to the file
            current.clear();
            numbers.clear();
            continue;
        }
        current.push_str(line);
        current.push('\n');
        numbers.push(number);
        depth += code.matches('{').count();
        depth = depth.saturating_sub(code.matches('}').count());
        let end = code.trim_end();
        if depth == 0 && (end.ends_with('}') || end.ends_with(';')) {
            items.push((std::mem::take(&mut current), std::mem::take(&mut numbers)));
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
    use crate::codegen::SourceLine;
    use crate::codegen::error::CodegenError;
    use crate::codegen::preprocessor::{Features, Source, Sources};

    const fn at(line: u32) -> SourceLine {
        SourceLine { file: "test.wgsl", line }
    }

    fn library(text: &str) -> Result<Library, CodegenError> {
        Library::new(&Sources::parse(&[Source { name: "test.wgsl", text }])?, &Features::default())
    }

    #[test]
    fn a_name_stands_once() {
        let text = "fn f() {}\n\n#if FREE\nfn g() {}\n#else\nfn g() { f(); }\n#end\n";
        assert!(library(text).is_ok());
        let error = library(&format!("{text}// a comment\nconst f = 1;\n")).unwrap_err();
        assert_eq!(error, CodegenError::DeclaredTwice { name: "f".into(), first: at(1), second: at(9) });
    }

    #[test]
    fn a_generated_constant_is_not_declared() {
        let library = library("const A = 1;\n").unwrap();
        assert_eq!(library.check_constants(&[("B".to_string(), 1)].into()), Ok(()));
        let error = library.check_constants(&[("A".to_string(), 1)].into()).unwrap_err();
        assert_eq!(error, CodegenError::DeclaredConstant { name: "A".into(), at: at(1) });
    }

    #[test]
    fn an_item_uses_all_that_it_calls() {
        let text = "// a constant\nconst A = 1;\n\nfn f(x: i32) -> i32 {\n    return g(x) + A; // h\n}\n\nfn g(x: i32) -> i32 {\n    return xpos(x).y + h.z;\n}\n\nfn h() {}\n";
        let library = library(text).unwrap();
        let uses = library.uses(["f"]);
        assert_eq!(uses.items.iter().map(String::as_str).collect::<Vec<_>>(), ["A", "f", "g", "h"]);
        assert!(uses.calls.contains("xpos") && !uses.calls.contains("g"));
        let item = library.item("A").unwrap();
        assert_eq!(item.text, "// a constant\nconst A = 1;\n");
        assert_eq!(item.lines().collect::<Vec<_>>(), [at(1), at(2)]);
    }
}
