//! Coupling of the rows: the entries of `A + R` that the dual solvers read.

use crate::linalg::dense;
use crate::linalg::row_matrix::{CsrRows, RowMatrix};
use crate::linalg::sparse::Csr;
use crate::scratch::constraint::{CoupledRows, Group};

impl CoupledRows {
    fn group(&self, row: usize) -> Group {
        self.coupling.groups[self.coupling.group_of[row] as usize]
    }

    /// All entries, row after row.
    #[inline]
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// `row . x`.
    #[inline]
    pub(crate) fn dot(&self, row: usize, x: &[f64]) -> f64 {
        let (start, group) = self.place(row);
        dot(&self.values[start..], self.runs(group), x)
    }

    /// Start of a row's entries, and its group.
    #[inline]
    pub(crate) fn place(&self, row: usize) -> (usize, usize) {
        (self.starts[row], self.coupling.group_of[row] as usize)
    }

    /// First column and end of each run of a group.
    #[inline]
    pub(crate) fn runs(&self, group: usize) -> &[[usize; 2]] {
        let [from, to] = self.coupling.groups[group].runs;
        &self.coupling.runs[from..to]
    }

    /// Number of entries of a row; 0 beyond the last row.
    pub(crate) fn row_len(&self, row: usize) -> usize {
        let runs = self.coupling.group_of.get(row).map_or(&[][..], |&group| self.runs(group as usize));
        runs.iter().map(|[first, end]| end - first).sum()
    }

    /// An entry; zero if the rows are not coupled.
    pub(crate) fn entry(&self, row: usize, column: usize) -> f64 {
        let group = self.group(row);
        if (group.first..group.end).contains(&column) {
            return self.values.get(self.starts[row] + group.own + column - group.first).copied().unwrap_or(0.0);
        }
        self.entry_elsewhere(row, column)
    }

    /// An entry of any column. A row on a single dof is a separate group, even within a contact.
    #[cold]
    fn entry_elsewhere(&self, row: usize, column: usize) -> f64 {
        let (mut at, group) = self.place(row);
        for &[first, end] in self.runs(group) {
            if (first..end).contains(&column) {
                return self.values.get(at + column - first).copied().unwrap_or(0.0);
            }
            at += end - first;
        }
        0.0
    }

    /// Compressed rows.
    #[must_use]
    pub fn to_csr(&self) -> CsrRows {
        let mut out = CsrRows { values: self.values.clone(), ..CsrRows::default() };
        for row in 0..self.rows() {
            let (start, group) = self.place(row);
            out.rowadr.push(start as i32);
            out.rownnz.push(self.row_len(row) as i32);
            out.colind.extend(self.runs(group).iter().flat_map(|&[first, end]| first as i32..end as i32));
        }
        out
    }

    /// Stores compressed rows, coupled by the groups of a Jacobian. Returns false and changes nothing if the number of rows
    /// differs, an index is out of range, or the rows of a group are not all coupled to equal rows, the group included.
    pub(crate) fn store(&mut self, jac: &RowMatrix, rows: Csr<'_>) -> bool {
        if rows.rownnz.len() != jac.row_count() || !rows.is_sound(jac.row_count()) {
            return false;
        }
        let mut new = Self::default();
        for group in jac.groups() {
            let (columns, _) = rows.row(group.first);
            if !new.coupling.append(group.count, columns) {
                return false;
            }
            for r in group.first..group.first + group.count {
                let (own, values) = rows.row(r);
                if own != columns {
                    return false;
                }
                new.starts.push(new.values.len());
                new.values.extend_from_slice(values);
            }
        }
        *self = new;
        true
    }
}

/// `row . x` for a row whose entries are in these runs of columns.
#[inline]
pub(crate) fn dot(values: &[f64], runs: &[[usize; 2]], x: &[f64]) -> f64 {
    let (mut sum, mut rest) = (0.0, values);
    for &[first, end] in runs {
        let (own, after) = rest.split_at(end - first);
        sum += dense::dot(own, &x[first..end]);
        rest = after;
    }
    sum
}

#[cfg(test)]
mod tests {
    use crate::data::Data;
    use crate::linalg::row_matrix::CsrRows;
    use crate::model::{JacobianType, Model, SolverType};
    use crate::pipeline::stages;

    /// A chain with friction in all of its joints.
    fn world() -> (Model, Data) {
        let mut m = Model::n_link_pendulum(4, 0.5, 0.2);
        m.opt.solver = SolverType::PGS;
        m.dof_frictionloss.fill(0.1);
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        assert_eq!((d.nefc, d.nA), (4, 16));
        (m, d)
    }

    #[test]
    fn rows_come_out_as_they_went_in() {
        let (m, d) = world();
        let (half, inertia) = (d.half_inertia_of_rows(), d.inertia_of_rows());
        let mut other = d.clone();
        assert!(!other.set_inertia_of_rows(half.borrow(), CsrRows::default().borrow()));
        assert_eq!((other.nA, other.nY), (0, 0));
        assert!(other.inertia_of_rows().rownnz.is_empty() && other.half_inertia_of_rows().rownnz.is_empty());
        assert!(other.set_inertia_of_rows(half.borrow(), inertia.borrow()));
        assert_eq!((other.nA, other.nY), (d.nA, d.nY));
        assert_eq!((other.half_inertia_of_rows(), other.inertia_of_rows()), (half, inertia));
        assert_eq!(other.efc_AR, d.efc_AR);
        let mut d = d;
        d.qfrc_applied[1] = 0.5;
        other.qfrc_applied[1] = 0.5;
        for world in [&mut d, &mut other] {
            stages::smooth_acceleration(&m, world);
            stages::constraint_solution(&m, world).unwrap();
        }
        assert_eq!(d.qacc, other.qacc);
    }

    #[test]
    fn rows_that_are_not_those_of_the_jacobian_are_refused() {
        let (_, mut d) = world();
        let (half, inertia) = (d.half_inertia_of_rows(), d.inertia_of_rows());
        let spoilt = |spoil: fn(&mut CsrRows)| {
            let mut rows = inertia.clone();
            spoil(&mut rows);
            rows
        };
        for rows in [
            spoilt(|rows| rows.rownnz.truncate(3)),
            spoilt(|rows| rows.rownnz[2] = 2), // not coupled to itself
            spoilt(|rows| rows.rowadr[3] = 13),
            spoilt(|rows| rows.rowadr[0] = -1),
            spoilt(|rows| rows.colind[3] = 4),
            spoilt(|rows| rows.colind[1] = 0),
            spoilt(|rows| rows.values.truncate(15)),
        ] {
            assert!(!d.set_inertia_of_rows(half.borrow(), rows.borrow()), "{rows:?}");
        }
        assert!(!d.set_inertia_of_rows(spoilt(|rows| rows.colind[0] = 9).borrow(), inertia.borrow()));
        assert!(d.set_inertia_of_rows(half.borrow(), inertia.borrow()));
    }

    #[test]
    fn rows_without_a_matrix_have_no_entries() {
        let (mut m, mut d) = world();
        m.opt.jacobian = JacobianType::Sparse;
        assert_eq!(d.solver_nnz(&m)[0], 16);
        d.efc_AR.clear();
        assert_eq!(d.solver_nnz(&m)[0], 0);
    }
}
