//! Standalone free bodies: one free joint, nothing below.
//!
//! `implicitfast` keeps its matrix symmetric and so drops the gyroscopic forces; for a body that spins freely
//! they decide, and its six dofs are coupled with nothing else, so it gets a small separate unsymmetric system.

use crate::linalg::sparse::row_range;
use crate::math::{Mat3, Vec3, get, mat3, row, vec3};
use crate::model::{JointType, Model};
use crate::stage::FreeBodies;

/// Whether `body` alone is a tree with one free joint.
pub(crate) fn is_free_body(m: &Model, body: usize) -> bool {
    let joint = m.body_jntadr[body].max(0) as usize;
    if m.body_jntnum[body] != 1 || m.jnt_type[joint] != JointType::Free {
        return false;
    }
    let tree = m.dof_treeid[m.jnt_dofadr[joint] as usize];
    m.tree_dofnum[tree as usize] == 6 && m.body_subtreemass[body] == m.body_mass[body]
}

/// `M - h d qfrc_smooth / d qvel` of the body of free joint `joint`, from `M`, `qDeriv` without bias, and the
/// derivative of the bias force.
pub(crate) fn system(m: &Model, d: FreeBodies<'_>, joint: usize, h: f64) -> [[f64; 6]; 6] {
    let first = m.jnt_dofadr[joint] as usize;
    let mut a = [[0.0; 6]; 6];
    for r in 0..6 {
        for at in row_range(&m.M_rownnz, &m.M_rowadr, first + r) {
            let c = m.M_colind[at] as usize - first;
            a[r][c] = d.M[at];
            a[c][r] = d.M[at];
        }
    }
    for (r, row) in a.iter_mut().enumerate() {
        for at in row_range(&m.D_rownnz, &m.D_rowadr, first + r) {
            row[m.D_colind[at] as usize - first] -= h * d.qDeriv[at];
        }
    }
    let bias = bias_columns(m, d, joint);
    for (c, column) in bias.iter().enumerate() {
        for r in 0..6 {
            a[r][3 + c] += h * column[r];
        }
    }
    a
}

/// Derivatives of the bias force of a free body by its three angular velocities; linear velocity has none.
///
/// With `w` the angular velocity, `s` the centre of mass seen from the joint and `I` the inertia about it, all
/// in world axes, the force is `f = m w × (w × s)` and the torque `s × f + w × I w`.
fn bias_columns(m: &Model, d: FreeBodies<'_>, joint: usize) -> [[f64; 6]; 3] {
    let body = m.jnt_bodyid[joint] as usize;
    let frame: Mat3 = row(d.xmat, body);
    let axes: Mat3 = row(d.ximat, body);
    let moments: Vec3 = row(&m.body_inertia, body);
    let arm = vec3::sub(row(d.xipos, body), row(d.xpos, body));
    let spin = mat3::mul_vec(&frame, get(d.qvel, m.jnt_dofadr[joint] as usize + 3));
    let angular_momentum = |w: Vec3| {
        let local = mat3::mul_t_vec(&axes, w);
        mat3::mul_vec(&axes, std::array::from_fn(|k| moments[k] * local[k]))
    };
    std::array::from_fn(|c| {
        let w = mat3::col(&frame, c);
        let swing = vec3::cross(w, vec3::cross(spin, arm));
        let force = vec3::scale(vec3::add(swing, vec3::cross(spin, vec3::cross(w, arm))), m.body_mass[body]);
        let turning = vec3::cross(w, angular_momentum(spin));
        let gyroscopic = vec3::add(turning, vec3::cross(spin, angular_momentum(w)));
        let torque = mat3::mul_t_vec(&frame, vec3::add(vec3::cross(arm, force), gyroscopic));
        [force[0], force[1], force[2], torque[0], torque[1], torque[2]]
    })
}
