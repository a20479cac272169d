//! The Hessian `M + Jᵀ D J` of the primal problem over the rows in their quadratic zone, plus the Hessians of sliding
//! elliptic cones, factored.
//!
//! As long as every constraint row acts along one branch of the tree (limits, friction, contacts with what does not
//! move), the Hessian has the pattern of `M` and factors without fill, like `M` itself. Otherwise symbolic elimination
//! finds its pattern; from the leaves to the root, bodies that touch the same robot do not get coupled.

use super::problem::{Problem, Sparse};
use crate::constraint::cone;
use crate::data::{ConstraintState, Contact};
use crate::linalg::fill::Fill;
use crate::linalg::ltdl::Pattern;
use crate::linalg::tile_rows::GroupView;
use crate::linalg::tiles::{Lane, Tile, WIDTH};
use crate::linalg::wide;
use crate::linalg::{dense, sparse};
use crate::math::MINVAL;
use crate::pipeline::StepError;

/// The matrix, its factor, and the zones it was made for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hessian {
    /// Whether the pattern of `M` suffices.
    tree: bool,
    /// The pattern when that of `M` does not suffice.
    fill: Fill,
    /// Tiles of `M + Jᵀ D J`, then `Lᵀ D L`.
    values: Vec<Tile>,
    /// Inverse of `D`.
    diag_inv: Vec<Lane>,
    /// Zones of the rows the factor was made for; empty before the first.
    states: Vec<ConstraintState>,
    /// Weights of the rows of a group.
    weights: Vec<f64>,
    /// Rows of a cone's Hessian.
    mixed: Vec<Lane>,
    /// Entries, counted where the reference engine stores them sparsely.
    count: EntryCount,
}

impl Hessian {
    /// Prepares for the rows of a problem.
    pub(super) fn begin(&mut self, p: &Problem<'_>) {
        self.states.clear();
        self.tree = is_tree(p);
        if let Some(sparse) = &p.sparse {
            self.count.take(sparse);
        }
        if !self.tree {
            self.fill.begin(p.tiles());
            for i in 0..p.tiles() {
                self.fill.couple(row(p.pattern, i));
            }
            for group in p.jacobian.groups() {
                self.fill.couple(group.reached);
            }
            self.fill.finish();
        }
        self.diag_inv.resize(p.tiles(), [0.0; WIDTH]);
    }

    /// Factors the Hessian for the current zones; nothing to do when they have not changed and no cone slides.
    pub(super) fn factor(
        &mut self,
        p: &Problem<'_>,
        states: &[ConstraintState],
        contacts: &[Contact],
    ) -> Result<(), StepError> {
        let sliding = states.contains(&ConstraintState::Cone);
        if !self.states.is_empty() && self.states == states && !sliding {
            return Ok(());
        }
        self.states.clear();
        self.states.extend_from_slice(states);
        let Self { tree, fill, values, diag_inv, mixed, weights, .. } = self;
        let pattern = if *tree { p.pattern } else { fill.pattern() };
        values.clear();
        if *tree {
            values.extend_from_slice(p.mass);
        } else {
            values.resize(fill.len(), [[0.0; WIDTH]; WIDTH]);
            for i in 0..p.tiles() {
                let from = sparse::row_range(p.pattern.rownnz, p.pattern.rowadr, i);
                let to = sparse::row_range(pattern.rownnz, pattern.rowadr, i);
                copy_matching(&pattern.colind[to.clone()], &mut values[to], row(p.pattern, i), &p.mass[from]);
            }
        }
        for group in p.jacobian.groups() {
            let zones = &states[group.first..group.first + group.count];
            weights.clear();
            weights.extend(
                zones
                    .iter()
                    .zip(&p.rows.mass[group.first..])
                    .map(|(&zone, &mass)| if zone == ConstraintState::Quadratic { mass } else { 0.0 }),
            );
            if weights.iter().any(|&w| w != 0.0) {
                wide::add_squares(pattern, values, group.reached, group.lanes, weights);
            }
            if sliding {
                add_cones(p, pattern, values, &group, zones, contacts, mixed);
            }
        }
        wide::factor(pattern, values, diag_inv);
        let definite = diag_inv.as_flattened().iter().all(|&x| x > 0.0 && x <= 1.0 / MINVAL);
        if definite { Ok(()) } else { Err(StepError::CholeskyFailed) }
    }

    /// `x <- H⁻¹ x`.
    pub(super) fn solve(&self, p: &Problem<'_>, x: &mut [Lane]) {
        let pattern = if self.tree { p.pattern } else { self.fill.pattern() };
        wide::solve(pattern, &self.values, &self.diag_inv, x);
    }

    /// Entries of the matrices the reference engine would store: the Hessian, its factor, and with elliptic cones the
    /// factor that includes the sliding ones.
    pub(super) fn stored_entries(&self, p: &Problem<'_>, elliptic: bool) -> usize {
        if p.sparse.is_none() {
            return p.nv * p.nv;
        }
        let factors = if elliptic { 2 } else { 1 };
        factors * self.count.factor + self.count.square + self.count.inertia
    }
}

/// Tiles of one row, its own last.
fn row(pattern: Pattern<'_>, i: usize) -> &[i32] {
    &pattern.colind[sparse::row_range(pattern.rownnz, pattern.rowadr, i)]
}

/// Copies the tiles of a row into one with more columns.
fn copy_matching(columns: &[i32], target: &mut [Tile], from: &[i32], source: &[Tile]) {
    let mut at = columns.iter().zip(target);
    for (c, tile) in from.iter().zip(source) {
        if let Some((_, target)) = at.find(|(column, _)| *column == c) {
            *target = *tile;
        }
    }
}

/// `Jᵀ H J` of the sliding contacts of a group of rows.
fn add_cones(
    p: &Problem<'_>,
    pattern: Pattern<'_>,
    values: &mut [Tile],
    group: &GroupView<'_>,
    zones: &[ConstraintState],
    contacts: &[Contact],
    mixed: &mut Vec<Lane>,
) {
    let width = group.reached.len();
    let mut r = 0;
    while r < zones.len() {
        if zones[r] != ConstraintState::Cone {
            r += 1;
            continue;
        }
        let contact = &contacts[p.rows.id[group.first + r] as usize];
        let dim = cone::dim(contact).min(zones.len() - r);
        // with H = L Lᵀ: the rows of Lᵀ J, each times itself
        let mut factor = contact.H;
        dense::cholesky(&mut factor[..dim * dim], dim, MINVAL);
        mixed.clear();
        mixed.resize(dim * width, [0.0; WIDTH]);
        for k in 0..dim {
            let target = mixed[k * width..(k + 1) * width].as_flattened_mut();
            for i in k..dim {
                let source = group.lanes[(r + i) * width..(r + i + 1) * width].as_flattened();
                dense::add_scaled_to(target, source, factor[i * dim + k]);
            }
        }
        wide::add_squares(pattern, values, group.reached, mixed, &[1.0; cone::MAX_DIM][..dim]);
        r += dim;
    }
}

/// Whether the tiles of every row lie on one branch: all of them in the row of `M` of the last.
fn is_tree(p: &Problem<'_>) -> bool {
    p.jacobian.groups().all(|group| {
        let [rest @ .., last] = group.reached else { return true };
        let mut branch = row(p.pattern, *last as usize).iter();
        rest.iter().all(|c| branch.any(|b| b == c))
    })
}

/// How many entries the matrices of a problem have when single dofs count.
#[derive(Clone, Debug, Default, PartialEq)]
struct EntryCount {
    fill: Fill,
    columns: Vec<i32>,
    /// Lower triangle of the factor of the Hessian.
    factor: usize,
    /// Lower triangle of `Jᵀ J`.
    square: usize,
    /// Lower triangle of `M`.
    inertia: usize,
}

impl EntryCount {
    fn take(&mut self, s: &Sparse<'_>) {
        let nv = s.part.dofs.len();
        self.fill.begin_empty(nv);
        for &r in s.part.rows {
            self.columns.clear();
            self.columns.extend(s.columns(r));
            self.fill.couple_all(&self.columns);
        }
        self.square = self.fill.count();
        self.fill.begin(nv);
        self.inertia = 0;
        for &dof in s.part.dofs {
            self.columns.clear();
            self.columns.extend(s.ancestors(dof));
            self.inertia += self.columns.len();
            self.fill.couple(&self.columns);
        }
        for &r in s.part.rows {
            self.columns.clear();
            self.columns.extend(s.columns(r));
            self.fill.couple(&self.columns);
        }
        self.fill.finish();
        self.factor = self.fill.len();
    }
}
