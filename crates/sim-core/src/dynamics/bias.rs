//! Recursive Newton-Euler: bias forces, and the accelerations and interaction forces of bodies.
//!
//! Reads `cdof cdof_dot cinert cvel qvel qacc`; writes a generalised force, or `cacc cfrc_int cfrc_ext`.

use super::reflected::{self, Driven};
use super::tendon;
use super::velocity::combine;
use crate::data::Data;
use crate::linalg::sparse;
use crate::math::{Vec6, row, set_row, spatial, vec3};
use crate::model::{Model, ObjType, disable};
use crate::sleep::Filter;
use crate::stage::{Awake, ExternalForces, TendonRates};

/// Acceleration of the world that stands for gravity.
fn world_acceleration(m: &Model) -> Vec6 {
    if m.opt.disableflags & disable::GRAVITY != 0 {
        return [0.0; 6];
    }
    spatial::join([0.0; 3], vec3::neg(m.opt.gravity))
}

/// Force that gives body `i` the acceleration `acc`, gyroscopic terms included.
fn body_force(d: &Data, i: usize, acc: &Vec6) -> Vec6 {
    let (inertia, vel) = (row(&d.cinert, i), row(&d.cvel, i));
    let momentum = spatial::mul_inertia(&inertia, &vel);
    spatial::add(&spatial::mul_inertia(&inertia, acc), &spatial::cross_force(&vel, &momentum))
}

/// `out = M qacc + c(qpos, qvel)`, or `c` alone without `with_acceleration`.
pub fn newton_euler(m: &Model, d: &mut Data, with_acceleration: bool, out: &mut [f64]) {
    if m.nbody == 0 {
        return;
    }
    if Filter::new(m, d.ntree_awake).is_on() {
        newton_euler_of(m, d, Filter::ON, with_acceleration, out);
    } else {
        newton_euler_of(m, d, Filter::OFF, with_acceleration, out);
    }
}

#[inline(always)]
fn newton_euler_of(m: &Model, d: &mut Data, filter: Filter, with_acceleration: bool, out: &mut [f64]) {
    let (mut acc, mut force) = (std::mem::take(&mut d.scratch.body_acc), std::mem::take(&mut d.scratch.body_force));
    set_row(&mut acc, 0, world_acceleration(m));
    set_row(&mut force, 0, [0.0; 6]);
    let (bodies, parents) = (filter.bodies(m, d.nbody_awake), filter.parents(m, d.nparent_awake));
    for place in 1..bodies.len {
        let i = bodies.at(&d.body_awake_ind, place);
        let (first, n) = (m.body_dofadr[i].max(0) as usize, m.body_dofnum[i] as usize);
        let mut a = spatial::add(&row(&acc, m.body_parentid[i] as usize), &combine(&d.cdof_dot, &d.qvel, first, n));
        if with_acceleration {
            a = spatial::add(&a, &combine(&d.cdof, &d.qacc, first, n));
        }
        set_row(&mut acc, i, a);
        set_row(&mut force, i, body_force(d, i, &a));
    }
    for place in (0..parents.len).rev() {
        let i = parents.at(&d.parent_awake_ind, place);
        let parent = m.body_parentid[i] as usize;
        if parent > 0 {
            let sum = spatial::add(&row(&force, parent), &row(&force, i));
            set_row(&mut force, parent, sum);
        }
    }
    filter.dofs().each(m, &d.tree_awake, |block| {
        for (k, x) in block.clone().zip(&mut out[block]) {
            *x = spatial::dot(&row(&d.cdof, k), &row(&force, m.dof_bodyid[k] as usize));
        }
    });
    (d.scratch.body_acc, d.scratch.body_force) = (acc, force);
}

/// Adds the bias force of tendon armature, `Jᵀ a (J̇ v)`, to `out`.
pub fn tendon_bias(m: &Model, d: &Data, out: &mut [f64]) {
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.ntendon {
        if filter.skips(m, Awake!(d), ObjType::Tendon, i) {
            continue;
        }
        let armature = m.tendon_armature[i] + reflected::armature(m, Driven::Tendon(i));
        if armature == 0.0 {
            continue;
        }
        let coefficient = armature * tendon::jacobian_rate_times(m, TendonRates!(d), i, &d.qvel);
        if coefficient != 0.0 {
            let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, i);
            sparse::scatter_add(&m.ten_J_colind[range.clone()], &d.ten_J[range], coefficient, out);
        }
    }
}

/// Adds the wrench `wrench` (torque, force) acting at `pos` on `body` to its external force.
pub(crate) fn add_external(
    m: &Model,
    subtree_com: &[f64],
    cfrc_ext: &mut [f64],
    body: usize,
    wrench: &Vec6,
    pos: [f64; 3],
    sign: f64,
) {
    let com = row(subtree_com, m.body_rootid[body] as usize);
    let moved = spatial::move_force(wrench, com, pos);
    let sum = spatial::add(&row(cfrc_ext, body), &spatial::scale(&moved, sign));
    set_row(cfrc_ext, body, sum);
}

/// Accelerations of bodies and the forces their parents exert, once `qacc` is known.
///
/// `cfrc_ext` collects the applied wrenches and the forces of contacts, connects and welds.
pub fn post_constraint(m: &Model, d: &mut Data) {
    if m.nbody == 0 {
        return;
    }
    d.cfrc_ext.fill(0.0);
    for i in 1..m.nbody {
        let applied: Vec6 = row(&d.xfrc_applied, i);
        if applied != [0.0; 6] {
            let wrench = spatial::join(spatial::lin(&applied), spatial::rot(&applied));
            let pos = row(&d.xipos, i);
            add_external(m, &d.subtree_com, &mut d.cfrc_ext, i, &wrench, pos, 1.0);
        }
    }
    crate::constraint::contact::add_external_forces(m, ExternalForces!(d), &mut d.cfrc_ext);
    crate::constraint::equality::add_external_forces(m, ExternalForces!(d), &mut d.cfrc_ext);

    set_row(&mut d.cacc, 0, world_acceleration(m));
    set_row(&mut d.cfrc_int, 0, [0.0; 6]);
    for i in 1..m.nbody {
        let (first, n) = (m.body_dofadr[i].max(0) as usize, m.body_dofnum[i] as usize);
        let mut a = spatial::add(&row(&d.cacc, m.body_parentid[i] as usize), &combine(&d.cdof_dot, &d.qvel, first, n));
        a = spatial::add(&a, &combine(&d.cdof, &d.qacc, first, n));
        set_row(&mut d.cacc, i, a);
        let force = spatial::sub(&body_force(d, i, &a), &row(&d.cfrc_ext, i));
        set_row(&mut d.cfrc_int, i, force);
    }
    for i in (1..m.nbody).rev() {
        let parent = m.body_parentid[i] as usize;
        let sum = spatial::add(&row(&d.cfrc_int, parent), &row(&d.cfrc_int, i));
        set_row(&mut d.cfrc_int, parent, sum);
    }
    d.flg_rnepost = true;
}
