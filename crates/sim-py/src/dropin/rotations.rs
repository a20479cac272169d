//! Quaternions, poses and small vectors of the `mujoco` package, and positions made of them.
//!
//! The result is the first argument, as in the reference.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::errors::FatalError;
use crate::memory::arguments::{Vector, check, current, current_vector, fixed, input, output};
use crate::memory::text::Text;
use crate::native::model::MjModel;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sim_core::math::{self, mat3, quat, vec3};
use sim_core::{JointType, Model, ObjType};
use std::cell::Cell;

/// Functions that compute one small vector from others.
macro_rules! functions {
    ($($(#[$meta:meta])* $name:ident($res:ident[$n:literal] $(, $arg:ident[$k:literal])* $(; $num:ident)*) = $value:expr;)*) => {
        $(
            $(#[$meta])*
            #[doc = ""]
            #[doc = concat!(stringify!($res), ": float64 (", $n, ",), written" $(, "; ", stringify!($arg), ": float64 (", $k, ",)")* $(, "; ", stringify!($num), ": float")*, ".")]
            #[pyfunction]
            fn $name($res: &Bound<'_, PyAny> $(, $arg: Vector<'_>)* $(, $num: f64)*) -> PyResult<()> {
                check(stringify!($res), $res, &[$n])?;
                $(let $arg = fixed::<$k>(stringify!($arg), &$arg)?;)*
                let value: [f64; $n] = $value;
                output($res, value)
            }
        )*

        fn register_simple(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

functions! {
    /// Multiplies two quaternions: `res = quat1 * quat2`.
    mju_mulQuat(res[4], quat1[4], quat2[4]) = quat::mul(quat1, quat2);
    /// Multiplies a quaternion with an axis.
    mju_mulQuatAxis(res[4], quat[4], axis[3]) = quat::mul_axis(quat, axis);
    /// Writes the conjugate of a quaternion, which is the inverse rotation.
    mju_negQuat(res[4], quat[4]) = quat::conj(quat);
    /// Rotates a vector by a quaternion.
    mju_rotVecQuat(res[3], vec[3], quat[4]) = quat::rotate(quat, vec);
    /// Writes the rotation matrix of a quaternion.
    mju_quat2Mat(res[9], quat[4]) = quat::to_mat(quat);
    /// Writes the quaternion of a rotation matrix.
    mju_mat2Quat(quat[4], mat[9]) = quat::from_mat(&mat);
    /// Writes the quaternion of a rotation by `angle` (rad) about `axis`.
    mju_axisAngle2Quat(res[4], axis[3]; angle) = quat::from_axis_angle(axis, angle);
    /// Writes the angular velocity that makes a rotation in the time `dt`.
    mju_quat2Vel(res[3], quat[4]; dt) = quat::to_rotvec(quat).map(|x| x / dt);
    /// Writes the rotation from `qb` to `qa` as a rotation vector (rad).
    mju_subQuat(res[3], qa[4], qb[4]) = quat::difference(qa, qb);
    /// Writes the time derivative of a quaternion for an angular velocity.
    mju_derivQuat(res[4], quat[4], vel[3]) = quat::derivative(quat, vel);
    /// Writes a quaternion that turns the z axis to `vec`.
    mju_quatZ2Vec(quat[4], vec[3]) = quat::z_to(vec);
    /// Transforms a vector by a pose: rotates it, then adds the position.
    mju_trnVecPose(res[3], pos[3], quat[4], vec[3]) = vec3::add(quat::rotate(quat, vec), pos);
    /// Writes the cross product of two vectors.
    mju_cross(res[3], a[3], b[3]) = vec3::cross(a, b);
    /// Multiplies a 3 by 3 matrix with a vector.
    mju_mulMatVec3(res[3], mat[9], vec[3]) = mat3::mul_vec(&mat, vec);
    /// Multiplies a transposed 3 by 3 matrix with a vector.
    mju_mulMatTVec3(res[3], mat[9], vec[3]) = mat3::mul_t_vec(&mat, vec);
}

/// Normalises a quaternion in place and returns its length.
///
/// vec: float64 (4,), written. Returns float.
#[pyfunction]
fn mju_normalize4(vec: &Bound<'_, PyAny>) -> PyResult<f64> {
    let (unit, norm) = quat::normalize(current("vec", vec)?);
    output(vec, unit)?;
    Ok(norm)
}

/// Normalises a vector in place and returns its length.
///
/// vec: float64 (3,), written. Returns float.
#[pyfunction]
fn mju_normalize3(vec: &Bound<'_, PyAny>) -> PyResult<f64> {
    let (unit, norm) = vec3::normalize(current("vec", vec)?);
    output(vec, unit)?;
    Ok(norm)
}

/// Turns a quaternion in place with an angular velocity for the time `scale`.
///
/// quat: float64 (4,), written; vel: float64 (3,); scale: float.
#[pyfunction]
fn mju_quatIntegrate(quat: &Bound<'_, PyAny>, vel: Vector<'_>, scale: f64) -> PyResult<()> {
    let turned = quat::integrate(current("quat", quat)?, fixed("vel", &vel)?, scale);
    output(quat, turned)
}

/// Composes two poses: the second is in the frame of the first.
///
/// posres: float64 (3,), written; pos1, pos2: float64 (3,); quatres: float64 (4,), written; quat1, quat2: float64 (4,).
#[pyfunction]
fn mju_mulPose(
    posres: &Bound<'_, PyAny>,
    quatres: &Bound<'_, PyAny>,
    pos1: Vector<'_>,
    quat1: Vector<'_>,
    pos2: Vector<'_>,
    quat2: Vector<'_>,
) -> PyResult<()> {
    check("posres", posres, &[3])?;
    check("quatres", quatres, &[4])?;
    let (p1, q1): ([f64; 3], [f64; 4]) = (fixed("pos1", &pos1)?, fixed("quat1", &quat1)?);
    let (p2, q2): ([f64; 3], [f64; 4]) = (fixed("pos2", &pos2)?, fixed("quat2", &quat2)?);
    output(posres, vec3::add(p1, quat::rotate(q1, p2)))?;
    output(quatres, quat::normalize(quat::mul(q1, q2)).0)
}

/// Inverts a pose.
///
/// posres: float64 (3,), written; pos: float64 (3,); quatres: float64 (4,), written; quat: float64 (4,).
#[pyfunction]
fn mju_negPose(
    posres: &Bound<'_, PyAny>,
    quatres: &Bound<'_, PyAny>,
    pos: Vector<'_>,
    quat: Vector<'_>,
) -> PyResult<()> {
    check("posres", posres, &[3])?;
    check("quatres", quatres, &[4])?;
    let (pos, inverse) = (fixed("pos", &pos)?, quat::conj(fixed("quat", &quat)?));
    output(posres, vec3::neg(quat::rotate(inverse, pos)))?;
    output(quatres, inverse)
}

/// Writes the quaternion of three rotations. `seq` names the axes; capital letters mean fixed axes.
///
/// quat: float64 (4,), written; euler: float64 (3,); seq: str or bytes.
#[pyfunction]
fn mju_euler2Quat(quat: &Bound<'_, PyAny>, euler: Vector<'_>, seq: Text) -> PyResult<()> {
    check("quat", quat, &[4])?;
    let angles: [f64; 3] = fixed("euler", &euler)?;
    let seq = seq.0;
    if seq.chars().count() != 3 {
        return Err(FatalError::new_err("mju_euler2Quat: seq must contain exactly 3 characters"));
    }
    let bad = |k: usize, axis: char| {
        FatalError::new_err(format!("mju_euler2Quat: seq[{k}] is '{axis}', should be one of x, y, z, X, Y, Z"))
    };
    let mut total = [1.0, 0.0, 0.0, 0.0];
    for (k, (axis, angle)) in seq.chars().zip(angles).enumerate() {
        let place = "xyz".find(axis.to_ascii_lowercase()).ok_or_else(|| bad(k, axis))?;
        let mut turn = [(angle / 2.0).cos(), 0.0, 0.0, 0.0];
        turn[place + 1] = (angle / 2.0).sin();
        total = if axis.is_ascii_lowercase() { quat::mul(total, turn) } else { quat::mul(turn, total) };
    }
    output(quat, total)
}

/// Largest angle (rad) at which the search for a rotation ends.
const ROTATION_FOUND: f64 = 1e-9;

/// The rotation nearest to a matrix, found from the one in `quat` (Müller et al. 2016); returns the number of corrections.
///
/// quat: float64 (4,), written; mat: float64 (9,). Returns int.
#[pyfunction]
fn mju_mat2Rot(quat: &Bound<'_, PyAny>, mat: Vector<'_>) -> PyResult<i32> {
    let (mut q, mat) = (current::<4>("quat", quat)?, fixed::<9>("mat", &mat)?);
    let column = |m: &[f64; 9], k: usize| [m[k], m[k + 3], m[k + 6]];
    for corrections in 0..500 {
        let rotation = quat::to_mat(q);
        let (mut omega, mut trace) = ([0.0; 3], 0.0);
        for k in 0..3 {
            let (have, want) = (column(&rotation, k), column(&mat, k));
            omega = vec3::add(omega, vec3::cross(have, want));
            trace += vec3::dot(have, want);
        }
        let (axis, angle) = vec3::normalize(vec3::scale(omega, 1.0 / (trace.abs() + 1e-15)));
        if angle < ROTATION_FOUND {
            output(quat, q)?;
            return Ok(corrections);
        }
        q = quat::normalize(quat::mul(quat::from_axis_angle(axis, angle), q)).0;
    }
    output(quat, q)?;
    Ok(500)
}

/// Writes the eigenvalues of a symmetric matrix in decreasing order, and the eigenvectors as columns and as a quaternion; returns
/// the number of rotations.
///
/// eigval: float64 (3,), written; eigvec: float64 (9,), written; mat: float64 (9,); quat: float64 (4,), written. Returns int.
#[pyfunction]
fn mju_eig3(
    eigval: &Bound<'_, PyAny>,
    eigvec: &Bound<'_, PyAny>,
    quat: &Bound<'_, PyAny>,
    mat: Vector<'_>,
) -> PyResult<i32> {
    for (name, target, len) in [("eigval", eigval, 3), ("eigvec", eigvec, 9), ("quat", quat, 4)] {
        check(name, target, &[len])?;
    }
    let (turns, unit) = (Cell::new(0), |q| quat::normalize(q).0);
    let (values, rotation) = math::eigen::symmetric_with(&fixed("mat", &mat)?, unit, |a, b| {
        turns.set(turns.get() + 1);
        unit(quat::mul(a, b))
    });
    output(eigval, values)?;
    output(eigvec, quat::to_mat(rotation))?;
    output(quat, rotation)?;
    Ok(turns.get())
}

/// Returns the word of a kind of object, empty for an unknown number.
///
/// type: int. Returns str.
#[pyfunction]
#[pyo3(signature = (r#type))]
fn mju_type2Str(r#type: i32) -> &'static str {
    if r#type == 0 { "" } else { ObjType(r#type).label().unwrap_or_default() }
}

/// Returns the number of a kind of object, 0 for an unknown word.
///
/// str: str or bytes. Returns int.
#[pyfunction]
#[pyo3(signature = (str))]
fn mju_str2Type(str: Text) -> i32 {
    let str = str.0.as_str();
    ObjType::ALL.iter().find(|kind| kind.label() == Some(str)).map_or(0, |kind| kind.0)
}

/// Where a joint's numbers are: first `scalars` plain ones, then, if it has one, its quaternion or
/// angular velocity.
struct Joint {
    qpos: usize,
    dof: usize,
    scalars: usize,
    rotation: bool,
}

fn joints(m: &Model) -> Vec<Joint> {
    let start = |list: &[i32], j: usize| list.get(j).map_or(0, |&adr| usize::try_from(adr).unwrap_or(0));
    let joint = |(j, kind): (usize, &JointType)| {
        let (scalars, rotation) = match *kind {
            JointType::Free => (3, true),
            JointType::Ball => (0, true),
            _ => (1, false),
        };
        Joint { qpos: start(&m.jnt_qposadr, j), dof: start(&m.jnt_dofadr, j), scalars, rotation }
    };
    m.jnt_type.iter().enumerate().map(joint).collect()
}

/// Writes the velocity that moves `qpos1` to `qpos2` in the time `dt`.
///
/// m: MjModel; qvel: float64 (nv,), written; dt: float; qpos1, qpos2: float64 (nq,).
#[pyfunction]
fn mj_differentiatePos(
    m: &Bound<'_, MjModel>,
    qvel: &Bound<'_, PyAny>,
    dt: f64,
    qpos1: Vector<'_>,
    qpos2: Vector<'_>,
) -> PyResult<()> {
    let (nq, nv, joints) = {
        let model = m.get().store.read();
        (model.nq, model.nv, joints(&model))
    };
    check("qvel", qvel, &[nv])?;
    let (from, to) = (input("qpos1", &qpos1, nq)?, input("qpos2", &qpos2, nq)?);
    let mut out = vec![0.0; nv];
    for Joint { qpos, dof, scalars, rotation } in joints {
        let (entries, dofs) = (scalars + 4 * usize::from(rotation), scalars + 3 * usize::from(rotation));
        if qpos + entries > nq || dof + dofs > nv {
            return Err(PyValueError::new_err("jnt_qposadr or jnt_dofadr points outside of its array"));
        }
        for k in 0..scalars {
            out[dof + k] = (to[qpos + k] - from[qpos + k]) / dt;
        }
        if rotation {
            let turn = quat::difference(math::get(&to, qpos + scalars), math::get(&from, qpos + scalars));
            for k in 0..3 {
                out[dof + scalars + k] = turn[k] / dt;
            }
        }
    }
    output(qvel, out)
}

/// Normalises the quaternions in `qpos`.
///
/// m: MjModel; qpos: float64 (nq,), written.
#[pyfunction]
fn mj_normalizeQuat(m: &Bound<'_, MjModel>, qpos: &Bound<'_, PyAny>) -> PyResult<()> {
    let (nq, joints) = {
        let model = m.get().store.read();
        (model.nq, joints(&model))
    };
    check("qpos", qpos, &[nq])?;
    let mut values = current_vector("qpos", qpos)?;
    for Joint { qpos, scalars, .. } in joints.into_iter().filter(|joint| joint.rotation) {
        if let Some(part) = values.get_mut(qpos + scalars..qpos + scalars + 4) {
            part.copy_from_slice(&quat::normalize(math::get(part, 0)).0);
        }
    }
    output(qpos, values)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_simple(module)?;
    module.add_function(wrap_pyfunction!(mju_normalize3, module)?)?;
    module.add_function(wrap_pyfunction!(mju_normalize4, module)?)?;
    module.add_function(wrap_pyfunction!(mju_quatIntegrate, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mulPose, module)?)?;
    module.add_function(wrap_pyfunction!(mju_negPose, module)?)?;
    module.add_function(wrap_pyfunction!(mju_euler2Quat, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mat2Rot, module)?)?;
    module.add_function(wrap_pyfunction!(mju_eig3, module)?)?;
    module.add_function(wrap_pyfunction!(mju_type2Str, module)?)?;
    module.add_function(wrap_pyfunction!(mju_str2Type, module)?)?;
    module.add_function(wrap_pyfunction!(mj_differentiatePos, module)?)?;
    module.add_function(wrap_pyfunction!(mj_normalizeQuat, module)?)
}
