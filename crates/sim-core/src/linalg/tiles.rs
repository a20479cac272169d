//! Symmetric matrices in tiles of four by four numbers: `M`, the Hessian of the constraint solvers, and their factors
//! `Lᵀ D L`.
//!
//! Dofs that follow each other down a branch share a tile; a tile with fewer than four is padded with the identity.
//! The pattern is one of tiles: row `i` lists the tiles it is coupled with, its own last. Inside a tile nothing is
//! looked up and everything is as wide as a vector register.

use super::ltdl::Pattern;
use std::ops::Range;

/// Numbers along a tile.
pub const WIDTH: usize = 4;
/// One row of a tile, or the part of a vector that belongs to a tile.
pub type Lane = [f64; WIDTH];
/// Rows of a tile.
pub type Tile = [Lane; WIDTH];

/// A tile of an absent dof: the identity keeps it out of everything.
pub const IDENTITY: Tile = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// `x += s y`.
#[inline(always)]
pub(crate) fn add_scaled(x: &mut Lane, y: &Lane, s: f64) {
    for l in 0..WIDTH {
        x[l] += y[l] * s;
    }
}

/// Sums of the numbers of four lanes.
#[inline(always)]
pub(crate) fn sums([a, b, c, d]: [Lane; 4]) -> Lane {
    [a, b, c, d].map(|x| (x[0] + x[2]) + (x[1] + x[3]))
}

/// `x += Aᵀ y`.
#[inline(always)]
pub(super) fn add_transposed(x: &mut Lane, a: &Tile, y: &Lane) {
    for r in 0..WIDTH {
        add_scaled(x, &a[r], y[r]);
    }
}

/// Products of the rows of `A` with `x`, number by number, added to `rows`.
#[inline(always)]
fn add_products(rows: &mut Tile, a: &Tile, x: &Lane) {
    for r in 0..WIDTH {
        for l in 0..WIDTH {
            rows[r][l] += a[r][l] * x[l];
        }
    }
}

/// `C += Aᵀ B`.
#[inline(always)]
pub(crate) fn add_product(c: &mut Tile, a: &Tile, b: &Tile) {
    for r in 0..WIDTH {
        let mut row = c[r];
        for k in 0..WIDTH {
            add_scaled(&mut row, &b[k], a[k][r]);
        }
        c[r] = row;
    }
}

/// Tiles left of the diagonal, and the diagonal, of one row.
#[inline(always)]
fn row<'a>(pattern: Pattern<'a>, i: usize) -> (&'a [i32], Range<usize>) {
    let start = pattern.rowadr[i] as usize;
    let end = start + pattern.rownnz[i] as usize - 1;
    (&pattern.colind[start..end], start..end)
}

/// Factors `rows`, which are coupled with no others, in place: strict lower entries become `L`, the diagonal `D`; `diag_inv`
/// receives `1/D`.
#[inline(always)]
pub(super) fn factor(pattern: Pattern<'_>, tiles: &mut [Tile], diag_inv: &mut [Lane], rows: Range<usize>) {
    for k in rows.rev() {
        let (columns, range) = row(pattern, k);
        // rows of ancestors lie before this one in storage
        let (above, rows) = tiles.split_at_mut(range.start);
        let (panel, rest) = rows.split_at_mut(columns.len());
        let Some(diagonal) = rest.first_mut() else { continue };
        let inverse = factor_diagonal(diagonal);
        diag_inv[k] = inverse;
        for tile in panel.iter_mut() {
            solve_panel(tile, diagonal);
        }
        for (n, &i) in columns.iter().enumerate() {
            let mut scaled = panel[n];
            for r in 0..WIDTH {
                scaled[r] = scaled[r].map(|x| -x * inverse[r]);
            }
            let (targets, range) = row(pattern, i as usize);
            let target = &mut above[range.start..=range.end];
            if targets.len() == n {
                for (t, tile) in target.iter_mut().zip(&panel[..=n]) {
                    add_product(t, &scaled, tile);
                }
            } else {
                let mut at = 0;
                for (&column, tile) in columns[..=n].iter().zip(&panel[..=n]) {
                    while at < targets.len() && targets[at] < column {
                        at += 1;
                    }
                    add_product(&mut target[at], &scaled, tile);
                }
            }
        }
        for tile in panel {
            for r in 0..WIDTH {
                tile[r] = tile[r].map(|x| x * inverse[r]);
            }
        }
    }
}

/// `P <- L⁻ᵀ P` with the unit lower triangle of a factored tile. Row by row in registers: written back in parts, a row that
/// is read whole soon after would have to wait for memory.
#[inline(always)]
fn solve_panel(panel: &mut Tile, l: &Tile) {
    let [mut a, mut b, mut c, d] = *panel;
    add_scaled(&mut c, &d, -l[3][2]);
    add_scaled(&mut b, &d, -l[3][1]);
    add_scaled(&mut a, &d, -l[3][0]);
    add_scaled(&mut b, &c, -l[2][1]);
    add_scaled(&mut a, &c, -l[2][0]);
    add_scaled(&mut a, &b, -l[1][0]);
    *panel = [a, b, c, d];
}

/// Factors the lower triangle of a diagonal tile; returns `1/D`.
#[inline(always)]
fn factor_diagonal(tile: &mut Tile) -> Lane {
    let mut inverse = [0.0; WIDTH];
    for k in (0..WIDTH).rev() {
        inverse[k] = 1.0 / tile[k][k];
        for i in (0..k).rev() {
            let s = tile[k][i] * inverse[k];
            for j in 0..=i {
                tile[i][j] -= tile[k][j] * s;
            }
        }
        for i in 0..k {
            tile[k][i] *= inverse[k];
        }
    }
    inverse
}

/// `x <- M⁻¹ x` by the factor, at `rows`, which are coupled with no others.
#[inline(always)]
pub(super) fn solve(pattern: Pattern<'_>, factor: &[Tile], diag_inv: &[Lane], x: &mut [Lane], rows: Range<usize>) {
    for k in rows.clone().rev() {
        let (columns, range) = row(pattern, k);
        let diagonal = &factor[range.end];
        let mut own = x[k];
        for i in (1..WIDTH).rev() {
            for j in 0..i {
                own[j] -= diagonal[i][j] * own[i];
            }
        }
        x[k] = own;
        let minus = own.map(|x| -x);
        for (&j, tile) in columns.iter().zip(&factor[range]) {
            add_transposed(&mut x[j as usize], tile, &minus);
        }
    }
    for k in rows {
        let (columns, range) = row(pattern, k);
        let diagonal = &factor[range.end];
        let mut rows = [[0.0; WIDTH]; WIDTH];
        for (&j, tile) in columns.iter().zip(&factor[range]) {
            add_products(&mut rows, tile, &x[j as usize]);
        }
        let sums = sums(rows);
        let mut own = x[k];
        for i in 0..WIDTH {
            own[i] = own[i] * diag_inv[k][i] - sums[i];
            for j in 0..i {
                own[i] -= diagonal[i][j] * own[j];
            }
        }
        x[k] = own;
    }
}

/// `out = M x`.
#[inline(always)]
pub(super) fn mul(pattern: Pattern<'_>, tiles: &[Tile], x: &[Lane], out: &mut [Lane]) {
    for k in 0..pattern.rownnz.len() {
        let (columns, range) = row(pattern, k);
        let (diagonal, own) = (&tiles[range.end], x[k]);
        let mut rows = [[0.0; WIDTH]; WIDTH];
        for (&j, tile) in columns.iter().zip(&tiles[range]) {
            add_products(&mut rows, tile, &x[j as usize]);
            add_transposed(&mut out[j as usize], tile, &own);
        }
        let mut sums = sums(rows);
        for i in 0..WIDTH {
            sums[i] += diagonal[i][i] * own[i];
            for j in 0..i {
                sums[i] += diagonal[i][j] * own[j];
                sums[j] += diagonal[i][j] * own[i];
            }
        }
        out[k] = sums;
    }
}

/// Adds `Σ w jᵀ j` over some rows `j` that all reach the same tiles; `rows` holds the lanes of each, one row after the
/// other.
#[inline(always)]
pub(super) fn add_squares(pattern: Pattern<'_>, tiles: &mut [Tile], reached: &[i32], rows: &[Lane], weights: &[f64]) {
    let count = reached.len();
    for (a, &i) in reached.iter().enumerate() {
        let (columns, range) = row(pattern, i as usize);
        let target = &mut tiles[range.start..=range.end];
        let mut at = 0;
        for (b, &j) in reached[..=a].iter().enumerate() {
            while at < columns.len() && columns[at] < j {
                at += 1;
            }
            let mut tile = target[at];
            for (row, &w) in rows.chunks_exact(count).zip(weights) {
                if w != 0.0 {
                    let (left, right) = (row[a].map(|x| x * w), &row[b]);
                    for r in 0..WIDTH {
                        add_scaled(&mut tile[r], right, left[r]);
                    }
                }
            }
            target[at] = tile;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three tiles in a star: the last two hang on the first.
    const PATTERN: Pattern<'static> = Pattern { rownnz: &[1, 2, 2], rowadr: &[0, 1, 3], colind: &[0, 0, 1, 0, 2] };

    fn example() -> Vec<Tile> {
        (0..5)
            .map(|t| {
                std::array::from_fn(|r| {
                    std::array::from_fn(|c| {
                        let diagonal = matches!(t, 0 | 2 | 4) && r == c;
                        if diagonal { 9.0 + t as f64 + r as f64 } else { 0.3 / (1 + (3 * t + r * r + c) % 5) as f64 }
                    })
                })
            })
            .collect()
    }

    #[test]
    fn solve_inverts_multiplication() {
        let m = example();
        let x = [[1.0, -2.0, 0.5, 3.0], [0.1, 0.0, -1.0, 2.0], [4.0, 1.0, -1.0, 0.7]];
        let mut y = [[0.0; 4]; 3];
        mul(PATTERN, &m, &x, &mut y);
        let (mut factor_tiles, mut inverse) = (m, [[0.0; 4]; 3]);
        factor(PATTERN, &mut factor_tiles, &mut inverse, 0..3);
        solve(PATTERN, &factor_tiles, &inverse, &mut y, 0..3);
        for (a, b) in x.as_flattened().iter().zip(y.as_flattened()) {
            assert!((a - b).abs() < 1e-14, "{a} {b}");
        }
    }

    #[test]
    fn squares_are_those_of_the_rows() {
        let mut tiles = vec![[[0.0; 4]; 4]; 5];
        let rows = [[1.0, 2.0, 0.0, 0.0], [0.0, 3.0, 0.0, 1.0], [0.5, 0.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0]];
        add_squares(PATTERN, &mut tiles, &[0, 2], &rows, &[2.0, 1.0]);
        let x = [[1.0, -1.0, 0.5, 2.0], [7.0; 4], [0.3, 0.2, 0.1, -1.0]];
        let mut y = [[0.0; 4]; 3];
        mul(PATTERN, &tiles, &x, &mut y);
        let dot = |r: usize| -> f64 { (0..4).map(|l| rows[2 * r][l] * x[0][l] + rows[2 * r + 1][l] * x[2][l]).sum() };
        for l in 0..4 {
            assert!((y[0][l] - 2.0 * dot(0) * rows[0][l] - dot(1) * rows[2][l]).abs() < 1e-14);
            assert!((y[2][l] - 2.0 * dot(0) * rows[1][l] - dot(1) * rows[3][l]).abs() < 1e-14);
        }
        assert_eq!(y[1], [0.0; 4]);
    }
}
