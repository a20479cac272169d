//! Where files come from: an in-memory map first, then the disk.

use crate::error::{MjcfError, Result};
use crate::place::Place;
use crate::spec::Compiler;
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

    /// The bytes of a file: the entry of that name, else the first (in alphabetical order) whose bare file name
    /// is the same but for the case of its letters.
    pub fn get(&self, path: &Path) -> Option<&[u8]> {
        let full = normalize(path);
        if let Some(bytes) = self.0.get(&full) {
            return Some(bytes);
        }
        let bare = bare_name(&full);
        self.0.iter().find(|(name, _)| bare_name(name) == bare).map(|(_, bytes)| bytes.as_slice())
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

/// What an asset file holds; decides which directory it is looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetKind {
    /// Mesh.
    Mesh,
    /// Height field.
    HField,
    /// Texture.
    Texture,
}

/// The path of an asset's file: model directory, asset directory, file name, each of which starts afresh when absolute.
pub fn asset_path(compiler: &Compiler, kind: AssetKind, file: &str) -> PathBuf {
    let file = if compiler.strippath { strip_dir(file) } else { file };
    let dir = match kind {
        AssetKind::Mesh | AssetKind::HField => &compiler.meshdir,
        AssetKind::Texture => &compiler.texturedir,
    };
    reduce(&join(&compiler.modelfiledir, join(dir, file).to_string_lossy().as_ref()))
}

/// The file name without its directory.
pub fn strip_dir(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// The directory of a file, with its separator at the end; empty for a bare name.
pub fn dir_of(file: &str) -> &str {
    file.rfind(['/', '\\']).and_then(|at| file.get(..=at)).unwrap_or("")
}

/// The path with `.` and `..` taken out by name alone.
pub fn reduce(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// `dir` joined with `file`, unless `file` is absolute.
pub fn join(dir: &str, file: &str) -> PathBuf {
    Path::new(dir).join(file)
}

/// Reduced path with forward slashes.
fn normalize(path: &Path) -> String {
    reduce(path).to_string_lossy().replace('\\', "/")
}

fn bare_name(path: &str) -> String {
    strip_dir(path).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_found_by_path_then_by_bare_name() {
        let assets: Assets = [("meshes/A.stl", "1"), ("b/../c.stl", "2")].into_iter().collect();
        assert_eq!(assets.get(Path::new("meshes/A.stl")), Some(&b"1"[..]));
        assert_eq!(assets.get(Path::new("/elsewhere/a.STL")), Some(&b"1"[..]));
        assert_eq!(assets.get(Path::new("c.stl")), Some(&b"2"[..]));
        assert_eq!(assets.get(Path::new("d.stl")), None);
    }

    #[test]
    fn asset_paths_follow_the_compiler() {
        let mut compiler = Compiler { modelfiledir: "/m/".into(), meshdir: "mesh".into(), ..Compiler::default() };
        assert_eq!(asset_path(&compiler, AssetKind::Mesh, "../x/a.stl"), PathBuf::from("/m/x/a.stl"));
        assert_eq!(asset_path(&compiler, AssetKind::Texture, "x/a.png"), PathBuf::from("/m/x/a.png"));
        compiler.strippath = true;
        assert_eq!(asset_path(&compiler, AssetKind::HField, "../x/a.bin"), PathBuf::from("/m/mesh/a.bin"));
    }
}
