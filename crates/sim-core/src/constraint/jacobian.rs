//! The constraint Jacobian: in compressed rows for those who read it, in tiles for those who multiply with it.

use crate::linalg::sparse::Csr;
use crate::linalg::tiles::WIDTH;
use crate::linalg::wide;
use crate::stage::{RowJacobian, RowProduct};

/// The constraint Jacobian in compressed rows.
pub fn jacobian(d: RowJacobian<'_>) -> Csr<'_> {
    Csr { rownnz: d.efc_J_rownnz, rowadr: d.efc_J_rowadr, colind: d.efc_J_colind, values: d.efc_J }
}

/// Makes sure that the tiles hold this world's Jacobian.
#[inline]
pub(crate) fn ensure(d: &mut RowProduct<'_>) {
    let jac =
        Csr { rownnz: &d.efc_J_rownnz[..d.nefc], rowadr: d.efc_J_rowadr, colind: d.efc_J_colind, values: d.efc_J };
    if d.row_tiles.ensure(d.layout, jac) {
        d.project.forget();
    }
}

/// `out = J x`.
pub(crate) fn mul(d: &mut RowProduct<'_>, x: &[f64], out: &mut [f64]) {
    ensure(d);
    let layout = &**d.layout;
    d.lanes.resize(layout.len(), [0.0; WIDTH]);
    layout.scatter_dofs(x, d.lanes, &(0..x.len()));
    wide::mul_rows(&d.row_tiles.rows, d.lanes, out);
}
