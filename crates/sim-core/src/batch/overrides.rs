//! Worlds with parameters of their own: masses, friction, gains, reference poses.
//!
//! Such a world has a Model of its own, a copy of the shared one with the edits and with its derived constants
//! recomputed. All others go on sharing.

use super::{BatchError, BatchSim, write_entries};
use crate::model::Model;
use std::sync::Arc;

/// Recomputes the constants of an edited model and checks it.
fn settle(m: &mut Model, before: &Model, world: usize) -> Result<(), BatchError> {
    let refused = |error| BatchError::Model { world, error };
    if !m.has_worlds_like(before) {
        return Err(BatchError::Sizes);
    }
    m.validate().map_err(refused)?;
    m.set_const().map_err(refused)
}

impl BatchSim {
    /// The Model of world `i`: its own where it has one, else the shared one.
    #[must_use]
    pub fn model_of(&self, i: usize) -> Option<&Arc<Model>> {
        self.notes.get(i).map(|note| note.model(&self.model))
    }

    /// Edits the parameters of world `i` alone, on top of earlier edits, and recomputes what follows from them. The
    /// state of the world stays; a new `qpos0` shows at the next reset. Nothing changes on an error.
    pub fn override_model(&mut self, i: usize, edit: impl FnOnce(&mut Model)) -> Result<(), BatchError> {
        let shared = self.model_of(i).ok_or(BatchError::World { index: i, len: self.len() })?;
        let mut own = Model::clone(shared);
        edit(&mut own);
        settle(&mut own, shared, i)?;
        self.notes[i].model = Some(Arc::new(own));
        Ok(())
    }

    /// Overrides arrays of the Model in every world: each entry names an array and gives its numbers for all worlds,
    /// one world after another. Constants are recomputed once per world. Nothing changes on an error.
    pub fn override_fields(&mut self, fields: &[(&str, &[f64])]) -> Result<(), BatchError> {
        for (name, values) in fields {
            let array = self.model.array(name).ok_or_else(|| BatchError::UnknownField((*name).to_string()))?;
            let expected = array.len() * self.len();
            if values.len() != expected {
                return Err(BatchError::Length { field: (*name).to_string(), expected, found: values.len() });
            }
        }
        let mut models = Vec::with_capacity(self.len());
        for (i, note) in self.notes.iter().enumerate() {
            let mut own = Model::clone(note.model(&self.model));
            for (name, values) in fields {
                if let Some(target) = own.array_mut(name) {
                    let len = target.len();
                    write_entries(target, &values[i * len..(i + 1) * len]);
                }
            }
            settle(&mut own, &self.model, i)?;
            models.push(Arc::new(own));
        }
        for (note, own) in self.notes.iter_mut().zip(models) {
            note.model = Some(own);
        }
        Ok(())
    }

    /// Lets world `i` share the common Model again; `None` beyond the last.
    pub fn clear_override(&mut self, i: usize) -> Option<()> {
        self.notes.get_mut(i)?.model = None;
        Some(())
    }
}
