//! A file that appears as a whole: it is written under another name beside its place and renamed when it is complete. Until then
//! what was there before stays.

use crate::error::{CliError, Result};
use crate::report::shown;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Names of files that are being written, around the number of the process.
const PREFIX: &str = ".cortenforge-";
const SUFFIX: &str = ".part";
/// Number of names to try.
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
            return Err(CliError::file(path, "is the model itself: write to another file"));
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        remove_leftovers(folder);
        let (part, file) = create_part(folder).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => {
                CliError::file(path, "the folder does not exist: create it, or name another file")
            }
            _ => CliError::file(path, format!("its folder cannot be written to: {e}")),
        })?;
        Ok(Self { target, part, file, published: false })
    }

    /// The file, to write to.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Path of the unfinished file, for another program to write to.
    pub fn part(&self) -> &Path {
        &self.part
    }

    /// Puts the file, which is complete, in its place. If that fails, the file stays beside its place, and the error names it.
    pub fn publish(mut self) -> io::Result<()> {
        let outcome = self.replace();
        self.published = true;
        outcome.map_err(|error| {
            let kept = self.beside();
            let kept = if fs::rename(&self.part, &kept).is_ok() { &kept } else { &self.part };
            io::Error::new(error.kind(), format!("{error}; what was written is in {}", shown(kept)))
        })
    }

    fn replace(&self) -> io::Result<()> {
        if let Ok(before) = fs::metadata(&self.target) {
            self.file.set_permissions(before.permissions())?;
        }
        match self.file.sync_all() {
            // some systems write at once and have nothing to wait for
            Err(error) if !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
                Err(error)
            }
            _ => fs::rename(&self.part, &self.target),
        }
    }

    /// A name beside the place of the file: `run-1234.npz`.
    fn beside(&self) -> PathBuf {
        let mut name = self.target.file_stem().unwrap_or_default().to_os_string();
        name.push(format!("-{}", std::process::id()));
        if let Some(ending) = self.target.extension() {
            name.push(".");
            name.push(ending);
        }
        self.target.with_file_name(name)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if !self.published {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Resolves links of a path. An error: a file cannot replace what is there.
fn resolve(path: &Path) -> Result<PathBuf, String> {
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => Err("is a directory".into()),
        Ok(data) if !data.is_file() => Err("is not a regular file".into()),
        Ok(_) => {
            // checks the right to write, and leaves the file as it is
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

/// Creates a file that this process locks while it lives, so that other processes see that it is in use.
fn create_part(folder: &Path) -> io::Result<(PathBuf, File)> {
    for attempt in 0..ATTEMPTS {
        let part = folder.join(format!("{PREFIX}{}-{attempt}{SUFFIX}", std::process::id()));
        let file = match OpenOptions::new().read(true).write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            outcome => outcome?,
        };
        // a process that removes leftovers may have found it before it was locked; without locks no process removes anything
        let taken = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
        if !taken && part.exists() {
            return Ok((part, file));
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "too many unfinished recordings are in it"))
}

/// Removes unfinished files of killed processes: files with our name and no lock.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_that_cannot_take_its_place_is_kept_and_named() {
        let folder = std::env::temp_dir().join(format!("cortenforge-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["run.npz", "film.gif", "bare", "two.dots.csv", "größe.webp"] {
            let target = folder.join(name);
            let mut output = Output::create(&target, None).unwrap();
            output.file().write_all(b"rows").unwrap();
            // somebody makes a folder of that name
            fs::create_dir(&target).unwrap();
            let message = output.publish().unwrap_err().to_string();
            let kept = message.split("what was written is in ").nth(1).unwrap();
            assert_eq!(fs::read(kept).unwrap(), b"rows", "{message}");
            assert_eq!(Path::new(kept).extension(), target.extension(), "{message}");
        }
        let parts =
            fs::read_dir(&folder).unwrap().flatten().filter(|e| e.file_name().to_string_lossy().starts_with('.'));
        assert_eq!(parts.count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }
}
