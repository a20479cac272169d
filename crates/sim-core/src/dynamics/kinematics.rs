//! Forward kinematics: `qpos` to poses of bodies, inertial frames, joints, geoms and sites.

use crate::math::{Mat3, Quat, Vec3, get, mat3, quat, row, rows, rows_mut, set_row, vec3};
use crate::model::{JointType, Model, same_frame};
use crate::sleep::{self, Filter, SleepState};
use crate::stage::{AttachedPoses, BodyFrames, BodyPoses, Kinematics};

/// Poses of body frames, parents first, and of the joints. Marks trees that the user has moved in their sleep in `tree_awake`.
#[inline(always)]
pub fn body_poses(m: &Model, d: &mut Kinematics<'_>) {
    if m.nbody == 0 {
        return;
    }
    set_row(d.xpos, 0, [0.0; 3]);
    set_row(d.xquat, 0, quat::IDENTITY);
    set_row(d.xmat, 0, mat3::IDENTITY);
    set_row(d.xipos, 0, [0.0; 3]);
    set_row(d.ximat, 0, mat3::IDENTITY);

    let sleepy = sleep::is_enabled(m);
    for i in 1..m.nbody {
        if sleepy && d.body_awake[i] == SleepState::Static {
            continue;
        }
        let joints = m.body_jntnum[i] as usize;
        let first = m.body_jntadr[i] as usize;
        let (pos, rotation) = if joints == 1 && m.jnt_type[first] == JointType::Free {
            let q = m.jnt_qposadr[first] as usize;
            let pos: Vec3 = get(d.qpos, q);
            set_row(d.xanchor, first, pos);
            set_row(d.xaxis, first, row::<3>(&m.jnt_axis, first));
            (pos, quat::normalize(get(d.qpos, q + 3)).0)
        } else {
            let (mut pos, mut rotation) = rest_pose(m, d, i);
            for j in 0..joints {
                (pos, rotation) = apply_joint(m, d, first + j, pos, rotation);
            }
            (pos, rotation)
        };
        let rotation = quat::normalize(rotation).0;
        if sleepy && joints > 0 && d.body_awake[i] == SleepState::Asleep {
            if row(d.xpos, i) == pos && row(d.xquat, i) == rotation {
                continue;
            }
            // someone moved it: wakes before anything is attached
            d.tree_awake[m.body_treeid[i].max(0) as usize] = 1;
        }
        set_row(d.xpos, i, pos);
        set_row(d.xquat, i, rotation);
        set_row(d.xmat, i, quat::to_mat(rotation));
    }
}

/// Pose of body `i` before its joints move it: from the model, or from the mocap input.
#[inline(always)]
fn rest_pose(m: &Model, d: &Kinematics<'_>, i: usize) -> (Vec3, Quat) {
    let (pos, rotation): (Vec3, Quat) = match usize::try_from(m.body_mocapid[i]) {
        Ok(id) => (row(d.mocap_pos, id), quat::normalize(row(d.mocap_quat, id)).0),
        Err(_) => (row(&m.body_pos, i), row(&m.body_quat, i)),
    };
    let parent = m.body_parentid[i] as usize;
    if parent == 0 {
        return (pos, rotation);
    }
    let above: Quat = row(d.xquat, parent);
    let turned = if rotation == quat::IDENTITY { above } else { quat::mul(above, rotation) };
    (vec3::add(mat3::mul_vec(&row(d.xmat, parent), pos), row(d.xpos, parent)), turned)
}

/// Applies joint `j` to a pose and records its anchor and axis in the world.
#[inline(always)]
fn apply_joint(m: &Model, d: &mut Kinematics<'_>, j: usize, pos: Vec3, rotation: Quat) -> (Vec3, Quat) {
    let (local_axis, local_anchor): (Vec3, Vec3) = (row(&m.jnt_axis, j), row(&m.jnt_pos, j));
    let axis = quat::rotate(rotation, local_axis);
    let centred = local_anchor == [0.0; 3];
    let anchor = if centred { pos } else { vec3::add(quat::rotate(rotation, local_anchor), pos) };
    set_row(d.xanchor, j, anchor);
    set_row(d.xaxis, j, axis);

    let q = m.jnt_qposadr[j] as usize;
    let turn = match m.jnt_type[j] {
        JointType::Slide => return (vec3::add_scaled(pos, axis, d.qpos[q] - m.qpos0[q]), rotation),
        JointType::Ball => quat::normalize(get(d.qpos, q)).0,
        JointType::Hinge => quat::from_axis_angle(local_axis, d.qpos[q] - m.qpos0[q]),
        _ => return (pos, rotation),
    };
    let rotation = quat::mul(rotation, turn);
    // the anchor stays where it is
    (if centred { pos } else { vec3::sub(anchor, quat::rotate(rotation, local_anchor)) }, rotation)
}

/// Poses of inertial frames, geoms and sites.
#[inline(always)]
pub fn attached_poses(m: &Model, d: &mut AttachedPoses<'_>) {
    if Filter::new(m, d.ntree_awake).is_on() {
        attached_poses_of(m, d, Filter::ON);
    } else {
        attached_poses_of(m, d, Filter::OFF);
    }
}

#[inline(always)]
fn attached_poses_of(m: &Model, d: &mut AttachedPoses<'_>, filter: Filter) {
    let visit = filter.bodies(m, d.nbody_awake);
    let bodies = Bodies { pos: rows(d.xpos), quat: rows(d.xquat), mat: rows(d.xmat) };
    let (xipos, ximat) = (rows_mut(d.xipos), rows_mut(d.ximat));
    for index in 1..visit.len {
        let i = visit.at(d.body_awake_ind, index);
        (xipos[i], ximat[i]) = match m.body_sameframe[i] {
            same_frame::BODY => (bodies.pos[i], bodies.mat[i]),
            same_frame::BODYROT => (bodies.point(i, row(&m.body_ipos, i)), bodies.mat[i]),
            _ => (bodies.point(i, row(&m.body_ipos, i)), bodies.rotation(i, row(&m.body_iquat, i))),
        };
    }
    let inertial = (&*xipos, &*ximat);
    let awake = filter.is_on().then_some(d.body_awake);
    let (pos, mat) = (rows_mut(d.geom_xpos), rows_mut(d.geom_xmat));
    bodies.place(inertial, awake, &m.geom_bodyid, rows(&m.geom_pos), rows(&m.geom_quat), &m.geom_sameframe, pos, mat);
    let (pos, mat) = (rows_mut(d.site_xpos), rows_mut(d.site_xmat));
    bodies.place(inertial, awake, &m.site_bodyid, rows(&m.site_pos), rows(&m.site_quat), &m.site_sameframe, pos, mat);
}

/// Poses of the body frames.
#[derive(Clone, Copy)]
struct Bodies<'a> {
    pos: &'a [Vec3],
    quat: &'a [Quat],
    mat: &'a [Mat3],
}

impl Bodies<'_> {
    #[inline]
    fn point(&self, body: usize, pos: Vec3) -> Vec3 {
        vec3::add(mat3::mul_vec(&self.mat[body], pos), self.pos[body])
    }

    #[inline]
    fn rotation(&self, body: usize, rotation: Quat) -> Mat3 {
        quat::to_mat(quat::mul(self.quat[body], rotation))
    }

    /// World poses of objects given in their bodies' frames; `same` says which known frame each coincides with. With
    /// `awake`, only those on awake bodies move.
    fn place(
        &self,
        (xipos, ximat): (&[Vec3], &[Mat3]),
        awake: Option<&[SleepState]>,
        body: &[i32],
        pos: &[Vec3],
        rotation: &[Quat],
        same: &[u8],
        world_pos: &mut [Vec3],
        world_mat: &mut [Mat3],
    ) {
        for (i, (x, mat)) in world_pos.iter_mut().zip(world_mat).enumerate() {
            let b = body[i] as usize;
            if awake.is_some_and(|awake| awake[b] != SleepState::Awake) {
                continue;
            }
            (*x, *mat) = match same[i] {
                same_frame::BODY => (self.pos[b], self.mat[b]),
                same_frame::INERTIA => (xipos[b], ximat[b]),
                same_frame::BODYROT => (self.point(b, pos[i]), self.mat[b]),
                same_frame::INERTIAROT => (self.point(b, pos[i]), ximat[b]),
                _ => (self.point(b, pos[i]), self.rotation(b, rotation[i])),
            };
        }
    }
}

/// A point given in the frame of `body`, in the world.
#[inline]
pub fn point_to_world(d: BodyFrames<'_>, body: usize, pos: Vec3) -> Vec3 {
    vec3::add(mat3::mul_vec(&row(d.xmat, body), pos), row(d.xpos, body))
}

/// A pose given in the frame of `body`, in the world; `same` says which known frame it coincides with.
pub fn to_world(d: BodyPoses<'_>, body: usize, pos: Vec3, rotation: Quat, same: u8) -> (Vec3, Mat3) {
    let world_pos = match same {
        same_frame::BODY => row(d.xpos, body),
        same_frame::INERTIA => row(d.xipos, body),
        _ => point_to_world(BodyFrames!(d), body, pos),
    };
    let world_mat = match same {
        same_frame::BODY | same_frame::BODYROT => row(d.xmat, body),
        same_frame::INERTIA | same_frame::INERTIAROT => row(d.ximat, body),
        _ => quat::to_mat(quat::mul(row(d.xquat, body), rotation)),
    };
    (world_pos, world_mat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::stages::kinematics;

    #[test]
    fn pendulum_hangs_and_swings() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let mut d = m.make_data();
        kinematics(&m, &mut d);
        let hanging: Vec3 = row(&d.xipos, 2);
        d.qpos[0] = std::f64::consts::FRAC_PI_2;
        kinematics(&m, &mut d);
        let raised: Vec3 = row(&d.xipos, 2);
        assert!((vec3::norm(hanging) - vec3::norm(raised)).abs() < 1e-14);
        assert!(raised[2].abs() < 1e-14 && hanging[2] < 0.0);
    }
}
