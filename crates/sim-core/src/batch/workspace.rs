//! One work space per thread for the worlds of a batch.
//!
//! The temporaries of a step are larger than its results. Kept in every world they would be fetched from main memory at every
//! step; kept once per thread they stay in the cache.

use crate::data::{Data, Workspace};
use std::sync::{Mutex, PoisonError};

/// One work space per thread, made at first use. All worlds must be of models with equal sizes.
#[derive(Debug, Default)]
pub struct Workspaces {
    kept: Mutex<Vec<(usize, Box<Workspace>)>>,
}

impl Clone for Workspaces {
    /// A clone starts without work spaces: they hold no results.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A work space while a thread uses it.
#[derive(Debug)]
pub struct ThreadWorkspace(Box<Workspace>);

impl ThreadWorkspace {
    /// Runs `work` on a world while it has this work space.
    pub fn run<R>(&mut self, d: &mut Data, work: impl FnOnce(&mut Data) -> R) -> R {
        d.exchange_workspace(&mut self.0);
        let result = work(d);
        d.exchange_workspace(&mut self.0);
        result
    }
}

impl Workspaces {
    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<(usize, Box<Workspace>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs `work` with the work space of the thread numbered `worker`.
    pub fn with<R>(&self, worker: usize, work: impl FnOnce(&mut ThreadWorkspace) -> R) -> R {
        let known = {
            let mut kept = self.kept();
            let found = kept.iter().position(|(owner, _)| *owner == worker);
            found.map(|i| kept.swap_remove(i).1)
        };
        let mut space = ThreadWorkspace(known.unwrap_or_default());
        let result = work(&mut space);
        self.kept().push((worker, space.0));
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    #[test]
    fn a_shared_work_space_changes_no_results() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let (mut shared, mut own) = (m.make_data(), m.make_data());
        (shared.qvel[0], own.qvel[0]) = (1.0, 1.0);
        let spaces = Workspaces::default();
        for _ in 0..10 {
            spaces.with(0, |space| space.run(&mut shared, |d| d.step(&m))).unwrap();
            own.step(&m).unwrap();
        }
        assert_eq!((&shared.qpos, &shared.qacc), (&own.qpos, &own.qacc));
        assert!(spaces.clone().kept().is_empty());
        assert_eq!(spaces.kept().len(), 1);
    }
}
