//! Stages borrow the fields they need side by side; they do not take a field out of a world and put it back.
//!
//! Every `mem::take`, `mem::replace`, `mem::swap` and `.take()` of the engine stands in one of two lists, with its reason.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

/// File, number of uses, reason.
type Entry = (&'static str, usize, &'static str);

/// Uses on fields of Data and of its scratch.
const ON_FIELDS: &[Entry] =
    &[("data/scratch.rs", 1, "worlds of a batch exchange their work space: a change of owner, not a borrow")];

/// Uses on anything else: variables, and buffers of a type that exchanges its own.
const ELSEWHERE: &[Entry] = &[
    ("collision/broadphase.rs", 1, "a pass of the radix sort has read one list and written the other"),
    ("convex/clip.rs", 1, "a cut has read one polygon and written the other"),
    ("convex/mpr.rs", 1, "two corners in variables change places"),
    ("collision/midphase.rs", 1, "a flag in a variable that is true once"),
    ("constraint/island.rs", 1, "one number of a list is read and overwritten on the way to a root"),
    ("warning.rs", 4, "the hook of the process and the list of a thread; no world is involved"),
];

/// Most uses on fields of Data.
const MOST_ON_FIELDS: usize = 5;

/// One use: its line and what it is used on.
#[derive(Debug, PartialEq)]
struct Exchange {
    line: usize,
    target: String,
}

/// Exchanges in a file's code; a function that is handed on as a value has an empty target.
fn exchanges(code: &str) -> Vec<Exchange> {
    let imported = imported(code);
    let mut found = Vec::new();
    for name in ["take", "replace", "swap"] {
        for (at, _) in code.match_indices(name) {
            let (before, after) = (&code[..at], &code[at + name.len()..]);
            let is_bare = !before.ends_with(['.', ':']) && !before.ends_with("fn ") && !before.ends_with(is_word);
            let is_function = before.ends_with("mem::") || before.ends_with("Option::");
            let target = if (is_function || is_bare && imported.contains(&name)) && after.starts_with(['(', ')']) {
                let end = after.find([',', ')']).unwrap_or(after.len());
                after[..end].trim_start_matches('(').trim().trim_start_matches("&mut ").to_string()
            } else if name == "take" && before.trim_end().ends_with('.') && after.starts_with("()") {
                receiver(before.trim_end().trim_end_matches('.'))
            } else {
                continue;
            };
            found.push(Exchange { line: before.matches('\n').count() + 1, target });
        }
    }
    found.sort_by_key(|exchange| exchange.line);
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Functions of `std::mem` that the code calls by their bare names.
fn imported(code: &str) -> Vec<&str> {
    let declared = code.match_indices("mem::").map(|(at, found)| &code[at + found.len()..]);
    let mut names = Vec::new();
    for rest in declared {
        let list = rest.strip_prefix('{').and_then(|rest| rest.split('}').next());
        let single = rest.split(|c| !is_word(c)).next().unwrap_or_default();
        if let Some(list) = list {
            names.extend(list.split(',').map(str::trim));
        } else if rest[single.len()..].starts_with([';', ',', '}']) {
            names.push(single);
        }
    }
    names
}

/// The expression at the end of a text: names, points, indices and calls.
fn receiver(text: &str) -> String {
    let mut flat = String::new();
    for word in text.split_whitespace() {
        // a line may be broken before a point
        flat += if word.starts_with('.') { "" } else { " " };
        flat += word;
    }
    let mut depth = 0;
    let before = flat.char_indices().rev().find(|&(_, c)| {
        depth += i32::from(matches!(c, ']' | ')')) - i32::from(matches!(c, '[' | '('));
        depth < 0 || (depth == 0 && !is_word(c) && !matches!(c, '.' | '[' | '('))
    });
    before.map_or(flat.clone(), |(at, c)| flat[at + c.len_utf8()..].to_string())
}

/// Whether a target can be seen to be a field of Data.
fn is_field(path: &str, target: &str) -> bool {
    let is_own = path.starts_with("data/") && target.starts_with("self.");
    is_own || target.starts_with("d.") || target.starts_with("data.") || target.contains("scratch")
}

fn count(list: &[Entry], path: &str) -> usize {
    list.iter().filter(|entry| entry.0 == path).map(|entry| entry.1).sum()
}

#[test]
fn fields_are_borrowed_and_not_taken_out() {
    let mut found: BTreeMap<String, Vec<Exchange>> = layer_check::read(env!("CARGO_MANIFEST_DIR").as_ref())
        .iter()
        .map(|(path, code)| (path.clone(), exchanges(code)))
        .collect();
    for (path, ..) in ON_FIELDS.iter().chain(ELSEWHERE) {
        found.entry(path.to_string()).or_default();
    }
    let mut wrong = String::new();
    for (path, uses) in &found {
        let (fields, others) = (count(ON_FIELDS, path), count(ELSEWHERE, path));
        let seen = uses.iter().filter(|u| is_field(path, &u.target)).count();
        if uses.len() != fields + others || seen > fields {
            wrong += &format!("{path}: {} uses, {seen} on fields for sure; listed {fields} and {others}\n", uses.len());
            wrong.extend(uses.iter().map(|u| format!("    line {}: {}\n", u.line, u.target)));
        }
    }
    assert!(wrong.is_empty(), "uses of `take`, `replace`, `swap` that the lists do not account for:\n{wrong}");
}

#[test]
fn few_fields_are_taken_out() {
    let total: usize = ON_FIELDS.iter().map(|entry| entry.1).sum();
    assert!(total <= MOST_ON_FIELDS, "{total} uses on fields of Data");
    assert!(ON_FIELDS.iter().chain(ELSEWHERE).all(|(_, count, reason)| *count > 0 && !reason.is_empty()));
}

#[test]
fn finds_exchanges() {
    let targets = |code| exchanges(code).into_iter().map(|u| u.target).collect::<Vec<_>>();
    assert_eq!(targets("let a = std::mem::take(&mut d.scratch.dof[0]);"), ["d.scratch.dof[0]"]);
    assert_eq!(targets("(mem::replace(&mut a, 1), std::mem::swap(x, y))"), ["a", "x"]);
    assert_eq!(targets("use std::mem::swap; fn f() { swap(&mut p, q); take(a); v.swap(0, 1) }"), ["p"]);
    assert_eq!(
        targets("use std::{mem::{swap, take}, fmt}; fn f() { take(&mut a); s.take(3); swap(b, c) }"),
        ["a", "b"]
    );
    assert_eq!(
        targets("let w = d.scratch.work.dual.take().unwrap(); rows[f(i)].x.take()"),
        ["d.scratch.work.dual", "rows[f(i)].x"]
    );
    assert_eq!(targets("fn f() { self.scratch\n        .watch\n        .take() }"), ["self.scratch.watch"]);
    assert_eq!(
        targets("iter.take(2); fn take(x: u8) {} take(3); retake(); d.xs.iter_mut().for_each(mem::take)").len(),
        1
    );
    assert_eq!(targets("if Option::take(&mut d.x).is_some() {}"), ["d.x"]);
    assert_eq!(exchanges("a;\nmem::take(\n    &mut b\n)")[0], Exchange { line: 2, target: "b".to_string() });
    assert!(is_field("force/passive.rs", "d.qfrc") && is_field("data/reset.rs", "self.qfrc"));
    assert!(!is_field("linalg/tile_rows.rs", "self.places"));
}
