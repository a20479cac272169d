//! Counts and flags of a world, by name.

use crate::data::MjData;
use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sim_core::Data;

/// A count of a Data, by name.
type Count = (&'static str, fn(&mut Data) -> &mut usize);

/// Counts of a Data that Python reads.
pub const COUNTS: [Count; 14] = [
    ("ncon", |d| &mut d.ncon),
    ("ne", |d| &mut d.ne),
    ("nf", |d| &mut d.nf),
    ("nl", |d| &mut d.nl),
    ("nefc", |d| &mut d.nefc),
    ("nJ", |d| &mut d.nJ),
    ("nA", |d| &mut d.nA),
    ("nY", |d| &mut d.nY),
    ("nisland", |d| &mut d.nisland),
    ("nidof", |d| &mut d.nidof),
    ("ntree_awake", |d| &mut d.ntree_awake),
    ("nbody_awake", |d| &mut d.nbody_awake),
    ("nparent_awake", |d| &mut d.nparent_awake),
    ("nv_awake", |d| &mut d.nv_awake),
];

/// A flag of a Data, by name.
type Flag = (&'static str, fn(&mut Data) -> &mut bool);

/// Flags of a Data: which results that are computed on demand still hold.
pub const FLAGS: [Flag; 4] = [
    ("flg_energypos", |d| &mut d.flg_energypos),
    ("flg_energyvel", |d| &mut d.flg_energyvel),
    ("flg_subtreevel", |d| &mut d.flg_subtreevel),
    ("flg_rnepost", |d| &mut d.flg_rnepost),
];

impl MjData {
    /// The count at `index` of the table.
    pub fn count<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (name, field) = COUNTS.get(index).ok_or_else(|| PyRuntimeError::new_err("no such count"))?;
        let this = slf.get();
        let (dense, mut data) = (this.dense_columns(slf.py()), this.store.write());
        let (nefc, stored) = (data.nefc, *field(&mut data));
        drop(data);
        let value = match (*name, dense) {
            (_, None) => stored,
            ("nJ" | "nY", Some(nv)) if stored > 0 => nefc * nv,
            ("nA", Some(_)) if stored > 0 => nefc * nefc,
            _ => stored,
        };
        Ok(value.into_pyobject(slf.py())?.into_any())
    }

    /// Sets the count at `index` of the table: there can be fewer contacts; other counts follow from the constraints.
    pub fn set_count(slf: &Bound<'_, Self>, index: usize, value: i64) -> PyResult<()> {
        let (name, _) = COUNTS.get(index).ok_or_else(|| PyRuntimeError::new_err("no such count"))?;
        let now: i64 = Self::count(slf, index)?.extract()?;
        match usize::try_from(value) {
            _ if value == now => Ok(()),
            Ok(fewer) if *name == "ncon" && value < now => {
                let this = slf.get();
                this.settle(slf.py())?;
                let mut data = this.store.write();
                data.contact.truncate(fewer);
                data.ncon = fewer;
                drop(data);
                this.refresh_contacts();
                Ok(())
            }
            _ if *name == "ncon" => Err(PyValueError::new_err(format!(
                "ncon can be set to 0 … {now}, not to {value}: mj_addContact adds contacts"
            ))),
            _ => Err(PyAttributeError::new_err(format!(
                "'{name}' of an MjData follows from its constraints and cannot be set to {value}: it is {now}"
            ))),
        }
    }
}
