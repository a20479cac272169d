//! Where warnings go: one place for what the loader and the steps of a world have to say.
//!
//! A world counts its warnings in [`Data::warning`](crate::Data); the first of each kind is also reported as text, and so are
//! warnings of the loader that no caller receives. A line on standard error is the default; a program sends them
//! elsewhere with [`set_hook`], or takes those of a piece of work itself with [`collect`].
//!
//! ```
//! use sim_core::warning;
//!
//! let ((), texts) = warning::collect(|| warning::warn("the spring is soft"));
//! assert_eq!(texts, ["the spring is soft"]);
//! ```

use crate::message::Line;
use std::cell::Cell;
use std::io::Write;
use std::sync::{Arc, PoisonError, RwLock};

type Hook = Arc<dyn Fn(&str) + Send + Sync>;

static HOOK: RwLock<Option<Hook>> = RwLock::new(None);

thread_local! {
    /// What the thread collects, while it does.
    static COLLECTED: Cell<Option<Vec<String>>> = const { Cell::new(None) };
}

/// Sends all warnings of the process to `hook` instead of standard error. It may be called from any thread.
pub fn set_hook(hook: impl Fn(&str) + Send + Sync + 'static) {
    replace(Some(Arc::new(hook)));
}

/// Sends warnings to standard error again.
pub fn take_hook() {
    replace(None);
}

fn replace(hook: Option<Hook>) {
    let before = std::mem::replace(&mut *HOOK.write().unwrap_or_else(PoisonError::into_inner), hook);
    // unlocked by now: what it drops may warn in turn
    drop(before);
}

/// Reports a warning: to the collector of this thread, to the hook, or on standard error.
#[cold]
pub fn warn(text: &str) {
    if let Some(mut list) = COLLECTED.take() {
        list.push(text.to_string());
        COLLECTED.set(Some(list));
        return;
    }
    // not locked while it is called: a hook may set another
    let hook = HOOK.read().unwrap_or_else(PoisonError::into_inner).clone();
    match hook {
        Some(hook) => hook(text),
        None => {
            let _ = writeln!(std::io::stderr(), "warning: {}", Line(text));
        }
    }
}

/// Runs `work` and returns the warnings that it raised on this thread. The hook does not receive them.
pub fn collect<R>(work: impl FnOnce() -> R) -> (R, Vec<String>) {
    let outer = Outer(COLLECTED.replace(Some(vec![])));
    let result = work();
    let texts = COLLECTED.take().unwrap_or_default();
    drop(outer);
    (result, texts)
}

/// What an outer piece of work had collected; it goes on collecting afterwards, also when the inner one panics.
struct Outer(Option<Vec<String>>);

impl Drop for Outer {
    fn drop(&mut self) {
        COLLECTED.set(self.0.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;
    use std::sync::Mutex;

    #[test]
    fn the_innermost_collects_and_the_hook_gets_the_rest() {
        static HEARD: Mutex<Vec<String>> = Mutex::new(vec![]);
        set_hook(|text| HEARD.lock().unwrap().push(text.to_string()));
        warn("to the hook");
        let (inner, outer) = collect(|| {
            warn("outer");
            collect(|| warn("inner")).1
        });
        assert_eq!((inner, outer), (vec!["inner".to_string()], vec!["outer".to_string()]));
        assert!(catch_unwind(|| collect(|| panic!("on purpose"))).is_err());
        warn("again");
        take_hook();
        let heard = HEARD.lock().unwrap();
        let ours: Vec<_> =
            heard.iter().filter(|text| ["to the hook", "again", "inner", "outer"].contains(&&***text)).collect();
        assert_eq!(ours, ["to the hook", "again"]);
    }
}
