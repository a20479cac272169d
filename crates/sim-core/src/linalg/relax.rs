//! Projected Gauss-Seidel with bounds: minimises `½ xᵀ A x + bᵀ x` over `lower ≤ x ≤ upper`, one number at a time. `A` is
//! symmetric; each of its rows is a few dense runs of columns.

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

/// The numbers while they change.
#[derive(Debug)]
pub struct Relaxation<'a> {
    /// What is known of each number.
    pub rows: &'a [Bounded],
    /// First column and end of each run.
    pub runs: &'a [[usize; 2]],
    /// Entries of the matrix.
    pub values: &'a [f64],
    /// `b`.
    pub constant: &'a [f64],
    /// The numbers.
    pub x: &'a mut [f64],
    /// Change of the cost so far.
    pub change: f64,
    /// Numbers of the order that are done.
    pub done: usize,
}

impl Relaxation<'_> {
    /// Slope of the cost by number `c`.
    #[inline(always)]
    pub fn slope(&self, c: usize) -> f64 {
        let row = &self.rows[c];
        let mut rest = &self.values[row.entries..];
        let mut sum = 0.0;
        for &[first, end] in &self.runs[row.runs[0] as usize..row.runs[1] as usize] {
            let (own, after) = rest.split_at(end - first);
            sum += dense::dot_inlined(own, &self.x[first..end]);
            rest = after;
        }
        self.constant[c] + sum
    }

    /// Moves on from `done` through `order`, up to the first number that does not stand alone.
    #[inline(always)]
    pub(super) fn sweep_wide(&mut self, order: &[u32]) {
        let mut change = 0.0;
        for &c in &order[self.done..] {
            let c = c as usize;
            let row = &self.rows[c];
            if !row.alone {
                break;
            }
            self.done += 1;
            let (old, slope) = (self.x[c], self.slope(c));
            let new = row.clamp(old - slope * row.inverse);
            let delta = new - old;
            if delta == 0.0 {
                continue;
            }
            let gain = 0.5 * delta * (row.diagonal * delta) + delta * slope;
            if gain <= MAX_INCREASE {
                change += gain;
                self.x[c] = new;
            }
        }
        self.change += change;
    }
}
