//! The contacts of a world: `Data.contact`.
//!
//! The engine may move its list of contacts at the next step, so Python never views it. Items are
//! [records](crate::native::contact_records) with their own memory. Columns of the whole list are copies.

use crate::memory::attribute::{Access, Attribute};
use crate::memory::describe::describe;
use crate::native::contact_records::{MjContact, field, gather, kind, to_numbers};
use crate::native::data::{MjData, read_only};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};
use sim_core::arrays::Shape;
use sim_core::binding::data::ContactRecord;
use sim_core::data::Contact;

/// Contacts of a world as records: all of them, or a slice. Attributes are arrays over the contacts, copied when they are read.
///
/// Items: ContactRecord, and slices.
#[pyclass(frozen, module = "cortenforge._core", name = "ContactList")]
pub struct ContactList {
    data: Py<MjData>,
    /// Indices of the contacts of a slice.
    chosen: Option<Vec<usize>>,
}

impl ContactList {
    /// All contacts of a world.
    pub fn new(data: Py<MjData>) -> Self {
        Self { data, chosen: None }
    }

    /// Indices of the contacts in the world's list.
    fn indices(&self) -> Vec<usize> {
        let count = self.data.get().store.read().contact.len();
        self.chosen.clone().map_or_else(|| (0..count).collect(), |c| c.into_iter().filter(|k| *k < count).collect())
    }

    fn len(&self) -> usize {
        match &self.chosen {
            Some(_) => self.indices().len(),
            None => self.data.get().store.read().contact.len(),
        }
    }

    fn contacts(&self) -> Vec<Contact> {
        self.data.get().flush_contacts();
        let indices = self.indices();
        let data = self.data.get().store.read();
        indices.into_iter().filter_map(|i| data.contact.get(i).copied()).collect()
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
            let indices = self.indices();
            let part = slice.indices(indices.len() as isize)?;
            let place = |k: usize| usize::try_from(part.start + k as isize * part.step).ok();
            let chosen = (0..part.slicelength).filter_map(|k| indices.get(place(k)?).copied());
            let list = Self { data: self.data.clone_ref(py), chosen: Some(chosen.collect()) };
            return Ok(Bound::new(py, list)?.into_any());
        }
        let index: isize = key.extract()?;
        let place = if index < 0 { index + self.len() as isize } else { index };
        let place = usize::try_from(place).ok().and_then(|k| match &self.chosen {
            Some(_) => self.indices().get(k).copied(),
            None => Some(k),
        });
        let place = place.ok_or_else(|| PyIndexError::new_err("Index out of range."))?;
        Ok(self.object(py, place)?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let contacts = self.indices().into_iter().map(|place| self.object(py, place));
        PyList::new(py, contacts.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let mut names: Vec<&str> = ContactRecord::FIELDS.iter().map(|field| field.name).collect();
        names.sort_unstable();
        describe(slf.as_any(), &names)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        let numbers = |list: &Bound<'_, Self>| to_numbers(&list.get().contacts());
        other.cast::<Self>().is_ok_and(|other| numbers(slf) == numbers(other))
    }
}

/// The field of all contacts at an index of the table.
struct Column(usize);

impl Access for Column {
    fn get<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        ContactList::field(object.cast::<ContactList>()?, self.0)
    }
}

/// Adds the class to the module and its attributes to the class.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let class = ContactList::type_object(module.py());
    for (index, field) in ContactRecord::FIELDS.iter().enumerate() {
        let kind = kind(field);
        let kind = match field.cols {
            Some(cols) => format!("{kind} array (ncon, {cols})"),
            None => format!("{kind} array (ncon,)"),
        };
        Attribute::new(field.name, field.doc, kind, Column(index)).install(&class)?;
    }
    module.setattr("ContactList", class)
}
