//! Sums on the pattern `D_*` of the Model: what lies outside it is left out.

use crate::linalg::sparse;
use crate::model::Model;

/// `deriv += s jᵀ j` for a sparse row `j`.
pub(super) fn add_outer(m: &Model, deriv: &mut [f64], columns: &[i32], values: &[f64], s: f64) {
    for (&k, &value) in columns.iter().zip(values) {
        add_to_row(m, deriv, k as usize, columns, values, value * s);
    }
}

/// Row `k` of `deriv` `+= s v` for a sparse row `v`.
pub(super) fn add_to_row(m: &Model, deriv: &mut [f64], k: usize, columns: &[i32], values: &[f64], s: f64) {
    let range = sparse::row_range(&m.D_rownnz, &m.D_rowadr, k);
    sparse::add_matching(&m.D_colind[range.clone()], &mut deriv[range], columns, values, s);
}
