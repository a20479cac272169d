//! How rows push each other: the rows of `A + R` by runs of columns. Rows that act on the same dofs are coupled to the
//! same rows, and those mostly stand side by side, so that a row of `A` is a few dense stretches.

use crate::linalg::dense;

/// Rows next to each other that act on the same dofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Group {
    /// Its rows.
    pub first: usize,
    pub end: usize,
    /// Its runs.
    pub runs: [usize; 2],
    /// Where its own rows stand among the entries of one of its rows.
    pub own: usize,
}

/// Which rows are coupled.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Coupling {
    /// Group of each row.
    pub(super) group_of: Vec<u32>,
    pub(super) groups: Vec<Group>,
    /// First column and end of each run.
    pub(super) runs: Vec<[usize; 2]>,
}

impl Coupling {
    /// Rows it was made for.
    pub(crate) fn rows(&self) -> usize {
        self.group_of.len()
    }

    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.group_of.clear();
        self.groups.clear();
        self.runs.clear();
    }

    /// Couples a group to what the group before it is coupled to, both being among that.
    pub(super) fn couple_alike(&mut self, g: usize) {
        let before = self.groups[g - 1];
        self.groups[g].runs = before.runs;
        self.groups[g].own = before.own + before.end - before.first;
    }

    /// Couples a group to others, given in increasing order and itself among them.
    pub(super) fn couple(&mut self, g: usize, others: &[usize]) {
        let start = self.runs.len();
        let mut count = 0;
        for &h in others {
            let Group { first, end, .. } = self.groups[h];
            if h == g {
                self.groups[g].own = count;
            }
            count += end - first;
            match self.runs[start..].last_mut() {
                Some(last) if last[1] == first => last[1] = end,
                _ => self.runs.push([first, end]),
            }
        }
        self.groups[g].runs = [start, self.runs.len()];
    }
}

/// `A + R`.
#[derive(Clone, Copy)]
pub(crate) struct CoupledRows<'a> {
    coupling: &'a Coupling,
    values: &'a [f64],
    rowadr: &'a [i32],
}

impl<'a> CoupledRows<'a> {
    /// Rows whose entries start at `rowadr` in `values`.
    pub(crate) fn new(coupling: &'a Coupling, values: &'a [f64], rowadr: &'a [i32]) -> Self {
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
