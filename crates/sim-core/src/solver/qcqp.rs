//! Quadratic programs over an ellipsoid: `min ½ xᵀ A x + xᵀ b` with `Σ (x_i / d_i)² <= r²`.
//!
//! Scaled by `d` the ellipsoid becomes a ball; Newton's method finds the multiplier `l` at which
//! `x = -(A + l)⁻¹ b` lies on it.

use crate::linalg::dense;

/// Largest dimension: the friction directions of a contact.
pub(super) const MAX: usize = 5;

const ITERATIONS: usize = 20;

/// Determinants and pivots, excess squared lengths and steps of the multiplier below this count as zero.
const SMALL: f64 = 1e-10;

/// `(A + l)⁻¹`, explicit in two and three dimensions, by Cholesky beyond.
enum Inverse {
    Explicit([f64; 9]),
    Factor([f64; MAX * MAX]),
}

impl Inverse {
    /// `None` if the matrix is not positive definite.
    fn new(a: &[f64; MAX * MAX], n: usize, shift: f64) -> Option<Self> {
        let at = |i: usize, j: usize| a[i * n + j] + if i == j { shift } else { 0.0 };
        match n {
            2 => {
                let det = at(0, 0) * at(1, 1) - at(0, 1) * at(0, 1);
                let inverse = (det >= SMALL).then(|| 1.0 / det)?;
                let off = -at(0, 1) * inverse;
                Some(Self::Explicit([at(1, 1) * inverse, off, off, at(0, 0) * inverse, 0.0, 0.0, 0.0, 0.0, 0.0]))
            }
            3 => {
                let p00 = at(1, 1) * at(2, 2) - at(1, 2) * at(1, 2);
                let p11 = at(0, 0) * at(2, 2) - at(0, 2) * at(0, 2);
                let p22 = at(0, 0) * at(1, 1) - at(0, 1) * at(0, 1);
                let p01 = at(0, 2) * at(1, 2) - at(0, 1) * at(2, 2);
                let p02 = at(0, 1) * at(1, 2) - at(0, 2) * at(1, 1);
                let p12 = at(0, 1) * at(0, 2) - at(1, 2) * at(0, 0);
                let det = at(0, 0) * p00 + at(0, 1) * p01 + at(0, 2) * p02;
                let inverse = (det >= SMALL).then(|| 1.0 / det)?;
                Some(Self::Explicit([p00, p01, p02, p01, p11, p12, p02, p12, p22].map(|p| p * inverse)))
            }
            _ => {
                let mut factor = *a;
                for i in 0..n {
                    factor[i * (n + 1)] += shift;
                }
                (dense::cholesky(&mut factor[..n * n], n, SMALL) == n).then_some(Self::Factor(factor))
            }
        }
    }

    fn apply(&self, n: usize, x: &[f64; MAX]) -> [f64; MAX] {
        let mut out = [0.0; MAX];
        match self {
            Self::Explicit(p) => {
                for i in 0..n {
                    out[i] = dense::dot(&p[i * n..(i + 1) * n], &x[..n]);
                }
            }
            Self::Factor(factor) => {
                out = *x;
                dense::cholesky_solve(&factor[..n * n], n, &mut out[..n]);
            }
        }
        out
    }
}

/// The minimum, and whether it is on the ellipsoid. `a` is row-major with `n` columns, `n` two to five. Returns the zero
/// vector if `a` is not positive definite.
pub(super) fn solve(a: &[f64], b: &[f64], d: &[f64], radius: f64, n: usize) -> ([f64; MAX], bool) {
    let mut ball = [0.0; MAX * MAX];
    let mut linear = [0.0; MAX];
    for i in 0..n {
        linear[i] = b[i] * d[i];
        for j in 0..n {
            ball[i * n + j] = a[i * n + j] * d[i] * d[j];
        }
    }
    let (mut shift, mut x) = (0.0, [0.0; MAX]);
    for _ in 0..ITERATIONS {
        let Some(inverse) = Inverse::new(&ball, n, shift) else { return ([0.0; MAX], false) };
        x = inverse.apply(n, &linear).map(|v| -v);
        let excess = dense::dot(&x[..n], &x[..n]) - radius * radius;
        if excess < SMALL {
            break;
        }
        let slope = -2.0 * dense::dot(&x[..n], &inverse.apply(n, &x)[..n]);
        let delta = -excess / slope;
        if delta < SMALL {
            break;
        }
        shift += delta;
    }
    for i in 0..n {
        x[i] *= d[i];
    }
    (x, shift != 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_minimum_inside_and_bound_one_on_the_ellipsoid() {
        for n in 2..=MAX {
            let mut a = vec![0.3; n * n];
            for i in 0..n {
                a[i * n + i] = 2.0 + i as f64;
            }
            let b: Vec<f64> = (0..n).map(|i| 1.0 - i as f64).collect();
            let d: Vec<f64> = (0..n).map(|i| 0.5 + 0.2 * i as f64).collect();
            let gradient = |x: &[f64; MAX], i: usize| dense::dot(&a[i * n..(i + 1) * n], &x[..n]) + b[i];
            let (x, bound) = solve(&a, &b, &d, 100.0, n);
            assert!(!bound && (0..n).all(|i| gradient(&x, i).abs() < 1e-12));
            let (x, bound) = solve(&a, &b, &d, 0.3, n);
            let length: f64 = (0..n).map(|i| (x[i] / d[i]).powi(2)).sum();
            assert!(bound && (length - 0.09).abs() < 1e-9);
            // the gradient is normal to the ellipsoid
            let multiplier = -gradient(&x, 0) * d[0] * d[0] / x[0];
            for i in 0..n {
                assert!((gradient(&x, i) * d[i] * d[i] + multiplier * x[i]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn indefinite_gives_zero() {
        assert_eq!(solve(&[0.0; 4], &[1.0, 1.0], &[1.0, 1.0], 1.0, 2), ([0.0; MAX], false));
    }
}
