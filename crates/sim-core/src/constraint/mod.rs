//! Constraint rows: equality, friction loss, limits and contacts become rows of one sparse Jacobian with their own
//! stiffness, damping and regularisation; `solver/` finds their forces.
//!
//! Position stage: [`make_constraints`], then [`island::find`]. Velocity stage: [`reference::reference`]. The rows always are in
//! the order equality, friction loss, limit, contact.

pub mod adhesion;
pub(crate) mod cone;
pub mod contact;
pub(crate) mod coupling;
pub mod equality;
pub mod friction;
pub mod impedance;
pub mod island;
pub mod jacobian;
pub mod limit;
pub mod project;
pub mod reference;
pub mod update;

use crate::data::{ConstraintType, Data, memory};
use crate::linalg::sparse;
use crate::model::{Model, disable, enable};

/// Builds all rows for the current positions, with their regularisation.
pub fn make_constraints(m: &Model, d: &mut Data) {
    begin(m, d);
    d.tendon_efcadr.fill(-1);
    if m.opt.disableflags & disable::CONSTRAINT == 0 {
        equality::add_rows(m, d);
        friction::add_rows(m, d);
        limit::add_rows(m, d);
        contact::add_rows(m, d);
    }
    d.nJ = d.efc_J.len();
    memory::check_rows(m, d);
    d.resize_row_arrays();
    if m.opt.enableflags & enable::DIAGEXACT != 0 {
        impedance::exact_diagonal(m, d);
    } else {
        impedance::diagonal(m, d);
    }
    impedance::impedance(m, d);
}

/// Forgets the rows. Only what grows row by row is emptied: what is written later has the right length most of the time.
fn begin(m: &Model, d: &mut Data) {
    d.forget_rows();
    for indices in [&mut d.efc_J_rownnz, &mut d.efc_J_rowadr, &mut d.efc_J_colind, &mut d.efc_id] {
        indices.clear();
    }
    for numbers in [&mut d.efc_J, &mut d.efc_pos, &mut d.efc_margin, &mut d.efc_frictionloss] {
        numbers.clear();
    }
    d.efc_type.clear();
    d.work.row_tiles.begin(m);
}

/// What all rows of one constraint share.
#[derive(Clone, Copy)]
struct RowKind {
    kind: ConstraintType,
    id: usize,
    margin: f64,
    frictionloss: f64,
}

impl RowKind {
    fn new(kind: ConstraintType, id: usize) -> Self {
        Self { kind, id, margin: 0.0, frictionloss: 0.0 }
    }
}

/// Appends one row.
fn push_row(d: &mut Data, what: RowKind, pos: f64, columns: impl Iterator<Item = (i32, f64)>) {
    let start = d.efc_J.len();
    for (column, value) in columns {
        d.efc_J_colind.push(column);
        d.efc_J.push(value);
    }
    finish_rows(d, what, pos, start, 1);
}

/// Appends `count` rows with an entry in each of `columns`; `write` is given the entries, row after row.
fn push_rows(d: &mut Data, what: RowKind, pos: f64, count: usize, columns: &[i32], write: impl FnOnce(&mut [f64])) {
    let start = d.efc_J.len();
    for _ in 0..count {
        d.efc_J_colind.extend_from_slice(columns);
    }
    d.efc_J.resize(start + count * columns.len(), 0.0);
    write(&mut d.efc_J[start..]);
    finish_rows(d, what, pos, start, count);
}

/// What belongs to the `count` rows of the same columns whose entries start at `start`.
fn finish_rows(d: &mut Data, what: RowKind, pos: f64, start: usize, count: usize) {
    let (rows, len) = (d.nefc + count, (d.efc_J.len() - start) / count.max(1));
    pack(d, start, len, count);
    d.efc_J_rowadr.extend((0..count).map(|k| (start + k * len) as i32));
    d.efc_J_rownnz.resize(rows, len as i32);
    d.efc_pos.resize(rows, pos);
    d.efc_margin.resize(rows, what.margin);
    d.efc_frictionloss.resize(rows, what.frictionloss);
    d.efc_type.resize(rows, what.kind);
    d.efc_id.resize(rows, what.id as i32);
    d.nefc = rows;
    match what.kind {
        ConstraintType::Equality => d.ne += count,
        ConstraintType::FrictionDof | ConstraintType::FrictionTendon => d.nf += count,
        ConstraintType::LimitJoint | ConstraintType::LimitTendon => d.nl += count,
        _ => {}
    }
}

/// Puts `count` new rows of `len` entries from `start` on into tiles too, for those who multiply with them.
fn pack(d: &mut Data, start: usize, len: usize, count: usize) {
    let columns = &d.efc_J_colind[start..start + len];
    let entries = &d.efc_J[start..start + count * len];
    let before = d
        .nefc
        .checked_sub(1)
        .map_or(&[][..], |last| &d.efc_J_colind[sparse::row_range(&d.efc_J_rownnz, &d.efc_J_rowadr, last)]);
    d.work.row_tiles.push(columns, before, entries, count);
}

/// Whether all rows lie within the arrays of the Jacobian, and its columns are dofs.
pub(crate) fn is_consistent(d: &Data) -> bool {
    let rows = |indices: &[i32]| indices.len() >= d.nefc && indices.iter().all(|&i| i >= 0);
    let columns = d.efc_J_colind.iter().all(|&c| usize::try_from(c).is_ok_and(|c| c < d.qvel.len()));
    let len = d.efc_J.len().min(d.efc_J_colind.len());
    columns
        && rows(&d.efc_J_rownnz)
        && rows(&d.efc_J_rowadr)
        && (0..d.nefc).all(|row| sparse::row_range(&d.efc_J_rownnz, &d.efc_J_rowadr, row).end <= len)
}

/// Appends one row of a constraint that couples any trees; returns whether anything moves it. A dense Jacobian has no
/// pattern but its numbers: there a zero ties nothing together.
fn push_coupling_row(
    m: &Model,
    d: &mut Data,
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
fn push_tendon_row(m: &Model, d: &mut Data, what: RowKind, pos: f64, sign: f64) {
    let tendon = what.id;
    let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, tendon);
    let jac = std::mem::take(&mut d.ten_J);
    let row = range.map(|k| (m.ten_J_colind[k], sign * jac[k]));
    if push_coupling_row(m, d, what, pos, row) {
        note_tendon(d, tendon);
    }
    d.ten_J = jac;
}

/// The last row is the first of this tendon, unless there was one before.
fn note_tendon(d: &mut Data, tendon: usize) {
    if d.tendon_efcadr[tendon] == -1 {
        d.tendon_efcadr[tendon] = d.nefc as i32 - 1;
    }
}
