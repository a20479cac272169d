//! Arrays of a model that Python may have written to: what was edited is checked before the engine works with it.
//!
//! Whoever asks for an array gets a view that can be written, and nothing tells of a write. So the entries of arrays that were
//! handed out are compared with those that were found valid last. A model of which no array with rules was handed out costs
//! one look at a flag.

use crate::memory::views::Store;
use sim_core::Model;
use sim_core::binding::model::Verified;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Tells whether an array holds the same bits in two models.
type Compare = fn(&Model, &Model) -> bool;

/// What is known to be valid.
#[derive(Default)]
struct Watched {
    /// The arrays that were found valid last: shares those that were not handed out since.
    valid: Option<Verified>,
    /// One for each array that was handed out and has rules.
    arrays: Vec<Compare>,
}

/// The watch over a model.
#[derive(Default)]
pub struct Guard {
    handed: AtomicBool,
    watched: Mutex<Watched>,
}

impl Guard {
    /// Watches an array from now on; to be called before it is handed out.
    pub fn watch(&self, store: &Store<Model>, array: &str) {
        let Some(compare) = Model::comparer(array).filter(|_| Model::is_checked(array)) else { return };
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.valid.get_or_insert_with(|| Verified::of(&store.read()));
        watched.arrays.push(compare);
        self.handed.store(true, Ordering::Release);
    }

    /// Refuses a model that was edited so that the engine cannot work with it. The error names array and entry.
    #[inline]
    pub fn check(&self, store: &Store<Model>) -> Result<(), String> {
        if self.handed.load(Ordering::Acquire) { self.compare(store) } else { Ok(()) }
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
