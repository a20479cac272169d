//! The Hessian `M + Jᵀ D J` of the primal problem over the rows in their quadratic zone, plus the Hessians of sliding
//! elliptic cones, factored.
//!
//! As long as every constraint row acts along one branch of the tree (limits, friction, contacts with what does not
//! move), the Hessian has the pattern of `M` and factors without fill, like `M` itself. Otherwise symbolic elimination
//! finds its pattern; from the leaves to the root, bodies that touch the same robot do not get coupled.

use super::problem::Problem;
use crate::constraint::cone;
use crate::data::{ConstraintState, Contact};
use crate::linalg::{dense, fill::Fill, ltdl, sparse};
use crate::math::MINVAL;
use crate::pipeline::StepError;

/// The matrix, its factor, and the zones it was made for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hessian {
    /// Whether the pattern of `M` suffices.
    tree: bool,
    /// The pattern when that of `M` does not suffice.
    fill: Fill,
    /// Entries of `M + Jᵀ D J`, then `Lᵀ D L`.
    values: Vec<f64>,
    /// Inverse of `D`.
    diag_inv: Vec<f64>,
    /// Zones of the rows the factor was made for; empty before the first.
    states: Vec<ConstraintState>,
    /// Entries of `Jᵀ J`, counted where the reference engine stores it sparsely.
    square: usize,
    /// A row of a cone's Hessian.
    mixed: Vec<f64>,
    /// The dense factor, where rounding left the sparse one without a positive pivot; empty otherwise.
    dense: Vec<f64>,
}

impl Hessian {
    /// Prepares for the rows of a problem.
    pub(super) fn begin(&mut self, p: &Problem<'_>) {
        self.states.clear();
        self.tree = is_tree(p);
        self.square = if p.sparse { self.fill.count_square(p.nv, distinct_rows(p)) } else { 0 };
        if !self.tree {
            self.fill.begin(p.nv);
            let (rownnz, rowadr) = (p.pattern.rownnz, p.pattern.rowadr);
            for i in 0..p.nv {
                self.fill.couple(&p.pattern.colind[sparse::row_range(rownnz, rowadr, i)]);
            }
            for columns in distinct_rows(p) {
                self.fill.couple(columns);
            }
            self.fill.finish();
        }
        self.diag_inv.resize(p.nv, 0.0);
    }

    /// Factors the Hessian for the current zones; nothing to do when they have not changed and no cone slides. Where
    /// rounding makes it indefinite, a dense factor in the other order may still exist; the reference engine goes on without
    /// one if it stores the Jacobian densely, and so do we.
    pub(super) fn factor(
        &mut self,
        p: &Problem<'_>,
        states: &[ConstraintState],
        contacts: &[Contact],
    ) -> Result<(), StepError> {
        if !self.states.is_empty() && self.states == states && !states.contains(&ConstraintState::Cone) {
            return Ok(());
        }
        self.states.clear();
        self.states.extend_from_slice(states);
        let Self { tree, fill, values, diag_inv, mixed, .. } = self;
        let pattern = if *tree { p.pattern } else { fill.pattern() };
        values.clear();
        if *tree {
            values.extend_from_slice(p.mass);
        } else {
            values.resize(fill.len(), 0.0);
            for i in 0..p.nv {
                let from = sparse::row_range(p.pattern.rownnz, p.pattern.rowadr, i);
                let to = sparse::row_range(pattern.rownnz, pattern.rowadr, i);
                let (columns, target) = (&pattern.colind[to.clone()], &mut values[to]);
                sparse::add_matching(columns, target, &p.pattern.colind[from.clone()], &p.mass[from], 1.0);
            }
        }
        add_rows(p, states, contacts, mixed, |columns, entries, s, n| {
            let range = sparse::row_range(pattern.rownnz, pattern.rowadr, columns[n] as usize);
            let target = &mut values[range.clone()];
            sparse::add_matching(&pattern.colind[range], target, &columns[..=n], &entries[..=n], s);
        });
        ltdl::factor(pattern, values, diag_inv);
        self.dense.clear();
        if self.diag_inv.iter().all(|&x| x > 0.0 && x <= 1.0 / MINVAL) {
            return Ok(());
        }
        let rank = self.factor_densely(p, states, contacts);
        if p.sparse && rank < p.nv { Err(StepError::CholeskyFailed) } else { Ok(()) }
    }

    /// Factors with pivots raised to the smallest one allowed; the number that were not.
    fn factor_densely(&mut self, p: &Problem<'_>, states: &[ConstraintState], contacts: &[Contact]) -> usize {
        let Self { dense, mixed, .. } = self;
        dense.resize(p.nv * p.nv, 0.0);
        for i in 0..p.nv {
            for k in sparse::row_range(p.pattern.rownnz, p.pattern.rowadr, i) {
                dense[i * p.nv + p.pattern.colind[k] as usize] = p.mass[k];
            }
        }
        add_rows(p, states, contacts, mixed, |columns, entries, s, n| {
            let row = &mut dense[columns[n] as usize * p.nv..][..p.nv];
            sparse::scatter_add(&columns[..=n], &entries[..=n], s, row);
        });
        dense::cholesky(dense, p.nv, MINVAL)
    }

    /// `x <- H⁻¹ x`.
    pub(super) fn solve(&self, p: &Problem<'_>, x: &mut [f64]) {
        if !self.dense.is_empty() {
            dense::cholesky_solve(&self.dense, p.nv, x);
            return;
        }
        let pattern = if self.tree { p.pattern } else { self.fill.pattern() };
        ltdl::solve(pattern, &self.values, &self.diag_inv, x);
    }

    /// Entries of the matrices the reference engine would store: the Hessian, its factor, and with elliptic cones the
    /// factor that includes the sliding ones.
    pub(super) fn stored_entries(&self, p: &Problem<'_>, elliptic: bool) -> usize {
        if !p.sparse {
            return p.nv * p.nv;
        }
        let factors = if elliptic { 2 } else { 1 };
        factors * self.values.len() + self.square + p.mass.len()
    }
}

/// The columns of each row of the Jacobian; rows that repeat those of the row before are left out.
fn distinct_rows<'a>(p: &Problem<'a>) -> impl Iterator<Item = &'a [i32]> {
    let jacobian = p.jacobian;
    let mut last: &[i32] = &[];
    (0..p.rows.len()).filter_map(move |r| {
        let (columns, _) = jacobian.row(r);
        let new = columns != last;
        last = columns;
        new.then_some(columns)
    })
}

/// Calls `add(columns, entries, s, n)` for what the rows add to the lower triangle: `s` times `entries[..=n]` to row
/// `columns[n]`.
fn add_rows(
    p: &Problem<'_>,
    states: &[ConstraintState],
    contacts: &[Contact],
    mixed: &mut Vec<f64>,
    mut add: impl FnMut(&[i32], &[f64], f64, usize),
) {
    let mut r = 0;
    while r < states.len() {
        match states[r] {
            ConstraintState::Quadratic => {
                let (columns, entries) = p.jacobian.row(r);
                for (n, x) in entries.iter().enumerate() {
                    add(columns, entries, p.rows.mass[r] * x, n);
                }
                r += 1;
            }
            ConstraintState::Cone => {
                let contact = &contacts[p.rows.id[r] as usize];
                add_cone(p, contact, r, mixed, &mut add);
                r += cone::dim(contact);
            }
            _ => r += 1,
        }
    }
}

/// `Jᵀ H J` of a sliding contact whose rows start at `r`.
fn add_cone(
    p: &Problem<'_>,
    contact: &Contact,
    r: usize,
    mixed: &mut Vec<f64>,
    add: &mut impl FnMut(&[i32], &[f64], f64, usize),
) {
    let dim = cone::dim(contact).min(p.rows.len() - r);
    // with H = L Lᵀ: the rows of Lᵀ J, each times itself
    let mut factor = contact.H;
    dense::cholesky(&mut factor[..dim * dim], dim, MINVAL);
    let (columns, _) = p.jacobian.row(r);
    for k in 0..dim {
        mixed.clear();
        mixed.resize(columns.len(), 0.0);
        for i in k..dim {
            dense::add_scaled_to(mixed, p.jacobian.row(r + i).1, factor[i * dim + k]);
        }
        for (n, &s) in mixed.iter().enumerate() {
            add(columns, mixed, s, n);
        }
    }
}

/// Whether the dofs of every row lie on one branch: all of them in the row of `M` of the last.
fn is_tree(p: &Problem<'_>) -> bool {
    (0..p.rows.len()).all(|r| {
        let (columns, _) = p.jacobian.row(r);
        let [rest @ .., last] = columns else { return true };
        let branch = &p.pattern.colind[sparse::row_range(p.pattern.rownnz, p.pattern.rowadr, *last as usize)];
        let mut at = branch.iter();
        rest.iter().all(|c| at.any(|b| b == c))
    })
}
