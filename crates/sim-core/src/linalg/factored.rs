//! A matrix with the pattern of `M` and its factor, in tiles.
//!
//! Trees whose rows hold the diagonal alone are divided by it, and their tiles are written again only when a number has changed.

use super::dense;
use super::layout::{Layout, Run};
use super::tiles::{Lane, Tile, WIDTH};
use super::wide;
use std::ops::Range;

/// A factored matrix.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Factored {
    /// The matrix itself.
    pub matrix: Vec<Tile>,
    /// `L` and `D`.
    pub factor: Vec<Tile>,
    /// `1/D`.
    pub diag_inv: Vec<Lane>,
    /// A vector being solved for.
    x: Vec<Lane>,
    /// Of trees with a diagonal inertia, by dof: the numbers in the tiles.
    diagonal: Vec<f64>,
    /// Their inverses.
    inverse: Vec<f64>,
}

impl Factored {
    /// Has the size of a layout: the identity when it is new.
    pub(crate) fn fit(&mut self, layout: &Layout) {
        if self.matrix.len() == layout.colind.len() && self.x.len() == layout.len() {
            return;
        }
        let identity = layout.identity();
        let lanes = vec![[0.0; WIDTH]; layout.len()];
        let diagonal = layout.runs.iter().rfind(|run| run.diagonal).map_or(0, |run| run.dofs.end);
        *self = Self {
            factor: identity.clone(),
            matrix: identity,
            diag_inv: vec![[1.0; WIDTH]; lanes.len()],
            x: lanes,
            diagonal: vec![1.0; diagonal],
            inverse: vec![1.0; diagonal],
        };
    }

    /// Factors the rows `dofs`, whole kinematic trees, of a matrix with the pattern of `M`, given and returned in
    /// compressed rows.
    pub(crate) fn factor(&mut self, layout: &Layout, values: &mut [f64], diag_inv: &mut [f64], dofs: Range<usize>) {
        for run in layout.runs_of(dofs) {
            self.factor_run(layout, values, diag_inv, run);
        }
    }

    /// The same for one run of trees.
    #[inline]
    pub(crate) fn factor_run(
        &mut self,
        layout: &Layout,
        values: &mut [f64],
        diag_inv: &mut [f64],
        Run { dofs, diagonal, .. }: Run,
    ) {
        if diagonal {
            self.take_diagonal(layout, values, &dofs);
            dense::refresh(&mut diag_inv[dofs.clone()], &self.inverse[dofs]);
        } else {
            self.factor_tiles(layout, values, diag_inv, dofs);
        }
    }

    fn factor_tiles(&mut self, layout: &Layout, values: &mut [f64], diag_inv: &mut [f64], dofs: Range<usize>) {
        let rows = layout.tiles_of(&dofs);
        let tiles = layout.range_of(&rows);
        layout.scatter(values, &mut self.matrix, &dofs);
        self.factor[tiles.clone()].copy_from_slice(&self.matrix[tiles]);
        wide::factor(layout.grid(), &mut self.factor, &mut self.diag_inv, rows);
        layout.gather(&self.factor, values, &dofs);
        layout.gather_dofs(&self.diag_inv, diag_inv, &dofs);
    }

    /// Factors a diagonal: most of the time it is the one that the tiles hold already.
    fn take_diagonal(&mut self, layout: &Layout, values: &[f64], dofs: &Range<usize>) {
        let entries = &values[layout.start[dofs.start]..layout.start[dofs.end]];
        let known = &mut self.diagonal[dofs.clone()];
        if dense::is_same(known, entries) {
            return;
        }
        known.copy_from_slice(entries);
        for (inverse, x) in self.inverse[dofs.clone()].iter_mut().zip(entries) {
            *inverse = 1.0 / x;
        }
        layout.scatter(values, &mut self.matrix, dofs);
        layout.scatter(values, &mut self.factor, dofs);
        layout.scatter_dofs(&self.inverse, &mut self.diag_inv, dofs);
    }

    /// Takes over a matrix with the pattern of `M` and its factor.
    pub(crate) fn load(&mut self, layout: &Layout, matrix: &[f64], factor: &[f64], diag_inv: &[f64]) {
        let dofs = 0..layout.slot.len();
        layout.scatter(matrix, &mut self.matrix, &dofs);
        // absent dofs too: bad numbers of another world may have reached them
        self.factor.copy_from_slice(&self.matrix);
        self.diag_inv.fill([1.0; WIDTH]);
        layout.scatter(factor, &mut self.factor, &dofs);
        layout.scatter_dofs(diag_inv, &mut self.diag_inv, &dofs);
        for Run { dofs, .. } in layout.runs_of(dofs).filter(|run| run.diagonal) {
            // that of the factor: the matrix may be a newer one, which is factored next
            self.diagonal[dofs.clone()].copy_from_slice(&factor[layout.start[dofs.start]..layout.start[dofs.end]]);
            self.inverse[dofs.clone()].copy_from_slice(&diag_inv[dofs]);
        }
    }

    /// `x <- A⁻¹ x` at `dofs`, whole kinematic trees.
    pub(crate) fn solve(&mut self, layout: &Layout, x: &mut [f64], dofs: Range<usize>) {
        for Run { dofs, diagonal, .. } in layout.runs_of(dofs) {
            if diagonal {
                for (x, inverse) in x[dofs.clone()].iter_mut().zip(&self.inverse[dofs]) {
                    *x *= inverse;
                }
                continue;
            }
            let rows = layout.tiles_of(&dofs);
            // absent dofs too: bad numbers of another world may have reached them
            self.x[rows.clone()].fill([0.0; WIDTH]);
            layout.scatter_dofs(x, &mut self.x, &dofs);
            wide::solve(layout.grid(), &self.factor, &self.diag_inv, &mut self.x, rows);
            layout.gather_dofs(&self.x, x, &dofs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Trees;
    use super::super::ltdl::Pattern;
    use super::*;

    #[test]
    fn a_diagonal_is_followed_when_it_changes() {
        let pattern = Pattern { rownnz: &[1], rowadr: &[0], colind: &[0] };
        let layout = Layout::of(Trees { parent: &[-1], simplenum: &[0], pattern });
        assert_eq!(layout.runs, [Run { dofs: 0..1, diagonal: true, simple: false }]);
        let mut factored = Factored::default();
        factored.fit(&layout);
        for value in [1.0, 4.0, 4.0, 0.5] {
            let (mut values, mut inverse, mut x) = ([value], [0.0], [3.0]);
            factored.factor(&layout, &mut values, &mut inverse, 0..1);
            factored.solve(&layout, &mut x, 0..1);
            assert_eq!((values, inverse, x), ([value], [1.0 / value], [3.0 / value]));
            assert_eq!((factored.matrix[0][0][0], factored.factor[0][0][0]), (value, value));
            assert_eq!(factored.diag_inv[0], [1.0 / value, 1.0, 1.0, 1.0]);
        }
    }

    #[test]
    fn a_diagonal_that_changed_before_it_was_loaded_is_factored() {
        let pattern = Pattern { rownnz: &[1], rowadr: &[0], colind: &[0] };
        let layout = Layout::of(Trees { parent: &[-1], simplenum: &[0], pattern });
        let mut factored = Factored::default();
        factored.fit(&layout);
        // a matrix of now beside the factor of the last one
        factored.load(&layout, &[4.0], &[2.0], &[0.5]);
        let (mut values, mut inverse) = ([4.0], [0.5]);
        factored.factor(&layout, &mut values, &mut inverse, 0..1);
        assert_eq!((values, inverse), ([4.0], [0.25]));
    }
}
