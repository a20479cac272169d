//! Constraint solvers: the acceleration that minimises Gauss's deviation from the free motion plus the cost
//! of the constraint rows.

mod hessian;
pub mod linesearch;
pub mod newton;

pub(crate) use hessian::Hessian;

use crate::constraint::{self, update};
use crate::data::{ConstraintType, Data};
use crate::dynamics::inertia;
use crate::model::{Model, SolverType, disable};
use crate::pipeline::StepError;

/// Accelerations and constraint forces. Reads `qacc_smooth qfrc_smooth` and the rows; writes `qacc efc_b
/// efc_force efc_state qfrc_constraint`.
pub fn solve(m: &Model, d: &mut Data) -> Result<(), StepError> {
    d.qfrc_constraint.fill(0.0);
    d.solver_niter = 0;
    if d.nefc == 0 {
        d.qacc.copy_from_slice(&d.qacc_smooth);
        return Ok(());
    }
    if m.opt.solver != SolverType::Newton {
        return Err(StepError::Unsupported(format!("solver {}", m.opt.solver)));
    }
    if m.opt.noslip_iterations > 0 {
        return Err(StepError::Unsupported("the noslip pass".to_string()));
    }
    if d.efc_type.contains(&ConstraintType::ContactElliptic) {
        return Err(StepError::Unsupported("a contact with an elliptic friction cone".to_string()));
    }
    let mut b = std::mem::take(&mut d.efc_b);
    constraint::jacobian(d).mul(&d.qacc_smooth, &mut b);
    for (x, a) in b.iter_mut().zip(&d.efc_aref) {
        *x -= a;
    }
    d.efc_b = b;
    warm_start(m, d);
    newton::newton(m, d)
}

/// Starts from the last acceleration or the free one, whichever costs less.
fn warm_start(m: &Model, d: &mut Data) {
    d.qacc.copy_from_slice(&d.qacc_smooth);
    if m.opt.disableflags & disable::WARMSTART != 0 {
        return;
    }
    let mut jar = std::mem::take(&mut d.scratch.row[0]);
    jar.resize(d.nefc, 0.0);
    constraint::jacobian(d).mul(&d.qacc_warmstart, &mut jar);
    for (x, a) in jar.iter_mut().zip(&d.efc_aref) {
        *x -= a;
    }
    let mut warm = update::update(d, &jar);
    d.scratch.row[0] = jar;

    let mut momentum = std::mem::take(&mut d.scratch.dof[0]);
    inertia::mul(m, d, &d.qacc_warmstart, &mut momentum);
    for i in 0..m.nv {
        warm += 0.5 * (momentum[i] - d.qfrc_smooth[i]) * (d.qacc_warmstart[i] - d.qacc_smooth[i]);
    }
    d.scratch.dof[0] = momentum;

    let b = std::mem::take(&mut d.efc_b);
    let free = update::update(d, &b);
    d.efc_b = b;
    if warm <= free {
        d.qacc.copy_from_slice(&d.qacc_warmstart);
    }
}
