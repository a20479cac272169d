//! Functions of the `mujoco` package with array arguments: inertia, Jacobians, state vectors.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::memory::arguments::{Vector, check, current_vector, input, input3, numbers, output};
use crate::memory::views::Dims;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use sim_core::binding::dynamics::bias::{self, Acceleration};
use sim_core::binding::dynamics::velocity::{self, Orientation};
use sim_core::binding::dynamics::{inertia, jacobian};
use sim_core::binding::linalg::ltdl;
use sim_core::binding::stage::{Axes, NarrowPhase, NewtonEuler, ObjectAcceleration, ObjectMotion};
use sim_core::binding::{integrate, query};
use sim_core::{Data, Model, ObjType};
use std::convert::Infallible;

pub fn index(name: &str, id: i64, count: usize) -> PyResult<usize> {
    usize::try_from(id).ok().filter(|id| *id < count).ok_or_else(|| {
        PyIndexError::new_err(format!("Invalid {name} {id}. Valid indices from 0 to {}", count as i64 - 1))
    })
}

/// Runs engine code that cannot fail.
pub fn compute<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    work: impl FnOnce(&Model, &mut Data) -> R + Send,
) -> PyResult<R> {
    MjData::run(d, m, |m, d| Ok::<R, Infallible>(work(m, d)))
}

/// Runs engine code that cannot fail, takes no longer than a call and only reads what Python has copies of.
pub fn compute_briefly<R: Send>(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    work: impl FnOnce(&Model, &mut Data) -> R + Send,
) -> PyResult<R> {
    MjData::run_briefly(d, m, work)
}

pub fn count(m: &Bound<'_, MjModel>, size: fn(&Model) -> usize) -> usize {
    size(&m.get().store.read())
}

/// Writes the dense inertia matrix to `dst`.
///
/// m: MjModel; d: MjData; dst: float64 (nv, nv), written.
#[pyfunction]
fn mj_fullM(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, dst: &Bound<'_, PyAny>) -> PyResult<()> {
    let nv = count(m, |m| m.nv);
    check("dst", dst, &[nv, nv])?;
    output(dst, compute_briefly(m, d, |m, d| inertia::full(m, d))?)
}

/// Multiplies with the inertia matrix: `res = M vec`.
///
/// m: MjModel; d: MjData; res: float64 (nv,), written; vec: float64 (nv,).
#[pyfunction]
fn mj_mulM(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, res: &Bound<'_, PyAny>, vec: Vector<'_>) -> PyResult<()> {
    let nv = count(m, |m| m.nv);
    check("res", res, &[nv])?;
    let vec = input("vec", &vec, nv)?;
    let product = compute_briefly(m, d, |m, d| {
        let mut out = vec![0.0; nv];
        inertia::mul(m, &d.M, &vec, &mut out);
        out
    })?;
    output(res, product)
}

/// Makes half of a product with the inertia matrix `M = Lᵀ D L`: `res = sqrt(D) L vec`.
///
/// m: MjModel; d: MjData; res: float64 (nv,), written; vec: float64 (nv,).
#[pyfunction]
fn mj_mulM2(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, res: &Bound<'_, PyAny>, vec: Vector<'_>) -> PyResult<()> {
    let nv = count(m, |m| m.nv);
    check("res", res, &[nv])?;
    let vec = input("vec", &vec, nv)?;
    let product = compute_briefly(m, d, |m, d| {
        let mut out = vec![0.0; nv];
        ltdl::half_mul(inertia::pattern(m), &d.qLD(), &vec, &mut out);
        out
    })?;
    output(res, product)
}

/// Solves with the inertia matrix: `x = M⁻¹ y`, for each row of `y`.
///
/// m: MjModel; d: MjData; x: float64 (n, nv) or (nv,), written; y: float64 (n, nv) or (nv,).
#[pyfunction]
fn mj_solveM(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, x: &Bound<'_, PyAny>, y: Vector<'_>) -> PyResult<()> {
    solve_rows(m, d, x, &y, |m, d, rows| {
        let factor = ltdl::FactorRows { entries: d.qLD(), diag_inv: d.qLDiagInv() };
        rows.for_each(|row| inertia::solve(m, &factor, row));
    })
}

/// Makes half of a solve with the inertia matrix `M = Lᵀ D L`: `x = sqrtInvD L⁻ᵀ y`, for each row of `y`.
///
/// m: MjModel; d: MjData; x: float64 (n, nv) or (nv,), written; y: float64 (n, nv) or (nv,); sqrtInvD: float64 (nv,).
#[pyfunction]
fn mj_solveM2(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    x: &Bound<'_, PyAny>,
    y: Vector<'_>,
    sqrtInvD: Vector<'_>,
) -> PyResult<()> {
    let scale = input("sqrtInvD", &sqrtInvD, count(m, |m| m.nv))?;
    solve_rows(m, d, x, &y, |m, d, rows| {
        let factor = d.qLD();
        rows.for_each(|row| ltdl::half_solve(inertia::pattern(m), &factor, &scale, row));
    })
}

/// Applies `solve` to the rows of `y` and writes them to `x`.
fn solve_rows(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    x: &Bound<'_, PyAny>,
    y: &Vector<'_>,
    solve: impl Fn(&Model, &Data, std::slice::ChunksExactMut<'_, f64>) + Sync,
) -> PyResult<()> {
    let nv = count(m, |m| m.nv);
    let (dims, mut rows) = numbers("y", y)?;
    let count = match dims {
        Dims::Vector(_) => {
            check("x", x, &[nv])?;
            1
        }
        Dims::Matrix(n, _) => {
            check("x", x, &[n, nv])?;
            n
        }
    };
    if rows.len() != nv * count {
        return Err(PyTypeError::new_err(format!("y should have rows of {nv} entries")));
    }
    let solved = compute_briefly(m, d, |m, d| {
        solve(m, d, rows.chunks_exact_mut(nv.max(1)));
        rows
    })?;
    output(x, solved)
}

/// Computes a Jacobian of two 3 × nv halves and writes those that are wanted; the others are not computed.
pub fn halves(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<&Bound<'_, PyAny>>,
    jacr: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Model, &Data, Option<&mut [f64]>, Option<&mut [f64]>) + Send,
) -> PyResult<()> {
    let nv = count(m, |m| m.nv);
    for (name, target) in [("jacp", jacp), ("jacr", jacr)] {
        target.map_or(Ok(()), |target| check(name, target, &[3, nv]))?;
    }
    let half = |target: Option<&Bound<'_, PyAny>>| target.map(|_| vec![0.0; 3 * nv]);
    let (mut p, mut r) = (half(jacp), half(jacr));
    let (p, r) = compute_briefly(m, d, move |m, d| {
        work(m, d, p.as_deref_mut(), r.as_deref_mut());
        (p, r)
    })?;
    for (target, values) in [(jacp, p), (jacr, r)] {
        target.zip(values).map_or(Ok(()), |(target, values)| output(target, values))?;
    }
    Ok(())
}

/// Writes the Jacobian of a point that moves with `body`: position and rotation by velocity.
///
/// m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; point: float64 (3,); body: int.
#[pyfunction]
#[pyo3(signature = (m, d, jacp, jacr, point, body))]
fn mj_jac(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<&Bound<'_, PyAny>>,
    jacr: Option<&Bound<'_, PyAny>>,
    point: Vector<'_>,
    body: i64,
) -> PyResult<()> {
    let (point, body) = (input3("point", &point)?, index("body", body, count(m, |m| m.nbody))?);
    halves(m, d, jacp, jacr, |m, d, p, r| jacobian::point(m, Axes::of(d), p, r, point, body))
}

macro_rules! frame_jacobians {
    ($($(#[$meta:meta])* $name:ident($what:ident, $size:ident) = $work:path;)*) => {$(
        $(#[$meta])*
        #[doc = ""]
        #[doc = concat!("m: MjModel; d: MjData; jacp, jacr: float64 (3, nv) or None, written; ", stringify!($what), ": int.")]
        #[pyfunction]
        #[pyo3(signature = (m, d, jacp, jacr, $what))]
        fn $name(
            m: &Bound<'_, MjModel>,
            d: &Bound<'_, MjData>,
            jacp: Option<&Bound<'_, PyAny>>,
            jacr: Option<&Bound<'_, PyAny>>,
            $what: i64,
        ) -> PyResult<()> {
            let id = index(stringify!($what), $what, count(m, |m| m.$size))?;
            halves(m, d, jacp, jacr, |m, d, p, r| $work(m, d, p, r, id))
        }
    )*};
}

frame_jacobians! {
    /// Writes the Jacobian of the origin of a body's frame: position and rotation by velocity.
    mj_jacBody(body, nbody) = jacobian::body;
    /// Writes the Jacobian of a body's centre of mass: position and rotation by velocity.
    mj_jacBodyCom(body, nbody) = jacobian::body_com;
    /// Writes the Jacobian of a geom's centre: position and rotation by velocity.
    mj_jacGeom(geom, ngeom) = jacobian::geom;
    /// Writes the Jacobian of a site: position and rotation by velocity.
    mj_jacSite(site, nsite) = jacobian::site;
}

/// Writes the Jacobian of the centre of mass of a subtree: position by velocity.
///
/// m: MjModel; d: MjData; jacp: float64 (3, nv) or None, written; body: int.
#[pyfunction]
#[pyo3(signature = (m, d, jacp, body))]
fn mj_jacSubtreeCom(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    jacp: Option<&Bound<'_, PyAny>>,
    body: i64,
) -> PyResult<()> {
    let body = index("body", body, count(m, |m| m.nbody))?;
    halves(m, d, jacp, None, |m, d, p, _| {
        if let Some(p) = p {
            jacobian::subtree_com(m, d, p, body);
        }
    })
}

/// Inverse dynamics without constraints: writes the force that explains `qacc` (zero unless `flg_acc`).
///
/// m: MjModel; d: MjData; flg_acc: bool or int; result: float64 (nv,), written.
#[pyfunction]
fn mj_rne(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, flg_acc: i32, result: &Bound<'_, PyAny>) -> PyResult<()> {
    let nv = count(m, |m| m.nv);
    check("result", result, &[nv])?;
    let force = compute(m, d, |m, d| {
        let mut out = vec![0.0; nv];
        let given = d.qacc.clone();
        let acceleration = if flg_acc != 0 { Acceleration::Given(&given) } else { Acceleration::Zero };
        bias::newton_euler(m, &mut NewtonEuler::of(d), acceleration, &mut out);
        out
    })?;
    output(result, force)
}

/// Functions that write the motion of an object, rotation first, in the world's or its own orientation.
macro_rules! object_motions {
    ($($(#[$meta:meta])* $name:ident = $work:path, $View:ident;)*) => {$(
        $(#[$meta])*
        #[doc = ""]
        #[doc = "m: MjModel; d: MjData; objtype, objid: int; res: float64 (6,), written; flg_local: bool or int."]
        #[pyfunction]
        fn $name(
            m: &Bound<'_, MjModel>,
            d: &Bound<'_, MjData>,
            objtype: i32,
            objid: i64,
            res: &Bound<'_, PyAny>,
            flg_local: i32,
        ) -> PyResult<()> {
            check("res", res, &[6])?;
            let kind = ObjType(objtype);
            let id = index("object", objid, m.get().store.read().count(kind))?;
            let axes = if flg_local != 0 { Orientation::Own } else { Orientation::World };
            output(res, compute_briefly(m, d, |m, d| $work(m, $View::of(d), kind, id, axes))?)
        }
    )*};
}

object_motions! {
    /// Writes the velocity of an object, rotation first, in the world's or its own orientation.
    mj_objectVelocity = velocity::object_velocity, ObjectMotion;
    /// Writes the acceleration of an object, rotation first, in the world's or its own orientation.
    mj_objectAcceleration = velocity::object_acceleration, ObjectAcceleration;
}

/// Returns the signed distance of two geoms, at most `distmax`, and writes the nearest points to `fromto`.
///
/// m: MjModel; d: MjData; geom1, geom2: int; distmax: float; fromto: float64 (6,) or None, written. Returns float.
#[pyfunction]
#[pyo3(signature = (m, d, geom1, geom2, distmax, fromto=None))]
fn mj_geomDistance(
    m: &Bound<'_, MjModel>,
    d: &Bound<'_, MjData>,
    geom1: i64,
    geom2: i64,
    distmax: f64,
    fromto: Option<&Bound<'_, PyAny>>,
) -> PyResult<f64> {
    fromto.map_or(Ok(()), |target| check("fromto", target, &[6]))?;
    let ngeom = count(m, |m| m.ngeom);
    let (geom1, geom2) = (index("geom1", geom1, ngeom)?, index("geom2", geom2, ngeom)?);
    let (dist, segment) =
        compute(m, d, |m, d| query::geom_distance(m, &mut NarrowPhase::of(d), geom1, geom2, distmax))?;
    fromto.map_or(Ok(()), |target| output(target, segment))?;
    Ok(dist)
}

/// Moves `qpos` for the time `dt` with the velocity `qvel`.
///
/// m: MjModel; qpos: float64 (nq,), written; qvel: float64 (nv,); dt: float.
#[pyfunction]
fn mj_integratePos(m: &Bound<'_, MjModel>, qpos: &Bound<'_, PyAny>, qvel: Vector<'_>, dt: f64) -> PyResult<()> {
    let (nq, nv) = (count(m, |m| m.nq), count(m, |m| m.nv));
    check("qpos", qpos, &[nq])?;
    let mut position = current_vector("qpos", qpos)?;
    let velocity = input("qvel", &qvel, nv)?;
    m.get().check()?;
    integrate::integrate_position(&m.get().store.read(), &mut position, &velocity, dt);
    output(qpos, position)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_fullM, module)?)?;
    module.add_function(wrap_pyfunction!(mj_mulM, module)?)?;
    module.add_function(wrap_pyfunction!(mj_mulM2, module)?)?;
    module.add_function(wrap_pyfunction!(mj_solveM, module)?)?;
    module.add_function(wrap_pyfunction!(mj_solveM2, module)?)?;
    module.add_function(wrap_pyfunction!(mj_jac, module)?)?;
    module.add_function(wrap_pyfunction!(mj_jacBody, module)?)?;
    module.add_function(wrap_pyfunction!(mj_jacBodyCom, module)?)?;
    module.add_function(wrap_pyfunction!(mj_jacGeom, module)?)?;
    module.add_function(wrap_pyfunction!(mj_jacSite, module)?)?;
    module.add_function(wrap_pyfunction!(mj_jacSubtreeCom, module)?)?;
    module.add_function(wrap_pyfunction!(mj_rne, module)?)?;
    module.add_function(wrap_pyfunction!(mj_objectVelocity, module)?)?;
    module.add_function(wrap_pyfunction!(mj_objectAcceleration, module)?)?;
    module.add_function(wrap_pyfunction!(mj_geomDistance, module)?)?;
    module.add_function(wrap_pyfunction!(mj_integratePos, module)?)
}
