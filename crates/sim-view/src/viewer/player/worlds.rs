//! Worlds of one model that step together, each with its error. A failed world stays as it is.

use sim_core::{BatchError, BatchSim, Data, Model};
use std::sync::Arc;

/// The worlds of a player.
#[derive(Debug)]
pub struct Worlds {
    batch: BatchSim,
    errors: Vec<Option<String>>,
}

impl Worlds {
    /// Creates `count` worlds, at least one. They begin at `start`. `None`: the model's reference state.
    pub fn new(model: &Arc<Model>, count: usize, start: Option<&Data>) -> Result<Self, BatchError> {
        let mut batch = BatchSim::try_new(Arc::clone(model), count.max(1))?;
        start.iter().for_each(|start| batch.worlds_mut().for_each(|world| world.copy_from(start)));
        let errors = vec![None; batch.len()];
        let mut worlds = Self { batch, errors };
        worlds.evaluate();
        Ok(worlds)
    }

    /// Number of worlds.
    pub fn len(&self) -> usize {
        self.batch.len()
    }

    /// World `id`.
    pub fn get(&self, id: usize) -> Option<&Data> {
        self.batch.world(id)
    }

    /// World `id`, to change it.
    pub fn get_mut(&mut self, id: usize) -> Option<&mut Data> {
        self.batch.world_mut(id)
    }

    /// Whether a world failed.
    pub fn has_failed(&self, id: usize) -> bool {
        self.failure(id).is_some()
    }

    /// Why a world failed.
    pub fn failure(&self, id: usize) -> Option<&str> {
        self.errors.get(id)?.as_deref()
    }

    /// Resets a failed world.
    pub fn revive(&mut self, id: usize) {
        if let Some(error) = self.errors.get_mut(id).filter(|error| error.is_some()) {
            *error = None;
            self.batch.reset(id);
        }
    }

    /// Failed worlds and their errors.
    pub fn failures(&self) -> impl Iterator<Item = (usize, &str)> {
        self.errors.iter().enumerate().filter_map(|(id, error)| Some((id, error.as_deref()?)))
    }

    /// Changes all worlds. Failed worlds are reset first.
    pub fn edit(&mut self, m: &Model, edit: impl Fn(&Model, &mut Data)) {
        let failed: Vec<bool> = self.errors.iter().map(Option::is_some).collect();
        // a mask of all worlds
        let _ = self.batch.reset_where(&failed);
        self.errors.fill(None);
        self.batch.worlds_mut().for_each(|world| edit(m, world));
        self.evaluate();
    }

    /// Poses of worlds that are not looked at are sent too. A state that cannot be evaluated is shown as far as it goes.
    fn evaluate(&mut self) {
        if self.len() > 1 {
            let _ = self.batch.forward_all();
        }
    }

    /// Steps all worlds but one by all threads; those that failed now.
    pub fn step_together(&mut self, left_out: Option<usize>) -> Vec<(usize, String)> {
        let mut mask: Vec<bool> = self.errors.iter().map(Option::is_none).collect();
        if let Some(entry) = left_out.and_then(|id| mask.get_mut(id)) {
            *entry = false;
        }
        let errors = self.batch.step_where(&mask).unwrap_or_default().into_iter().enumerate();
        let failed = errors.filter_map(|(id, error)| Some((id, error?.to_string()))).collect();
        self.note(failed)
    }

    /// Steps one world after the other as the caller wants; those that failed now.
    pub fn step_each(
        &mut self,
        m: &Model,
        mut step: impl FnMut(&Model, &mut Data) -> Result<(), String>,
    ) -> Vec<(usize, String)> {
        let well = self.batch.worlds_mut().enumerate().filter(|(id, _)| self.errors[*id].is_none());
        let failed = well.filter_map(|(id, world)| Some((id, step(m, world).err()?))).collect();
        self.note(failed)
    }

    /// Stores errors of worlds, which stop stepping.
    pub fn note(&mut self, failed: Vec<(usize, String)>) -> Vec<(usize, String)> {
        for (id, error) in &failed {
            if let Some(entry) = self.errors.get_mut(*id) {
                *entry = Some(error.clone());
            }
        }
        failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_that_failed_rests_until_all_begin_anew() {
        let m = Arc::new(Model::example());
        let mut worlds = Worlds::new(&m, 5, None).unwrap();
        assert!(worlds.step_together(Some(3)).is_empty());
        let times = |worlds: &Worlds| (0..5).map(|id| worlds.get(id).unwrap().time > 0.0).collect::<Vec<_>>();
        assert_eq!(times(&worlds), [true, true, true, false, true]);
        let mut count = 0;
        let failed = worlds.step_each(&m, |_, _| {
            count += 1;
            if count == 2 { Err("no".into()) } else { Ok(()) }
        });
        assert_eq!((failed, count), (vec![(1, "no".to_string())], 5));
        let before = worlds.get(1).unwrap().time;
        worlds.step_together(None);
        assert!(worlds.get(1).unwrap().time == before && worlds.get(0).unwrap().time > before);
        assert_eq!(worlds.failures().collect::<Vec<_>>(), [(1, "no")]);
        worlds.edit(&m, |m, d| d.reset(m));
        assert!(worlds.failures().next().is_none() && times(&worlds) == [false; 5]);
    }

    #[test]
    fn worlds_step_as_one_alone_does() {
        let m = Arc::new(Model::example());
        let mut alone = m.make_data();
        let mut worlds = Worlds::new(&m, 3, Some(&alone)).unwrap();
        for _ in 0..50 {
            alone.step(&m).unwrap();
            worlds.step_together(None);
        }
        (0..3).for_each(|id| assert_eq!(worlds.get(id).unwrap().qpos, alone.qpos));
        assert!(Worlds::new(&m, usize::MAX / 1000, None).is_err_and(|error| error.to_string().contains("fewer")));
    }
}
