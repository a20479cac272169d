//! Detects changes of files by what the system says of them. A file is never opened: it may be a pipe.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Limit on the files that one check asks about. A check takes less than a millisecond, and files beyond have their turn at the next one.
const MOST_CHECKED: usize = 256;

/// What the system says of a file. `None`: it does not exist.
type Mark = Option<Facts>;

/// What changes when a file does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts {
    modified: Option<SystemTime>,
    length: u64,
    /// Whether it is a regular file.
    is_regular: bool,
    /// Where the file is on its disk: another file of the same time and length differs here.
    place: [u64; 2],
}

/// Files, with their state at the last check.
///
/// ```
/// use sim_view::viewer::WatchedFiles;
///
/// let mut watched = WatchedFiles::default();
/// watched.add("a file that is not there".as_ref());
/// assert!(!watched.has_changed() && !watched.is_empty());
/// ```
#[derive(Debug, Default)]
pub struct WatchedFiles {
    marks: BTreeMap<PathBuf, Mark>,
    /// The last file of the last check. The next check goes on behind it.
    last: Option<PathBuf>,
}

fn mark(path: &Path) -> Mark {
    let data = std::fs::metadata(path).ok()?;
    let facts =
        Facts { modified: data.modified().ok(), length: data.len(), is_regular: data.is_file(), place: place(&data) };
    Some(facts)
}

#[cfg(unix)]
fn place(data: &Metadata) -> [u64; 2] {
    use std::os::unix::fs::MetadataExt;
    [data.dev(), data.ino()]
}

#[cfg(not(unix))]
fn place(_: &Metadata) -> [u64; 2] {
    [0; 2]
}

impl WatchedFiles {
    /// Watches a file from now on. A file that is watched already keeps its state: it may have changed while it was read.
    pub fn add(&mut self, path: &Path) {
        self.marks.entry(path.to_path_buf()).or_insert_with(|| mark(path));
    }

    /// Whether no file is watched.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Whether a file changed, appeared or disappeared since its last check. Of many files, each call checks a part.
    pub fn has_changed(&mut self) -> bool {
        let mut changed = false;
        let last = self.last.take();
        let first = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        for (path, known) in self.marks.range_mut::<Path, _>((first, Bound::Unbounded)).take(MOST_CHECKED) {
            let now = mark(path);
            changed |= now != *known;
            *known = now;
            self.last = Some(path.clone());
        }
        if self.last.as_ref() == self.marks.keys().next_back() {
            self.last = None;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("watched-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn changes_are_seen_once() {
        let folder = folder("once");
        let path = folder.join("a.xml");
        let mut watched = WatchedFiles::default();
        watched.add(&path);
        assert!(!watched.has_changed());
        fs::write(&path, "one").unwrap();
        assert!(watched.has_changed() && !watched.has_changed());
        fs::write(&path, "other").unwrap();
        assert!(watched.has_changed());
        fs::remove_dir_all(&folder).unwrap();
        assert!(watched.has_changed() && !watched.has_changed());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_never_opened_and_every_change_of_its_kind_is_seen() {
        use std::os::unix::fs::symlink;
        let folder = folder("kinds");
        let path = folder.join("a.xml");
        let pipe = || assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let replaced = || {
            fs::write(folder.join("new"), "one").unwrap();
            // the file before stays on the disk, so that the new one lies elsewhere
            fs::hard_link(&path, folder.join("old")).unwrap();
            let time = fs::metadata(&path).unwrap().modified().unwrap();
            fs::File::options().write(true).open(folder.join("new")).unwrap().set_modified(time).unwrap();
            fs::rename(folder.join("new"), &path).unwrap();
        };
        let changes: [(&str, &dyn Fn()); 6] = [
            ("replaced by a file of the same time and length", &replaced),
            ("a pipe", &pipe),
            ("an endless device", &|| symlink("/dev/zero", &path).unwrap()),
            ("a folder", &|| fs::create_dir(&path).unwrap()),
            ("a huge file", &|| fs::File::create(&path).unwrap().set_len(1 << 40).unwrap()),
            ("a link to itself", &|| symlink(&path, &path).unwrap()),
        ];
        for (what, change) in changes {
            let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir(&path));
            fs::write(&path, "one").unwrap();
            let mut watched = WatchedFiles::default();
            watched.add(&path);
            assert!(!watched.has_changed());
            if !what.starts_with("replaced") {
                fs::remove_file(&path).unwrap();
            }
            change();
            assert!(watched.has_changed() && !watched.has_changed(), "{what}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn of_many_files_each_check_asks_about_a_part_and_none_is_forgotten() {
        let folder = folder("many");
        let path = |k: usize| folder.join(format!("{k:05}"));
        let mut watched = WatchedFiles::default();
        let count = 2 * MOST_CHECKED + 10;
        (0..count).for_each(|k| watched.add(&path(k)));
        for k in [0, 1, MOST_CHECKED - 1, MOST_CHECKED, count - 1] {
            fs::write(path(k), "new").unwrap();
            let seen = (0..3).filter(|_| watched.has_changed()).count();
            assert_eq!(seen, 1, "{k}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
