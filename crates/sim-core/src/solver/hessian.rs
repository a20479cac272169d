//! The Hessian `M + Jᵀ D J` of the primal problem over the rows in their quadratic zone, plus the Hessians of sliding
//! elliptic cones, factored.
//!
//! As long as every constraint row acts along one branch of the tree (limits, friction, contacts with what does not
//! move), the Hessian has the pattern of `M` and factors without fill, like `M` itself. Otherwise it is stored as a
//! skyline.

use super::problem::Problem;
use crate::constraint::cone;
use crate::data::{ConstraintState, Contact};
use crate::linalg::{dense, ltdl, skyline::Skyline, sparse};
use crate::math::MINVAL;
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
    /// A row of a cone's Hessian.
    mixed: Vec<f64>,
}

impl Hessian {
    /// Prepares for the rows of a problem.
    pub(super) fn begin(&mut self, p: &Problem<'_>) {
        self.states.clear();
        self.tree = is_tree(p);
        if self.tree {
            self.values.resize(p.mass.len(), 0.0);
            self.diag_inv.resize(p.nv, 0.0);
        } else {
            find_profile(p, &mut self.profile);
        }
    }

    /// Factors the Hessian for the current zones; nothing to do when they have not changed and no cone slides.
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
        let done = if self.tree {
            self.values.copy_from_slice(p.mass);
            let (pattern, values) = (p.pattern, &mut self.values);
            add_rows(p, states, contacts, &mut self.mixed, |columns, entries, s, n| {
                let range = sparse::row_range(pattern.rownnz, pattern.rowadr, columns[n] as usize);
                let target = &mut values[range.clone()];
                sparse::add_matching(&pattern.colind[range], target, &columns[..=n], &entries[..=n], s);
            });
            ltdl::factor(pattern, values, &mut self.diag_inv);
            self.diag_inv.iter().all(|&x| x > 0.0 && x <= 1.0 / MINVAL)
        } else {
            self.skyline.reset(p.nv, |i| self.profile[i]);
            for i in 0..p.nv {
                for k in sparse::row_range(p.pattern.rownnz, p.pattern.rowadr, i) {
                    *self.skyline.at(i, p.pattern.colind[k] as usize) = p.mass[k];
                }
            }
            let skyline = &mut self.skyline;
            add_rows(p, states, contacts, &mut self.mixed, |columns, entries, s, n| {
                let row = columns[n] as usize;
                for (&j, &x) in columns.iter().zip(entries).take(n + 1) {
                    *skyline.at(row, j as usize) += s * x;
                }
            });
            skyline.factor(MINVAL)
        };
        if done { Ok(()) } else { Err(StepError::CholeskyFailed) }
    }

    /// `x <- H⁻¹ x`.
    pub(super) fn solve(&self, p: &Problem<'_>, x: &mut [f64]) {
        if self.tree {
            ltdl::solve(p.pattern, &self.values, &self.diag_inv, x);
        } else {
            self.skyline.solve(x);
        }
    }
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

/// First column of each row of `M + Jᵀ J`: inertia and constraint rows couple a dof with earlier ones.
fn find_profile(p: &Problem<'_>, profile: &mut Vec<usize>) {
    profile.clear();
    profile.extend(p.pattern.rowadr.iter().map(|&adr| p.pattern.colind[adr as usize] as usize));
    for r in 0..p.rows.len() {
        let (columns, _) = p.jacobian.row(r);
        if let Some(&first) = columns.first() {
            for &i in columns {
                profile[i as usize] = profile[i as usize].min(first as usize);
            }
        }
    }
}
