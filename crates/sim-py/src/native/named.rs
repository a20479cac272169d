//! Access by name: `model.body("torso").pos`, `data.joint(3).qpos`.
//!
//! An accessor of Model or Data finds the object. A view holds its id, and its attributes are parts of the cached arrays.

use crate::memory::attribute::{Access, Attribute, fill};
use crate::memory::describe::describe_as;
use crate::memory::views::Parts;
use crate::memory::whole::Whole;
use crate::native::data::MjData;
use crate::native::model::{BYTES, MjModel};
use crate::native::unsupported::did_you_mean;
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PySlice, PyString, PyTuple, PyType};
use sim_core::binding::access::{FAMILIES, Family, Span};
use sim_core::binding::message::Line;
use sim_core::{Data, Model, ObjType};

/// One object of a model, seen through the Model or a Data.
#[pyclass(subclass, frozen, weakref, module = "cortenforge._core", name = "_View")]
pub struct View {
    owner: Py<PyAny>,
    model: Py<MjModel>,
    family: &'static Family,
    id: usize,
}

#[pymethods]
impl View {
    #[new]
    fn new(owner: &Bound<'_, PyAny>, family: usize, id: usize) -> PyResult<Self> {
        let family = FAMILIES.get(family).ok_or_else(|| PyIndexError::new_err("no such kind of object"))?;
        Ok(Self { owner: owner.clone().unbind(), model: model_of(owner)?.unbind(), family, id })
    }

    /// Index of the object among those of its kind.
    ///
    /// int.
    #[getter]
    fn id(&self) -> usize {
        self.id
    }

    /// Name of the object, empty when it has none.
    ///
    /// str.
    #[getter]
    fn name(&self) -> String {
        self.model.get().store.read().name(self.family.kind, self.id).unwrap_or_default().to_string()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let names: Vec<String> = slf.getattr("__dir__")?.call0()?.extract()?;
        let mut names: Vec<&str> = names.iter().map(String::as_str).filter(|n| !n.starts_with('_')).collect();
        names.sort_unstable();
        let of_data = slf.get().owner.bind(slf.py()).is_instance_of::<MjData>();
        let (family, model) = (slf.get().family, slf.get().model.get());
        // MuJoCo's tests look for its names
        let class = if model.prints_names { family.class_name(of_data) } else { family.mujoco_class_name(of_data) };
        describe_as(&class, slf.as_any(), &names)
    }
}

impl View {
    /// The entries of the array at `index` that belong to this object.
    pub fn part<'py>(slf: &Bound<'py, Self>, index: usize, span: Span) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let owner = this.owner.bind(py);
        let data = owner.cast::<MjData>();
        let array = || match &data {
            Ok(data) => match index.checked_sub(Data::ARRAYS.len()) {
                None => MjData::array(data, index),
                Some(produced) => MjData::produced(data, produced),
            },
            Err(_) => MjModel::array_or_bytes(owner.cast::<MjModel>()?, index),
        };
        let make = || this.cut(&array()?, owner, span);
        let parts = match &data {
            Ok(data) => &data.get().parts,
            Err(_) => &owner.cast::<MjModel>()?.get().parts,
        };
        match span {
            // their addresses change with the state
            Span::Sparse(..) => make(),
            _ => parts.get(py, (this.family.kind.0, this.id, index), make),
        }
    }

    fn cut<'py>(
        &self,
        array: &Bound<'py, PyAny>,
        owner: &Bound<'py, PyAny>,
        span: Span,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (array.py(), self);
        let rows = |start: i32, count: i32| {
            let start = start.max(0) as isize;
            array.get_item(PySlice::new(py, start, start.saturating_add(count.max(0) as isize), 1))
        };
        let matrix = || PyResult::Ok(array.getattr("ndim").is_ok_and(|n| n.eq(2).unwrap_or(false)));
        let model = this.model.get();
        match span {
            Span::Row if matrix()? => array.get_item(this.id),
            Span::Row => rows(this.id as i32, 1),
            Span::Rows(find) => {
                let (start, count) = find(&model.store.read(), this.id).ok_or_else(gone)?;
                rows(start, count)
            }
            Span::Inputs(find) => {
                let (start, count) = find(&model.store.read(), this.id).ok_or_else(gone)?;
                if count == 1 && matrix()? { array.get_item(start) } else { rows(start, count) }
            }
            Span::Image(find) => {
                let (start, size) = find(&model.store.read(), this.id).ok_or_else(gone)?;
                let size: Vec<i32> = size.into_iter().filter(|n| *n > 0).collect();
                let count = size.iter().try_fold(1i32, |a, b| a.checked_mul(*b)).ok_or_else(gone)?;
                rows(start, count)?.call_method1("reshape", PyTuple::new(py, size)?)
            }
            Span::Sparse(starts, counts) => {
                let start: i32 = owner.getattr(starts)?.get_item(this.id)?.extract()?;
                let count: i32 = owner.getattr(counts)?.get_item(this.id)?.extract()?;
                rows(start, count)
            }
        }
    }
}

/// The part of the array at an index of the table that belongs to one object; whether it can be set.
struct Part(usize, Span, bool);

impl Access for Part {
    fn get<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        View::part(object.cast::<View>()?, self.0, self.1)
    }

    fn can_be_set(&self) -> bool {
        self.2
    }

    fn set(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<PyResult<()>> {
        Some(self.get(object).and_then(|part| fill(&part, value)))
    }
}

fn gone() -> PyErr {
    PyRuntimeError::new_err("the address of this object's entries is not valid")
}

/// The cached views of a Model or a Data.
fn parts_of<'a>(owner: &'a Bound<'_, PyAny>) -> PyResult<&'a Parts> {
    match owner.cast::<MjData>() {
        Ok(data) => Ok(&data.get().parts),
        Err(_) => Ok(&owner.cast::<MjModel>()?.get().parts),
    }
}

/// The model: a Model itself, or that of a Data.
fn model_of<'py>(owner: &Bound<'py, PyAny>) -> PyResult<Bound<'py, MjModel>> {
    match owner.cast::<MjData>() {
        Ok(data) => Ok(data.get().model_of(owner.py())),
        Err(_) => Ok(owner.cast::<MjModel>()?.clone()),
    }
}

/// The classes of the views, made at the first use.
static CLASSES: [[PyOnceLock<Py<PyType>>; FAMILIES.len()]; 2] =
    [const { [const { PyOnceLock::new() }; FAMILIES.len()] }; 2];

/// The docstring of the class of a view.
fn class_doc(family: &Family, of_data: bool) -> String {
    let (owner, methods) = if of_data { ("world", family.data_methods) } else { ("model", family.model_methods) };
    let (word, method) = (family.word.to_lowercase(), methods.first().copied().unwrap_or_default());
    format!(
        "One {word} of a {owner}, as `{owner}.{method}(name)` returns it. Its attributes are parts of the arrays of the {owner}."
    )
}

fn class_of<'py>(py: Python<'py>, family: usize, of_data: bool) -> PyResult<Bound<'py, PyType>> {
    let slot = CLASSES.get(usize::from(of_data)).and_then(|classes| classes.get(family));
    let slot = slot.ok_or_else(|| PyRuntimeError::new_err("no such kind of object"))?;
    let family = &FAMILIES[family];
    let make = || {
        let contents = PyDict::new(py);
        contents.set_item("__slots__", PyTuple::empty(py))?;
        contents.set_item("__module__", "cortenforge._core")?;
        contents.set_item("__doc__", class_doc(family, of_data))?;
        let bases = (View::type_object(py),);
        let class = py.get_type::<PyType>().call1((family.class_name(of_data), bases, contents))?;
        let class = class.cast_into::<PyType>()?;
        let (arrays, produced) = if of_data { (Data::ARRAYS, Data::PRODUCED) } else { (Model::ARRAYS, &[][..]) };
        for (index, info) in arrays.iter().chain(produced).enumerate() {
            let Some((short, span)) = family.part(info, of_data) else { continue };
            if Family::yields(info.name) {
                continue;
            }
            let is_array = of_data || !BYTES.contains(&info.name);
            let kind = if is_array { format!("{} array", info.element.name()) } else { "bytes".to_string() };
            Attribute::part(short, info, kind.clone(), Part(index, span, is_array)).install(&class)?;
            // MuJoCo calls these `_width`, `_range` …
            if let Some(odd) = info.name.strip_prefix("tendon") {
                Attribute::part(odd, info, kind, Part(index, span, is_array)).install(&class)?;
            }
        }
        PyResult::Ok(class.unbind())
    };
    Ok(slot.get_or_try_init(py, make)?.bind(py).clone())
}

// `Model.body` and its like: gives the accessor of an instance. No doc comment: the class would hide the instance's
#[pyclass(frozen, module = "cortenforge._core", name = "_Accessor")]
struct Accessor {
    #[pyo3(get, name = "__name__")]
    name: &'static str,
    family: usize,
    of_data: bool,
}

impl Accessor {
    /// The docstring.
    fn doc(&self) -> String {
        let family = &FAMILIES[self.family];
        let (word, owner) = (family.word.to_lowercase(), if self.of_data { "world" } else { "model" });
        format!(
            "One {word} of the {owner}, by name or index.\n\n\
             name: str or int, 0 <= int < {dim}. Returns {class}, whose attributes are parts of the arrays of the {owner}. KeyError and \
             IndexError list what the {owner} has.",
            class = family.class_name(self.of_data),
            dim = family.dim,
        )
    }
}

#[pymethods]
impl Accessor {
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        object: &Bound<'py, PyAny>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if object.is_none() {
            return Ok(slf.clone().into_any());
        }
        let (owner, this) = (object.clone().unbind(), slf.get());
        let bound = BoundAccessor { owner, name: this.name, family: this.family, of_data: this.of_data };
        Ok(Bound::new(slf.py(), bound)?.into_any())
    }

    #[getter(__doc__)]
    fn documentation(&self) -> String {
        self.doc()
    }

    #[getter]
    fn __text_signature__(&self) -> &'static str {
        "($self, name='', /)"
    }

    /// Class of what the accessor returns.
    #[getter]
    fn view_class<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyType>> {
        class_of(py, self.family, self.of_data)
    }

    #[pyo3(signature = (object, name=None))]
    fn __call__<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        name: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        find(object, self.family, self.of_data, name)
    }
}

// `model.body`, to be called with a name or an index
#[pyclass(frozen, module = "cortenforge._core", name = "_BoundAccessor")]
struct BoundAccessor {
    owner: Py<PyAny>,
    #[pyo3(get, name = "__name__")]
    name: &'static str,
    family: usize,
    of_data: bool,
}

#[pymethods]
impl BoundAccessor {
    #[pyo3(signature = (name=None))]
    fn __call__<'py>(&self, py: Python<'py>, name: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        find(self.owner.bind(py), self.family, self.of_data, name)
    }

    #[getter(__doc__)]
    fn documentation(&self) -> String {
        Accessor { name: self.name, family: self.family, of_data: self.of_data }.doc()
    }
}

/// Index of the object called `key` or at index `key`.
fn index_of(model: &Bound<'_, MjModel>, family: usize, key: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    let kind = FAMILIES[family].kind;
    match key.map(|key| (key, key.cast::<PyString>())) {
        Some((key, Err(_))) => {
            let index: Whole = key.extract()?;
            let count = model.get().store.read().count(kind);
            match usize::try_from(index.0) {
                Ok(id) if id < count => Ok(id),
                _ => {
                    let last = count as i64 - 1;
                    let message = format!("Invalid index {index}. Valid indices from 0 to {last}");
                    Err(PyIndexError::new_err(message))
                }
            }
        }
        name => {
            let name = match &name {
                Some((_, Ok(name))) => name.to_str()?,
                _ => "",
            };
            let model = model.get().store.read();
            model.id(kind, name).ok_or_else(|| PyKeyError::new_err(bad_name(&model, family, name)))
        }
    }
}

/// Index of the keyframe called `key` or at index `key`.
pub fn keyframe(model: &Bound<'_, MjModel>, key: &Bound<'_, PyAny>) -> PyResult<usize> {
    let family = FAMILIES.iter().position(|family| family.kind == ObjType::Key);
    index_of(model, family.ok_or_else(gone)?, Some(key))
}

/// The view of the object called `key` or at index `key`.
fn find<'py>(
    owner: &Bound<'py, PyAny>,
    family: usize,
    of_data: bool,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = owner.py();
    let model = model_of(owner)?;
    let (kind, index) = (FAMILIES[family].kind, index_of(&model, family, key)?);
    let make = || class_of(py, family, of_data)?.call1((owner, family, index));
    parts_of(owner)?.get_weakly(py, (kind.0, index, usize::MAX), make)
}

fn bad_name(model: &Model, family: usize, name: &str) -> String {
    let kind = FAMILIES[family].kind;
    let mut names: Vec<&str> = (0..model.count(kind)).filter_map(|id| model.name(kind, id)).collect();
    names.sort_unstable();
    let list: Vec<String> = names.iter().map(|n| format!("'{}'", Line(n))).collect();
    let question = did_you_mean(name, names.iter().copied());
    // MuJoCo's text, with our question in it
    let end = if question.is_empty() { "." } else { &question };
    format!("Invalid name '{}'{end} Valid names: [{}]", Line(name), list.join(", "))
}

/// Puts the accessors on Model or Data.
pub fn install(class: &Bound<'_, PyType>, of_data: bool) -> PyResult<()> {
    for (family, entry) in FAMILIES.iter().enumerate() {
        let methods = if of_data { entry.data_methods } else { entry.model_methods };
        for method in methods {
            class.setattr(*method, Py::new(class.py(), Accessor { name: method, family, of_data })?)?;
        }
    }
    Ok(())
}
