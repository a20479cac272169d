//! Projected Gauss-Seidel with bounds: minimises `½ xᵀ A x + bᵀ x` over `lower ≤ x ≤ upper`, one number at a time. `A` is
//! symmetric; each of its rows is a few dense runs of columns. The slope `A x + b` follows every change of `x`, so that a
//! number that stays costs nothing.

use super::dense;

/// An increase of the cost beyond this undoes a change.
pub const MAX_INCREASE: f64 = 1e-10;

/// One number to find.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded {
    /// Bounds.
    pub lower: f64,
    /// Bounds.
    pub upper: f64,
    /// Diagonal of the matrix.
    pub diagonal: f64,
    /// Its inverse.
    pub inverse: f64,
    /// Where the entries of its row start.
    pub entries: usize,
    /// Its columns, as places in the list of runs.
    pub runs: [u32; 2],
    /// Whether it is found here; others belong to blocks that the caller knows.
    pub alone: bool,
}

impl Bounded {
    /// The nearest number within the bounds; what is not a number stays.
    #[inline]
    pub fn clamp(&self, x: f64) -> f64 {
        if x < self.lower {
            self.lower
        } else if x > self.upper {
            self.upper
        } else {
            x
        }
    }
}

/// The numbers and slopes while they change.
#[derive(Debug)]
pub struct Relaxation<'a> {
    /// What is known of each number.
    pub rows: &'a [Bounded],
    /// First column and end of each run.
    pub runs: &'a [[usize; 2]],
    /// Entries of the matrix.
    pub values: &'a [f64],
    /// The numbers.
    pub x: &'a mut [f64],
    /// The slopes.
    pub slope: &'a mut [f64],
    /// Change of the cost so far.
    pub change: f64,
    /// Numbers of the order that are done.
    pub done: usize,
}

impl Relaxation<'_> {
    /// Changes number `c`; the slopes follow.
    #[inline(always)]
    pub fn set(&mut self, c: usize, x: f64) {
        let delta = x - self.x[c];
        if delta != 0.0 {
            self.x[c] = x;
            follow(self.slope, &self.rows[c], self.runs, self.values, delta);
        }
    }

    /// Moves on from `done` through `order`, up to the first number that does not stand alone.
    #[inline(always)]
    pub(super) fn sweep_wide(&mut self, order: &[u32]) {
        let (rows, runs, values) = (self.rows, self.runs, self.values);
        let (x, slope) = (&mut *self.x, &mut *self.slope);
        let mut change = 0.0;
        for &c in &order[self.done..] {
            let c = c as usize;
            let row = &rows[c];
            if !row.alone {
                break;
            }
            self.done += 1;
            let (old, steepness) = (x[c], slope[c]);
            let new = row.clamp(old - steepness * row.inverse);
            let delta = new - old;
            if delta == 0.0 {
                continue;
            }
            let gain = 0.5 * delta * (row.diagonal * delta) + delta * steepness;
            if gain > MAX_INCREASE {
                continue;
            }
            change += gain;
            x[c] = new;
            follow(slope, row, runs, values, delta);
        }
        self.change += change;
    }
}

/// Adds to the slopes what a change of one number does to them.
#[inline(always)]
fn follow(slope: &mut [f64], row: &Bounded, runs: &[[usize; 2]], values: &[f64], delta: f64) {
    let mut rest = &values[row.entries..];
    for &[first, end] in &runs[row.runs[0] as usize..row.runs[1] as usize] {
        let (own, after) = rest.split_at(end - first);
        dense::add_scaled_to_wide(&mut slope[first..end], own, delta);
        rest = after;
    }
}
