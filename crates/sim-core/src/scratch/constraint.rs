//! Work space of the islands and of the inverse inertia in constraint space, and the coupling of rows.

use crate::linalg::tiles::Lane;

/// Work space of the search for islands.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct IslandWork {
    /// Forest over the trees: each one's parent, itself for a root, -1 for a tree without constraints.
    pub(crate) parent: Vec<i32>,
    /// One tree of each row.
    pub(crate) row_tree: Vec<i32>,
    /// Entries assigned so far to each island, and to none.
    pub(crate) placed: Vec<i32>,
}

/// Work space of the products for the inverse inertia in constraint space.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ProjectWork {
    /// Dofs of a group and their ancestors.
    pub(crate) closed: Vec<i32>,
    /// `D^(-1/2)`.
    pub(crate) sqrt_diag_inv: Vec<Lane>,
    /// The last group that marked a dof or a group.
    pub(crate) mark: Vec<usize>,
    /// Dofs without ancestors of each group: starts of the lists, then the lists.
    pub(crate) starts: Vec<usize>,
    pub(crate) roots: Vec<usize>,
    /// Groups of each dof without ancestors: starts of the lists, then the lists.
    pub(crate) root_starts: Vec<usize>,
    pub(crate) root_groups: Vec<usize>,
    /// Groups coupled to the present one.
    pub(crate) coupled: Vec<usize>,
    /// Next entry of each row.
    pub(crate) next: Vec<usize>,
    /// `Y` with a lane for each tile of the model.
    pub(crate) spread: Vec<Lane>,
}

/// Adjacent rows that act on equal dofs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    /// First row and end.
    pub first: usize,
    pub end: usize,
    /// Range of its runs of columns.
    pub runs: [usize; 2],
    /// Offset of its own columns among the entries of one of its rows.
    pub own: usize,
}

/// `A + R`, the inverse inertia in constraint space, by runs of columns. Rows that act on equal dofs are coupled to equal rows, and
/// these are mostly adjacent, so a row consists of a few dense runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoupledRows {
    pub(crate) coupling: Coupling,
    /// Start of each row's entries.
    pub(crate) starts: Vec<usize>,
    pub(crate) values: Vec<f64>,
}

impl CoupledRows {
    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.coupling.rows()
    }

    /// Removes all rows.
    pub(crate) fn clear(&mut self) {
        self.coupling.clear();
        self.starts.clear();
        self.values.clear();
    }

    /// Sets every entry to one value.
    pub fn fill(&mut self, value: f64) {
        self.values.fill(value);
    }
}

/// Which rows are coupled.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Coupling {
    /// Group of each row.
    pub(crate) group_of: Vec<u32>,
    pub(crate) groups: Vec<Group>,
    /// First column and end of each run.
    pub(crate) runs: Vec<[usize; 2]>,
}

impl Coupling {
    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.group_of.len()
    }

    /// Removes all rows.
    pub(crate) fn clear(&mut self) {
        self.group_of.clear();
        self.groups.clear();
        self.runs.clear();
    }

    /// Couples a group to the rows of the group before it, which include both groups.
    pub(crate) fn couple_alike(&mut self, g: usize) {
        let before = self.groups[g - 1];
        self.groups[g].runs = before.runs;
        self.groups[g].own = before.own + before.end - before.first;
    }

    /// Couples a group to others, in increasing order and including itself.
    pub(crate) fn couple(&mut self, g: usize, others: &[usize]) {
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

    /// Appends a group of the next `count` rows, coupled to the rows `columns`. Returns false and changes nothing if these do not
    /// increase or do not contain the group.
    pub(crate) fn append(&mut self, count: usize, columns: &[i32]) -> bool {
        let (first, start) = (self.rows(), self.runs.len());
        let end = first + count;
        let own = columns.iter().take_while(|&&c| (c as usize) < first).count();
        let among = columns[own..].iter().take(count).map(|&c| c as usize).eq(first..end);
        if !among || !columns.is_sorted_by(|a, b| a < b) {
            return false;
        }
        for column in columns.iter().map(|&c| c as usize) {
            match self.runs[start..].last_mut() {
                Some(last) if last[1] == column => last[1] += 1,
                _ => self.runs.push([column, column + 1]),
            }
        }
        let mut runs = [start, self.runs.len()];
        // equal to the group before it
        if let Some(&Group { runs: [from, to], .. }) = self.groups.last()
            && self.runs[from..to] == self.runs[start..]
        {
            self.runs.truncate(start);
            runs = [from, to];
        }
        self.group_of.resize(end, self.groups.len() as u32);
        self.groups.push(Group { first, end, runs, own });
        true
    }
}
