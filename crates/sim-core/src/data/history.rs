//! Ring buffers of samples with their times: how delayed controls and sensors remember.
//!
//! Layout: a user slot, the position of the newest sample, `n` times, `n` values of `dim` numbers.

use crate::math::MINVAL;

/// Physical slot of the sample that is `logical` places after the oldest.
fn slot(cursor: usize, n: usize, logical: usize) -> usize {
    (cursor + 1 + logical) % n
}

fn cursor(buffer: &[f64], n: usize) -> usize {
    // a user may have written anything here
    buffer[1].max(0.0) as usize % n
}

/// Number of samples strictly before `t`. The oldest and the newest decide first, whatever order a user gave the others.
fn count_before(times: &[f64], cursor: usize, t: f64) -> usize {
    let n = times.len();
    if t <= times[slot(cursor, n, 0)] {
        return 0;
    }
    if t > times[slot(cursor, n, n - 1)] {
        return n;
    }
    let (mut before, mut after) = (0, n - 1);
    while after - before > 1 {
        let middle = usize::midpoint(before, after);
        *(if times[slot(cursor, n, middle)] < t { &mut before } else { &mut after }) = middle;
    }
    after
}

/// Makes room for a sample at time `t` in a buffer of `n` samples and returns where its `dim` values start.
/// The oldest sample is dropped unless one with this very time exists.
pub(crate) fn insert(buffer: &mut [f64], n: usize, dim: usize, t: f64) -> usize {
    let at = cursor(buffer, n);
    let values = 2 + n;
    let before = count_before(&buffer[2..values], at, t);
    if before < n {
        let here = slot(at, n, before);
        if (t - buffer[2 + here]).abs() < MINVAL {
            return values + here * dim;
        }
    }
    let here = if before == n {
        // newer than all: the oldest slot becomes the newest
        let next = (at + 1) % n;
        buffer[1] = next as f64;
        next
    } else if before == 0 {
        slot(at, n, 0)
    } else {
        // in the middle: shift the older ones down over the oldest
        for j in 0..before - 1 {
            let (from, to) = (slot(at, n, j + 1), slot(at, n, j));
            buffer[2 + to] = buffer[2 + from];
            buffer.copy_within(values + from * dim..values + (from + 1) * dim, values + to * dim);
        }
        slot(at, n, before - 1)
    };
    buffer[2 + here] = t;
    values + here * dim
}

/// Reads the `dim` values at time `t` into `out`; `interpolation` is 0 for the last sample before, 1 for
/// linear, 2 for a cubic spline. Times outside the buffer give its first or last sample.
pub(crate) fn read(buffer: &[f64], n: usize, dim: usize, t: f64, interpolation: i32, out: &mut [f64]) {
    let at = cursor(buffer, n);
    let times = &buffer[2..2 + n];
    let value = |s: usize, k: usize| buffer[2 + n + s * dim + k];
    let mut copy = |s: usize| {
        for (k, x) in out.iter_mut().enumerate().take(dim) {
            *x = value(s, k);
        }
    };

    let (oldest, newest) = (slot(at, n, 0), slot(at, n, n - 1));
    if t <= times[oldest] + MINVAL {
        return copy(oldest);
    }
    if t >= times[newest] - MINVAL {
        return copy(newest);
    }
    let i = count_before(times, at, t);
    // only where a time is not a number
    if i == 0 || i == n {
        return copy(if i == 0 { oldest } else { newest });
    }
    let (lo, hi) = (slot(at, n, i - 1), slot(at, n, i));
    if (t - times[hi]).abs() < MINVAL {
        return copy(hi);
    }
    if interpolation == 0 {
        return copy(lo);
    }

    let dt = times[hi] - times[lo];
    let a = (t - times[lo]) / dt;
    for (k, x) in out.iter_mut().enumerate().take(dim) {
        let (y0, y1) = (value(lo, k), value(hi, k));
        if interpolation == 1 {
            *x = y0 + a * (y1 - y0);
            continue;
        }
        // Hermite basis with Catmull-Rom slopes, flat at the ends
        let slope0 = if i > 1 {
            let previous = slot(at, n, i - 2);
            (y1 - value(previous, k)) / (times[hi] - times[previous])
        } else {
            0.0
        };
        let slope1 = if i < n - 1 {
            let next = slot(at, n, i + 1);
            (value(next, k) - y0) / (times[next] - times[lo])
        } else {
            0.0
        };
        let (a2, a3) = (a * a, a * a * a);
        *x = (2.0 * a3 - 3.0 * a2 + 1.0) * y0
            + (a3 - 2.0 * a2 + a) * dt * slope0
            + (-2.0 * a3 + 3.0 * a2) * y1
            + (a3 - a2) * dt * slope1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer() -> Vec<f64> {
        // three samples at -0.3, -0.2, -0.1
        vec![0.0, 2.0, -0.3, -0.2, -0.1, 1.0, 2.0, 4.0]
    }

    #[test]
    fn newest_replaces_oldest() {
        let mut b = buffer();
        let at = insert(&mut b, 3, 1, 0.0);
        b[at] = 8.0;
        let mut x = [0.0];
        read(&b, 3, 1, -0.3, 0, &mut x);
        assert_eq!(x, [2.0]);
        read(&b, 3, 1, 1.0, 0, &mut x);
        assert_eq!(x, [8.0]);
    }

    #[test]
    fn times_that_are_no_numbers() {
        let mut x = [0.0];
        read(&buffer(), 3, 1, f64::NAN, 2, &mut x);
        assert!(x[0].is_nan());
        for i in 2..5 {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let mut b = buffer();
                b[i] = bad;
                (-4..4).for_each(|t| read(&b, 3, 1, 0.1 * f64::from(t), 2, &mut x));
                assert!(insert(&mut b, 3, 1, f64::NAN) < b.len());
            }
        }
    }

    #[test]
    fn interpolation() {
        let b = buffer();
        let mut x = [0.0];
        read(&b, 3, 1, -0.15, 0, &mut x);
        assert_eq!(x, [2.0]);
        read(&b, 3, 1, -0.15, 1, &mut x);
        assert!((x[0] - 3.0).abs() < 1e-12);
    }
}
