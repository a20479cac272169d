//! Construction of rows, shared by all kinds of constraints.

use crate::data::ConstraintType;
use crate::linalg::{dense, sparse};
use crate::model::Model;
use crate::stage::{ConstraintRows, NewRows};

/// Clears the rows. Only arrays that grow row by row are emptied; the others mostly have the right length already.
pub(super) fn begin(d: &mut ConstraintRows<'_>) {
    (*d.ne, *d.nf, *d.nl, *d.nefc, *d.nJ) = (0, 0, 0, 0, 0);
    (*d.nA, *d.nY) = (0, 0);
    (*d.nisland, *d.nidof) = (0, 0);
    for contact in &mut *d.contact {
        contact.efc_address = -1;
    }
    dense::empty(d.efc_id);
    for numbers in [&mut d.efc_pos, &mut d.efc_margin, &mut d.efc_frictionloss] {
        dense::empty(numbers);
    }
    dense::empty(d.efc_type);
    d.efc_J.clear();
    d.tendon_efcadr.fill(-1);
}

/// Properties that all rows of one constraint share.
#[derive(Clone, Copy)]
pub(super) struct RowKind {
    pub kind: ConstraintType,
    pub id: usize,
    pub margin: f64,
    pub frictionloss: f64,
}

impl RowKind {
    pub(super) fn new(kind: ConstraintType, id: usize) -> Self {
        Self { kind, id, margin: 0.0, frictionloss: 0.0 }
    }
}

/// Appends one row.
pub(super) fn push_row(d: &mut NewRows<'_>, what: RowKind, pos: f64, columns: &[i32], values: &[f64]) {
    push_rows(d, what, pos, 1, columns, |entries| entries.copy_from_slice(values));
}

/// Appends `count` rows with an entry in each of `columns`; `write` fills the entries, row after row.
pub(super) fn push_rows(
    d: &mut NewRows<'_>,
    what: RowKind,
    pos: f64,
    count: usize,
    columns: &[i32],
    write: impl FnOnce(&mut [f64]),
) {
    d.efc_J.push(columns, count, write);
    note_rows(d, what, pos, count);
}

/// Appends everything but the entries of `count` new rows.
fn note_rows(d: &mut NewRows<'_>, what: RowKind, pos: f64, count: usize) {
    let rows = *d.nefc + count;
    d.efc_pos.resize(rows, pos);
    d.efc_margin.resize(rows, what.margin);
    d.efc_frictionloss.resize(rows, what.frictionloss);
    d.efc_type.resize(rows, what.kind);
    d.efc_id.resize(rows, what.id as i32);
    *d.nefc = rows;
    match what.kind {
        ConstraintType::Equality => *d.ne += count,
        ConstraintType::FrictionDof | ConstraintType::FrictionTendon => *d.nf += count,
        ConstraintType::LimitJoint | ConstraintType::LimitTendon => *d.nl += count,
        _ => {}
    }
}

/// Appends one row of a constraint that may couple any trees; returns whether any dof moves it. A dense Jacobian has no separate
/// sparsity: there a zero couples nothing.
pub(super) fn push_coupling_row(
    m: &Model,
    d: &mut NewRows<'_>,
    what: RowKind,
    pos: f64,
    entries: impl Iterator<Item = (i32, f64)>,
) -> bool {
    let by_pattern = m.is_sparse();
    d.coupled_dofs.clear();
    d.row_entries.clear();
    for (dof, x) in entries {
        // of several entries in a column, as in a tendon that names a joint twice, a dense row keeps the last
        if !by_pattern && d.coupled_dofs.last() == Some(&dof) {
            d.coupled_dofs.pop();
            d.row_entries.pop();
        }
        if by_pattern || x != 0.0 {
            d.coupled_dofs.push(dof);
            d.row_entries.push(x);
        }
    }
    let moving = !d.coupled_dofs.is_empty();
    if moving {
        d.efc_J.push(d.coupled_dofs, 1, |row| row.copy_from_slice(d.row_entries));
        note_rows(d, what, pos, 1);
    }
    moving
}

/// Appends one row along a tendon, `sign` times its Jacobian; appends nothing if no dof moves it.
pub(super) fn push_tendon_row(m: &Model, d: &mut NewRows<'_>, what: RowKind, pos: f64, sign: f64) {
    let tendon = what.id;
    let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, tendon);
    let jac = d.ten_J;
    let row = range.map(|k| (m.ten_J_colind[k], sign * jac[k]));
    if push_coupling_row(m, d, what, pos, row) {
        note_tendon(d, tendon);
    }
}

/// Records the last row as the first of this tendon, unless it has one already.
pub(super) fn note_tendon(d: &mut NewRows<'_>, tendon: usize) {
    if d.tendon_efcadr[tendon] == -1 {
        d.tendon_efcadr[tendon] = *d.nefc as i32 - 1;
    }
}
