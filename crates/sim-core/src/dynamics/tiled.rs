//! The inertia in tiles: where each dof and each entry of `M` has its place, and factors kept in that form.
//!
//! `M`, `qLD` and `qH` stay in compressed rows for those who read them; what is factored and solved in every step is
//! scattered into tiles first.

use crate::linalg::ltdl::Pattern;
use crate::linalg::sparse;
use crate::linalg::tiles::{IDENTITY, Lane, Tile, WIDTH};
use crate::linalg::wide;
use crate::model::Model;
use std::ops::Range;

/// Places of the dofs in tiles. It follows from the tree alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// Place of each dof: four times its tile, plus its number in the tile.
    pub slot: Vec<i32>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    /// Place of each entry of `M` among the numbers of the tiles.
    entry: Vec<u32>,
    /// First entry of each row of `M`, and their number.
    start: Vec<usize>,
}

impl Layout {
    /// Dofs that follow each other down a branch share a tile.
    pub(crate) fn of(m: &Model) -> Self {
        let mut out = Self { slot: Vec::with_capacity(m.nv), ..Self::default() };
        let mut next = 0;
        for dof in 0..m.nv {
            let parent = usize::try_from(m.dof_parentid[dof]).ok();
            if next % WIDTH == 0 || parent.is_none_or(|parent| parent + 1 != dof) {
                next = out.rownnz.len() * WIDTH;
                out.begin_tile(parent);
            }
            out.slot.push(next as i32);
            next += 1;
        }
        for dof in 0..m.nv {
            let places = out.entries_of(m, dof);
            out.start.push(out.entry.len());
            out.entry.extend(places);
        }
        out.start.push(out.entry.len());
        out
    }

    /// A new tile below the one of dof `parent`.
    fn begin_tile(&mut self, parent: Option<usize>) {
        let (tile, start) = (self.rownnz.len() as i32, self.colind.len());
        if let Some(above) = parent.map(|dof| self.slot[dof] as usize / WIDTH) {
            self.colind.extend_from_within(sparse::row_range(&self.rownnz, &self.rowadr, above));
        }
        self.colind.push(tile);
        self.rowadr.push(start as i32);
        self.rownnz.push((self.colind.len() - start) as i32);
    }

    /// Places of the entries of a row of `M`.
    fn entries_of(&self, m: &Model, dof: usize) -> Vec<u32> {
        let own = self.slot[dof] as usize;
        let tiles = sparse::row_range(&self.rownnz, &self.rowadr, own / WIDTH);
        let columns = &m.M_colind[sparse::row_range(&m.M_rownnz, &m.M_rowadr, dof)];
        let place = |&column: &i32| {
            let other = self.slot[column as usize] as usize;
            let at = self.colind[tiles.clone()].iter().position(|&c| c as usize == other / WIDTH).unwrap_or(0);
            ((tiles.start + at) * WIDTH * WIDTH + own % WIDTH * WIDTH + other % WIDTH) as u32
        };
        columns.iter().map(place).collect()
    }

    /// The pattern of the tiles.
    pub(crate) fn pattern(&self) -> Pattern<'_> {
        Pattern { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind }
    }

    /// Number of tiles along the diagonal.
    pub(crate) fn len(&self) -> usize {
        self.rownnz.len()
    }

    /// An identity of this layout.
    fn identity(&self) -> Vec<Tile> {
        let mut tiles = vec![[[0.0; WIDTH]; WIDTH]; self.colind.len()];
        for (&adr, &nnz) in self.rowadr.iter().zip(&self.rownnz) {
            tiles[(adr + nnz - 1) as usize] = IDENTITY;
        }
        tiles
    }

    /// Rows of tiles that hold `dofs`, whole kinematic trees.
    pub(crate) fn tiles_of(&self, dofs: &Range<usize>) -> Range<usize> {
        let tile = |dof: usize| self.slot.get(dof).map_or(self.len(), |&slot| slot as usize / WIDTH);
        tile(dofs.start)..tile(dofs.end)
    }

    /// Tiles of some rows of tiles.
    fn range_of(&self, rows: &Range<usize>) -> Range<usize> {
        let start = |row: usize| self.rowadr.get(row).map_or(self.colind.len(), |&adr| adr as usize);
        start(rows.start)..start(rows.end)
    }

    /// Puts the entries of the rows `dofs` of a matrix with the pattern of `M` into tiles.
    fn scatter(&self, values: &[f64], tiles: &mut [Tile], dofs: &Range<usize>) {
        let range = self.start[dofs.start]..self.start[dofs.end];
        let flat = tiles.as_flattened_mut().as_flattened_mut();
        for (&place, &x) in self.entry[range.clone()].iter().zip(&values[range]) {
            flat[place as usize] = x;
        }
    }

    /// The reverse of [`scatter`](Self::scatter).
    fn gather(&self, tiles: &[Tile], values: &mut [f64], dofs: &Range<usize>) {
        let range = self.start[dofs.start]..self.start[dofs.end];
        let flat = tiles.as_flattened().as_flattened();
        for (&place, x) in self.entry[range.clone()].iter().zip(&mut values[range]) {
            *x = flat[place as usize];
        }
    }

    /// Puts a vector over the dofs into lanes; absent dofs keep what is there.
    pub(crate) fn scatter_dofs(&self, values: &[f64], lanes: &mut [Lane], dofs: &Range<usize>) {
        let flat = lanes.as_flattened_mut();
        for (&slot, &x) in self.slot[dofs.clone()].iter().zip(&values[dofs.clone()]) {
            flat[slot as usize] = x;
        }
    }

    /// The reverse of [`scatter_dofs`](Self::scatter_dofs).
    pub(crate) fn gather_dofs(&self, lanes: &[Lane], values: &mut [f64], dofs: &Range<usize>) {
        let flat = lanes.as_flattened();
        for (&slot, x) in self.slot[dofs.clone()].iter().zip(&mut values[dofs.clone()]) {
            *x = flat[slot as usize];
        }
    }
}

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
}

impl Factored {
    pub(crate) fn new(layout: &Layout) -> Self {
        let identity = layout.identity();
        let lanes = vec![[0.0; WIDTH]; layout.len()];
        Self { factor: identity.clone(), matrix: identity, diag_inv: vec![[1.0; WIDTH]; lanes.len()], x: lanes }
    }

    /// Factors the rows `dofs`, whole kinematic trees, of a matrix with the pattern of `M`, given and returned in
    /// compressed rows.
    pub(crate) fn factor(&mut self, layout: &Layout, values: &mut [f64], diag_inv: &mut [f64], dofs: Range<usize>) {
        let rows = layout.tiles_of(&dofs);
        let tiles = layout.range_of(&rows);
        layout.scatter(values, &mut self.matrix, &dofs);
        self.factor[tiles.clone()].copy_from_slice(&self.matrix[tiles]);
        wide::factor(layout.pattern(), &mut self.factor, &mut self.diag_inv, rows);
        layout.gather(&self.factor, values, &dofs);
        layout.gather_dofs(&self.diag_inv, diag_inv, &dofs);
    }

    /// `x <- A⁻¹ x` at `dofs`, whole kinematic trees.
    pub(crate) fn solve(&mut self, layout: &Layout, x: &mut [f64], dofs: Range<usize>) {
        layout.scatter_dofs(x, &mut self.x, &dofs);
        wide::solve(layout.pattern(), &self.factor, &self.diag_inv, &mut self.x, layout.tiles_of(&dofs));
        layout.gather_dofs(&self.x, x, &dofs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{com, inertia, kinematics};
    use crate::linalg::ltdl;

    #[test]
    fn tiles_factor_as_rows_do() {
        let m = Model::n_link_pendulum(7, 0.7, 0.3);
        let mut d = m.make_data();
        for (i, q) in d.qpos.iter_mut().enumerate() {
            *q = 0.3 - 0.2 * i as f64;
        }
        kinematics::kinematics(&m, &mut d);
        com::com_position(&m, &mut d);
        inertia::mass_matrix(&m, &mut d);
        let (mut by_rows, mut inverse) = (d.M.clone(), vec![0.0; m.nv]);
        ltdl::factor(inertia::pattern(&m), &mut by_rows, &mut inverse);
        inertia::factor(&m, &mut d);
        let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-12 * a.abs().max(1.0));
        assert!(near(&by_rows, &d.qLD));
        assert!(near(&inverse, &d.qLDiagInv));
    }
}
