//! `M = Lᵀ D L` of a symmetric matrix with the sparsity of a kinematic tree (Featherstone 2008, chapter 6), or with any
//! pattern that elimination has filled (`fill`).
//!
//! Row `i` of the lower triangle of an inertia holds the ancestors of dof `i` in increasing order, the diagonal last. A
//! row of a simple dof holds the diagonal alone. Eliminating from the leaves to the root creates no fill:
//! the row of an ancestor is a prefix of the row below it. In a filled pattern it may have more entries.

use super::sparse;

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

impl<'a> Pattern<'a> {
    /// Columns and values of row `i` left of the diagonal.
    #[inline]
    fn strict_row<'b>(&self, values: &'b [f64], i: usize) -> (&'a [i32], &'b [f64]) {
        let start = self.rowadr[i] as usize;
        let end = start + self.rownnz[i] as usize - 1;
        (&self.colind[start..end], &values[start..end])
    }
}

/// Rows eliminated together.
const BLOCK: usize = 4;

/// Factors `mat` in place: the strict lower rows become `L`, the diagonal `D`; `diag_inv` receives `1/D`.
///
/// Rows that follow each other down a branch are eliminated together: a row above them is then read and written once
/// for all of them, each entry still receiving its terms one after the other, the last row's first.
pub fn factor(pattern: Pattern<'_>, mat: &mut [f64], diag_inv: &mut [f64]) {
    factor_block(pattern, mat, diag_inv, 0..pattern.rownnz.len());
}

/// Factors the rows of `dofs` alone, a range that no row connects to others (one or more whole kinematic trees).
pub fn factor_block(pattern: Pattern<'_>, mat: &mut [f64], diag_inv: &mut [f64], dofs: std::ops::Range<usize>) {
    let mut end = dofs.end;
    while end > dofs.start {
        let begin = block_start(pattern, end);
        // rows of ancestors lie before the block in storage
        let (above, rows) = mat.split_at_mut(pattern.rowadr[begin] as usize);
        eliminate_inside(pattern, rows, &mut diag_inv[begin..end], begin);
        if end - begin == BLOCK {
            eliminate_above_four(pattern, above, rows, &diag_inv[begin..end], begin);
        } else {
            for k in (begin..end).rev() {
                let start = (pattern.rowadr[k] - pattern.rowadr[begin]) as usize;
                eliminate_above(pattern, above, &rows[start..], diag_inv[k], begin);
            }
        }
        for k in begin..end {
            let start = (pattern.rowadr[k] - pattern.rowadr[begin]) as usize;
            for x in &mut rows[start..start + pattern.rownnz[k] as usize - 1] {
                *x *= diag_inv[k];
            }
        }
        end = begin;
    }
}

/// First row of the block that ends before `end`: each row of a block is the one before it and its own diagonal.
#[inline]
fn block_start(Pattern { rownnz, rowadr, colind }: Pattern<'_>, end: usize) -> usize {
    let mut begin = end - 1;
    while begin > 0
        && end - begin < BLOCK
        && rownnz[begin] == rownnz[begin - 1] + 1
        && colind[(rowadr[begin] + rownnz[begin]) as usize - 2] as usize == begin - 1
    {
        begin -= 1;
    }
    begin
}

/// Eliminates the rows of a block from each other and inverts their pivots.
#[inline]
fn eliminate_inside(pattern: Pattern<'_>, rows: &mut [f64], diag_inv: &mut [f64], begin: usize) {
    let Pattern { rownnz, rowadr, .. } = pattern;
    for k in (0..diag_inv.len()).rev() {
        let (before, row) = rows.split_at_mut((rowadr[begin + k] - rowadr[begin]) as usize);
        let inverse = 1.0 / row[rownnz[begin + k] as usize - 1];
        diag_inv[k] = inverse;
        for i in (begin..begin + k).rev() {
            let (start, length) = ((rowadr[i] - rowadr[begin]) as usize, rownnz[i] as usize);
            let s = -row[length - 1] * inverse;
            add_scaled(&mut before[start..start + length], &row[..length], s);
        }
    }
}

/// Eliminates one row of a block from the rows above the block.
#[inline]
fn eliminate_above(pattern: Pattern<'_>, above: &mut [f64], row: &[f64], inverse: f64, begin: usize) {
    let Pattern { rownnz, rowadr, colind } = pattern;
    let start = rowadr[begin] as usize;
    let columns = &colind[start..start + rownnz[begin] as usize - 1];
    for (n, &i) in columns.iter().enumerate().rev() {
        let target = rowadr[i as usize] as usize;
        let s = -row[n] * inverse;
        if rownnz[i as usize] as usize == n + 1 {
            add_scaled(&mut above[target..=target + n], &row[..=n], s);
        } else {
            let range = target..target + rownnz[i as usize] as usize;
            sparse::add_matching(&colind[range.clone()], &mut above[range], &columns[..=n], &row[..=n], s);
        }
    }
}

/// Eliminates the four rows of a block from the rows above it.
fn eliminate_above_four(pattern: Pattern<'_>, above: &mut [f64], rows: &[f64], diag_inv: &[f64], begin: usize) {
    let Pattern { rownnz, rowadr, colind } = pattern;
    let start = rowadr[begin] as usize;
    let columns = &colind[start..start + rownnz[begin] as usize - 1];
    let row: [&[f64]; BLOCK] = std::array::from_fn(|k| {
        let at = rowadr[begin + k] as usize - start;
        &rows[at..at + columns.len()]
    });
    for (n, &i) in columns.iter().enumerate().rev() {
        let target = rowadr[i as usize] as usize;
        let s: [f64; BLOCK] = std::array::from_fn(|k| -row[k][n] * diag_inv[k]);
        let [a, b, c, d] = row.map(|r| &r[..=n]);
        if rownnz[i as usize] as usize == n + 1 {
            add_four(&mut above[target..=target + n], a, b, c, d, s);
        } else {
            let range = target..target + rownnz[i as usize] as usize;
            for k in (0..BLOCK).rev() {
                let target = &mut above[range.clone()];
                sparse::add_matching(&colind[range.clone()], target, &columns[..=n], &row[k][..=n], s[k]);
            }
        }
    }
}

/// `x += s y`.
#[inline]
fn add_scaled(x: &mut [f64], y: &[f64], s: f64) {
    for (x, y) in x.iter_mut().zip(y) {
        *x += y * s;
    }
}

/// `x += s[3] d`, then `s[2] c`, `s[1] b`, `s[0] a`. Not inlined: as arguments the slices are known not to overlap.
#[inline(never)]
fn add_four(x: &mut [f64], a: &[f64], b: &[f64], c: &[f64], d: &[f64], s: [f64; 4]) {
    let n = x.len();
    let (a, b, c, d) = (&a[..n], &b[..n], &c[..n], &d[..n]);
    for i in 0..n {
        x[i] = (((x[i] + d[i] * s[3]) + c[i] * s[2]) + b[i] * s[1]) + a[i] * s[0];
    }
}

/// `x <- M⁻¹ x`.
pub fn solve(pattern: Pattern<'_>, ld: &[f64], diag_inv: &[f64], x: &mut [f64]) {
    solve_block(pattern, ld, diag_inv, x, 0..pattern.rownnz.len());
}

/// `x <- M⁻¹ x` for an `x` that is zero outside `block`, a range of dofs that no row connects to others
/// (one or more whole kinematic trees).
pub fn solve_block(pattern: Pattern<'_>, ld: &[f64], diag_inv: &[f64], x: &mut [f64], block: std::ops::Range<usize>) {
    solve_lt_block(pattern, ld, x, block.clone());
    for (x, d) in x[block.clone()].iter_mut().zip(&diag_inv[block.clone()]) {
        *x *= d;
    }
    for i in block {
        let (columns, values) = pattern.strict_row(ld, i);
        x[i] -= match sparse::run(columns) {
            Some(run) => sparse::dot_run(values, &x[run]),
            None => sparse::dot(columns, values, x),
        };
    }
}

/// `x <- L⁻ᵀ x`.
pub fn solve_lt(pattern: Pattern<'_>, ld: &[f64], x: &mut [f64]) {
    solve_lt_block(pattern, ld, x, 0..pattern.rownnz.len());
}

fn solve_lt_block(pattern: Pattern<'_>, ld: &[f64], x: &mut [f64], block: std::ops::Range<usize>) {
    for i in block.rev() {
        let s = x[i];
        if s != 0.0 {
            let (columns, values) = pattern.strict_row(ld, i);
            match sparse::run(columns) {
                Some(run) => add_scaled(&mut x[run], values, -s),
                None => sparse::scatter_add(columns, values, -s, x),
            }
        }
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
    for i in 0..pattern.rownnz.len() {
        let (columns, values) = pattern.strict_row(mat, i);
        let mut sum = mat[pattern.rowadr[i] as usize + values.len()] * x[i];
        for (&j, &value) in columns.iter().zip(values) {
            let j = j as usize;
            sum += value * x[j];
            out[j] += value * x[i];
        }
        out[i] = sum;
    }
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
