//! The inertia in tiles: where each dof and each entry of `M` has its place, and factors kept in that form.
//!
//! `M`, `qLD` and `qH` stay in compressed rows for those who read them; what is factored and solved in every step is
//! scattered into tiles first. Trees whose rows of `M` hold nothing but the diagonal (bodies that move by themselves about
//! their own principal axes) are divided by it, and their tiles are written again only when a number has changed.

use crate::linalg::dense;
use crate::linalg::ltdl::Pattern;
use crate::linalg::sparse;
use crate::linalg::tiles::{Grid, IDENTITY, Lane, Tile, WIDTH};
use crate::linalg::wide;
use crate::model::Model;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Places of the dofs in tiles. It follows from the trees of a Model alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// Place of each dof: four times its tile, plus its number in the tile.
    pub slot: Vec<i32>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    /// Dofs in each tile along the diagonal.
    sizes: Vec<u8>,
    /// Place of each entry of `M` among the numbers of the tiles.
    entry: Vec<u32>,
    /// First entry of each row of `M`, and their number.
    start: Vec<usize>,
    /// All dofs in order, by trees next to each other of one kind.
    runs: Vec<Run>,
}

/// Kinematic trees of one kind, next to each other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    /// Their dofs.
    pub dofs: Range<usize>,
    /// Their inertia is diagonal.
    pub diagonal: bool,
    /// It is constant too: all dofs are simple.
    pub simple: bool,
}

/// The layout of a Model and its worlds, made when first needed.
#[derive(Clone, Debug, Default)]
pub struct SharedLayout(OnceLock<Arc<Layout>>);

impl SharedLayout {
    /// The layout of `m`, whose field this is.
    pub(crate) fn of<'m>(&'m self, m: &Model) -> &'m Arc<Layout> {
        self.0.get_or_init(|| Arc::new(Layout::of(m)))
    }
}

/// Models do not differ by what has been asked of them.
impl PartialEq for SharedLayout {
    fn eq(&self, _: &Self) -> bool {
        true
    }
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
            if let Some(size) = out.sizes.last_mut() {
                *size += 1;
            }
        }
        for dof in 0..m.nv {
            let places = out.entries_of(m, dof);
            out.start.push(out.entry.len());
            out.entry.extend(places);
        }
        out.start.push(out.entry.len());
        out.find_runs(m);
        out
    }

    /// Tells the kinds of trees apart.
    fn find_runs(&mut self, m: &Model) {
        let mut first = 0;
        while first < m.nv {
            let is_root = |&dof: &usize| m.dof_parentid[dof] < 0;
            let end = (first + 1..m.nv).find(is_root).unwrap_or(m.nv);
            let diagonal = m.M_rownnz[first..end].iter().all(|&nnz| nnz == 1);
            let simple = diagonal && m.dof_simplenum[first..end].iter().all(|&num| num > 0);
            match self.runs.last_mut() {
                Some(run) if (run.diagonal, run.simple) == (diagonal, simple) => run.dofs.end = end,
                _ => self.runs.push(Run { dofs: first..end, diagonal, simple }),
            }
            first = end;
        }
    }

    /// The runs within `dofs`.
    #[inline]
    pub(crate) fn runs_of(&self, dofs: Range<usize>) -> impl Iterator<Item = Run> {
        let first = self.runs.partition_point(|run| run.dofs.end <= dofs.start);
        self.runs[first..]
            .iter()
            .take_while(move |run| run.dofs.start < dofs.end)
            .map(move |run| Run { dofs: run.dofs.start.max(dofs.start)..run.dofs.end.min(dofs.end), ..*run })
    }

    /// A new tile below the one of dof `parent`.
    fn begin_tile(&mut self, parent: Option<usize>) {
        let (tile, start) = (self.rownnz.len() as i32, self.colind.len());
        if let Some(above) = parent.map(|dof| self.slot[dof] as usize / WIDTH) {
            self.colind.extend_from_within(sparse::row_range(&self.rownnz, &self.rowadr, above));
        }
        self.colind.push(tile);
        self.sizes.push(0);
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
    pub(crate) fn grid(&self) -> Grid<'_> {
        let pattern = Pattern { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind };
        Grid { pattern, sizes: &self.sizes }
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
    #[inline(always)]
    fn scatter(&self, values: &[f64], tiles: &mut [Tile], dofs: &Range<usize>) {
        let range = self.start[dofs.start]..self.start[dofs.end];
        let flat = tiles.as_flattened_mut().as_flattened_mut();
        for (&place, &x) in self.entry[range.clone()].iter().zip(&values[range]) {
            flat[place as usize] = x;
        }
    }

    /// The reverse of [`scatter`](Self::scatter).
    #[inline(always)]
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
            self.diagonal[dofs.clone()].copy_from_slice(&matrix[layout.start[dofs.start]..layout.start[dofs.end]]);
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

    #[test]
    fn the_layout_is_found_anew_with_the_constants() {
        let mut m = Model::n_link_pendulum(7, 0.7, 0.3);
        let (d, before) = (m.make_data(), m.layout.of(&m).clone());
        assert!(Arc::ptr_eq(&d.scratch.layout, &before) && Arc::ptr_eq(m.clone().layout.of(&m), &before));
        m.set_const().unwrap();
        assert!(!Arc::ptr_eq(m.layout.of(&m), &before));
        assert_eq!(**m.layout.of(&m), *before);
    }

    #[test]
    fn a_diagonal_is_followed_when_it_changes() {
        let m = Model::n_link_pendulum(1, 0.7, 0.3);
        let layout = Layout::of(&m);
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
}
