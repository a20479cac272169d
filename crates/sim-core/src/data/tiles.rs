//! The constraint Jacobian in tiles, as a work space keeps it.
//!
//! It belongs to the world that wrote it last. Where a pass begins in the middle, in a world whose work space has served
//! another one since, or which was copied or stored, it is written anew from the arrays.

use crate::linalg::layout::Layout;
use crate::linalg::tile_rows::TileRows;
use crate::linalg::{sparse, sparse::Csr};
use crate::model::Model;
use std::sync::Arc;

/// Whether the layout is that of the Model. A world may be used with another Model of the same sizes, whose trees differ.
fn follows(layout: &mut Arc<Layout>, m: &Model) -> bool {
    let now = m.dof_layout();
    if Arc::ptr_eq(layout, now) {
        return true;
    }
    let same = layout == now;
    *layout = now.clone();
    same
}

/// The constraint Jacobian.
#[derive(Clone, Debug, Default)]
pub struct RowTiles {
    /// Whether it is that of the world that has the work space.
    pub(crate) is_own: bool,
    /// What it is laid out by.
    layout: Arc<Layout>,
    pub(crate) rows: TileRows,
}

impl RowTiles {
    /// Forgets all rows; those that come are of this world.
    pub(crate) fn begin(&mut self, m: &Model) {
        follows(&mut self.layout, m);
        self.rows.clear();
        self.is_own = true;
    }

    /// Adds `count` rows with entries in `columns`, row after row; `before` are the columns of the last row.
    #[inline]
    pub(crate) fn push(&mut self, columns: &[i32], before: &[i32], entries: &[f64], count: usize) {
        let slot = |&c: &i32| self.layout.slot[c as usize] as usize;
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
    pub(crate) fn ensure(&mut self, m: &Model, jac: Csr<'_>) -> bool {
        let current = self.is_own && Arc::ptr_eq(&self.layout, m.dof_layout());
        if !current {
            self.reload(m, jac);
        }
        !current
    }

    #[cold]
    fn reload(&mut self, m: &Model, jac: Csr<'_>) {
        self.begin(m);
        let mut before: &[i32] = &[];
        for row in 0..jac.rownnz.len() {
            let range = sparse::row_range(jac.rownnz, jac.rowadr, row);
            let columns = &jac.colind[range.clone()];
            self.push(columns, before, &jac.values[range], 1);
            before = columns;
        }
    }
}
