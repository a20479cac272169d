//! Attributes from the engine's tables: one descriptor object for each array, size and setting.
//!
//! Descriptors are attributes of the Python classes, so `dir`, `help` and `hasattr` find them. An [`Access`] of each class reads and sets
//! the attributes. Reading a cached array costs one pointer.

use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PyType};
use sim_core::arrays::ArrayInfo;

/// Reads and sets one attribute of the objects of a class.
pub trait Access: Send + Sync + 'static {
    /// The value of the attribute.
    fn get<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;

    /// Whether the docstring says that the attribute can be set.
    fn can_be_set(&self) -> bool {
        false
    }

    /// Sets the attribute. `None` when it cannot be set.
    fn set(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<PyResult<()>> {
        let _ = (object, value);
        None
    }
}

// no doc comment: the class would take it as `__doc__` and hide the instance's
#[pyclass(frozen, module = "cortenforge._core", name = "_Attribute")]
pub struct Attribute {
    name: &'static str,
    /// What it is, in the lines of the source.
    about: &'static str,
    /// Name of the array that the attribute is a part of.
    whole: Option<&'static str>,
    #[pyo3(get)]
    kind: String,
    access: Box<dyn Access>,
}

impl Attribute {
    /// A descriptor called `name`. `about` says what it is, in lines of the source; `kind` is its type, like "float64 array (nbody, 3)".
    pub fn new(name: &'static str, about: &'static str, kind: String, access: impl Access) -> Self {
        Self { name, about, whole: None, kind, access: Box::new(access) }
    }

    /// A descriptor for one object's part of an array.
    pub fn part(name: &'static str, whole: &ArrayInfo, kind: String, access: impl Access) -> Self {
        Self { whole: Some(whole.name), ..Self::new(name, whole.doc, kind, access) }
    }

    /// Puts the descriptor on a class.
    pub fn install(self, class: &Bound<'_, PyType>) -> PyResult<()> {
        let name = self.name;
        class.setattr(name, Py::new(class.py(), self)?)
    }

    /// Puts a descriptor for an array on a class.
    pub fn install_array(class: &Bound<'_, PyType>, info: &ArrayInfo, access: impl Access) -> PyResult<()> {
        Self::new(info.name, info.doc, info.describe(), access).install(class)
    }

    /// numpy's error about a value, with the name and the shape of the attribute.
    fn explained(&self, object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
        let py = object.py();
        let shape = || Some(self.access.get(object).ok()?.getattr("shape").ok()?.repr().ok()?.to_string());
        match error.is_instance_of::<PyValueError>(py).then(shape).flatten() {
            Some(shape) => PyValueError::new_err(format!("`{}` has shape {shape}: {}", self.name, error.value(py))),
            None => error,
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

    /// What the attribute is; its last paragraph has the type, and whether it can be set.
    #[getter(__doc__)]
    fn doc(&self) -> String {
        let lines: Vec<&str> = self.about.lines().map(str::trim).collect();
        let part = self.whole.map(|whole| format!(" Part of `{whole}`.")).unwrap_or_default();
        let rights = if self.access.can_be_set() { "; can be set" } else { "" };
        format!("{}{part}\n\n{}{rights}.", lines.join("\n").trim(), self.kind)
    }

    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        object: &Bound<'py, PyAny>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if object.is_none() {
            return Ok(slf.clone().into_any());
        }
        slf.get().access.get(object)
    }

    fn __set__(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match self.access.set(object, value) {
            Some(done) => done.map_err(|error| self.explained(object, error)),
            None => Err(self.refuse(object, "setter")),
        }
    }

    fn __delete__(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(self.refuse(object, "deleter"))
    }

    fn __repr__(&self) -> String {
        format!("<attribute '{}': {}>", self.name, self.kind)
    }
}

/// `array[...] = value`: numpy checks and converts.
pub fn fill(array: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    array.set_item(PyEllipsis::get(array.py()), value)
}
