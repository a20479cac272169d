//! Matrices in tiles as a work space keeps them: `M` with its factor, and the constraint Jacobian.
//!
//! They belong to the world that wrote them last. Where a pass begins in the middle, in a world whose work space has served
//! another one since, or which was copied or stored, they are written anew from the arrays.

use crate::linalg::factored::Factored;
use crate::linalg::layout::Layout;
use crate::linalg::tile_rows::TileRows;
use crate::linalg::{sparse, sparse::Csr};

/// `M` and its factor.
#[derive(Clone, Debug, Default)]
pub struct InertiaTiles {
    /// Whether they are those of the world that has the work space, and not of one that had it before.
    pub(crate) is_own: bool,
    pub(crate) factored: Factored,
}

impl InertiaTiles {
    /// Makes sure that the tiles hold this world's matrices.
    #[inline]
    pub(crate) fn ensure(&mut self, layout: &Layout, mass: &[f64], factor: &[f64], diag_inv: &[f64]) {
        if !self.is_own {
            self.reload(layout, mass, factor, diag_inv);
        }
    }

    #[cold]
    fn reload(&mut self, layout: &Layout, mass: &[f64], factor: &[f64], diag_inv: &[f64]) {
        self.factored.fit(layout);
        self.factored.load(layout, mass, factor, diag_inv);
        self.is_own = true;
    }
}

/// The constraint Jacobian.
#[derive(Clone, Debug, Default)]
pub struct RowTiles {
    /// Whether it is that of the world that has the work space.
    pub(crate) is_own: bool,
    pub(crate) rows: TileRows,
}

impl RowTiles {
    /// Forgets all rows; those that come are of this world.
    pub(crate) fn begin(&mut self) {
        self.rows.clear();
        self.is_own = true;
    }

    /// Adds `count` rows with entries in `columns`, row after row; `before` are the columns of the last row.
    #[inline]
    pub(crate) fn push(&mut self, layout: &Layout, columns: &[i32], before: &[i32], entries: &[f64], count: usize) {
        let slot = |&c: &i32| layout.slot[c as usize] as usize;
        if let [column] = columns {
            let place = slot(column);
            for &value in entries {
                self.rows.push_single(place, value);
            }
            return;
        }
        // number by number: what was written in parts just now is not read as a whole
        if columns.is_empty() || !columns.iter().eq(before) {
            self.rows.begin_group(columns.iter().map(slot), columns.iter().map(slot));
        }
        self.rows.push(entries, count);
    }

    /// Makes sure that the tiles hold this world's rows; whether they had to be written anew.
    #[inline]
    pub(crate) fn ensure(&mut self, layout: &Layout, jac: Csr<'_>) -> bool {
        let current = self.is_own;
        if !current {
            self.reload(layout, jac);
        }
        !current
    }

    #[cold]
    fn reload(&mut self, layout: &Layout, jac: Csr<'_>) {
        self.begin();
        let mut before: &[i32] = &[];
        for row in 0..jac.rownnz.len() {
            let range = sparse::row_range(jac.rownnz, jac.rowadr, row);
            let columns = &jac.colind[range.clone()];
            self.push(layout, columns, before, &jac.values[range], 1);
            before = columns;
        }
    }
}
