//! The sources of a crate as text without comments, string literals and tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Reads the code of every file below `src` of a crate. The keys are paths relative to `src`.
pub fn read(manifest_dir: &Path) -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    collect(&manifest_dir.join("src"), "", &mut sources);
    assert!(sources.contains_key("lib.rs") || sources.contains_key("main.rs"), "no sources found");
    sources
}

fn collect(folder: &Path, above: &str, sources: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            if name != "tests" {
                collect(&entry.path(), &format!("{above}{name}/"), sources);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let text = fs::read_to_string(entry.path()).unwrap();
            sources.insert(format!("{above}{name}"), code(&text));
        }
    }
}

/// A text with blanks in the place of comments, of what stands in quotes, and of test modules; lines stay where they are.
pub fn code(text: &str) -> String {
    let mut out: Vec<char> = text.chars().collect();
    let mut i = 0;
    while i < out.len() {
        let end = end_of_aside(&out, i);
        blank(&mut out[i..end]);
        i = end.max(i + 1);
    }
    blank_tests(&mut out);
    out.into_iter().collect()
}

fn blank(text: &mut [char]) {
    for c in text.iter_mut().filter(|c| **c != '\n') {
        *c = ' ';
    }
}

/// Where a comment or a literal in quotes that begins at `i` ends; `i` where none begins.
fn end_of_aside(text: &[char], i: usize) -> usize {
    let at = |k: usize| text.get(i + k).copied().unwrap_or('\n');
    let is_inside_a_word = i > 0 && (text[i - 1].is_alphanumeric() || text[i - 1] == '_');
    match (at(0), at(1)) {
        ('/', '/') => i + text[i..].iter().position(|&c| c == '\n').unwrap_or(text.len() - i),
        ('/', '*') => end_of_block(text, i),
        ('"', _) => end_of_string(text, i),
        ('r', '"' | '#') if !is_inside_a_word || matches!(text[i - 1], 'b' | 'c') => end_of_raw_string(text, i),
        // anything else after a tick is a lifetime
        ('\'', '\\') => {
            text.len().min(i + 4 + text[(i + 3).min(text.len())..].iter().take_while(|&&c| c != '\'').count())
        }
        ('\'', _) if at(2) == '\'' => i + 3,
        _ => i,
    }
}

fn end_of_block(text: &[char], start: usize) -> usize {
    let (mut i, mut depth) = (start, 0);
    while i + 1 < text.len() {
        match (text[i], text[i + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                i += 1;
                continue;
            }
        }
        i += 2;
        if depth == 0 {
            return i;
        }
    }
    text.len()
}

fn end_of_string(text: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < text.len() && text[i] != '"' {
        i += if text[i] == '\\' { 2 } else { 1 };
    }
    text.len().min(i + 1)
}

fn end_of_raw_string(text: &[char], start: usize) -> usize {
    let hashes = text[start + 1..].iter().take_while(|&&c| c == '#').count();
    let open = start + 1 + hashes;
    if text.get(open) != Some(&'"') {
        return start; // a raw identifier
    }
    let closes = |i: usize| text[i] == '"' && (1..=hashes).all(|k| text.get(i + k) == Some(&'#'));
    (open + 1..text.len()).find(|&i| closes(i)).map_or(text.len(), |i| i + 1 + hashes)
}

/// Blanks every `#[cfg(test)] mod name { … }`.
fn blank_tests(text: &mut [char]) {
    let mark: Vec<char> = "#[cfg(test)]".chars().collect();
    let mut i = 0;
    while i + mark.len() <= text.len() {
        if text[i..].starts_with(&mark) {
            let end = end_of_item(text, i + mark.len());
            let is_module = text[i + mark.len()..end].iter().collect::<String>().trim_start().starts_with("mod ");
            if is_module {
                blank(&mut text[i..end]);
            }
        }
        i += 1;
    }
}

/// Behind the first `;` or `{ … }`.
fn end_of_item(text: &[char], start: usize) -> usize {
    let mut depth = 0;
    for (i, c) in text.iter().enumerate().skip(start) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ';' => {}
            _ => continue,
        }
        if depth == 0 {
            return i + 1;
        }
    }
    text.len()
}
