//! Names that this project once coined. A name says what a thing is, with the field's word for it.

use super::finding::Finding;
use super::lexer::{Kind, Language, Part};

/// Words that are no name and no part of one, with what to say instead.
const COINED: [(&str, &str); 18] = [
    ("ears", "reader thread"),
    ("mouth", "writer thread"),
    ("talk", "writer thread, connection"),
    ("lend", "shared buffer, pooled buffer"),
    ("lends", "shared buffer, pooled buffer"),
    ("lender", "buffer pool"),
    ("lending", "buffer pool"),
    ("lent", "pooled buffer"),
    ("crew", "thread pool"),
    ("plate", "framebuffer"),
    ("easel", "framebuffer"),
    ("crowd", "clients"),
    ("told", "reported, generated constant"),
    ("vacant", "missing, unsupported"),
    ("card", "GPU, device"),
    ("wild", "extreme, invalid"),
    ("ledger", "counts, counter"),
    ("standing", "state, result"),
];

/// Words that are part of good names, but no name by themselves. A local variable may have them.
const ALONE: [(&str, &str); 4] = [
    ("loose", "fallback, unaligned"),
    ("softness", "impedance, reference acceleration"),
    ("rests", "sleeping, defaults"),
    ("places", "addresses, positions"),
];

/// Words that name no type, module or macro by themselves. A function or a variable may have them.
const NO_TYPE: [(&str, &str); 11] = [
    ("room", "device buffer"),
    ("rooms", "device buffers"),
    ("piece", "pooled buffer, part"),
    ("near", "broadphase pair, plan limit"),
    ("means", "plan limits"),
    ("work", "kernel plan, scratch, task"),
    ("bench", "tile queue, test device"),
    ("cut", "clip"),
    ("sight", "frustum"),
    ("busy", "generated constant"),
    ("switch", "condition"),
];

/// Names that are right where they stand: the beginning of the path, the word, the reason.
const ALLOWED: [(&str, &str, &str); 23] = [
    ("benchmarks/catalog.py", "card", "MuJoCo's model `cards`"),
    ("benchmarks/scenes.py", "crowd", "a scene of many humanoids"),
    ("conformance/sim-conformance-tests/tests/", "crowd", "a scene of many bodies"),
    ("conformance/sim-conformance-tests/tests/", "busy", "a model with all that a step can do"),
    ("crates/shader-machine/src/code.rs", "switch", "the statement of shaders"),
    ("crates/sim-cli/tests/", "crowd", "a scene of many bodies"),
    ("crates/sim-physics/tests/", "crowd", "a scene of many bodies"),
    ("crates/sim-py/tests/", "crowd", "a scene of many bodies"),
    ("crates/sim-core/src/batch/", "busy", "a worker that has a task"),
    ("crates/sim-cli/", "bench", "the command `cortenforge bench`"),
    ("crates/sim-mjcf/src/mesh/builtin.rs", "plate", "MuJoCo's builtin mesh `plate`"),
    ("crates/sim-mjcf/src/mesh/obj.rs", "ears", "ear clipping of polygons"),
    ("crates/sim-mjcf/src/table/", "switch", "MJCF's value of `true`, `false` and `auto`"),
    ("crates/sim-py/python/cortenforge/mujoco/__init__.pyi", "plate", "MuJoCo's builtin mesh `plate`"),
    ("crates/sim-py/python/cortenforge/_handle.py", "told", "not renamed yet"),
    ("crates/sim-core/src/access/", "softness", "MuJoCo's field of lights"),
    ("crates/sim-mjcf/src/spec/", "softness", "MuJoCo's field of lights"),
    ("crates/sim-py/src/scene/", "softness", "MuJoCo's field of lights"),
    ("crates/sim-view/examples/", "softness", "MuJoCo's field of lights"),
    ("crates/sim-view/src/scene/light.rs", "softness", "MuJoCo's field of lights"),
    ("crates/sim-view/tests/", "softness", "MuJoCo's field of lights"),
    ("crates/sim-gpu/examples/work.rs", "work", "counts instructions, the work of a kernel"),
    ("xtask/src/words/", "card", "the rule itself"),
];

/// A name that a line of code defines.
#[derive(Debug, PartialEq, Eq)]
pub struct Name<'a> {
    text: &'a str,
    kind: NameKind,
}

/// What a name belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameKind {
    /// A type, a variant, a module or a macro.
    Type,
    /// A function, a constant or a field.
    Item,
    /// A local variable.
    Local,
}

/// Names in the code of a file that are coined words.
pub fn findings(path: &str, parts: &[Part], language: Language) -> Vec<Finding> {
    let mut found = vec![];
    for part in parts.iter().filter(|part| part.kind == Kind::Code) {
        for name in defined(&part.text, language) {
            if let Some((word, instead)) = coined(&name).filter(|(word, _)| !allowed(path, word)) {
                let text =
                    format!("the name `{}` has the coined word `{word}`: say what it is, as {instead}", name.text);
                found.push(Finding::new(path, part.line, text));
            }
        }
    }
    found
}

/// Whether a name has a coined word; which, and what to say instead.
fn coined(name: &Name) -> Option<(&'static str, &'static str)> {
    let words = words(name.text);
    let inside = COINED.iter().find(|(word, _)| words.iter().any(|other| other == word));
    let single = |word: &str| words.len() == 1 && words[0] == word;
    let alone = ALONE.iter().find(|(word, _)| name.kind != NameKind::Local && single(word));
    let no_type = NO_TYPE.iter().find(|(word, _)| name.kind == NameKind::Type && single(word));
    inside.or(alone).or(no_type).copied()
}

/// Whether the name of a file is a coined word; which, and what to say instead.
pub fn coined_file(name: &str) -> Option<(&'static str, &'static str)> {
    coined(&Name { text: name, kind: NameKind::Type })
}

/// Whether a coined word is right in a file.
pub fn allowed(path: &str, word: &str) -> bool {
    ALLOWED.iter().any(|(prefix, other, _)| path.starts_with(prefix) && *other == word)
}

/// The words of a name in `snake_case` or `CamelCase`, in small letters.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && small) {
            words.push(String::new());
        }
        small = letter.is_lowercase() || letter.is_numeric();
        if let Some(word) = words.last_mut().filter(|_| letter != '_') {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The names that a line of code defines: types, functions, modules, macros, constants, and fields.
fn defined(code: &str, language: Language) -> Vec<Name<'_>> {
    let (types, others): (&[&str], &[&str]) = match language {
        Language::Rust => {
            (&["struct", "enum", "union", "trait", "type", "mod", "macro_rules!"], &["fn", "const", "static"])
        }
        Language::Wgsl => (&["struct", "alias"], &["fn", "const", "override"]),
        Language::TypeScript => (&["class", "interface", "type", "enum"], &["function"]),
        Language::Python => (&["class"], &["def"]),
        Language::Cuda => (&["struct", "class"], &["#define"]),
        Language::Html => (&[], &[]),
    };
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let tokens: Vec<&str> = code.split_whitespace().collect();
    let behind = tokens.windows(2).filter(|pair| types.contains(&pair[0]) || others.contains(&pair[0]));
    let mut names: Vec<Name> = behind
        .map(|pair| Name {
            text: pair[1].split(|c| !is_name(c)).next().unwrap_or(""),
            kind: if types.contains(&pair[0]) { NameKind::Type } else { NameKind::Item },
        })
        .collect();
    let line = code.trim_start();
    let line = line.strip_prefix("pub").map_or(line, |rest| match rest.strip_prefix('(') {
        Some(scope) => scope.split_once(')').map_or(rest, |(_, rest)| rest),
        None => rest,
    });
    let line = line.trim_start();
    let (text, rest) = line.split_at(line.find(|c| !is_name(c)).unwrap_or(line.len()));
    let field = rest.starts_with(':') && !rest.starts_with("::");
    // a variant begins its line too
    let camel = text.starts_with(char::is_uppercase) && text.chars().any(char::is_lowercase);
    let variant = language == Language::Rust && camel && matches!(rest.chars().next(), Some(',' | '(' | ' ') | None);
    if !matches!(language, Language::Python | Language::Html) && (field || variant) {
        names.push(Name { text, kind: if variant { NameKind::Type } else { NameKind::Item } });
    }
    for text in locals(&tokens, language) {
        if names.iter().all(|name| name.text != text) {
            names.push(Name { text, kind: NameKind::Local });
        }
    }
    names
}

/// The local variables that a line of code defines: behind `let`, `var`, `const` or `for`, also in a pattern, and in Python before `=`.
fn locals<'a>(tokens: &[&'a str], language: Language) -> Vec<&'a str> {
    let (begins, ends): (&[&str], &[&str]) = match language {
        Language::Rust => (&["let", "for"], &["=", "in"]),
        Language::Wgsl | Language::TypeScript => (&["let", "var", "const", "for"], &["=", "of", "in"]),
        Language::Python => (&["for"], &["in"]),
        Language::Cuda | Language::Html => return vec![],
    };
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut pattern: Vec<&str> = vec![];
    for (i, token) in tokens.iter().enumerate() {
        if begins.contains(&token.trim_start_matches('(')) {
            pattern.extend(tokens[i + 1..].iter().take_while(|token| !ends.contains(token)));
        }
    }
    if language == Language::Python
        && let Some(end) = tokens.iter().position(|token| *token == "=")
    {
        pattern.extend(&tokens[..end]);
    }
    // a type behind a colon is no variable
    let mut names = vec![];
    let mut is_type = false;
    for token in pattern {
        if !is_type {
            let name = token.split(':').next().unwrap_or("");
            names.extend(name.split(|c| !is_name(c)).filter(|part| !part.is_empty()));
        }
        is_type = token.ends_with(':') || (is_type && !token.ends_with(','));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::lexer::split;
    use super::*;

    fn names(source: &str, language: Language) -> Vec<String> {
        let texts = findings("crates/a/src/b.rs", &split(source, language), language).into_iter().map(|f| f.text);
        texts.filter_map(|text| text.split('`').nth(1).map(str::to_string)).collect()
    }

    #[test]
    fn coined_names_are_found() {
        let source = "pub(crate) struct Room;\nfn lend_all() {}\nstruct A {\n    pub ears: u8,\n    mouth: u8,\n}\nenum B {\n    Lent(u8),\n}";
        assert_eq!(names(source, Language::Rust), ["Room", "lend_all", "ears", "mouth", "Lent"]);
        assert_eq!(names("const TOLD: u32 = 1u;", Language::Wgsl), ["TOLD"]);
        assert_eq!(names("class BufferLender:\n    pass", Language::Python), ["BufferLender"]);
        assert_eq!(names("macro_rules! lend {\n}", Language::Rust), ["lend"]);
    }

    #[test]
    fn local_names_are_found() {
        let rust = "let mut told = 1;\nfor (i, lent_buffer) in all {}\nlet (), wild: Vec<Crew> = f();\nif let Some(card) = a {}";
        assert_eq!(names(rust, Language::Rust), ["told", "lent_buffer", "wild", "card"]);
        assert_eq!(names("var standing = Point(0);", Language::Wgsl), ["standing"]);
        assert_eq!(names("for (const wild of all) {}", Language::TypeScript), ["wild"]);
        assert_eq!(names("a, told = f()\nfor ledger in all:\n    g(told=1)", Language::Python), ["told", "ledger"]);
        assert_eq!(names("let near = a.told; f(told);", Language::Rust), Vec::<String>::new());
        assert_eq!(names("struct lent {};", Language::Cuda), ["lent"]);
        assert_eq!(names("<b>let told = 1;</b>", Language::Html), Vec::<String>::new());
    }

    #[test]
    fn other_names_are_right() {
        let source = "struct Nearest;\nfn headroom() {}\nlet room = 1; // Room\nfn f() -> &'static str { \"Room\" }\nfn work(cut: u8) {}";
        assert_eq!(names(source, Language::Rust), Vec::<String>::new());
    }

    #[test]
    fn names_have_words() {
        assert_eq!(words("BufferRoom"), ["buffer", "room"]);
        assert_eq!(words("MAX_ROOMS2"), ["max", "rooms2"]);
        assert_eq!(words("GPUWork"), ["gpuwork"]);
    }
}
