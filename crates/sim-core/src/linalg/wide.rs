//! The kernels over tiles, compiled twice: for any processor, and for those with registers of four numbers (AVX2 on
//! x86-64). The same operations in the same order, never fused: the same bits either way.
//!
//! The one place with `unsafe` in this crate: a function compiled for AVX2 may be called after the processor was asked.
#![allow(unsafe_code)]

use super::ltdl::Pattern;
use super::relax::Relaxation;
use super::tile_rows::{self, TileRows};
use super::tiles::{self, Lane, Tile};
use std::ops::Range;

/// Defines a function that runs the AVX2 build of a kernel where there is AVX2, and the plain one elsewhere.
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

wide! {
    /// Factors `rows`, which are coupled with no others, in place: strict lower entries become `L`, the diagonal `D`; `diag_inv` receives `1/D`.
    factor(pattern: Pattern<'_>, values: &mut [Tile], diag_inv: &mut [Lane], rows: Range<usize>) = tiles::factor
}

wide! {
    /// `x <- M⁻¹ x` by the factor, at `rows`, which are coupled with no others.
    solve(pattern: Pattern<'_>, factor: &[Tile], diag_inv: &[Lane], x: &mut [Lane], rows: Range<usize>) = tiles::solve
}

wide! {
    /// `out = M x`.
    mul(pattern: Pattern<'_>, values: &[Tile], x: &[Lane], out: &mut [Lane]) = tiles::mul
}

wide! {
    /// Adds `Σ w jᵀ j` over some rows `j` that all reach the same tiles; `rows` holds the lanes of each, one row after the
    /// other.
    add_squares(pattern: Pattern<'_>, values: &mut [Tile], reached: &[i32], rows: &[Lane], weights: &[f64])
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
    half_solve_rows(rows: &mut TileRows, pattern: Pattern<'_>, factor: &[Tile], sqrt_diag_inv: &[Lane])
        = TileRows::half_solve_wide
}

wide! {
    /// Products of row `r` with the rows `others`.
    products(rows: &TileRows, r: usize, others: Range<usize>, out: &mut [f64]) = tile_rows::products_wide
}

wide! {
    /// Moves on through `order`, up to the first number that does not stand alone.
    sweep(relaxation: &mut Relaxation<'_>, order: &[u32]) = Relaxation::sweep_wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_builds_give_the_same_bits() {
        let pattern = Pattern { rownnz: &[1, 2], rowadr: &[0, 1], colind: &[0, 0, 1] };
        let mut values: Vec<Tile> = (0..3)
            .map(|t| {
                std::array::from_fn(|r| {
                    std::array::from_fn(|c| 1.0 / (1.0 + (t + r * c) as f64) + if r == c { 5.0 } else { 0.0 })
                })
            })
            .collect();
        let mut plain = values.clone();
        let (mut a, mut b) = ([[0.0; 4]; 2], [[0.0; 4]; 2]);
        factor(pattern, &mut values, &mut a, 0..2);
        tiles::factor(pattern, &mut plain, &mut b, 0..2);
        assert_eq!((&values, a), (&plain, b));
        let (mut x, mut y) = ([[0.1, 0.7, -3.0, 2.0]; 2], [[0.1, 0.7, -3.0, 2.0]; 2]);
        solve(pattern, &values, &a, &mut x, 0..2);
        tiles::solve(pattern, &plain, &b, &mut y, 0..2);
        assert_eq!(x, y);
    }
}
