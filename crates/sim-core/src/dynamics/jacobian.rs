//! Jacobians of points fixed to bodies, dense or over the chain of dofs that move them, and their time
//! derivatives. A dense Jacobian is three rows of `nv`; a sparse one three rows of the chain's length.

use crate::data::Data;
use crate::math::{Vec3, Vec6, row, spatial, vec3};
use crate::model::chain::{above, chain, last_dof};
use crate::model::{JointType, Model};
use crate::stage::{Axes, AxisRates};

/// Velocity of a point at `offset` from the tree's centre of mass per unit of a dof.
#[inline]
pub(super) fn point_column(cdof: &Vec6, offset: Vec3) -> Vec3 {
    vec3::add(spatial::lin(cdof), vec3::cross(spatial::rot(cdof), offset))
}

#[inline]
fn write_column(jac: &mut [f64], stride: usize, at: usize, column: Vec3) {
    for k in 0..3 {
        jac[k * stride + at] = column[k];
    }
}

/// Jacobian of the world point `point` fixed to `body`: translation into `jacp`, rotation into `jacr`.
pub fn point(m: &Model, d: Axes<'_>, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, point: Vec3, body: usize) {
    let offset = vec3::sub(point, row(d.subtree_com, m.body_rootid[body] as usize));
    if let Some(jac) = jacp {
        jac[..3 * m.nv].fill(0.0);
        for dof in chain(m, body) {
            write_column(jac, m.nv, dof, point_column(&row(d.cdof, dof), offset));
        }
    }
    if let Some(jac) = jacr {
        jac[..3 * m.nv].fill(0.0);
        for dof in chain(m, body) {
            write_column(jac, m.nv, dof, spatial::rot(&row(d.cdof, dof)));
        }
    }
}

/// Jacobian of the origin of a body frame.
pub fn body(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, id: usize) {
    point(m, Axes::of(d), jacp, jacr, row(&d.xpos, id), id);
}

/// Jacobian of a body's centre of mass.
pub fn body_com(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, id: usize) {
    point(m, Axes::of(d), jacp, jacr, row(&d.xipos, id), id);
}

/// Jacobian of a geom's centre.
pub fn geom(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, id: usize) {
    point(m, Axes::of(d), jacp, jacr, row(&d.geom_xpos, id), m.geom_bodyid[id] as usize);
}

/// Jacobian of a site.
pub fn site(m: &Model, d: &Data, jacp: Option<&mut [f64]>, jacr: Option<&mut [f64]>, id: usize) {
    point(m, Axes::of(d), jacp, jacr, row(&d.site_xpos, id), m.site_bodyid[id] as usize);
}

/// Jacobian of the centre of mass of the subtree below `id`.
pub fn subtree_com(m: &Model, d: &Data, jacp: &mut [f64], id: usize) {
    let nv = m.nv;
    jacp[..3 * nv].fill(0.0);
    for b in id..m.nbody {
        if b > id && (m.body_parentid[b] as usize) < id {
            break;
        }
        let offset = vec3::sub(row(&d.xipos, b), row(&d.subtree_com, m.body_rootid[b] as usize));
        for dof in chain(m, b) {
            let column = point_column(&row(&d.cdof, dof), offset);
            for k in 0..3 {
                jacp[k * nv + dof] += column[k] * m.body_mass[b];
            }
        }
    }
    let scale = 1.0 / m.body_subtreemass[id];
    for x in &mut jacp[..3 * nv] {
        *x *= scale;
    }
}

/// Calls `visit(dof, translation, rotation)` for every dof that moves either body, from the last to the
/// first, with its column of the Jacobian of point `p2` on `b2` minus that of `p1` on `b1`.
#[inline]
pub fn difference(
    m: &Model,
    d: Axes<'_>,
    (b1, p1): (usize, Vec3),
    (b2, p2): (usize, Vec3),
    mut visit: impl FnMut(usize, Vec3, Vec3),
) {
    let offset1 = vec3::sub(p1, row(d.subtree_com, m.body_rootid[b1] as usize));
    let offset2 = vec3::sub(p2, row(d.subtree_com, m.body_rootid[b2] as usize));
    let (mut first, mut second) = (last_dof(m, b1), last_dof(m, b2));
    while let Ok(dof) = usize::try_from(first.max(second)) {
        let (parent, axis) = (above(m, dof), row(d.cdof, dof));
        let (mut translation, mut rotation) = ([0.0; 3], [0.0; 3]);
        let moves_first = first == dof as i32;
        if second == dof as i32 {
            second = parent;
            (translation, rotation) = (point_column(&axis, offset2), spatial::rot(&axis));
        }
        if moves_first {
            first = parent;
            translation = vec3::sub(translation, point_column(&axis, offset1));
            rotation = vec3::sub(rotation, spatial::rot(&axis));
        }
        visit(dof, translation, rotation);
    }
}

/// Jacobian of a world point over the dofs in `columns`: six rows of their number, translation first.
pub fn point_sparse(m: &Model, d: Axes<'_>, jac: &mut [f64], columns: &[i32], point: Vec3, body: usize) {
    let n = columns.len();
    jac[..6 * n].fill(0.0);
    let offset = vec3::sub(point, row(d.subtree_com, m.body_rootid[body] as usize));
    let mut at = n;
    for dof in chain(m, body) {
        while at > 0 && columns[at - 1] as usize > dof {
            at -= 1;
        }
        if at > 0 && columns[at - 1] as usize == dof {
            let axis = row(d.cdof, dof);
            write_column(jac, n, at - 1, point_column(&axis, offset));
            write_column(&mut jac[3 * n..], n, at - 1, spatial::rot(&axis));
        }
    }
}

/// Time derivative of `cdof` as the rotation of a whole quaternion joint sees it.
fn axis_rate(m: &Model, d: AxisRates<'_>, dof: usize) -> Vec6 {
    let joint = m.dof_jntid[dof] as usize;
    let turning = match m.jnt_type[joint] {
        JointType::Ball => true,
        JointType::Free => dof >= m.jnt_dofadr[joint] as usize + 3,
        _ => false,
    };
    if turning {
        spatial::cross_motion(&row(d.cvel, m.dof_bodyid[dof] as usize), &row(d.cdof, dof))
    } else {
        row(d.cdof_dot, dof)
    }
}

/// Time derivative of the Jacobian of a world point fixed to `body`: translation into `jacp`, rotation into `jacr`.
/// Needs the velocity stage.
pub fn point_rate(m: &Model, d: AxisRates<'_>, jacp: &mut [f64], jacr: &mut [f64], point: Vec3, body: usize) {
    jacp[..3 * m.nv].fill(0.0);
    jacr[..3 * m.nv].fill(0.0);
    let com = row(d.subtree_com, m.body_rootid[body] as usize);
    let offset = vec3::sub(point, com);
    let velocity = spatial::lin(&spatial::move_motion(&row(d.cvel, body), point, com));
    for dof in chain(m, body) {
        let rate = axis_rate(m, d, dof);
        let column = vec3::add(point_column(&rate, offset), vec3::cross(spatial::rot(&row(d.cdof, dof)), velocity));
        write_column(jacp, m.nv, dof, column);
        write_column(jacr, m.nv, dof, spatial::rot(&rate));
    }
}

/// `J̇ v` of a world point fixed to `body`, translation and rotation, for a velocity `vec` over the dofs.
/// Needs the velocity stage.
pub fn point_rate_times(m: &Model, d: AxisRates<'_>, point: Vec3, body: usize, vec: &[f64]) -> (Vec3, Vec3) {
    let com = row(d.subtree_com, m.body_rootid[body] as usize);
    let offset = vec3::sub(point, com);
    let velocity = spatial::lin(&spatial::move_motion(&row(d.cvel, body), point, com));
    let (mut translation, mut rotation) = ([0.0; 3], [0.0; 3]);
    for dof in chain(m, body) {
        let rate = axis_rate(m, d, dof);
        let column = vec3::add(point_column(&rate, offset), vec3::cross(spatial::rot(&row(d.cdof, dof)), velocity));
        translation = vec3::add_scaled(translation, column, vec[dof]);
        rotation = vec3::add_scaled(rotation, spatial::rot(&rate), vec[dof]);
    }
    (translation, rotation)
}

/// `J v` of a world point fixed to `body`, translation only.
pub fn point_times(m: &Model, d: Axes<'_>, point: Vec3, body: usize, vec: &[f64]) -> Vec3 {
    let offset = vec3::sub(point, row(d.subtree_com, m.body_rootid[body] as usize));
    chain(m, body).fold([0.0; 3], |sum, dof| vec3::add_scaled(sum, point_column(&row(d.cdof, dof), offset), vec[dof]))
}

/// Adds `Jᵀ` times a force and torque at a world point of `body` to `target`; only dofs that move the body are touched.
pub fn project_wrench(m: &Model, d: Axes<'_>, force: Vec3, torque: Vec3, point: Vec3, body: usize, target: &mut [f64]) {
    let offset = vec3::sub(point, row(d.subtree_com, m.body_rootid[body] as usize));
    for dof in chain(m, body) {
        let axis = row(d.cdof, dof);
        target[dof] += vec3::dot(point_column(&axis, offset), force);
        target[dof] += vec3::dot(spatial::rot(&axis), torque);
    }
}

/// Adds the generalised force of a wrench at a point of a body to `target`. A wrench that is NaN or infinite also reaches the
/// dofs that do not move the body: the dense Jacobian of MuJoCo has zeros there, and zero times infinity is NaN.
pub fn apply_wrench(m: &Model, d: Axes<'_>, force: Vec3, torque: Vec3, point: Vec3, body: usize, target: &mut [f64]) {
    project_wrench(m, d, force, torque, point, body, target);
    let finite = force.iter().chain(&torque).all(|x| x.is_finite());
    if !finite && !m.is_sparse() {
        target.fill(f64::NAN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::com::com_position;
    use crate::pipeline::stages::kinematics;
    use crate::stage::CentresOfMass;

    #[test]
    fn jacobian_is_the_derivative_of_position() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.4, -0.7, 0.2]);
        kinematics(&m, &mut d);
        com_position(&m, &mut CentresOfMass::of(&mut d));
        let mut jac = vec![0.0; 9];
        body_com(&m, &d, Some(&mut jac), None, 3);
        let before: Vec3 = row(&d.xipos, 3);
        for dof in 0..3 {
            let mut e = d.clone();
            e.qpos[dof] += 1e-7;
            kinematics(&m, &mut e);
            let after: Vec3 = row(&e.xipos, 3);
            for k in 0..3 {
                assert!(((after[k] - before[k]) / 1e-7 - jac[3 * k + dof]).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_wrench_that_is_not_finite_reaches_every_dof_of_a_dense_model() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        kinematics(&m, &mut d);
        com_position(&m, &mut CentresOfMass::of(&mut d));
        let bad = |apply: fn(&Model, Axes<'_>, Vec3, Vec3, Vec3, usize, &mut [f64]), m: &Model| {
            let mut target = [0.0; 3];
            apply(m, Axes::of(&d), [f64::INFINITY, 0.0, 0.0], [0.0; 3], row(&d.xipos, 1), 1, &mut target);
            target.map(f64::is_finite)
        };
        assert_eq!(bad(project_wrench, &m), [false, true, true]);
        assert_eq!(bad(apply_wrench, &m), [false; 3]);
        m.opt.jacobian = crate::model::JacobianType::Sparse;
        assert_eq!(bad(apply_wrench, &m), [false, true, true]);
    }
}
