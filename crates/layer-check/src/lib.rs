//! Checks how the files of a crate import each other.
//!
//! A crate lists its layers from the bottom up. A file imports from its own layer and from the layers below. No import circle has more than
//! [`LARGEST_CIRCLE`] files. `imports` says what counts as an import.

#![allow(clippy::unwrap_used, clippy::panic)] // only tests call this crate

mod imports;
mod parse;
mod sources;

pub use imports::{Imports, circles, imports};
pub use sources::{code, read};

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The most files that may import each other in a circle.
pub const LARGEST_CIRCLE: usize = 3;

/// Panics with every import that breaks the rules.
///
/// `manifest_dir` is the folder of the crate's Cargo.toml. `layers` lists folders and files below `src` from the bottom up. A file that has
/// an entry of its own does not belong to the layer of its folder. Every file must have a layer, and every layer a file.
///
/// ```
/// layer_check::check(env!("CARGO_MANIFEST_DIR"), &["sources.rs", "parse.rs", "imports.rs", "lib.rs"]);
/// ```
pub fn check(manifest_dir: &str, layers: &[&str]) {
    let sources = read(Path::new(manifest_dir));
    let all = imports(&sources);
    let mut found = misplaced(layers, sources.keys().map(String::as_str));
    found += &upward(layers, &all);
    found += &large_circles(&all);
    assert!(found.is_empty(), "{manifest_dir}:\n{found}");
}

/// How high the layer of a file lies. If several entries fit, the longest one counts.
fn level(layers: &[&str], file: &str) -> Option<usize> {
    let holds = |layer: &str| file.strip_prefix(layer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    (0..layers.len()).filter(|&i| holds(layers[i])).max_by_key(|&i| layers[i].len())
}

/// Files without a layer and layers without a file, one per line.
fn misplaced<'a>(layers: &[&str], files: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    let mut used = BTreeSet::new();
    for file in files {
        match level(layers, file) {
            Some(i) => _ = used.insert(i),
            None => writeln!(out, "{file} has no layer: add it to the list").unwrap(),
        }
    }
    for layer in (0..layers.len()).filter(|i| !used.contains(i)).map(|i| layers[i]) {
        writeln!(out, "layer {layer} has no file: remove it from the list").unwrap();
    }
    out
}

/// Imports from layers above, one per line.
fn upward(layers: &[&str], all: &Imports) -> String {
    let mut out = String::new();
    for (from, targets) in all {
        for (to, names) in targets {
            if level(layers, from) < level(layers, to) {
                out.push_str("import from a layer above:\n");
                line(&mut out, from, to, names);
            }
        }
    }
    out
}

fn line(out: &mut String, from: &str, to: &str, names: &BTreeSet<String>) {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    writeln!(out, "    {from} -> {to}: {}", names.join(", ")).unwrap();
}

/// Circles that are too large, each with its files and the imports that make it.
fn large_circles(all: &Imports) -> String {
    let mut out = String::new();
    for circle in circles(all).iter().filter(|circle| circle.len() > LARGEST_CIRCLE) {
        writeln!(out, "a circle of {} files: {}", circle.len(), circle.join(", ")).unwrap();
        for from in circle {
            for (to, names) in all[*from].iter().filter(|(to, _)| circle.contains(&to.as_str())) {
                line(&mut out, from, to, names);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Imports of files given by path and text, as lines `from -> to: names`.
    fn lines(files: &[(&str, &str)]) -> Vec<String> {
        let mut out = String::new();
        for (from, targets) in &imports_of(files) {
            for (to, names) in targets {
                line(&mut out, from, to, names);
            }
        }
        out.lines().map(|line| line.trim().to_string()).collect()
    }

    fn imports_of(files: &[(&str, &str)]) -> Imports {
        let sources: BTreeMap<_, _> = files.iter().map(|(path, text)| (path.to_string(), code(text))).collect();
        imports(&sources)
    }

    #[test]
    fn reads_nested_braces_aliases_and_self() {
        let text = "use crate::{a::{self, b::{Deep as D, f}}, c::X,};\nuse std::fmt;\nfn g() { a::top(); fmt::no() }";
        let files = [
            ("lib.rs", "mod a; mod c; mod user;"),
            ("a/mod.rs", "pub mod b; pub fn top() {}"),
            ("a/b.rs", "pub struct Deep; pub const fn f() {}"),
            ("c.rs", "pub enum X {}"),
            ("user.rs", text),
        ];
        assert_eq!(lines(&files), ["user.rs -> a/b.rs: Deep, f", "user.rs -> a/mod.rs: top", "user.rs -> c.rs: X"]);
    }

    #[test]
    fn reads_super_child_modules_and_paths_in_code() {
        let files = [
            ("lib.rs", "pub mod a; pub mod z;"),
            ("a/mod.rs", "mod b; mod c; use b::B; fn f(x: &[B]) { c::go(0..super::z::N); x.c::<u8>() } pub fn up() {}"),
            ("a/b.rs", "pub struct B; mod own { fn f() { super::super::c::go(1) } } impl B { fn f() { super::up() } }"),
            ("a/c.rs", "pub fn go(_: usize) -> Vec<crate::z::Z> { fn local() {} <u8 as super::super::z::T>::no() }"),
            ("z.rs", "pub const N: usize = 1; pub type Z = u8; pub trait T {}"),
        ];
        let expected = [
            "a/b.rs -> a/c.rs: go",
            "a/b.rs -> a/mod.rs: up",
            "a/c.rs -> z.rs: T, Z",
            "a/mod.rs -> a/b.rs: B",
            "a/mod.rs -> a/c.rs: go",
            "a/mod.rs -> z.rs: N",
        ];
        assert_eq!(lines(&files), expected);
    }

    #[test]
    fn follows_re_exports_to_the_file_that_defines() {
        let files = [
            ("lib.rs", "mod a; mod user; mod out; pub use a::*;"),
            (
                "a/mod.rs",
                "mod b; mod c; pub use b::*; pub(crate) use c::{Made, thing as other}; use crate::out::O; fn f(_: O) {}",
            ),
            ("a/b.rs", "pub struct Plain; pub mod flag { pub const ON: u8 = 1; }"),
            ("a/c.rs", "make!(Made); pub fn thing() {} use super::O; fn g(_: O) {}"),
            ("out.rs", "pub struct O; pub use crate::a::b::Plain as P;"),
            ("user.rs", "use crate::{Plain, flag}; use crate::a::{Made, Unseen, other}; fn f() { flag::ON }"),
        ];
        let expected = [
            "a/c.rs -> out.rs: O",
            "a/mod.rs -> out.rs: O",
            // handing on what lies elsewhere is an import
            "out.rs -> a/b.rs: Plain",
            "user.rs -> a/b.rs: Plain, flag",
            "user.rs -> a/c.rs: Made, thing",
            "user.rs -> a/mod.rs: Unseen",
        ];
        assert_eq!(lines(&files), expected);
    }

    #[test]
    fn a_module_stands_for_what_is_reached_through_it() {
        let files = [
            ("lib.rs", "mod a; mod through; mod idle; mod glob;"),
            ("a/mod.rs", "mod b; pub use b::f; pub fn g() {}"),
            ("a/b.rs", "pub fn f() {}"),
            ("through.rs", "use crate::a as way; fn h() { way::f() }"),
            ("idle.rs", "use crate::a;"),
            ("glob.rs", "use crate::a::*; fn h() { f() }"),
        ];
        assert_eq!(lines(&files), ["glob.rs -> a/b.rs: f", "idle.rs -> a/mod.rs: a", "through.rs -> a/b.rs: f"]);
    }

    #[test]
    fn reads_macros() {
        let files = [
            ("lib.rs", "mod a; mod kinds; mod user;"),
            ("a.rs", "macro_rules! table { ($n:ident) => { $n::x(); $crate::kinds::Kind } }\npub(crate) use table;"),
            ("kinds.rs", "kind! { /// Doc.\n Kind { A = 0, \"a\"; } }\n kind! { pub struct Other { a: u8 } }"),
            ("user.rs", "use crate::a::table; use crate::kinds::*; table!(Kind); fn f(_: Other) {}"),
        ];
        assert_eq!(
            lines(&files),
            ["a.rs -> kinds.rs: Kind", "user.rs -> a.rs: table", "user.rs -> kinds.rs: Kind, Other"]
        );
    }

    #[test]
    fn leaves_out_comments_strings_and_tests() {
        let text = r##"
            //! crate::a::A
            /* crate::a::A /* nested */ crate::a::A */
            const Q: [char; 2] = ['"', '\''];
            fn f<'a>(_: &'a str) -> &'a str { "crate::a::A \" crate::a::A" }
            fn raw() -> &'static [u8] { br#"" crate::a::A"# }
            #[cfg(test)]
            mod tests { use crate::a::A; fn f() { if true {} } }
            fn after() { crate::a::B }
        "##;
        let files = [("lib.rs", "mod a; mod b;"), ("a.rs", "pub struct A; pub struct B;"), ("b.rs", text)];
        assert_eq!(lines(&files), ["b.rs -> a.rs: B"]);
        assert_eq!(code(text).lines().count(), text.lines().count());
    }

    #[test]
    fn finds_circles_and_upward_imports() {
        let ring = |next: &str| format!("pub struct X; use crate::{next}::X as Next; fn f(_: Next) {{}}");
        let texts = ["b", "c", "d", "a", "f", "e"].map(ring);
        let names = ["a.rs", "b.rs", "c.rs", "d.rs", "e.rs", "f.rs"];
        let mut files: Vec<_> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
        files.push(("lib.rs", "mod a; mod b; mod c; mod d; mod e; mod f; use crate::a::X;"));
        let all = imports_of(&files);
        assert_eq!(circles(&all), [&names[..4], &names[4..]]);
        let large = large_circles(&all);
        assert!(large.starts_with("a circle of 4 files: a.rs, b.rs, c.rs, d.rs\n    a.rs -> b.rs: X\n"), "{large}");
        assert_eq!(large.lines().count(), 5);

        let layers = ["a.rs", "b.rs", "c.rs", "d.rs", "e.rs", "f.rs", "lib.rs"];
        assert_eq!(upward(&layers, &all).lines().count(), 8);
        assert_eq!(level(&["layer", "laye", "layer/file.rs"], "layer/file.rs"), Some(2));
        assert_eq!(level(&["layer", "laye", "layer/file.rs"], "layer/files.rs"), Some(0));
        assert_eq!(level(&["layer"], "layers/a.rs"), None);
    }

    #[test]
    fn every_file_has_a_layer_and_every_layer_a_file() {
        assert_eq!(misplaced(&["a", "b.rs"], ["a/x.rs", "b.rs"].into_iter()), "");
        let found = misplaced(&["a", "c"], ["a/x.rs", "b.rs"].into_iter());
        assert_eq!(found, "b.rs has no layer: add it to the list\nlayer c has no file: remove it from the list\n");
    }
}
