//! Lines that chores print: at once, or kept until a chore is over where several run side by side, so that the lines of each stay
//! together. Kept lines also go to a file as they come: it is what is left of a chore that does not end.

use std::cell::RefCell;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

thread_local! {
    /// Where the lines of this thread go, if they are kept.
    static KEPT: RefCell<Option<Kept>> = const { RefCell::new(None) };
}

/// Prints a line, or keeps it.
macro_rules! say {
    ($($text:tt)*) => { $crate::log::line(&format!($($text)*)) };
}
pub(crate) use say;

/// Prints a line, or keeps it.
pub fn line(line: &str) {
    match Kept::current() {
        Some(kept) => kept.add(line),
        None => println!("{line}"),
    }
}

/// Lines that are kept.
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<Mutex<Lines>>);

#[derive(Debug, Default)]
struct Lines {
    text: String,
    file: Option<File>,
}

impl Kept {
    /// Lines that also go to a new file.
    pub fn in_file(path: &Path) -> Result<Self, String> {
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| File::create(path));
        let file = made.map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Self(Arc::new(Mutex::new(Lines { text: String::new(), file: Some(file) }))))
    }

    /// Those of this thread, if its lines are kept.
    pub fn current() -> Option<Self> {
        KEPT.with_borrow(Clone::clone)
    }

    /// Does work in this thread, whose lines are kept here meanwhile.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = KEPT.replace(Some(self.clone()));
        let outcome = work();
        KEPT.set(before);
        outcome
    }

    /// Adds a line.
    pub fn add(&self, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.text.push_str(line);
        lines.text.push('\n');
        // a file that takes no more lines is no reason to stop: they are kept all the same
        if lines.file.as_mut().is_some_and(|file| writeln!(file, "{line}").is_err()) {
            lines.file = None;
        }
    }

    /// All lines so far.
    pub fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).text.clone()
    }
}

/// Does work in this thread, whose lines go where those of another thread go.
pub fn as_in<T>(other: Option<&Kept>, work: impl FnOnce() -> T) -> T {
    match other {
        Some(kept) => kept.during(work),
        None => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_in_the_file_before_the_chore_is_over() {
        let path = std::env::temp_dir().join(format!("chore-{}", std::process::id())).join("lines.log");
        let kept = Kept::in_file(&path).unwrap();
        kept.during(|| {
            say!("half way");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "half way\n");
        });
        assert_eq!(kept.text(), "half way\n");
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
        // a file where a folder should be
        assert!(Kept::in_file(&std::env::current_exe().unwrap().join("lines.log")).is_err());
    }

    #[test]
    fn lines_of_chores_stay_apart() {
        let chore = |name: &str| {
            let kept = Kept::default();
            kept.during(|| {
                say!("{name} begins");
                let here = Kept::current();
                std::thread::scope(|scope| {
                    scope.spawn(|| as_in(here.as_ref(), || say!("{name} goes on")));
                });
            });
            kept.text()
        };
        let (a, b) = std::thread::scope(|scope| {
            let [a, b] = ["a", "b"].map(|name| scope.spawn(move || chore(name)));
            (a.join().unwrap(), b.join().unwrap())
        });
        assert_eq!([a, b], ["a begins\na goes on\n", "b begins\nb goes on\n"]);
        assert!(Kept::current().is_none());
    }
}
