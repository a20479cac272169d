//! [Projected Gauss-Seidel](super::relax) on a small matrix without gaps: the same operations in the same order, for rows that
//! are padded to whole lanes, so that the compiler knows their length and no row pays for a loop.

use super::relax::{Bounded, MAX_INCREASE};
use super::tiles::Lane;

/// Numbers up to which a problem is solved here.
pub const MAX_ROWS: usize = 4 * (MAX_WIDTH - 1);

/// Lanes of a row at most: one for its bounds and those of its entries.
const MAX_WIDTH: usize = 13;

/// The rows of a matrix, each as `[lower, upper, diagonal, inverse]` and its entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DenseRows {
    /// Lanes of a row; zero when there is no such matrix.
    width: usize,
    lanes: Vec<Lane>,
    /// `b`.
    constant: Vec<Lane>,
}

impl DenseRows {
    /// Whether [`sweep`](super::wide::sweep_dense) can solve the problem.
    pub fn is_packed(&self) -> bool {
        self.width > 0
    }

    /// Copies a problem, when each of its numbers stands alone and is coupled to all of them, and there are few.
    pub fn pack(&mut self, rows: &[Bounded], runs: &[[usize; 2]], values: &[f64], constant: &[f64]) {
        let n = rows.len();
        self.width = 0;
        let is_whole = |row: &Bounded| {
            row.alone && matches!(runs[row.runs[0] as usize..row.runs[1] as usize], [[0, end]] if end == n)
        };
        if n == 0 || n > MAX_ROWS || !rows.iter().all(is_whole) {
            return;
        }
        self.width = 1 + n.div_ceil(4);
        self.lanes.clear();
        for row in rows {
            self.lanes.push([row.lower, row.upper, row.diagonal, row.inverse]);
            push_padded(&mut self.lanes, &values[row.entries..row.entries + n]);
        }
        self.constant.clear();
        push_padded(&mut self.constant, constant);
    }
}

/// Appends numbers, and zeros up to a whole lane.
fn push_padded(lanes: &mut Vec<Lane>, numbers: &[f64]) {
    let (whole, rest) = numbers.as_chunks::<4>();
    lanes.extend_from_slice(whole);
    if !rest.is_empty() {
        let mut last = [0.0; 4];
        last[..rest.len()].copy_from_slice(rest);
        lanes.push(last);
    }
}

/// A sweep.
#[derive(Debug)]
pub struct DenseSweep<'a> {
    /// The problem.
    pub rows: &'a DenseRows,
    /// The order of its numbers.
    pub order: &'a [u32],
    /// The numbers.
    pub x: &'a mut [f64],
    /// Change of the cost.
    pub change: f64,
}

impl DenseSweep<'_> {
    /// Goes once through all numbers.
    #[inline(always)]
    pub(super) fn sweep_wide(&mut self) {
        match self.rows.width {
            2 => self.sweep::<2>(),
            3 => self.sweep::<3>(),
            4 => self.sweep::<4>(),
            5 => self.sweep::<5>(),
            6 => self.sweep::<6>(),
            7 => self.sweep::<7>(),
            8 => self.sweep::<8>(),
            9 => self.sweep::<9>(),
            10 => self.sweep::<10>(),
            11 => self.sweep::<11>(),
            12 => self.sweep::<12>(),
            13 => self.sweep::<13>(),
            _ => {}
        }
    }

    #[inline(always)]
    fn sweep<const W: usize>(&mut self) {
        let rows = self.rows.lanes.as_chunks::<W>().0;
        let mut slope = [[0.0; 4]; W];
        slopes(rows, &self.rows.constant, self.x, &mut slope);
        let x = &mut *self.x;
        let mut change = 0.0;
        let mut order = self.order.iter().map(|&c| c as usize).peekable();
        let mut steepness = order.peek().map_or(0.0, |&c| slope.as_flattened()[c]);
        while let Some(c) = order.next() {
            let row = &rows[c];
            let [lower, upper, diagonal, inverse] = row[0];
            let old = x[c];
            let new = old - steepness * inverse;
            // two selections, not a choice of three: which it will be cannot be predicted
            let new = if new < lower { lower } else { new };
            let new = if new > upper { upper } else { new };
            let delta = new - old;
            let gain = 0.5 * delta * (diagonal * delta) + delta * steepness;
            let next = order.peek().copied().unwrap_or(c);
            steepness = slope.as_flattened()[next];
            if gain > MAX_INCREASE {
                continue;
            }
            change += gain;
            x[c] = new;
            // the next number waits for its slope alone, not for all of them to be stored
            steepness += row[1..].as_flattened()[next] * delta;
            for (slope, entries) in slope.iter_mut().zip(&row[1..]) {
                for k in 0..4 {
                    slope[k] += entries[k] * delta;
                }
            }
        }
        self.change += change;
    }
}

/// `A x + b`, in the order of [`dense::dot`](super::dense::dot). The matrix is symmetric, so that its rows serve as columns and the slopes
/// of four numbers are found at once.
#[inline(always)]
fn slopes<const W: usize>(rows: &[[Lane; W]], constant: &[Lane], x: &[f64], out: &mut [Lane; W]) {
    let (whole, rest) = x.as_chunks::<4>();
    let (columns, last) = rows.as_chunks::<4>();
    for (lane, (out, constant)) in out.iter_mut().zip(constant).enumerate() {
        let entries = |row: &[Lane; W]| row[lane + 1];
        let mut sums = [[0.0; 4]; 4];
        for (x, columns) in whole.iter().zip(columns) {
            for k in 0..4 {
                let entries = entries(&columns[k]);
                for l in 0..4 {
                    sums[k][l] += entries[l] * x[k];
                }
            }
        }
        let mut tail = last.iter().zip(rest).map(|(row, x)| entries(row).map(|entry| entry * x));
        let first = tail.next();
        let tail = first.map(|first| tail.fold(first, |sum, term| std::array::from_fn(|l| sum[l] + term[l])));
        for l in 0..4 {
            let mut sum = (sums[0][l] + sums[2][l]) + (sums[1][l] + sums[3][l]);
            if let Some(tail) = tail {
                sum += tail[l];
            }
            out[l] = constant[l] + sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::relax::Relaxation;
    use super::*;

    /// The problem with `n` numbers, some of them at bounds.
    fn solve(n: usize, packed: bool) -> (Vec<u64>, u64) {
        let entry = |i: usize, j: usize| 1.0 / (1.3 + (i + j) as f64) + if i == j { 2.0 } else { 0.0 };
        let values: Vec<f64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
        let constant: Vec<f64> = (0..n).map(|i| (i as f64 * 1.7).sin()).collect();
        let row = |c: usize| Bounded {
            lower: if c.is_multiple_of(3) { f64::NEG_INFINITY } else { 0.0 },
            upper: if c.is_multiple_of(5) { 0.2 } else { f64::INFINITY },
            diagonal: entry(c, c),
            inverse: 1.0 / entry(c, c),
            entries: n * c,
            runs: [0, 1],
            alone: true,
        };
        let (rows, runs) = ((0..n).map(row).collect::<Vec<_>>(), [[0, n]]);
        let mut dense = DenseRows::default();
        dense.pack(&rows, &runs, &values, &constant);
        assert!(dense.is_packed());
        let order: Vec<u32> = (0..n as u32).map(|i| (i * 7 + 3) % n as u32).collect();
        let (mut x, mut slope, mut change) = (vec![0.1; n], vec![0.0; n], 0.0);
        for _ in 0..7 {
            if packed {
                let mut sweep = DenseSweep { rows: &dense, order: &order, x: &mut x, change };
                crate::linalg::wide::sweep_dense(&mut sweep);
                change = sweep.change;
            } else {
                let (rows, runs, values, constant) = (&rows[..], &runs[..], &values[..], &constant[..]);
                let (x, slope) = (&mut x[..], &mut slope[..]);
                let mut sweep = Relaxation { rows, runs, values, constant, x, slope, change, done: 0 };
                crate::linalg::wide::sweep(&mut sweep, &order);
                change = sweep.change;
            }
        }
        (x.iter().map(|x| x.to_bits()).collect(), change.to_bits())
    }

    #[test]
    fn gives_the_bits_of_the_general_sweep() {
        for n in 1..=MAX_ROWS {
            assert_eq!(solve(n, true), solve(n, false), "{n} numbers");
        }
    }

    #[test]
    fn gaps_and_blocks_are_left_to_the_general_sweep() {
        let row =
            Bounded { lower: 0.0, upper: 1.0, diagonal: 1.0, inverse: 1.0, entries: 0, runs: [0, 1], alone: true };
        let packed = |rows: &[Bounded], runs: &[[usize; 2]]| {
            let mut dense = DenseRows::default();
            dense.pack(rows, runs, &[1.0; 4], &[0.0; 2]);
            dense.is_packed()
        };
        assert!(packed(&[row; 2], &[[0, 2]]));
        assert!(!packed(&[row; 2], &[[0, 1]]));
        assert!(!packed(&[Bounded { alone: false, ..row }; 2], &[[0, 2]]));
    }
}
