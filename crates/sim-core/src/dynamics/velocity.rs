//! Body velocities in the com frame, rates of the motion axes, velocities of tendons, actuators, objects and subtrees.

use crate::linalg::sparse::Csr;
use crate::math::{MINVAL, Mat3, Vec3, Vec6, mat3, row, set_row, spatial, vec3};
use crate::model::{DisableFlags, JointType, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{BodyMotion, Moments, ObjectAcceleration, ObjectFrames, ObjectMotion};
use crate::stage::{OutputVelocities, SubtreeVelocities, Velocity};

/// `Σ axis_k v_k` over `n` dofs from `first`.
#[inline]
pub(super) fn combine(axes: &[f64], v: &[f64], first: usize, n: usize) -> Vec6 {
    let mut sum = [0.0; 6];
    for k in first..first + n {
        let axis: Vec6 = row(axes, k);
        for c in 0..6 {
            sum[c] += axis[c] * v[k];
        }
    }
    sum
}

/// Velocities of tendons and actuator outputs.
#[inline(always)]
pub fn output_velocities(m: &Model, d: &mut OutputVelocities<'_>) {
    let jac = Csr { rownnz: &m.ten_J_rownnz, rowadr: &m.ten_J_rowadr, colind: &m.ten_J_colind, values: d.ten_J };
    jac.mul(d.qvel, d.ten_velocity);
    if !m.opt.disableflags.contains(DisableFlags::ACTUATION) {
        Moments!(d).matrix().mul(d.qvel, d.actuator_velocity);
    } else {
        d.actuator_velocity.fill(0.0);
    }
}

/// Velocities of all bodies, parents first.
#[inline(always)]
pub fn com_velocity(m: &Model, d: &mut Velocity<'_>) {
    if Filter::new(m, d.ntree_awake).is_on() {
        velocity_of(m, d, Filter::ON);
    } else {
        velocity_of(m, d, Filter::OFF);
    }
}

#[inline(always)]
fn velocity_of(m: &Model, d: &mut Velocity<'_>, filter: Filter) {
    if m.nbody > 0 {
        set_row(d.cvel, 0, [0.0; 6]);
    }
    let bodies = filter.bodies(m, d.nbody_awake);
    for place in 1..bodies.len {
        let i = bodies.at(d.body_awake_ind, place);
        let mut vel: Vec6 = row(d.cvel, m.body_parentid[i] as usize);
        let first = m.body_jntadr[i].max(0) as usize;
        for j in first..first + m.body_jntnum[i] as usize {
            let mut dof = m.jnt_dofadr[j] as usize;
            let n = match m.jnt_type[j] {
                JointType::Free => {
                    // translations of a free body do not turn
                    d.cdof_dot[6 * dof..6 * dof + 18].fill(0.0);
                    vel = spatial::add(&vel, &combine(d.cdof, d.qvel, dof, 3));
                    dof += 3;
                    3
                }
                JointType::Ball => 3,
                _ => 1,
            };
            // the velocity before the joint: its own motion does not change its axes
            for k in dof..dof + n {
                set_row(d.cdof_dot, k, spatial::cross_motion(&vel, &row(d.cdof, k)));
            }
            vel = spatial::add(&vel, &combine(d.cdof, d.qvel, dof, n));
        }
        set_row(d.cvel, i, vel);
    }
}

/// Body, position and orientation of an object with a frame.
pub(crate) fn object_frame(m: &Model, d: ObjectFrames<'_>, kind: ObjType, id: usize) -> Option<(usize, Vec3, Mat3)> {
    Some(match kind {
        ObjType::Body => (id, row(d.xipos, id), row(d.ximat, id)),
        ObjType::XBody => (id, row(d.xpos, id), row(d.xmat, id)),
        ObjType::Geom => (m.geom_bodyid[id] as usize, row(d.geom_xpos, id), row(d.geom_xmat, id)),
        ObjType::Site => (m.site_bodyid[id] as usize, row(d.site_xpos, id), row(d.site_xmat, id)),
        ObjType::Camera => (m.cam_bodyid[id] as usize, row(d.cam_xpos, id), row(d.cam_xmat, id)),
        _ => return None,
    })
}

/// The axes a motion is given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Those of the world.
    World,
    /// The object's own.
    Own,
}

impl Orientation {
    /// A motion in these axes, for an object with the orientation `mat`.
    fn seen(self, motion: Vec6, mat: &Mat3) -> Vec6 {
        match self {
            Self::World => motion,
            Self::Own => spatial::to_local(&motion, mat),
        }
    }
}

/// Whether anything moves a body.
#[inline]
pub(crate) fn moves(m: &Model, body: usize) -> bool {
    m.body_dofnum[m.body_weldid[body] as usize] != 0
}

/// Velocity of an object's frame at its own origin, rotation first, in the world's or its own axes. An
/// object without a frame has none.
pub fn object_velocity(m: &Model, d: ObjectMotion<'_>, kind: ObjType, id: usize, axes: Orientation) -> Vec6 {
    let Some((body, pos, mat)) = object_frame(m, ObjectFrames!(d), kind, id) else { return [0.0; 6] };
    if !moves(m, body) {
        return [0.0; 6];
    }
    axes.seen(point_velocity(m, BodyMotion!(d), body, pos), &mat)
}

/// Velocity of a body at a point, rotation first.
#[inline(always)]
pub(crate) fn point_velocity(m: &Model, d: BodyMotion<'_>, body: usize, pos: Vec3) -> Vec6 {
    let com = row(d.subtree_com, m.body_rootid[body] as usize);
    spatial::move_motion(&row(d.cvel, body), pos, com)
}

/// Acceleration of an object's frame at its own origin, rotation first, in the world's or its own axes; gravity
/// counts as an upward acceleration. Needs the accelerations of the bodies (stage `BodyForces`).
pub fn object_acceleration(m: &Model, d: ObjectAcceleration<'_>, kind: ObjType, id: usize, axes: Orientation) -> Vec6 {
    let Some((body, pos, mat)) = object_frame(m, ObjectFrames!(d), kind, id) else { return [0.0; 6] };
    if !moves(m, body) {
        return [0.0; 6];
    }
    let com = row(d.subtree_com, m.body_rootid[body] as usize);
    let seen = |motion: &[f64]| {
        let moved = spatial::move_motion(&row(motion, body), pos, com);
        axes.seen(moved, &mat)
    };
    let (acc, vel) = (seen(d.cacc), seen(d.cvel));
    // from the spatial to the point's own acceleration
    let turning = vec3::cross(spatial::rot(&vel), spatial::lin(&vel));
    spatial::join(spatial::rot(&acc), vec3::add(spatial::lin(&acc), turning))
}

/// Linear velocity and angular momentum of every subtree.
pub fn subtree_velocity(m: &Model, d: &mut SubtreeVelocities<'_>) {
    let velocities = &mut d.body_acc[..];
    let bodies = Filter::new(m, d.ntree_awake).bodies(m, d.nbody_awake);
    for place in 0..bodies.len {
        let i = bodies.at(d.body_awake_ind, place);
        let vel = if moves(m, i) { point_velocity(m, BodyMotion!(d), i, row(d.xipos, i)) } else { [0.0; 6] };
        set_row(velocities, i, vel);
        set_row(d.subtree_linvel, i, vec3::scale(spatial::lin(&vel), m.body_mass[i]));
        let mat = row(d.ximat, i);
        let mut spin = mat3::mul_t_vec(&mat, spatial::rot(&vel));
        for k in 0..3 {
            spin[k] *= m.body_inertia[3 * i + k];
        }
        set_row(d.subtree_angmom, i, mat3::mul_vec(&mat, spin));
    }
    for place in (0..bodies.len).rev() {
        let i = bodies.at(d.body_awake_ind, place);
        let momentum: Vec3 = row(d.subtree_linvel, i);
        if i > 0 {
            let parent = m.body_parentid[i] as usize;
            let sum = vec3::add(row(d.subtree_linvel, parent), momentum);
            set_row(d.subtree_linvel, parent, sum);
        }
        set_row(d.subtree_linvel, i, vec3::scale(momentum, 1.0 / m.body_subtreemass[i].max(MINVAL)));
    }
    for place in (1..bodies.len).rev() {
        let i = bodies.at(d.body_awake_ind, place);
        let parent = m.body_parentid[i] as usize;
        let (com, linvel): (Vec3, Vec3) = (row(d.subtree_com, i), row(d.subtree_linvel, i));

        // the body's own momentum about the subtree's centre of mass
        let arm = vec3::sub(row(d.xipos, i), com);
        let slip = vec3::sub(spatial::lin(&row(velocities, i)), linvel);
        let own = vec3::cross(arm, vec3::scale(slip, m.body_mass[i]));
        let total = vec3::add(row(d.subtree_angmom, i), own);
        set_row(d.subtree_angmom, i, total);

        // the subtree's momentum about the parent's
        let arm = vec3::sub(com, row(d.subtree_com, parent));
        let slip = vec3::sub(linvel, row(d.subtree_linvel, parent));
        let moved = vec3::cross(arm, vec3::scale(slip, m.body_subtreemass[i]));
        let sum = vec3::add(vec3::add(row(d.subtree_angmom, parent), total), moved);
        set_row(d.subtree_angmom, parent, sum);
    }
    *d.flg_subtreevel = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::com::com_position;
    use crate::pipeline::stages::kinematics;
    use crate::stage::CentresOfMass;

    #[test]
    fn velocity_is_the_derivative_of_position() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.4, -0.7, 0.2]);
        d.qvel.copy_from_slice(&[1.0, 0.3, -0.6]);
        kinematics(&m, &mut d);
        com_position(&m, &mut CentresOfMass::of(&mut d));
        com_velocity(&m, &mut Velocity::of(&mut d));
        let vel = spatial::lin(&object_velocity(&m, ObjectMotion::of(&d), ObjType::Body, 3, Orientation::World));
        let mut e = d.clone();
        for k in 0..3 {
            e.qpos[k] += 1e-7 * d.qvel[k];
        }
        kinematics(&m, &mut e);
        let slope = vec3::scale(vec3::sub(row(&e.xipos, 3), row(&d.xipos, 3)), 1e7);
        assert!(vec3::dist(slope, vel) < 1e-6);
    }
}
