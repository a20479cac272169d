//! The hull of four points, its faces in the reference's order.
//!
//! A tetrahedron has one hull, but where two of its principal moments are equal the rounding of a sum over its faces
//! decides about its axes, so their order shows. In general it is that of the hull algorithm; of four points it says
//! only in which order the first simplex was chosen.

use super::exact::side;
use sim_core::math::{Vec3, vec3};
use std::cmp::Ordering;

/// Faces of a tetrahedron, counter-clockwise from outside: opposite to the last vertex chosen first, to the first one
/// last. `None` when it is flat.
pub(super) fn faces(points: &[Vec3; 4]) -> Option<[[u32; 3]; 4]> {
    let [p, q, r, s] = choose(points)?;
    let at = |i: usize| points[i];
    let order = |a: usize, b: usize, c: usize, flip: bool| (if flip { [b, a, c] } else { [a, b, c] }).map(|i| i as u32);
    let flip = match side(at(p), at(q), at(r), at(s)) {
        Ordering::Less => false,
        Ordering::Greater => true,
        Ordering::Equal => return None,
    };
    Some([order(r, q, s, flip), order(p, r, s, flip), order(q, p, s, flip), order(p, q, r, flip)])
}

/// The vertices, last chosen first. The lowest and the highest along the first axis are chosen to begin with, then the
/// one that spans the largest area with them in the plane of the first two axes, among those that are extreme along
/// some axis.
fn choose(points: &[Vec3; 4]) -> Option<[usize; 4]> {
    let mut extremes = [0; 6];
    for k in 0..3 {
        for i in 1..4 {
            if points[i][k] < points[extremes[2 * k]][k] {
                extremes[2 * k] = i;
            }
            if points[i][k] > points[extremes[2 * k + 1]][k] {
                extremes[2 * k + 1] = i;
            }
        }
    }
    let [low, high, ..] = extremes;
    let edge = vec3::sub(points[high], points[low]);
    let area = |i: usize| {
        let other = vec3::sub(points[i], points[low]);
        (edge[0] * other[1] - edge[1] * other[0]).abs()
    };
    let free = |i: &usize| *i != low && *i != high;
    let mut third: Option<usize> = None;
    for i in extremes.into_iter().filter(free) {
        if area(i) > third.map_or(0.0, area) {
            third = Some(i);
        }
    }
    let third = third.or_else(|| (0..4).filter(free).find(|&i| area(i) > 0.0))?;
    let last = (0..4).find(|i| free(i) && *i != third)?;
    (low != high).then_some([last, third, high, low])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_tetrahedron() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(faces(&points), Some([[2, 1, 0], [1, 3, 0], [3, 2, 0], [2, 3, 1]]));
    }

    #[test]
    fn flat_points_have_no_faces() {
        assert_eq!(faces(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]), None);
        assert_eq!(faces(&[[0.0; 3]; 4]), None);
    }
}
