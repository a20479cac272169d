//! Detects changes of files by their time and length.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Time of the last change, and length. `None`: the file does not exist.
type Mark = Option<(SystemTime, u64)>;

/// Files, with their state at the last check.
///
/// ```
/// use sim_view::viewer::WatchedFiles;
///
/// let mut watched = WatchedFiles::default();
/// watched.add("a file that is not there".as_ref());
/// assert!(!watched.has_changed());
/// ```
#[derive(Debug, Default)]
pub struct WatchedFiles(BTreeMap<PathBuf, Mark>);

fn mark(path: &Path) -> Mark {
    let data = std::fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

impl WatchedFiles {
    /// Watches a file from now on. A file that is watched already keeps its state: it may have changed while it was read.
    pub fn add(&mut self, path: &Path) {
        self.0.entry(path.to_path_buf()).or_insert_with(|| mark(path));
    }

    /// Whether a file changed, appeared or disappeared since the last check.
    pub fn has_changed(&mut self) -> bool {
        let mut changed = false;
        for (path, known) in &mut self.0 {
            let now = mark(path);
            changed |= now != *known;
            *known = now;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_seen_once() {
        let folder = std::env::temp_dir().join(format!("watched-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.xml");
        let mut watched = WatchedFiles::default();
        watched.add(&path);
        assert!(!watched.has_changed());
        std::fs::write(&path, "one").unwrap();
        assert!(watched.has_changed() && !watched.has_changed());
        std::fs::write(&path, "other").unwrap();
        assert!(watched.has_changed());
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(watched.has_changed() && !watched.has_changed());
    }
}
