//! Methods and attributes of `Model` in Python.

use crate::errors::Report;
use crate::memory::attribute::Attribute;
use crate::memory::describe::plural;
use crate::memory::text::Text;
use crate::native::data::MjData;
use crate::native::limits::Limits;
use crate::native::model::{BYTES, Field, MjModel};
use crate::native::options::{Group, MjVisual};
use crate::native::{loading, named, pickle, unsupported};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use sim_core::Model;
use sim_core::binding::access::FAMILIES;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Names of attributes that are written in this file.
const METHODS: [&str; 8] = ["from_file", "from_string", "make_data", "set_const", "opt", "stat", "vis", "limits"];

#[pymethods]
impl MjModel {
    // a model comes from a loader: the class itself makes none
    #[new]
    #[pyo3(signature = (*args, **options), text_signature = None)]
    fn refuse(args: &Bound<'_, PyTuple>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Err(PyTypeError::new_err(loading::which_loader(args, options)?))
    }

    /// Loads a model from a file: MJCF, with the files it names; `assets` maps file names to bytes that stand for files.
    ///
    /// filename: path; assets: Mapping[str, bytes] or None. Returns Model. ValueError says what is wrong and where.
    #[staticmethod]
    #[pyo3(signature = (filename, assets=None))]
    fn from_xml_path(py: Python<'_>, filename: PathBuf, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let model = loading::from_file(py, &filename, assets, Report::WithLine)?;
        Ok(Self::from_source(model, &filename))
    }

    /// Loads a model from MJCF text; `assets` maps file names to bytes.
    ///
    /// xml: str or bytes; assets: Mapping[str, bytes] or None. Returns Model. ValueError says what is wrong and where.
    #[staticmethod]
    #[pyo3(signature = (xml, assets=None))]
    fn from_xml_string(py: Python<'_>, xml: Text, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        loading::from_text(py, &xml.0, assets, Report::WithLine).map(Self::new)
    }

    /// Loads a model from a file: MJCF, with the files it names; `assets` maps file names to bytes that stand for files.
    ///
    /// path: path; assets: Mapping[str, bytes] or None. Returns Model. ModelError has file, line and column.
    #[staticmethod]
    #[pyo3(signature = (path, assets=None))]
    fn from_file(py: Python<'_>, path: PathBuf, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self::from_source(loading::from_file(py, &path, assets, Report::Plain)?, &path).printing_names())
    }

    /// Loads a model from MJCF text; `assets` maps the names of files to their bytes.
    ///
    /// text: str or bytes; assets: Mapping[str, bytes] or None. Returns Model. ModelError has line and column.
    #[staticmethod]
    #[pyo3(signature = (text, assets=None))]
    fn from_string(py: Python<'_>, text: Text, assets: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        loading::from_text(py, &text.0, assets, Report::Plain).map(|model| Self::new(model).printing_names())
    }

    /// The file that the model was loaded from, as an absolute path, or the name of a built-in model. None for a model from text or
    /// from a copy.
    ///
    /// path or None.
    #[getter]
    fn _source(&self) -> Option<PathBuf> {
        self.source.clone()
    }

    /// Makes a world in the reference pose, at rest. What follows from the state, like `xpos`, is zero until `forward`, `reset` or `step`,
    /// because to make a world computes nothing, as in MuJoCo.
    ///
    /// Returns Data.
    fn make_data(slf: &Bound<'_, Self>) -> PyResult<MjData> {
        MjData::make(slf)
    }

    /// Recomputes the constants that follow from edited arrays, like the inertia at `qpos0` from masses.
    fn set_const(slf: &Bound<'_, Self>) -> PyResult<()> {
        Self::edit(slf, |model| model.set_const().map_err(|error| error.to_string()))
    }

    /// Options of the physics.
    ///
    /// Options.
    #[getter]
    fn opt(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.opt.get_or_try_init(py, || Group::Option.of(py, &self.store, self.prints_names))?.clone_ref(py))
    }

    /// Statistics of the model in its reference pose.
    ///
    /// Statistic.
    #[getter]
    fn stat(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.stat.get_or_try_init(py, || Group::Statistic.of(py, &self.store, false))?.clone_ref(py))
    }

    /// Settings of pictures.
    ///
    /// Visual.
    #[getter]
    fn vis(&self, py: Python<'_>) -> PyResult<Py<MjVisual>> {
        let make = || Py::new(py, MjVisual::of(py, &self.store)?);
        Ok(self.vis.get_or_try_init(py, make)?.clone_ref(py))
    }

    /// Limits on the contacts, the memory and the work of one step.
    ///
    /// StepLimits.
    #[getter]
    fn limits(&self) -> Limits {
        Limits(self.store.share())
    }

    /// Whether any body has gravity compensation.
    ///
    /// bool; can be set.
    #[getter]
    fn flg_gravcomp(&self) -> bool {
        self.store.read().ngravcomp > 0
    }

    #[setter]
    fn set_flg_gravcomp(&self, value: bool) {
        self.store.write().ngravcomp = usize::from(value);
        self.follow_sizes();
    }

    /// Whether any geom has a moving surface. The engine reads the geoms themselves: the flag can be set, but nothing depends on it.
    ///
    /// bool; can be set.
    #[getter]
    fn flg_surfacevel(&self) -> bool {
        self.moving.load(Ordering::Relaxed) || self.store.read().geom_surfacevel.iter().any(|v| *v != 0.0)
    }

    #[setter]
    fn set_flg_surfacevel(&self, value: bool) {
        self.moving.store(value, Ordering::Relaxed);
    }

    /// Whether any geom or contact pair is adhesive. The engine reads these themselves: the flag can be set, but nothing depends on it.
    ///
    /// bool; can be set.
    #[getter]
    fn flg_adhesion(&self) -> bool {
        let model = self.store.read();
        self.adhesive.load(Ordering::Relaxed)
            || model.geom_adhesion.iter().chain(&model.pair_adhesion).any(|a| *a != 0.0)
    }

    #[setter]
    fn set_flg_adhesion(&self, value: bool) {
        self.adhesive.store(value, Ordering::Relaxed);
    }

    fn __getattr__(&self, name: &str) -> PyResult<Py<PyAny>> {
        let arrays = Model::ARRAY_NAMES.iter().chain(Model::SIZE_NAMES).copied();
        let accessors = FAMILIES.iter().flat_map(|family| family.model_methods.iter().copied());
        Err(unsupported::error("Model", name, arrays.chain(accessors).chain(METHODS)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = self.quoted_name(py)?;
        let m = self.store.read();
        // the first body is the world itself
        let bodies = plural(m.nbody.saturating_sub(1), "body");
        Ok(format!("<Model {name}: {bodies}, {}, {}>", plural(m.nv, "dof"), plural(m.nu, "actuator")))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.check()?;
        Ok(self.sibling(self.store.read().clone()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((slf.get_type().getattr("_from_state")?, (pickle::of_model(slf.py(), slf.get().store.read().clone())?,)))
    }

    /// Rebuilds a model from what `pickle` stored.
    ///
    /// state: dict[str, Any]. Returns Model.
    #[staticmethod]
    fn _from_state(state: &Bound<'_, PyDict>) -> PyResult<Self> {
        pickle::to_model(state).map(Self::new)
    }
}

/// Adds the class to the module and its attributes to the class.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("StepLimits", Limits::type_object(module.py()))?;
    let class = MjModel::type_object(module.py());
    for (index, (name, doc)) in Model::SIZE_NAMES.iter().zip(Model::SIZE_DOCS).enumerate() {
        Attribute::new(name, doc, "int".into(), Field::Size(index)).install(&class)?;
    }
    for (index, info) in Model::ARRAYS.iter().enumerate() {
        if BYTES.contains(&info.name) {
            let kind = format!("bytes ({},)", info.rows);
            Attribute::new(info.name, info.doc, kind, Field::Bytes(index)).install(&class)?;
        } else {
            Attribute::install_array(&class, info, Field::Array(index))?;
        }
    }
    named::install(&class, false)?;
    module.setattr("Model", class)
}
