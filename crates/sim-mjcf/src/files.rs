//! Where files come from: an in-memory map first, then the disk.

use crate::error::{MjcfError, Result};
use crate::place::Place;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// Files given as bytes, by name. Names are compared after normalisation (`./a/../b` is `b`).
#[derive(Clone, Debug, Default)]
pub struct Assets(BTreeMap<String, Vec<u8>>);

impl Assets {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn insert(&mut self, name: impl AsRef<str>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(normalize(Path::new(name.as_ref())), bytes.into());
    }

    /// The bytes of a file; a full path falls back to its bare file name.
    pub fn get(&self, path: &Path) -> Option<&[u8]> {
        let full = normalize(path);
        self.0.get(&full).map(Vec::as_slice)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: AsRef<str>, B: Into<Vec<u8>>> FromIterator<(N, B)> for Assets {
    fn from_iter<I: IntoIterator<Item = (N, B)>>(iter: I) -> Self {
        let mut assets = Self::new();
        for (name, bytes) in iter {
            assets.insert(name, bytes);
        }
        assets
    }
}

/// Reads files for one load: the asset map, then the disk.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Files in memory.
    pub assets: Assets,
    /// Whether files on disk may be read.
    pub disk: bool,
}

/// Largest file the loader reads: beyond it a model is not a model.
const MAX_FILE_BYTES: u64 = 4 << 30;

impl Files {
    /// Whether the file can be found.
    pub fn exists(&self, path: &Path) -> bool {
        self.assets.get(path).is_some() || (self.disk && path.is_file())
    }

    /// Contents of a file.
    pub fn read(&self, path: &Path, place: &Place) -> Result<Vec<u8>> {
        if let Some(bytes) = self.assets.get(path) {
            return Ok(bytes.to_vec());
        }
        let bad =
            |message: String| MjcfError::BadFile { place: place.clone(), file: path.display().to_string(), message };
        if !self.disk || !path.exists() {
            return Err(MjcfError::MissingFiles(vec![(place.clone(), path.to_path_buf())]));
        }
        let metadata = std::fs::metadata(path).map_err(|e| bad(e.to_string()))?;
        if !metadata.is_file() {
            return Err(bad("not a regular file".into()));
        }
        if metadata.len() > MAX_FILE_BYTES {
            return Err(bad(format!("larger than {MAX_FILE_BYTES} bytes")));
        }
        std::fs::read(path).map_err(|e| bad(e.to_string()))
    }
}

/// `dir` joined with `file`, unless `file` is absolute.
pub fn join(dir: &str, file: &str) -> PathBuf {
    Path::new(dir).join(file)
}

/// Path with `.` and `..` resolved and forward slashes.
fn normalize(path: &Path) -> String {
    let mut parts: Vec<String> = vec![];
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if parts.last().is_some_and(|p| p != "..") => {
                parts.pop();
            }
            other => parts.push(other.as_os_str().to_string_lossy().replace('\\', "/")),
        }
    }
    parts.join("/")
}
