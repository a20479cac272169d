//! Inverse inertia seen by the rows: `A = J M⁻¹ Jᵀ = Y Yᵀ` with `Y = J M^(-1/2)`, plus the regularisation on the
//! diagonal. Dual solvers act on it.
//!
//! Reads `efc_J efc_R qLD`; writes `nY nA efc_Y efc_AR` and their patterns.

use super::jacobian;
use crate::data::Data;
use crate::linalg::sparse::{self, Csr};
use crate::model::{Model, SolverType};

/// Work space of the products.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProjectWork {
    /// A dense row.
    row: Vec<f64>,
    /// The last row that touched a column.
    mark: Vec<usize>,
    /// Columns of the current row.
    columns: Vec<i32>,
    /// `Yᵀ`: first entry of each dof, then row and value of each entry.
    starts: Vec<usize>,
    entries: Vec<(i32, f64)>,
}

/// Whether the solvers of this model act on the rows.
pub(crate) fn is_dual(m: &Model) -> bool {
    m.opt.solver == SolverType::PGS || m.opt.noslip_iterations > 0
}

/// `A + R`, where a solver needs it.
pub fn project(m: &Model, d: &mut Data) {
    if d.nefc == 0 || !is_dual(m) {
        return;
    }
    let mut work = std::mem::take(&mut d.scratch.project);
    half(m, d, &mut work);
    transpose(m.nv, d, &mut work);
    square(d, &mut work);
    d.scratch.project = work;
}

/// `J M^(-1/2)`, where it was computed.
pub fn half_inertia(d: &Data) -> Csr<'_> {
    Csr { rownnz: &d.efc_Y_rownnz, rowadr: &d.efc_Y_rowadr, colind: &d.efc_Y_colind, values: &d.efc_Y }
}

/// `J M⁻¹ Jᵀ + R`, where it was computed.
pub fn inverse_inertia(d: &Data) -> Csr<'_> {
    Csr { rownnz: &d.efc_AR_rownnz, rowadr: &d.efc_AR_rowadr, colind: &d.efc_AR_colind, values: &d.efc_AR }
}

fn restart(work: &mut ProjectWork, length: usize) {
    work.row.clear();
    work.row.resize(length, 0.0);
    work.mark.clear();
    work.mark.resize(length, usize::MAX);
}

/// `Y = J L⁻¹ D^(-1/2)`, row by row; the dofs of a row are those of the Jacobian and their ancestors.
fn half(m: &Model, d: &mut Data, work: &mut ProjectWork) {
    restart(work, m.nv);
    let (mut values, mut colind) = (std::mem::take(&mut d.efc_Y), std::mem::take(&mut d.efc_Y_colind));
    values.clear();
    colind.clear();
    for r in 0..d.nefc {
        work.columns.clear();
        let (columns, entries) = jacobian(d).row(r);
        for (&j, &x) in columns.iter().zip(entries) {
            work.row[j as usize] = x;
            for &c in &m.M_colind[sparse::row_range(&m.M_rownnz, &m.M_rowadr, j as usize)] {
                if work.mark[c as usize] != r {
                    work.mark[c as usize] = r;
                    work.columns.push(c);
                }
            }
        }
        work.columns.sort_unstable();
        for &j in work.columns.iter().rev() {
            let x = work.row[j as usize];
            if x != 0.0 {
                let mut range = sparse::row_range(&m.M_rownnz, &m.M_rowadr, j as usize);
                range.end -= 1;
                sparse::scatter_add(&m.M_colind[range.clone()], &d.qLD[range], -x, &mut work.row);
            }
        }
        d.efc_Y_rowadr[r] = values.len() as i32;
        d.efc_Y_rownnz[r] = work.columns.len() as i32;
        for &j in &work.columns {
            let diagonal = d.qLD[sparse::row_range(&m.M_rownnz, &m.M_rowadr, j as usize).end - 1];
            values.push(std::mem::take(&mut work.row[j as usize]) * (1.0 / diagonal.sqrt()));
            colind.push(j);
        }
    }
    d.nY = values.len();
    (d.efc_Y, d.efc_Y_colind) = (values, colind);
}

/// The entries of `Y` by dof.
fn transpose(nv: usize, d: &Data, work: &mut ProjectWork) {
    work.starts.clear();
    work.starts.resize(nv + 2, 0);
    for &c in &d.efc_Y_colind {
        work.starts[c as usize + 2] += 1;
    }
    for j in 2..nv + 2 {
        work.starts[j] += work.starts[j - 1];
    }
    work.entries.clear();
    work.entries.resize(d.nY, (0, 0.0));
    for r in 0..d.nefc {
        for k in sparse::row_range(&d.efc_Y_rownnz, &d.efc_Y_rowadr, r) {
            let next = &mut work.starts[d.efc_Y_colind[k] as usize + 1];
            work.entries[*next] = (r as i32, d.efc_Y[k]);
            *next += 1;
        }
    }
}

/// `Y Yᵀ + R`.
fn square(d: &mut Data, work: &mut ProjectWork) {
    restart(work, d.nefc);
    let (mut values, mut colind) = (std::mem::take(&mut d.efc_AR), std::mem::take(&mut d.efc_AR_colind));
    values.clear();
    colind.clear();
    for r in 0..d.nefc {
        work.columns.clear();
        // a row that nothing moves still has its regularisation
        work.mark[r] = r;
        work.columns.push(r as i32);
        for k in sparse::row_range(&d.efc_Y_rownnz, &d.efc_Y_rowadr, r) {
            let (dof, y) = (d.efc_Y_colind[k] as usize, d.efc_Y[k]);
            for &(other, z) in &work.entries[work.starts[dof]..work.starts[dof + 1]] {
                if work.mark[other as usize] != r {
                    work.mark[other as usize] = r;
                    work.columns.push(other);
                }
                work.row[other as usize] += y * z;
            }
        }
        work.columns.sort_unstable();
        work.row[r] += d.efc_R[r];
        d.efc_AR_rowadr[r] = values.len() as i32;
        d.efc_AR_rownnz[r] = work.columns.len() as i32;
        for &c in &work.columns {
            values.push(std::mem::take(&mut work.row[c as usize]));
            colind.push(c);
        }
    }
    d.nA = values.len();
    (d.efc_AR, d.efc_AR_colind) = (values, colind);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::inertia;

    #[test]
    fn product_is_the_inverse_inertia_of_the_rows() {
        let mut m = Model::n_link_pendulum(4, 0.5, 0.2);
        m.opt.solver = SolverType::PGS;
        m.dof_frictionloss.fill(0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.3, -0.8, 1.2, 0.1]);
        d.forward(&m).unwrap();
        assert_eq!(d.nefc, 4);
        for i in 0..4 {
            let mut x = [0.0; 4];
            jacobian(&d).row_dense(i, &mut x);
            inertia::solve(&m, &d, &mut x);
            let mut expected = [0.0; 4];
            jacobian(&d).mul(&x, &mut expected);
            expected[i] += d.efc_R[i];
            let mut row = [0.0; 4];
            inverse_inertia(&d).row_dense(i, &mut row);
            for j in 0..4 {
                assert!((row[j] - expected[j]).abs() < 1e-12 * expected[i].abs().max(1.0));
            }
        }
    }
}
