//! A file that appears as a whole: it is written under another name beside its place and renamed when it is complete. Until then
//! what was there before stays.

use crate::error::{CliError, Result};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Names of files that are being written, around the number of the process.
const PREFIX: &str = ".cortenforge-";
const SUFFIX: &str = ".part";
/// Names that are tried.
const ATTEMPTS: u32 = 1000;

/// A file that is being written.
#[derive(Debug)]
pub struct Output {
    target: PathBuf,
    part: PathBuf,
    file: File,
    published: bool,
}

impl Output {
    /// A file for `path`, which must not be the model itself; a path that cannot be written is reported now.
    pub fn create(path: &Path, model: Option<&Path>) -> Result<Self> {
        let target = resolve(path).map_err(|e| CliError::file(path, e))?;
        if model.and_then(|model| fs::canonicalize(model).ok()).is_some_and(|model| model == target) {
            return Err(CliError::file(path, "this is the model itself: record to another file"));
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        remove_leftovers(folder);
        let (part, file) = create_part(folder).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => CliError::file(path, "there is no such folder"),
            _ => CliError::file(path, format!("nothing can be written to its folder: {e}")),
        })?;
        Ok(Self { target, part, file, published: false })
    }

    /// The file, to write to.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Where it is until then, for another program to write to.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Puts the file, which is complete, in its place.
    pub fn publish(mut self) -> io::Result<()> {
        if let Ok(before) = fs::metadata(&self.target) {
            self.file.set_permissions(before.permissions())?;
        }
        self.file.sync_all()?;
        fs::rename(&self.part, &self.target)?;
        self.published = true;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if !self.published {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// The place that a path stands for, links followed; refuses what a file cannot be put in the place of.
fn resolve(path: &Path) -> Result<PathBuf, String> {
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => Err("is a directory".into()),
        Ok(data) if !data.is_file() => Err("is not a regular file".into()),
        Ok(_) => {
            // asks for the right to write, and leaves the file as it is
            OpenOptions::new().append(true).open(path).map_err(|e| e.to_string())?;
            fs::canonicalize(path).map_err(|e| e.to_string())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if fs::symlink_metadata(path).is_ok() {
                return Err("is a link to a file that does not exist".into());
            }
            Ok(path.to_path_buf())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// A new file, locked for as long as this process lives: others see by that that it is in use.
fn create_part(folder: &Path) -> io::Result<(PathBuf, File)> {
    for attempt in 0..ATTEMPTS {
        let part = folder.join(format!("{PREFIX}{}-{attempt}{SUFFIX}", std::process::id()));
        let file = match OpenOptions::new().read(true).write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            outcome => outcome?,
        };
        // who looks for leftovers may have found it before it was locked; where there are no locks, nobody removes anything
        let taken = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
        if !taken && part.exists() {
            return Ok((part, file));
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many unfinished recordings are in it"))
}

/// Removes what processes that were killed have left: files of our name that nobody holds.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(file) = OpenOptions::new().read(true).write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
