//! Contacts as objects with their own memory: `ContactRecord`, which is `MjContact` in the drop-in.
//!
//! Edits go to the world before the engine runs. After a run a record shows the contact that then has its index. A record holds MuJoCo's
//! numbers without a check; when it goes to the world, its ids become the sides of a contact.

use crate::memory::attribute::{Access, Attribute, fill};
use crate::memory::describe::describe;
use crate::memory::entries::Entries;
use crate::memory::views::{Block, Store};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use sim_core::arrays::{ArrayMut, Shape};
use sim_core::binding::data::{ContactField, ContactRecord};
use sim_core::data::Contact;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The field at `index` of the table.
pub fn field(index: usize) -> PyResult<&'static ContactField> {
    ContactRecord::FIELDS.get(index).ok_or_else(|| PyRuntimeError::new_err("no such field"))
}

/// One field of some contacts, one after another.
pub fn gather<'a>(contacts: impl ExactSizeIterator<Item = &'a Contact>, field: &ContactField) -> Entries {
    let count = contacts.len() * field.cols.unwrap_or(1);
    let is_real = matches!((field.entries)(&mut Contact::default().into()), ArrayMut::F64(_));
    let (mut reals, mut wholes) = (Vec::new(), Vec::new());
    if is_real {
        reals.reserve_exact(count)
    } else {
        wholes.reserve_exact(count)
    }
    for contact in contacts {
        match (field.entries)(&mut ContactRecord::from(*contact)) {
            ArrayMut::F64(a) => reals.extend_from_slice(a),
            ArrayMut::I32(a) => wholes.extend_from_slice(a),
            _ => {}
        }
    }
    if is_real { Entries::F64(reals) } else { Entries::I32(wholes) }
}

/// All fields of all contacts, contact by contact: what `pickle` stores.
pub fn to_numbers(contacts: &[Contact]) -> Vec<f64> {
    numbers_of(contacts.iter().map(|&contact| contact.into()))
}

fn numbers_of(contacts: impl Iterator<Item = ContactRecord>) -> Vec<f64> {
    let mut numbers = Vec::new();
    for mut contact in contacts {
        for field in ContactRecord::FIELDS {
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
    Some(records(count, numbers)?.into_iter().map(Contact::from).collect())
}

fn records(count: usize, numbers: &[f64]) -> Option<Vec<ContactRecord>> {
    let width = to_numbers(&[Contact::default()]).len();
    if count.checked_mul(width)? != numbers.len() {
        return None;
    }
    let read = |row: &[f64]| {
        let (mut contact, mut rest) = (ContactRecord::from(Contact::default()), row.iter().copied());
        for field in ContactRecord::FIELDS {
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

/// One contact in MuJoCo's layout. As an item of `Data.contact` it follows the world; `ContactRecord()` is independent and zero.
#[pyclass(subclass, frozen, module = "cortenforge._core", name = "ContactRecord")]
pub struct MjContact {
    store: Store<ContactRecord>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
}

impl MjContact {
    fn with(record: ContactRecord) -> Self {
        Self { store: Store::new(record), arrays: ContactRecord::FIELDS.iter().map(|_| PyOnceLock::new()).collect() }
    }

    /// The fields of the object.
    fn record(&self) -> ContactRecord {
        *self.store.read()
    }

    /// The contact of the object.
    pub fn value(&self) -> Contact {
        self.record().into()
    }

    /// Makes the object show another contact.
    pub fn follow(&self, contact: Contact) {
        *self.store.write() = contact.into();
    }

    /// The field at `index` of the table.
    pub fn field<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this, field) = (slf.py(), slf.get(), field(index)?);
        if field.cols.is_none() {
            let mut record = this.record();
            return match (field.entries)(&mut record) {
                ArrayMut::F64([x, ..]) => Ok(x.into_pyobject(py)?.into_any()),
                ArrayMut::I32([x, ..]) => Ok(x.into_pyobject(py)?.into_any()),
                _ => Err(PyRuntimeError::new_err("no such field")),
            };
        }
        let slot = this.arrays.get(index).ok_or_else(|| PyRuntimeError::new_err("no such field"))?;
        let make = || this.array(py, field).map(Bound::unbind);
        Ok(slot.get_or_try_init(py, make)?.bind(py).clone())
    }

    fn array<'py>(&self, py: Python<'py>, field: &'static ContactField) -> PyResult<Bound<'py, PyAny>> {
        let rows = field.cols.unwrap_or(1);
        self.store.view(py, |contact| Block::new(Shape { rows, cols: None }, (field.entries)(contact)))
    }

    /// Sets the field at `index` of the table.
    pub fn set(slf: &Bound<'_, Self>, index: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        fill(&slf.get().array(slf.py(), field(index)?)?, value)
    }

    fn same(&self, other: &Self) -> bool {
        let numbers = |contact: &Self| numbers_of(std::iter::once(contact.record()));
        numbers(self) == numbers(other)
    }
}

#[pymethods]
impl MjContact {
    #[new]
    fn new() -> Self {
        // all zeros, as in MuJoCo
        let width = to_numbers(&[Contact::default()]).len();
        let zero = records(1, &vec![0.0; width]).and_then(|list| list.first().copied());
        Self::with(zero.unwrap_or_else(|| Contact::default().into()))
    }

    fn __copy__(&self) -> Self {
        Self::with(self.record())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self::with(self.record())
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| slf.get().same(other.get()))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let mut names: Vec<&str> = ContactRecord::FIELDS.iter().map(|field| field.name).collect();
        names.sort_unstable();
        describe(slf.as_any(), &names)
    }
}

/// The contact objects of a world that Python has, by the contact's index.
#[derive(Default)]
pub struct ContactObjects {
    list: Mutex<Vec<Option<Py<MjContact>>>>,
    /// Whether the list was ever used. Reading it does not write to memory, as a lock would, so cache lines near it stay in the caches of
    /// the threads that step worlds.
    used: AtomicBool,
}

impl ContactObjects {
    fn list(&self) -> MutexGuard<'_, Vec<Option<Py<MjContact>>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The object of contact `place`, made at the first read.
    pub fn get<'py>(&self, py: Python<'py>, place: usize, contact: Contact) -> PyResult<Bound<'py, MjContact>> {
        if let Some(Some(present)) = self.list().get(place) {
            return Ok(present.bind(py).clone());
        }
        let object = Bound::new(py, MjContact::with(contact.into()))?;
        self.used.store(true, Ordering::Release);
        let mut list = self.list();
        if list.len() <= place {
            list.resize_with(place + 1, || None);
        }
        list[place] = Some(object.clone().unbind());
        Ok(object)
    }

    /// Writes what Python changed to the world.
    pub fn flush(&self, contacts: &mut [Contact]) {
        for (object, contact) in self.list().iter().zip(contacts) {
            if let Some(object) = object {
                *contact = object.get().value();
            }
        }
    }

    /// Updates the objects with the contacts of the engine. Objects without a contact keep their values and are returned: drop them when no
    /// lock is held.
    pub fn refresh(&self, contacts: &[Contact]) -> Vec<Option<Py<MjContact>>> {
        let mut list = self.list();
        let kept = list.len().min(contacts.len());
        let gone = list.split_off(kept);
        for (object, contact) in list.iter().zip(contacts) {
            if let Some(object) = object {
                object.get().follow(*contact);
            }
        }
        gone
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        !self.used.load(Ordering::Acquire) || self.list().is_empty()
    }
}

/// The element type of a field.
pub fn kind(field: &ContactField) -> &'static str {
    match (field.entries)(&mut Contact::default().into()) {
        ArrayMut::F64(_) => "float64",
        _ => "int32",
    }
}

/// The field at an index of the table.
struct Field(usize);

impl Access for Field {
    fn get<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        MjContact::field(object.cast::<MjContact>()?, self.0)
    }

    fn can_be_set(&self) -> bool {
        true
    }

    fn set(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<PyResult<()>> {
        Some(object.cast::<MjContact>().map_err(PyErr::from).and_then(|contact| MjContact::set(contact, self.0, value)))
    }
}

/// Adds the class to the module and its attributes to the class.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let class = MjContact::type_object(module.py());
    for (index, field) in ContactRecord::FIELDS.iter().enumerate() {
        let kind = kind(field);
        let kind = field.cols.map_or_else(|| kind.to_string(), |cols| format!("{kind} array ({cols},)"));
        Attribute::new(field.name, field.doc, kind, Field(index)).install(&class)?;
    }
    module.setattr("ContactRecord", class)
}
