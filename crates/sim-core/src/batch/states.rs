//! States of worlds, saved and restored in any order.

use super::{BatchError, BatchSim};
use crate::data::State;

impl BatchSim {
    /// Numbers of one world's state with the components of `sig`.
    pub fn state_size(&self, sig: State) -> Result<usize, BatchError> {
        Ok(self.model.state_size(sig)?)
    }

    pub(super) fn no_world(&self, index: usize) -> BatchError {
        BatchError::World { index, len: self.len() }
    }

    /// Saves the state of world `i`.
    pub fn get_state(&self, i: usize, sig: State, state: &mut [f64]) -> Result<(), BatchError> {
        let data = self.worlds.get(i).ok_or_else(|| self.no_world(i))?;
        Ok(data.get_state(&self.model, state, sig)?)
    }

    /// Restores the state of world `i`.
    pub fn set_state(&mut self, i: usize, sig: State, state: &[f64]) -> Result<(), BatchError> {
        let missing = self.no_world(i);
        let data = self.worlds.get_mut(i).ok_or(missing)?;
        Ok(data.set_state(&self.model, state, sig)?)
    }

    /// Saves the states of all worlds, one after another.
    pub fn get_states(&self, sig: State, states: &mut [f64]) -> Result<(), BatchError> {
        let size = self.check_states(sig, states.len())?;
        if size > 0 {
            for (data, state) in self.worlds.iter().zip(states.chunks_exact_mut(size)) {
                data.get_state(&self.model, state, sig)?;
            }
        }
        Ok(())
    }

    /// Restores the states of all worlds, one after another.
    pub fn set_states(&mut self, sig: State, states: &[f64]) -> Result<(), BatchError> {
        let size = self.check_states(sig, states.len())?;
        if size > 0 {
            for (data, state) in self.worlds.iter_mut().zip(states.chunks_exact(size)) {
                data.set_state(&self.model, state, sig)?;
            }
        }
        Ok(())
    }

    fn check_states(&self, sig: State, found: usize) -> Result<usize, BatchError> {
        let size = self.state_size(sig)?;
        let expected = size * self.len();
        if found == expected {
            return Ok(size);
        }
        Err(BatchError::Length { field: "state".to_string(), expected, found })
    }
}
