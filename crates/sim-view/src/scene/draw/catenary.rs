//! Catenaries: the curve of a rope that hangs between two points.
//!
//! With horizontal and vertical distance h and v and length L, the flatness b solves
//! `1/sqrt(2 b sinh(1/(2b)) - 1) = 1/sqrt(sqrt(L² - v²)/h - 1)`: nearly a straight line in b, so Newton's method takes few steps.

use sim_core::math::{MINVAL, Vec3, vec3};

/// Most points of a curve.
pub(super) const MAX_POINTS: usize = 100;

/// Residual of the flatness at which the search ends.
const TOLERANCE: f64 = 1e-9;
/// Limit on Newton steps, and on halvings of each.
const STEPS: usize = 50;
const HALVINGS: usize = 10;
/// A rope this many times longer than the horizontal distance of its ends hangs as two straight lines.
const SLACK: f64 = 100.0;

fn cosh(x: f64) -> f64 {
    let e = libm::exp(x);
    0.5 * (e + 1.0 / e)
}

fn sinh(x: f64) -> f64 {
    let e = libm::exp(x);
    0.5 * (e - 1.0 / e)
}

/// Residual of the equation at flatness `b`.
fn residual(b: f64, goal: f64) -> f64 {
    1.0 / (2.0 * b * sinh(0.5 / b) - 1.0).sqrt() - goal
}

/// Derivative of the residual.
fn slope(b: f64) -> f64 {
    let a = 0.5 / b;
    (a * cosh(a) - sinh(a)) * libm::pow(2.0 * b * sinh(a) - 1.0, -1.5)
}

/// Flatness of a rope with this length and these distances.
fn flatness(v: f64, h: f64, length: f64) -> f64 {
    let goal = 1.0 / ((length * length - v * v).sqrt() / h - 1.0).sqrt();
    let mut b = goal / 24f64.sqrt();
    for _ in 0..STEPS {
        let now = residual(b, goal);
        if now.abs() < TOLERANCE {
            break;
        }
        let mut step = -now / slope(b);
        for _ in 0..HALVINGS {
            if residual(b + step, goal).abs() < now.abs() {
                break;
            }
            step *= 0.5;
        }
        b += step;
    }
    b
}

/// Points along a rope of this length between `from` and `to`: two for a taut rope, three if one end is above the other,
/// otherwise as many as `points` has. Returns their number.
pub(super) fn fill(from: Vec3, to: Vec3, gravity: Vec3, length: f64, points: &mut [Vec3]) -> usize {
    let count = points.len();
    if count < 3 || vec3::dist(from, to) > length {
        return put(points, &[from, to]);
    }
    let up = vec3::normalize(vec3::scale(gravity, -1.0)).0;
    let apart = vec3::sub(to, from);
    let (mut across, level) = vec3::normalize(vec3::sub(apart, vec3::scale(up, vec3::dot(up, apart))));
    if level < MINVAL {
        across = [0.0; 3];
    }
    let (h, v) = (vec3::dot(apart, across), vec3::dot(apart, up));
    if length > SLACK * h {
        let down = -0.5 * ((length * length - h * h).sqrt() - v);
        let aside = h * down / (2.0 * down - v);
        let lowest = vec3::add_scaled(vec3::add_scaled(from, up, down), across, aside);
        return put(points, &[from, lowest, to]);
    }
    let scale = flatness(v, h, length) * h;
    let lowest = -0.5 * (libm::log((length + v) / (length - v)) * scale - h);
    let drop = -cosh(lowest / scale) * scale;
    points[0] = from;
    for i in 1..count - 1 {
        let along = i as f64 * h / count as f64;
        let height = scale * cosh((along - lowest) / scale) + drop;
        points[i] = vec3::add_scaled(vec3::add_scaled(from, across, along), up, height);
    }
    points[count - 1] = to;
    count
}

fn put(points: &mut [Vec3], list: &[Vec3]) -> usize {
    points.iter_mut().zip(list).for_each(|(point, value)| *point = *value);
    list.len().min(points.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rope_keeps_its_length() {
        let mut points = [[0.0; 3]; MAX_POINTS];
        let count = fill([0.0, 0.0, 1.0], [1.0, 0.0, 1.5], [0.0, 0.0, -9.81], 2.0, &mut points);
        assert_eq!(count, MAX_POINTS);
        // the last of the even steps is missing, so the curve is a little shorter than the rope
        let length: f64 = points.windows(2).map(|pair| vec3::dist(pair[0], pair[1])).sum();
        assert!((length - 2.0).abs() < 0.01, "{length}");
        assert!(points.iter().any(|p| p[2] < 1.0));
    }

    #[test]
    fn taut_and_slack_ropes_are_straight() {
        let mut points = [[0.0; 3]; MAX_POINTS];
        assert_eq!(fill([0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0], 0.5, &mut points), 2);
        assert_eq!(fill([0.0; 3], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0], 2.0, &mut points), 3);
        assert_eq!(points[1], [0.0, 0.0, -0.5]);
    }

    #[test]
    fn numbers_that_are_none_end() {
        let mut points = [[0.0; 3]; MAX_POINTS];
        assert!(fill([f64::NAN; 3], [1.0; 3], [0.0; 3], f64::INFINITY, &mut points) <= MAX_POINTS);
    }
}
