//! Lines that chores print: at once, or kept until a chore is over where several run side by side, so that the lines of each stay
//! together.

use std::cell::RefCell;
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
pub struct Kept(Arc<Mutex<String>>);

impl Kept {
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
        let mut text = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        text.push_str(line);
        text.push('\n');
    }

    /// All lines so far.
    pub fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
