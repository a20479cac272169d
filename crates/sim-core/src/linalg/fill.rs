//! Where the factor of a symmetric matrix has entries: symbolic elimination from the last row to the first, with one
//! bit per entry of the lower triangle.
//!
//! Eliminating row `k` couples the columns left in it with each other. It is enough to hand them to the row of the last
//! of them, its parent, which passes them on in its turn (Liu 1990, elimination trees).

use super::ltdl::Pattern;

const BITS: usize = u64::BITS as usize;

/// A pattern closed under elimination, diagonal last in each row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fill {
    /// Words of one row.
    width: usize,
    bits: Vec<u64>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
}

impl Fill {
    /// A pattern of `n` rows with their diagonals. Warm buffers do not allocate.
    pub fn begin(&mut self, n: usize) {
        self.begin_empty(n);
        for i in 0..n {
            self.bits[i * self.width + i / BITS] |= 1 << (i % BITS);
        }
    }

    /// An empty pattern of `n` rows.
    pub fn begin_empty(&mut self, n: usize) {
        self.width = n.div_ceil(BITS);
        self.bits.clear();
        self.bits.resize(n * self.width, 0);
    }

    /// Couples each of `columns`, increasing, with all others, diagonals included.
    pub fn couple_all(&mut self, columns: &[i32]) {
        for (k, &i) in columns.iter().enumerate() {
            let row = &mut self.bits[i as usize * self.width..];
            for &j in &columns[..=k] {
                row[j as usize / BITS] |= 1 << (j as usize % BITS);
            }
        }
    }

    /// Entries of the lower triangle, before elimination.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Couples the columns of `columns`, increasing, with each other.
    pub fn couple(&mut self, columns: &[i32]) {
        // elimination couples the others
        if let Some(&last) = columns.last() {
            let row = &mut self.bits[last as usize * self.width..];
            for &c in columns {
                row[c as usize / BITS] |= 1 << (c as usize % BITS);
            }
        }
    }

    /// Eliminates, and lists the entries of each row.
    pub fn finish(&mut self) {
        let width = self.width;
        let n = self.bits.len().checked_div(width).unwrap_or(0);
        for k in (0..n).rev() {
            let (above, row) = self.bits.split_at_mut(k * width);
            let row = &row[..width];
            if let Some(parent) = highest_below(row, k) {
                let target = &mut above[parent * width..=parent * width + parent / BITS];
                for (t, r) in target.iter_mut().zip(row) {
                    *t |= r;
                }
                // columns of the row to the right of the parent: none but its own diagonal
                if let Some(word) = target.last_mut() {
                    *word &= u64::MAX >> (BITS - 1 - parent % BITS);
                }
            }
        }
        self.list(n);
    }

    fn list(&mut self, n: usize) {
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.clear();
        for i in 0..n {
            let start = self.colind.len();
            self.rowadr.push(start as i32);
            for (w, &word) in self.bits[i * self.width..(i + 1) * self.width].iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    self.colind.push((w * BITS) as i32 + rest.trailing_zeros() as i32);
                    rest &= rest - 1;
                }
            }
            self.rownnz.push((self.colind.len() - start) as i32);
        }
    }

    /// Entries of the lower triangle.
    pub fn len(&self) -> usize {
        self.colind.len()
    }

    /// The pattern.
    pub fn pattern(&self) -> Pattern<'_> {
        Pattern { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind }
    }
}

/// Highest bit below `k`.
fn highest_below(row: &[u64], k: usize) -> Option<usize> {
    let mut word = k / BITS;
    let mut bits = row[word] & !(u64::MAX << (k % BITS));
    loop {
        if bits != 0 {
            return Some(word * BITS + BITS - 1 - bits.leading_zeros() as usize);
        }
        word = word.checked_sub(1)?;
        bits = row[word];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::ltdl;

    #[test]
    fn eliminating_a_row_couples_what_is_left_in_it() {
        let mut fill = Fill::default();
        fill.begin(4);
        fill.couple(&[0, 3]);
        fill.couple(&[1, 3]);
        fill.finish();
        let pattern = fill.pattern();
        assert_eq!(pattern.rownnz, [1, 2, 1, 3]);
        assert_eq!(pattern.colind, [0, 0, 1, 2, 0, 1, 3]);
        fill.begin_empty(4);
        fill.couple_all(&[0, 3]);
        fill.couple_all(&[1, 3]);
        assert_eq!(fill.count(), 5);
    }

    #[test]
    fn a_filled_pattern_factors() {
        // a grid of couplings over more than one word of bits
        let n = 150;
        let mut fill = Fill::default();
        fill.begin(n);
        let pairs: Vec<(usize, usize)> =
            (0..n).flat_map(|i| [1, 7, 64].map(|s| (i, i + s))).filter(|&(_, j)| j < n).collect();
        for &(i, j) in &pairs {
            fill.couple(&[i as i32, j as i32]);
        }
        fill.finish();
        let pattern = fill.pattern();
        let place = |i: usize, j: usize| {
            let start = pattern.rowadr[i] as usize;
            start + pattern.colind[start..].iter().position(|&c| c as usize == j).unwrap()
        };
        let mut values = vec![0.0; fill.len()];
        for i in 0..n {
            values[place(i, i)] = 8.0 + (i % 3) as f64;
        }
        for &(i, j) in &pairs {
            values[place(j, i)] = -1.0 - 0.01 * i as f64 / n as f64;
        }
        let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        let mut y = vec![0.0; n];
        ltdl::mul_symmetric(pattern, &values, &x, &mut y);
        let mut diag_inv = vec![0.0; n];
        ltdl::factor(pattern, &mut values, &mut diag_inv);
        ltdl::solve(pattern, &values, &diag_inv, &mut y);
        for (a, b) in x.iter().zip(&y) {
            assert!((a - b).abs() < 1e-12);
        }
    }
}
