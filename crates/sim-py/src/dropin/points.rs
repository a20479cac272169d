//! Functions of the `mujoco` package about points, frames and constraint rows: Jacobians of other kinds than a
//! frame's, forces on points, poses, products with the constraint Jacobian.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::dropin::matrices::{compute, count, halves, index};
use crate::memory::arguments::{Vector, check, current_vector, fixed, input, input3, output};
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sim_core::binding::constraint::update::Hessians;
use sim_core::binding::dynamics::{jacobian, kinematics, momentum};
use sim_core::binding::pipeline;
use sim_core::binding::stage::{Axes, AxisRates, BodyPoses};

/// Writes the Jacobians of a point that moves with `body` and of an axis that turns with it.
///
/// m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; point, axis: float64 (3,); body: int.
#[pyfunction]
#[pyo3(signature = (m, d, jacp, jacr, point, axis, body))]
fn mj_jacPointAxis(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<&Bound<'_, PyAny>>,
    jacr: Option<&Bound<'_, PyAny>>,
    point: Vector<'_>,
    axis: Vector<'_>,
    body: i64,
) -> PyResult<()> {
    let (point, axis) = (input3("point", &point)?, input3("axis", &axis)?);
    let (body, nv) = (index("body", body, count(m, |m| m.nbody))?, count(m, |m| m.nv));
    halves(m, d, jacp, jacr, |m, d, p, r| {
        let Some(r) = r else { return jacobian::point(m, Axes::of(d), p, None, point, body) };
        jacobian::point(m, Axes::of(d), p, Some(&mut *r), point, body);
        for k in 0..nv {
            let turn = sim_core::math::vec3::cross([r[k], r[nv + k], r[2 * nv + k]], axis);
            (r[k], r[nv + k], r[2 * nv + k]) = (turn[0], turn[1], turn[2]);
        }
    })
}

/// Writes the time derivative of the Jacobian of a point that moves with `body`.
///
/// m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; point: float64 (3,); body: int.
#[pyfunction]
#[pyo3(signature = (m, d, jacp, jacr, point, body))]
fn mj_jacDot(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<&Bound<'_, PyAny>>,
    jacr: Option<&Bound<'_, PyAny>>,
    point: Vector<'_>,
    body: i64,
) -> PyResult<()> {
    let (point, body) = (input3("point", &point)?, index("body", body, count(m, |m| m.nbody))?);
    halves(m, d, jacp, jacr, |m, d, p, r| {
        let (mut translation, mut rotation) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
        jacobian::point_rate(m, AxisRates::of(d), &mut translation, &mut rotation, point, body);
        for (target, values) in [(p, translation), (r, rotation)] {
            target.into_iter().for_each(|target| target.copy_from_slice(&values));
        }
    })
}

/// Writes the matrix that takes `qvel` to the angular momentum of a subtree.
///
/// m: MjModel; d: MjData; mat: float64 (3, nv), written; body: int.
#[pyfunction]
fn mj_angmomMat(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, mat: &Bound<'_, PyAny>, body: i64) -> PyResult<()> {
    check("mat", mat, &[3, count(m, |m| m.nv)])?;
    let body = index("body", body, count(m, |m| m.nbody))?;
    output(mat, compute(m, d, |m, d| momentum::angular_momentum_matrix(m, d, body))?)
}

/// Adds the generalized force of a force and a torque at a point of `body` to `qfrc_target`.
///
/// m: MjModel; d: MjData; force, torque, point: float64 (3,); body: int; qfrc_target: float64 (nv,), written.
#[pyfunction]
fn mj_applyFT(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    force: Vector<'_>,
    torque: Vector<'_>,
    point: Vector<'_>,
    body: i64,
    qfrc_target: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (force, torque, point) = (input3("force", &force)?, input3("torque", &torque)?, input3("point", &point)?);
    let (body, nv) = (index("body", body, count(m, |m| m.nbody))?, count(m, |m| m.nv));
    check("qfrc_target", qfrc_target, &[nv])?;
    let mut target = current_vector("qfrc_target", qfrc_target)?;
    let sum = compute(m, d, |m, d| {
        jacobian::apply_wrench(m, Axes::of(d), force, torque, point, body, &mut target);
        target
    })?;
    output(qfrc_target, sum)
}

/// Writes a pose of the frame of `body` in the world's frame. `sameframe` names a frame that it coincides with.
///
/// d: MjData; xpos: float64 (3,), written; pos: float64 (3,); xmat: float64 (9,), written; quat: float64 (4,); body, sameframe:
/// int.
#[pyfunction]
fn mj_local2Global(
    d: &Bound<'_, MjData>,
    xpos: &Bound<'_, PyAny>,
    xmat: &Bound<'_, PyAny>,
    pos: Vector<'_>,
    quat: Vector<'_>,
    body: i64,
    sameframe: u8,
) -> PyResult<()> {
    check("xpos", xpos, &[3])?;
    check("xmat", xmat, &[9])?;
    let (pos, quat) = (input3("pos", &pos)?, fixed("quat", &quat)?);
    let m = d.get().model_of(d.py());
    let body = index("body", body, count(&m, |m| m.nbody))?;
    let (world_pos, world_mat) =
        compute(&m, d, |_, d| kinematics::to_world(BodyPoses::of(d), body, pos, quat, sameframe))?;
    output(xpos, world_pos)?;
    output(xmat, world_mat)
}

/// Multiplies with the constraint Jacobian: `res = J vec`.
///
/// m: MjModel; d: MjData; res: float64 (nefc,), written; vec: float64 (nv,).
#[pyfunction]
fn mj_mulJacVec(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: &Bound<'_, PyAny>,
    vec: Vector<'_>,
) -> PyResult<()> {
    let vec = input("vec", &vec, count(m, |m| m.nv))?;
    let product = compute(m, d, |_, d| {
        let mut out = vec![0.0; d.nefc];
        d.jacobian().borrow().mul(&vec, &mut out);
        out
    })?;
    check("res", res, &[product.len()])?;
    output(res, product)
}

/// Multiplies with the transposed constraint Jacobian: `res = Jᵀ vec`.
///
/// m: MjModel; d: MjData; res: float64 (nv,), written; vec: float64 (nefc,).
#[pyfunction]
fn mj_mulJacTVec(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    res: &Bound<'_, PyAny>,
    vec: Vector<'_>,
) -> PyResult<()> {
    let nv = count(m, |m| m.nv);
    check("res", res, &[nv])?;
    let vec = rows(m, d, "vec", &vec)?;
    let product = compute(m, d, |_, d| {
        let mut out = vec![0.0; nv];
        d.jacobian().borrow().mul_t(&vec, &mut out);
        out
    })?;
    output(res, product)
}

/// Copies an argument with one entry per constraint row.
fn rows(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, name: &str, vector: &Vector<'_>) -> PyResult<Vec<f64>> {
    let nefc = compute(m, d, |_, d| d.nefc)?;
    input(name, vector, nefc).map_err(|_| PyTypeError::new_err(format!("size of {name} should equal nefc")))
}

/// Computes forces and states of the constraint rows for the acceleration errors `jar`, and writes their cost.
///
/// m: MjModel; d: MjData; jar: float64 (nefc,); cost: float64 (1,) or None, written; flg_coneHessian: bool or int.
#[pyfunction]
#[pyo3(signature = (m, d, jar, cost, flg_coneHessian))]
fn mj_constraintUpdate(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jar: Vector<'_>,
    cost: Option<&Bound<'_, PyAny>>,
    flg_coneHessian: i32,
) -> PyResult<()> {
    cost.map_or(Ok(()), |cost| check("cost", cost, &[1]))?;
    let jar = rows(m, d, "jar", &jar)?;
    let hessians = if flg_coneHessian != 0 { Hessians::Write } else { Hessians::Keep };
    let total = compute(m, d, |_, d| pipeline::constraint_update(d, &jar, hessians))?;
    cost.map_or(Ok(()), |cost| output(cost, [total]))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_jacPointAxis, module)?)?;
    module.add_function(wrap_pyfunction!(mj_jacDot, module)?)?;
    module.add_function(wrap_pyfunction!(mj_angmomMat, module)?)?;
    module.add_function(wrap_pyfunction!(mj_applyFT, module)?)?;
    module.add_function(wrap_pyfunction!(mj_local2Global, module)?)?;
    module.add_function(wrap_pyfunction!(mj_mulJacVec, module)?)?;
    module.add_function(wrap_pyfunction!(mj_mulJacTVec, module)?)?;
    module.add_function(wrap_pyfunction!(mj_constraintUpdate, module)?)
}
