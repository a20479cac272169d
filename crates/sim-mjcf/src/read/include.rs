//! `<include>`: finds the file, and refuses to include a file twice.

use crate::error::{MjcfError, Result};
use crate::files::{Files, reduce};
use crate::source_span::SourceSpan;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of one model.
pub struct Includes<'f> {
    files: &'f Files,
    /// Directory of the main file.
    home: PathBuf,
    /// Every file included so far, without `.` and `..`.
    taken: BTreeSet<PathBuf>,
}

/// An included file.
pub struct Included {
    /// Its path.
    pub path: PathBuf,
    /// Its contents.
    pub bytes: Vec<u8>,
}

impl<'f> Includes<'f> {
    /// Starts with the main file; its name is empty for text.
    pub fn new(main: &str, files: &'f Files) -> Self {
        let taken = if main.is_empty() { BTreeSet::new() } else { BTreeSet::from([reduce(Path::new(main))]) };
        Self { files, home: parent(Path::new(main)), taken }
    }

    /// Reads the file of an include at `span`: from the main file's directory, else from the including file's directory.
    pub fn take(&mut self, file: &str, span: &SourceSpan) -> Result<Included> {
        let here = parent(Path::new(span.file()));
        let candidates = [self.home.join(file), here.join(file)];
        let fail = |message: String| MjcfError::IncludeError { span: span.clone(), file: file.to_string(), message };
        if file.is_empty() {
            return Err(fail("the name of the file is empty".to_string()));
        }
        let found = candidates.iter().find(|path| self.files.exists(path));
        // a directory or a pipe fails when it is read
        let Some(path) = found.or_else(|| candidates.iter().find(|path| !self.files.is_missing(path))) else {
            let mut looked: Vec<String> = candidates.iter().map(|path| format!("'{}'", path.display())).collect();
            looked.dedup();
            return Err(fail(format!("no such file; looked for {}", looked.join(" and "))));
        };
        let path = reduce(path);
        if !self.taken.insert(path.clone()) {
            return Err(MjcfError::DuplicateInclude { span: span.clone(), file: file.to_string() });
        }
        let bytes = self.files.read(&path, span)?;
        if bytes.is_empty() {
            return Err(fail("the file is empty".to_string()));
        }
        Ok(Included { path, bytes })
    }
}

fn parent(path: &Path) -> PathBuf {
    path.parent().unwrap_or(Path::new("")).to_path_buf()
}
