//! The factor `Lᵀ D L` of a matrix with the pattern of `M`, in tiles: the one place where a world keeps it.
//!
//! Trees whose rows hold the diagonal alone are divided by it, and their tiles are written again only when a number has changed.

use super::dense;
use super::layout::{Layout, Run};
use super::ltdl::FactorRows;
use super::tiles::{Lane, Tile, WIDTH};
use super::wide;
use std::ops::Range;
use std::sync::Arc;

/// What the diagonal of no matrix is: the next one is taken over, whatever it is.
const UNKNOWN: f64 = f64::from_bits(0x7ff8_0000_0000_0517);

/// A factored matrix; between [`assemble`](Self::assemble) and [`factor`](Self::factor) the matrix itself.
#[derive(Debug, Default)]
pub struct Factored {
    /// Where its entries lie.
    layout: Arc<Layout>,
    numbers: Numbers,
}

/// By hand: copying a world keeps the buffers of the one that it is copied to.
impl Clone for Factored {
    fn clone(&self) -> Self {
        Self { layout: self.layout.clone(), numbers: self.numbers.clone() }
    }

    fn clone_from(&mut self, from: &Self) {
        if !Arc::ptr_eq(&self.layout, &from.layout) {
            self.layout = from.layout.clone();
        }
        self.numbers.tiles.clone_from(&from.numbers.tiles);
        self.numbers.diag_inv.clone_from(&from.numbers.diag_inv);
        self.numbers.diagonal.clone_from(&from.numbers.diagonal);
        self.numbers.inverse.clone_from(&from.numbers.inverse);
    }
}

/// Factors are equal when their entries are.
impl PartialEq for Factored {
    fn eq(&self, other: &Self) -> bool {
        self.entries().eq(other.entries()) && self.diag_inv().eq(other.diag_inv())
    }
}

/// The numbers of a factor.
#[derive(Clone, Debug, Default)]
struct Numbers {
    /// `L` and `D`.
    tiles: Vec<Tile>,
    /// `1/D`.
    diag_inv: Vec<Lane>,
    /// Of trees with a diagonal inertia, by dof: the numbers in the tiles.
    diagonal: Vec<f64>,
    /// Their inverses.
    inverse: Vec<f64>,
}

impl Factored {
    /// Has a layout; entries are zero when it is new.
    pub(crate) fn fit(&mut self, layout: &Arc<Layout>) {
        let fits = self.numbers.diag_inv.len() == layout.len();
        if Arc::ptr_eq(&self.layout, layout) && fits {
            return;
        }
        if *self.layout == **layout && fits {
            self.layout = layout.clone();
            return;
        }
        let diagonal = layout.runs.iter().rfind(|run| run.diagonal).map_or(0, |run| run.dofs.end);
        let numbers = Numbers {
            tiles: layout.identity().to_vec(),
            diag_inv: vec![[1.0; WIDTH]; layout.len()],
            diagonal: vec![0.0; diagonal],
            inverse: vec![0.0; diagonal],
        };
        *self = Self { layout: layout.clone(), numbers };
        self.fill(0.0);
    }

    /// Whether it has this very layout.
    #[inline]
    pub(crate) fn is_laid_out_by(&self, layout: &Arc<Layout>) -> bool {
        Arc::ptr_eq(&self.layout, layout)
    }

    /// Gives every entry the same value, as if the matrix had never been factored.
    pub fn fill(&mut self, value: f64) {
        let Self { layout, numbers } = self;
        let flat = numbers.tiles.as_flattened_mut().as_flattened_mut();
        layout.entry.iter().for_each(|&place| flat[place as usize] = value);
        let flat = numbers.diag_inv.as_flattened_mut();
        layout.slot.iter().for_each(|&slot| flat[slot as usize] = value);
        numbers.diagonal.fill(UNKNOWN);
        numbers.inverse.fill(value);
    }

    /// Factors the rows `dofs`, whole kinematic trees, of a matrix in compressed rows.
    #[inline]
    pub(crate) fn factor_rows(&mut self, values: &[f64], dofs: Range<usize>) {
        let Self { layout, numbers } = self;
        for Run { dofs, diagonal, .. } in layout.runs_of(dofs) {
            if diagonal {
                numbers.take_diagonal(layout, &values[layout.entries(&dofs)], &dofs);
            } else {
                numbers.load(layout, &dofs, |k| values[k]);
                numbers.factor(layout, &dofs);
            }
        }
    }

    /// Takes over the rows `dofs`, whole kinematic trees: `value` gives each entry, in the order of compressed rows.
    pub(crate) fn assemble(&mut self, dofs: Range<usize>, value: impl Fn(usize) -> f64) {
        let Self { layout, numbers } = self;
        for Run { dofs, diagonal, .. } in layout.runs_of(dofs) {
            if diagonal {
                dofs.for_each(|dof| numbers.set_diagonal(layout, dof, value(layout.start[dof])));
            } else {
                numbers.load(layout, &dofs, &value);
            }
        }
    }

    /// Takes over the rows `dofs`, whole kinematic trees, of a matrix in compressed rows; `shift` is added to the diagonal of
    /// each dof.
    pub(crate) fn assemble_shifted(&mut self, values: &[f64], dofs: Range<usize>, shift: impl Fn(usize) -> f64) {
        let Self { layout, numbers } = self;
        for Run { dofs, diagonal, .. } in layout.runs_of(dofs) {
            if diagonal {
                dofs.for_each(|dof| numbers.set_diagonal(layout, dof, values[layout.start[dof]] + shift(dof)));
                continue;
            }
            numbers.load(layout, &dofs, |k| values[k]);
            let flat = numbers.tiles.as_flattened_mut().as_flattened_mut();
            dofs.for_each(|dof| flat[layout.entry[layout.start[dof + 1] - 1] as usize] += shift(dof));
        }
    }

    /// Factors what was taken over.
    pub(crate) fn factor(&mut self, dofs: Range<usize>) {
        let Self { layout, numbers } = self;
        layout.runs_of(dofs).filter(|run| !run.diagonal).for_each(|run| numbers.factor(layout, &run.dofs));
    }

    /// `x <- A⁻¹ x` at `dofs`, whole kinematic trees; `lanes` is work space.
    pub(crate) fn solve(&self, x: &mut [f64], dofs: Range<usize>, lanes: &mut Vec<Lane>) {
        let Self { layout, numbers } = self;
        dense::fit(lanes, layout.len(), [0.0; WIDTH]);
        for Run { dofs, diagonal, .. } in layout.runs_of(dofs) {
            if diagonal {
                for (x, inverse) in x[dofs.clone()].iter_mut().zip(&numbers.inverse[dofs]) {
                    *x *= inverse;
                }
                continue;
            }
            let rows = layout.tiles_of(&dofs);
            // absent dofs too: their lanes may hold stale numbers
            lanes[rows.clone()].fill([0.0; WIDTH]);
            layout.scatter_dofs(x, lanes, &dofs);
            wide::solve(layout.grid(), &numbers.tiles, &numbers.diag_inv, lanes, rows);
            layout.gather_dofs(lanes, x, &dofs);
        }
    }

    /// `L` and `D` in tiles.
    pub(crate) fn tiles(&self) -> &[Tile] {
        &self.numbers.tiles
    }

    /// `1/D` in lanes.
    pub(crate) fn lanes(&self) -> &[Lane] {
        &self.numbers.diag_inv
    }

    /// `L` and `D` in compressed rows, the diagonal last in each.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = f64> {
        let flat = self.numbers.tiles.as_flattened().as_flattened();
        self.layout.entry.iter().map(|&place| flat[place as usize])
    }

    /// `1/D` of each dof.
    pub fn diag_inv(&self) -> impl ExactSizeIterator<Item = f64> {
        let flat = self.numbers.diag_inv.as_flattened();
        self.layout.slot.iter().map(|&slot| flat[slot as usize])
    }

    /// Takes over a factor in compressed rows; whether it has the right length.
    pub fn store(&mut self, entries: &[f64], diag_inv: &[f64]) -> bool {
        let Self { layout, numbers } = self;
        if entries.len() != layout.entry.len() || diag_inv.len() != layout.slot.len() {
            return false;
        }
        let flat = numbers.tiles.as_flattened_mut().as_flattened_mut();
        layout.entry.iter().zip(entries).for_each(|(&place, &x)| flat[place as usize] = x);
        layout.scatter_dofs(diag_inv, &mut numbers.diag_inv, &(0..layout.slot.len()));
        for Run { dofs, .. } in layout.runs.iter().filter(|run| run.diagonal) {
            numbers.diagonal[dofs.clone()].copy_from_slice(&entries[layout.entries(dofs)]);
            numbers.inverse[dofs.clone()].copy_from_slice(&diag_inv[dofs.clone()]);
        }
        true
    }
}

impl FactorRows {
    /// The factor that a world keeps.
    pub fn of(factor: &Factored) -> Self {
        let mut out = Self::default();
        out.unpack(factor);
        out
    }

    /// Unpacks a factor into the buffers of `self`.
    pub fn unpack(&mut self, factor: &Factored) {
        self.entries.clear();
        self.entries.extend(factor.entries());
        self.diag_inv.clear();
        self.diag_inv.extend(factor.diag_inv());
    }
}

impl Numbers {
    /// Puts rows into tiles that hold nothing else: bad numbers of the last matrix may have reached places without entries.
    #[inline(always)]
    fn load(&mut self, layout: &Layout, dofs: &Range<usize>, value: impl Fn(usize) -> f64) {
        let tiles = layout.range_of(&layout.tiles_of(dofs));
        self.tiles[tiles.clone()].copy_from_slice(&layout.identity()[tiles]);
        let flat = self.tiles.as_flattened_mut().as_flattened_mut();
        let entries = layout.entries(dofs);
        for (k, &place) in entries.clone().zip(&layout.entry[entries]) {
            flat[place as usize] = value(k);
        }
    }

    fn factor(&mut self, layout: &Layout, dofs: &Range<usize>) {
        wide::factor(layout.grid(), &mut self.tiles, &mut self.diag_inv, layout.tiles_of(dofs));
    }

    /// Factors a diagonal: most of the time it is the one that the tiles hold already.
    fn take_diagonal(&mut self, layout: &Layout, entries: &[f64], dofs: &Range<usize>) {
        if !dense::is_same(&self.diagonal[dofs.clone()], entries) {
            for (dof, &x) in dofs.clone().zip(entries) {
                self.set_diagonal(layout, dof, x);
            }
        }
    }

    #[inline]
    fn set_diagonal(&mut self, layout: &Layout, dof: usize, x: f64) {
        if self.diagonal[dof].to_bits() == x.to_bits() {
            return;
        }
        (self.diagonal[dof], self.inverse[dof]) = (x, 1.0 / x);
        self.tiles.as_flattened_mut().as_flattened_mut()[layout.entry[layout.start[dof]] as usize] = x;
        self.diag_inv.as_flattened_mut()[layout.slot[dof] as usize] = 1.0 / x;
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
        let layout = Arc::new(Layout::of(Trees { parent: &[-1], simplenum: &[0], pattern }));
        assert_eq!(layout.runs, [Run { dofs: 0..1, diagonal: true, simple: false }]);
        let mut factored = Factored::default();
        factored.fit(&layout);
        assert!(factored.entries().eq([0.0]) && factored.diag_inv().eq([0.0]));
        for value in [1.0, 4.0, 4.0, 0.5] {
            let mut x = [3.0];
            factored.factor_rows(&[value], 0..1);
            factored.solve(&mut x, 0..1, &mut vec![]);
            assert_eq!(x, [3.0 / value]);
            assert_eq!(
                (factored.numbers.tiles[0][0][0], factored.numbers.diag_inv[0]),
                (value, [1.0 / value, 1.0, 1.0, 1.0])
            );
            assert!(factored.entries().eq([value]) && factored.diag_inv().eq([1.0 / value]));
        }
        // a shift of the diagonal, and a factor that comes from outside
        factored.assemble_shifted(&[2.0], 0..1, |_| 3.0);
        assert!(factored.entries().eq([5.0]));
        assert!(factored.store(&[8.0], &[0.125]) && !factored.store(&[8.0], &[]));
        let mut x = [4.0];
        factored.solve(&mut x, 0..1, &mut vec![]);
        assert_eq!(x, [0.5]);
    }
}
