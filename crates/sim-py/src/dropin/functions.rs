//! Functions of the `mujoco` package that take a model and a world: the pipeline and its stages.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::memory::text::Text;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::native::run::reset_with as reset;
use pyo3::prelude::*;
use sim_core::binding::force::BadControls;
use sim_core::binding::pipeline::{self, stages};
use sim_core::{ConeType, Data, Model, ObjType, SolverType, Stage, StepError};
use std::convert::Infallible;

/// Returns the id of the object of kind `type` called `name`, -1 when there is none.
///
/// m: MjModel; type: int; name: str or bytes. Returns int.
#[pyfunction]
#[pyo3(signature = (m, r#type, name))]
fn mj_name2id(m: &Bound<'_, MjModel>, r#type: i32, name: Text) -> i64 {
    m.get().store.read().id(ObjType(r#type), &name.0).map_or(-1, |id| id as i64)
}

/// Returns the name of the object of kind `type` with this id; None when it has none or does not exist.
///
/// m: MjModel; type, id: int. Returns str or None.
#[pyfunction]
#[pyo3(signature = (m, r#type, id))]
fn mj_id2name(m: &Bound<'_, MjModel>, r#type: i32, id: i64) -> Option<String> {
    let id = usize::try_from(id).ok()?;
    m.get().store.read().name(ObjType(r#type), id).map(str::to_string)
}

/// Returns to keyframe `key`, or to the reference pose when there is no such keyframe.
///
/// m: MjModel; d: MjData; key: int.
#[pyfunction]
fn mj_resetDataKeyframe(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, key: i64) -> PyResult<()> {
    reset(m, d, |m, d| {
        d.reset_all(m);
        if let Ok(key) = usize::try_from(key) {
            d.reset_to_keyframe(m, key);
        }
    })
}

/// Recomputes the constants of the model that follow from its other fields; puts the world in the
/// reference pose.
///
/// m: MjModel; d: MjData.
#[pyfunction]
fn mj_setConst(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
    MjModel::edit(m, |model| model.set_const().map_err(|e| e.to_string()))?;
    stage(m, d, |m, d| {
        d.qpos.copy_from_slice(&m.qpos0);
        stages::kinematics(m, d);
        stages::centres_of_mass(m, d);
        stages::cameras_and_lights(m, d);
        stages::tendons(m, d);
        stages::inertia(m, d);
        stages::inertia_factor(m, d);
        stages::transmission(m, d);
    })
}

/// Returns the sum of all masses (kg).
///
/// m: MjModel. Returns float.
#[pyfunction]
fn mj_getTotalmass(m: &Bound<'_, MjModel>) -> f64 {
    m.get().store.read().body_mass.iter().sum()
}

/// Scales masses and inertias so that the masses sum to `newmass`.
///
/// m: MjModel; newmass: float.
#[pyfunction]
fn mj_setTotalmass(m: &Bound<'_, MjModel>, newmass: f64) -> PyResult<()> {
    MjModel::edit(m, |model| {
        model.scale_total_mass(newmass);
        Ok(())
    })
}

/// Returns 1 if the constraint Jacobian is stored sparse, else 0.
///
/// m: MjModel. Returns int.
#[pyfunction]
fn mj_isSparse(m: &Bound<'_, MjModel>) -> i32 {
    i32::from(m.get().store.read().is_sparse())
}

/// Returns 1 if friction cones are pyramids, else 0.
///
/// m: MjModel. Returns int.
#[pyfunction]
fn mj_isPyramidal(m: &Bound<'_, MjModel>) -> i32 {
    i32::from(m.get().store.read().opt.cone == ConeType::Pyramidal)
}

/// Returns 1 if the solver works on constraint forces, 0 if on accelerations.
///
/// m: MjModel. Returns int.
#[pyfunction]
fn mj_isDual(m: &Bound<'_, MjModel>) -> i32 {
    let model = m.get().store.read();
    i32::from(model.opt.solver == SolverType::PGS || model.opt.noslip_iterations > 0)
}

fn stage(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, work: impl FnOnce(&Model, &mut Data) + Send) -> PyResult<()> {
    MjData::run(d, m, |m, d| {
        work(m, d);
        Ok::<(), Infallible>(())
    })
}

fn fallible_stage(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    work: impl FnOnce(&Model, &mut Data) -> Result<(), StepError> + Send,
) -> PyResult<()> {
    MjData::run(d, m, work)
}

/// Functions of a model and a world without further arguments.
macro_rules! stages {
    ($($(#[$meta:meta])* $name:ident = $run:ident($work:expr);)*) => {
        $(
            $(#[$meta])*
            #[doc = ""]
            #[doc = "m: MjModel; d: MjData."]
            #[pyfunction]
            fn $name(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>) -> PyResult<()> {
                $run(m, d, $work)
            }
        )*

        /// Adds the functions to the module.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            register_others(module)
        }
    };
}

stages! {
    /// Computes everything that follows from positions.
    mj_fwdPosition = fallible_stage(pipeline::forward_position);
    /// Computes poses, centres of mass, cameras, lights and tendons.
    mj_fwdKinematics = stage(pipeline::forward_kinematics);
    /// Computes everything that follows from velocities.
    mj_fwdVelocity = stage(pipeline::forward_velocity);
    /// Computes the forces other than those of constraints, and the acceleration they give.
    mj_fwdAcceleration = stage(stages::smooth_acceleration);
    /// Computes constraint forces and accelerations.
    mj_fwdConstraint = fallible_stage(stages::constraint_solution);
    /// Computes what inverse dynamics needs of positions.
    mj_invPosition = fallible_stage(pipeline::inverse_position);
    /// Computes what inverse dynamics needs of velocities.
    mj_invVelocity = stage(pipeline::forward_velocity);
    /// Computes the constraint forces that belong to the acceleration `qacc`.
    mj_invConstraint = stage(pipeline::constraint_forces);
    /// Compares the last forward pass with inverse dynamics: writes `solver_fwdinv`.
    mj_compareFwdInv = fallible_stage(|m, d| d.compare_forward_inverse(m));
    /// Computes the sensors of positions.
    mj_sensorPos = stage(|m, d| d.sense(m, Stage::Pos));
    /// Computes the sensors of velocities.
    mj_sensorVel = stage(|m, d| d.sense(m, Stage::Vel));
    /// Computes the sensors of accelerations and forces.
    mj_sensorAcc = stage(|m, d| d.sense(m, Stage::Acc));
    /// Returns to the reference pose at rest and clears all inputs.
    mj_resetData = reset(|m, d| d.reset_all(m));
    /// Sets the controls to their neutral values.
    mj_resetCtrl = stage(|m, d| d.reset_ctrl(m));
    /// Computes the poses of bodies, joints, geoms and sites.
    mj_kinematics = stage(stages::kinematics);
    /// Computes centres of mass, and inertias and motion axes about them.
    mj_comPos = stage(stages::centres_of_mass);
    /// Computes the poses of cameras and lights.
    mj_camlight = stage(stages::cameras_and_lights);
    /// Computes lengths and Jacobians of tendons.
    mj_tendon = stage(stages::tendons);
    /// Computes lengths and moment arms of actuators.
    mj_transmission = stage(stages::transmission);
    /// Computes the inertia matrix from composite bodies.
    mj_crb = stage(stages::composite_bodies);
    /// Computes the inertia matrix with all its parts.
    mj_makeM = stage(stages::inertia);
    /// Factors the inertia matrix.
    mj_factorM = stage(stages::inertia_factor);
    /// Finds the contacts.
    mj_collision = fallible_stage(stages::collide);
    /// Makes the constraint rows.
    mj_makeConstraint = fallible_stage(stages::make_constraints);
    /// Finds the islands: trees of dofs that constraints connect.
    mj_island = stage(stages::islands);
    /// Computes the inverse inertia of the constraint rows.
    mj_projectConstraint = fallible_stage(stages::inertia_of_rows);
    /// Does nothing: a function of MuJoCo for flexes, which have no such stage here.
    mj_flex = stage(|_, _| {});
    /// Computes velocities of bodies, and rates of the motion axes.
    mj_comVel = stage(stages::velocity);
    /// Computes passive forces.
    mj_passive = stage(stages::passive_forces);
    /// Computes velocities and reference accelerations of the constraint rows.
    mj_referenceConstraint = stage(stages::constraint_reference);
    /// Computes actuator forces and activation rates.
    mj_fwdActuation = fallible_stage(|m, d| stages::actuation(m, d, BadControls::Refuse));
    /// Computes linear velocities and angular momenta of subtrees.
    mj_subtreeVel = stage(stages::subtree_velocities);
    /// Computes accelerations and forces of bodies from the joint accelerations.
    mj_rnePostConstraint = stage(stages::body_forces);
    /// Computes the potential energy.
    mj_energyPos = stage(stages::potential_energy);
    /// Computes the kinetic energy.
    mj_energyVel = stage(stages::kinetic_energy);
}

fn register_others(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_name2id, module)?)?;
    module.add_function(wrap_pyfunction!(mj_id2name, module)?)?;
    module.add_function(wrap_pyfunction!(mj_resetDataKeyframe, module)?)?;
    module.add_function(wrap_pyfunction!(mj_setConst, module)?)?;
    module.add_function(wrap_pyfunction!(mj_getTotalmass, module)?)?;
    module.add_function(wrap_pyfunction!(mj_setTotalmass, module)?)?;
    module.add_function(wrap_pyfunction!(mj_isSparse, module)?)?;
    module.add_function(wrap_pyfunction!(mj_isPyramidal, module)?)?;
    module.add_function(wrap_pyfunction!(mj_isDual, module)?)
}
