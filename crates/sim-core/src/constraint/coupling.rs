//! How rows push each other: the rows of `A + R` by runs of columns. Rows that act on the same dofs are coupled to the
//! same rows, and those mostly stand side by side, so that a row of `A` is a few dense stretches.

use super::work::{Coupling, Group};
use crate::linalg::dense;

/// `A + R`.
#[derive(Clone, Copy)]
pub(crate) struct CoupledRows<'a> {
    coupling: &'a Coupling,
    values: &'a [f64],
    rowadr: &'a [i32],
}

impl<'a> CoupledRows<'a> {
    /// Of the current rows.
    pub(crate) fn of(coupling: &'a Coupling, values: &'a [f64], rowadr: &'a [i32]) -> Self {
        Self { coupling, values, rowadr }
    }

    fn group(&self, row: usize) -> Group {
        self.coupling.groups[self.coupling.group_of[row] as usize]
    }

    /// `row . x`.
    #[inline]
    pub(crate) fn dot(self, row: usize, x: &[f64]) -> f64 {
        let (start, group) = self.place(row);
        dot(&self.values[start..], self.runs(group), x)
    }

    /// Where the entries of a row start, and its group.
    pub(crate) fn place(self, row: usize) -> (usize, usize) {
        (self.rowadr[row].max(0) as usize, self.coupling.group_of[row] as usize)
    }

    /// First column and end of each run of a group.
    pub(crate) fn runs(self, group: usize) -> &'a [[usize; 2]] {
        let [from, to] = self.coupling.groups[group].runs;
        &self.coupling.runs[from..to]
    }

    /// An entry between rows of one group; rows of one contact always are.
    pub(crate) fn entry(self, row: usize, column: usize) -> f64 {
        let group = self.group(row);
        let own = self.rowadr[row].max(0) as usize + group.own;
        let within = (group.first..group.end).contains(&column);
        within.then(|| self.values.get(own + column - group.first).copied()).flatten().unwrap_or(0.0)
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
