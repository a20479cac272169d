//! Contacts and warnings of a world: `MjData.contact` and `MjData.warning`.
//!
//! The list reads the world when asked; what it hands out are read-only copies, for the contacts may be
//! elsewhere after the next step. Counters of warnings stay in place and are views.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::attribute::{Attribute, Target};
use crate::data::{MjData, read_only};
use crate::matrices;
use crate::model::MjModel;
use crate::state::Entries;
use crate::views::Block;
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};
use sim_core::arrays::{ArrayMut, Shape};
use sim_core::data::{Contact, ContactField};
use sim_core::{Data, constraint};

/// The field at `index` of the table.
fn field(index: usize) -> PyResult<&'static ContactField> {
    Contact::FIELDS.get(index).ok_or_else(|| PyRuntimeError::new_err("no such field"))
}

/// One field of some contacts, one after another.
fn gather(contacts: impl Iterator<Item = Contact>, field: &ContactField) -> Entries {
    let (mut reals, mut wholes) = (Vec::new(), Vec::new());
    let mut is_real = matches!((field.entries)(&mut Contact::default()), ArrayMut::F64(_));
    for mut contact in contacts {
        match (field.entries)(&mut contact) {
            ArrayMut::F64(a) => reals.extend_from_slice(a),
            ArrayMut::I32(a) => wholes.extend_from_slice(a),
            _ => is_real = true,
        }
    }
    if is_real { Entries::F64(reals) } else { Entries::I32(wholes) }
}

/// All fields of all contacts, contact by contact: what `pickle` stores.
pub fn to_numbers(contacts: &[Contact]) -> Vec<f64> {
    let mut numbers = Vec::new();
    for mut contact in contacts.iter().copied() {
        for field in Contact::FIELDS {
            match (field.entries)(&mut contact) {
                ArrayMut::F64(a) => numbers.extend_from_slice(a),
                ArrayMut::I32(a) => numbers.extend(a.iter().map(|&x| f64::from(x))),
                _ => {}
            }
        }
    }
    numbers
}

/// The contacts that were stored; `None` when there are too few or too many numbers.
pub fn from_numbers(count: usize, numbers: &[f64]) -> Option<Vec<Contact>> {
    let width = to_numbers(&[Contact::default()]).len();
    if count.checked_mul(width)? != numbers.len() {
        return None;
    }
    let read = |row: &[f64]| {
        let (mut contact, mut rest) = (Contact::default(), row.iter().copied());
        for field in Contact::FIELDS {
            match (field.entries)(&mut contact) {
                ArrayMut::F64(a) => a.iter_mut().zip(&mut rest).for_each(|(x, value)| *x = value),
                ArrayMut::I32(a) => a.iter_mut().zip(&mut rest).for_each(|(x, value)| *x = value as i32),
                _ => {}
            }
        }
        contact
    };
    Some(numbers.chunks_exact(width).map(read).collect())
}

/// One contact, as it was when asked for.
#[pyclass(frozen, module = "cortenforge", name = "MjContact")]
pub struct MjContact(Contact);

impl MjContact {
    /// The field at `index` of the table.
    pub fn field<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let field = field(index)?;
        let array = gather(std::iter::once(slf.get().0), field).into_array(slf.py());
        match field.cols {
            Some(_) => read_only(array),
            None => array.get_item(0)?.call_method0("item"),
        }
    }
}

#[pymethods]
impl MjContact {
    #[new]
    fn new() -> Self {
        Self(Contact::default())
    }
}

/// The contacts of a world, or some of them.
#[pyclass(frozen, module = "cortenforge._core", name = "_MjContactList")]
pub struct ContactList {
    data: Py<MjData>,
    /// Which contacts, for a slice of the list.
    chosen: Option<Vec<usize>>,
}

impl ContactList {
    /// All contacts of a world.
    pub fn new(data: Py<MjData>) -> Self {
        Self { data, chosen: None }
    }

    fn contacts(&self) -> Vec<Contact> {
        let data = self.data.get().store.read();
        match &self.chosen {
            None => data.contact.clone(),
            Some(chosen) => chosen.iter().filter_map(|&i| data.contact.get(i).copied()).collect(),
        }
    }

    /// The field at `index` of the table, one row per contact.
    pub fn field<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let field = field(index)?;
        let contacts = slf.get().contacts();
        let rows = contacts.len();
        let array = gather(contacts.into_iter(), field).into_array(slf.py());
        read_only(match field.cols {
            Some(cols) => array.call_method1("reshape", (rows, cols))?,
            None => array,
        })
    }
}

#[pymethods]
impl ContactList {
    fn __len__(&self) -> usize {
        match &self.chosen {
            None => self.data.get().store.read().contact.len(),
            Some(chosen) => chosen.len(),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.__len__();
        if let Ok(slice) = key.cast::<PySlice>() {
            let part = slice.indices(len as isize)?;
            let place = |k: usize| (part.start + k as isize * part.step) as usize;
            let chosen = (0..part.slicelength).map(place).map(|k| self.chosen.as_ref().map_or(k, |c| c[k]));
            let list = Self { data: self.data.clone_ref(py), chosen: Some(chosen.collect()) };
            return Ok(Bound::new(py, list)?.into_any());
        }
        let index: isize = key.extract()?;
        let place = if index < 0 { index + len as isize } else { index };
        let contact = usize::try_from(place).ok().and_then(|k| self.contacts().get(k).copied());
        let contact = contact.ok_or_else(|| PyIndexError::new_err("Index out of range."))?;
        Ok(Bound::new(py, MjContact(contact))?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let contacts = self.contacts().into_iter().map(|c| Py::new(py, MjContact(c)));
        PyList::new(py, contacts.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }
}

/// Counters of one kind of warning.
#[pyclass(frozen, get_all, module = "cortenforge", name = "MjWarningStat")]
pub struct MjWarningStat {
    /// What the last one was about.
    lastinfo: i32,
    /// How many there were.
    number: i32,
}

/// Counters of all kinds of warnings.
#[pyclass(frozen, module = "cortenforge._core", name = "_MjWarningStatList")]
pub struct WarningList {
    data: Py<MjData>,
}

impl WarningList {
    /// The counters of a world.
    pub fn new(data: Py<MjData>) -> Self {
        Self { data }
    }

    fn view<'py>(&self, py: Python<'py>, counters: fn(&mut Data) -> &mut [i32]) -> PyResult<Bound<'py, PyAny>> {
        self.data.get().store.view(py, |data| {
            let entries = counters(data);
            Block::new(Shape { rows: entries.len(), cols: None }, ArrayMut::I32(entries))
        })
    }
}

#[pymethods]
impl WarningList {
    /// What the last warning of each kind was about.
    #[getter]
    fn lastinfo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.view(py, |d| &mut d.warning.lastinfo)
    }

    /// How many warnings of each kind there were.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.view(py, |d| &mut d.warning.number)
    }

    fn __len__(&self) -> usize {
        self.data.get().store.read().warning.number.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<MjWarningStat> {
        let warning = self.data.get().store.read().warning;
        let len = warning.number.len() as isize;
        let place = usize::try_from(if index < 0 { index + len } else { index }).ok();
        let stat = place.and_then(|k| Some((*warning.lastinfo.get(k)?, *warning.number.get(k)?)));
        let (lastinfo, number) = stat.ok_or_else(|| PyIndexError::new_err("Index out of range."))?;
        Ok(MjWarningStat { lastinfo, number })
    }
}

/// Force and torque of contact `id` in its own frame; zero when it carries none.
#[pyfunction]
fn mj_contactForce(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, id: i64, result: &Bound<'_, PyAny>) -> PyResult<()> {
    matrices::check("result", result, &[6])?;
    let force = matrices::compute(m, d, |m, d| {
        usize::try_from(id).map_or([0.0; 6], |id| constraint::contact::force(m, d, id))
    })?;
    matrices::output(result, force.to_vec())
}

/// Adds the classes to the module and their attributes to the classes.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let (single, list) = (MjContact::type_object(py), ContactList::type_object(py));
    for (index, field) in Contact::FIELDS.iter().enumerate() {
        let kind = match (field.entries)(&mut Contact::default()) {
            ArrayMut::F64(_) => "float64",
            _ => "int32",
        };
        let (one, all) = match field.cols {
            Some(cols) => (format!("{kind} array ({cols},)"), format!("{kind} array (ncon, {cols})")),
            None => (kind.to_string(), format!("{kind} array (ncon,)")),
        };
        Attribute::new(field.name, one, Target::Contact(index)).install(&single)?;
        Attribute::new(field.name, all, Target::ContactList(index)).install(&list)?;
    }
    module.add_function(wrap_pyfunction!(mj_contactForce, module)?)?;
    module.add("MjContact", single)?;
    module.add("MjWarningStat", MjWarningStat::type_object(py))?;
    module.add("_MjContactList", list)?;
    module.add("_MjWarningStatList", WarningList::type_object(py))
}
