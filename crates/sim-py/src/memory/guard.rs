//! Checks arrays of a model that Python may have edited, before the engine uses them.
//!
//! Python gets writable views, and numpy does not report a write. So a check compares the entries of these arrays with the last valid
//! ones. Without views, a check reads one flag.

use crate::memory::views::Store;
use sim_core::Model;
use sim_core::binding::model::Verified;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Whether an array is equal bit by bit in two models.
type Compare = fn(&Model, &Model) -> bool;

/// The state of the last successful check.
#[derive(Default)]
struct Watched {
    /// The arrays that were valid at the last check. It shares those that Python has not viewed since.
    valid: Option<Verified>,
    /// A comparison for each array that Python views and that has rules.
    arrays: Vec<Compare>,
}

/// Checks the arrays of one model that Python views.
#[derive(Default)]
pub struct Guard {
    exposed: AtomicBool,
    watched: Mutex<Watched>,
}

impl Guard {
    /// Adds an array to the checked ones. Call it before Python gets a view.
    pub fn watch(&self, store: &Store<Model>, array: &str) {
        let Some(compare) = Model::comparer(array).filter(|_| Model::is_checked(array)) else { return };
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.valid.get_or_insert_with(|| Verified::of(&store.read()));
        watched.arrays.push(compare);
        self.exposed.store(true, Ordering::Release);
    }

    /// Rejects edits that the engine cannot work with. The error names array and entry.
    #[inline]
    pub fn check(&self, store: &Store<Model>) -> Result<(), String> {
        if self.exposed.load(Ordering::Acquire) { self.compare(store) } else { Ok(()) }
    }

    fn compare(&self, store: &Store<Model>) -> Result<(), String> {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let model = store.read();
        let Watched { valid: Some(valid), arrays } = &mut *watched else { return Ok(()) };
        if valid.agrees(&model, arrays) {
            return Ok(());
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| valid.follow(&model).map_err(|error| error.to_string())));
        outcome.unwrap_or_else(|_| Err("the arrays of this model contradict each other".to_string()))
    }
}
