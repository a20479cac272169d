//! Which files a load asked for, found or not: whoever wants to load again when one changes has to know them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Most files that are noted.
const MOST: usize = 10_000;

/// The files that loads asked for.
///
/// ```
/// use sim_mjcf::{FileLog, Files, Assets, load_from};
/// use std::path::PathBuf;
///
/// let log = FileLog::default();
/// let files = Files { log: Some(log.clone()), ..Files::with_disk(Assets::new()) };
/// let text = "<mujoco><include file='missing.xml'/></mujoco>";
/// assert!(load_from(text, "", &files).is_err());
/// assert_eq!(log.files(), [PathBuf::from("missing.xml")]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct FileLog(Arc<Mutex<BTreeSet<PathBuf>>>);

impl FileLog {
    pub(crate) fn note(&self, path: &Path) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if files.len() < MOST {
            files.insert(path.to_path_buf());
        }
    }

    /// The files, in order of their names.
    pub fn files(&self) -> Vec<PathBuf> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
