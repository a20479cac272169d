//! Records in the memory of Python objects. Each has its bytes as the array `_bytes`; a scene has those of its lists, too.

use crate::scene::layout::{FieldInfo, Record};
use crate::scene::records::*;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use sim_view::{Camera, Perturb, Projection, Scene, SceneGeom, SceneLight, SceneOption};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The memory of an attribute.
fn memory<'py>(object: &Bound<'py, PyAny>, attribute: &str) -> Option<Bound<'py, PyArray1<u8>>> {
    object.getattr(attribute).ok()?.cast_into().ok()
}

fn wrong_class<R: Record>(argument: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let class = object.get_type().name().map(|name| name.to_string()).unwrap_or_default();
    PyTypeError::new_err(format!("{argument} should be a {}, not a {class}", R::NAME))
}

/// The record of an object, checked.
fn own_memory<'py, R: Record>(argument: &str, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let kind: Option<String> = object.getattr("_record").and_then(|name| name.extract()).ok();
    let bytes = memory(object, "_bytes").filter(|_| kind.as_deref() == Some(R::NAME));
    bytes.ok_or_else(|| wrong_class::<R>(argument, object))
}

/// Reads a record.
pub fn load<R: Record>(argument: &str, object: &Bound<'_, PyAny>) -> PyResult<R> {
    let memory = own_memory::<R>(argument, object)?;
    let bytes = memory.try_readonly()?;
    Ok(R::read(bytes.as_slice()?))
}

/// Writes a record.
pub fn store<R: Record>(argument: &str, object: &Bound<'_, PyAny>, record: &R) -> PyResult<()> {
    let memory = own_memory::<R>(argument, object)?;
    let mut bytes = memory.try_readwrite()?;
    record.write(bytes.as_slice_mut()?);
    Ok(())
}

/// Reads the first `count` records of a list.
fn load_list<R: Record>(object: &Bound<'_, PyAny>, list: &str, count: i32, mut put: impl FnMut(&R)) -> PyResult<()> {
    let memory = memory(object, list).ok_or_else(|| wrong_class::<SceneRecord>("scn", object))?;
    let bytes = memory.try_readonly()?;
    let count = usize::try_from(count).unwrap_or_default();
    bytes.as_slice()?.chunks_exact(R::size()).take(count).for_each(|bytes| put(&R::read(bytes)));
    Ok(())
}

/// Writes records to a list, from the entry `start` on.
fn store_list<R: Record>(
    object: &Bound<'_, PyAny>,
    list: &str,
    start: usize,
    records: impl Iterator<Item = R>,
) -> PyResult<()> {
    let memory = memory(object, list).ok_or_else(|| wrong_class::<SceneRecord>("scn", object))?;
    let mut bytes = memory.try_readwrite()?;
    for (bytes, record) in bytes.as_slice_mut()?.chunks_exact_mut(R::size()).skip(start).zip(records) {
        record.write(bytes);
    }
    Ok(())
}

/// Which lists of a scene a function needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Lists {
    /// Cameras and lights.
    Cameras,
    /// All.
    All,
}

/// Memory of a scene that a Python object describes, kept from call to call.
#[pyclass(frozen, module = "cortenforge._core", name = "_SceneWork")]
pub struct SceneWork(Mutex<Scene>);

#[pymethods]
impl SceneWork {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(Scene::default()))
    }
}

impl SceneWork {
    /// Exclusive access. No Python code may run while the guard is alive.
    pub fn lock(&self) -> MutexGuard<'_, Scene> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The work space of a scene.
pub fn work<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, SceneWork>> {
    let work = object.getattr("_work").ok().and_then(|work| work.cast_into().ok());
    work.ok_or_else(|| wrong_class::<SceneRecord>("scn", object))
}

/// Reads a scene.
pub fn load_scene(object: &Bound<'_, PyAny>, scene: &mut Scene, lists: Lists) -> PyResult<()> {
    let record: SceneRecord = load("scn", object)?;
    record.fill(scene);
    // the field may hold any number: at most as many as fit into the memory
    let room = memory(object, "_geom_bytes").map_or(0, |bytes| bytes.len().unwrap_or(0) / GeomRecord::size());
    scene.maxgeom = scene.maxgeom.min(room);
    let mut eyes = scene.camera.iter_mut();
    load_list(object, "_camera_bytes", 2, |eye: &ProjectionRecord| {
        eyes.by_ref().take(1).for_each(|target| *target = Projection::from(*eye));
    })?;
    scene.geoms.clear();
    scene.lights.clear();
    load_list(object, "_light_bytes", record.nlight, |light: &LightRecord| {
        scene.lights.push(SceneLight::from(light));
    })?;
    if lists == Lists::All {
        load_list(object, "_geom_bytes", record.ngeom, |geom: &GeomRecord| scene.geoms.push(SceneGeom::from(geom)))?;
    }
    load_skins(object, scene, record.nskin)
}

/// An array of skins.
fn skin_array<'py, T: Element>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = object.getattr(name).ok().and_then(|array| array.cast_into().ok());
    array.ok_or_else(|| {
        PyTypeError::new_err(format!("{name} of the scene is no longer its array: write to its entries"))
    })
}

/// Reads the skins of a scene.
fn load_skins(object: &Bound<'_, PyAny>, scene: &mut Scene, nskin: i32) -> PyResult<()> {
    let lists = [&mut scene.skinvertadr, &mut scene.skinvertnum, &mut scene.skinfacenum];
    for (list, name) in lists.into_iter().zip(["skinvertadr", "skinvertnum", "skinfacenum"]) {
        list.clear();
        if nskin > 0 {
            let array = skin_array::<i32>(object, name)?.readonly();
            list.extend(array.as_slice()?.iter().map(|number| usize::try_from(*number).unwrap_or_default()));
        }
    }
    for (list, name) in [&mut scene.skinvert, &mut scene.skinnormal].into_iter().zip(["skinvert", "skinnormal"]) {
        list.clear();
        if nskin > 0 {
            list.extend_from_slice(skin_array::<f32>(object, name)?.readonly().as_slice()?.as_chunks().0);
        }
    }
    Ok(())
}

/// Writes the positions of the vertices of skins.
fn store_skins(object: &Bound<'_, PyAny>, scene: &Scene, nskin: i32) -> PyResult<()> {
    for (list, name) in [(&scene.skinvert, "skinvert"), (&scene.skinnormal, "skinnormal")] {
        if nskin > 0 {
            let mut array = skin_array::<f32>(object, name)?.readwrite();
            let entries = array.as_slice_mut()?.as_chunks_mut().0;
            entries.iter_mut().zip(list).for_each(|(entry, vertex)| *entry = *vertex);
        }
    }
    Ok(())
}

/// Writes a scene back: geoms from the index `first` on, and everything else.
pub fn store_scene(object: &Bound<'_, PyAny>, scene: &Scene, first: usize) -> PyResult<()> {
    let record: SceneRecord = load("scn", object)?;
    store("scn", object, &record.follow(scene))?;
    store_list(object, "_camera_bytes", 0, scene.camera.iter().map(|eye| ProjectionRecord::from(*eye)))?;
    store_list(object, "_light_bytes", 0, scene.lights.iter().map(LightRecord::from))?;
    store_list(object, "_geom_bytes", first, scene.geoms.iter().skip(first).map(GeomRecord::from))?;
    store_skins(object, scene, record.nskin)
}

/// Class, fields, size and bytes of a new record.
type Table<'py> = (&'static str, Vec<FieldInfo>, usize, Bound<'py, PyBytes>);

fn table<'py, R: Record>(py: Python<'py>, new: &R) -> Table<'py> {
    let mut bytes = vec![0; R::size()];
    new.write(&mut bytes);
    (R::NAME, R::fields(), R::size(), PyBytes::new(py, &bytes))
}

/// Returns the layout of all records, by class: fields (name, type, dimensions, offset), size, and the bytes of a new one.
///
/// Returns dict[str, tuple[list[tuple[str, str, list[int], int]], int, bytes]].
#[pyfunction]
fn _scene_records<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let scene = Scene::default();
    let empty = SceneRecord::read(&[]);
    let tables = [
        table(py, &CameraRecord::from(Camera::default())),
        table(py, &ProjectionRecord::from(Projection::default())),
        table(py, &OptionRecord::from(SceneOption::default())),
        table(py, &PerturbRecord::from(Perturb::default())),
        table(py, &GeomRecord::from(&SceneGeom::default())),
        table(py, &LightRecord::from(&SceneLight::default())),
        table(py, &empty.follow(&scene)),
    ];
    for (class, fields, size, new) in tables {
        dict.set_item(class, (fields, size, new))?;
    }
    Ok(dict)
}

/// Adds the class and the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SceneWork>()?;
    module.add_function(wrap_pyfunction!(_scene_records, module)?)
}
