//! Rows while they are made: what every kind of constraint appends.

use crate::data::ConstraintType;
use crate::linalg::{dense, sparse};
use crate::model::Model;
use crate::stage::{ConstraintRows, NewRows};

/// Forgets the rows. Only what grows row by row is emptied: what is written later has the right length most of the time.
pub(super) fn begin(d: &mut ConstraintRows<'_>) {
    (*d.ne, *d.nf, *d.nl, *d.nefc, *d.nJ) = (0, 0, 0, 0, 0);
    (*d.nA, *d.nY) = (0, 0);
    (*d.nisland, *d.nidof) = (0, 0);
    for contact in &mut *d.contact {
        contact.efc_address = -1;
    }
    for indices in [&mut d.efc_J_rownnz, &mut d.efc_J_rowadr, &mut d.efc_J_colind, &mut d.efc_id] {
        dense::empty(indices);
    }
    for numbers in [&mut d.efc_J, &mut d.efc_pos, &mut d.efc_margin, &mut d.efc_frictionloss] {
        dense::empty(numbers);
    }
    dense::empty(d.efc_type);
    d.row_tiles.begin();
    d.tendon_efcadr.fill(-1);
}

/// What all rows of one constraint share.
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
pub(super) fn push_row(d: &mut NewRows<'_>, what: RowKind, pos: f64, columns: impl Iterator<Item = (i32, f64)>) {
    let start = d.efc_J.len();
    for (column, value) in columns {
        d.efc_J_colind.push(column);
        d.efc_J.push(value);
    }
    finish_rows(d, what, pos, start, 1);
}

/// Appends `count` rows with an entry in each of `columns`; `write` is given the entries, row after row.
pub(super) fn push_rows(
    d: &mut NewRows<'_>,
    what: RowKind,
    pos: f64,
    count: usize,
    columns: &[i32],
    write: impl FnOnce(&mut [f64]),
) {
    let start = d.efc_J.len();
    for _ in 0..count {
        d.efc_J_colind.extend_from_slice(columns);
    }
    d.efc_J.resize(start + count * columns.len(), 0.0);
    write(&mut d.efc_J[start..]);
    finish_rows(d, what, pos, start, count);
}

/// What belongs to the `count` rows of the same columns whose entries start at `start`.
fn finish_rows(d: &mut NewRows<'_>, what: RowKind, pos: f64, start: usize, count: usize) {
    let (rows, len) = (*d.nefc + count, (d.efc_J.len() - start) / count.max(1));
    pack(d, start, len, count);
    d.efc_J_rowadr.extend((0..count).map(|k| (start + k * len) as i32));
    d.efc_J_rownnz.resize(rows, len as i32);
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

/// Puts `count` new rows of `len` entries from `start` on into tiles too, for those who multiply with them.
fn pack(d: &mut NewRows<'_>, start: usize, len: usize, count: usize) {
    let columns = &d.efc_J_colind[start..start + len];
    let entries = &d.efc_J[start..start + count * len];
    let before = d
        .nefc
        .checked_sub(1)
        .map_or(&[][..], |last| &d.efc_J_colind[sparse::row_range(d.efc_J_rownnz, d.efc_J_rowadr, last)]);
    d.row_tiles.push(d.layout, columns, before, entries, count);
}

/// Appends one row of a constraint that couples any trees; returns whether anything moves it. A dense Jacobian has no
/// pattern but its numbers: there a zero ties nothing together.
pub(super) fn push_coupling_row(
    m: &Model,
    d: &mut NewRows<'_>,
    what: RowKind,
    pos: f64,
    entries: impl Iterator<Item = (i32, f64)>,
) -> bool {
    let by_pattern = m.is_sparse();
    let mut entries = entries.filter(|&(_, x)| by_pattern || x != 0.0).peekable();
    let moving = entries.peek().is_some();
    if moving {
        push_row(d, what, pos, entries);
    }
    moving
}

/// Appends one row along a tendon, `sign` times its Jacobian; nothing when nothing moves it.
pub(super) fn push_tendon_row(m: &Model, d: &mut NewRows<'_>, what: RowKind, pos: f64, sign: f64) {
    let tendon = what.id;
    let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, tendon);
    let jac = d.ten_J;
    let row = range.map(|k| (m.ten_J_colind[k], sign * jac[k]));
    if push_coupling_row(m, d, what, pos, row) {
        note_tendon(d, tendon);
    }
}

/// The last row is the first of this tendon, unless there was one before.
pub(super) fn note_tendon(d: &mut NewRows<'_>, tendon: usize) {
    if d.tendon_efcadr[tendon] == -1 {
        d.tendon_efcadr[tendon] = *d.nefc as i32 - 1;
    }
}
