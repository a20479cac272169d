//! Several rows at once: what solves and products of matrices in compressed rows spend their time in.
//!
//! A row that is read once for four others costs a quarter of the loads. Slices are cut to one length first, so
//! that no index is checked inside a loop.

/// Numbers handled together.
const WIDTH: usize = 4;

/// `x += Σ s[k] rows[k]`, the last row first.
#[inline(always)]
pub(crate) fn add_rows<const K: usize>(x: &mut [f64], rows: [&[f64]; K], s: [f64; K]) {
    let n = x.len();
    let rows = rows.map(|row| &row[..n]);
    let (x4, rest) = x.as_chunks_mut::<WIDTH>();
    let rows4 = rows.map(|row| &row.as_chunks::<WIDTH>().0[..x4.len()]);
    for (i, x) in x4.iter_mut().enumerate() {
        let mut sum = *x;
        for k in (0..K).rev() {
            for l in 0..WIDTH {
                sum[l] += rows4[k][i][l] * s[k];
            }
        }
        *x = sum;
    }
    let done = n - rest.len();
    let tails = rows.map(|row| &row[done..]);
    for (i, x) in rest.iter_mut().enumerate() {
        let mut sum = *x;
        for k in (0..K).rev() {
            sum += tails[k][i] * s[k];
        }
        *x = sum;
    }
}

/// `rows[k] . x` for each `k`, where `x` is read at `columns`.
#[inline(always)]
pub(crate) fn gather_dots<const K: usize>(rows: [&[f64]; K], columns: &[i32], x: &[f64]) -> [f64; K] {
    let rows = rows.map(|row| &row[..columns.len()]);
    let mut sums = [0.0; K];
    for (i, &c) in columns.iter().enumerate() {
        let x = x[c as usize];
        for k in 0..K {
            sums[k] += rows[k][i] * x;
        }
    }
    sums
}

/// `x[columns] += Σ s[k] rows[k]`, the last row first.
#[inline(always)]
pub(crate) fn scatter_rows<const K: usize>(x: &mut [f64], columns: &[i32], rows: [&[f64]; K], s: [f64; K]) {
    let rows = rows.map(|row| &row[..columns.len()]);
    for (i, &c) in columns.iter().enumerate() {
        let x = &mut x[c as usize];
        let mut sum = *x;
        for k in (0..K).rev() {
            sum += rows[k][i] * s[k];
        }
        *x = sum;
    }
}
