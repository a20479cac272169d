//! Work space that the worlds of a batch use by turns.
//!
//! What a step scribbles on and nobody reads afterwards is larger than the results it leaves. Kept in every world it would be
//! fetched from far memory at every step; kept once per thread it stays near.

use crate::data::{Data, Workspace};
use std::sync::{Mutex, PoisonError};

/// Threads that have a place of their own; others share.
const PLACES: usize = 64;

/// One work space per thread, made when first needed. All worlds must be of models with the same sizes.
#[derive(Debug)]
pub struct Workspaces {
    places: Vec<Mutex<Option<Box<Workspace>>>>,
}

impl Default for Workspaces {
    fn default() -> Self {
        Self { places: (0..PLACES).map(|_| Mutex::default()).collect() }
    }
}

impl Clone for Workspaces {
    /// Work spaces have no contents worth copying.
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(feature = "parallel")]
fn thread() -> usize {
    rayon::current_thread_index().unwrap_or(0)
}

#[cfg(not(feature = "parallel"))]
fn thread() -> usize {
    0
}

impl Workspaces {
    /// Runs `work` on a world while it has this thread's work space.
    pub fn lend<R>(&self, d: &mut Data, work: impl FnOnce(&mut Data) -> R) -> R {
        let place = self.places.get(thread() % PLACES);
        let take = |place: &Mutex<Option<_>>| place.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut space: Box<Workspace> = place.and_then(take).unwrap_or_default();
        d.exchange_workspace(&mut space);
        let result = work(d);
        d.exchange_workspace(&mut space);
        if let Some(place) = place {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(space);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    #[test]
    fn lent_space_comes_back_and_changes_no_results() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let (mut lent, mut own) = (m.make_data(), m.make_data());
        (lent.qvel[0], own.qvel[0]) = (1.0, 1.0);
        let spaces = Workspaces::default();
        for _ in 0..10 {
            spaces.lend(&mut lent, |d| d.step(&m)).unwrap();
            own.step(&m).unwrap();
        }
        assert_eq!((&lent.qpos, &lent.qacc), (&own.qpos, &own.qacc));
        assert!(spaces.clone().places.iter().all(|place| place.lock().unwrap().is_none()));
        assert_eq!(spaces.places.iter().filter(|place| place.lock().unwrap().is_some()).count(), 1);
    }
}
