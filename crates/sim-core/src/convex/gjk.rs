//! Distance of two convex bodies: the point of their difference nearest to the origin (Gilbert, Johnson, Keerthi, 1988).
//!
//! Each round takes the support point against the present estimate, finds the nearest point of the simplex so grown and
//! drops the corners that have no part in it. The duality gap of Frank and Wolfe says when the estimate is good enough.
//! When only the question "do they overlap?" matters, the first tetrahedron is instead moved towards the origin face by face.

use super::difference::Difference;
use super::simplex::{Corner, combine_corners, nearest};
use crate::math::{MINVAL, Vec3, vec3};

/// Normals whose squared length lies outside these bounds are not trusted.
const NORMAL_SQUARE: [f64; 2] = [MINVAL * MINVAL, 1e20];

/// Distances up to which the search is carried on, and its accuracy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Accuracy (m).
    pub tolerance: f64,
    /// Most rounds.
    pub iterations: usize,
    /// Distances beyond this need not be found (m); zero: only whether the bodies overlap.
    pub cutoff: f64,
}

/// What the search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Distance (m); zero when the origin is inside, `f64::MAX` when the bodies are farther apart than the cutoff.
    pub dist: f64,
    /// Nearest points on the two bodies; the starting points when `witness` is false.
    pub on: [Vec3; 2],
    /// Whether `on` was computed.
    pub witness: bool,
    /// Whether a plane between the bodies was found.
    pub separated: bool,
    /// The last simplex; its first `count` corners count.
    pub simplex: [Corner; 4],
    /// Corners in use.
    pub count: usize,
}

impl Found {
    /// Where the search begins.
    pub fn new(pair: &Difference<'_, '_>) -> Self {
        Self {
            dist: 0.0,
            on: [pair.bodies[0].centre(), pair.bodies[1].centre()],
            witness: false,
            separated: false,
            simplex: [Corner::default(); 4],
            count: 0,
        }
    }

    fn set_apart(&mut self) {
        (self.dist, self.separated, self.witness, self.count) = (f64::MAX, true, false, 0);
    }

    /// Drops the corners without weight; the others and their weights move together.
    fn keep_weighted(&mut self, weights: &mut [f64; 4]) {
        self.count = 0;
        for i in 0..4 {
            if weights[i] != 0.0 {
                self.simplex[self.count] = self.simplex[i];
                weights[self.count] = weights[i];
                self.count += 1;
            }
        }
    }
}

/// Nearest points of two bodies. The search begins at the two points in `found`.
#[inline(never)]
pub(crate) fn search(pair: &mut Difference<'_, '_>, limits: &Limits, found: &mut Found) {
    let want_distance = limits.cutoff > 0.0;
    let mut may_test_overlap = !want_distance;
    // polyhedra end by themselves: no tolerance
    let (gap, touching) = if pair.is_discrete() {
        (0.0, MINVAL)
    } else {
        (0.5 * (limits.tolerance * limits.tolerance), limits.tolerance)
    };

    let mut weights = [0.0; 4];
    let mut point = vec3::sub(found.on[0], found.on[1]);
    let (mut length, mut last_length) = (vec3::norm(point), 0.0);

    let mut round = 0;
    while round < limits.iterations {
        if length < touching || f64::abs(last_length - length) < MINVAL {
            break;
        }
        let back = vec3::scale(point, 1.0 / length);
        let next = pair.corner(vec3::neg(back), &mut found.simplex[found.count]);
        if vec3::dot(point, vec3::sub(point, next)) < gap {
            break;
        }

        // `reach / length` bounds the distance from below
        let reach = vec3::dot(point, next);
        let too_far = if want_distance {
            limits.cutoff < f64::MAX && reach > 0.0 && reach >= limits.cutoff * length
        } else {
            reach > 0.0
        };
        if too_far {
            found.set_apart();
            return;
        }

        if found.count == 3 && may_test_overlap {
            match overlap(pair, &mut found.simplex, &mut round, limits.iterations) {
                Some(true) => {
                    (found.dist, found.count) = (0.0, 4);
                    return;
                }
                Some(false) => {
                    found.set_apart();
                    return;
                }
                None => may_test_overlap = false,
            }
        }

        weights = nearest(&found.simplex, found.count + 1);
        found.keep_weighted(&mut weights);
        if found.count == 0 {
            found.set_apart();
            return;
        }
        point = combine_corners(&weights[..found.count], &found.simplex, |c| c.at);
        (last_length, length) = (length, vec3::norm(point));
        if found.count == 4 {
            break;
        }
        round += 1;
    }

    if found.count > 0 {
        let weights = &weights[..found.count];
        found.on = [0, 1].map(|k| combine_corners(weights, &found.simplex, |c| c.on[k]));
    }
    found.witness = true;
    // the search may have ended early: look once more for a separating plane
    let back = vec3::scale(point, 1.0 / length);
    let mut last = Corner::default();
    pair.rare_corner(vec3::neg(back), &mut last);
    found.separated = vec3::dot(point, last.at) > 0.0;
    found.dist = if found.count == 4 && !found.separated { 0.0 } else { length };
}

/// Unit normal of a triangle and the distance of its plane from the origin; `f64::MAX` when it has no normal.
#[inline(always)]
fn plane(a: Vec3, b: Vec3, c: Vec3) -> (Vec3, f64) {
    let normal = vec3::cross(vec3::sub(c, a), vec3::sub(b, a));
    let square = vec3::dot(normal, normal);
    if square > NORMAL_SQUARE[0] && square < NORMAL_SQUARE[1] {
        let unit = vec3::scale(normal, 1.0 / square.sqrt());
        (unit, vec3::dot(unit, a))
    } else {
        (normal, f64::MAX)
    }
}

/// Whether the bodies overlap, from a tetrahedron of their difference; `None` when it cannot be decided.
///
/// While the origin is outside, the corner opposite to the face it is farthest beyond is replaced by the support point
/// beyond that face. On success `simplex` is the tetrahedron around the origin; otherwise it is left as it was.
#[inline(always)]
fn overlap(pair: &mut Difference<'_, '_>, simplex: &mut [Corner; 4], round: &mut usize, most: usize) -> Option<bool> {
    let mut corners = *simplex;
    // the corners as they are oriented
    let mut order = [0_usize, 1, 2, 3];
    while *round < most {
        let at = |k: usize| corners[order[k] & 3].at;
        let (a, b, c, d) = (at(0), at(1), at(2), at(3));
        let faces = [plane(c, b, d), plane(a, c, d), plane(b, a, d), plane(a, b, c)];
        if faces.iter().any(|&(_, height)| height == 0.0) {
            return None;
        }
        let lower = |i: usize, j: usize| if faces[i].1 < faces[j].1 { i } else { j };
        let worst = lower(lower(0, 1), lower(2, 3));
        let (normal, height) = faces[worst];
        if height > 0.0 {
            for (corner, place) in simplex.iter_mut().zip(order) {
                *corner = corners[place & 3];
            }
            return Some(true);
        }
        let new = pair.corner(normal, &mut corners[order[worst] & 3]);
        if vec3::dot(normal, new) < 0.0 {
            return Some(false);
        }
        // two corners change places to keep the orientation
        order.swap((worst + 1) & 3, (worst + 2) & 3);
        *round += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::support::{Body, Form};
    use crate::math::mat3;

    fn pair(offset: Vec3) -> [Body<'static>; 2] {
        let one = |pos| Body::new(Form::Box, [0.5, 0.5, 0.5], pos, mat3::IDENTITY, 0.0);
        [one([0.0; 3]), one(offset)]
    }

    fn found(mut bodies: [Body<'_>; 2], limits: &Limits) -> Found {
        let mut pair = Difference::new(&mut bodies);
        let mut found = Found::new(&pair);
        search(&mut pair, limits, &mut found);
        found
    }

    #[test]
    fn distance_of_boxes() {
        let limits = Limits { tolerance: 1e-6, iterations: 35, cutoff: 10.0 };
        let found = found(pair([3.0, 0.1, 0.2]), &limits);
        assert!((found.dist - 2.0).abs() < 1e-12 && found.separated && found.witness);
    }

    #[test]
    fn overlap_is_seen_without_distance() {
        let limits = Limits { tolerance: 1e-6, iterations: 35, cutoff: 0.0 };
        assert_eq!(found(pair([0.3, 0.2, 0.1]), &limits).dist, 0.0);
        assert_eq!(found(pair([1.3, 0.2, 0.1]), &limits).dist, f64::MAX);
    }

    #[test]
    fn undefined_poses_end() {
        let limits = Limits { tolerance: 1e-6, iterations: 35, cutoff: 0.0 };
        for offset in [[f64::NAN; 3], [f64::INFINITY; 3], [0.0; 3], [1e300; 3]] {
            found(pair(offset), &limits);
        }
    }
}
