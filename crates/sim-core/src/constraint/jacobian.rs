//! Products with the constraint Jacobian.

use crate::linalg::tiles::WIDTH;
use crate::linalg::wide;
use crate::stage::RowProduct;

/// `out = J x`.
pub(crate) fn mul(d: &mut RowProduct<'_>, x: &[f64], out: &mut [f64]) {
    let layout = &***d.layout;
    d.lanes.resize(layout.len(), [0.0; WIDTH]);
    layout.scatter_dofs(x, d.lanes, &(0..x.len()));
    wide::mul_rows(d.efc_J.rows(), d.lanes, out);
}
