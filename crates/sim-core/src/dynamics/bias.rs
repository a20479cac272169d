//! Recursive Newton-Euler: bias forces, and the accelerations and interaction forces of bodies.

use super::reflected::{self, Driven};
use super::tendon;
use super::velocity::combine;
use crate::linalg::sparse;
use crate::math::{Vec6, row, set_row, spatial, vec3};
use crate::model::{DisableFlags, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Awake, BiasForces, BodyForces, NewtonEuler, TendonBias, TendonRates};

/// Acceleration of the world that stands for gravity.
fn world_acceleration(m: &Model) -> Vec6 {
    if m.opt.disableflags.contains(DisableFlags::GRAVITY) {
        return [0.0; 6];
    }
    spatial::join([0.0; 3], vec3::neg(m.opt.gravity))
}

/// Force that gives body `i` the acceleration `acc`, gyroscopic terms included.
fn body_force(cinert: &[f64], cvel: &[f64], i: usize, acc: &Vec6) -> Vec6 {
    let (inertia, vel) = (row(cinert, i), row(cvel, i));
    let momentum = spatial::mul_inertia(&inertia, &vel);
    spatial::add(&spatial::mul_inertia(&inertia, acc), &spatial::cross_force(&vel, &momentum))
}

/// The acceleration of the dofs that the forces of [`newton_euler`] give.
#[derive(Clone, Copy, Debug)]
pub enum Acceleration<'a> {
    /// None at all: the forces are the bias alone.
    Zero,
    /// This one.
    Given(&'a [f64]),
}

/// Coriolis, centrifugal and gravitational forces.
#[inline(always)]
pub fn bias_forces(m: &Model, d: &mut BiasForces<'_>) {
    newton_euler(m, &mut NewtonEuler!(d), Acceleration::Zero, d.qfrc_bias);
    tendon_bias(m, TendonBias!(d), d.qfrc_bias);
}

/// `out = M a + c(qpos, qvel)` for an acceleration `a`.
#[inline(always)]
pub fn newton_euler(m: &Model, d: &mut NewtonEuler<'_>, acceleration: Acceleration<'_>, out: &mut [f64]) {
    if m.nbody == 0 {
        return;
    }
    if Filter::new(m, d.ntree_awake).is_on() {
        newton_euler_of(m, d, Filter::ON, acceleration, out);
    } else {
        newton_euler_of(m, d, Filter::OFF, acceleration, out);
    }
}

#[inline(always)]
fn newton_euler_of(
    m: &Model,
    d: &mut NewtonEuler<'_>,
    filter: Filter,
    acceleration: Acceleration<'_>,
    out: &mut [f64],
) {
    let (acc, force) = (&mut d.body_acc[..], &mut d.body_force[..]);
    set_row(acc, 0, world_acceleration(m));
    set_row(force, 0, [0.0; 6]);
    let (bodies, parents) = (filter.bodies(m, d.nbody_awake), filter.parents(m, d.nparent_awake));
    for index in 1..bodies.len {
        let i = bodies.at(d.body_awake_ind, index);
        let (first, n) = (m.body_dofadr[i].max(0) as usize, m.body_dofnum[i] as usize);
        let mut a = spatial::add(&row(acc, m.body_parentid[i] as usize), &combine(d.cdof_dot, d.qvel, first, n));
        if let Acceleration::Given(qacc) = acceleration {
            a = spatial::add(&a, &combine(d.cdof, qacc, first, n));
        }
        set_row(acc, i, a);
        set_row(force, i, body_force(d.cinert, d.cvel, i, &a));
    }
    for index in (0..parents.len).rev() {
        let i = parents.at(d.parent_awake_ind, index);
        let parent = m.body_parentid[i] as usize;
        if parent > 0 {
            let sum = spatial::add(&row(force, parent), &row(force, i));
            set_row(force, parent, sum);
        }
    }
    filter.dofs().each(m, d.tree_awake, |block| {
        for (k, x) in block.clone().zip(&mut out[block]) {
            *x = spatial::dot(&row(d.cdof, k), &row(force, m.dof_bodyid[k] as usize));
        }
    });
}

/// Adds the bias force of tendon armature, `Jᵀ a (J̇ v)`, to `out`.
#[inline(always)]
pub fn tendon_bias(m: &Model, d: TendonBias<'_>, out: &mut [f64]) {
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.ntendon {
        if filter.skips(m, Awake!(d), ObjType::Tendon, i) {
            continue;
        }
        let armature = m.tendon_armature[i] + reflected::armature(m, Driven::Tendon(i));
        if armature == 0.0 {
            continue;
        }
        let coefficient = armature * tendon::jacobian_rate_times(m, TendonRates!(d), i, d.qvel);
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

/// External forces on the bodies that the user applies; those of contacts, connects and welds are added to them.
pub fn applied_forces(m: &Model, d: &mut BodyForces<'_>) {
    d.cfrc_ext.fill(0.0);
    for i in 1..m.nbody {
        let applied: Vec6 = row(d.xfrc_applied, i);
        if applied != [0.0; 6] {
            let wrench = spatial::join(spatial::lin(&applied), spatial::rot(&applied));
            add_external(m, d.subtree_com, d.cfrc_ext, i, &wrench, row(d.xipos, i), 1.0);
        }
    }
}

/// Accelerations of bodies and the forces their parents exert, once `qacc` and all external forces are known.
pub fn body_forces(m: &Model, d: &mut BodyForces<'_>) {
    if m.nbody == 0 {
        return;
    }
    set_row(d.cacc, 0, world_acceleration(m));
    set_row(d.cfrc_int, 0, [0.0; 6]);
    for i in 1..m.nbody {
        let (first, n) = (m.body_dofadr[i].max(0) as usize, m.body_dofnum[i] as usize);
        let mut a = spatial::add(&row(d.cacc, m.body_parentid[i] as usize), &combine(d.cdof_dot, d.qvel, first, n));
        a = spatial::add(&a, &combine(d.cdof, d.qacc, first, n));
        set_row(d.cacc, i, a);
        let force = spatial::sub(&body_force(d.cinert, d.cvel, i, &a), &row(d.cfrc_ext, i));
        set_row(d.cfrc_int, i, force);
    }
    for i in (1..m.nbody).rev() {
        let parent = m.body_parentid[i] as usize;
        let sum = spatial::add(&row(d.cfrc_int, parent), &row(d.cfrc_int, i));
        set_row(d.cfrc_int, parent, sum);
    }
    *d.flg_rnepost = true;
}
