//! The words of the house, held by a test: names, comments, file names and the prose of documents.

mod comments;
mod files;
mod finding;
mod lexer;
mod names;
mod phrases;
mod prose;

use crate::folders::root;
use crate::git::git;
use crate::log::say;
use crate::summary::Count;
use finding::Finding;
use lexer::Language;
use std::path::PathBuf;

/// Prints every place that breaks a rule. Each rule counts as one check.
pub fn check() -> Result<Count, String> {
    let paths = tracked()?;
    let mut sources = vec![];
    for path in &paths {
        if let Some(language) = Language::of(path) {
            sources.push((path.as_str(), lexer::split(&read(path)?, language), language));
        }
    }
    let mut names = vec![];
    let mut comments = vec![];
    for (path, parts, language) in &sources {
        names.extend(names::findings(path, parts, *language));
        comments.extend(comments::findings(path, parts, *language));
        comments.extend(phrases::findings(path, parts));
    }
    let files = paths.iter().filter(|path| Language::of(path).is_some()).filter_map(|path| files::finding(path));
    let mut documents = vec![];
    for path in paths.iter().filter(|path| prose::is_document(path)) {
        documents.extend(prose::finding(path, &read(path)?));
    }
    let rules =
        [("names", names), ("comments and texts", comments), ("file names", files.collect()), ("documents", documents)];
    let mut count = Count::default();
    for (rule, findings) in rules {
        for Finding { file, line, text } in &findings {
            say!("{file}{}: {text}", if *line > 0 { format!(":{line}") } else { String::new() });
        }
        say!("{rule}: {} findings", findings.len());
        count = count + Count::of(findings.is_empty());
    }
    Ok(count)
}

/// The files of the repository that exist, also those that git does not know yet.
fn tracked() -> Result<Vec<String>, String> {
    let list = git(&["ls-files", "--cached", "--others", "--exclude-standard", "-z"])?;
    let paths = list.split('\0').map(|path| path.trim_matches('\n')).filter(|path| !path.is_empty());
    let mut paths: Vec<String> = paths.filter(|path| full(path).is_file()).map(str::to_string).collect();
    paths.sort();
    paths.dedup();
    Ok(paths)
}

fn full(path: &str) -> PathBuf {
    root().join(path)
}

fn read(path: &str) -> Result<String, String> {
    std::fs::read(full(path))
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|e| format!("{path}: {e}"))
}

#[cfg(test)]
mod tests {
    use crate::log::Log;

    #[test]
    fn words() {
        let log = Log::default();
        let count = log.during(super::check).unwrap();
        assert_eq!((count.passed, count.failed), (4, 0), "\n{}", log.text());
    }
}
