//! Contacts of a world: `MjData.contact`.
//!
//! The engine's list of contacts may be elsewhere after the next step, so Python never looks into it. What the list
//! hands out are objects with memory of their own: what Python writes to them goes to the world before the engine
//! runs, and after a run they show the contact that is then at their place. Columns of the whole list are copies.
//!
//! The objects hold MuJoCo's numbers, whatever is written to them; what they name becomes the sides of a contact when it
//! goes to the world.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::arguments;
use crate::attribute::{Attribute, Target, fill};
use crate::data::{MjData, read_only};
use crate::matrices;
use crate::model::MjModel;
use crate::named;
use crate::state::Entries;
use crate::views::{Block, Store};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyIndexError, PyNotImplementedError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyIterator, PyList, PySlice};
use sim_core::arrays::{ArrayMut, Shape};
use sim_core::binding::constraint;
use sim_core::binding::data::{ContactField, ContactRecord};
use sim_core::binding::stage::ContactForces;
use sim_core::data::Contact;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The field at `index` of the table.
fn field(index: usize) -> PyResult<&'static ContactField> {
    ContactRecord::FIELDS.get(index).ok_or_else(|| PyRuntimeError::new_err("no such field"))
}

/// One field of some contacts, one after another.
fn gather<'a>(contacts: impl ExactSizeIterator<Item = &'a Contact>, field: &ContactField) -> Entries {
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

/// One contact: of a world, where it follows what the engine finds, or on its own.
#[pyclass(subclass, frozen, module = "cortenforge", name = "MjContact")]
pub struct MjContact {
    store: Store<ContactRecord>,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
}

impl MjContact {
    fn with(record: ContactRecord) -> Self {
        Self { store: Store::new(record), arrays: ContactRecord::FIELDS.iter().map(|_| PyOnceLock::new()).collect() }
    }

    /// What the object holds.
    fn record(&self) -> ContactRecord {
        *self.store.read()
    }

    /// The contact that it holds.
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
        // all zeros, as the reference has it
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
        named::describe(slf.as_any(), &names)
    }
}

/// The contact objects of a world that were handed out, by the contact's place in the list.
#[derive(Default)]
pub struct Handed {
    list: Mutex<Vec<Option<Py<MjContact>>>>,
    /// Whether the list was ever used. To look does not write, as locking would: the threads that step worlds keep what is
    /// near in their caches.
    used: AtomicBool,
}

impl Handed {
    fn list(&self) -> MutexGuard<'_, Vec<Option<Py<MjContact>>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The object for contact `place`, made when first asked for.
    fn get<'py>(&self, py: Python<'py>, place: usize, contact: Contact) -> PyResult<Bound<'py, MjContact>> {
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

    /// Shows Python what the engine found. Objects without a contact keep their values and are handed back, to be
    /// let go when no lock is held.
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

    /// Places of the contacts in the world's list.
    fn places(&self) -> Vec<usize> {
        let count = self.data.get().store.read().contact.len();
        self.chosen.clone().map_or_else(|| (0..count).collect(), |c| c.into_iter().filter(|k| *k < count).collect())
    }

    fn len(&self) -> usize {
        match &self.chosen {
            Some(_) => self.places().len(),
            None => self.data.get().store.read().contact.len(),
        }
    }

    fn contacts(&self) -> Vec<Contact> {
        self.data.get().flush_contacts();
        let places = self.places();
        let data = self.data.get().store.read();
        places.into_iter().filter_map(|i| data.contact.get(i).copied()).collect()
    }

    fn object<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Bound<'py, MjContact>> {
        let contact = self.data.get().store.read().contact.get(place).copied();
        let contact = contact.ok_or_else(|| PyIndexError::new_err("Index out of range."))?;
        self.data.get().contacts.get(py, place, contact)
    }

    /// The field at `index` of the table, one row per contact.
    pub fn field<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (this, field) = (slf.get(), field(index)?);
        let world = this.data.get();
        world.flush_contacts();
        let data = world.store.read();
        let (rows, entries) = match &this.chosen {
            None => (data.contact.len(), gather(data.contact.iter(), field)),
            Some(chosen) => {
                let present: Vec<&Contact> = chosen.iter().filter_map(|place| data.contact.get(*place)).collect();
                (present.len(), gather(present.into_iter(), field))
            }
        };
        drop(data);
        Ok(read_only(entries.into_shaped(slf.py(), Shape { rows, cols: field.cols })))
    }
}

#[pymethods]
impl ContactList {
    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = key.cast::<PySlice>() {
            let places = self.places();
            let part = slice.indices(places.len() as isize)?;
            let place = |k: usize| usize::try_from(part.start + k as isize * part.step).ok();
            let chosen = (0..part.slicelength).filter_map(|k| places.get(place(k)?).copied());
            let list = Self { data: self.data.clone_ref(py), chosen: Some(chosen.collect()) };
            return Ok(Bound::new(py, list)?.into_any());
        }
        let index: isize = key.extract()?;
        let place = if index < 0 { index + self.len() as isize } else { index };
        let place = usize::try_from(place).ok().and_then(|k| match &self.chosen {
            Some(_) => self.places().get(k).copied(),
            None => Some(k),
        });
        let place = place.ok_or_else(|| PyIndexError::new_err("Index out of range."))?;
        Ok(self.object(py, place)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let contacts = self.places().into_iter().map(|place| self.object(py, place));
        PyList::new(py, contacts.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let mut names: Vec<&str> = ContactRecord::FIELDS.iter().map(|field| field.name).collect();
        names.sort_unstable();
        named::describe(slf.as_any(), &names)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        let numbers = |list: &Bound<'_, Self>| to_numbers(&list.get().contacts());
        other.cast::<Self>().is_ok_and(|other| numbers(slf) == numbers(other))
    }
}

/// Force and torque of contact `id` in its own frame; zero when it carries none.
///
/// m: MjModel; d: MjData; id: int; result: float64 (6,).
#[pyfunction]
fn mj_contactForce(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, id: i64, result: &Bound<'_, PyAny>) -> PyResult<()> {
    arguments::check("result", result, &[6])?;
    let force = matrices::compute_briefly(m, d, |m, d| {
        usize::try_from(id).map_or([0.0; 6], |id| constraint::contact::force(m, ContactForces::of(d), id))
    })?;
    arguments::output(result, force)
}

/// Adds a contact to the world's list; 0, for there is always room. Refuses sides that are part of a flex: nothing would
/// move them.
///
/// m: MjModel; d: MjData; con: MjContact.
#[pyfunction]
fn mj_addContact(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, con: &Bound<'_, MjContact>) -> PyResult<i32> {
    let contact = con.get().value();
    if let Some(side) = contact.sides.iter().position(|side| side.is_soft()) {
        return Err(PyNotImplementedError::new_err(format!(
            "mj_addContact: side {side} of the contact is part of flex {}, and deformable bodies are not simulated: name a \
             geom in 'geom'",
            contact.flex()[side]
        )));
    }
    matrices::compute(m, d, |_, d| {
        d.contact.push(contact);
        d.ncon += 1;
    })?;
    Ok(0)
}

/// Adds the classes to the module and their attributes to the classes.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let (single, list) = (MjContact::type_object(py), ContactList::type_object(py));
    for (index, field) in ContactRecord::FIELDS.iter().enumerate() {
        let kind = match (field.entries)(&mut Contact::default().into()) {
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
    module.add_function(wrap_pyfunction!(mj_addContact, module)?)?;
    module.add("MjContact", single)?;
    module.add("_MjContactList", list)
}
