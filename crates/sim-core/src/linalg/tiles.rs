//! Symmetric matrices in tiles of four by four numbers: `M`, the Hessian of the constraint solvers, and their factors
//! `Lᵀ D L`.
//!
//! Dofs that follow each other down a branch share a tile; a tile with fewer than four is padded with the identity. The pattern
//! is one of tiles: row `i` lists the tiles it is coupled with, its own last. Inside a tile there are no indices, and every
//! operation is as wide as a vector register. Code for each number of dofs skips the rows of absent dofs (legs of two joints are
//! common, and a free body with six dofs ends in a tile of two).

use super::ltdl::Pattern;
use std::ops::Range;
use std::slice::ChunksExact;

/// Numbers along a tile.
pub const WIDTH: usize = 4;
/// One row of a tile, or the part of a vector that belongs to a tile.
pub type Lane = [f64; WIDTH];
/// Rows of a tile.
pub type Tile = [Lane; WIDTH];

/// A tile of an absent dof: the identity keeps it out of everything.
pub const IDENTITY: Tile = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

/// Where a matrix has tiles.
#[derive(Clone, Copy, Debug)]
pub struct Grid<'a> {
    /// The tiles of each row.
    pub pattern: Pattern<'a>,
    /// Dofs in each tile along the diagonal, one to four: the first rows and columns of the tile.
    pub sizes: &'a [u8],
}

/// Calls the code for a number of dofs.
macro_rules! by_size {
    ($size:expr, $code:ident($($arg:expr),*)) => {
        match $size {
            1 => $code::<1>($($arg),*),
            2 => $code::<2>($($arg),*),
            3 => $code::<3>($($arg),*),
            _ => $code::<WIDTH>($($arg),*),
        }
    };
}
pub(super) use by_size;

/// `x += s y`.
#[inline(always)]
pub(crate) fn add_scaled(x: &mut Lane, y: &Lane, s: f64) {
    for l in 0..WIDTH {
        x[l] += y[l] * s;
    }
}

/// Sums of the numbers of some lanes.
#[inline(always)]
pub(crate) fn sums<const N: usize>(lanes: [Lane; N]) -> [f64; N] {
    lanes.map(|x| (x[0] + x[2]) + (x[1] + x[3]))
}

/// `x += Aᵀ y` over the first `N` rows.
#[inline(always)]
pub(super) fn add_transposed<const N: usize>(x: &mut Lane, a: &Tile, y: &Lane) {
    for r in 0..N {
        add_scaled(x, &a[r], y[r]);
    }
}

/// Products of the first rows of `A` with `x`, number by number, added to `rows`.
#[inline(always)]
fn add_products<const N: usize>(rows: &mut [Lane; N], a: &Tile, x: &Lane) {
    for r in 0..N {
        for l in 0..WIDTH {
            rows[r][l] += a[r][l] * x[l];
        }
    }
}

/// `C += Aᵀ B` over the first `N` rows of both.
#[inline(always)]
fn add_product<const N: usize>(c: &mut Tile, a: &Tile, b: &Tile) {
    for r in 0..WIDTH {
        let mut row = c[r];
        for k in 0..N {
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
pub(super) fn factor(grid: Grid<'_>, tiles: &mut [Tile], diag_inv: &mut [Lane], rows: Range<usize>) {
    for k in rows.rev() {
        by_size!(grid.sizes[k], eliminate(grid.pattern, tiles, &mut diag_inv[k], k));
    }
}

/// Factors row `k` with `N` dofs, and takes its part out of the rows above.
#[inline(always)]
fn eliminate<const N: usize>(pattern: Pattern<'_>, tiles: &mut [Tile], diag_inv: &mut Lane, k: usize) {
    let (columns, range) = row(pattern, k);
    // rows of ancestors lie before this one in storage
    let (above, rows) = tiles.split_at_mut(range.start);
    let (panel, rest) = rows.split_at_mut(columns.len());
    let Some(diagonal) = rest.first_mut() else { return };
    let inverse = factor_diagonal::<N>(diagonal);
    *diag_inv = inverse;
    for tile in panel.iter_mut() {
        solve_panel::<N>(tile, diagonal);
    }
    for (n, &i) in columns.iter().enumerate() {
        let mut scaled = panel[n];
        for r in 0..N {
            scaled[r] = scaled[r].map(|x| -x * inverse[r]);
        }
        let (targets, range) = row(pattern, i as usize);
        let target = &mut above[range.start..=range.end];
        if targets.len() == n {
            for (t, tile) in target.iter_mut().zip(&panel[..=n]) {
                add_product::<N>(t, &scaled, tile);
            }
        } else {
            let mut at = 0;
            for (&column, tile) in columns[..=n].iter().zip(&panel[..=n]) {
                while at < targets.len() && targets[at] < column {
                    at += 1;
                }
                add_product::<N>(&mut target[at], &scaled, tile);
            }
        }
    }
    for tile in panel {
        for r in 0..N {
            tile[r] = tile[r].map(|x| x * inverse[r]);
        }
    }
}

/// `P <- L⁻ᵀ P` with the unit lower triangle of a factored tile. Row by row in registers: written back in parts, a row that
/// is read whole soon after would have to wait for memory.
#[inline(always)]
fn solve_panel<const N: usize>(panel: &mut Tile, l: &Tile) {
    let mut rows = *panel;
    for k in (1..N).rev() {
        for i in (0..k).rev() {
            let below = rows[k];
            add_scaled(&mut rows[i], &below, -l[k][i]);
        }
    }
    panel[..N].copy_from_slice(&rows[..N]);
}

/// Factors the lower triangle of a diagonal tile; returns `1/D`.
#[inline(always)]
fn factor_diagonal<const N: usize>(tile: &mut Tile) -> Lane {
    let mut inverse = [1.0; WIDTH];
    for k in (0..N).rev() {
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
pub(super) fn solve(grid: Grid<'_>, factor: &[Tile], diag_inv: &[Lane], x: &mut [Lane], rows: Range<usize>) {
    for k in rows.clone().rev() {
        by_size!(grid.sizes[k], solve_upwards(grid.pattern, factor, x, k));
    }
    for k in rows {
        by_size!(grid.sizes[k], solve_downwards(grid.pattern, factor, &diag_inv[k], x, k));
    }
}

/// `x <- L⁻ᵀ x` as far as row `k` with `N` dofs goes.
#[inline(always)]
fn solve_upwards<const N: usize>(pattern: Pattern<'_>, factor: &[Tile], x: &mut [Lane], k: usize) {
    let (columns, range) = row(pattern, k);
    let diagonal = &factor[range.end];
    let mut own = x[k];
    for i in (1..N).rev() {
        for j in 0..i {
            own[j] -= diagonal[i][j] * own[i];
        }
    }
    x[k] = own;
    let minus = own.map(|x| -x);
    for (&j, tile) in columns.iter().zip(&factor[range]) {
        add_transposed::<N>(&mut x[j as usize], tile, &minus);
    }
}

/// `x <- L⁻¹ D⁻¹ x` at row `k` with `N` dofs.
#[inline(always)]
fn solve_downwards<const N: usize>(pattern: Pattern<'_>, factor: &[Tile], diag_inv: &Lane, x: &mut [Lane], k: usize) {
    let (columns, range) = row(pattern, k);
    let diagonal = &factor[range.end];
    let mut rows = [[0.0; WIDTH]; N];
    for (&j, tile) in columns.iter().zip(&factor[range]) {
        add_products(&mut rows, tile, &x[j as usize]);
    }
    let sums = sums(rows);
    let mut own = x[k];
    for i in 0..N {
        own[i] = own[i] * diag_inv[i] - sums[i];
        for j in 0..i {
            own[i] -= diagonal[i][j] * own[j];
        }
    }
    x[k] = own;
}

/// `out = M x`.
#[inline(always)]
pub(super) fn mul(grid: Grid<'_>, tiles: &[Tile], x: &[Lane], out: &mut [Lane]) {
    for (k, &size) in grid.sizes.iter().enumerate() {
        by_size!(size, mul_row(grid.pattern, tiles, x, out, k));
    }
}

/// The products of row `k` with `N` dofs, and of what mirrors it.
#[inline(always)]
fn mul_row<const N: usize>(pattern: Pattern<'_>, tiles: &[Tile], x: &[Lane], out: &mut [Lane], k: usize) {
    let (columns, range) = row(pattern, k);
    let (diagonal, own) = (&tiles[range.end], x[k]);
    let mut rows = [[0.0; WIDTH]; N];
    for (&j, tile) in columns.iter().zip(&tiles[range]) {
        add_products(&mut rows, tile, &x[j as usize]);
        add_transposed::<N>(&mut out[j as usize], tile, &own);
    }
    let sums = sums(rows);
    let mut products = [0.0; WIDTH];
    for i in 0..N {
        products[i] = sums[i] + diagonal[i][i] * own[i];
        for j in 0..i {
            products[i] += diagonal[i][j] * own[j];
            products[j] += diagonal[i][j] * own[i];
        }
    }
    out[k] = products;
}

/// Adds `Σ w jᵀ j` over some rows `j` that all reach the same tiles; `rows` holds the lanes of each, one row after the
/// other.
#[inline(always)]
pub(super) fn add_squares(grid: Grid<'_>, tiles: &mut [Tile], reached: &[i32], rows: &[Lane], weights: &[f64]) {
    for (a, &i) in reached.iter().enumerate() {
        let (columns, range) = row(grid.pattern, i as usize);
        let target = &mut tiles[range.start..=range.end];
        let mut at = 0;
        for (b, &j) in reached[..=a].iter().enumerate() {
            while at < columns.len() && columns[at] < j {
                at += 1;
            }
            let tile = &mut target[at];
            by_size!(grid.sizes[i as usize], add_square(tile, rows.chunks_exact(reached.len()), weights, [a, b]));
        }
    }
}

/// Adds `Σ w aᵀ b` of the lanes `a` and `b` of some rows to the first `N` rows of a tile.
#[inline(always)]
fn add_square<const N: usize>(tile: &mut Tile, rows: ChunksExact<'_, Lane>, weights: &[f64], [a, b]: [usize; 2]) {
    let mut sum: [Lane; N] = std::array::from_fn(|r| tile[r]);
    for (row, &w) in rows.zip(weights) {
        if w != 0.0 {
            let (left, right) = (row[a].map(|x| x * w), &row[b]);
            for r in 0..N {
                add_scaled(&mut sum[r], right, left[r]);
            }
        }
    }
    tile[..N].copy_from_slice(&sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three tiles in a star: the last two hang on the first.
    const GRID: Grid<'static> = Grid {
        pattern: Pattern { rownnz: &[1, 2, 2], rowadr: &[0, 1, 3], colind: &[0, 0, 1, 0, 2] },
        sizes: &[4, 4, 4],
    };

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
        mul(GRID, &m, &x, &mut y);
        let (mut factor_tiles, mut inverse) = (m, [[0.0; 4]; 3]);
        factor(GRID, &mut factor_tiles, &mut inverse, 0..3);
        solve(GRID, &factor_tiles, &inverse, &mut y, 0..3);
        for (a, b) in x.as_flattened().iter().zip(y.as_flattened()) {
            assert!((a - b).abs() < 1e-14, "{a} {b}");
        }
    }

    #[test]
    fn squares_are_those_of_the_rows() {
        let mut tiles = vec![[[0.0; 4]; 4]; 5];
        let rows = [[1.0, 2.0, 0.0, 0.0], [0.0, 3.0, 0.0, 1.0], [0.5, 0.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0]];
        add_squares(GRID, &mut tiles, &[0, 2], &rows, &[2.0, 1.0]);
        let x = [[1.0, -1.0, 0.5, 2.0], [7.0; 4], [0.3, 0.2, 0.1, -1.0]];
        let mut y = [[0.0; 4]; 3];
        mul(GRID, &tiles, &x, &mut y);
        let dot = |r: usize| -> f64 { (0..4).map(|l| rows[2 * r][l] * x[0][l] + rows[2 * r + 1][l] * x[2][l]).sum() };
        for l in 0..4 {
            assert!((y[0][l] - 2.0 * dot(0) * rows[0][l] - dot(1) * rows[2][l]).abs() < 1e-14);
            assert!((y[2][l] - 2.0 * dot(0) * rows[1][l] - dot(1) * rows[3][l]).abs() < 1e-14);
        }
        assert_eq!(y[1], [0.0; 4]);
    }

    #[test]
    fn absent_dofs_change_nothing() {
        let sizes = [3, 2, 1];
        let is_absent = |tile: usize, l: usize| l >= sizes[tile];
        let mut m = example();
        for (t, (row, column)) in [(0, 0), (1, 0), (1, 1), (2, 0), (2, 2)].into_iter().enumerate() {
            for (r, c) in (0..16).map(|k| (k / 4, k % 4)).filter(|&(r, c)| is_absent(row, r) || is_absent(column, c)) {
                m[t][r][c] = if row == column { IDENTITY[r][c] } else { 0.0 };
            }
        }
        let pad = |tile: usize, lane: Lane| std::array::from_fn(|l| if is_absent(tile, l) { 0.0 } else { lane[l] });
        let x = [pad(0, [1.0, -2.0, 0.5, 3.0]), pad(1, [0.1, 0.7, -1.0, 2.0]), pad(2, [4.0, 1.0, -1.0, 0.7])];
        let rows = [pad(0, [1.0, 2.0, 0.3, 0.0]), pad(2, [0.4, 3.0, 0.0, 1.0])];
        let run = |grid: Grid<'_>| {
            let (mut tiles, mut product, mut inverse) = (m.clone(), [[0.0; 4]; 3], [[0.0; 4]; 3]);
            add_squares(grid, &mut tiles, &[0, 2], &rows, &[0.7]);
            mul(grid, &tiles, &x, &mut product);
            factor(grid, &mut tiles, &mut inverse, 0..3);
            let mut solution = x;
            solve(grid, &tiles, &inverse, &mut solution, 0..3);
            (tiles, product, inverse, solution)
        };
        assert_eq!(run(Grid { sizes: &sizes.map(|n| n as u8), ..GRID }), run(GRID));
    }
}
