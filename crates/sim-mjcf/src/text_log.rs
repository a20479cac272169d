//! The texts that a load reads, so that a program can show the lines around an error without reading a file again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most bytes of text that a log holds. Texts beyond are left out.
const MAX_BYTES: usize = 16 << 20;

/// Keeps the texts of the documents that loads read, by file name: the model and what it includes or attaches, at most 16 MB. Copies
/// share one list.
///
/// Show the lines of an error from here. The file on disk may have changed since, or may have become a pipe without an end.
///
/// ```
/// use sim_mjcf::{Loader, TextLog};
///
/// let log = TextLog::default();
/// let text = "<mujoco>\n<world/>\n</mujoco>";
/// let error = Loader::new().texts(log.clone()).load_str(text, "robot.xml").unwrap_err();
/// let span = error.span().expect("it has a place");
/// let read = log.text(span.file()).expect("the loader read it");
/// assert_eq!(read.lines().nth(span.line() as usize - 1), Some("<world/>"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TextLog(Arc<Mutex<Texts>>);

#[derive(Debug, Default)]
struct Texts {
    all: BTreeMap<Arc<str>, Arc<str>>,
    bytes: usize,
}

impl TextLog {
    fn lock(&self) -> MutexGuard<'_, Texts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the text of a file, if there is room. A later text of the file replaces it.
    pub(crate) fn note(&self, file: &Arc<str>, text: &str) {
        let mut texts = self.lock();
        if let Some(old) = texts.all.remove(file) {
            texts.bytes -= old.len();
        }
        let bytes = texts.bytes.saturating_add(text.len());
        if bytes <= MAX_BYTES {
            texts.bytes = bytes;
            texts.all.insert(Arc::clone(file), text.into());
        }
    }

    /// Returns the text of a file as it was read. None: no load read it, or there was no room.
    ///
    /// `file` is the name that [`SourceSpan::file`](crate::SourceSpan::file) returns: empty for a model given as text.
    pub fn text(&self, file: &str) -> Option<Arc<str>> {
        self.lock().all.get(file).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assets, Loader};

    #[test]
    fn texts_are_those_that_the_loader_read() {
        let log = TextLog::default();
        let included = "<mujoco>\n<geom sise='1'/>\n</mujoco>";
        let attached = "<mujoco><worldbody>\n\n<geom size='x'/></worldbody></mujoco>";
        let assets: Assets = [("parts/a.xml", included), ("b.xml", attached)].into_iter().collect();
        let loader = Loader::new().assets(assets).disk(false).texts(log.clone());
        let main = "<mujoco><worldbody>\n<include file='parts/a.xml'/></worldbody></mujoco>";
        let error = loader.load_str(main, "main.xml").unwrap_err();
        let span = error.span().unwrap();
        assert_eq!((span.file(), span.line()), ("parts/a.xml", 2));
        assert_eq!(log.text(span.file()).as_deref(), Some(included));
        assert_eq!(log.text("main.xml").as_deref(), Some(main));
        assert_eq!(log.text("b.xml"), None);
        let main = "<mujoco><asset><model name='m' file='b.xml'/></asset><worldbody><attach model='m' prefix='x'/></worldbody></mujoco>";
        let error = loader.load_str(main, "").unwrap_err();
        assert_eq!(error.span().map(|span| log.text(span.file()).is_some()), Some(true), "{error}");
        assert_eq!(log.text("").as_deref(), Some(main));
    }

    #[test]
    fn a_log_holds_a_bounded_number_of_bytes() {
        let log = TextLog::default();
        let half = "x".repeat(MAX_BYTES / 2 + 1);
        let held = |name: &str| log.text(name).is_some();
        log.note(&"a".into(), &half);
        log.note(&"b".into(), &half);
        assert!(held("a") && !held("b"));
        log.note(&"a".into(), "short");
        log.note(&"b".into(), &half);
        assert!(held("a") && held("b"));
        log.note(&"b".into(), &"x".repeat(MAX_BYTES + 1));
        assert!(held("a") && !held("b"), "an old text would show wrong lines");
        assert_eq!(log.lock().bytes, "short".len());
    }
}
