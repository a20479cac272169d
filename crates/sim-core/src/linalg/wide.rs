//! The kernels over tiles, compiled twice: for any processor, and for those with registers of four numbers (AVX2 on
//! x86-64). The same operations in the same order, never fused: the same bits either way.
//!
//! The one place with `unsafe` in this crate: a function compiled for AVX2 may be called once the processor is known to have it.
#![allow(unsafe_code)]

use super::relax::Relaxation;
use super::relax_dense::DenseSweep;
use super::tile_rows::{self, TileRows};
use super::tiles::{self, Grid, Lane, Tile};
use std::ops::Range;

/// Defines a function that runs the AVX2 build of a kernel on a processor with AVX2, and the plain one elsewhere.
macro_rules! wide {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) = $kernel:expr) => {
        $(#[$doc])*
        pub fn $name($($arg: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($arg: $type),*) {
                    $kernel($($arg),*);
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has just been found to have AVX2, all the function needs beyond its arguments.
                    unsafe { avx2($($arg),*) };
                    return;
                }
            }
            $kernel($($arg),*);
        }
    };
}

/// Work whose loops gain from wide registers. What `run` calls is compiled for them where it is inlined into `run`: both it
/// and `run` are to be `#[inline(always)]`.
///
/// ```
/// use sim_core::binding::linalg::{Kernel, widest};
///
/// struct Scale<'a>(&'a mut [f32; 8], f32);
///
/// impl Kernel for Scale<'_> {
///     type Output = ();
///
///     #[inline(always)]
///     fn run(self) {
///         self.0.iter_mut().for_each(|x| *x *= self.1);
///     }
/// }
///
/// let mut row = [1.5; 8];
/// widest(Scale(&mut row, 2.0));
/// assert_eq!(row, [3.0; 8]);
/// ```
pub trait Kernel {
    /// What the work results in.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs the AVX2 build of a kernel on a processor with AVX2, and the plain one elsewhere.
#[inline]
pub fn widest<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been found to have AVX2, all the function needs beyond its arguments.
            return unsafe { avx2(kernel) };
        }
    }
    kernel.run()
}

wide! {
    /// Factors `rows`, which are coupled with no others, in place: strict lower entries become `L`, the diagonal `D`; `diag_inv` receives `1/D`.
    factor(grid: Grid<'_>, values: &mut [Tile], diag_inv: &mut [Lane], rows: Range<usize>) = tiles::factor
}

wide! {
    /// `x <- M⁻¹ x` by the factor, at `rows`, which are coupled with no others.
    solve(grid: Grid<'_>, factor: &[Tile], diag_inv: &[Lane], x: &mut [Lane], rows: Range<usize>) = tiles::solve
}

wide! {
    /// `out = M x`.
    mul(grid: Grid<'_>, values: &[Tile], x: &[Lane], out: &mut [Lane]) = tiles::mul
}

wide! {
    /// Adds `Σ w jᵀ j` over some rows `j` that all reach the same tiles; `rows` holds the lanes of each, one row after the
    /// other.
    add_squares(grid: Grid<'_>, values: &mut [Tile], reached: &[i32], rows: &[Lane], weights: &[f64])
        = tiles::add_squares
}

wide! {
    /// `out = J x`.
    mul_rows(rows: &TileRows, x: &[Lane], out: &mut [f64]) = TileRows::mul_wide
}

wide! {
    /// `out = Jᵀ x`.
    mul_rows_t(rows: &TileRows, x: &[f64], out: &mut [Lane]) = TileRows::mul_t_wide
}

wide! {
    /// `J <- J M^(-1/2)`, `M = Lᵀ D L` given by its factor and `D^(-1/2)`. The tiles of each row include those of the
    /// ancestors.
    half_solve_rows(rows: &mut TileRows, grid: Grid<'_>, factor: &[Tile], sqrt_diag_inv: &[Lane])
        = TileRows::half_solve_wide
}

wide! {
    /// Products of row `r` with the rows `others`.
    products(rows: &TileRows, r: usize, others: Range<usize>, out: &mut [f64]) = tile_rows::products_wide
}

wide! {
    /// Products of all rows with each other, a square matrix; each row has `width` lanes.
    square(rows: &[Lane], width: usize, out: &mut [f64]) = tile_rows::square_wide
}

wide! {
    /// Moves on through `order`, up to the first number that does not stand alone.
    sweep(relaxation: &mut Relaxation<'_>, order: &[u32]) = Relaxation::sweep_wide
}

wide! {
    /// Goes once through all numbers of a small problem.
    sweep_dense(sweep: &mut DenseSweep<'_>) = DenseSweep::sweep_wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::ltdl::Pattern;
    use crate::linalg::relax::Bounded;

    /// A chain of two tiles and a third apart, with all dofs or fewer: there is a kernel for each number of them.
    fn grids() -> impl Iterator<Item = Grid<'static>> {
        let pattern = Pattern { rownnz: &[1, 2, 1], rowadr: &[0, 1, 3], colind: &[0, 0, 1, 2] };
        let sizes: [&[u8]; 5] = [&[4, 4, 4], &[3, 2, 1], &[1, 3, 2], &[2, 1, 3], &[4, 2, 2]];
        sizes.into_iter().map(move |sizes| Grid { pattern, sizes })
    }

    fn number(i: usize) -> f64 {
        (1.0 + i as f64).sin() / 3.0
    }

    fn matrix() -> Vec<Tile> {
        let entry = |t: usize, r: usize, c: usize| number(16 * t + 4 * r + c) + if r == c { 7.0 } else { 0.0 };
        (0..4).map(|t| std::array::from_fn(|r| std::array::from_fn(|c| entry(t, r, c)))).collect()
    }

    fn vector() -> Vec<Lane> {
        (0..3).map(|t| std::array::from_fn(|r| number(100 + 4 * t + r))).collect()
    }

    /// Three rows on the chain, two on the tile apart.
    fn jacobian() -> TileRows {
        let mut rows = TileRows::default();
        for (slots, count) in [(0..8, 3), (8..12, 2)] {
            rows.begin_group(slots.clone(), slots.clone());
            for i in 0..count {
                let values: Vec<f64> = slots.clone().map(|slot| number(31 * i + slot)).collect();
                rows.push(&values, 1);
            }
        }
        rows
    }

    fn bits<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Vec<u64> {
        numbers.into_iter().map(|x| x.to_bits()).collect()
    }

    fn tile_bits(tiles: &[Tile]) -> Vec<u64> {
        bits(tiles.as_flattened().as_flattened())
    }

    #[test]
    fn both_builds_of_the_kernels_over_tiles_give_the_same_bits() {
        for grid in grids() {
            let (mut a, mut b) = (matrix(), matrix());
            let (mut x, mut y) = (vec![[0.0; 4]; 3], vec![[0.0; 4]; 3]);
            mul(grid, &a, &vector(), &mut x);
            tiles::mul(grid, &b, &vector(), &mut y);
            assert_eq!(bits(x.as_flattened()), bits(y.as_flattened()));

            let rows = jacobian();
            for group in rows.groups() {
                let weights = [0.3, 1.7, 2.9];
                add_squares(grid, &mut a, group.reached, group.lanes, &weights[..group.count]);
                tiles::add_squares(grid, &mut b, group.reached, group.lanes, &weights[..group.count]);
            }
            assert_eq!(tile_bits(&a), tile_bits(&b));

            factor(grid, &mut a, &mut x, 0..3);
            tiles::factor(grid, &mut b, &mut y, 0..3);
            assert_eq!((tile_bits(&a), bits(x.as_flattened())), (tile_bits(&b), bits(y.as_flattened())));

            let (mut p, mut q) = (vector(), vector());
            solve(grid, &a, &x, &mut p, 0..3);
            tiles::solve(grid, &b, &y, &mut q, 0..3);
            assert_eq!(bits(p.as_flattened()), bits(q.as_flattened()));
        }
    }

    #[test]
    fn both_builds_of_the_kernels_over_rows_give_the_same_bits() {
        for grid in grids() {
            let (mut a, mut b) = (jacobian(), jacobian());
            let (mut factored, mut inverse) = (matrix(), vec![[0.0; 4]; 3]);
            tiles::factor(grid, &mut factored, &mut inverse, 0..3);
            let root: Vec<Lane> = inverse.iter().map(|lane| lane.map(f64::sqrt)).collect();
            half_solve_rows(&mut a, grid, &factored, &root);
            b.half_solve_wide(grid, &factored, &root);
            let lanes = |rows: &TileRows| rows.groups().flat_map(|g| bits(g.lanes.as_flattened())).collect::<Vec<_>>();
            assert_eq!(lanes(&a), lanes(&b));

            let (mut x, mut y) = ([0.0; 5], [0.0; 5]);
            mul_rows(&a, &vector(), &mut x);
            b.mul_wide(&vector(), &mut y);
            assert_eq!(bits(&x), bits(&y));

            let (mut p, mut q) = (vec![[0.0; 4]; 3], vec![[0.0; 4]; 3]);
            mul_rows_t(&a, &x, &mut p);
            b.mul_t_wide(&y, &mut q);
            assert_eq!(bits(p.as_flattened()), bits(q.as_flattened()));

            let (mut m, mut n) = ([0.0; 5], [0.0; 5]);
            for r in 0..5 {
                products(&a, r, 0..5, &mut m);
                tile_rows::products_wide(&b, r, 0..5, &mut n);
                assert_eq!(bits(&m), bits(&n));
            }

            let (a, mut spread) = (jacobian(), vec![]);
            a.spread(3, &mut spread);
            let (mut whole, mut plain) = ([0.0; 25], [0.0; 25]);
            square(&spread, 3, &mut whole);
            tile_rows::square_wide(&spread, 3, &mut plain);
            assert_eq!(bits(&whole), bits(&plain));
            for r in 0..5 {
                products(&a, r, 0..5, &mut m);
                assert_eq!(bits(&whole[5 * r..5 * r + 5]), bits(&m));
            }
        }
    }

    #[test]
    fn both_builds_of_the_relaxation_give_the_same_bits() {
        let values: Vec<f64> =
            (0..36).map(|k| if k % 7 == 0 { 4.0 } else { 1.0 / (3.0 + f64::from(k / 6 + k % 6)) }).collect();
        let row = |c: usize| Bounded {
            lower: 0.0,
            upper: f64::INFINITY,
            diagonal: 4.0,
            inverse: 0.25,
            entries: 6 * c,
            runs: [0, 1],
            alone: true,
        };
        let rows: Vec<Bounded> = (0..6).map(row).collect();
        let constant = [-1.0, 0.3, -0.7, -2.0, 0.1, -0.4];
        let solve = |kernel: fn(&mut Relaxation<'_>, &[u32])| {
            let (mut x, mut slope) = ([0.1; 6], [0.0; 6]);
            for _ in 0..5 {
                let (rows, values, constant) = (&rows[..], &values[..], &constant[..]);
                let (x, slope) = (&mut x[..], &mut slope[..]);
                let mut relaxation =
                    Relaxation { rows, runs: &[[0, 6]], values, constant, x, slope, change: 0.0, done: 0 };
                kernel(&mut relaxation, &[3, 1, 0, 5, 4, 2]);
            }
            x
        };
        let (wide, plain) = (solve(sweep), solve(|relaxation, order| relaxation.sweep_wide(order)));
        assert_eq!(bits(&wide), bits(&plain));
        assert!(wide.iter().all(|&x| x >= 0.0) && wide.iter().any(|&x| x > 0.0));
    }
}
