//! Joint-space inertia by the composite rigid body algorithm, armature, and its factorisation.

use super::reflected::{self, Driven};
use crate::data::Data;
use crate::linalg::layout::Run;
use crate::linalg::ltdl::FactorRows;
use crate::linalg::{dense, ltdl, sparse};
use crate::math::{Vec6, row, rows, rows_mut, set_row, spatial};
use crate::model::{Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Awake, CompositeBodies, Inertia, InertiaFactor};
use std::ops::Range;

/// Sparsity of `M` and its factor.
#[inline]
pub fn pattern(m: &Model) -> ltdl::Pattern<'_> {
    m.mass_pattern()
}

/// The inertia matrix: composite bodies, joint and tendon armature.
#[inline(always)]
pub fn mass_matrix(m: &Model, d: &mut Inertia<'_>) {
    composite_bodies(m, &mut CompositeBodies!(d));
    joint_inertia(m, d);
    tendon_armature(m, d);
}

/// Inertia of each subtree moving as one body.
#[inline(always)]
pub fn composite_bodies(m: &Model, d: &mut CompositeBodies<'_>) {
    if Filter::new(m, d.ntree_awake).is_on() {
        composite_bodies_of(m, d, Filter::ON);
    } else {
        composite_bodies_of(m, d, Filter::OFF);
    }
}

#[inline(always)]
fn composite_bodies_of(m: &Model, d: &mut CompositeBodies<'_>, filter: Filter) {
    if filter.is_on() {
        let (crb, cinert) = (rows_mut::<10>(d.crb), rows::<10>(d.cinert));
        for &i in &d.body_awake_ind[..d.nbody_awake] {
            crb[i as usize] = cinert[i as usize];
        }
    } else {
        d.crb.copy_from_slice(d.cinert);
    }
    let parents = filter.parents(m, d.nparent_awake);
    for place in (0..parents.len).rev() {
        let i = parents.at(d.parent_awake_ind, place);
        let parent = m.body_parentid[i] as usize;
        if parent > 0 {
            let sum = spatial::add_inertia(&row(d.crb, parent), &row(d.crb, i));
            set_row(d.crb, parent, sum);
        }
    }
}

#[inline(always)]
fn joint_inertia(m: &Model, d: &mut Inertia<'_>) {
    Filter::new(m, d.ntree_awake).dofs().each(m, d.tree_awake, |block| {
        for Run { dofs, simple, .. } in d.layout.runs_of(block) {
            if simple {
                dense::refresh(&mut d.M[entries(m, &dofs)], &m.dof_M0[dofs]);
            } else {
                dofs.for_each(|i| inertia_row(m, i, d.crb, rows(d.cdof), d.M));
            }
        }
    });
}

/// Row `i` of the inertia, tendons aside.
#[inline]
fn inertia_row(m: &Model, i: usize, crb: &[f64], cdof: &[Vec6], mass: &mut [f64]) {
    let range = sparse::row_range(&m.M_rownnz, &m.M_rowadr, i);
    if m.dof_simplenum[i] > 0 {
        mass[range.start] = m.dof_M0[i];
        return;
    }
    let momentum = spatial::mul_inertia(&row(crb, m.dof_bodyid[i] as usize), &cdof[i]);
    let (columns, target) = (&m.M_colind[range.clone()], &mut mass[range]);
    for (x, &j) in target.iter_mut().zip(columns) {
        *x = spatial::dot(&cdof[j as usize], &momentum);
    }
    if let Some(diagonal) = target.last_mut() {
        *diagonal += m.dof_armature[i] + reflected::armature(m, Driven::Joint(m.dof_jntid[i] as usize));
    }
}

#[inline(always)]
fn tendon_armature(m: &Model, d: &mut Inertia<'_>) {
    let filter = Filter::new(m, d.ntree_awake);
    for k in 0..m.ntendon {
        if filter.skips(m, Awake!(d), ObjType::Tendon, k) {
            continue;
        }
        let armature = m.tendon_armature[k] + reflected::armature(m, Driven::Tendon(k));
        if armature == 0.0 {
            continue;
        }
        let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, k);
        let (columns, values) = (&m.ten_J_colind[range.clone()], &d.ten_J[range]);
        for (&i, &value) in columns.iter().zip(values) {
            if value != 0.0 {
                let target = sparse::row_range(&m.M_rownnz, &m.M_rowadr, i as usize);
                let pattern = &m.M_colind[target.clone()];
                sparse::add_matching(pattern, &mut d.M[target], columns, values, armature * value);
            }
        }
    }
}

/// Factors the inertia matrix.
#[inline(always)]
pub fn factor(m: &Model, d: &mut InertiaFactor<'_>) {
    Filter::new(m, d.ntree_awake).dofs().each(m, d.tree_awake, |block| d.qLD.factor_rows(d.M, block));
}

/// Where the rows of whole trees lie in `M`.
pub(crate) fn entries(m: &Model, dofs: &Range<usize>) -> Range<usize> {
    let start = |dof: usize| m.M_rowadr.get(dof).map_or(m.nC, |&adr| adr as usize);
    start(dofs.start)..start(dofs.end)
}

/// `x <- M⁻¹ x`, with the factor in compressed rows.
pub fn solve(m: &Model, factor: &FactorRows, x: &mut [f64]) {
    solve_block(m, factor, x, 0..m.nv);
}

/// `x <- M⁻¹ x` for an `x` that is zero outside `block`, the dofs of one or more whole kinematic trees.
pub fn solve_block(m: &Model, factor: &FactorRows, x: &mut [f64], block: Range<usize>) {
    ltdl::solve_block(pattern(m), &factor.entries, &factor.diag_inv, x, block);
}

/// `out = M x`, with `M` in compressed rows.
pub fn mul(m: &Model, mass: &[f64], x: &[f64], out: &mut [f64]) {
    ltdl::mul_symmetric(pattern(m), mass, x, out);
}

/// The inertia as a dense symmetric matrix.
pub fn full(m: &Model, d: &Data) -> Vec<f64> {
    let mut out = vec![0.0; m.nv * m.nv];
    for i in 0..m.nv {
        for adr in sparse::row_range(&m.M_rownnz, &m.M_rowadr, i) {
            let j = m.M_colind[adr] as usize;
            out[i * m.nv + j] = d.M[adr];
            out[j * m.nv + i] = d.M[adr];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{bias, com};
    use crate::pipeline::stages::{self, kinematics};
    use crate::stage::{CentresOfMass, NewtonEuler};

    #[test]
    fn inertia_agrees_with_recursive_newton_euler() {
        let mut m = Model::n_link_pendulum(4, 0.7, 0.3);
        m.opt.gravity = [0.0; 3];
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.4, -0.7, 0.2, 1.1]);
        kinematics(&m, &mut d);
        com::com_position(&m, &mut CentresOfMass::of(&mut d));
        stages::inertia(&m, &mut d);
        let full = full(&m, &d);
        for j in 0..m.nv {
            let (mut qacc, mut column) = (vec![0.0; m.nv], vec![0.0; m.nv]);
            qacc[j] = 1.0;
            bias::newton_euler(&m, &mut NewtonEuler::of(&mut d), bias::Acceleration::Given(&qacc), &mut column);
            for i in 0..m.nv {
                assert!((column[i] - full[i * m.nv + j]).abs() < 1e-14);
            }
        }
    }
}
