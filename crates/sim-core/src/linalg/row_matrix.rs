//! A matrix of constraint rows over the dofs, in tiles: the one place where a world keeps its Jacobian.
//!
//! Rows side by side that act on the same dofs form a group, which names these dofs once. Compressed rows are made for callers that
//! read them.

use super::layout::Layout;
use super::sparse::{self, Csr};
use super::tile_rows::TileRows;
use super::tiles::WIDTH;
use std::sync::Arc;

/// Rows over the dofs of a Model.
#[derive(Debug, Default)]
pub struct RowMatrix {
    /// Where the dofs have their places.
    layout: Arc<Layout>,
    rows: TileRows,
    /// Columns of each group that has several, or none, one list after another.
    columns: Vec<i32>,
    /// Where the list of each group starts.
    starts: Vec<usize>,
    /// Entries of all rows.
    len: usize,
    /// Entries of rows on their way into tiles.
    buffer: Vec<f64>,
}

/// By hand: copying a world keeps the buffers of the one that it is copied to.
impl Clone for RowMatrix {
    fn clone(&self) -> Self {
        let mut out = Self::default();
        out.clone_from(self);
        out
    }

    fn clone_from(&mut self, from: &Self) {
        if !Arc::ptr_eq(&self.layout, &from.layout) {
            self.layout = from.layout.clone();
        }
        self.rows.clone_from(&from.rows);
        self.columns.clone_from(&from.columns);
        self.starts.clone_from(&from.starts);
        self.len = from.len;
    }
}

/// Matrices are equal when their rows are, whatever they were before.
impl PartialEq for RowMatrix {
    fn eq(&self, other: &Self) -> bool {
        self.to_csr() == other.to_csr()
    }
}

/// Compressed rows that own their arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CsrRows {
    /// Entries of each row.
    pub rownnz: Vec<i32>,
    /// Position of each row's first entry.
    pub rowadr: Vec<i32>,
    /// Column of each entry.
    pub colind: Vec<i32>,
    /// Entries.
    pub values: Vec<f64>,
}

impl CsrRows {
    /// A view of the rows.
    #[must_use]
    pub fn borrow(&self) -> Csr<'_> {
        Csr { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind, values: &self.values }
    }
}

/// Rows side by side that act on the same dofs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnGroup<'a> {
    /// Number of the first row.
    pub first: usize,
    /// Number of rows.
    pub count: usize,
    /// The dofs, increasing.
    pub columns: &'a [i32],
}

impl RowMatrix {
    /// Has a layout; rows of another one are laid out anew, those with dofs that it does not have are gone.
    pub(crate) fn fit(&mut self, layout: &Arc<Layout>) {
        if Arc::ptr_eq(&self.layout, layout) {
            return;
        }
        let rows = (*self.layout != **layout && self.row_count() > 0).then(|| self.to_csr());
        self.layout = layout.clone();
        if let Some(rows) = rows {
            self.clear();
            self.store(rows.borrow());
        }
    }

    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.columns.clear();
        self.starts.clear();
        self.len = 0;
    }

    /// Appends `count` rows with an entry in each of `columns`, increasing; `write` is given the entries, row after row.
    #[inline]
    pub(crate) fn push(&mut self, columns: &[i32], count: usize, write: impl FnOnce(&mut [f64])) {
        if self.buffer.len() < count * columns.len() {
            self.buffer.resize(count * columns.len(), 0.0);
        }
        let Self { layout, rows, columns: lists, starts, len, buffer } = self;
        let entries = &mut buffer[..count * columns.len()];
        write(entries);
        *len += entries.len();
        let slot = |&c: &i32| layout.slot[c as usize] as usize;
        if let [column] = columns {
            let place = slot(column);
            for &value in &*entries {
                starts.push(lists.len());
                lists.push(*column);
                rows.push_single(place, value);
            }
            return;
        }
        let last = starts.last().map(|&start| &lists[start..]);
        // number by number: what was written in parts just now is not read as a whole
        if columns.is_empty() || !last.is_some_and(|last| columns.iter().eq(last)) {
            rows.begin_group(columns.iter().map(slot), columns.iter().map(slot));
            starts.push(lists.len());
            lists.extend_from_slice(columns);
        }
        rows.push(entries, count);
    }

    /// Appends the rows of group `g` of a matrix of the same layout as a group that may reach more `columns`.
    pub(crate) fn append_group(&mut self, source: &Self, g: usize, columns: &[i32]) {
        let slot = |&c: &i32| self.layout.slot[c as usize] as usize;
        let before = self.row_count();
        self.rows.begin_group(columns.iter().map(slot), std::iter::empty());
        self.rows.append_group(&source.rows, g);
        self.starts.push(self.columns.len());
        self.columns.extend_from_slice(columns);
        self.len += (self.row_count() - before) * columns.len();
    }

    /// Number of rows.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.row_count()
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Gives every entry the same value.
    pub fn fill(&mut self, value: f64) {
        self.rows.fill(value);
    }

    /// The rows in tiles.
    pub(crate) fn rows(&self) -> &TileRows {
        &self.rows
    }

    /// The rows in tiles, to be changed in place.
    pub(crate) fn rows_mut(&mut self) -> &mut TileRows {
        &mut self.rows
    }

    fn columns_of_group(&self, g: usize) -> &[i32] {
        let end = self.starts.get(g + 1).copied().unwrap_or(self.columns.len());
        &self.columns[self.starts[g]..end]
    }

    /// The groups in order.
    pub(crate) fn groups(&self) -> impl Iterator<Item = ColumnGroup<'_>> {
        self.rows.groups().enumerate().map(|(g, view)| ColumnGroup {
            first: view.first,
            count: view.count,
            columns: self.columns_of_group(g),
        })
    }

    /// Columns of a row.
    pub(crate) fn columns(&self, row: usize) -> &[i32] {
        self.rows.group_of(row).map_or(&[], |g| self.columns_of_group(g))
    }

    /// Columns of a row, and its entries in a buffer.
    pub(crate) fn row<'a>(&'a self, row: usize, entries: &mut Vec<f64>) -> &'a [i32] {
        entries.clear();
        let Some(g) = self.rows.group_of(row) else { return &[] };
        let columns = self.columns_of_group(g);
        if let Some(group) = self.rows.group(g) {
            let width = group.reached.len();
            let lanes = group.lanes[(row - group.first) * width..][..width].as_flattened();
            entries.extend(self.addresses(columns, group.reached).map(|place| place.map_or(0.0, |place| lanes[place])));
        }
        columns
    }

    /// Offsets of entries in these columns among the numbers of a row that reaches these tiles. `None` for a repeated column, as
    /// in a tendon that names a joint twice: the first entry holds the sum.
    fn addresses<'a>(&'a self, columns: &'a [i32], reached: &'a [i32]) -> impl Iterator<Item = Option<usize>> + 'a {
        let (mut at, mut last) = (0, -1);
        columns.iter().map(move |&c| {
            if last == c {
                return None;
            }
            last = c;
            let slot = self.layout.slot[c as usize] as usize;
            while at + 1 < reached.len() && reached[at] as usize != slot / WIDTH {
                at += 1;
            }
            Some(at * WIDTH + slot % WIDTH)
        })
    }

    /// `out = J x`, added up row by row in the order of the entries; `entries` is work space.
    pub fn mul(&self, x: &[f64], entries: &mut Vec<f64>, out: &mut [f64]) {
        for (r, y) in out.iter_mut().enumerate().take(self.row_count()) {
            let columns = self.row(r, entries);
            *y = sparse::dot(columns, entries, x);
        }
    }

    /// `out = Jᵀ x`.
    pub fn mul_t(&self, x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        for (g, group) in self.rows.groups().enumerate() {
            let columns = self.columns_of_group(g);
            let width = group.reached.len() * WIDTH;
            let numbers = group.lanes.as_flattened();
            let weights = &x[group.first.min(x.len())..(group.first + group.count).min(x.len())];
            for (&c, place) in columns.iter().zip(self.addresses(columns, group.reached)) {
                let Some(place) = place else { continue };
                let sum = &mut out[c as usize];
                for (k, &s) in weights.iter().enumerate() {
                    if s != 0.0 {
                        *sum += numbers[k * width + place] * s;
                    }
                }
            }
        }
    }

    /// Compressed rows.
    #[must_use]
    pub fn to_csr(&self) -> CsrRows {
        let mut out = CsrRows::default();
        for (g, group) in self.rows.groups().enumerate() {
            let columns = self.columns_of_group(g);
            let width = group.reached.len() * WIDTH;
            for k in 0..group.count {
                out.rownnz.push(columns.len() as i32);
                out.rowadr.push(out.colind.len() as i32);
                out.colind.extend_from_slice(columns);
                let numbers = &group.lanes.as_flattened()[k * width..(k + 1) * width];
                let addresses = self.addresses(columns, group.reached);
                out.values.extend(addresses.map(|place| place.map_or(0.0, |place| numbers[place])));
            }
        }
        out
    }

    /// How many rows after each one have the same columns.
    #[must_use]
    pub fn followers(&self) -> Vec<i32> {
        let count = self.row_count();
        let mut out = vec![0; count];
        for r in (0..count.saturating_sub(1)).rev() {
            if self.columns(r) == self.columns(r + 1) {
                out[r] = out[r + 1] + 1;
            }
        }
        out
    }

    /// Takes over compressed rows; false, and nothing is changed, where indices lead nowhere.
    pub fn store(&mut self, rows: Csr<'_>) -> bool {
        if !rows.is_sound(self.layout.slot.len()) {
            return false;
        }
        self.clear();
        for r in 0..rows.rownnz.len() {
            let (columns, values) = rows.row(r);
            self.push(columns, 1, |entries| entries.copy_from_slice(values));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Trees;
    use super::super::ltdl::Pattern;
    use super::*;

    /// Three dofs in a chain beside a single one.
    fn layout() -> Arc<Layout> {
        let pattern = Pattern { rownnz: &[1, 2, 3, 1], rowadr: &[0, 1, 3, 6], colind: &[0, 0, 1, 0, 1, 2, 3] };
        Arc::new(Layout::of(Trees { parent: &[-1, 0, 1, -1], simplenum: &[0; 4], pattern }))
    }

    #[test]
    fn rows_come_out_as_they_went_in() {
        let mut a = RowMatrix::default();
        a.fit(&layout());
        a.push(&[0, 2, 3], 2, |entries| entries.copy_from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
        a.push(&[1], 1, |entries| entries[0] = 7.0);
        a.push(&[], 1, |_| {});
        a.push(&[1, 1, 2], 1, |entries| entries.copy_from_slice(&[8.0, 0.0, 9.0]));
        assert_eq!((a.row_count(), a.len()), (5, 10));
        let csr = a.to_csr();
        assert_eq!(csr.rownnz, [3, 3, 1, 0, 3]);
        assert_eq!(csr.rowadr, [0, 3, 6, 7, 7]);
        assert_eq!(csr.colind, [0, 2, 3, 0, 2, 3, 1, 1, 1, 2]);
        assert_eq!(csr.values, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 0.0, 9.0]);
        assert_eq!((a.columns(1), a.columns(4)), (&[0, 2, 3][..], &[1, 1, 2][..]));
        let mut other = RowMatrix::default();
        other.fit(&layout());
        assert!(other.store(csr.borrow()) && other == a);
        let mut wider = RowMatrix::default();
        wider.fit(&layout());
        wider.append_group(&a, 0, &[0, 1, 2, 3]);
        assert_eq!(wider.to_csr().values, [1.0, 0.0, 2.0, 3.0, 4.0, 0.0, 5.0, 6.0]);
        let (x, y) = ([1.0, -2.0, 0.5, 3.0], [2.0, 0.0, -1.0, 4.0, 0.25]);
        let (mut ax, mut aty, mut expected) = ([0.0; 5], [0.0; 4], [0.0; 5]);
        a.mul(&x, &mut vec![], &mut ax);
        csr.borrow().mul(&x, &mut expected);
        assert_eq!(ax, expected);
        let mut expected = [0.0; 4];
        a.mul_t(&y, &mut aty);
        csr.borrow().mul_t(&y, &mut expected);
        assert_eq!(aty, expected);
    }

    #[test]
    fn indices_that_lead_nowhere_are_refused() {
        let mut a = RowMatrix::default();
        a.fit(&layout());
        for (rownnz, rowadr, colind) in
            [(2, 0, [0, 4]), (2, 1, [0, 1]), (-1, 0, [0, 1]), (2, 0, [1, 0]), (1, -1, [0, 1])]
        {
            let rows = Csr { rownnz: &[rownnz], rowadr: &[rowadr], colind: &colind, values: &[1.0, 2.0] };
            assert!(!a.store(rows), "{rownnz} {rowadr} {colind:?}");
        }
    }
}
