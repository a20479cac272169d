//! Compressed sparse rows: values, column indices, and for each row its length and address.

use super::dense;

/// A borrowed sparse matrix. Indices are `i32`, as stored in Model and Data.
#[derive(Clone, Copy, Debug)]
pub struct Csr<'a> {
    /// Entries of each row.
    pub rownnz: &'a [i32],
    /// Position of each row's first entry.
    pub rowadr: &'a [i32],
    /// Column of each entry, increasing within a row.
    pub colind: &'a [i32],
    /// Entries.
    pub values: &'a [f64],
}

impl<'a> Csr<'a> {
    /// Columns and values of row `i`.
    #[inline]
    pub fn row(&self, i: usize) -> (&'a [i32], &'a [f64]) {
        let range = row_range(self.rownnz, self.rowadr, i);
        (&self.colind[range.clone()], &self.values[range])
    }

    /// Whether every row lies within the entries and has columns below `count` that do not decrease.
    #[must_use]
    pub fn is_sound(&self, count: usize) -> bool {
        let len = self.colind.len().min(self.values.len());
        let fits = |(&nnz, &adr): (&i32, &i32)| match (usize::try_from(nnz), usize::try_from(adr)) {
            (Ok(nnz), Ok(adr)) if adr.checked_add(nnz).is_some_and(|end| end <= len) => {
                let columns = &self.colind[adr..adr + nnz];
                columns.is_sorted() && columns.iter().all(|&c| usize::try_from(c).is_ok_and(|c| c < count))
            }
            _ => false,
        };
        self.rownnz.len() == self.rowadr.len() && self.rownnz.iter().zip(self.rowadr).all(fits)
    }

    /// `row i . x`.
    #[inline]
    pub fn row_dot(&self, i: usize, x: &[f64]) -> f64 {
        let (columns, values) = self.row(i);
        dot(columns, values, x)
    }

    /// `out = A x`.
    #[inline]
    pub fn mul(&self, x: &[f64], out: &mut [f64]) {
        for (i, y) in out.iter_mut().enumerate().take(self.rownnz.len()) {
            *y = self.row_dot(i, x);
        }
    }

    /// `out = Aᵀ x`.
    #[inline]
    pub fn mul_t(&self, x: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        for (i, &s) in x.iter().enumerate().take(self.rownnz.len()) {
            if s != 0.0 {
                let (columns, values) = self.row(i);
                scatter_add(columns, values, s, out);
            }
        }
    }

    /// Row `i` as a dense vector.
    pub fn row_dense(&self, i: usize, out: &mut [f64]) {
        out.fill(0.0);
        let (columns, values) = self.row(i);
        for (&c, &v) in columns.iter().zip(values) {
            out[c as usize] = v;
        }
    }
}

/// Positions of row `i`.
#[inline]
pub fn row_range(rownnz: &[i32], rowadr: &[i32], i: usize) -> std::ops::Range<usize> {
    let start = rowadr[i] as usize;
    start..start + rownnz[i] as usize
}

/// `v . x` for a sparse `v`. Four running sums and the rest one by one: the order MuJoCo adds in.
#[inline]
pub fn dot(columns: &[i32], values: &[f64], x: &[f64]) -> f64 {
    let (columns4, columns) = columns.as_chunks::<4>();
    let (values4, values) = values.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (c, v) in columns4.iter().zip(values4) {
        for k in 0..4 {
            sums[k] += v[k] * x[c[k] as usize];
        }
    }
    let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (&c, &v) in columns.iter().zip(values) {
        sum += v * x[c as usize];
    }
    sum
}

/// The columns as a range when they follow each other without a gap.
#[inline]
pub fn run(columns: &[i32]) -> Option<std::ops::Range<usize>> {
    let (first, last) = (*columns.first()? as usize, *columns.last()? as usize);
    (last + 1 == first + columns.len()).then_some(first..last + 1)
}

/// `x += s v` for a sparse `v`.
#[inline]
pub fn scatter_add(columns: &[i32], values: &[f64], s: f64, x: &mut [f64]) {
    for (&c, &v) in columns.iter().zip(values) {
        x[c as usize] += v * s;
    }
}

/// `a += s b` for sparse vectors, entries of `b` outside the pattern of `a` dropped.
pub fn add_matching(columns_a: &[i32], a: &mut [f64], columns_b: &[i32], b: &[f64], s: f64) {
    if columns_a == columns_b {
        dense::add_scaled_to(a, b, s);
        return;
    }
    let mut j = 0;
    for (&c, x) in columns_a.iter().zip(a) {
        while j < columns_b.len() && columns_b[j] < c {
            j += 1;
        }
        if j < columns_b.len() && columns_b[j] == c {
            *x += s * b[j];
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_is_adjoint() {
        let a = Csr { rownnz: &[2, 1], rowadr: &[0, 2], colind: &[0, 2, 1], values: &[1.0, 3.0, -2.0] };
        let (x, y) = ([0.5, 2.0, -1.0], [3.0, 4.0]);
        let (mut ax, mut aty) = ([0.0; 2], [0.0; 3]);
        a.mul(&x, &mut ax);
        a.mul_t(&y, &mut aty);
        assert_eq!(dense::dot(&ax, &y), dense::dot(&x, &aty));
    }

    #[test]
    fn entries_outside_the_pattern_are_dropped() {
        let mut a = [1.0, 1.0];
        add_matching(&[1, 4], &mut a, &[0, 4, 5], &[9.0, 2.0, 9.0], 0.5);
        assert_eq!(a, [1.0, 2.0]);
    }
}
