//! The point of a simplex nearest to the origin, by signed volumes.
//!
//! Montanari, Petrinic, Barbieri, *Improving the GJK Algorithm for Faster and More Reliable Distance Queries Between
//! Convex Objects*, ACM Trans. Graph. 36 (2017). A simplex whose barycentric coordinates of the projected origin all have
//! one sign holds the projection; otherwise the faces opposite to the offending vertices are tried.

use crate::math::{MINVAL, Vec3, vec3};

/// A point of the difference of two bodies, and the two points it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Corner {
    /// `on[0] - on[1]`.
    pub at: Vec3,
    /// Support points on the two bodies.
    pub on: [Vec3; 2],
    /// Vertices of the two bodies; -1 where they have none.
    pub vertex: [i32; 2],
}

/// Determinant of the matrix with columns `a`, `b`, `c`.
#[inline]
pub(crate) fn det(a: Vec3, b: Vec3, c: Vec3) -> f64 {
    vec3::dot(a, vec3::cross(b, c))
}

/// Whether both numbers are positive or both are negative.
#[inline]
fn agree(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// `sum of weights[i] points[i]`.
#[inline]
pub(crate) fn combine<const N: usize>(weights: [f64; N], points: [Vec3; N]) -> Vec3 {
    let mut sum = points.first().map_or([0.0; 3], |&p| vec3::scale(p, weights[0]));
    for i in 1..N {
        sum = vec3::add_scaled(sum, points[i], weights[i]);
    }
    sum
}

/// Weighted sum of one of the three points of each corner in use.
#[inline]
pub(crate) fn combine_corners(weights: &[f64], corners: &[Corner], point: impl Fn(&Corner) -> Vec3) -> Vec3 {
    let mut terms = weights.iter().zip(corners).map(|(&w, c)| vec3::scale(point(c), w));
    let first = terms.next().unwrap_or([0.0; 3]);
    terms.fold(first, vec3::add)
}

/// Projection of the origin on the plane of a triangle; `None` when the triangle has no area.
///
/// The normal is taken at each corner in turn until the numbers allow a division.
#[inline(always)]
pub(crate) fn origin_on_plane(a: Vec3, b: Vec3, c: Vec3) -> Option<Vec3> {
    let normal = vec3::cross(vec3::sub(c, b), vec3::sub(b, a));
    let (height, square) = (vec3::dot(normal, b), vec3::dot(normal, normal));
    if height != 0.0 && square > MINVAL {
        Some(vec3::scale(normal, height / square))
    } else if square == 0.0 {
        None
    } else {
        origin_on_thin_plane(a, b, c)
    }
}

/// The origin's projection from the normals at the other two corners, for triangles that are thin or pass through the origin.
/// Rare, but inlined: a call would have to store the corners every time.
#[inline(always)]
fn origin_on_thin_plane(a: Vec3, b: Vec3, c: Vec3) -> Option<Vec3> {
    let (ab, ac, bc) = (vec3::sub(b, a), vec3::sub(c, a), vec3::sub(c, b));
    let normal = vec3::cross(ab, ac);
    let (height, square) = (vec3::dot(normal, a), vec3::dot(normal, normal));
    if square == 0.0 {
        return None;
    }
    if height != 0.0 && square > MINVAL {
        return Some(vec3::scale(normal, height / square));
    }
    let normal = vec3::cross(ac, bc);
    Some(vec3::scale(normal, vec3::dot(normal, c) / vec3::dot(normal, normal)))
}

/// The shadows of a triangle and of `p` on the coordinate plane where the triangle's is largest, and twice its signed area.
#[inline(always)]
fn largest_shadow([a, b, c]: [Vec3; 3], p: Vec3) -> ([[f64; 2]; 4], f64) {
    let area = |i: usize, j: usize| b[i] * c[j] - b[j] * c[i] - a[i] * c[j] + a[j] * c[i] + a[i] * b[j] - a[j] * b[i];
    let shadows = |i: usize, j: usize| [[a[i], a[j]], [b[i], b[j]], [c[i], c[j]], [p[i], p[j]]];
    let (yz, xz, xy) = (area(1, 2), area(0, 2), area(0, 1));
    if yz.abs() >= xz.abs() && yz.abs() >= xy.abs() {
        (shadows(1, 2), yz)
    } else if xz.abs() >= xy.abs() {
        (shadows(0, 2), xz)
    } else {
        (shadows(0, 1), xy)
    }
}

/// Signed volumes of `p` in a triangle, not yet divided by the triangle's own, and that one.
#[inline(always)]
fn areas(triangle: [Vec3; 3], p: Vec3) -> ([f64; 3], f64) {
    let ([a, b, c, p], whole) = largest_shadow(triangle, p);
    let area =
        |a: [f64; 2], b: [f64; 2]| p[0] * a[1] + p[1] * b[0] + a[0] * b[1] - p[0] * b[1] - p[1] * a[0] - b[0] * a[1];
    ([area(b, c), area(c, a), area(a, b)], whole)
}

/// Affine coordinates of a point in a triangle's plane.
pub(crate) fn affine(triangle: [Vec3; 3], p: Vec3) -> [f64; 3] {
    let (parts, whole) = areas(triangle, p);
    [parts[0] / whole, parts[1] / whole, parts[2] / whole]
}

/// Barycentric coordinates of the point of a segment nearest to the origin.
#[inline(always)]
fn nearest_on_segment([a, b]: [Vec3; 2]) -> [f64; 2] {
    let along = vec3::sub(b, a);
    let projection = vec3::add_scaled(b, along, -(vec3::dot(b, along) / vec3::dot(along, along)));

    // longest shadow on a coordinate axis; the last of equals
    let mut axis = 0;
    for k in 1..3 {
        if (a[k] - b[k]).abs() >= (a[axis] - b[axis]).abs() {
            axis = k;
        }
    }
    let whole = a[axis] - b[axis];
    let (to_b, to_a) = (projection[axis] - b[axis], a[axis] - projection[axis]);
    if agree(whole, to_b) && agree(whole, to_a) { [to_b / whole, to_a / whole] } else { [0.0, 1.0] }
}

/// Barycentric coordinates of the point of a triangle nearest to the origin.
#[inline(always)]
fn nearest_on_triangle(triangle: [Vec3; 3]) -> [f64; 3] {
    let [a, b, c] = triangle;
    let Some(projection) = origin_on_plane(a, b, c) else {
        let [s, t] = nearest_on_segment([a, b]);
        return [s, t, 0.0];
    };
    let (parts, whole) = areas(triangle, projection);
    if parts.iter().all(|&part| agree(whole, part)) {
        return [parts[0] / whole, parts[1] / whole, parts[2] / whole];
    }

    let (mut weights, mut least) = ([0.0; 3], f64::MAX);
    for (drop, [i, j]) in [[1, 2], [0, 2], [0, 1]].into_iter().enumerate() {
        if agree(whole, parts[drop]) {
            continue;
        }
        let edge = [triangle[i], triangle[j]];
        let [s, t] = nearest_on_segment(edge);
        let point = combine([s, t], edge);
        let square = vec3::dot(point, point);
        if drop == 0 || square < least {
            weights = [0.0; 3];
            (weights[i], weights[j], least) = (s, t, square);
        }
    }
    weights
}

/// Barycentric coordinates of the point of a tetrahedron nearest to the origin.
#[inline(never)]
fn nearest_in_tetrahedron(corners: [Vec3; 4]) -> [f64; 4] {
    let [a, b, c, d] = corners;
    let parts = [-det(b, c, d), det(a, c, d), -det(a, b, d), det(a, b, c)];
    let whole = parts[0] + parts[1] + parts[2] + parts[3];
    if parts.iter().all(|&part| agree(whole, part)) {
        return [parts[0] / whole, parts[1] / whole, parts[2] / whole, parts[3] / whole];
    }

    let (mut weights, mut least) = ([0.0; 4], f64::MAX);
    for (drop, keep) in [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]].into_iter().enumerate() {
        if agree(whole, parts[drop]) {
            continue;
        }
        let face = keep.map(|k| corners[k]);
        let part = nearest_on_triangle(face);
        let point = combine(part, face);
        let square = vec3::dot(point, point);
        if drop == 0 || square < least {
            weights = [0.0; 4];
            for (k, w) in keep.into_iter().zip(part) {
                weights[k] = w;
            }
            least = square;
        }
    }
    weights
}

/// Barycentric coordinates of the point of the first `count` corners nearest to the origin; zero where a corner has no
/// part in it.
#[inline(always)]
pub(crate) fn nearest(corners: &[Corner; 4], count: usize) -> [f64; 4] {
    let [a, b, c, d] = [corners[0].at, corners[1].at, corners[2].at, corners[3].at];
    match count {
        4 => nearest_in_tetrahedron([a, b, c, d]),
        3 => {
            let [r, s, t] = nearest_on_triangle([a, b, c]);
            [r, s, t, 0.0]
        }
        2 => {
            let [s, t] = nearest_on_segment([a, b]);
            [s, t, 0.0, 0.0]
        }
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(points: [Vec3; 4]) -> [Corner; 4] {
        points.map(|at| Corner { at, ..Corner::default() })
    }

    #[test]
    fn origin_inside_keeps_all_corners() {
        let corners = at([[1.0, 0.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, -1.0], [0.0, 0.0, 2.0]]);
        let weights = nearest(&corners, 4);
        assert!(weights.iter().all(|&w| w > 0.0));
        assert!(vec3::norm(combine_corners(&weights, &corners, |c| c.at)) < 1e-15);
    }

    #[test]
    fn origin_beyond_the_newest_corner_keeps_it_alone() {
        for count in 2..=4 {
            let mut corners = at([[2.0, 1.0, 0.0], [2.0, -1.0, 0.5], [2.0, 0.0, 1.0], [3.0, 0.0, 0.0]]);
            corners[count - 1].at = [1.0, 0.0, 0.0];
            let kept: Vec<usize> = (0..4).filter(|&i| nearest(&corners, count)[i] != 0.0).collect();
            assert_eq!(kept, [count - 1]);
        }
    }

    #[test]
    fn flat_and_undefined_simplices_end() {
        for points in [[[0.0; 3]; 4], [[f64::NAN; 3]; 4], [[1.0; 3]; 4], [[f64::INFINITY; 3]; 4]] {
            for count in 1..=4 {
                nearest(&at(points), count);
            }
        }
    }
}
