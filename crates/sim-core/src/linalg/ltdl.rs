//! `M = Lᵀ D L` of a symmetric matrix with the sparsity of a kinematic tree (Featherstone 2008, chapter 6), or with any
//! pattern that elimination has filled (`fill`).
//!
//! Row `i` of the lower triangle of an inertia holds the ancestors of dof `i` in increasing order, the diagonal last. A
//! row of a simple dof holds the diagonal alone. Eliminating from the leaves to the root creates no fill:
//! the row of an ancestor is a prefix of the row below it. In a filled pattern it may have more entries.

use super::{dense, lanes, sparse};

/// The pattern of the lower triangle, diagonal last in each row.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// Entries of each row.
    pub rownnz: &'a [i32],
    /// Position of each row's first entry.
    pub rowadr: &'a [i32],
    /// Column of each entry.
    pub colind: &'a [i32],
}

/// A factor in compressed rows, as [`factor`] makes it: for who solves dof by dof.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactorRows {
    /// `L`, and `D` on the diagonal.
    pub entries: Vec<f64>,
    /// `1/D`.
    pub diag_inv: Vec<f64>,
}

/// Rows handled together.
const BLOCK: usize = 4;

/// Rows that follow each other down a branch: each is the one before it and its own diagonal, so that all of them have
/// an entry in each column of the first.
struct Block<'a> {
    /// First row.
    begin: usize,
    /// Position of the first entry.
    start: usize,
    /// Columns of the first row left of the diagonal.
    path: &'a [i32],
}

impl<'a> Block<'a> {
    #[inline]
    fn new(pattern: Pattern<'a>, begin: usize) -> Self {
        let start = pattern.rowadr[begin] as usize;
        let path = &pattern.colind[start..start + pattern.rownnz[begin] as usize - 1];
        Self { begin, start, path }
    }

    /// The rows: entries in the columns of the path, then those inside the block up to the diagonal.
    #[inline]
    fn rows<'b, const K: usize>(&self, values: &'b [f64]) -> [(&'b [f64], &'b [f64]); K] {
        let mut rest = &values[self.start..];
        std::array::from_fn(|k| {
            let (row, after) = rest.split_at(self.path.len() + k + 1);
            rest = after;
            row.split_at(self.path.len())
        })
    }
}

/// First row of the block that ends before `end`.
#[inline]
fn block_start(Pattern { rownnz, rowadr, colind }: Pattern<'_>, end: usize, first: usize) -> usize {
    let mut begin = end - 1;
    while begin > first
        && end - begin < BLOCK
        && rownnz[begin] == rownnz[begin - 1] + 1
        && colind[(rowadr[begin] + rownnz[begin]) as usize - 2] as usize == begin - 1
    {
        begin -= 1;
    }
    begin
}

/// End of the block that starts at `begin`.
#[inline]
fn block_end(Pattern { rownnz, rowadr, colind }: Pattern<'_>, begin: usize, last: usize) -> usize {
    let mut end = begin + 1;
    while end < last
        && end - begin < BLOCK
        && rownnz[end] == rownnz[end - 1] + 1
        && colind[(rowadr[end] + rownnz[end]) as usize - 2] as usize == end - 1
    {
        end += 1;
    }
    end
}

/// Factors `mat` in place: the strict lower rows become `L`, the diagonal `D`; `diag_inv` receives `1/D`. A step factors in
/// tiles; this is the plain elimination they are checked against.
pub fn factor(pattern: Pattern<'_>, mat: &mut [f64], diag_inv: &mut [f64]) {
    let Pattern { rownnz, rowadr, colind } = pattern;
    for k in (0..rownnz.len()).rev() {
        let range = sparse::row_range(rownnz, rowadr, k);
        let columns = &colind[range.start..range.end - 1];
        // rows of ancestors lie before this one in storage
        let (above, row) = mat.split_at_mut(range.start);
        let inverse = 1.0 / row[columns.len()];
        diag_inv[k] = inverse;
        for (n, &i) in columns.iter().enumerate().rev() {
            let target = sparse::row_range(rownnz, rowadr, i as usize);
            let s = -row[n] * inverse;
            sparse::add_matching(&colind[target.clone()], &mut above[target], &columns[..=n], &row[..=n], s);
        }
        dense::scale(&mut row[..columns.len()], inverse);
    }
}

/// `x <- M⁻¹ x`.
pub fn solve(pattern: Pattern<'_>, ld: &[f64], diag_inv: &[f64], x: &mut [f64]) {
    solve_block(pattern, ld, diag_inv, x, 0..pattern.rownnz.len());
}

/// `x <- M⁻¹ x` for an `x` that is zero outside `range`, a range of dofs that no row connects to others
/// (one or more whole kinematic trees).
pub fn solve_block(pattern: Pattern<'_>, ld: &[f64], diag_inv: &[f64], x: &mut [f64], range: std::ops::Range<usize>) {
    solve_lt_block(pattern, ld, x, range.clone());
    for (x, d) in x[range.clone()].iter_mut().zip(&diag_inv[range.clone()]) {
        *x *= d;
    }
    let mut begin = range.start;
    while begin < range.end {
        let end = block_end(pattern, begin, range.end);
        let block = Block::new(pattern, begin);
        match end - begin {
            1 => down::<1>(&block, ld, x),
            2 => down::<2>(&block, ld, x),
            3 => down::<3>(&block, ld, x),
            _ => down::<4>(&block, ld, x),
        }
        begin = end;
    }
}

/// Part of `x <- L⁻¹ x`: the rows of a block, those above it done.
#[inline(always)]
fn down<const K: usize>(block: &Block<'_>, ld: &[f64], x: &mut [f64]) {
    let rows = block.rows::<K>(ld);
    let sums = lanes::gather_dots(rows.map(|(panel, _)| panel), block.path, x);
    let Some(x) = x.get_mut(block.begin..block.begin + K) else { return };
    for k in 0..K {
        let mut value = x[k] - sums[k];
        for j in 0..k {
            value -= rows[k].1[j] * x[j];
        }
        x[k] = value;
    }
}

/// `x <- L⁻ᵀ x`.
pub fn solve_lt(pattern: Pattern<'_>, ld: &[f64], x: &mut [f64]) {
    solve_lt_block(pattern, ld, x, 0..pattern.rownnz.len());
}

fn solve_lt_block(pattern: Pattern<'_>, ld: &[f64], x: &mut [f64], range: std::ops::Range<usize>) {
    let mut end = range.end;
    while end > range.start {
        let begin = block_start(pattern, end, range.start);
        if !dense::is_zero(&x[begin..end]) {
            let block = Block::new(pattern, begin);
            match end - begin {
                1 => up::<1>(&block, ld, x),
                2 => up::<2>(&block, ld, x),
                3 => up::<3>(&block, ld, x),
                _ => up::<4>(&block, ld, x),
            }
        }
        end = begin;
    }
}

/// Part of `x <- L⁻ᵀ x`: the rows of a block, those below it done.
#[inline(always)]
fn up<const K: usize>(block: &Block<'_>, ld: &[f64], x: &mut [f64]) {
    let rows = block.rows::<K>(ld);
    let Some(own) = x.get_mut(block.begin..block.begin + K) else { return };
    let mut s = [0.0; K];
    for k in (0..K).rev() {
        s[k] = -own[k];
        for j in 0..k {
            own[j] += rows[k].1[j] * s[k];
        }
    }
    let panels = rows.map(|(panel, _)| panel);
    match sparse::run(block.path) {
        Some(run) => lanes::add_rows(&mut x[run], panels, s),
        None => lanes::scatter_rows(x, block.path, panels, s),
    }
}

/// Half of a solve: `x <- D^(-1/2) L⁻ᵀ x`, so that `|x|² = xᵀ M⁻¹ x`.
pub fn half_solve(pattern: Pattern<'_>, ld: &[f64], sqrt_diag_inv: &[f64], x: &mut [f64]) {
    solve_lt(pattern, ld, x);
    for (x, d) in x.iter_mut().zip(sqrt_diag_inv) {
        *x *= d;
    }
}

/// Half of a product: `out = D^(1/2) L x`, so that `|out|² = xᵀ M x`.
pub fn half_mul(pattern: Pattern<'_>, ld: &[f64], x: &[f64], out: &mut [f64]) {
    let Pattern { rownnz, rowadr, colind } = pattern;
    for i in 0..rownnz.len() {
        let start = rowadr[i] as usize;
        let end = start + rownnz[i] as usize - 1;
        let mut sum = x[i];
        for adr in start..end {
            sum += ld[adr] * x[colind[adr] as usize];
        }
        out[i] = sum * ld[end].sqrt();
    }
}

/// `out = M x` for the symmetric matrix whose lower triangle is `mat`.
pub fn mul_symmetric(pattern: Pattern<'_>, mat: &[f64], x: &[f64], out: &mut [f64]) {
    let n = pattern.rownnz.len();
    let mut begin = 0;
    while begin < n {
        let end = block_end(pattern, begin, n);
        let block = Block::new(pattern, begin);
        match end - begin {
            1 => mul_block::<1>(&block, mat, x, out),
            2 => mul_block::<2>(&block, mat, x, out),
            3 => mul_block::<3>(&block, mat, x, out),
            _ => mul_block::<4>(&block, mat, x, out),
        }
        begin = end;
    }
}

/// Part of `out = M x`: the rows of a block, and their columns above it.
#[inline(always)]
fn mul_block<const K: usize>(block: &Block<'_>, mat: &[f64], x: &[f64], out: &mut [f64]) {
    let rows = block.rows::<K>(mat);
    let panels = rows.map(|(panel, _)| panel);
    let own: [f64; K] = std::array::from_fn(|k| x[block.begin + k]);
    let mut sums = lanes::gather_dots(panels, block.path, x);
    lanes::scatter_rows(out, block.path, panels, own);
    for k in 0..K {
        for j in 0..k {
            sums[k] += rows[k].1[j] * own[j];
            sums[j] += rows[k].1[j] * own[k];
        }
        sums[k] += rows[k].1[k] * own[k];
    }
    out[block.begin..block.begin + K].copy_from_slice(&sums);
}

#[cfg(test)]
mod tests {
    use super::*;

    // two branches off one root: 0 <- 1, 0 <- 2, and a simple dof 3
    const PATTERN: Pattern<'static> =
        Pattern { rownnz: &[1, 2, 2, 1], rowadr: &[0, 1, 3, 5], colind: &[0, 0, 1, 0, 2, 3] };
    const M: [f64; 6] = [5.0, 1.0, 3.0, -0.5, 2.0, 7.0];

    #[test]
    fn solve_inverts_multiplication() {
        let mut ld = M;
        let mut inv = [0.0; 4];
        factor(PATTERN, &mut ld, &mut inv);
        let x = [1.0, -2.0, 0.5, 3.0];
        let mut y = [0.0; 4];
        mul_symmetric(PATTERN, &M, &x, &mut y);
        solve(PATTERN, &ld, &inv, &mut y);
        for i in 0..4 {
            assert!((x[i] - y[i]).abs() < 1e-14);
        }
    }

    #[test]
    fn half_solve_squares_to_the_inverse() {
        let mut ld = M;
        let mut inv = [0.0; 4];
        factor(PATTERN, &mut ld, &mut inv);
        let x = [1.0, -2.0, 0.5, 3.0];
        let (mut full, mut half) = (x, x);
        solve(PATTERN, &ld, &inv, &mut full);
        half_solve(PATTERN, &ld, &inv.map(f64::sqrt), &mut half);
        let a: f64 = (0..4).map(|i| x[i] * full[i]).sum();
        let b: f64 = half.iter().map(|h| h * h).sum();
        assert!((a - b).abs() < 1e-14);
    }
}
