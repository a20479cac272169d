//! Shortest path of a string around a sphere or an infinite cylinder.
//!
//! The problem is planar: for a sphere in the plane of its centre and the two end points, for a cylinder
//! in its cross-section, the height then following the arc length. An end point pair either sees each
//! other (no wrap), is connected by two tangents and an arc, or, with a side point inside the object,
//! touches the circle from within.

use crate::math::{MINVAL, Mat3, Vec3, mat3, vec3};

type Vec2 = [f64; 2];

/// Steps of Newton's method for the inside wrap.
const INSIDE_ITERATIONS: usize = 20;
/// First guess of the inside wrap, just below the singular end of the range.
const INSIDE_START: f64 = 1.0 - 1e-7;
/// Residual (rad) at which the inside wrap is found.
const INSIDE_TOLERANCE: f64 = 1e-6;

fn dot2(a: Vec2, b: Vec2) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn normalize2(a: Vec2) -> Vec2 {
    let length = dot2(a, a).sqrt();
    if length < MINVAL { [1.0, 0.0] } else { [a[0] / length, a[1] / length] }
}

/// Whether the segments `p1 p2` and `p3 p4` cross.
fn segments_cross(p1: Vec2, p2: Vec2, p3: Vec2, p4: Vec2) -> bool {
    let det = (p4[1] - p3[1]) * (p2[0] - p1[0]) - (p4[0] - p3[0]) * (p2[1] - p1[1]);
    if det.abs() < MINVAL {
        return false;
    }
    let a = (p4[0] - p3[0]) * (p1[1] - p3[1]) - (p4[1] - p3[1]) * (p1[0] - p3[0]);
    let b = (p2[0] - p1[0]) * (p1[1] - p3[1]) - (p2[1] - p1[1]) * (p1[0] - p3[0]);
    // a/det and b/det lie in [0, 1]; a rounded quotient is at most 1 exactly where a is at most det, so nothing is divided
    let sign = 1f64.copysign(det);
    (0.0..=det.abs()).contains(&(sign * a)) && (0.0..=det.abs()).contains(&(sign * b))
}

/// Length of the arc from `p0` to `p1`, counter-clockwise for the first solution.
fn arc_length(p0: Vec2, p1: Vec2, second: bool, radius: f64) -> f64 {
    let mut angle = dot2(normalize2(p0), normalize2(p1)).clamp(-1.0, 1.0).acos();
    let cross = p0[1] * p1[0] - p0[0] * p1[1];
    if (cross > 0.0 && second) || (cross < 0.0 && !second) {
        angle = 2.0 * std::f64::consts::PI - angle;
    }
    radius * angle
}

/// Tangent points and arc length around a circle at the origin; `None` when the straight line is free.
fn wrap_outside(p0: Vec2, p1: Vec2, side: Option<Vec2>, radius: f64) -> Option<([Vec2; 2], f64)> {
    let (sq0, sq1, sqr) = (dot2(p0, p0), dot2(p1, p1), radius * radius);
    if sq0 < sqr || sq1 < sqr || radius < MINVAL {
        return None;
    }
    let dif = [p1[0] - p0[0], p1[1] - p0[1]];
    let dd = dot2(dif, dif);
    if dd < MINVAL {
        return None;
    }

    // the point of the segment nearest to the centre: outside, and on the wanted side, means no wrap
    let a = (-dot2(dif, p0) / dd).clamp(0.0, 1.0);
    let near = [a * dif[0] + p0[0], a * dif[1] + p0[1]];
    if dot2(near, near) > sqr && side.is_none_or(|s| dot2(s, near) >= 0.0) {
        return None;
    }

    // the two pairs of tangents and how good each is
    let (root0, root1) = ((sq0 - sqr).sqrt(), (sq1 - sqr).sqrt());
    let mut solutions = [[[0.0; 2]; 2]; 2];
    let mut good = [0.0; 2];
    let mut crossed = [false; 2];
    for (i, sign) in [1.0, -1.0].into_iter().enumerate() {
        let s0 =
            [(p0[0] * sqr + sign * radius * p0[1] * root0) / sq0, (p0[1] * sqr - sign * radius * p0[0] * root0) / sq0];
        let s1 =
            [(p1[0] * sqr - sign * radius * p1[1] * root1) / sq1, (p1[1] * sqr + sign * radius * p1[0] * root1) / sq1];
        crossed[i] = segments_cross(p0, s0, p1, s1);
        good[i] = match side {
            _ if crossed[i] => -10000.0,
            Some(side) => dot2(normalize2([s0[0] + s1[0], s0[1] + s1[1]]), side),
            None => {
                let gap = [s0[0] - s1[0], s0[1] - s1[1]];
                -dot2(gap, gap)
            }
        };
        solutions[i] = [s0, s1];
    }
    let best = usize::from(good[0] <= good[1]);
    if crossed[best] {
        return None;
    }
    let [s0, s1] = solutions[best];
    Some(([s0, s1], arc_length(s0, s1, best == 1, radius)))
}

/// Touching point of a string that is pulled through the inside of a circle; `None` when it is free.
///
/// With `z` the sine of the angle of incidence, `asin(a z) + asin(b z) - 2 asin(z) + g = 0`.
fn wrap_inside(p0: Vec2, p1: Vec2, radius: f64) -> Option<Vec2> {
    let (len0, len1) = (dot2(p0, p0).sqrt(), dot2(p1, p1).sqrt());
    let dif = [p1[0] - p0[0], p1[1] - p0[1]];
    let dd = dot2(dif, dif);
    if len0 <= radius || len1 <= radius || radius < MINVAL || len0 < MINVAL || len1 < MINVAL {
        return None;
    }
    if dd > MINVAL {
        let t = -dot2(dif, p0) / dd;
        if t > 0.0 && t < 1.0 {
            let near = [p0[0] + t * dif[0], p0[1] + t * dif[1]];
            if dot2(near, near).sqrt() <= radius {
                return None;
            }
        }
    }

    // fallback when the iteration fails: the direction between the two points
    let middle = normalize2([0.5 * (p0[0] + p1[0]), 0.5 * (p0[1] + p1[1])]);
    let fallback = Some([middle[0] * radius, middle[1] * radius]);

    let (a, b) = (radius / len0, radius / len1);
    let cos_g = (len0 * len0 + len1 * len1 - dd) / (2.0 * len0 * len1);
    if cos_g < -1.0 + MINVAL {
        return None;
    } else if cos_g > 1.0 - MINVAL {
        return fallback;
    }
    let g = cos_g.acos();
    let residual = |z: f64| (a * z).asin() + (b * z).asin() - 2.0 * z.asin() + g;
    let mut z = INSIDE_START;
    let mut f = residual(z);
    if f > 0.0 {
        return fallback;
    }
    let mut iterations = 0;
    while iterations < INSIDE_ITERATIONS && f.abs() > INSIDE_TOLERANCE {
        let slope = |k: f64| k / (1.0 - z * z * k * k).sqrt().max(MINVAL);
        let df = slope(a) + slope(b) - 2.0 * slope(1.0);
        let next = z - f / df;
        // the root lies to the left and the curve is monotone: anything else is a failure
        if df > -MINVAL || next > z {
            return fallback;
        }
        z = next;
        f = residual(z);
        if f > INSIDE_TOLERANCE {
            return fallback;
        }
        iterations += 1;
    }
    if iterations >= INSIDE_ITERATIONS {
        return fallback;
    }

    // rotate from the end point that comes first counter-clockwise
    let (from, angle) = if p0[0] * p1[1] - p0[1] * p1[0] > 0.0 {
        (p0, z.asin() - (a * z).asin())
    } else {
        (p1, z.asin() - (b * z).asin())
    };
    let v = normalize2(from);
    let (sin, cos) = angle.sin_cos();
    Some([radius * (cos * v[0] - sin * v[1]), radius * (sin * v[0] + cos * v[1])])
}

/// The object a string is wrapped around.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// Centre.
    pub pos: Vec3,
    /// Orientation; a cylinder lies along z.
    pub mat: Mat3,
    /// Radius.
    pub radius: f64,
    /// Cylinder rather than sphere.
    pub cylinder: bool,
}

/// Axes of the plane the wrap around a sphere happens in.
fn sphere_plane(p0: Vec3, p1: Vec3) -> (Vec3, Vec3) {
    let x = vec3::normalize(p0).0;
    let (mut normal, length) = vec3::normalize(vec3::cross(p0, p1));
    if length < MINVAL {
        // end points on a line through the centre: any plane that contains it
        let size = x.map(f64::abs);
        let mut largest = 0;
        if size[1] > size[0] && size[1] > size[2] {
            largest = 1;
        }
        if size[2] > size[0] && size[2] > size[1] {
            largest = 2;
        }
        let mut other = [1.0; 3];
        other[largest] = 0.0;
        normal = vec3::normalize(vec3::cross(x, other)).0;
    }
    (x, vec3::normalize(vec3::cross(normal, x)).0)
}

/// Two points where a string from `x0` to `x1` touches the obstacle, and its length between them; `None`
/// when it runs straight. A `side` point chooses the side to pass on; inside the obstacle, it makes the
/// string pass within.
pub fn wrap(x0: Vec3, x1: Vec3, obstacle: &Obstacle, side: Option<Vec3>) -> Option<([Vec3; 2], f64)> {
    let Obstacle { pos, mat, radius, cylinder } = *obstacle;
    let local = |x: Vec3| mat3::mul_t_vec(&mat, vec3::sub(x, pos));
    let (p0, p1) = (local(x0), local(x1));
    if vec3::norm(p0) < MINVAL || vec3::norm(p1) < MINVAL {
        return None;
    }
    // of a cylinder, the x and y axes
    let plane = (!cylinder).then(|| sphere_plane(p0, p1));
    let flat = |p: Vec3| match plane {
        Some((ax, ay)) => [vec3::dot(p, ax), vec3::dot(p, ay)],
        None => [p[0], p[1]],
    };
    let (d0, d1) = (flat(p0), flat(p1));
    let side = side.map(local);

    let (points, mut length) = match side {
        Some(s) if vec3::norm(s) < radius => {
            let touch = wrap_inside(d0, d1, radius)?;
            ([touch, touch], 0.0)
        }
        _ => {
            let flat_side = side.map(|s| {
                let unit = normalize2(flat(s));
                [unit[0] * radius, unit[1] * radius]
            });
            wrap_outside(d0, d1, flat_side, radius)?
        }
    };
    if length < 0.0 {
        return None;
    }

    let mut touch = points.map(|p| match plane {
        Some((ax, ay)) => vec3::add(vec3::scale(ax, p[0]), vec3::scale(ay, p[1])),
        None => [p[0], p[1], 0.0],
    });
    if cylinder {
        // height grows in proportion to the length in the cross-section
        let reach = |p: Vec3, t: Vec3| ((p[0] - t[0]) * (p[0] - t[0]) + (p[1] - t[1]) * (p[1] - t[1])).sqrt();
        let (l0, l1) = (reach(p0, touch[0]), reach(p1, touch[1]));
        let rise = p1[2] - p0[2];
        let total = l0 + length + l1;
        touch[0][2] = p0[2] + rise * l0 / total;
        touch[1][2] = p0[2] + rise * (l0 + length) / total;
        let height = (touch[1][2] - touch[0][2]).abs();
        length = (length * length + height * height).sqrt();
    }
    Some((touch.map(|t| vec3::add(mat3::mul_vec(&mat, t), pos)), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sphere(radius: f64) -> Obstacle {
        Obstacle { pos: [0.0; 3], mat: mat3::IDENTITY, radius, cylinder: false }
    }

    #[test]
    fn straight_line_beside_the_sphere_is_free() {
        assert!(wrap([-2.0, 1.5, 0.0], [2.0, 1.5, 0.0], &sphere(1.0), None).is_none());
    }

    #[test]
    fn symmetric_wrap_has_the_expected_length() {
        let (points, length) = wrap([-2.0, 0.1, 0.0], [2.0, 0.1, 0.0], &sphere(1.0), None).unwrap();
        for p in points {
            assert!((vec3::norm(p) - 1.0).abs() < 1e-14 && p[1] > 0.0);
        }
        assert!(length > 0.0 && length < std::f64::consts::PI);
        // tangents touch at right angles to the radius
        assert!(vec3::dot(points[0], vec3::sub([-2.0, 0.1, 0.0], points[0])).abs() < 1e-14);
    }
}
