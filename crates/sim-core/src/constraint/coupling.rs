//! How rows push each other: what the dual solvers ask of `A + R`.

use super::work::{CoupledRows, Group};
use crate::linalg::dense;
use crate::linalg::row_matrix::CsrRows;

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

    /// Where the entries of a row start, and its group.
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

    /// Number of entries of a row.
    pub(crate) fn row_len(&self, row: usize) -> usize {
        self.runs(self.coupling.group_of[row] as usize).iter().map(|[first, end]| end - first).sum()
    }

    /// An entry between rows of one group; rows of one contact always are.
    pub(crate) fn entry(&self, row: usize, column: usize) -> f64 {
        let group = self.group(row);
        let own = self.starts[row] + group.own;
        let within = (group.first..group.end).contains(&column);
        within.then(|| self.values.get(own + column - group.first).copied()).flatten().unwrap_or(0.0)
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
