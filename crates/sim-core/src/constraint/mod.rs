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
pub mod limit;
pub mod project;
pub mod reference;
pub mod update;

use crate::data::{ConstraintType, Data, memory};
use crate::linalg::sparse::Csr;
use crate::linalg::tiles::WIDTH;
use crate::linalg::wide;
use crate::model::{JacobianType, Model, disable, enable};

/// Dofs from which `auto` storage counts as sparse.
const SPARSE_DOFS: usize = 60;

/// Whether the reference engine stores this model's constraint Jacobian sparsely; decides which all-zero
/// rows are left out.
pub fn is_sparse(m: &Model) -> bool {
    match m.opt.jacobian {
        JacobianType::Sparse => true,
        JacobianType::Auto => m.nv >= SPARSE_DOFS,
        _ => false,
    }
}

/// Builds all rows for the current positions, with their regularisation.
pub fn make_constraints(m: &Model, d: &mut Data) {
    begin(d);
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
    pack(d);
    if m.opt.enableflags & enable::DIAGEXACT != 0 {
        impedance::exact_diagonal(m, d);
    } else {
        impedance::diagonal(m, d);
    }
    impedance::impedance(m, d);
}

/// The constraint Jacobian.
pub fn jacobian(d: &Data) -> Csr<'_> {
    Csr { rownnz: &d.efc_J_rownnz, rowadr: &d.efc_J_rowadr, colind: &d.efc_J_colind, values: &d.efc_J }
}

/// The Jacobian in tiles, for those who multiply with it.
fn pack(d: &mut Data) {
    let mut rows = std::mem::take(&mut d.scratch.jacobian);
    rows.clear();
    let source = jacobian(d);
    let slot = |&c: &i32| d.scratch.layout.slot[c as usize] as usize;
    let mut last: &[i32] = &[];
    for r in 0..d.nefc {
        let (columns, values) = source.row(r);
        if let ([column], [value]) = (columns, values) {
            rows.push_single(slot(column), *value);
            last = &[];
            continue;
        }
        if last.is_empty() || columns != last {
            rows.begin_group(columns.iter().map(slot), columns.iter().map(|c| Some(slot(c))));
            last = columns;
        }
        rows.push(values);
    }
    d.scratch.jacobian = rows;
}

/// `out = J x`.
pub(crate) fn mul_jacobian(d: &mut Data, x: &[f64], out: &mut [f64]) {
    let scratch = &mut d.scratch;
    scratch.lanes.resize(scratch.layout.len(), [0.0; WIDTH]);
    scratch.layout.scatter_dofs(x, &mut scratch.lanes, &(0..x.len()));
    wide::mul_rows(&scratch.jacobian, &scratch.lanes, out);
}

/// Forgets the rows. Only what grows row by row is emptied: what is written later has the right length most of the time.
fn begin(d: &mut Data) {
    d.forget_rows();
    for indices in [&mut d.efc_J_rownnz, &mut d.efc_J_rowadr, &mut d.efc_J_colind, &mut d.efc_id] {
        indices.clear();
    }
    for numbers in [&mut d.efc_J, &mut d.efc_pos, &mut d.efc_margin, &mut d.efc_frictionloss] {
        numbers.clear();
    }
    d.efc_type.clear();
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
    finish_row(d, what, pos, start);
}

/// Appends one row with an entry in each of `columns`.
fn push_dense_row(d: &mut Data, what: RowKind, pos: f64, columns: &[i32], values: impl ExactSizeIterator<Item = f64>) {
    let start = d.efc_J.len();
    d.efc_J_colind.extend_from_slice(columns);
    d.efc_J.extend(values);
    finish_row(d, what, pos, start);
}

/// What belongs to the row whose entries start at `start`.
fn finish_row(d: &mut Data, what: RowKind, pos: f64, start: usize) {
    d.efc_J_rowadr.push(start as i32);
    d.efc_J_rownnz.push((d.efc_J.len() - start) as i32);
    d.efc_pos.push(pos);
    d.efc_margin.push(what.margin);
    d.efc_frictionloss.push(what.frictionloss);
    d.efc_type.push(what.kind);
    d.efc_id.push(what.id as i32);
    d.nefc += 1;
    match what.kind {
        ConstraintType::Equality => d.ne += 1,
        ConstraintType::FrictionDof | ConstraintType::FrictionTendon => d.nf += 1,
        ConstraintType::LimitJoint | ConstraintType::LimitTendon => d.nl += 1,
        _ => {}
    }
}

/// Appends one row along a tendon, `sign` times its Jacobian; nothing when nothing moves it.
fn push_tendon_row(m: &Model, d: &mut Data, what: RowKind, pos: f64, sign: f64) {
    let tendon = what.id;
    let range = crate::linalg::sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, tendon);
    let moving = if is_sparse(m) { !range.is_empty() } else { d.ten_J[range.clone()].iter().any(|&x| x != 0.0) };
    if !moving {
        return;
    }
    if d.tendon_efcadr[tendon] == -1 {
        d.tendon_efcadr[tendon] = d.nefc as i32;
    }
    let jac = std::mem::take(&mut d.ten_J);
    let row = range.map(|k| (m.ten_J_colind[k], sign * jac[k]));
    push_row(d, what, pos, row);
    d.ten_J = jac;
}
