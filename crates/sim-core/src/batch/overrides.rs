//! Overrides: worlds with their own masses, friction, gains or reference poses.
//!
//! Such a world has its own Model with recomputed constants. It costs only the arrays that differ from those of the common
//! Model; all others, meshes and textures too, are shared.

use super::fields::write_entries;
use super::{BatchError, BatchSim, parameters};
use crate::data::Data;
use crate::model::{Model, ModelError};
use std::sync::Arc;

impl Model {
    /// Checks the edits of a copy of the [valid](Model::validate) Model `common` and recomputes the constants. Numbers that no
    /// loader accepts, such as a negative mass or time step, are errors. Arrays with the bits of `common` are then shared with it. `scratch` is a world to compute in; reuse it for many Models to save allocations.
    pub fn settle(&mut self, common: &Self, scratch: &mut Data) -> Result<(), ModelError> {
        self.validate_edits(common)?;
        self.validate_numbers(common)?;
        self.set_const_in(scratch)?;
        self.share_with(common);
        Ok(())
    }

    /// Checks the numbers of arrays and options that differ from those of `common`: masses, friction, time steps and the like must be
    /// finite and in their range, and no number may be NaN.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let common = Model::example();
    /// let mut own = common.clone();
    /// own.opt.timestep = -0.01;
    /// let error = own.validate_numbers(&common).unwrap_err();
    /// assert_eq!(error.to_string(), "opt_timestep is -0.01: give a finite number above 0");
    /// ```
    pub fn validate_numbers(&self, common: &Self) -> Result<(), ModelError> {
        parameters::check(self, common)
    }
}

/// Checks the edited Model of a world and recomputes its constants.
fn settle(own: &mut Model, common: &Model, world: usize, scratch: &mut Data) -> Result<(), BatchError> {
    if !own.has_worlds_like(common) {
        return Err(BatchError::Sizes);
    }
    own.settle(common, scratch).map_err(|error| BatchError::Model { world, error })
}

impl BatchSim {
    /// The Model of world `i`: its own after an override, otherwise the shared one.
    #[must_use]
    pub fn model_of(&self, i: usize) -> Option<&Arc<Model>> {
        self.notes.get(i).map(|note| note.model(&self.model))
    }

    /// Edits the parameters of world `i` alone, on top of earlier edits, and recomputes the derived constants. The
    /// state of the world stays; a new `qpos0` shows at the next reset. Nothing changes on an error.
    pub fn override_model(&mut self, i: usize, edit: impl FnOnce(&mut Model)) -> Result<(), BatchError> {
        let before = self.model_of(i).ok_or(BatchError::World { index: i, len: self.len() })?;
        let mut own = Model::clone(before);
        self.model.validate().map_err(|error| BatchError::Model { world: i, error })?;
        edit(&mut own);
        settle(&mut own, &self.model, i, &mut Data::default())?;
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
        let common = &*self.model;
        common.validate().map_err(|error| BatchError::Model { world: 0, error })?;
        let mut made: Vec<_> =
            self.notes.iter().enumerate().map(|(i, note)| (i, note, Err(BatchError::Sizes))).collect();
        self.pool.distribute(&mut made, |queue| {
            let mut scratch = Data::default();
            for (i, note, outcome) in queue {
                let mut own = Model::clone(note.model(&self.model));
                for (name, values) in fields {
                    if let Some(target) = own.array_mut(name) {
                        let len = target.len();
                        write_entries(target, &values[*i * len..(*i + 1) * len]);
                    }
                }
                *outcome = settle(&mut own, common, *i, &mut scratch).map(|()| Arc::new(own));
            }
        });
        let models = made.into_iter().map(|(_, _, outcome)| outcome).collect::<Result<Vec<_>, _>>()?;
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
