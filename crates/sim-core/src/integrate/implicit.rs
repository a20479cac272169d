//! Implicit in velocity: `(M - h D) a = f` with `D` the derivative of the smooth forces by the velocities.
//!
//! `implicit` uses all of `D`, which is unsymmetric, and an LU factorisation. `implicitfast` leaves the Coriolis
//! and centrifugal forces out and uses the symmetric `LᵀDL`, but solves standalone free bodies with them.
//! Constraint forces are those of the forward pass. Writes `qDeriv` and `qLU`, or `qH` and `qHDiagInv`.

use super::advance::{Rates, advance};
use super::{factor_modified_inertia, solve_modified_inertia, total_force};
use crate::data::Data;
use crate::derivative::{self, Terms, free_body};
use crate::dynamics::inertia;
use crate::linalg::sparse::Csr;
use crate::linalg::{dense, ltdl, lu, sparse};
use crate::math::get;
use crate::model::{JointType, Model};
use crate::pipeline::{StepError, dof_label};
use crate::sleep::Filter;
use crate::stage::{FreeBodies, VelocityDerivatives};

/// Sparsity of `qDeriv` and `qLU`.
fn pattern(m: &Model) -> lu::Pattern<'_> {
    lu::Pattern { rownnz: &m.D_rownnz, rowadr: &m.D_rowadr, colind: &m.D_colind, diag: &m.D_diag }
}

/// One step with all velocity derivatives; `reuse` takes the factors from the last step.
pub(super) fn implicit(m: &Model, d: &mut Data, reuse: bool) -> Result<(), StepError> {
    if !reuse {
        factor(m, d)?;
    }
    let mut acc = std::mem::take(&mut d.scratch.step_acc);
    total_force(d, &mut acc);
    Filter::new(m, d.ntree_awake).dofs().each(m, &d.tree_awake, |block| lu::solve(pattern(m), &d.qLU, &mut acc, block));
    let advanced = advance(m, d, &Rates::acceleration(&acc));
    d.scratch.step_acc = acc;
    advanced
}

/// `out = (M - h D) acc` with all velocity derivatives: the force that gives `acc` over a step.
pub(crate) fn force_of_implicit(m: &Model, d: &mut Data, acc: &[f64], out: &mut [f64]) {
    assemble(m, d);
    Csr { rownnz: &m.D_rownnz, rowadr: &m.D_rowadr, colind: &m.D_colind, values: &d.qLU }.mul(acc, out);
}

/// `out = (M - h D) acc` without the derivatives of the Coriolis forces, except for standalone free bodies.
pub(crate) fn force_of_implicit_fast(m: &Model, d: &mut Data, acc: &[f64], out: &mut [f64]) {
    assemble_symmetric(m, d);
    ltdl::mul_symmetric(inertia::pattern(m), &d.qH, acc, out);
    for joint in free_joints(m).filter(|&j| is_awake(m, d, j)) {
        let first = m.jnt_dofadr[joint] as usize;
        let system = free_body::system(m, FreeBodies::of(d), joint, m.opt.timestep);
        for (x, row) in out[first..first + 6].iter_mut().zip(&system) {
            *x = dense::dot(row, &acc[first..first + 6]);
        }
    }
}

/// Factors `M - h D` into `qLU`.
fn factor(m: &Model, d: &mut Data) -> Result<(), StepError> {
    assemble(m, d);
    let dofs = Filter::new(m, d.ntree_awake).dofs();
    let factor = |block| lu::factor(pattern(m), &mut d.qLU, &mut d.scratch.chain, block);
    dofs.try_each(m, &d.tree_awake, factor).map_err(|index| StepError::SingularSystem {
        index,
        joint: dof_label(m, index),
        time: d.time,
    })
}

/// `qLU = M - h D`.
fn assemble(m: &Model, d: &mut Data) {
    derivative::smooth_velocity(m, &mut VelocityDerivatives::of(d), Terms::ForcesAndBias);
    for ((x, &from), slope) in d.qLU.iter_mut().zip(&m.mapM2D).zip(&d.qDeriv) {
        let inertia = usize::try_from(from).map_or(0.0, |at| d.M[at]);
        *x = inertia - slope * m.opt.timestep;
    }
}

/// One step without the derivatives of the Coriolis forces, except for standalone free bodies; `reuse` takes the factors
/// from the last step.
pub(super) fn implicit_fast(m: &Model, d: &mut Data, reuse: bool) -> Result<(), StepError> {
    if !reuse {
        factor_symmetric(m, d);
    }
    let (mut acc, mut force) = (std::mem::take(&mut d.scratch.step_acc), std::mem::take(&mut d.scratch.step_force));
    total_force(d, &mut force);
    acc.copy_from_slice(&force);
    solve_modified_inertia(m, d, &mut acc);
    for joint in free_joints(m).filter(|&j| is_awake(m, d, j)) {
        let first = m.jnt_dofadr[joint] as usize;
        if let Some(x) =
            lu::solve6(&mut free_body::system(m, FreeBodies::of(d), joint, m.opt.timestep), get(&force, first))
        {
            acc[first..first + 6].copy_from_slice(&x);
        }
    }
    let advanced = advance(m, d, &Rates::acceleration(&acc));
    (d.scratch.step_acc, d.scratch.step_force) = (acc, force);
    advanced
}

/// `qH = M - h D` without the Coriolis forces.
fn assemble_symmetric(m: &Model, d: &mut Data) {
    derivative::smooth_velocity(m, &mut VelocityDerivatives::of(d), Terms::Forces);
    let h = m.opt.timestep;
    for ((x, &from), inertia) in d.qH.iter_mut().zip(&m.mapD2M).zip(&d.M) {
        *x = inertia - d.qDeriv[from as usize] * h;
    }
}

/// Factors the symmetric part of `M - h D` into `qH`.
fn factor_symmetric(m: &Model, d: &mut Data) {
    assemble_symmetric(m, d);
    for joint in free_joints(m) {
        // these rows have their own solve; the inertia keeps the factorisation well defined
        let first = m.jnt_dofadr[joint] as usize;
        for dof in first..first + 6 {
            let range = sparse::row_range(&m.M_rownnz, &m.M_rowadr, dof);
            d.qH[range.clone()].copy_from_slice(&d.M[range]);
        }
    }
    factor_modified_inertia(m, d);
}

/// Whether the tree of a joint is awake.
fn is_awake(m: &Model, d: &Data, joint: usize) -> bool {
    d.tree_awake[m.dof_treeid[m.jnt_dofadr[joint] as usize] as usize] != 0
}

/// Joints of standalone free bodies.
fn free_joints(m: &Model) -> impl Iterator<Item = usize> + '_ {
    (0..m.njnt).filter(|&j| m.jnt_type[j] == JointType::Free && free_body::is_free_body(m, m.jnt_bodyid[j] as usize))
}
