//! Files for a load: a map in memory first, then the disk.

mod head;

use crate::error::{MjcfError, Result};
use crate::file_log::FileLog;
use crate::limits::Limits;
use crate::source_span::SourceSpan;
use crate::spec::{Compiler, Meta};
use crate::stop::Stop;
use crate::text_log::TextLog;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Files in memory, by name. Names are normalised first: `./a/../b` is `b`.
///
/// ```
/// use sim_mjcf::{Assets, Loader};
///
/// let mut assets = Assets::new();
/// assets.insert("parts/ball.xml", "<mujoco><geom size='0.1'/></mujoco>");
/// let text = "<mujoco><worldbody><include file='parts/ball.xml'/></worldbody></mujoco>";
/// assert_eq!(Loader::new().assets(assets).load_str(text, "")?.model.ngeom, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Assets(BTreeMap<String, Vec<u8>>);

impl Assets {
    /// Makes an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file.
    pub fn insert(&mut self, name: impl AsRef<str>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(normalize(Path::new(name.as_ref())), bytes.into());
    }

    /// Returns the bytes of a file: the entry of that name, else the first entry with the same file name, ignoring
    /// directories and case.
    pub fn get(&self, path: &Path) -> Option<&[u8]> {
        let full = normalize(path);
        if let Some(bytes) = self.0.get(&full) {
            return Some(bytes);
        }
        let bare = bare_name(&full);
        self.0.iter().find(|(name, _)| bare_name(name) == bare).map(|(_, bytes)| bytes.as_slice())
    }

    /// Whether the map has no files.
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

/// Where a load finds files, and its limits: what [`Loader`](crate::Loader) sets one by one.
///
/// ```
/// use sim_mjcf::{Files, Loader, MjcfError};
///
/// // text from an unknown author must not read from the disk
/// let files = Files { disk: false, ..Files::default() };
/// let text = "<mujoco><asset><mesh name='m' file='/etc/hostname.stl'/></asset></mujoco>";
/// assert!(matches!(Loader::new().files(files).load_str(text, ""), Err(MjcfError::MissingFiles(_))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Files in memory.
    pub assets: Assets,
    /// Whether files may be read from the disk.
    pub disk: bool,
    /// What a load may cost.
    pub limits: Limits,
    /// When a load stops before it is done.
    pub stop: Stop,
    /// Notes which files on disk a load asks for.
    pub log: Option<FileLog>,
    /// Keeps the texts that a load reads.
    pub texts: Option<TextLog>,
}

/// Size in bytes from which a file's header is checked before the rest is read.
const LARGE: u64 = 16 << 20;
/// Bytes of the header that is checked.
const HEAD: usize = 4096;

impl Files {
    /// Finds files in memory first, then on the disk, with the default limits.
    pub fn with_disk(assets: Assets) -> Self {
        Self { assets, disk: true, ..Self::default() }
    }

    /// Whether the file exists.
    pub fn exists(&self, path: &Path) -> bool {
        self.assets.get(path).is_some() || (self.disk && path.is_file())
    }

    /// Whether nothing has that name. A directory is not missing: reading it is a different error.
    pub(crate) fn is_missing(&self, path: &Path) -> bool {
        if self.disk && self.assets.get(path).is_none() {
            self.log.iter().for_each(|log| log.note(path));
        }
        let there = self.exists(path) || (self.disk && std::fs::metadata(path).is_ok());
        !there
    }

    /// Length of a file in bytes; 0 if it cannot be read.
    pub(crate) fn bytes_of(&self, path: &Path) -> u64 {
        if let Some(bytes) = self.assets.get(path) {
            return bytes.len() as u64;
        }
        let metadata = self.disk.then(|| std::fs::metadata(path).ok()).flatten();
        metadata.and_then(|metadata| self.length(path, &metadata).ok()).unwrap_or(0)
    }

    /// Reads a regular file of at most [`Limits::file_bytes`] bytes.
    pub fn read(&self, path: &Path, span: &SourceSpan) -> Result<Vec<u8>> {
        self.read_as(None, path, span)
    }

    /// Reads a file of a known kind. A large file whose header does not fit the kind is not read further.
    pub(crate) fn read_as(&self, kind: Option<AssetKind>, path: &Path, span: &SourceSpan) -> Result<Vec<u8>> {
        self.stop.check()?;
        if let Some(bytes) = self.assets.get(path) {
            return Ok(bytes.to_vec());
        }
        let missing = || MjcfError::MissingFiles(vec![(span.clone(), path.to_path_buf())]);
        if !self.disk {
            return Err(missing());
        }
        self.log.iter().for_each(|log| log.note(path));
        self.read_disk(kind, path).map_err(|fault| match fault {
            ReadFault::Missing => missing(),
            ReadFault::Bad(message) => {
                MjcfError::BadFile { span: span.clone(), file: path.display().to_string(), message }
            }
            ReadFault::TooLarge(message) => MjcfError::TooLarge { span: span.clone(), message },
        })
    }

    fn read_disk(&self, kind: Option<AssetKind>, path: &Path) -> Result<Vec<u8>, ReadFault> {
        // check before opening: opening a pipe blocks until there is a writer
        let length = self.length(path, &std::fs::metadata(path)?)?;
        let mut file = open(path)?;
        if self.length(path, &file.metadata()?)? != length {
            return Err(ReadFault::Bad("the file changed while it was read: load it again".into()));
        }
        let mut bytes = vec![];
        if length > LARGE {
            file.by_ref().take(HEAD as u64).read_to_end(&mut bytes)?;
            head::check(path, kind, &bytes, length, &self.limits).map_err(ReadFault::Bad)?;
        }
        let rest = usize::try_from(length).unwrap_or(usize::MAX).saturating_sub(bytes.len());
        if bytes.try_reserve_exact(rest.saturating_add(1)).is_err() {
            return Err(ReadFault::TooLarge(format!(
                "no memory for the {length} bytes of '{}': use a smaller file",
                path.display()
            )));
        }
        // ask for one byte more than expected: a file of the system has no length, and may have no end
        let left = (length + 1).saturating_sub(bytes.len() as u64);
        file.take(left).read_to_end(&mut bytes)?;
        match bytes.len() as u64 {
            read if read == length => Ok(bytes),
            _ if length == 0 => Err(ReadFault::Bad(
                "it is generated by the system, not a regular file: copy it to a regular file".into(),
            )),
            _ => Err(ReadFault::Bad("the file changed while it was read: load it again".into())),
        }
    }

    /// Length of a regular file.
    fn length(&self, path: &Path, metadata: &Metadata) -> Result<u64, ReadFault> {
        if metadata.is_dir() {
            return Err(ReadFault::Bad("it is a directory: give a file".into()));
        }
        if !metadata.is_file() {
            return Err(ReadFault::Bad("it is a pipe or a device: give a regular file".into()));
        }
        let (length, limit) = (metadata.len(), self.limits.file_bytes);
        if length > limit {
            return Err(ReadFault::TooLarge(format!(
                "file '{}' has {length} bytes, the limit is {limit}: use a smaller one, or raise the limit 'file_bytes'",
                path.display()
            )));
        }
        Ok(length)
    }
}

/// Opens a file for reading. A pipe that takes the file's place after it was checked does not block.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

/// Why a file on disk cannot be read.
enum ReadFault {
    Missing,
    Bad(String),
    TooLarge(String),
}

impl From<io::Error> for ReadFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Bad(error.to_string()),
        }
    }
}

/// Returns the bytes of an object's file, by the name written in the model.
pub(crate) type Load<'a> = dyn FnMut(&Meta, &str) -> Result<Vec<u8>> + 'a;

/// Kind of an asset file. It decides the directory and the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetKind {
    /// Mesh.
    Mesh,
    /// Skin.
    Skin,
    /// Height field.
    HField,
    /// Texture.
    Texture,
}

/// Returns the path of an asset's file: model directory, asset directory, file name. An absolute part drops the parts
/// before it.
pub fn asset_path(compiler: &Compiler, kind: AssetKind, file: &str) -> PathBuf {
    let file = if compiler.strippath { strip_dir(file) } else { file };
    let dir = match kind {
        AssetKind::Mesh | AssetKind::Skin | AssetKind::HField => &compiler.meshdir,
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

/// Returns the path without `.` and `..`, by name alone.
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

    #[cfg(unix)]
    #[test]
    fn opening_a_pipe_does_not_wait_for_its_writer() {
        let pipe = std::env::temp_dir().join(format!("pipe-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let metadata = open(&pipe).unwrap().metadata().unwrap();
        std::fs::remove_file(&pipe).unwrap();
        assert!(Files::with_disk(Assets::new()).length(&pipe, &metadata).is_err());
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
