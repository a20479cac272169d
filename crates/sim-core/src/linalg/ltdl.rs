//! `M = Lᵀ D L` of a symmetric matrix with the sparsity of a kinematic tree (Featherstone 2008, chapter 6).
//!
//! Row `i` of the lower triangle holds the ancestors of dof `i` in increasing order, the diagonal last. A
//! row of a simple dof holds the diagonal alone. Eliminating from the leaves to the root creates no fill:
//! the row of an ancestor is a prefix of the row below it.

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

/// Factors `mat` in place: the strict lower rows become `L`, the diagonal `D`; `diag_inv` receives `1/D`.
pub fn factor(pattern: Pattern<'_>, mat: &mut [f64], diag_inv: &mut [f64]) {
    let Pattern { rownnz, rowadr, colind } = pattern;
    for k in (0..rownnz.len()).rev() {
        let start = rowadr[k] as usize;
        let end = start + rownnz[k] as usize - 1;
        let inverse = 1.0 / mat[end];
        diag_inv[k] = inverse;
        // rows of ancestors lie before row k in storage
        let (above, row) = mat.split_at_mut(start);
        let row = &mut row[..end - start];
        for (n, &i) in colind[start..end].iter().enumerate().rev() {
            let i = i as usize;
            let s = -row[n] * inverse;
            let target = rowadr[i] as usize;
            let length = rownnz[i] as usize;
            for (x, y) in above[target..target + length].iter_mut().zip(row.iter()) {
                *x += y * s;
            }
        }
        for x in row {
            *x *= inverse;
        }
    }
}

/// `x <- M⁻¹ x`.
pub fn solve(pattern: Pattern<'_>, ld: &[f64], diag_inv: &[f64], x: &mut [f64]) {
    solve_block(pattern, ld, diag_inv, x, 0..pattern.rownnz.len());
}

/// `x <- M⁻¹ x` for an `x` that is zero outside `block`, a range of dofs that no row connects to others
/// (one or more whole kinematic trees).
pub fn solve_block(pattern: Pattern<'_>, ld: &[f64], diag_inv: &[f64], x: &mut [f64], block: std::ops::Range<usize>) {
    let Pattern { rownnz, rowadr, colind } = pattern;
    solve_lt_block(pattern, ld, x, block.clone());
    for (x, d) in x[block.clone()].iter_mut().zip(&diag_inv[block.clone()]) {
        *x *= d;
    }
    for i in block {
        let start = rowadr[i] as usize;
        let end = start + rownnz[i] as usize - 1;
        let mut sum = 0.0;
        for adr in start..end {
            sum += ld[adr] * x[colind[adr] as usize];
        }
        x[i] -= sum;
    }
}

/// `x <- L⁻ᵀ x`.
pub fn solve_lt(pattern: Pattern<'_>, ld: &[f64], x: &mut [f64]) {
    solve_lt_block(pattern, ld, x, 0..pattern.rownnz.len());
}

fn solve_lt_block(pattern: Pattern<'_>, ld: &[f64], x: &mut [f64], block: std::ops::Range<usize>) {
    let Pattern { rownnz, rowadr, colind } = pattern;
    for i in block.rev() {
        let s = x[i];
        if s != 0.0 {
            let start = rowadr[i] as usize;
            let end = start + rownnz[i] as usize - 1;
            for adr in start..end {
                x[colind[adr] as usize] -= ld[adr] * s;
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
    let Pattern { rownnz, rowadr, colind } = pattern;
    for i in 0..rownnz.len() {
        let start = rowadr[i] as usize;
        let end = start + rownnz[i] as usize - 1;
        let mut sum = mat[end] * x[i];
        for adr in start..end {
            let j = colind[adr] as usize;
            sum += mat[adr] * x[j];
            out[j] += mat[adr] * x[i];
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
