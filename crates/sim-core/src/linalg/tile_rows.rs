//! A sparse matrix whose rows are kept in lanes of four, rows that reach the same tiles side by side: the constraint
//! Jacobian as the solvers use it.

use super::sparse;
use super::tiles::{self, Grid, Lane, Tile, WIDTH, by_size};
use std::ops::Range;

/// Rows that reach the same tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    /// Rows from here to the start of the next group.
    first: usize,
    /// Where its list of tiles starts.
    list: usize,
    /// Where its lanes start.
    lanes: usize,
}

/// One row.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    /// Where the list of its tiles starts.
    list: usize,
    /// Where its lanes start.
    lanes: usize,
    /// Number of both.
    len: usize,
}

impl Span {
    /// Identifies the group; a group without tiles has no key.
    #[inline(always)]
    fn place(&self) -> [usize; 2] {
        [self.list, self.len]
    }

    #[inline(always)]
    fn tiles<'a>(&self, reached: &'a [i32]) -> &'a [i32] {
        &reached[self.list..self.list + self.len]
    }

    #[inline(always)]
    fn lanes<'a>(&self, lanes: &'a [Lane]) -> &'a [Lane] {
        &lanes[self.lanes..self.lanes + self.len]
    }
}

/// The matrix.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileRows {
    groups: Vec<Group>,
    /// Tiles of each group, increasing.
    reached: Vec<i32>,
    /// For each row of a group a lane per tile.
    lanes: Vec<Lane>,
    spans: Vec<Span>,
    /// Where the entries of a row of the last group go among the numbers of its lanes.
    offsets: Vec<usize>,
}

/// One group of rows.
#[derive(Clone, Copy, Debug)]
pub struct GroupView<'a> {
    /// Number of the first row.
    pub first: usize,
    /// Number of rows.
    pub count: usize,
    /// Tiles the rows reach, increasing.
    pub reached: &'a [i32],
    /// Lanes of one row after the other.
    pub lanes: &'a [Lane],
}

impl TileRows {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.reached.clear();
        self.lanes.clear();
        self.spans.clear();
        self.offsets.clear();
    }

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        self.spans.len()
    }

    /// The group of a row.
    pub fn group_of(&self, row: usize) -> Option<usize> {
        (row < self.spans.len()).then(|| self.groups.partition_point(|group| group.first <= row) - 1)
    }

    /// Gives every number the same value.
    pub fn fill(&mut self, value: f64) {
        self.lanes.as_flattened_mut().fill(value);
    }

    /// Starts a group of rows that reach the tiles of `reached`, increasing positions of dofs in tiles. `entries`, some of
    /// these, are the positions of the entries that [`push`](Self::push) will be given.
    pub fn begin_group(&mut self, reached: impl Iterator<Item = usize>, entries: impl Iterator<Item = usize>) {
        self.groups.push(Group { first: self.spans.len(), list: self.reached.len(), lanes: self.lanes.len() });
        let mut last = None;
        for slot in reached {
            let tile = slot / WIDTH;
            if last != Some(tile) {
                self.reached.push(tile as i32);
                last = Some(tile);
            }
        }
        self.offsets.clear();
        let first = self.groups.last().map_or(0, |group| group.list);
        append_places(&self.reached[first..], entries, &mut self.offsets);
    }

    /// Appends `count` rows to the last group; `values` are their entries, row after row.
    #[inline(always)]
    pub fn push(&mut self, values: &[f64], count: usize) {
        let Some(&Group { list, .. }) = self.groups.last() else { return };
        let (start, len, entries) = (self.lanes.len(), self.reached.len() - list, self.offsets.len());
        self.spans.extend((0..count).map(|k| Span { list, lanes: start + k * len, len }));
        self.lanes.resize(start + count * len, [0.0; WIDTH]);
        if entries > 0 && len > 0 {
            for (lanes, row) in self.lanes[start..].chunks_exact_mut(len).zip(values.chunks_exact(entries)) {
                let lanes = lanes.as_flattened_mut();
                // backwards: of entries in the same column the first one holds the sum
                for (&place, &value) in self.offsets.iter().zip(row).rev() {
                    if let Some(x) = lanes.get_mut(place) {
                        *x = value;
                    }
                }
            }
        }
    }

    /// Appends all rows of a group of another matrix to the last group, which reaches all of their tiles.
    pub fn append_group(&mut self, source: &Self, g: usize) {
        let (Some(&Group { list, .. }), Some(group)) = (self.groups.last(), source.group(g)) else { return };
        let (reached, len) = (&self.reached[list..], self.reached.len() - list);
        self.offsets.clear();
        let mut at = 0;
        self.offsets.extend(group.reached.iter().map(|tile| {
            while at + 1 < reached.len() && reached[at] != *tile {
                at += 1;
            }
            at
        }));
        let (start, width) = (self.lanes.len(), group.reached.len());
        self.spans.extend((0..group.count).map(|k| Span { list, lanes: start + k * len, len }));
        self.lanes.resize(start + group.count * len, [0.0; WIDTH]);
        if width > 0 {
            for (target, row) in self.lanes[start..].chunks_exact_mut(len).zip(group.lanes.chunks_exact(width)) {
                for (&place, lane) in self.offsets.iter().zip(row) {
                    target[place] = *lane;
                }
            }
        }
    }

    /// Appends a row with one entry, as a separate group.
    #[inline]
    pub fn push_single(&mut self, slot: usize, value: f64) {
        let (list, lanes) = (self.reached.len(), self.lanes.len());
        self.groups.push(Group { first: self.spans.len(), list, lanes });
        self.spans.push(Span { list, lanes, len: 1 });
        self.reached.push((slot / WIDTH) as i32);
        self.lanes.push([0.0; WIDTH]);
        self.lanes[lanes][slot % WIDTH] = value;
    }

    /// Appends row `r` of another matrix, its tiles numbered anew; those without a number are left out. `last` is the place
    /// of the group that was copied last: rows of one group stay one.
    pub fn append(
        &mut self,
        source: &Self,
        r: usize,
        last: &mut Option<[usize; 2]>,
        number: impl Fn(i32) -> Option<i32>,
    ) {
        let span = source.spans[r];
        let (tiles, lanes) = (span.tiles(&source.reached), span.lanes(&source.lanes));
        if *last != Some(span.place()) || self.groups.is_empty() {
            *last = Some(span.place());
            let list = self.reached.len();
            self.groups.push(Group { first: self.spans.len(), list, lanes: self.lanes.len() });
            self.reached.extend(tiles.iter().filter_map(|&tile| number(tile)));
        }
        let list = self.groups.last().map_or(0, |group| group.list);
        let len = self.reached.len() - list;
        self.spans.push(Span { list, lanes: self.lanes.len(), len });
        if len == tiles.len() {
            self.lanes.extend_from_slice(lanes);
        } else {
            let own = tiles.iter().zip(lanes).filter(|(tile, _)| number(**tile).is_some());
            self.lanes.extend(own.map(|(_, lane)| lane));
        }
    }

    /// The groups in order.
    #[inline]
    pub fn groups(&self) -> impl Iterator<Item = GroupView<'_>> {
        (0..self.groups.len()).filter_map(|g| self.group(g))
    }

    /// `J <- J M^(-1/2)`, `M = Lᵀ D L` given by its factor and `D^(-1/2)`. The tiles of each row include those of the
    /// ancestors.
    #[inline(always)]
    pub(super) fn half_solve_wide(&mut self, grid: Grid<'_>, factor: &[Tile], sqrt_diag_inv: &[Lane]) {
        for g in 0..self.groups.len() {
            let end =
                self.groups.get(g + 1).map_or((self.reached.len(), self.lanes.len()), |next| (next.list, next.lanes));
            let Group { list, lanes, .. } = self.groups[g];
            let reached = &self.reached[list..end.0];
            if !reached.is_empty() {
                for row in self.lanes[lanes..end.1].chunks_exact_mut(reached.len()) {
                    half_solve_row(row, reached, grid, factor, sqrt_diag_inv);
                }
            }
        }
    }

    /// Writes all rows with a lane for each of `width` tiles, zero where a row does not reach.
    pub fn spread(&self, width: usize, out: &mut Vec<Lane>) {
        out.clear();
        out.resize(self.row_count() * width, [0.0; WIDTH]);
        for (span, row) in self.spans.iter().zip(out.chunks_exact_mut(width.max(1))) {
            for (&t, lane) in span.tiles(&self.reached).iter().zip(span.lanes(&self.lanes)) {
                row[t as usize] = *lane;
            }
        }
    }

    /// One group.
    #[inline]
    pub fn group(&self, g: usize) -> Option<GroupView<'_>> {
        let group = self.groups.get(g)?;
        let end = Group { first: self.spans.len(), list: self.reached.len(), lanes: self.lanes.len() };
        let Group { first, list, lanes } = self.groups.get(g + 1).copied().unwrap_or(end);
        Some(GroupView {
            first: group.first,
            count: first - group.first,
            reached: &self.reached[group.list..list],
            lanes: &self.lanes[group.lanes..lanes],
        })
    }

    /// Tiles and lanes of `count` rows from `first` on, which all reach the same tiles, be they one group or, as rows with one
    /// entry are, several.
    #[inline]
    pub fn alike(&self, first: usize, count: usize) -> Option<(&[i32], &[Lane])> {
        let span = self.spans.get(first)?;
        Some((span.tiles(&self.reached), self.lanes.get(span.lanes..span.lanes + count * span.len)?))
    }

    /// `out = J x`, four rows of a group at once if it has four.
    #[inline(always)]
    pub(super) fn mul_wide(&self, x: &[Lane], out: &mut [f64]) {
        let (mut spans, mut out) = (&self.spans[..], out);
        while let [span, after @ ..] = spans {
            let tiles = span.tiles(&self.reached);
            if let ([_, _, last, ..], [a, b, c, d, ..]) = (after, &mut *out)
                && last.place() == span.place()
            {
                let lanes = &self.lanes[span.lanes..span.lanes + 4 * span.len];
                [*a, *b, *c, *d] = four_products(lanes, tiles, x);
                (spans, out) = (&after[3..], &mut out[4..]);
                continue;
            }
            let Some((own, rest)) = out.split_first_mut() else { return };
            let mut products = [0.0; WIDTH];
            for (lane, &t) in span.lanes(&self.lanes).iter().zip(tiles) {
                accumulate(&mut products, lane, &x[t as usize]);
            }
            *own = (products[0] + products[2]) + (products[1] + products[3]);
            (spans, out) = (after, rest);
        }
    }

    /// `out = Jᵀ x`.
    #[inline(always)]
    pub(super) fn mul_t_wide(&self, x: &[f64], out: &mut [Lane]) {
        out.fill([0.0; WIDTH]);
        for (span, &x) in self.spans.iter().zip(x) {
            if x != 0.0 {
                for (lane, &t) in span.lanes(&self.lanes).iter().zip(span.tiles(&self.reached)) {
                    tiles::add_scaled(&mut out[t as usize], lane, x);
                }
            }
        }
    }
}

/// Products with `x` of four rows, whose `lanes` lie one row after the other.
#[inline(always)]
fn four_products(lanes: &[Lane], tiles: &[i32], x: &[Lane]) -> Lane {
    let len = tiles.len();
    let (ab, cd) = lanes.split_at(2 * len);
    let ((a, b), (c, d)) = (ab.split_at(len), cd.split_at(len));
    let mut products = [[0.0; WIDTH]; 4];
    for ((((a, b), c), d), &t) in a.iter().zip(b).zip(c).zip(d).zip(tiles) {
        let x = &x[t as usize];
        for (products, lane) in products.iter_mut().zip([a, b, c, d]) {
            accumulate(products, lane, x);
        }
    }
    tiles::sums(products)
}

/// `sums += x y`, number by number.
#[inline(always)]
fn accumulate(sums: &mut Lane, x: &Lane, y: &Lane) {
    for l in 0..WIDTH {
        sums[l] += x[l] * y[l];
    }
}

/// One row of [`TileRows::half_solve_wide`].
#[inline(always)]
fn half_solve_row(row: &mut [Lane], reached: &[i32], grid: Grid<'_>, factor: &[Tile], sqrt_diag_inv: &[Lane]) {
    for n in (0..reached.len()).rev() {
        let tile = reached[n] as usize;
        let range = sparse::row_range(grid.pattern.rownnz, grid.pattern.rowadr, tile);
        let (columns, values) = (&grid.pattern.colind[range.clone()], &factor[range]);
        by_size!(grid.sizes[tile], half_solve_lane((row, n), reached, (columns, values), &sqrt_diag_inv[tile]));
    }
}

/// Lane `n` of a row, which has `N` numbers.
#[inline(always)]
fn half_solve_lane<const N: usize>(
    (row, n): (&mut [Lane], usize),
    reached: &[i32],
    (columns, values): (&[i32], &[Tile]),
    sqrt_diag_inv: &Lane,
) {
    let [panel @ .., diagonal] = values else { return };
    let mut own = row[n];
    for i in (1..N).rev() {
        for j in 0..i {
            own[j] -= diagonal[i][j] * own[i];
        }
    }
    let minus = own.map(|x| -x);
    let mut at = 0;
    for (column, value) in columns.iter().zip(panel) {
        while at < n && reached[at] != *column {
            at += 1;
        }
        tiles::add_transposed::<N>(&mut row[at], value, &minus);
    }
    for l in 0..WIDTH {
        own[l] *= sqrt_diag_inv[l];
    }
    row[n] = own;
}

/// Products of all rows with each other, a square matrix; each row has `width` lanes.
#[inline(always)]
pub(super) fn square_wide(rows: &[Lane], width: usize, out: &mut [f64]) {
    let count = rows.len() / width.max(1);
    for (r, a) in rows.chunks_exact(width.max(1)).enumerate() {
        let mut c = 0;
        while c + 4 <= count && c <= r {
            let products = four_dots(a, &rows[c * width..(c + 4) * width]);
            out[r * count + c..r * count + c + 4].copy_from_slice(&products);
            for (k, product) in products.into_iter().enumerate() {
                out[(c + k) * count + r] = product;
            }
            c += 4;
        }
        for c in c..=r {
            let mut sums = [0.0; WIDTH];
            for (x, y) in a.iter().zip(&rows[c * width..(c + 1) * width]) {
                accumulate(&mut sums, x, y);
            }
            let [product] = tiles::sums([sums]);
            out[r * count + c] = product;
            out[c * count + r] = product;
        }
    }
}

/// Products of a row with four rows that lie one after the other.
#[inline(always)]
fn four_dots(a: &[Lane], others: &[Lane]) -> Lane {
    let (bc, de) = others.split_at(2 * a.len());
    let ((b, c), (d, e)) = (bc.split_at(a.len()), de.split_at(a.len()));
    let mut products = [[0.0; WIDTH]; 4];
    for ((((x, b), c), d), e) in a.iter().zip(b).zip(c).zip(d).zip(e) {
        for (products, lane) in products.iter_mut().zip([b, c, d, e]) {
            accumulate(products, lane, x);
        }
    }
    tiles::sums(products)
}

/// Products of row `r` with the rows `others`.
#[inline(always)]
pub(super) fn products_wide(rows: &TileRows, r: usize, others: Range<usize>, out: &mut [f64]) {
    let Some(left) = rows.spans.get(r) else { return };
    let (tiles, a) = (left.tiles(&rows.reached), left.lanes(&rows.lanes));
    let (mut last, mut shared, mut apart) = ([usize::MAX; 2], 0, false);
    for (right, out) in rows.spans[others].iter().zip(out) {
        if right.place() != last {
            let others = right.tiles(&rows.reached);
            last = right.place();
            shared = common_start(tiles, others);
            apart = shared < tiles.len() && shared < others.len();
        }
        let b = right.lanes(&rows.lanes);
        let mut sums = [0.0; WIDTH];
        for (x, y) in a[..shared].iter().zip(&b[..shared]) {
            for l in 0..WIDTH {
                sums[l] += x[l] * y[l];
            }
        }
        if apart {
            add_products(&mut sums, (tiles, a), (right.tiles(&rows.reached), b), shared);
        }
        *out = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    }
}

/// Length of the common start of two lists: chains of dofs part somewhere, and seldom meet again.
#[inline(always)]
fn common_start(a: &[i32], b: &[i32]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

/// Adds the products of two rows over the tiles that both reach, from place `start` on.
#[inline(always)]
fn add_products(sums: &mut Lane, (left, a): (&[i32], &[Lane]), (right, b): (&[i32], &[Lane]), start: usize) {
    let mut at = start;
    for (tile, x) in left.iter().zip(a).skip(start) {
        while at < right.len() && right[at] < *tile {
            at += 1;
        }
        if at < right.len() && right[at] == *tile {
            for l in 0..WIDTH {
                sums[l] += x[l] * b[at][l];
            }
        }
    }
}

/// Appends where entries at these positions, increasing, are among the numbers of a row that reaches the tiles `reached`.
#[inline]
fn append_places(reached: &[i32], entries: impl Iterator<Item = usize>, out: &mut Vec<usize>) {
    let mut at = 0;
    out.extend(entries.map(|slot| {
        while at + 1 < reached.len() && reached[at] as usize != slot / WIDTH {
            at += 1;
        }
        at * WIDTH + slot % WIDTH
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_is_adjoint() {
        let mut j = TileRows::default();
        j.begin_group([1, 9].into_iter(), [1, 9].into_iter());
        j.push(&[2.0, -1.0, 0.5, 3.0], 2);
        j.begin_group([4].into_iter(), [4].into_iter());
        j.push(&[7.0], 1);
        let x = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]];
        let mut y = [0.0; 3];
        j.mul_wide(&x, &mut y);
        assert_eq!(y, [-6.0, 31.0, 35.0]);
        let mut z = [[0.0; 4]; 3];
        j.mul_t_wide(&y, &mut z);
        let left: f64 = y.iter().map(|y| y * y).sum();
        let right: f64 = z.as_flattened().iter().zip(x.as_flattened()).map(|(z, x)| z * x).sum();
        assert_eq!(left, right);
    }
}
