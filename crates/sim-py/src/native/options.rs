//! `Options`, `Statistic` and the parts of `Visual`: settings whose attributes read and write a Model.
//!
//! `Options()` makes the settings of a new, empty Model.

use crate::memory::attribute::{Access, Attribute, fill};
use crate::memory::describe::{describe, describe_as};
use crate::memory::views::{Block, Store};
use crate::native::codes;
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyAttributeError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use sim_core::arrays::{ArrayMut, Shape};
use sim_core::binding::model::FieldMut;
use sim_core::{
    Model, Options, Statistic, VisualGlobal, VisualHeadlight, VisualMap, VisualQuality, VisualRgba, VisualScale,
};

/// Which settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Group {
    Option,
    Statistic,
    Global,
    Quality,
    Headlight,
    Map,
    Scale,
    Rgba,
}

impl Group {
    /// All groups.
    pub const ALL: [Self; 8] = [
        Self::Option,
        Self::Statistic,
        Self::Global,
        Self::Quality,
        Self::Headlight,
        Self::Map,
        Self::Scale,
        Self::Rgba,
    ];

    /// Names of the fields.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::Option => Options::FIELD_NAMES,
            Self::Statistic => Statistic::FIELD_NAMES,
            Self::Global => VisualGlobal::FIELD_NAMES,
            Self::Quality => VisualQuality::FIELD_NAMES,
            Self::Headlight => VisualHeadlight::FIELD_NAMES,
            Self::Map => VisualMap::FIELD_NAMES,
            Self::Scale => VisualScale::FIELD_NAMES,
            Self::Rgba => VisualRgba::FIELD_NAMES,
        }
    }

    /// Documentation of the fields, in the lines of the source.
    pub fn docs(self) -> &'static [&'static str] {
        match self {
            Self::Option => Options::FIELD_DOCS,
            Self::Statistic => Statistic::FIELD_DOCS,
            Self::Global => VisualGlobal::FIELD_DOCS,
            Self::Quality => VisualQuality::FIELD_DOCS,
            Self::Headlight => VisualHeadlight::FIELD_DOCS,
            Self::Map => VisualMap::FIELD_DOCS,
            Self::Scale => VisualScale::FIELD_DOCS,
            Self::Rgba => VisualRgba::FIELD_DOCS,
        }
    }

    /// Calls `visit` with every field of the group.
    pub fn visit<'a>(self, model: &'a mut Model, visit: &mut dyn FnMut(&'static str, FieldMut<'a>, bool)) {
        match self {
            Self::Option => model.opt.visit_fields(visit),
            Self::Statistic => model.stat.visit_fields(visit),
            Self::Global => model.vis.global.visit_fields(visit),
            Self::Quality => model.vis.quality.visit_fields(visit),
            Self::Headlight => model.vis.headlight.visit_fields(visit),
            Self::Map => model.vis.map.visit_fields(visit),
            Self::Scale => model.vis.scale.visit_fields(visit),
            Self::Rgba => model.vis.rgba.visit_fields(visit),
        }
    }

    /// Calls `found` with the field at `index` of the table.
    fn field<'a, R>(
        self,
        model: &'a mut Model,
        index: usize,
        found: impl FnOnce(FieldMut<'a>, bool) -> R,
    ) -> Option<R> {
        let (mut at, mut found, mut result) = (0, Some(found), None);
        self.visit(model, &mut |_, field, scalar| {
            if at == index {
                result = found.take().map(|found| found(field, scalar));
            }
            at += 1;
        });
        result
    }
}

/// The value of a scalar field.
#[derive(Clone, Copy, Debug)]
enum Scalar {
    Float(f64),
    Int(i32),
}

/// Common part of the settings classes.
#[pyclass(subclass, frozen, module = "cortenforge._core", name = "_Settings")]
pub struct Settings {
    store: Store<Model>,
    group: Group,
    arrays: Vec<PyOnceLock<Py<PyAny>>>,
    /// Whether numbers of enums print names.
    prints_names: bool,
}

fn missing() -> PyErr {
    PyRuntimeError::new_err("no such setting")
}

impl Settings {
    fn new(store: Store<Model>, group: Group) -> Self {
        Self { store, group, arrays: group.names().iter().map(|_| PyOnceLock::new()).collect(), prints_names: false }
    }

    /// Value of a field: a number, or the cached view of an array.
    pub fn get<'py>(slf: &Bound<'py, Self>, group: Group, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        this.check(group)?;
        let slot = this.arrays.get(index).ok_or_else(missing)?;
        if let Some(array) = slot.get(py) {
            return Ok(array.bind(py).clone());
        }
        let scalar = group.field(&mut this.store.write(), index, |field, scalar| {
            scalar.then(|| match field {
                FieldMut::F64(v) => Scalar::Float(v.first().copied().unwrap_or_default()),
                FieldMut::F32(v) => Scalar::Float(v.first().copied().unwrap_or_default().into()),
                FieldMut::I32(v) => Scalar::Int(v.first().copied().unwrap_or_default()),
            })
        });
        match scalar.ok_or_else(missing)? {
            Some(Scalar::Float(value)) => Ok(value.into_pyobject(py)?.into_any()),
            Some(Scalar::Int(value)) => {
                let value = value.into_pyobject(py)?.into_any();
                let name = group.names().get(index).copied().filter(|_| this.prints_names);
                codes::number(name.unwrap_or_default(), value)
            }
            None => Ok(slot.get_or_try_init(py, || this.array(py, index))?.bind(py).clone()),
        }
    }

    fn array(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        let view = self.store.view(py, |model| {
            let vector = |rows| Shape { rows, cols: None };
            let found = self.group.field(model, index, |field, _| match field {
                FieldMut::F64(v) => Block::new(vector(v.len()), ArrayMut::F64(v)),
                FieldMut::F32(v) => Block::new(vector(v.len()), ArrayMut::F32(v)),
                FieldMut::I32(v) => Block::new(vector(v.len()), ArrayMut::I32(v)),
            });
            found.flatten()
        })?;
        Ok(view.unbind())
    }

    /// Sets a number, or copies into an array.
    pub fn set(slf: &Bound<'_, Self>, group: Group, index: usize, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let this = slf.get();
        this.check(group)?;
        let integer = group
            .field(&mut this.store.write(), index, |field, scalar| scalar.then_some(matches!(field, FieldMut::I32(_))));
        let new = match integer.ok_or_else(missing)? {
            None => return fill(&Self::get(slf, group, index)?, value),
            Some(true) => Scalar::Int(value.extract()?),
            Some(false) => Scalar::Float(value.extract()?),
        };
        let stored = group.field(&mut this.store.write(), index, |field, _| match (field, new) {
            (FieldMut::F64(v), Scalar::Float(x)) => v.fill(x),
            (FieldMut::F32(v), Scalar::Float(x)) => v.fill(x as f32),
            (FieldMut::I32(v), Scalar::Int(x)) => v.fill(x),
            _ => {}
        });
        stored.ok_or_else(missing)
    }

    fn check(&self, group: Group) -> PyResult<()> {
        if self.group == group { Ok(()) } else { Err(missing()) }
    }
}

#[pymethods]
impl Settings {
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let mut names = slf.get().group.names().to_vec();
        names.sort_unstable();
        describe(slf.as_any(), &names)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let this = slf.get();
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        if this.group != other.get().group {
            return Ok(false);
        }
        // one lock at a time: both may be settings of the same Model
        let values = |settings: &Self| {
            let mut list: Vec<f64> = vec![];
            settings.group.visit(&mut settings.store.write(), &mut |_, field, _| match field {
                FieldMut::F64(v) => list.extend(&*v),
                FieldMut::F32(v) => list.extend(v.iter().map(|&x| f64::from(x))),
                FieldMut::I32(v) => list.extend(v.iter().map(|&x| f64::from(x))),
            });
            list
        };
        Ok(values(this) == values(other.get()))
    }

    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let state = PyDict::new(slf.py());
        for (index, name) in slf.get().group.names().iter().enumerate() {
            let value = Self::get(slf, slf.get().group, index)?;
            let value = if value.hasattr("copy")? { value.call_method0("copy")? } else { value };
            state.set_item(name, value)?;
        }
        Ok(state)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyDict>) -> PyResult<()> {
        let group = slf.get().group;
        for (name, value) in state {
            let name: String = name.extract()?;
            let index = group.names().iter().position(|n| *n == name);
            let index = index.ok_or_else(|| PyAttributeError::new_err(format!("no setting '{name}'")))?;
            Self::set(slf, group, index, &value)?;
        }
        Ok(())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (), Bound<'py, PyDict>)> {
        Ok((slf.get_type(), (), Self::__getstate__(slf)?))
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let copy = slf.get_type().call0()?;
        Self::__setstate__(copy.cast()?, &Self::__getstate__(slf)?)?;
        Ok(copy)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::__copy__(slf)
    }
}

/// The field of a group at an index of its table.
struct Setting(Group, usize);

impl Access for Setting {
    fn get<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Settings::get(object.cast::<Settings>()?, self.0, self.1)
    }

    fn can_be_set(&self) -> bool {
        true
    }

    fn set(&self, object: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<PyResult<()>> {
        let object = object.cast::<Settings>().map_err(PyErr::from);
        Some(object.and_then(|settings| Settings::set(settings, self.0, self.1, value)))
    }
}

macro_rules! settings_classes {
    ($($(#[$meta:meta])* $Class:ident = $name:literal, $group:ident;)*) => {
        $(
            $(#[$meta])*
            #[pyclass(extends = Settings, subclass, frozen, module = "cortenforge", name = $name)]
            pub struct $Class;

            #[pymethods]
            impl $Class {
                #[new]
                fn new() -> PyClassInitializer<Self> {
                    PyClassInitializer::from(Settings::new(Store::new(Model::default()), Group::$group))
                        .add_subclass(Self)
                }
            }
        )*

        impl Group {
            /// The settings of this group of a Model, whose numbers of enums may print names.
            pub fn of(self, py: Python<'_>, store: &Store<Model>, prints_names: bool) -> PyResult<Py<PyAny>> {
                Ok(match self {
                    $(Self::$group => {
                        let settings = Settings { prints_names, ..Settings::new(store.share(), self) };
                        Py::new(py, PyClassInitializer::from(settings).add_subclass($Class))?.into_any()
                    })*
                })
            }

            /// The Python class of this group.
            pub fn class<'py>(self, py: Python<'py>) -> Bound<'py, PyType> {
                match self {
                    $(Self::$group => $Class::type_object(py),)*
                }
            }
        }
    };
}

settings_classes! {
    /// Options of the physics: time step, gravity, solver, flags. `Options()` has the defaults.
    MjOption = "Options", Option;
    /// Statistics of the reference pose.
    MjStatistic = "Statistic", Statistic;
    /// Global camera and window settings.
    Global = "Global", Global;
    /// Rendering quality.
    Quality = "Quality", Quality;
    /// Light attached to the camera.
    Headlight = "Headlight", Headlight;
    /// Scaling of quantities to pictures.
    Map = "Map", Map;
    /// Sizes of decorations.
    Scale = "Scale", Scale;
    /// Colours of decorations.
    Rgba = "Rgba", Rgba;
}

/// Settings of pictures, in groups. They have no effect on the motion. `Visual()` has the defaults.
#[pyclass(subclass, frozen, module = "cortenforge", name = "Visual")]
pub struct MjVisual {
    /// Camera and window.
    ///
    /// Visual.Global.
    #[pyo3(get, name = "global_")]
    global: Py<PyAny>,
    /// Quality of pictures.
    ///
    /// Visual.Quality.
    #[pyo3(get)]
    quality: Py<PyAny>,
    /// Light that moves with the camera.
    ///
    /// Visual.Headlight.
    #[pyo3(get)]
    headlight: Py<PyAny>,
    /// Scaling of quantities to pictures.
    ///
    /// Visual.Map.
    #[pyo3(get)]
    map: Py<PyAny>,
    /// Sizes of decorations.
    ///
    /// Visual.Scale.
    #[pyo3(get)]
    scale: Py<PyAny>,
    /// Colours of decorations.
    ///
    /// Visual.Rgba.
    #[pyo3(get)]
    rgba: Py<PyAny>,
}

impl MjVisual {
    /// The settings of a Model.
    pub fn of(py: Python<'_>, store: &Store<Model>) -> PyResult<Self> {
        Ok(Self {
            global: Group::Global.of(py, store, false)?,
            quality: Group::Quality.of(py, store, false)?,
            headlight: Group::Headlight.of(py, store, false)?,
            map: Group::Map.of(py, store, false)?,
            scale: Group::Scale.of(py, store, false)?,
            rgba: Group::Rgba.of(py, store, false)?,
        })
    }
}

const VISUAL_PARTS: [&str; 6] = ["global_", "headlight", "map", "quality", "rgba", "scale"];

#[pymethods]
impl MjVisual {
    #[new]
    fn new(py: Python<'_>) -> PyResult<Self> {
        Self::of(py, &Store::new(Model::default()))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        // MuJoCo's tests look for this name
        describe_as("MjVisual", slf.as_any(), &VISUAL_PARTS)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if !other.is_instance_of::<Self>() {
            return Ok(false);
        }
        for part in VISUAL_PARTS {
            if !slf.getattr(part)?.eq(other.getattr(part)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let state = PyDict::new(slf.py());
        for part in VISUAL_PARTS {
            state.set_item(part, slf.getattr(part)?.call_method0("__getstate__")?)?;
        }
        Ok(state)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyDict>) -> PyResult<()> {
        for (part, values) in state {
            slf.getattr(part.extract::<String>()?.as_str())?.call_method1("__setstate__", (values,))?;
        }
        Ok(())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (), Bound<'py, PyDict>)> {
        Ok((slf.get_type(), (), Self::__getstate__(slf)?))
    }
}

/// Adds the classes to the module and their attributes to the classes.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let visual = MjVisual::type_object(py);
    let mut model = Model::default();
    for group in Group::ALL {
        let class = group.class(py);
        let mut kinds = vec![];
        group.visit(&mut model, &mut |_, field, scalar| {
            let (dtype, len) = match field {
                FieldMut::F64(v) => ("float64", v.len()),
                FieldMut::F32(v) => ("float32", v.len()),
                FieldMut::I32(v) => ("int32", v.len()),
            };
            kinds.push(if scalar { dtype.to_string() } else { format!("{dtype} array ({len},)") });
        });
        for (index, ((name, about), kind)) in group.names().iter().zip(group.docs()).zip(kinds).enumerate() {
            Attribute::new(name, about, kind, Setting(group, index)).install(&class)?;
        }
        match group {
            Group::Option | Group::Statistic => module.setattr(class.name()?, &class)?,
            _ => {
                let name = class.name()?;
                visual.setattr(&name, &class)?;
                class.setattr("__qualname__", format!("Visual.{name}"))?;
            }
        }
    }
    module.setattr("Visual", visual)
}
