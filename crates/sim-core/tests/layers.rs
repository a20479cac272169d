//! The engine is built in layers: a file imports only from its own layer and from layers below, and no import circle has more
//! than three files.
//!
//! `imports` says what counts as an import. Its own tests stand at the foot of this file.

#![allow(clippy::unwrap_used)]

mod imports;
mod sources;

use imports::{Imports, circles, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Layers from the bottom up: folders, or single files, which are then no part of their folder's layer.
const LAYERS: &[&str] = &[
    "message.rs",
    "warning.rs",
    "error.rs",
    "math",
    "linalg",
    "arrays",
    "shape",
    "model",
    "data/rows.rs",
    "collision/convex",
    "collision/pair.rs",
    "collision/sources.rs",
    "collision/work.rs",
    "constraint/work.rs",
    "sensor/work.rs",
    "solver/work.rs",
    "data",
    "stage",
    "sleep",
    "dynamics",
    "force",
    "collision",
    "query",
    "constraint",
    "solver",
    "sensor",
    "derivative",
    "integrate",
    "access",
    "pipeline",
    "derivative/transition.rs",
    "constants",
    "batch",
    "field_contact.rs",
    "binding.rs",
    "lib.rs",
];

/// Files that may import each other in a circle.
const LARGEST_CIRCLE: usize = 3;

/// How high the layer of a file lies; of several that fit, the one with the longest name is its own.
fn level(layers: &[&str], file: &str) -> Option<usize> {
    let holds = |layer: &str| file.strip_prefix(layer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    (0..layers.len()).filter(|&i| holds(layers[i])).max_by_key(|&i| layers[i].len())
}

/// Imports from layers above, one per line.
fn upward(layers: &[&str], all: &Imports) -> String {
    let mut out = String::new();
    for (from, targets) in all {
        for (to, names) in targets {
            if level(layers, from) < level(layers, to) {
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

/// Circles that are too large, each with its files and with the imports that make it.
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

#[test]
fn no_import_circle_is_large() {
    let found = large_circles(&imports(&sources::read()));
    assert!(found.is_empty(), "import circles of more than {LARGEST_CIRCLE} files:\n{found}");
}

#[test]
fn files_import_from_their_own_layer_and_from_layers_below() {
    let found = upward(LAYERS, &imports(&sources::read()));
    assert!(found.is_empty(), "{} imports from layers above:\n{found}", found.lines().count());
}

#[test]
fn every_file_has_a_layer_and_every_layer_a_file() {
    let sources = sources::read();
    let strays: Vec<_> = sources.keys().filter(|file| level(LAYERS, file).is_none()).collect();
    assert!(strays.is_empty(), "not in LAYERS: {strays:?}");
    let used: BTreeSet<_> = sources.keys().filter_map(|file| level(LAYERS, file)).collect();
    let empty: Vec<_> = (0..LAYERS.len()).filter(|i| !used.contains(i)).map(|i| LAYERS[i]).collect();
    assert!(empty.is_empty(), "in LAYERS, without a file: {empty:?}");
}

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
    let sources: BTreeMap<_, _> = files.iter().map(|(path, text)| (path.to_string(), sources::code(text))).collect();
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
    assert_eq!(lines(&files), ["a.rs -> kinds.rs: Kind", "user.rs -> a.rs: table", "user.rs -> kinds.rs: Kind, Other"]);
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
    assert_eq!(sources::code(text).lines().count(), text.lines().count());
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
    assert_eq!(upward(&layers, &all).lines().count(), 4);
    assert_eq!(level(&["layer", "laye", "layer/file.rs"], "layer/file.rs"), Some(2));
    assert_eq!(level(&["layer", "laye", "layer/file.rs"], "layer/files.rs"), Some(0));
    assert_eq!(level(&["layer"], "layers/a.rs"), None);
}
