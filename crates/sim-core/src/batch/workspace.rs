//! Work space that the worlds of a batch use by turns.
//!
//! What a step scribbles on and nobody reads afterwards is larger than the results it leaves. Kept in every world it would be
//! fetched from far memory at every step; kept once per thread it stays near.

use crate::data::{Data, Workspace};
use std::sync::{Mutex, PoisonError};

/// One work space per thread, made when first needed. All worlds must be of models with the same sizes.
#[derive(Debug, Default)]
pub struct Workspaces {
    kept: Mutex<Vec<(usize, Box<Workspace>)>>,
}

impl Clone for Workspaces {
    /// Work spaces have no contents worth copying.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A work space that is lent to a thread.
#[derive(Debug)]
pub struct Lent(Box<Workspace>);

impl Lent {
    /// Runs `work` on a world while it has this work space.
    pub fn serve<R>(&mut self, d: &mut Data, work: impl FnOnce(&mut Data) -> R) -> R {
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
    pub fn lend<R>(&self, worker: usize, work: impl FnOnce(&mut Lent) -> R) -> R {
        let known = {
            let mut kept = self.kept();
            let found = kept.iter().position(|(owner, _)| *owner == worker);
            found.map(|i| kept.swap_remove(i).1)
        };
        let mut lent = Lent(known.unwrap_or_default());
        let result = work(&mut lent);
        self.kept().push((worker, lent.0));
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
            spaces.lend(0, |space| space.serve(&mut lent, |d| d.step(&m))).unwrap();
            own.step(&m).unwrap();
        }
        assert_eq!((&lent.qpos, &lent.qacc), (&own.qpos, &own.qacc));
        assert!(spaces.clone().kept().is_empty());
        assert_eq!(spaces.kept().len(), 1);
    }
}
