//! Cholesky of a symmetric matrix in skyline storage: each row of the lower triangle from its first
//! non-zero column to the diagonal. Factoring creates no entries outside, so a matrix that is nearly block
//! diagonal (many separate trees) costs what its blocks cost.

use super::dense;

/// A symmetric matrix, its rows' first columns and their addresses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skyline {
    first: Vec<usize>,
    start: Vec<usize>,
    /// Last row that reaches to column `j`.
    reach: Vec<usize>,
    values: Vec<f64>,
}

impl Skyline {
    /// A zero matrix whose row `i` starts at column `first(i)`. Warm buffers do not allocate.
    pub fn reset(&mut self, n: usize, first: impl Fn(usize) -> usize) {
        self.first.clear();
        self.start.clear();
        let mut at = 0;
        for i in 0..n {
            let column = first(i).min(i);
            self.first.push(column);
            self.start.push(at);
            at += i - column + 1;
        }
        self.values.clear();
        self.values.resize(at, 0.0);
        self.reach.clear();
        self.reach.extend(0..n);
        for (i, &column) in self.first.iter().enumerate() {
            self.reach[column] = i;
        }
        for j in 1..n {
            self.reach[j] = self.reach[j].max(self.reach[j - 1]);
        }
    }

    /// Entry `(i, j)`, `j <= i`, inside the skyline.
    #[inline]
    pub fn at(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.values[self.start[i] + j - self.first[i]]
    }

    /// Factors into `L Lᵀ` in place; `false` when a pivot is below `min_pivot`.
    ///
    /// Column by column: the entries of a column do not wait for each other.
    pub fn factor(&mut self, min_pivot: f64) -> bool {
        for j in 0..self.first.len() {
            let (head, below) = self.values.split_at_mut(self.start[j] + j - self.first[j] + 1);
            let Some((diagonal, row)) = head[self.start[j]..].split_last_mut() else { return false };
            let pivot = *diagonal - dense::dot(row, row);
            if pivot.is_nan() || pivot < min_pivot {
                return false;
            }
            *diagonal = pivot.sqrt();
            let inverse = 1.0 / *diagonal;
            let offset = head.len();
            for i in j + 1..=self.reach[j] {
                let (first, start) = (self.first[i], self.start[i] - offset);
                if first <= j {
                    let common = first.max(self.first[j]);
                    let (left, entry) = below[start..=start + j - first].split_at_mut(j - first);
                    let sum = dense::dot(&left[common - first..], &head[self.start[j]..][common - self.first[j]..]);
                    entry[0] = (entry[0] - sum) * inverse;
                }
            }
        }
        true
    }

    /// Solves `L Lᵀ x = b` in place, after [`Skyline::factor`].
    pub fn solve(&self, x: &mut [f64]) {
        let n = self.first.len();
        for i in 0..n {
            let (first, start) = (self.first[i], self.start[i]);
            let row = &self.values[start..start + i - first + 1];
            x[i] = (x[i] - dense::dot(&row[..i - first], &x[first..i])) / row[i - first];
        }
        for i in (0..n).rev() {
            let (first, start) = (self.first[i], self.start[i]);
            let row = &self.values[start..start + i - first + 1];
            x[i] /= row[i - first];
            let s = x[i];
            for (y, l) in x[first..i].iter_mut().zip(row) {
                *y -= l * s;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skyline_agrees_with_dense() {
        let full = [4.0, 2.0, 0.0, 2.0, 5.0, 0.5, 0.0, 0.5, 3.0];
        let mut a = Skyline::default();
        a.reset(3, |i| i.saturating_sub(1));
        for i in 0..3usize {
            for j in usize::saturating_sub(i, 1)..=i {
                *a.at(i, j) = full[3 * i + j];
            }
        }
        assert!(a.factor(1e-15));
        let mut x = [1.0, 2.0, 3.0];
        a.solve(&mut x);
        for i in 0..3 {
            assert!((dense::dot(&full[3 * i..3 * i + 3], &x) - (i + 1) as f64).abs() < 1e-14);
        }
    }

    #[test]
    fn indefinite_is_refused() {
        let mut a = Skyline::default();
        a.reset(1, |_| 0);
        *a.at(0, 0) = -1.0;
        assert!(!a.factor(1e-15));
    }
}
