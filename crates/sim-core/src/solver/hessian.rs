//! The Hessian `M + Jᵀ D J` of the primal problem over the rows in their quadratic zone, plus the Hessians of sliding
//! elliptic cones, factored.
//!
//! If every constraint row acts along one branch of the tree (limits, friction, contacts with fixed bodies), the Hessian has the
//! sparsity of `M` and factors without fill, like `M` itself. Otherwise symbolic elimination finds its sparsity. It goes from the leaves
//! to the root, so that bodies in contact with one robot are not coupled with each other.

use super::problem::Problem;
use crate::constraint::cone;
use crate::data::{ConstraintState, Contact};
use crate::error::{Excess, StepError};
use crate::linalg::fill::Fill;
use crate::linalg::ltdl::Pattern;
use crate::linalg::tiles::{Grid, Lane, Tile, WIDTH};
use crate::linalg::wide;
use crate::linalg::{dense, sparse};
use crate::math::MINVAL;
use crate::model::StepLimits;
use crate::scratch::solver::Hessian;

impl Hessian {
    /// Prepares for the rows of a problem.
    pub(super) fn begin(&mut self, p: &Problem<'_>, limits: &StepLimits) -> Result<(), StepError> {
        self.tree = is_tree(p);
        if !self.tree {
            self.fill.begin(p.tiles());
            for i in 0..p.tiles() {
                self.fill.couple(row(p.grid.pattern, i));
            }
            for group in p.jacobian.groups() {
                self.fill.couple(group.reached);
            }
            self.fill.finish();
            limits.check_matrix(Excess::Hessian, self.fill.len().saturating_mul(WIDTH * WIDTH))?;
        }
        self.diag_inv.resize(p.tiles(), [0.0; WIDTH]);
        self.factored = false;
        self.states.clear();
        self.states.resize(p.rows.len(), ConstraintState::Satisfied);
        self.start_from_inertia(p);
        Ok(())
    }

    fn start_from_inertia(&mut self, p: &Problem<'_>) {
        self.smooth.clear();
        if self.tree {
            self.smooth.extend_from_slice(p.mass);
            return;
        }
        let pattern = self.fill.pattern();
        self.smooth.resize(self.fill.len(), [[0.0; WIDTH]; WIDTH]);
        for i in 0..p.tiles() {
            let from = sparse::row_range(p.grid.pattern.rownnz, p.grid.pattern.rowadr, i);
            let to = sparse::row_range(pattern.rownnz, pattern.rowadr, i);
            copy_matching(&pattern.colind[to.clone()], &mut self.smooth[to], row(p.grid.pattern, i), &p.mass[from]);
        }
    }

    /// Factors the Hessian for the current zones, unless they are unchanged and no cone slides. If rounding makes it indefinite, a dense
    /// factor in the other order may still exist. With a dense Jacobian MuJoCo continues without one, and so does this engine.
    /// Returns false if the solver cannot continue.
    pub(super) fn factor(&mut self, p: &Problem<'_>, states: &[ConstraintState], contacts: &[Contact]) -> bool {
        let sliding = states.contains(&ConstraintState::Cone);
        if self.factored && !sliding && self.states == states {
            return true;
        }
        self.factored = true;
        self.follow(p, states);
        self.with_cones(p, states, contacts, sliding);
        let grid = grid(self.tree, &self.fill, p);
        wide::factor(grid, &mut self.factor, &mut self.diag_inv, 0..p.tiles());
        self.dense.clear();
        if self.diag_inv.as_flattened().iter().all(|&x| x > 0.0 && x <= 1.0 / MINVAL) {
            return true;
        }
        self.with_cones(p, states, contacts, sliding);
        let complete = self.factor_densely(p);
        complete || !p.sparse
    }

    /// Updates `smooth` to new zones.
    fn follow(&mut self, p: &Problem<'_>, states: &[ConstraintState]) {
        let Self { tree, fill, smooth, weights, .. } = self;
        let grid = grid(*tree, fill, p);
        let weight = |zone: ConstraintState| if zone == ConstraintState::Quadratic { 1.0 } else { 0.0 };
        for group in p.jacobian.groups() {
            let range = group.first..group.first + group.count;
            let (old, new) = (&mut self.states[range.clone()], &states[range.clone()]);
            if old == new {
                continue;
            }
            weights.clear();
            let masses = &p.rows.mass[range];
            weights.extend(old.iter().zip(new).zip(masses).map(|((&a, &b), &mass)| (weight(b) - weight(a)) * mass));
            old.copy_from_slice(new);
            wide::add_squares(grid, smooth, group.reached, group.lanes, weights);
        }
    }

    /// Copies `smooth` to `factor` and adds the cones.
    fn with_cones(&mut self, p: &Problem<'_>, states: &[ConstraintState], contacts: &[Contact], sliding: bool) {
        let Self { tree, fill, smooth, factor, mixed, .. } = self;
        let grid = grid(*tree, fill, p);
        factor.clone_from(smooth);
        let mut r = 0;
        while sliding && r < states.len() {
            r += if states[r] == ConstraintState::Cone { add_cone(p, grid, factor, r, contacts, mixed) } else { 1 };
        }
    }

    /// Factors with pivots raised to the smallest allowed value; returns whether none had to be raised.
    fn factor_densely(&mut self, p: &Problem<'_>) -> bool {
        let Grid { pattern, .. } = grid(self.tree, &self.fill, p);
        let n = p.tiles() * WIDTH;
        self.dense.resize(n * n, 0.0);
        for i in 0..p.tiles() {
            let range = sparse::row_range(pattern.rownnz, pattern.rowadr, i);
            for (&j, tile) in pattern.colind[range.clone()].iter().zip(&self.factor[range]) {
                for (r, lane) in tile.iter().enumerate() {
                    let start = (i * WIDTH + r) * n + j as usize * WIDTH;
                    self.dense[start..start + WIDTH].copy_from_slice(lane);
                }
            }
        }
        dense::cholesky(&mut self.dense, n, MINVAL) == n
    }

    /// `x <- H⁻¹ x`.
    pub(super) fn solve(&self, p: &Problem<'_>, x: &mut [Lane]) {
        if !self.dense.is_empty() {
            dense::cholesky_solve(&self.dense, p.tiles() * WIDTH, x.as_flattened_mut());
            return;
        }
        let grid = grid(self.tree, &self.fill, p);
        wide::solve(grid, &self.factor, &self.diag_inv, x, 0..p.tiles());
    }
}

/// The sparsity of the Hessian.
fn grid<'a>(tree: bool, fill: &'a Fill, p: &Problem<'a>) -> Grid<'a> {
    if tree { p.grid } else { Grid { pattern: fill.pattern(), ..p.grid } }
}

/// Tiles of one row, the diagonal last.
fn row(pattern: Pattern<'_>, i: usize) -> &[i32] {
    &pattern.colind[sparse::row_range(pattern.rownnz, pattern.rowadr, i)]
}

/// Copies the tiles of a row into a row with more columns.
fn copy_matching(columns: &[i32], target: &mut [Tile], from: &[i32], source: &[Tile]) {
    let mut at = columns.iter().zip(target);
    for (c, tile) in from.iter().zip(source) {
        if let Some((_, target)) = at.find(|(column, _)| *column == c) {
            *target = *tile;
        }
    }
}

/// Adds `Jᵀ H J` of the sliding contact whose rows start at `r`; returns the number of its rows.
fn add_cone(
    p: &Problem<'_>,
    grid: Grid<'_>,
    values: &mut [Tile],
    r: usize,
    contacts: &[Contact],
    mixed: &mut Vec<Lane>,
) -> usize {
    let contact = &contacts[p.rows.id[r] as usize];
    let dim = cone::dim(contact);
    let Some((reached, lanes)) = p.jacobian.alike(r, dim) else { return dim };
    let width = reached.len();
    // with H = L Lᵀ: the rows of Lᵀ J, each times itself
    let mut factor = contact.H;
    dense::cholesky(&mut factor[..dim * dim], dim, MINVAL);
    mixed.clear();
    mixed.resize(dim * width, [0.0; WIDTH]);
    for k in 0..dim {
        let target = mixed[k * width..(k + 1) * width].as_flattened_mut();
        for i in k..dim {
            let source = lanes[i * width..(i + 1) * width].as_flattened();
            dense::add_scaled_to(target, source, factor[i * dim + k]);
        }
    }
    wide::add_squares(grid, values, reached, mixed, &[1.0; cone::MAX_DIM][..dim]);
    dim
}

/// Whether the tiles of every row lie on one branch: all of them are in the row of `M` of the last tile.
fn is_tree(p: &Problem<'_>) -> bool {
    p.jacobian.groups().all(|group| {
        let [rest @ .., last] = group.reached else { return true };
        let mut branch = row(p.grid.pattern, *last as usize).iter();
        rest.iter().all(|c| branch.any(|b| b == c))
    })
}
