//! Functions of the mouse: on cameras, on the selected body, and on scenes.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::memory::arguments::{Vector, input3};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::scene::functions::{cameras_of, refused};
use crate::scene::records::*;
use crate::scene::stored::{load, store};
use pyo3::prelude::*;
use sim_view::{Camera, MouseAction, Perturb};

/// Moves a camera with the mouse.
///
/// m: MjModel; action: int, of mjtMouse; reldx, reldy: float; cam: MjvCamera.
#[pyfunction]
fn mjv_moveCamera(m: &Bound<'_, MjModel>, action: i32, reldx: f64, reldy: f64, cam: &Bound<'_, PyAny>) -> PyResult<()> {
    let record: CameraRecord = load("cam", cam)?;
    let mut camera = Camera::try_from(record).map_err(refused)?;
    // a fixed camera does not move
    if camera.kind == sim_view::CameraKind::Fixed {
        return Ok(());
    }
    let action = MouseAction::from_number(action).map_err(refused)?;
    m.get().check()?;
    let moved = camera.drag(&m.get().store.read(), action, reldx, reldy);
    moved.map_err(refused)?;
    store("cam", cam, &CameraRecord { orthographic: record.orthographic, ..CameraRecord::from(camera) })
}

/// Moves the target of a perturbation with the mouse.
///
/// m: MjModel; d: MjData; action: int, of mjtMouse; reldx, reldy: float; scn: MjvScene; pert: MjvPerturb.
#[pyfunction]
fn mjv_movePerturb(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    action: i32,
    reldx: f64,
    reldy: f64,
    scn: &Bound<'_, PyAny>,
    pert: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let action = MouseAction::from_number(action).map_err(refused)?;
    let scene = cameras_of(scn)?;
    let mut perturb = Perturb::from(load::<PerturbRecord>("pert", pert)?);
    let moved = MjData::run_briefly(d, m, |m, d| perturb.drag(m, d, action, reldx, reldy, &scene))?;
    moved.map_err(refused)?;
    store("pert", pert, &PerturbRecord::from(perturb))
}

/// Moves the whole scene with the mouse, if its transformation is on.
///
/// m: MjModel; action: int, of mjtMouse; reldx, reldy: float; roomup: float64 (3,); scn: MjvScene.
#[pyfunction]
fn mjv_moveModel(
    m: &Bound<'_, MjModel>,
    action: i32,
    reldx: f64,
    reldy: f64,
    roomup: Vector<'_>,
    scn: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let up = input3("roomup", &roomup)?;
    let record: SceneRecord = load("scn", scn)?;
    let mut scene = cameras_of(scn)?;
    if !scene.enabletransform {
        return Ok(());
    }
    let action = MouseAction::from_number(action).map_err(refused)?;
    let moved = scene.drag(&m.get().store.read(), action, reldx, reldy, up);
    moved.map_err(refused)?;
    let (translate, rotate, scale) = (scene.translate, scene.rotate, scene.scale);
    store("scn", scn, &SceneRecord { translate, rotate, scale, ..record })
}

/// Starts a perturbation of the selected body.
///
/// m: MjModel; d: MjData; scn: MjvScene; pert: MjvPerturb.
#[pyfunction]
fn mjv_initPerturb(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    scn: &Bound<'_, PyAny>,
    pert: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let scene = cameras_of(scn)?;
    let mut perturb = Perturb::from(load::<PerturbRecord>("pert", pert)?);
    let made = MjData::run_briefly(d, m, |m, d| perturb.grip(m, d, &scene))?;
    made.map_err(refused)?;
    store("pert", pert, &PerturbRecord::from(perturb))
}

/// Moves the perturbed body to the pose of the perturbation.
///
/// m: MjModel; d: MjData; pert: MjvPerturb; flg_paused: int.
#[pyfunction]
fn mjv_applyPerturbPose(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    pert: &Bound<'_, PyAny>,
    flg_paused: i32,
) -> PyResult<()> {
    let perturb = Perturb::from(load::<PerturbRecord>("pert", pert)?);
    MjData::run_briefly(d, m, |m, d| perturb.apply_pose(m, d, flg_paused != 0))
}

/// Writes the force of a perturbation to `xfrc_applied`.
///
/// m: MjModel; d: MjData; pert: MjvPerturb.
#[pyfunction]
fn mjv_applyPerturbForce(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, pert: &Bound<'_, PyAny>) -> PyResult<()> {
    let perturb = Perturb::from(load::<PerturbRecord>("pert", pert)?);
    MjData::run_briefly(d, m, |m, d| perturb.apply_force(m, d))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mjv_moveCamera, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_movePerturb, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_moveModel, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_initPerturb, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_applyPerturbPose, module)?)?;
    module.add_function(wrap_pyfunction!(mjv_applyPerturbForce, module)?)
}
