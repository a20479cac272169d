//! Arrays of a model that Python may have written to: what was edited is checked before the engine works with it.
//!
//! Python gets views that can be written, and a write is not reported. So the entries of these arrays are compared with those that were
//! valid last. A model without such views costs one read of a flag.

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
    /// The arrays that were found valid last: shares those that Python has not got since.
    valid: Option<Verified>,
    /// One for each array that Python has and that has rules.
    arrays: Vec<Compare>,
}

/// The watch over a model.
#[derive(Default)]
pub struct Guard {
    exposed: AtomicBool,
    watched: Mutex<Watched>,
}

impl Guard {
    /// Watches an array from now on; to be called before Python gets it.
    pub fn watch(&self, store: &Store<Model>, array: &str) {
        let Some(compare) = Model::comparer(array).filter(|_| Model::is_checked(array)) else { return };
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.valid.get_or_insert_with(|| Verified::of(&store.read()));
        watched.arrays.push(compare);
        self.exposed.store(true, Ordering::Release);
    }

    /// Refuses a model that was edited so that the engine cannot work with it. The error names array and entry.
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
