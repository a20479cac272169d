//! Springs and dampers whose coefficient is a polynomial of the displacement or speed.
//!
//! The force is `-x p(x)` with `p(x) = k + c0 x + c1 x² + …`; a damper uses `|x|`, so that the force
//! always opposes the motion.

/// Coefficient `p(x)` of a spring.
#[inline]
pub fn spring(linear: f64, curve: &[f64], x: f64) -> f64 {
    let (mut sum, mut power) = (linear, 1.0);
    for c in curve {
        power *= x;
        sum += c * power;
    }
    sum
}

/// Coefficient `p(|x|)` of a damper.
#[inline]
pub fn damper(linear: f64, curve: &[f64], x: f64) -> f64 {
    spring(linear, curve, x.abs())
}

/// Derivative of `x p(x)` by `x`.
#[inline]
pub fn spring_slope(linear: f64, curve: &[f64], x: f64) -> f64 {
    let (mut sum, mut power) = (linear, 1.0);
    for (i, c) in curve.iter().enumerate() {
        power *= x;
        sum += (i + 2) as f64 * c * power;
    }
    sum
}

/// Derivative of the damper's force `x p(|x|)` by `x`.
#[inline]
pub fn damper_slope(linear: f64, curve: &[f64], x: f64) -> f64 {
    spring_slope(linear, curve, x.abs())
}

/// Energy stored in a spring stretched by `x`.
#[inline]
pub fn potential(linear: f64, curve: &[f64], x: f64) -> f64 {
    let (mut sum, mut power) = (0.5 * linear * (x * x), x);
    for (i, c) in curve.iter().enumerate() {
        power *= x;
        sum += c / (i + 3) as f64 * (power * x);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn force_is_the_slope_of_the_potential() {
        let (k, c, x, h) = (2.0, [0.5, -0.3], 0.7, 1e-6);
        let slope = (potential(k, &c, x + h) - potential(k, &c, x - h)) / (2.0 * h);
        assert!((slope - x * spring(k, &c, x)).abs() < 1e-9);
    }

    #[test]
    fn damper_is_odd() {
        let c = [0.5, 0.3];
        assert_eq!(-1.5 * damper(2.0, &c, -1.5), -(1.5 * damper(2.0, &c, 1.5)));
        let slope = (1.5001 * damper(2.0, &c, 1.5001) - 1.4999 * damper(2.0, &c, 1.4999)) / 2e-4;
        assert!((slope - damper_slope(2.0, &c, 1.5)).abs() < 1e-7);
    }
}
