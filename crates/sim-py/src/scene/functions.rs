//! Functions that make scenes: geoms, cameras, lights.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::errors::FatalError;
use crate::memory::arguments::{Vector, check, fixed, input3, output};
use crate::native::callbacks;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::scene::records::*;
use crate::scene::stored::{Lists, load, load_scene, store, store_scene, work};
use numpy::{AllowTypeChange, PyArrayLike1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sim_core::math::Pose;
use sim_core::{Data, Model, warning};
use sim_view::scene::align_to_camera;
use sim_view::{Camera, Categories, Perturb, Projection, Scene, SceneError, SceneGeom, SceneOption, Shape};

/// The Python exception of an error of a scene.
pub fn refused(error: SceneError) -> PyErr {
    FatalError::new_err(error.to_string())
}

/// Runs code on a scene and a world, and writes the scene back, also after an error.
fn with_world<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    scn: &Bound<'_, PyAny>,
    lists: Lists,
    first: impl FnOnce(&Scene) -> usize,
    make: impl FnOnce(&mut Scene, &Model, &Data) -> R + Send,
) -> PyResult<R> {
    let work = work(scn)?;
    let mut scene = std::mem::take(&mut *work.get().lock());
    load_scene(scn, &mut scene, lists)?;
    let first = first(&scene);
    let (made, messages) = MjData::run_briefly(d, m, |m, d| warning::collect(|| make(&mut scene, m, d)))?;
    store_scene(scn, &scene, first)?;
    *work.get().lock() = scene;
    messages.iter().try_for_each(|text| callbacks::warn(d.py(), text))?;
    Ok(made)
}

/// Reads a scene's cameras and settings.
pub fn cameras_of(scn: &Bound<'_, PyAny>) -> PyResult<Scene> {
    let mut scene = Scene::default();
    load_scene(scn, &mut scene, Lists::Cameras)?;
    Ok(scene)
}

/// The camera of a record.
pub fn camera(cam: &Bound<'_, PyAny>) -> PyResult<Camera> {
    Camera::try_from(load::<CameraRecord>("cam", cam)?).map_err(refused)
}

/// The perturbation of a record.
pub fn perturbation(pert: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Perturb>> {
    pert.map(|pert| Ok(load::<PerturbRecord>("pert", pert)?.into())).transpose()
}

/// The visible groups and flags of a record.
pub fn option(argument: &str, opt: &Bound<'_, PyAny>) -> PyResult<SceneOption> {
    Ok(load::<OptionRecord>(argument, opt)?.into())
}

/// Writes a camera to a record.
pub fn store_camera(cam: &Bound<'_, PyAny>, camera: Camera) -> PyResult<()> {
    store("cam", cam, &CameraRecord::from(camera))
}

/// Writes visible groups and flags to a record.
pub fn store_option(opt: &Bound<'_, PyAny>, option: SceneOption) -> PyResult<()> {
    store("opt", opt, &OptionRecord::from(option))
}

/// Writes a perturbation to a record.
pub fn store_perturbation(pert: &Bound<'_, PyAny>, perturb: Perturb) -> PyResult<()> {
    store("pert", pert, &PerturbRecord::from(perturb))
}

/// Sets a camera to its defaults.
///
/// cam: MjvCamera.
#[pyfunction]
fn mjv_defaultCamera(cam: &Bound<'_, PyAny>) -> PyResult<()> {
    store("cam", cam, &CameraRecord::from(Camera::default()))
}

/// Sets a camera to a free one that sees the whole model, as the model's visual settings say.
///
/// m: MjModel; cam: MjvCamera.
#[pyfunction]
fn mjv_defaultFreeCamera(m: &Bound<'_, MjModel>, cam: &Bound<'_, PyAny>) -> PyResult<()> {
    let free = Camera::free(&m.get().store.read());
    store("cam", cam, &CameraRecord::from(free))
}

/// Sets the visible groups and flags to their defaults.
///
/// opt: MjvOption.
#[pyfunction]
fn mjv_defaultOption(opt: &Bound<'_, PyAny>) -> PyResult<()> {
    store("opt", opt, &OptionRecord::from(SceneOption::default()))
}

/// Sets a perturbation to its defaults: nothing is held.
///
/// pert: MjvPerturb.
#[pyfunction]
fn mjv_defaultPerturb(pert: &Bound<'_, PyAny>) -> PyResult<()> {
    store("pert", pert, &PerturbRecord::from(Perturb::default()))
}

/// Updates everything in a scene.
///
/// m: MjModel; d: MjData; opt: MjvOption; pert: MjvPerturb or None; cam: MjvCamera; catmask: int, of mjtCatBit; scn: MjvScene.
#[pyfunction]
#[pyo3(signature = (m, d, opt, pert, cam, catmask, scn))]
fn mjv_updateScene(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    opt: &Bound<'_, PyAny>,
    pert: Option<&Bound<'_, PyAny>>,
    cam: &Bound<'_, PyAny>,
    catmask: i32,
    scn: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (option, perturb) = (option("opt", opt)?, perturbation(pert)?);
    let record: CameraRecord = load("cam", cam)?;
    let categories = Categories::from_bits_retain(catmask);
    let mut camera = Camera::try_from(record);
    let made = with_world(
        m,
        d,
        scn,
        Lists::Cameras,
        |_| 0,
        |scene, m, d| {
            match &mut camera {
                Ok(camera) => scene.update(m, d, &option, perturb.as_ref(), camera, categories),
                // geoms do not depend on the camera
                Err(error) => {
                    scene.add_geoms(m, d, &option, perturb.as_ref(), categories);
                    Err(*error)
                }
            }
        },
    )?;
    if let Ok(camera) = camera {
        store("cam", cam, &CameraRecord { orthographic: record.orthographic, ..CameraRecord::from(camera) })?;
    }
    made.map_err(refused)?;
    note_flex_flags(opt, scn)
}

/// Copies the flags of flexes that are set to the scene. MuJoCo does so even without flexes.
fn note_flex_flags(opt: &Bound<'_, PyAny>, scn: &Bound<'_, PyAny>) -> PyResult<()> {
    let flags = load::<OptionRecord>("opt", opt)?.flags;
    let [vert, edge, face, skin] = [24, 25, 26, 27].map(|flag: usize| i32::from(flags[flag]));
    if [vert, edge, face, skin] == [0; 4] {
        return Ok(());
    }
    let record: SceneRecord = load("scn", scn)?;
    let noted = SceneRecord { flexvertopt: vert, flexedgeopt: edge, flexfaceopt: face, flexskinopt: skin, ..record };
    store("scn", scn, &noted)
}

/// Adds the geoms of some categories to a scene.
///
/// m: MjModel; d: MjData; opt: MjvOption; pert: MjvPerturb or None; catmask: int, of mjtCatBit; scn: MjvScene.
#[pyfunction]
#[pyo3(signature = (m, d, opt, pert, catmask, scn))]
fn mjv_addGeoms(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    opt: &Bound<'_, PyAny>,
    pert: Option<&Bound<'_, PyAny>>,
    catmask: i32,
    scn: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (option, perturb) = (option("opt", opt)?, perturbation(pert)?);
    let categories = Categories::from_bits_retain(catmask);
    with_world(
        m,
        d,
        scn,
        Lists::All,
        |scene| scene.geoms.len(),
        |scene, m, d| {
            scene.add_geoms(m, d, &option, perturb.as_ref(), categories);
        },
    )
}

/// Lists the lights that are switched on.
///
/// m: MjModel; d: MjData; scn: MjvScene.
#[pyfunction]
fn mjv_makeLights(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, scn: &Bound<'_, PyAny>) -> PyResult<()> {
    let made = with_world(m, d, scn, Lists::All, |scene| scene.geoms.len(), |scene, m, d| scene.update_lights(m, d))?;
    made.map_err(refused)
}

/// Updates the cameras of a scene from a camera.
///
/// m: MjModel; d: MjData; cam: MjvCamera; scn: MjvScene.
#[pyfunction]
fn mjv_updateCamera(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    cam: &Bound<'_, PyAny>,
    scn: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let record: CameraRecord = load("cam", cam)?;
    let mut camera = Camera::try_from(record).map_err(refused)?;
    let made = with_world(
        m,
        d,
        scn,
        Lists::All,
        |scene| scene.geoms.len(),
        |scene, m, d| scene.update_camera(m, d, &mut camera),
    )?;
    store("cam", cam, &CameraRecord { orthographic: record.orthographic, ..CameraRecord::from(camera) })?;
    made.map_err(refused)
}

/// Updates the vertices of skins, of the groups that are visible by default.
///
/// m: MjModel; d: MjData; scn: MjvScene.
#[pyfunction]
fn mjv_updateSkin(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, scn: &Bound<'_, PyAny>) -> PyResult<()> {
    let update = |scene: &mut Scene, m: &Model, d: &Data| scene.update_skins(m, d, &SceneOption::default());
    with_world(m, d, scn, Lists::All, |scene| scene.geoms.len(), update)
}

/// Colours in single precision.
type Colour<'py> = PyArrayLike1<'py, f32, AllowTypeChange>;

/// Sets a geom: the values that are given, and defaults for the rest.
///
/// geom: MjvGeom; type: int; size, pos: float64 (3,) or None; mat: float64 (9,) or None; rgba: float32 (4,) or None.
#[pyfunction]
#[pyo3(signature = (geom, r#type, size, pos, mat, rgba))]
fn mjv_initGeom(
    geom: &Bound<'_, PyAny>,
    r#type: i32,
    size: Option<Vector<'_>>,
    pos: Option<Vector<'_>>,
    mat: Option<Vector<'_>>,
    rgba: Option<Colour<'_>>,
) -> PyResult<()> {
    let size = size.map(|size| input3("size", &size)).transpose()?;
    let pos = pos.map(|pos| input3("pos", &pos)).transpose()?;
    let mat = mat.map(|mat| fixed::<9>("mat", &mat)).transpose()?;
    let rgba = rgba.map(|rgba| rgba.as_array().to_vec().try_into()).transpose();
    let rgba: Option<[f32; 4]> = rgba.map_err(|_| PyTypeError::new_err("rgba should have 4 entries"))?;
    let mut made = SceneGeom::from(&load::<GeomRecord>("geom", geom)?);
    made.reset(Shape(r#type), size, pos, mat.as_ref(), rgba);
    store("geom", geom, &GeomRecord::from(&made))
}

/// Places a geom so that it reaches from one point to another.
///
/// geom: MjvGeom; type: int; width: float; from_, to: float64 (3,).
#[pyfunction]
fn mjv_connector(geom: &Bound<'_, PyAny>, r#type: i32, width: f64, from_: Vector<'_>, to: Vector<'_>) -> PyResult<()> {
    let (from, to) = (input3("from_", &from_)?, input3("to", &to)?);
    let mut made = SceneGeom::from(&load::<GeomRecord>("geom", geom)?);
    made.connect(Shape(r#type), width, from, to).map_err(refused)?;
    store("geom", geom, &GeomRecord::from(&made))
}

/// A new Python record.
fn projection<'py>(py: Python<'py>, value: Projection) -> PyResult<Bound<'py, PyAny>> {
    let record = py.import("cortenforge.mujoco")?.getattr("MjvGLCamera")?.call0()?;
    store("camera", &record, &ProjectionRecord::from(value))?;
    Ok(record)
}

/// Returns the projection half way between those of two eyes.
///
/// cam1, cam2: MjvGLCamera. Returns MjvGLCamera.
#[pyfunction]
fn mjv_averageCamera<'py>(cam1: &Bound<'py, PyAny>, cam2: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let left: ProjectionRecord = load("cam1", cam1)?;
    let right: ProjectionRecord = load("cam2", cam2)?;
    let mean = Projection::between(&left.into(), &right.into()).map_err(refused)?;
    projection(cam1.py(), mean)
}

/// Returns the projection of a camera.
///
/// m: MjModel; d: MjData; cam: MjvCamera. Returns MjvGLCamera.
#[pyfunction]
fn mjv_camera2GLCamera<'py>(
    m: &Bound<'py, MjModel>,
    d: &Bound<'py, MjData>,
    cam: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let camera = camera(cam)?;
    let made = MjData::run_briefly(d, m, |m, d| camera.projection(m, d, 0.0))?;
    projection(cam.py(), made.map_err(refused)?)
}

/// Writes the position and the axes of a camera.
///
/// headpos, forward, up, right: float64 (3,), written; d: MjData; cam: MjvCamera.
#[pyfunction]
fn mjv_cameraFrame(
    headpos: &Bound<'_, PyAny>,
    forward: &Bound<'_, PyAny>,
    up: &Bound<'_, PyAny>,
    right: &Bound<'_, PyAny>,
    d: &Bound<'_, MjData>,
    cam: &Bound<'_, PyAny>,
) -> PyResult<()> {
    for (name, target) in [("headpos", headpos), ("forward", forward), ("up", up), ("right", right)] {
        check(name, target, &[3])?;
    }
    let camera = camera(cam)?;
    let model = d.get().model_of(d.py());
    let frame = MjData::run_briefly(d, &model, |_, d| camera.frame(d))?.map_err(refused)?;
    output(headpos, frame.pos)?;
    output(forward, frame.forward)?;
    output(up, frame.up)?;
    output(right, frame.right)
}

/// Writes the frustum of a camera: up and down, left and right, near and far.
///
/// zver, zhor, zclip: float32 (2,), written; m: MjModel; cam: MjvCamera.
#[pyfunction]
fn mjv_cameraFrustum(
    zver: &Bound<'_, PyAny>,
    zhor: &Bound<'_, PyAny>,
    zclip: &Bound<'_, PyAny>,
    m: &Bound<'_, MjModel>,
    cam: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let camera = camera(cam)?;
    m.get().check()?;
    let frustum = camera.frustum(&m.get().store.read()).map_err(refused)?;
    let targets =
        [("zver", zver, frustum.vertical), ("zhor", zhor, frustum.horizontal), ("zclip", zclip, frustum.clip)];
    for (name, target, values) in targets {
        single_output(name, target, &values)?;
    }
    Ok(())
}

/// Copies two numbers to a caller's single-precision array.
fn single_output(name: &str, target: &Bound<'_, PyAny>, values: &[f32; 2]) -> PyResult<()> {
    use numpy::{PyArray1, PyArrayMethods};
    let wrong = || PyTypeError::new_err(format!("{name} should be a float32 array of 2 entries that can be written"));
    let array = target.cast::<PyArray1<f32>>().map_err(|_| wrong())?;
    let mut array = array.try_readwrite().map_err(|_| wrong())?;
    let mut array = array.as_array_mut();
    if array.len() != values.len() {
        return Err(wrong());
    }
    array.iter_mut().zip(values).for_each(|(entry, value)| *entry = *value);
    Ok(())
}

/// Transforms a pose of the room to the model's space.
///
/// modelpos: float64 (3,), written; modelquat: float64 (4,), written; roompos: float64 (3,); roomquat: float64 (4,); scn: MjvScene.
#[pyfunction]
fn mjv_room2model(
    modelpos: &Bound<'_, PyAny>,
    modelquat: &Bound<'_, PyAny>,
    roompos: Vector<'_>,
    roomquat: Vector<'_>,
    scn: &Bound<'_, PyAny>,
) -> PyResult<()> {
    check("modelpos", modelpos, &[3])?;
    check("modelquat", modelquat, &[4])?;
    let room = Pose { pos: input3("roompos", &roompos)?, quat: fixed("roomquat", &roomquat)? };
    let model = cameras_of(scn)?.room_to_model(&room).map_err(refused)?;
    output(modelpos, model.pos)?;
    output(modelquat, model.quat)
}

/// Transforms a pose of the model's space to the room.
///
/// roompos: float64 (3,), written; roomquat: float64 (4,), written; modelpos: float64 (3,); modelquat: float64 (4,); scn: MjvScene.
#[pyfunction]
fn mjv_model2room(
    roompos: &Bound<'_, PyAny>,
    roomquat: &Bound<'_, PyAny>,
    modelpos: Vector<'_>,
    modelquat: Vector<'_>,
    scn: &Bound<'_, PyAny>,
) -> PyResult<()> {
    check("roompos", roompos, &[3])?;
    check("roomquat", roomquat, &[4])?;
    let model = Pose { pos: input3("modelpos", &modelpos)?, quat: fixed("modelquat", &modelquat)? };
    let room = cameras_of(scn)?.model_to_room(&model).map_err(refused)?;
    output(roompos, room.pos)?;
    output(roomquat, room.quat)
}

/// Functions that write where the head is.
macro_rules! heads {
    ($($(#[$meta:meta])* $name:ident = $method:ident;)*) => {$(
        $(#[$meta])*
        #[doc = ""]
        #[doc = "headpos, forward, up: float64 (3,), written; scn: MjvScene."]
        #[pyfunction]
        fn $name(
            headpos: &Bound<'_, PyAny>,
            forward: &Bound<'_, PyAny>,
            up: &Bound<'_, PyAny>,
            scn: &Bound<'_, PyAny>,
        ) -> PyResult<()> {
            for (name, target) in [("headpos", headpos), ("forward", forward), ("up", up)] {
                check(name, target, &[3])?;
            }
            let head = cameras_of(scn)?.$method().map_err(refused)?;
            output(headpos, head.pos)?;
            output(forward, head.forward)?;
            output(up, head.up)
        }
    )*};
}

heads! {
    /// Writes where the camera is, and where it looks, in the model's space.
    mjv_cameraInModel = head_in_model;
    /// Writes where the camera is, and where it looks, in the room.
    mjv_cameraInRoom = head_in_room;
}

/// Returns the height of what is seen one unit in front of the camera.
///
/// scn: MjvScene. Returns float.
#[pyfunction]
fn mjv_frustumHeight(scn: &Bound<'_, PyAny>) -> PyResult<f64> {
    cameras_of(scn)?.frustum_height().map_err(refused)
}

/// Turns a vector about the vertical by the angle from the y axis to the direction of sight.
///
/// res: float64 (3,), written; vec, forward: float64 (3,).
#[pyfunction]
fn mjv_alignToCamera(res: &Bound<'_, PyAny>, vec: Vector<'_>, forward: Vector<'_>) -> PyResult<()> {
    check("res", res, &[3])?;
    output(res, align_to_camera(input3("vec", &vec)?, input3("forward", &forward)?))
}

/// Finds what is seen at a place of the picture. Returns its body, -1 for nothing.
///
/// m: MjModel; d: MjData; vopt: MjvOption; aspectratio, relx, rely: float; scn: MjvScene; selpnt: float64 (3,), written; geomid,
/// flexid, skinid: int32 (1,), written. Returns int.
#[pyfunction]
fn mjv_select(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    vopt: &Bound<'_, PyAny>,
    aspectratio: f64,
    relx: f64,
    rely: f64,
    scn: &Bound<'_, PyAny>,
    selpnt: &Bound<'_, PyAny>,
    geomid: &Bound<'_, PyAny>,
    flexid: &Bound<'_, PyAny>,
    skinid: &Bound<'_, PyAny>,
) -> PyResult<i32> {
    check("selpnt", selpnt, &[3])?;
    let (option, scene) = (option("vopt", vopt)?, cameras_of(scn)?);
    let found = MjData::run_briefly(d, m, |m, d| scene.select(m, d, &option, aspectratio, relx, rely))?;
    let found = found.map_err(refused)?;
    let (geom, skin) = found.map_or((None, None), |found| (found.geom, found.skin));
    for (name, target, id) in [("geomid", geomid, geom), ("flexid", flexid, None), ("skinid", skinid, skin)] {
        crate::memory::arguments::output_ids(name, target, vec![id.map_or(-1, |id| id as i32)])?;
    }
    if let Some(found) = found {
        output(selpnt, found.point)?;
    }
    Ok(found.map_or(-1, |found| found.body as i32))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mjv_defaultCamera, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_defaultFreeCamera, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_defaultOption, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_defaultPerturb, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_updateScene, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_addGeoms, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_makeLights, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_updateCamera, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_updateSkin, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_initGeom, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_connector, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_averageCamera, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_camera2GLCamera, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_cameraFrame, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_cameraFrustum, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_room2model, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_model2room, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_cameraInModel, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_cameraInRoom, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_frustumHeight, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_alignToCamera, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_select, module)?)
}
