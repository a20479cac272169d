//! Arrays of a world whose length changes with the constraints. They are copies, because the engine may move its own at the next step.
//!
//! All reads give one object until the engine runs on the world again. What Python wrote to it goes to the world before that. After that
//! it is independent of the world, which has other rows.

use crate::memory::entries::Entries;
use crate::memory::views::{self, Store};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sim_core::Data;
use sim_core::arrays::Shape;
use sim_core::binding::linalg::row_matrix::CsrRows;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The arrays that Python has, by their place among [`Data::ROW_ARRAYS`] and then [`Data::PRODUCED`].
#[derive(Default)]
pub struct RowArrays {
    list: Mutex<Vec<(usize, Py<PyAny>)>>,
    /// Whether Python got an array since the engine ran.
    used: AtomicBool,
    /// Whether the engine ran since.
    stale: AtomicBool,
}

impl RowArrays {
    fn list(&self) -> MutexGuard<'_, Vec<(usize, Py<PyAny>)>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The array at `place`, made if it does not exist.
    pub fn get<'py>(
        &self,
        py: Python<'py>,
        place: usize,
        make: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.clear_stale();
        if let Some((_, array)) = self.list().iter().find(|(at, _)| *at == place) {
            return Ok(array.bind(py).clone());
        }
        // before the world is read: a step from here on makes the array stale
        self.used.store(true, Ordering::Release);
        let array = make()?;
        self.list().push((place, array.clone().unbind()));
        Ok(array)
    }

    /// Marks the arrays as stale after the engine has run. May be called without the interpreter's lock.
    pub fn expire(&self) {
        if self.used.load(Ordering::Acquire) {
            self.stale.store(true, Ordering::Release);
        }
    }

    /// Drops stale arrays.
    fn clear_stale(&self) {
        if self.stale.swap(false, Ordering::AcqRel) {
            let old = std::mem::take(&mut *self.list());
            drop(old);
        }
    }

    /// Whether Python has no array.
    pub fn is_empty(&self) -> bool {
        !self.used.load(Ordering::Acquire)
    }

    /// Writes what Python changed to the world. Patterns of matrices cannot be changed.
    ///
    /// `dense_columns` is the number of columns of the constraint Jacobian when matrices of the rows are shown dense.
    pub fn flush(
        &self,
        py: Python<'_>,
        world: &Store<Data>,
        dense_columns: impl FnOnce() -> Option<usize>,
    ) -> PyResult<()> {
        self.clear_stale();
        let written: Vec<(usize, Entries)> =
            self.list().iter().filter_map(|(place, array)| Some((*place, entries_of(array.bind(py))?))).collect();
        if written.is_empty() {
            self.used.store(false, Ordering::Release);
            return Ok(());
        }
        let dense = dense_columns();
        let mut data = world.write();
        let mut outcome = Ok(());
        for (place, entries) in written {
            let stored = match place.checked_sub(Data::ROW_ARRAYS.len()) {
                None => {
                    store_row_array(&mut data, place, &entries);
                    Ok(())
                }
                Some(produced) => store_produced(&mut data, dense, produced, entries),
            };
            outcome = outcome.and(stored);
        }
        outcome.map_err(PyValueError::new_err)
    }
}

/// A new array for rows.
pub fn fresh(py: Python<'_>, shape: Shape, entries: Entries) -> PyResult<Bound<'_, PyAny>> {
    let array = entries.into_shaped(py, shape);
    // MuJoCo's arrays of rows have a base only if they are not empty, and clients see that
    if shape.rows == 0 { array.call_method0("copy") } else { Ok(array) }
}

/// An array of a matrix of the constraint rows in dense form; its pattern is that of a full matrix.
pub fn dense_rows(data: &Data, nv: usize, name: &str) -> Option<Entries> {
    let (matrix, part) = name.strip_prefix("efc_")?.split_once('_').unwrap_or((name.strip_prefix("efc_")?, ""));
    let (stored, columns) = match matrix {
        "J" => (data.jacobian(), nv),
        "Y" => (data.half_inertia_of_rows(), nv),
        "AR" => (data.inertia_of_rows(), data.nefc),
        _ => return None,
    };
    let rows = if stored.values.is_empty() { 0 } else { data.nefc };
    match part {
        "" => {
            let mut full = vec![0.0; rows * columns];
            for (r, row) in full.chunks_exact_mut(columns.max(1)).enumerate() {
                stored.borrow().row_dense(r, row);
            }
            Some(Entries::F64(full))
        }
        "rownnz" => Some(Entries::I32(vec![columns as i32; data.nefc])),
        "rowadr" => Some(Entries::I32((0..data.nefc).map(|r| (r * columns) as i32).collect())),
        "rowsuper" => Some(Entries::I32(vec![0; data.nefc])),
        "colind" => Some(Entries::I32((0..rows * columns).map(|k| (k % columns) as i32).collect())),
        _ => None,
    }
}

/// The entries of an array of rows.
fn entries_of(array: &Bound<'_, PyAny>) -> Option<Entries> {
    let reals = views::numbers(array).map(|(_, entries)| Entries::F64(entries));
    reals.or_else(|_| views::numbers(array).map(|(_, entries)| Entries::I32(entries))).ok()
}

fn store_row_array(data: &mut Data, place: usize, entries: &Entries) {
    let mut at = 0;
    data.visit_row_arrays_mut(&mut |_, target| {
        if at == place {
            entries.store(target);
        }
        at += 1;
    });
}

/// Stores an edited array that the engine keeps in another form.
fn store_produced(data: &mut Data, dense: Option<usize>, place: usize, entries: Entries) -> Result<(), String> {
    let Some(info) = Data::PRODUCED.get(place) else { return Ok(()) };
    let name = info.name;
    let now = dense.and_then(|nv| dense_rows(data, nv, name));
    let now = now.or_else(|| data.produce(name).map(|array| Entries::copy(array.entries())));
    if now.is_none_or(|now| now.is_same(&entries)) {
        return Ok(());
    }
    match (name, entries) {
        ("efc_J", Entries::F64(values)) => {
            let rows = revised(data.jacobian(), dense, values);
            if data.set_jacobian(rows.borrow()) { Ok(()) } else { Err(misfit(name)) }
        }
        ("efc_Y" | "efc_AR", Entries::F64(values)) => {
            let (mut half, mut inertia) = (data.half_inertia_of_rows(), data.inertia_of_rows());
            let before = (half.clone(), inertia.clone());
            if name == "efc_Y" {
                half = revised(half, dense, values);
            } else {
                inertia = revised(inertia, dense.map(|_| data.nefc), values);
            }
            if data.set_inertia_of_rows(half.borrow(), inertia.borrow()) {
                return Ok(());
            }
            // unchanged
            let _ = data.set_inertia_of_rows(before.0.borrow(), before.1.borrow());
            Err(misfit(name))
        }
        (_, Entries::I32(_)) if name.starts_with("efc_") => Err(format!(
            "{name} was written to: where a matrix has its entries follows from the constraints and cannot be changed"
        )),
        // copies in the order of the islands, which the solver makes anew
        _ => Ok(()),
    }
}

fn misfit(name: &str) -> String {
    format!("{name} was written to in places where the constraints have no entries")
}

/// Replaces the values of rows. `dense` is the number of columns of a dense matrix.
fn revised(rows: CsrRows, dense: Option<usize>, values: Vec<f64>) -> CsrRows {
    let Some(columns) = dense else { return CsrRows { values, ..rows } };
    let old = rows.borrow();
    let mut out = CsrRows { rownnz: vec![], rowadr: vec![], colind: vec![], values: vec![] };
    for (r, row) in values.chunks_exact(columns.max(1)).enumerate() {
        let (present, start) = (old.row(r).0, out.colind.len());
        for (c, value) in row.iter().enumerate() {
            if *value != 0.0 || present.contains(&(c as i32)) {
                out.colind.push(c as i32);
                out.values.push(*value);
            }
        }
        out.rowadr.push(start as i32);
        out.rownnz.push((out.colind.len() - start) as i32);
    }
    out
}
