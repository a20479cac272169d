//! The [protocol](Batch) of batches for [`BatchSim`].

use super::{Batch, BatchError, BatchSim, Controls, Note, Reset, ResetTo};
use crate::access::Find;
use crate::data::{Data, STATE_FIELDS, State};
use crate::error::StepError;
use crate::model::Model;

/// What a reset takes from a saved state: everything but the applied forces.
const KEPT: State = State::INTEGRATION.difference(State::QFRC_APPLIED.union(State::XFRC_APPLIED));

/// States and inputs of the worlds of a [`BatchSim`], as [`Batch::save`] returns them.
///
/// ```
/// use sim_core::batch::Batch;
/// use sim_core::{BatchSim, Model};
///
/// let mut batch = BatchSim::new(std::sync::Arc::new(Model::example()), 4);
/// let saved = batch.save()?;
/// batch.step_all();
/// batch.restore(&saved)?;
/// assert_eq!((saved.len(), batch.get("time")?), (4, vec![0.0; 4]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BatchStates {
    worlds: usize,
    width: usize,
    rows: Vec<f64>,
}

impl BatchStates {
    /// Number of worlds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.worlds
    }

    /// Whether there are no worlds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.worlds == 0
    }

    /// State of world `row`, with the components of [`State::INTEGRATION`].
    fn row(&self, row: usize) -> &[f64] {
        self.rows.get(row * self.width..(row + 1) * self.width).unwrap_or_default()
    }
}

impl BatchSim {
    fn check_saved(&self, states: &BatchStates) -> Result<(), BatchError> {
        let expected = self.model.state_size(State::INTEGRATION)?;
        if states.width == expected {
            return Ok(());
        }
        Err(BatchError::ForeignStates { expected, found: states.width })
    }

    /// Runs `work` on the worlds of a mask, on all threads.
    fn edit_where(&mut self, mask: Option<&[bool]>, work: impl Fn(usize, &Model, &mut Data, &mut Note) + Sync) {
        let shared = &self.model;
        let all = self.worlds.iter_mut().zip(&mut self.notes).enumerate();
        let mut chosen: Vec<_> = all.filter(|(i, _)| mask.is_none_or(|mask| mask[*i])).collect();
        self.pool.distribute(&mut chosen, |queue| {
            for (i, (data, note)) in queue {
                let model = note.model(shared).clone();
                work(*i, &model, data, note);
            }
        });
    }
}

impl Batch for BatchSim {
    type Error = BatchError;
    type States = BatchStates;

    fn world_count(&self) -> usize {
        self.len()
    }

    fn model(&self) -> &Model {
        &self.model
    }

    fn device(&self) -> String {
        match self.pool.threads() {
            1 => "cpu, 1 thread".to_string(),
            threads => format!("cpu, {threads} threads"),
        }
    }

    fn step(&mut self, n: usize, controls: Controls<'_>) -> Result<Vec<Option<StepError>>, BatchError> {
        let (worlds, nu) = (self.len(), self.model.nu);
        let (expected, found) = (controls.needed(n, worlds, nu), controls.values().len());
        if expected != found {
            return Err(BatchError::Length { field: "ctrl".to_string(), expected, found });
        }
        Ok(self.run_where(
            |_| true,
            |world, m, d| {
                (0..n).try_for_each(|step| {
                    if let Some(ctrl) = controls.row(step, world, worlds, nu) {
                        d.ctrl.copy_from_slice(ctrl);
                    }
                    d.step(m)
                })
            },
        ))
    }

    fn forward(&mut self) -> Result<Vec<Option<StepError>>, BatchError> {
        Ok(self.forward_all())
    }

    fn errors(&self) -> Result<Vec<Option<StepError>>, BatchError> {
        Ok(self.notes.iter().map(|note| note.error.clone()).collect())
    }

    fn get(&self, field: &str) -> Result<Vec<f64>, BatchError> {
        let mut values = vec![0.0; self.field_len(field)? * self.len()];
        self.copy_field_into(field, &mut values)?;
        Ok(values)
    }

    fn set(&mut self, field: &str, values: &[f64]) -> Result<(), BatchError> {
        self.field_len(field)?;
        if !STATE_FIELDS.contains(&field) {
            return Err(BatchError::ComputedField(field.to_string()));
        }
        self.copy_field_from(field, values)
    }

    fn world(&self, i: usize) -> Result<Data, BatchError> {
        self.worlds.get(i).cloned().ok_or_else(|| self.no_world(i))
    }

    fn set_world(&mut self, i: usize, data: &Data) -> Result<(), BatchError> {
        let missing = self.no_world(i);
        let (own, note) = self.worlds.get_mut(i).zip(self.notes.get_mut(i)).ok_or(missing)?;
        if !data.is_like(own) && !data.is_like(&self.model.make_thread_data()) {
            return Err(BatchError::ForeignWorld { world: i });
        }
        own.copy_from(data);
        note.error = None;
        Ok(())
    }

    fn save(&self) -> Result<BatchStates, BatchError> {
        let width = self.model.state_size(State::INTEGRATION)?;
        let mut rows = vec![0.0; width * self.len()];
        self.get_states(State::INTEGRATION, &mut rows)?;
        Ok(BatchStates { worlds: self.len(), width, rows })
    }

    fn restore(&mut self, states: &BatchStates) -> Result<(), BatchError> {
        self.check_saved(states)?;
        if states.len() != self.len() {
            return Err(BatchError::SavedWorlds { expected: self.len(), found: states.len() });
        }
        self.edit_where(None, |i, m, d, note| {
            if note.is_at_fault() {
                // its arrays may be inconsistent
                d.reset(m);
            }
            note.error = None;
            // the width was checked
            let _ = d.set_state(m, states.row(i), State::INTEGRATION);
        });
        Ok(())
    }

    fn reset(&mut self, mask: Option<&[bool]>, reset: &Reset<'_, BatchStates>) -> Result<(), BatchError> {
        self.check_mask(mask)?;
        reset.noise.map_or(Ok(()), |noise| noise.check())?;
        let is_chosen = |i: usize| mask.is_none_or(|mask| mask[i]);
        let mut key = 0;
        match reset.to {
            ResetTo::Initial => {}
            ResetTo::Keyframe(keyframe) => key = keyframe.find_in(&self.model)?.index(),
            ResetTo::Rows { states, rows } => {
                self.check_saved(states)?;
                if rows.len() != self.len() {
                    return Err(BatchError::Length {
                        field: "rows".to_string(),
                        expected: self.len(),
                        found: rows.len(),
                    });
                }
                let mut chosen = rows.iter().enumerate().filter(|(i, _)| is_chosen(*i));
                if let Some((_, &row)) = chosen.find(|(_, row)| **row >= states.len()) {
                    return Err(BatchError::NoSuchRow { row, len: states.len() });
                }
            }
        }
        self.edit_where(mask, |i, m, d, note| {
            note.error = None;
            match reset.to {
                ResetTo::Initial => d.reset(m),
                ResetTo::Keyframe(_) => _ = d.reset_to_keyframe(m, key),
                ResetTo::Rows { states, rows } => {
                    d.reset(m);
                    let mut values = vec![0.0; m.state_size(KEPT).unwrap_or(0)];
                    // widths and signatures were checked
                    let _ = m.extract_state(states.row(rows[i]), State::INTEGRATION, &mut values, KEPT);
                    let _ = d.set_state(m, &values, KEPT);
                }
            }
            if let Some(noise) = reset.noise {
                noise.add_to(m, i, &mut d.qpos, &mut d.qvel);
            }
        });
        Ok(())
    }

    fn override_fields(&mut self, fields: &[(&str, &[f64])]) -> Result<(), BatchError> {
        Self::override_fields(self, fields)
    }

    fn clear_override(&mut self, mask: Option<&[bool]>) -> Result<(), BatchError> {
        self.check_mask(mask)?;
        let chosen = self.notes.iter_mut().enumerate().filter(|(i, _)| mask.is_none_or(|mask| mask[*i]));
        chosen.for_each(|(_, note)| note.model = None);
        Ok(())
    }
}
