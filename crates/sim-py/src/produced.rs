//! Arrays of a world that the engine keeps in another form: made when Python first asks for one, and brought up to date after
//! every call from then on. They cannot be written: there is nothing that a written number would act on.

use crate::data::read_only;
use crate::views::{Block, Store};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use sim_core::arrays::{ArrayInfo, ArrayMut, Dim, Shape};
use sim_core::data::Produced;
use sim_core::{Data, Model};
use std::sync::atomic::{AtomicU64, Ordering};

const _: () = assert!(Data::PRODUCED.len() <= u64::BITS as usize, "`Mirror::handed` has a bit for each array");

/// Whether the length of a produced array is a size of the model; that of others changes with the constraints.
pub fn is_fixed(info: &ArrayInfo) -> bool {
    matches!(info.rows, Dim::Size(size, _) if Model::SIZE_NAMES.contains(&size))
}

/// What Python holds of a world's produced arrays.
pub struct Mirror {
    /// By place in the table: entries that arrays of Python look into; empty while nobody asked.
    entries: Store<Vec<Vec<f64>>>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// A bit for each array that was handed out.
    handed: AtomicU64,
}

impl Default for Mirror {
    fn default() -> Self {
        let count = Data::PRODUCED.len();
        Self {
            entries: Store::new(vec![vec![]; count]),
            arrays: (0..count).map(|_| PyOnceLock::new()).collect(),
            handed: AtomicU64::new(0),
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

impl Mirror {
    /// The array at `index` of the table, always the same object.
    pub fn array<'py>(&self, py: Python<'py>, index: usize, data: &Store<Data>) -> PyResult<Bound<'py, PyAny>> {
        let make = || {
            // from here on every step of another thread brings the entries up to date
            self.handed.fetch_or(1 << index, Ordering::Relaxed);
            let entries = produce(&data.read(), index);
            let array = self.entries.view(py, |mirror| {
                let own = mirror.get_mut(index)?;
                if own.is_empty() {
                    *own = entries;
                }
                Block::new(Shape { rows: own.len(), cols: None }, ArrayMut::F64(own))
            })?;
            // a step that ended since they were made did not find them
            self.refresh(&data.read());
            read_only(array).map(Bound::unbind)
        };
        let slot = self.arrays.get(index).ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("no such array"))?;
        Ok(slot.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// Shows what the engine has made of the world.
    pub fn refresh(&self, data: &Data) {
        let handed = self.handed.load(Ordering::Relaxed);
        if handed == 0 {
            return;
        }
        let mut mirror = self.entries.write();
        for (index, own) in mirror.iter_mut().enumerate().filter(|(index, _)| handed >> index & 1 != 0) {
            let entries = produce(data, index);
            if entries.len() == own.len() {
                own.copy_from_slice(&entries);
            }
        }
    }
}
