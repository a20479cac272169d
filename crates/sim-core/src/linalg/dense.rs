//! Operations on vectors of any length, and dense Cholesky.

/// `a . b`.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    dot_inlined(a, b)
}

/// [`dot`] for kernels that are compiled for wider registers.
#[inline(always)]
pub(super) fn dot_inlined(a: &[f64], b: &[f64]) -> f64 {
    let [out] = dots_inlined([a], b);
    out
}

/// Products of several vectors with `b`, at least as long as it, side by side.
#[inline(always)]
pub(super) fn dots_inlined<const N: usize>(rows: [&[f64]; N], b: &[f64]) -> [f64; N] {
    // four running sums: the order MuJoCo adds in, and one the compiler can vectorise
    let n = rows.iter().fold(b.len(), |n, row| n.min(row.len()));
    let (rows, b) = (rows.map(|row| &row[..n]), &b[..n]);
    let mut sums = [[0.0; 4]; N];
    let whole = n - n % 4;
    for at in (0..whole).step_by(4) {
        let y = &b[at..at + 4];
        for (sums, row) in sums.iter_mut().zip(rows) {
            let x = &row[at..at + 4];
            for k in 0..4 {
                sums[k] += x[k] * y[k];
            }
        }
    }
    let mut out = sums.map(|s| (s[0] + s[2]) + (s[1] + s[3]));
    for (out, a) in out.iter_mut().zip(rows) {
        match n - whole {
            3 => *out += a[n - 3] * b[n - 3] + a[n - 2] * b[n - 2] + a[n - 1] * b[n - 1],
            2 => *out += a[n - 2] * b[n - 2] + a[n - 1] * b[n - 1],
            1 => *out += a[n - 1] * b[n - 1],
            _ => {}
        }
    }
    out
}

/// Euclidean length.
#[inline]
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// `a += b`.
#[inline]
pub fn add_to(a: &mut [f64], b: &[f64]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x += y;
    }
}

/// `a += s b`.
#[inline]
pub fn add_scaled_to(a: &mut [f64], b: &[f64], s: f64) {
    for (x, y) in a.iter_mut().zip(b) {
        *x += y * s;
    }
}

/// [`add_scaled_to`] by fours, for kernels that are compiled for wider registers.
#[inline(always)]
pub(super) fn add_scaled_inlined(a: &mut [f64], b: &[f64], s: f64) {
    let (a4, a) = a.as_chunks_mut::<4>();
    let (b4, b) = b.as_chunks::<4>();
    for (x, y) in a4.iter_mut().zip(b4) {
        for k in 0..4 {
            x[k] += y[k] * s;
        }
    }
    for (x, y) in a.iter_mut().zip(b) {
        *x += y * s;
    }
}

/// `a *= s`.
#[inline]
pub fn scale(a: &mut [f64], s: f64) {
    for x in a {
        *x *= s;
    }
}

/// Whether every entry is zero.
#[inline]
pub fn is_zero(a: &[f64]) -> bool {
    a.iter().all(|&x| x == 0.0)
}

/// Dense Cholesky `L Lᵀ` of the lower triangle of `a` (`n` by `n`), in place. Pivots below `min_diag` are
/// raised to it and what is below them is dropped; the number of pivots that were large enough is returned.
pub fn cholesky(a: &mut [f64], n: usize, min_diag: f64) -> usize {
    let mut rank = n;
    for j in 0..n {
        let (head, tail) = a.split_at_mut((j + 1) * n);
        let row_j = &mut head[j * n..];
        let mut pivot = row_j[j];
        if j > 0 {
            pivot -= dot(&row_j[..j], &row_j[..j]);
        }
        let deficient = pivot < min_diag;
        if deficient {
            pivot = min_diag;
            rank -= 1;
        }
        row_j[j] = pivot.sqrt();
        if deficient {
            tail.iter_mut().skip(j).step_by(n).for_each(|x| *x = 0.0);
            continue;
        }
        let inverse = 1.0 / row_j[j];
        let row_j = &head[j * n..];
        for row_i in tail.chunks_exact_mut(n) {
            row_i[j] = (row_i[j] - dot(&row_i[..j], &row_j[..j])) * inverse;
        }
    }
    rank
}

/// Solves `L Lᵀ x = b` in place, `l` from [`cholesky`].
pub fn cholesky_solve(l: &[f64], n: usize, x: &mut [f64]) {
    for i in 0..n {
        x[i] = (x[i] - dot(&l[i * n..i * n + i], &x[..i])) / l[i * n + i];
    }
    for i in (0..n).rev() {
        let mut value = x[i];
        for j in i + 1..n {
            value -= l[j * n + i] * x[j];
        }
        x[i] = value / l[i * n + i];
    }
}

/// Whether two vectors of one length are the same, bit by bit.
pub(crate) fn is_same(a: &[f64], b: &[f64]) -> bool {
    // no early exit, so that the loop is vectorised
    a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a.to_bits() ^ b.to_bits())) == 0
}

/// Copies a vector that seldom changes: in a large world reading twice costs less than writing.
pub(crate) fn refresh(target: &mut [f64], source: &[f64]) {
    if !is_same(target, source) {
        target.copy_from_slice(source);
    }
}

/// Gives a buffer its length; what it has already is not written again. A length that was just written is still in the store
/// buffer when the next reader loads it together with the address, and that load stalls.
#[inline(always)]
pub(crate) fn fit<T: Clone>(buffer: &mut Vec<T>, len: usize, value: T) {
    if buffer.len() != len {
        buffer.resize(len, value);
    }
}

/// Empties a buffer, only if it holds something: a write would dirty its cache line.
#[inline(always)]
pub(crate) fn empty<T>(buffer: &mut Vec<T>) {
    if !buffer.is_empty() {
        buffer.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cholesky_solves() {
        let a = [4.0, 0.0, 0.0, 2.0, 5.0, 0.0, -1.0, 0.5, 3.0];
        let mut l = a;
        assert_eq!(cholesky(&mut l, 3, 1e-15), 3);
        let mut x = [1.0, 2.0, 3.0];
        cholesky_solve(&l, 3, &mut x);
        let full = [4.0, 2.0, -1.0, 2.0, 5.0, 0.5, -1.0, 0.5, 3.0];
        for i in 0..3 {
            assert!((dot(&full[3 * i..3 * i + 3], &x) - (i + 1) as f64).abs() < 1e-14);
        }
    }

    #[test]
    fn cholesky_drops_what_is_below_a_zero_pivot() {
        let mut l = [0.0, 0.0, 1.0, 4.0];
        assert_eq!(cholesky(&mut l, 2, 1e-16), 1);
        assert_eq!(l, [1e-8, 0.0, 0.0, 2.0]);
    }

    #[test]
    fn dot_handles_every_remainder() {
        for n in 0..10 {
            let a: Vec<f64> = (0..n).map(f64::from).collect();
            let expected: f64 = a.iter().map(|x| x * x).sum();
            assert_eq!(dot(&a, &a), expected);
        }
    }
}
