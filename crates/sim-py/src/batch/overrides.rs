//! Models of worlds with their own parameters. Each stores only the arrays that differ from the common model.

use crate::errors::{self, Failure};
use crate::memory::entries::Entries;
use crate::native::model::MjModel;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use sim_core::binding::batch::WorkerPool;
use sim_core::{Data, Model, ModelError};

/// New values of one array: a row for each model, or one for all.
struct Column {
    name: String,
    rows: Entries,
}

impl Column {
    /// Whether there is one row for all models.
    fn is_for_all(&self, common: &Model) -> bool {
        common.array(&self.name).is_some_and(|array| array.len() == self.rows.len())
    }
}

/// Why a model is rejected.
struct Refusal(ModelError);

/// Copies of models that share their arrays with the common one, even arrays that Python views.
pub fn twins(common: &Bound<'_, MjModel>, models: &[Py<MjModel>]) -> PyResult<Vec<MjModel>> {
    check(common, models)?;
    let twin = common.get().twin();
    Ok(models.iter().map(|model| common.get().sibling(copy(model.get(), common.get(), &twin))).collect())
}

/// Rejects models with invalid edits.
fn check(common: &Bound<'_, MjModel>, models: &[Py<MjModel>]) -> PyResult<()> {
    common.get().check()?;
    models.iter().try_for_each(|model| model.get().check())
}

fn copy(model: &MjModel, common: &MjModel, twin: &Model) -> Model {
    if model.store.is(&common.store) { twin.clone() } else { model.store.read().clone() }
}

/// Copies of models with other values in some arrays, and with the constants that follow from them. `values` has the entries of
/// an array for all models, one after another, or those of one row that is for all.
pub fn own(
    pool: &WorkerPool,
    common: &Bound<'_, MjModel>,
    models: &[Py<MjModel>],
    values: Vec<(String, Bound<'_, PyAny>)>,
) -> PyResult<Vec<MjModel>> {
    check(common, models)?;
    let mut twin = common.get().twin();
    let mut columns = vec![];
    for (name, rows) in values {
        let unknown = || PyKeyError::new_err(format!("the model has no array called '{name}'"));
        let like = twin.array(&name).ok_or_else(unknown)?;
        let rows = Entries::from_array(&rows, &like)?;
        if rows.len() != like.len() && rows.len() != like.len() * models.len() {
            return Err(PyValueError::new_err(format!("'{name}' needs {} entries for each model", like.len())));
        }
        columns.push(Column { name, rows });
    }
    // a row for all models is written once
    let lengths = twin.clone();
    for Column { name, rows } in columns.iter().filter(|column| column.is_for_all(&lengths)) {
        if let Some(target) = twin.array_mut(name) {
            rows.store(target);
        }
    }
    twin.validate_edits(&lengths).and_then(|()| twin.validate_numbers(&lengths)).map_err(Refusal)?;
    let mut jobs: Vec<_> = models.iter().enumerate().map(|(row, model)| (row, model.get(), None)).collect();
    let source = common.get();
    errors::run(common.py(), &Failure::new(), || {
        pool.distribute(&mut jobs, |queue| {
            let mut scratch = Data::default();
            for (row, model, made) in queue {
                let mut own = copy(model, source, &twin);
                let has_common = model.store.is(&source.store);
                let given = columns.iter().filter(|column| !(has_common && column.is_for_all(&twin)));
                *made = Some(settle(&mut own, *row, given, &twin, &mut scratch).map(|()| own));
            }
        });
        Ok::<_, String>(())
    })?;
    let models = jobs.into_iter().filter_map(|(_, _, made)| made);
    models.map(|made| made.map(|own| source.sibling(own)).map_err(PyErr::from)).collect()
}

/// Writes the row of a model, and computes the constants that follow from it.
fn settle<'a>(
    own: &mut Model,
    row: usize,
    columns: impl Iterator<Item = &'a Column>,
    common: &Model,
    scratch: &mut Data,
) -> Result<(), Refusal> {
    for Column { name, rows } in columns {
        if let Some(target) = own.array_mut(name) {
            rows.store_row(row, target);
        }
    }
    own.settle(common, scratch).map_err(Refusal)
}

impl From<Refusal> for PyErr {
    fn from(Refusal(error): Refusal) -> Self {
        match error {
            // the arrays contradict each other
            ModelError::BadEntry { .. }
            | ModelError::BadNumber { .. }
            | ModelError::BadSize { .. }
            | ModelError::Length { .. } => PyValueError::new_err(error.to_string()),
            // constants cannot be computed
            _ => errors::FatalError::new_err(error.to_string()),
        }
    }
}
