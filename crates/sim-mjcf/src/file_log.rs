//! The files that a load asks for, so that a program can load again when one changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The most files that a log holds.
const MAX_FILES: usize = 10_000;

/// Notes the files on disk that loads ask for, found or missing: at most 10,000. Copies share one list.
///
/// ```
/// use sim_mjcf::{FileLog, Loader};
/// use std::path::PathBuf;
///
/// let log = FileLog::default();
/// let text = "<mujoco><include file='missing.xml'/></mujoco>";
/// assert!(Loader::new().log(log.clone()).load_str(text, "").is_err());
/// assert_eq!(log.files(), [PathBuf::from("missing.xml")]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct FileLog(Arc<Mutex<BTreeSet<PathBuf>>>);

impl FileLog {
    pub(crate) fn note(&self, path: &Path) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if files.len() < MAX_FILES {
            files.insert(path.to_path_buf());
        }
    }

    /// Returns the files, sorted by name.
    pub fn files(&self) -> Vec<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
