//! Implicit in velocity: `(M - h D) a = f` with `D` the derivative of the smooth forces by the velocities.
//!
//! `implicit` uses all of `D`, which is unsymmetric, and an LU factorisation. `implicitfast` leaves the Coriolis
//! and centrifugal forces out and uses the symmetric `LᵀDL`, but solves standalone free bodies with them.
//! Constraint forces are those of the forward pass, and `qDeriv` holds `D`.

use super::{Factors, damped};
use crate::derivative::free_body;
use crate::error::StepError;
use crate::linalg::sparse::Csr;
use crate::linalg::{dense, ltdl, lu};
use crate::math::get;
use crate::model::{JointType, Model};
use crate::sleep::Filter;
use crate::stage::{FreeBodies, ImplicitSystem, Integration};

/// Sparsity of `qDeriv` and `qLU`.
fn pattern(m: &Model) -> lu::Pattern<'_> {
    lu::Pattern { rownnz: &m.D_rownnz, rowadr: &m.D_rowadr, colind: &m.D_colind, diag: &m.D_diag }
}

/// The acceleration over a step with all velocity derivatives.
pub(super) fn accelerate(m: &Model, d: &mut Integration<'_>, factors: Factors) -> Result<(), StepError> {
    if factors == Factors::Make {
        factor(m, d)?;
    }
    damped::total_force(d.qfrc_smooth, d.qfrc_constraint, d.step_acc);
    let dofs = Filter::new(m, d.ntree_awake).dofs();
    dofs.each(m, d.tree_awake, |block| lu::solve(pattern(m), d.qLU, d.step_acc, block));
    Ok(())
}

/// `out = (M - h D) acc` with all velocity derivatives: the force that gives `acc` over a step. Needs [`assemble`].
pub(crate) fn force_of_implicit(m: &Model, d: &ImplicitSystem<'_>, acc: &[f64], out: &mut [f64]) {
    Csr { rownnz: &m.D_rownnz, rowadr: &m.D_rowadr, colind: &m.D_colind, values: d.qLU }.mul(acc, out);
}

/// `out = (M - h D) acc` without the derivatives of the Coriolis forces, except for standalone free bodies. `entries` are those
/// that [`assemble_symmetric`] put into `qH`, in compressed rows.
pub(crate) fn force_of_implicit_fast(m: &Model, d: &ImplicitSystem<'_>, entries: &[f64], acc: &[f64], out: &mut [f64]) {
    ltdl::mul_symmetric(m.mass_pattern(), entries, acc, out);
    for joint in free_joints(m).filter(|&j| is_awake(m, d.tree_awake, j)) {
        let first = m.jnt_dofadr[joint] as usize;
        let system = free_body::system(m, FreeBodies!(d), joint, m.opt.timestep);
        for (x, row) in out[first..first + 6].iter_mut().zip(&system) {
            *x = dense::dot(row, &acc[first..first + 6]);
        }
    }
}

/// Factors `M - h D` into `qLU`.
fn factor(m: &Model, d: &mut Integration<'_>) -> Result<(), StepError> {
    assemble(m, &mut ImplicitSystem!(d));
    let dofs = Filter::new(m, d.ntree_awake).dofs();
    let factor = |block| lu::factor(pattern(m), d.qLU, d.chain, block);
    dofs.try_each(m, d.tree_awake, factor).map_err(|index| StepError::SingularSystem {
        index,
        joint: m.dof_label(index),
        time: *d.time,
    })
}

/// `qLU = M - h D`.
pub(crate) fn assemble(m: &Model, d: &mut ImplicitSystem<'_>) {
    for ((x, &from), slope) in d.qLU.iter_mut().zip(&m.mapM2D).zip(d.qDeriv) {
        let inertia = usize::try_from(from).map_or(0.0, |at| d.M[at]);
        *x = inertia - slope * m.opt.timestep;
    }
}

/// The acceleration over a step without the derivatives of the Coriolis forces, except for standalone free bodies.
pub(super) fn accelerate_fast(m: &Model, d: &mut Integration<'_>, factors: Factors) {
    if factors == Factors::Make {
        factor_symmetric(m, d);
    }
    damped::total_force(d.qfrc_smooth, d.qfrc_constraint, d.step_force);
    d.step_acc.copy_from_slice(d.step_force);
    damped::solve(m, d);
    for joint in free_joints(m).filter(|&j| is_awake(m, d.tree_awake, j)) {
        let first = m.jnt_dofadr[joint] as usize;
        let mut system = free_body::system(m, FreeBodies!(d), joint, m.opt.timestep);
        if let Some(x) = lu::solve6(&mut system, get(d.step_force, first)) {
            d.step_acc[first..first + 6].copy_from_slice(&x);
        }
    }
}

/// `qH = M - h D` without the Coriolis forces.
pub(crate) fn assemble_symmetric(m: &Model, d: &mut ImplicitSystem<'_>) {
    let h = m.opt.timestep;
    d.qH.assemble(0..m.nv, |k| d.M[k] - d.qDeriv[m.mapD2M[k] as usize] * h);
}

/// Factors the symmetric part of `M - h D` into `qH`.
fn factor_symmetric(m: &Model, d: &mut Integration<'_>) {
    assemble_symmetric(m, &mut ImplicitSystem!(d));
    for joint in free_joints(m) {
        // these rows have their own solve; the inertia keeps the factorisation well defined
        let first = m.jnt_dofadr[joint] as usize;
        d.qH.assemble(first..first + 6, |k| d.M[k]);
    }
    damped::factor(m, d);
}

/// Whether the tree of a joint is awake.
fn is_awake(m: &Model, tree_awake: &[i32], joint: usize) -> bool {
    tree_awake[m.dof_treeid[m.jnt_dofadr[joint] as usize] as usize] != 0
}

/// Joints of standalone free bodies.
fn free_joints(m: &Model) -> impl Iterator<Item = usize> + '_ {
    (0..m.njnt).filter(|&j| m.jnt_type[j] == JointType::Free && free_body::is_free_body(m, m.jnt_bodyid[j] as usize))
}
