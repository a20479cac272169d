//! Where the lines of a step go: to the terminal, or into a log while several steps run at the same time. A log also writes each
//! line to a file at once, so that the lines of a step that never ends are not lost.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

thread_local! {
    /// The log of this thread, if its lines go into one.
    static CURRENT: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// Prints a line, or adds it to the log of this thread.
macro_rules! say {
    ($($text:tt)*) => { $crate::log::line(&format!($($text)*)) };
}
pub(crate) use say;

/// Prints a line, or adds it to the log of this thread.
pub fn line(line: &str) {
    match Log::current() {
        Some(log) => log.add(line),
        None => println!("{line}"),
    }
}

/// The lines of a step, and the processor time of its programs.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Content>>);

#[derive(Debug, Default)]
struct Content {
    text: String,
    file: Option<File>,
    cpu: Duration,
}

impl Log {
    /// A log that also writes to a new file.
    pub fn in_file(path: &Path) -> Result<Self, String> {
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| File::create(path));
        let file = made.map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Self(Arc::new(Mutex::new(Content { file: Some(file), ..Content::default() }))))
    }

    /// The log of this thread, if its lines go into one.
    pub fn current() -> Option<Self> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Runs `work` in this thread with this log.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(Some(self.clone()));
        let outcome = work();
        CURRENT.set(before);
        outcome
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line.
    pub fn add(&self, line: &str) {
        let mut content = self.content();
        content.text.push_str(line);
        content.text.push('\n');
        // a full disk does not stop the step: its lines are still in memory
        if content.file.as_mut().is_some_and(|file| writeln!(file, "{line}").is_err()) {
            content.file = None;
        }
    }

    /// Adds the processor time of a program.
    pub fn add_cpu(&self, time: Duration) {
        self.content().cpu += time;
    }

    /// All lines so far.
    pub fn text(&self) -> String {
        self.content().text.clone()
    }

    /// The processor time of all programs so far.
    pub fn cpu(&self) -> Duration {
        self.content().cpu
    }
}

/// Runs `work` in this thread with the log of another thread.
pub fn with<T>(log: Option<&Log>, work: impl FnOnce() -> T) -> T {
    match log {
        Some(log) => log.during(work),
        None => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_in_the_file_before_the_step_ends() {
        let path = std::env::temp_dir().join(format!("step-{}", std::process::id())).join("lines.log");
        let log = Log::in_file(&path).unwrap();
        log.during(|| {
            say!("half way");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "half way\n");
        });
        assert_eq!(log.text(), "half way\n");
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
        // a file where a folder should be
        assert!(Log::in_file(&std::env::current_exe().unwrap().join("lines.log")).is_err());
    }

    #[test]
    fn lines_of_steps_stay_apart() {
        let step = |name: &str| {
            let log = Log::default();
            log.during(|| {
                say!("{name} begins");
                let here = Log::current();
                std::thread::scope(|scope| {
                    scope.spawn(|| with(here.as_ref(), || say!("{name} goes on")));
                });
            });
            log.text()
        };
        let (a, b) = std::thread::scope(|scope| {
            let [a, b] = ["a", "b"].map(|name| scope.spawn(move || step(name)));
            (a.join().unwrap(), b.join().unwrap())
        });
        assert_eq!([a, b], ["a begins\na goes on\n", "b begins\nb goes on\n"]);
        assert!(Log::current().is_none());
    }
}
