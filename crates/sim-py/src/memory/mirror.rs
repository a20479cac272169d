//! Arrays of a world that the engine stores in another form.
//!
//! The first read makes such an array; every later call of the engine updates it. What Python wrote to it goes to the world before the
//! next call.

use crate::memory::views::{Block, Store};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use sim_core::arrays::{ArrayInfo, ArrayMut, Dim, Shape};
use sim_core::binding::data::Produced;
use sim_core::{Data, Model};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const _: () = assert!(Data::PRODUCED.len() <= u64::BITS as usize, "`Mirror::exposed` has a bit for each array");

/// Whether the length of a produced array is a size of the model. Other lengths change with the constraints.
pub fn is_fixed(info: &ArrayInfo) -> bool {
    matches!(info.rows, Dim::Size(size, _) if Model::SIZE_NAMES.contains(&size))
}

/// The produced arrays of a world that Python has.
pub struct Mirror {
    /// Entries that Python's arrays view, by index in the table; empty until the first read.
    entries: Store<Vec<Vec<f64>>>,
    /// Entries that the engine wrote last. Python edited those that differ.
    shown: Mutex<Vec<Vec<f64>>>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// A bit for each array that Python has.
    exposed: AtomicU64,
}

impl Default for Mirror {
    fn default() -> Self {
        let count = Data::PRODUCED.len();
        Self {
            entries: Store::new(vec![vec![]; count]),
            shown: Mutex::new(vec![vec![]; count]),
            arrays: (0..count).map(|_| PyOnceLock::new()).collect(),
            exposed: AtomicU64::new(0),
        }
    }
}

/// The entries of an array of fixed size at `index` of the table.
fn produce(data: &Data, index: usize) -> Vec<f64> {
    match Data::PRODUCED.get(index).and_then(|info| data.produce(info.name)) {
        Some(Produced::F64(entries)) => entries,
        Some(Produced::I32(entries)) => entries.into_iter().map(f64::from).collect(),
        None => vec![],
    }
}

fn is_same(a: &[f64], b: &[f64]) -> bool {
    a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits()))
}

impl Mirror {
    fn shown(&self) -> MutexGuard<'_, Vec<Vec<f64>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The array at `index` of the table; one object for all reads.
    pub fn array<'py>(&self, py: Python<'py>, index: usize, data: &Store<Data>) -> PyResult<Bound<'py, PyAny>> {
        let make = || {
            // from here on every step of another thread updates the entries
            self.exposed.fetch_or(1 << index, Ordering::Relaxed);
            let entries = produce(&data.read(), index);
            let array = self.entries.view(py, |mirror| {
                let own = mirror.get_mut(index)?;
                if own.is_empty() {
                    *own = entries;
                }
                Block::new(Shape { rows: own.len(), cols: None }, ArrayMut::F64(own))
            })?;
            // a step that ended after the array was made did not update it
            self.bring(&data.read(), 1 << index);
            PyResult::Ok(array.unbind())
        };
        let slot = self.arrays.get(index).ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("no such array"))?;
        Ok(slot.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// Whether Python has no array.
    pub fn is_empty(&self) -> bool {
        self.exposed.load(Ordering::Relaxed) == 0
    }

    /// Updates the arrays after the engine has run.
    pub fn refresh(&self, data: &Data) {
        let exposed = self.exposed.load(Ordering::Relaxed);
        if exposed != 0 {
            self.bring(data, exposed);
        }
    }

    /// Updates the arrays with these bits.
    fn bring(&self, data: &Data, chosen: u64) {
        let (mut mirror, mut shown) = (self.entries.write(), self.shown());
        let slots = mirror.iter_mut().zip(shown.iter_mut()).enumerate();
        for (index, (own, shown)) in slots.filter(|(index, _)| chosen >> index & 1 != 0) {
            let entries = produce(data, index);
            if entries.len() == own.len() {
                own.copy_from_slice(&entries);
                *shown = entries;
            }
        }
    }

    /// Writes what Python changed to the world.
    pub fn flush(&self, data: &mut Data) {
        if self.is_empty() {
            return;
        }
        let (mirror, mut shown) = (self.entries.read(), self.shown());
        let mut written = |name: &str| {
            let index = Data::PRODUCED.iter().position(|info| info.name == name)?;
            let (own, shown) = (mirror.get(index)?, shown.get_mut(index)?);
            if own.len() != shown.len() || is_same(own, shown) {
                return None;
            }
            shown.copy_from_slice(own);
            Some(own.clone())
        };
        let (factor, damped) = ((written("qLD"), written("qLDiagInv")), (written("qH"), written("qHDiagInv")));
        // both have the lengths that they were made with
        if factor.0.is_some() || factor.1.is_some() {
            let (entries, inverse) =
                (factor.0.unwrap_or_else(|| data.qLD()), factor.1.unwrap_or_else(|| data.qLDiagInv()));
            let _fits = data.set_factor(&entries, &inverse);
        }
        if damped.0.is_some() || damped.1.is_some() {
            let (entries, inverse) =
                (damped.0.unwrap_or_else(|| data.qH()), damped.1.unwrap_or_else(|| data.qHDiagInv()));
            let _fits = data.set_damped_factor(&entries, &inverse);
        }
    }
}
