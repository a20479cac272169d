//! Projected Gauss-Seidel with bounds: minimises `½ xᵀ A x + bᵀ x` over `lower ≤ x ≤ upper`, one unknown after another. `A` is
//! symmetric; each of its rows is a few dense runs of columns.
//!
//! The slopes `A x + b` are recomputed before each sweep and updated with every change during it. An unknown that stays costs
//! nothing, the next one does not wait for a sum over all others, and rounding errors do not accumulate.

use super::dense;

/// An increase of the cost beyond this undoes a change.
pub const MAX_INCREASE: f64 = 1e-10;

/// Rows up to which none is left out because nothing changed.
const SHORT: usize = 48;

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
        // two selections, not an unpredictable branch of three
        let x = if x < self.lower { self.lower } else { x };
        if x > self.upper { self.upper } else { x }
    }

    /// Where the entry of a column is, in a row of one run.
    #[inline(always)]
    fn entry(&self, column: usize, runs: &[[usize; 2]]) -> Option<usize> {
        let [first, end] = *runs.get(self.runs[0] as usize)?;
        let single = self.runs[1] == self.runs[0] + 1 && (first..end).contains(&column);
        single.then(|| self.entries + column - first)
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
    /// The slopes, while a sweep lasts.
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

    /// The slopes at the present numbers, those of four rows of the same columns at once.
    #[inline(always)]
    fn refresh(&mut self) {
        let (rows, runs, values, x) = (self.rows, self.runs, self.values, &*self.x);
        let mut c = 0;
        while let Some(row) = rows.get(c) {
            let own = &runs[row.runs[0] as usize..row.runs[1] as usize];
            if let ([[first, end]], Some([_, b, d, e])) = (own, rows[c..].first_chunk())
                && [b, d, e].iter().all(|other| other.runs == row.runs)
            {
                let entries = [row, b, d, e].map(|row| &values[row.entries..row.entries + end - first]);
                let sums = dense::dots_inlined(entries, &x[*first..*end]);
                for (k, sum) in sums.into_iter().enumerate() {
                    self.slope[c + k] = self.constant[c + k] + sum;
                }
                c += 4;
                continue;
            }
            let mut rest = &values[row.entries..];
            let mut sum = 0.0;
            for &[first, end] in own {
                let (entries, after) = rest.split_at(end - first);
                sum += dense::dot_inlined(entries, &x[first..end]);
                rest = after;
            }
            self.slope[c] = self.constant[c] + sum;
            c += 1;
        }
    }

    /// Moves on from `done` through `order`, up to the first number that does not stand alone.
    #[inline(always)]
    pub(super) fn sweep_wide(&mut self, order: &[u32]) {
        if self.done == 0 {
            self.refresh();
        }
        let (rows, runs, values) = (self.rows, self.runs, self.values);
        let (x, slope) = (&mut *self.x, &mut *self.slope);
        let mut change = 0.0;
        let mut order = order[self.done..].iter().map(|&c| c as usize).peekable();
        let mut steepness = order.peek().map_or(0.0, |&c| slope[c]);
        while let Some(c) = order.next() {
            let row = &rows[c];
            if !row.alone {
                break;
            }
            self.done += 1;
            let old = x[c];
            let new = row.clamp(old - steepness * row.inverse);
            let delta = new - old;
            let gain = 0.5 * delta * (row.diagonal * delta) + delta * steepness;
            let next = order.peek().copied().unwrap_or(c);
            steepness = slope[next];
            // a short row is added faster than an unpredictable branch is taken
            if gain > MAX_INCREASE || delta == 0.0 && x.len() > SHORT {
                continue;
            }
            change += gain;
            x[c] = new;
            // the next number waits for its slope alone, not for all of them to be stored
            let ahead = row.entry(next, runs).map(|entry| steepness + values[entry] * delta);
            follow(slope, row, runs, values, delta);
            steepness = ahead.unwrap_or_else(|| slope[next]);
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
        dense::add_scaled_inlined(&mut slope[first..end], own, delta);
        rest = after;
    }
}
