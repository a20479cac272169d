//! Centres of mass of subtrees, inertias and motion axes in the com frame.

use crate::math::{MINVAL, Vec3, mat3, row, set_row, spatial, vec3};
use crate::model::{JointType, Model};
use crate::sleep::{Filter, SleepState};
use crate::stage::CentresOfMass;

/// Everything that refers to the centre of mass of a kinematic tree.
#[inline(always)]
pub fn com_position(m: &Model, d: &mut CentresOfMass<'_>) {
    if Filter::new(m, d.ntree_awake).is_on() {
        com_of(m, d, Filter::ON);
    } else {
        com_of(m, d, Filter::OFF);
    }
}

#[inline(always)]
fn com_of(m: &Model, d: &mut CentresOfMass<'_>, filter: Filter) {
    subtree_com(m, d, filter);
    body_inertias(m, d, filter);
    motion_axes(m, d, filter);
}

#[inline(always)]
fn subtree_com(m: &Model, d: &mut CentresOfMass<'_>, filter: Filter) {
    let (bodies, parents) = (filter.bodies(m, d.nbody_awake), filter.parents(m, d.nparent_awake));
    for index in 0..bodies.len {
        let i = bodies.at(d.body_awake_ind, index);
        set_row(d.subtree_com, i, vec3::scale(row(d.xipos, i), m.body_mass[i]));
    }
    for index in (0..parents.len).rev() {
        let i = parents.at(d.parent_awake_ind, index);
        if i == 0 {
            continue;
        }
        let parent = m.body_parentid[i] as usize;
        let mut moment: Vec3 = row(d.subtree_com, i);
        if filter.is_on() && d.body_awake[i] == SleepState::Asleep {
            // the root of a sleeping tree has been divided by its mass already
            moment = vec3::scale(moment, m.body_subtreemass[i]);
        }
        let sum = vec3::add(row(d.subtree_com, parent), moment);
        set_row(d.subtree_com, parent, sum);
    }
    for index in 0..bodies.len {
        let i = bodies.at(d.body_awake_ind, index);
        let com = if m.body_subtreemass[i] < MINVAL {
            row(d.xipos, i)
        } else {
            vec3::scale(row(d.subtree_com, i), 1.0 / m.body_subtreemass[i])
        };
        set_row(d.subtree_com, i, com);
    }
}

#[inline(always)]
fn body_inertias(m: &Model, d: &mut CentresOfMass<'_>, filter: Filter) {
    if m.nbody > 0 {
        set_row(d.cinert, 0, [0.0; 10]);
    }
    let bodies = filter.bodies(m, d.nbody_awake);
    for index in 1..bodies.len {
        let i = bodies.at(d.body_awake_ind, index);
        let root = m.body_rootid[i] as usize;
        let offset = vec3::sub(row(d.xipos, i), row(d.subtree_com, root));
        let inertia = spatial::inertia_at(row(&m.body_inertia, i), &row(d.ximat, i), offset, m.body_mass[i]);
        set_row(d.cinert, i, inertia);
    }
}

#[inline(always)]
fn motion_axes(m: &Model, d: &mut CentresOfMass<'_>, filter: Filter) {
    for j in 0..m.njnt {
        let body = m.jnt_bodyid[j] as usize;
        if filter.is_on() && d.body_awake[body] == SleepState::Asleep {
            continue;
        }
        let root = m.body_rootid[body] as usize;
        let mut dof = m.jnt_dofadr[j] as usize;
        let offset = vec3::sub(row(d.subtree_com, root), row(d.xanchor, j));
        let turning = |axis: Vec3| spatial::join(axis, vec3::cross(axis, offset));
        let axis: Vec3 = row(d.xaxis, j);
        match m.jnt_type[j] {
            JointType::Free | JointType::Ball => {
                if m.jnt_type[j] == JointType::Free {
                    for k in 0..3 {
                        let mut translation = [0.0; 6];
                        translation[3 + k] = 1.0;
                        set_row(d.cdof, dof + k, translation);
                    }
                    dof += 3;
                }
                // rotations act in the frame of the moving body
                let mat = row(d.xmat, body);
                for k in 0..3 {
                    set_row(d.cdof, dof + k, turning(mat3::col(&mat, k)));
                }
            }
            JointType::Slide => set_row(d.cdof, dof, spatial::join([0.0; 3], axis)),
            _ => set_row(d.cdof, dof, turning(axis)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::stages::kinematics;

    #[test]
    fn subtree_com_of_the_world_is_the_mass_average() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.3, -0.2, 0.9]);
        kinematics(&m, &mut d);
        com_position(&m, &mut CentresOfMass::of(&mut d));
        let mut mean = [0.0; 3];
        for i in 1..m.nbody {
            mean = vec3::add_scaled(mean, row(&d.xipos, i), m.body_mass[i] / m.body_subtreemass[0]);
        }
        assert!(vec3::dist(mean, row(&d.subtree_com, 0)) < 1e-14);
    }
}
