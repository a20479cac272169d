//! The Hessian `M + Jᵀ D J` of the primal problem over the rows in their quadratic zone, factored.
//!
//! As long as every constraint row acts along one branch of the tree (limits, friction, contacts with what does not
//! move), the Hessian has the pattern of `M` and factors without fill, like `M` itself. Otherwise it is stored as a
//! skyline.

use crate::constraint;
use crate::data::{ConstraintState, Data};
use crate::dynamics::inertia;
use crate::linalg::{ltdl, skyline::Skyline, sparse};
use crate::math::MINVAL;
use crate::model::Model;
use crate::pipeline::StepError;

/// The matrix, its factor, and the zones it was made for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hessian {
    /// Whether the pattern of `M` suffices.
    tree: bool,
    /// Entries in the pattern of `M`, then `Lᵀ D L`.
    values: Vec<f64>,
    /// Inverse of `D`.
    diag_inv: Vec<f64>,
    /// Storage when the pattern of `M` does not suffice.
    skyline: Skyline,
    /// First column of each row of the skyline.
    profile: Vec<usize>,
    /// Zones of the rows the factor was made for; empty before the first.
    states: Vec<ConstraintState>,
}

impl Hessian {
    /// Prepares for the rows of this step.
    pub(super) fn begin(&mut self, m: &Model, d: &Data) {
        self.states.clear();
        self.tree = is_tree(m, d);
        if self.tree {
            self.values.resize(d.M.len(), 0.0);
            self.diag_inv.resize(m.nv, 0.0);
        } else {
            find_profile(m, d, &mut self.profile);
        }
    }

    /// Factors the Hessian for the current zones; nothing to do when they have not changed.
    pub(super) fn factor(&mut self, m: &Model, d: &Data) -> Result<(), StepError> {
        if !self.states.is_empty() && self.states == d.efc_state {
            return Ok(());
        }
        self.states.clear();
        self.states.extend_from_slice(&d.efc_state);
        let done = if self.tree { self.factor_tree(m, d) } else { self.factor_skyline(m, d) };
        if done { Ok(()) } else { Err(StepError::CholeskyFailed) }
    }

    /// `x <- H⁻¹ x`.
    pub(super) fn solve(&self, m: &Model, x: &mut [f64]) {
        if self.tree {
            ltdl::solve(inertia::pattern(m), &self.values, &self.diag_inv, x);
        } else {
            self.skyline.solve(x);
        }
    }

    fn factor_tree(&mut self, m: &Model, d: &Data) -> bool {
        self.values.copy_from_slice(&d.M);
        let jac = constraint::jacobian(d);
        for r in (0..d.nefc).filter(|&r| d.efc_state[r] == ConstraintState::Quadratic) {
            let (columns, entries) = jac.row(r);
            for (n, &i) in columns.iter().enumerate() {
                let range = sparse::row_range(&m.M_rownnz, &m.M_rowadr, i as usize);
                let (target, s) = (&mut self.values[range.clone()], d.efc_D[r] * entries[n]);
                sparse::add_matching(&m.M_colind[range], target, &columns[..=n], &entries[..=n], s);
            }
        }
        ltdl::factor(inertia::pattern(m), &mut self.values, &mut self.diag_inv);
        self.diag_inv.iter().all(|&x| x > 0.0 && x <= 1.0 / MINVAL)
    }

    fn factor_skyline(&mut self, m: &Model, d: &Data) -> bool {
        self.skyline.reset(m.nv, |i| self.profile[i]);
        for i in 0..m.nv {
            for k in sparse::row_range(&m.M_rownnz, &m.M_rowadr, i) {
                *self.skyline.at(i, m.M_colind[k] as usize) = d.M[k];
            }
        }
        let jac = constraint::jacobian(d);
        for r in (0..d.nefc).filter(|&r| d.efc_state[r] == ConstraintState::Quadratic) {
            let (columns, values) = jac.row(r);
            for (a, &i) in columns.iter().enumerate() {
                let s = d.efc_D[r] * values[a];
                for (b, &j) in columns.iter().enumerate().take(a + 1) {
                    *self.skyline.at(i as usize, j as usize) += s * values[b];
                }
            }
        }
        self.skyline.factor(MINVAL)
    }
}

/// Whether the dofs of every row lie on one branch: all of them in the row of `M` of the last.
fn is_tree(m: &Model, d: &Data) -> bool {
    let jac = constraint::jacobian(d);
    (0..d.nefc).all(|r| {
        let (columns, _) = jac.row(r);
        let [rest @ .., last] = columns else { return true };
        let branch = &m.M_colind[sparse::row_range(&m.M_rownnz, &m.M_rowadr, *last as usize)];
        let mut at = branch.iter();
        rest.iter().all(|c| at.any(|b| b == c))
    })
}

/// First column of each row of `M + Jᵀ J`: inertia and constraint rows couple a dof with earlier ones.
fn find_profile(m: &Model, d: &Data, profile: &mut Vec<usize>) {
    profile.clear();
    profile.extend((0..m.nv).map(|i| m.M_colind[m.M_rowadr[i] as usize] as usize));
    let jac = constraint::jacobian(d);
    for r in 0..d.nefc {
        let (columns, _) = jac.row(r);
        if let Some(&first) = columns.first() {
            for &i in columns {
                profile[i as usize] = profile[i as usize].min(first as usize);
            }
        }
    }
}
