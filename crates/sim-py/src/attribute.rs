//! Attributes that are made from the engine's tables: one descriptor object per array, size and setting.
//!
//! They sit on the Python classes, so `dir`, `help` and `hasattr` see them, and reading a cached array
//! costs a pointer.

use crate::contact::{ContactList, MjContact};
use crate::data::MjData;
use crate::model::MjModel;
use crate::named::View;
use crate::settings::{Group, Settings};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PyType};
use sim_core::arrays::ArrayInfo;
use sim_core::binding::access::Span;

/// What a descriptor reaches.
#[derive(Clone, Copy)]
pub enum Target {
    /// Array of a Model, by its place in the table.
    ModelArray(usize),
    /// Array of a Model that Python sees as bytes.
    ModelBytes(usize),
    /// Size of a Model.
    ModelSize(usize),
    /// Array of a Data, by its place in the table.
    DataArray(usize),
    /// Array of a Data that is made when it is read.
    DataProduced(usize),
    /// Array of constraint rows of a Data.
    DataRows(usize),
    /// Count of a Data.
    DataCount(usize),
    /// Field of a contact.
    Contact(usize),
    /// Field of all contacts.
    ContactList(usize),
    /// Field of a group of settings.
    Setting(Group, usize),
    /// Part of an array that belongs to one object.
    Part(usize, Span),
}

// no doc comment: the class would take it as `__doc__` and hide the instance's
#[pyclass(frozen, module = "cortenforge._core", name = "_Attribute")]
pub struct Attribute {
    name: &'static str,
    #[pyo3(get, name = "__doc__")]
    doc: String,
    target: Target,
}

impl Attribute {
    /// A descriptor called `name`.
    pub fn new(name: &'static str, doc: String, target: Target) -> Self {
        Self { name, doc, target }
    }

    /// Puts the descriptor on a class.
    pub fn install(self, class: &Bound<'_, PyType>) -> PyResult<()> {
        let name = self.name;
        class.setattr(name, Py::new(class.py(), self)?)
    }

    /// Puts a descriptor for an array on a class.
    pub fn install_array(class: &Bound<'_, PyType>, info: &ArrayInfo, target: Target) -> PyResult<()> {
        Self::new(info.name, info.describe(), target).install(class)
    }

    fn value<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match self.target {
            Target::ModelArray(index) => MjModel::array(object.cast::<MjModel>()?, index),
            Target::ModelBytes(index) => MjModel::bytes(object.cast::<MjModel>()?, index),
            Target::ModelSize(index) => MjModel::size(object.cast::<MjModel>()?, index),
            Target::DataArray(index) => MjData::array(object.cast::<MjData>()?, index),
            Target::DataProduced(index) => MjData::produced(object.cast::<MjData>()?, index),
            Target::DataRows(index) => MjData::rows(object.cast::<MjData>()?, index),
            Target::DataCount(index) => MjData::count(object.cast::<MjData>()?, index),
            Target::Contact(index) => MjContact::field(object.cast::<MjContact>()?, index),
            Target::ContactList(index) => ContactList::field(object.cast::<ContactList>()?, index),
            Target::Setting(group, index) => Settings::get(object.cast::<Settings>()?, group, index),
            Target::Part(index, span) => View::part(object.cast::<View>()?, index, span),
        }
    }

    fn refuse(&self, object: &Bound<'_, PyAny>, what: &str) -> PyErr {
        let class = object.get_type().name().map(|n| n.to_string()).unwrap_or_default();
        PyAttributeError::new_err(format!("attribute '{}' of '{class}' objects has no {what}", self.name))
    }
}

#[pymethods]
impl Attribute {
    #[getter(__name__)]
    fn name(&self) -> &'static str {
        self.name
    }

    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        object: &Bound<'py, PyAny>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if object.is_none() {
            return Ok(slf.clone().into_any());
        }
        slf.get().value(object)
    }

    fn __set__(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match self.target {
            Target::ModelArray(_) | Target::DataArray(_) | Target::Part(..) => fill(&self.value(object)?, value),
            Target::DataProduced(index) if MjData::keeps_its_length(index) => fill(&self.value(object)?, value),
            Target::Setting(group, index) => Settings::set(object.cast::<Settings>()?, group, index, value),
            Target::Contact(index) => MjContact::set(object.cast::<MjContact>()?, index, value),
            Target::DataCount(index) => MjData::set_count(object.cast::<MjData>()?, index, value.extract()?),
            _ => Err(self.refuse(object, "setter")),
        }
    }

    fn __delete__(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(self.refuse(object, "deleter"))
    }

    fn __repr__(&self) -> String {
        format!("<attribute '{}': {}>", self.name, self.doc)
    }
}

/// `array[...] = value`: numpy checks and converts.
pub fn fill(array: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    array.set_item(PyEllipsis::get(array.py()), value)
}
