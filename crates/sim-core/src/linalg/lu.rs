//! LU of unsymmetric matrices: sparse with the pattern of a kinematic tree, and dense of six rows.
//!
//! The sparse one eliminates from the last row to the first, `A = (U + I) L`, so that a tree's pattern
//! (ancestors, itself, descendants of each dof) needs no room for fill.

use super::sparse;
use crate::math::MINVAL;
use std::ops::Range;

/// The pattern of a structurally symmetric matrix with a full diagonal; columns increase within a row.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// Entries of each row.
    pub rownnz: &'a [i32],
    /// Position of each row's first entry.
    pub rowadr: &'a [i32],
    /// Column of each entry.
    pub colind: &'a [i32],
    /// Place of the diagonal within each row.
    pub diag: &'a [i32],
}

/// Factors the rows of `dofs`, one or more whole kinematic trees, in place: `L` with its diagonal below, the strict `U`
/// above. `open` is work space, one entry per row. Fails with the row whose pivot vanishes.
pub fn factor(pattern: Pattern<'_>, lu: &mut [f64], open: &mut [i32], dofs: Range<usize>) -> Result<(), usize> {
    let Pattern { rownnz, rowadr, colind, diag } = pattern;
    // entries of each row that later pivots have not taken yet
    open[dofs.clone()].copy_from_slice(&rownnz[dofs.clone()]);
    for i in dofs.rev() {
        let start = rowadr[i] as usize;
        let end = start + diag[i] as usize;
        let pivot = lu[end];
        if pivot.abs() < MINVAL {
            return Err(i);
        }
        // rows above with an entry in column i: by symmetry of the pattern, the columns left of the diagonal
        for &j in &colind[start..end] {
            let j = j as usize;
            open[j] -= 1;
            let (top, last) = (rowadr[j] as usize, (rowadr[j] + open[j]) as usize);
            let ratio = lu[last] / pivot;
            lu[last] = ratio;
            let (above, row) = lu.split_at_mut(start);
            let target = &mut above[top..last];
            // the ancestors of j and j itself come first in both rows
            let shared = diag[j] as usize + 1;
            subtract_matching(&colind[top..last], target, &colind[start..end], &row[..end - start], ratio, shared);
        }
    }
    Ok(())
}

/// `a -= s b` where the columns of `b` are among those of `a`; of both, the first `shared` usually are the same.
fn subtract_matching(columns_a: &[i32], a: &mut [f64], columns_b: &[i32], b: &[f64], s: f64, shared: usize) {
    let shorter = columns_a.len().min(columns_b.len());
    let same = if columns_a.len() == columns_b.len() { shorter } else { shared.min(shorter) };
    let same = if columns_a[..same] == columns_b[..same] { same } else { 0 };
    let (head, tail) = a.split_at_mut(same);
    for (x, y) in head.iter_mut().zip(b) {
        *x -= y * s;
    }
    let mut j = same;
    for (&c, x) in columns_a[same..].iter().zip(tail) {
        if j < columns_b.len() && columns_b[j] == c {
            *x -= b[j] * s;
            j += 1;
        }
    }
}

/// `x <- A⁻¹ x` for the rows of `dofs`, `lu` from [`factor`].
pub fn solve(pattern: Pattern<'_>, lu: &[f64], x: &mut [f64], dofs: Range<usize>) {
    let Pattern { rownnz, rowadr, colind, diag } = pattern;
    for i in dofs.clone().rev() {
        let right = (rowadr[i] + diag[i] + 1) as usize..(rowadr[i] + rownnz[i]) as usize;
        x[i] -= sparse::dot(&colind[right.clone()], &lu[right], x);
    }
    for i in dofs {
        let (start, at) = (rowadr[i] as usize, (rowadr[i] + diag[i]) as usize);
        x[i] = (x[i] - sparse::dot(&colind[start..at], &lu[start..at], x)) / lu[at];
    }
}

/// Solves the dense `a x = b` by elimination with row exchanges; `None` for a singular matrix.
pub fn solve6(a: &mut [[f64; 6]; 6], b: [f64; 6]) -> Option<[f64; 6]> {
    let mut x = b;
    for k in 0..6 {
        let (mut best, mut size) = (k, a[k][k].abs());
        for (i, row) in a.iter().enumerate().skip(k + 1) {
            if row[k].abs() > size {
                (best, size) = (i, row[k].abs());
            }
        }
        if size < MINVAL || size.is_nan() {
            return None;
        }
        a.swap(k, best);
        x.swap(k, best);
        let inverse = 1.0 / a[k][k];
        let pivot = a[k];
        for i in k + 1..6 {
            let ratio = a[i][k] * inverse;
            for j in k + 1..6 {
                a[i][j] -= ratio * pivot[j];
            }
            x[i] -= ratio * x[k];
        }
    }
    for i in (0..6).rev() {
        for j in i + 1..6 {
            x[i] -= a[i][j] * x[j];
        }
        x[i] /= a[i][i];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    // two branches off one root: 0 <- 1, 0 <- 2
    const PATTERN: Pattern<'static> =
        Pattern { rownnz: &[3, 2, 2], rowadr: &[0, 3, 5], colind: &[0, 1, 2, 0, 1, 0, 2], diag: &[0, 1, 1] };
    const A: [f64; 7] = [5.0, 1.0, -2.0, 0.5, 3.0, 1.5, -4.0];

    #[test]
    fn sparse_solve_inverts_multiplication() {
        let full = [[5.0, 1.0, -2.0], [0.5, 3.0, 0.0], [1.5, 0.0, -4.0]];
        let x = [1.0, -2.0, 0.5];
        let mut y: [f64; 3] = std::array::from_fn(|i| (0..3).map(|j| full[i][j] * x[j]).sum());
        let mut lu = A;
        factor(PATTERN, &mut lu, &mut [0; 3], 0..3).unwrap();
        solve(PATTERN, &lu, &mut y, 0..3);
        for i in 0..3 {
            assert!((x[i] - y[i]).abs() < 1e-14);
        }
    }

    #[test]
    fn vanishing_pivot_is_named() {
        let mut lu = A;
        lu[4] = 0.0;
        assert_eq!(factor(PATTERN, &mut lu, &mut [0; 3], 0..3), Err(1));
    }

    #[test]
    fn dense_solve_exchanges_rows() {
        let mut a = [[0.0; 6]; 6];
        for (i, row) in a.iter_mut().enumerate() {
            for (j, v) in row.iter_mut().enumerate() {
                *v = if i == j { 0.0 } else { 1.0 + (i * 7 + j * 3) as f64 % 5.0 };
            }
        }
        let x = [1.0, -2.0, 3.0, 0.5, -0.25, 4.0];
        let b: [f64; 6] = std::array::from_fn(|i| (0..6).map(|j| a[i][j] * x[j]).sum());
        let y = solve6(&mut a, b).unwrap();
        for i in 0..6 {
            assert!((x[i] - y[i]).abs() < 1e-12);
        }
        assert_eq!(solve6(&mut [[0.0; 6]; 6], b), None);
    }
}
