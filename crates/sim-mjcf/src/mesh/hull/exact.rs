//! Orientation of four points with an exact sign: a floating-point estimate with an error bound, and expansion
//! arithmetic where the bound does not decide (Shewchuk, "Adaptive precision floating-point arithmetic and fast
//! robust geometric predicates", 1997).

use sim_core::math::{Vec3, vec3};
use std::cmp::Ordering;

/// Relative error of the estimate: (7 + 56 u) u for u = 2^-53.
const BOUND: f64 = (7.0 + 56.0 * f64::EPSILON / 2.0) * f64::EPSILON / 2.0;

/// The plane through three points, prepared for many queries.
#[derive(Clone, Copy)]
pub(super) struct Plane {
    corners: [Vec3; 3],
    /// Normal (not of unit length), and the sizes of the products it is made of.
    normal: Vec3,
    size: Vec3,
}

impl Plane {
    /// The plane through a, b, c, which run counter-clockwise seen from above.
    pub(super) fn new(corners: [Vec3; 3]) -> Self {
        let [a, b, c] = corners;
        let (u, v) = (vec3::sub(b, a), vec3::sub(c, a));
        let plus = [u[1] * v[2], u[2] * v[0], u[0] * v[1]];
        let minus = [u[2] * v[1], u[0] * v[2], u[1] * v[0]];
        let size = [0, 1, 2].map(|k| plus[k].abs() + minus[k].abs());
        Self { corners, normal: vec3::sub(plus, minus), size }
    }

    /// Returns the side of a point: `Greater` is above.
    pub(super) fn side(&self, p: Vec3) -> Ordering {
        let w = vec3::sub(p, self.corners[0]);
        let det = vec3::dot(self.normal, w);
        let size = vec3::dot(self.size, w.map(f64::abs));
        if det.abs() > BOUND * size {
            return if det > 0.0 { Ordering::Greater } else { Ordering::Less };
        }
        // differences are zero only when they are exactly zero
        if size == 0.0 {
            return Ordering::Equal;
        }
        exact(self.corners[0], self.corners[1], self.corners[2], p)
    }
}

/// [`Plane::side`] for a single query.
pub(super) fn side(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> Ordering {
    Plane::new([a, b, c]).side(p)
}

/// A sum of numbers that do not overlap, smallest first.
type Expansion = Vec<f64>;

fn exact(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Ordering {
    let diff = |p: Vec3, k: usize| {
        let (x, y) = two_sum(p[k], -a[k]);
        trim(vec![y, x])
    };
    let (u, v, w) = ([0, 1, 2].map(|k| diff(b, k)), [0, 1, 2].map(|k| diff(c, k)), [0, 1, 2].map(|k| diff(d, k)));
    let mut total: Expansion = vec![];
    for (i, j, k) in [(1, 2, 0), (2, 0, 1), (0, 1, 2)] {
        let minor = add(&mul(&u[i], &v[j]), &negate(mul(&u[j], &v[i])));
        total = add(&total, &mul(&minor, &w[k]));
    }
    match total.last() {
        Some(x) if *x > 0.0 => Ordering::Greater,
        Some(x) if *x < 0.0 => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// Sum and its rounding error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let x = a + b;
    let bv = x - a;
    (x, (a - (x - bv)) + (b - bv))
}

/// Product and its rounding error.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let c = 134_217_729.0 * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let x = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (x, al * bl - (((x - ah * bh) - al * bh) - ah * bl))
}

fn trim(mut e: Expansion) -> Expansion {
    e.retain(|x| *x != 0.0);
    e
}

fn negate(mut e: Expansion) -> Expansion {
    e.iter_mut().for_each(|x| *x = -*x);
    e
}

fn add(e: &[f64], f: &[f64]) -> Expansion {
    let mut out = e.to_vec();
    for &x in f {
        let mut q = x;
        for h in &mut out {
            let (sum, error) = two_sum(q, *h);
            (q, *h) = (sum, error);
        }
        out.push(q);
    }
    trim(out)
}

fn mul(e: &[f64], f: &[f64]) -> Expansion {
    let mut out = vec![];
    for &x in f {
        for &y in e {
            let (product, error) = two_product(x, y);
            out = add(&out, &[error, product]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_bit_decides() {
        let (a, b, c) = ([0.1, 0.1, 0.1], [0.7, 0.1, 0.3], [0.1, 0.9, 0.4]);
        let on = [0.1 + 0.6 + 0.0, 0.1 + 0.8, 0.1 + 0.2 + 0.3];
        let up = [on[0], on[1], on[2] + 1e-15];
        let down = [on[0], on[1], on[2] - 1e-15];
        assert_eq!(side(a, b, c, up), Ordering::Greater);
        assert_eq!(side(a, b, c, down), Ordering::Less);
        assert_eq!(side(a, b, c, a), Ordering::Equal);
        assert_eq!(side([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, 0.4, 1e-300]), Ordering::Greater);
        assert_eq!(side([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, 0.4, 0.0]), Ordering::Equal);
    }
}
