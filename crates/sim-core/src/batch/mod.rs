//! Many worlds: independent [`Data`] that share one [`Model`] and step together.
//!
//! [`Batch`] is the protocol of all batches, [`BatchSim`] the batch on the CPU. The result of a world depends on its own Data
//! and Model alone. It depends neither on the number of threads, nor on the size of the batch, nor on the place in it. A world
//! whose step fails is not reset: the caller decides.

mod cpu;
mod error;
pub(crate) mod fields;
pub(crate) mod guard;
mod memory;
mod noise;
mod overrides;
mod parameters;
mod protocol;
mod states;
pub(crate) mod worker_pool;
pub(crate) mod workspace;

pub use cpu::BatchStates;
pub use error::BatchError;
pub use fields::Number;
pub use memory::{check_memory, free_memory, world_bytes};
pub use noise::ResetNoise;
pub use protocol::{Batch, Controls, Keyframe, Reset, ResetTo};

use crate::data::Data;
use crate::error::StepError;
use crate::model::Model;
use std::sync::Arc;
use worker_pool::WorkerPool;
use workspace::Workspaces;

/// Batched simulation: `n` independent worlds of one Model.
///
/// With the feature `parallel` the threads of rayon's pool step the worlds, without it the calling thread; the results are
/// equal bit by bit. Call it inside `rayon::ThreadPool::install` to choose the threads.
///
/// ```
/// use sim_core::{BatchSim, Model};
/// use std::sync::Arc;
///
/// let model = Arc::new(Model::n_link_pendulum(2, 1.0, 0.1));
/// let mut batch = BatchSim::new(model, 64);
/// for (i, world) in batch.worlds_mut().enumerate() {
///     world.qpos[0] = 0.01 * i as f64;
/// }
/// let errors = batch.step_all();
/// let failed: Vec<bool> = errors.iter().map(Option::is_some).collect();
/// batch.reset_where(&failed)?;
/// assert!(batch.worlds().all(|world| world.time > 0.0));
/// # Ok::<(), sim_core::BatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchSim {
    model: Arc<Model>,
    worlds: Vec<Data>,
    notes: Vec<Note>,
    pool: WorkerPool,
    spaces: Workspaces,
}

/// Model and error of a world.
#[derive(Clone, Debug, Default)]
struct Note {
    /// The world's own Model if its parameters differ from the shared one.
    model: Option<Arc<Model>>,
    /// Error of the last step or forward pass since the last reset.
    error: Option<StepError>,
}

impl Note {
    /// Whether the engine itself failed: such a world is not stepped until it is reset.
    fn is_at_fault(&self) -> bool {
        matches!(self.error, Some(StepError::Panicked { .. }))
    }

    fn model<'a>(&'a self, shared: &'a Arc<Model>) -> &'a Arc<Model> {
        self.model.as_ref().unwrap_or(shared)
    }
}

impl BatchSim {
    /// Makes `n` worlds in the reference pose, at rest. Fails if they do not fit into the free memory.
    ///
    /// ```
    /// # use sim_core::{BatchSim, Model};
    /// # let model = std::sync::Arc::new(Model::n_link_pendulum(2, 1.0, 0.1));
    /// let error = BatchSim::try_new(model, 1 << 40).unwrap_err();
    /// assert!(error.to_string().contains("make fewer worlds"));
    /// ```
    pub fn try_new(model: Arc<Model>, n: usize) -> Result<Self, BatchError> {
        check_memory(&model, n, None)?;
        Ok(Self::new(model, n))
    }

    /// Makes `n` worlds in the reference pose, at rest. Too many can end the process: use [`try_new`](Self::try_new) for a number
    /// that comes from outside.
    pub fn new(model: Arc<Model>, n: usize) -> Self {
        let pool = WorkerPool::default();
        let worlds = pool.make(n, || model.make_thread_data());
        Self { model, worlds, notes: vec![Note::default(); n], pool, spaces: Workspaces::default() }
    }

    /// Number of worlds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there are no worlds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// The shared Model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// World `i`; `None` beyond the last.
    #[must_use]
    pub fn world(&self, i: usize) -> Option<&Data> {
        self.worlds.get(i)
    }

    /// World `i`, to set its inputs; `None` beyond the last.
    pub fn world_mut(&mut self, i: usize) -> Option<&mut Data> {
        self.worlds.get_mut(i)
    }

    /// All worlds.
    pub fn worlds(&self) -> impl ExactSizeIterator<Item = &Data> {
        self.worlds.iter()
    }

    /// All worlds, to set their inputs.
    pub fn worlds_mut(&mut self) -> impl ExactSizeIterator<Item = &mut Data> {
        self.worlds.iter_mut()
    }

    /// Steps every world once. `None`: it moved; `Some`: its step failed and it was **not** reset.
    ///
    /// A defect of the engine fails one world alone ([`StepError::Panicked`]). Such a world is skipped and reports that error
    /// until it is reset.
    pub fn step_all(&mut self) -> Vec<Option<StepError>> {
        self.step_all_n(1)
    }

    /// Steps every world `n` times with its inputs held; a world stops at its first error.
    pub fn step_all_n(&mut self, n: usize) -> Vec<Option<StepError>> {
        self.run_all(|_, m, d| (0..n).try_for_each(|_| d.step(m)))
    }

    /// Steps the worlds whose entry of `mask` is true once and returns the error of each, if any. The others stay as they are. A mask
    /// without exactly one entry for each world is an error, and no world moves.
    ///
    /// ```
    /// # use sim_core::{BatchSim, Model};
    /// let mut batch = BatchSim::new(std::sync::Arc::new(Model::n_link_pendulum(2, 1.0, 0.1)), 3);
    /// assert!(batch.step_where(&[true, false, false])?.iter().all(Option::is_none));
    /// let moved: Vec<bool> = batch.worlds().map(|world| world.time > 0.0).collect();
    /// assert_eq!(moved, [true, false, false]);
    /// let error = batch.step_where(&[true, false]).unwrap_err();
    /// assert_eq!(error.to_string(), "the mask has 2 entries: give one for each of the 3 worlds");
    /// # Ok::<(), sim_core::BatchError>(())
    /// ```
    pub fn step_where(&mut self, mask: &[bool]) -> Result<Vec<Option<StepError>>, BatchError> {
        self.check_mask(Some(mask))?;
        Ok(self.run_where(|i| mask[i], |_, m, d| d.step(m)))
    }

    /// Runs `work` on every world in which the engine has not failed.
    fn run_all(
        &mut self,
        work: impl Fn(usize, &Model, &mut Data) -> Result<(), StepError> + Sync,
    ) -> Vec<Option<StepError>> {
        self.run_where(|_| true, work)
    }

    /// Runs `work` on the chosen worlds in which the engine has not failed.
    fn run_where(
        &mut self,
        is_meant: impl Fn(usize) -> bool,
        work: impl Fn(usize, &Model, &mut Data) -> Result<(), StepError> + Sync,
    ) -> Vec<Option<StepError>> {
        let (shared, spaces) = (&self.model, &self.spaces);
        let mut errors = vec![None; self.len()];
        let all = self.worlds.iter_mut().zip(&mut self.notes).zip(&mut errors).enumerate();
        let mut worlds: Vec<_> = all.filter(|(i, _)| is_meant(*i)).collect();
        self.pool.distribute(&mut worlds, |queue| {
            spaces.with(queue.worker(), |space| {
                for (i, ((data, note), error)) in queue {
                    if !note.is_at_fault() {
                        let step = |data: &mut Data| guard::guarded(note.model(shared), data, |m, d| work(*i, m, d));
                        note.error = space.run(data, step).err();
                    }
                    **error = note.error.clone();
                }
            });
        });
        errors
    }

    /// Computes what follows from the state and inputs of every world, without a step.
    pub fn forward_all(&mut self) -> Vec<Option<StepError>> {
        self.run_all(|_, m, d| d.forward(m))
    }

    /// Resets world `i` by [`Data::reset`], which keeps `qfrc_applied` and `xfrc_applied`; `None` beyond the last.
    pub fn reset(&mut self, i: usize) -> Option<()> {
        let (data, note) = (self.worlds.get_mut(i)?, self.notes.get_mut(i)?);
        note.error = None;
        data.reset(note.model(&self.model));
        Some(())
    }

    /// Resets the worlds whose entry of `mask` is true. A mask without exactly one entry for each world is an error, and no world is
    /// reset.
    pub fn reset_where(&mut self, mask: &[bool]) -> Result<(), BatchError> {
        self.check_mask(Some(mask))?;
        for (i, _) in mask.iter().enumerate().filter(|(_, chosen)| **chosen) {
            self.reset(i);
        }
        Ok(())
    }

    /// An error if a mask does not have one entry for each world.
    fn check_mask(&self, mask: Option<&[bool]>) -> Result<(), BatchError> {
        match mask {
            Some(mask) if mask.len() != self.len() => Err(BatchError::Mask { expected: self.len(), found: mask.len() }),
            _ => Ok(()),
        }
    }

    /// Resets every world.
    pub fn reset_all(&mut self) {
        for i in 0..self.len() {
            self.reset(i);
        }
    }
}

#[cfg(test)]
mod tests;
