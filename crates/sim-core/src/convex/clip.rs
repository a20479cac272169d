//! Clipping of a flat feature of one body against a face of the other: where they overlap, they touch.

use crate::math::{MINVAL, Vec3, vec3};
use crate::shape::manifold::MAX_TOUCHES;

/// Most corners that a clipped polygon keeps when touches are limited to four.
const QUAD: usize = 4;

/// A place where the bodies touch, seen from the clipping face.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Witness {
    /// Signed distance from the face (m).
    pub dist: f64,
    /// Points on the face and on the clipped feature.
    pub on: [Vec3; 2],
}

/// Corners of the two features, and buffers for the clipped polygon and the walls of the clipping face.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outlines {
    pub face: Vec<Vec3>,
    pub feature: Vec<Vec3>,
    polygon: Vec<Vec3>,
    clipped: Vec<Vec3>,
    walls: Vec<(Vec3, f64)>,
}

/// The index after `i` in a ring of `count`.
#[inline]
fn after(i: usize, count: usize) -> usize {
    if i + 1 == count { 0 } else { i + 1 }
}

/// A plane through the edge from `a` to `b`, at right angles to the face with normal `normal`: its normal and offset.
#[inline(always)]
fn wall(a: Vec3, b: Vec3, normal: Vec3) -> (Vec3, f64) {
    // the detour over a third point keeps the rounding of MuJoCo
    let up = vec3::sub(vec3::add(a, normal), a);
    let (across, _) = vec3::normalize(vec3::cross(vec3::sub(b, a), up));
    (across, vec3::dot(across, a))
}

impl Outlines {
    /// Clips `feature` (a polygon, or an edge of two corners) by the walls of `face` and keeps what is below the face.
    ///
    /// `normal` is the face's, `dir` the direction along which witness points are moved. With a `limit` of at most
    /// four, larger polygons are reduced to a quadrilateral. False, and `out` as it was, when nothing remains.
    #[inline(always)]
    pub fn clip(&mut self, normal: Vec3, dir: Vec3, limit: usize, out: &mut Vec<Witness>) -> bool {
        if self.face.len() < 3 {
            return false;
        }
        self.cut_by_walls(normal);
        let base = self.face[0];
        self.polygon.retain(|&corner| vec3::dot(vec3::sub(corner, base), normal) <= 0.0);
        if self.polygon.is_empty() {
            return false;
        }

        let witness = |corner: Vec3| {
            let dist = vec3::dot(vec3::sub(corner, base), normal);
            Witness { dist, on: [vec3::add_scaled(corner, dir, -dist.abs()), corner] }
        };
        out.clear();
        if limit <= QUAD && self.polygon.len() > QUAD {
            out.extend(largest_quad(&self.polygon).map(|i| witness(self.polygon[i])));
        } else if self.feature.len() == 2 && self.polygon.len() > 2 {
            out.extend(farthest_two(&self.polygon).map(|i| witness(self.polygon[i])));
        } else {
            for &corner in self.polygon.iter().take(MAX_TOUCHES) {
                out.push(witness(corner));
            }
        }
        true
    }

    /// Sutherland and Hodgman's clipping, one wall after the other.
    #[inline(always)]
    fn cut_by_walls(&mut self, normal: Vec3) {
        self.walls.clear();
        for (i, &a) in self.face.iter().enumerate() {
            let b = self.face[after(i, self.face.len())];
            self.walls.push(wall(a, b, normal));
        }
        self.polygon.clear();
        self.polygon.extend_from_slice(&self.feature);

        for (&(across, offset), &base) in self.walls.iter().zip(&self.face) {
            let inside = |p: Vec3| vec3::dot(vec3::sub(p, base), across) > -MINVAL;
            self.clipped.clear();
            let mut q_inside = self.polygon.first().is_some_and(|&p| inside(p));
            for (i, &p) in self.polygon.iter().enumerate() {
                let q = self.polygon[after(i, self.polygon.len())];
                let p_inside = q_inside;
                q_inside = inside(q);
                if p_inside != q_inside {
                    let along = vec3::sub(q, p);
                    let rate = vec3::dot(across, along);
                    let t = (offset - vec3::dot(across, p)) / rate;
                    if rate != 0.0 && (0.0..=1.0).contains(&t) {
                        self.clipped.push(vec3::add_scaled(p, along, t));
                    }
                }
                if q_inside {
                    self.clipped.push(q);
                }
            }
            std::mem::swap(&mut self.polygon, &mut self.clipped);
        }
    }
}

/// The two corners farthest from each other.
fn farthest_two(polygon: &[Vec3]) -> [usize; 2] {
    let (mut best, mut most) = ([0, 1], 0.0);
    for i in 0..polygon.len() {
        for j in i + 1..polygon.len() {
            let apart = vec3::sub(polygon[j], polygon[i]);
            let square = vec3::dot(apart, apart);
            if square > most {
                (best, most) = ([i, j], square);
            }
        }
    }
    best
}

/// Area of a quadrilateral.
fn quad_area(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> f64 {
    let one = vec3::cross(vec3::sub(d, a), vec3::sub(b, d));
    let two = vec3::cross(vec3::sub(c, b), vec3::sub(a, c));
    0.5 * vec3::norm(vec3::add(one, two))
}

/// Four corners of a convex polygon that span a large area, by moving each on while the area grows.
///
/// For each first corner in turn the fourth is moved on while that helps, and after each such move the third and second.
fn largest_quad(polygon: &[Vec3]) -> [usize; 4] {
    let count = polygon.len();
    let next = |i: usize| after(i, count);
    let area = |[a, b, c, d]: [usize; 4]| quad_area(polygon[a], polygon[b], polygon[c], polygon[d]);
    let mut quad = [0, 1, 2, 3];
    let (mut best, mut most) = (quad, area(quad));

    for first in 0..count {
        quad[0] = first;
        // a move is kept only when the area grows strictly, so this ends
        let mut try_move = |quad: &mut [usize; 4], k: usize| {
            let mut moved = *quad;
            moved[k] = next(moved[k]);
            let grown = area(moved);
            if grown > most {
                (*quad, best, most) = (moved, moved, grown);
                return true;
            }
            false
        };
        while try_move(&mut quad, 3) {
            while try_move(&mut quad, 2) {}
            while try_move(&mut quad, 1) {}
        }
        // no corner may be overtaken by the one before it
        for k in 0..3 {
            if quad[k + 1] != quad[k] {
                break;
            }
            quad[k + 1] = next(quad[k + 1]);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: f64, shift: f64, z: f64) -> Vec<Vec3> {
        [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]].map(|[x, y]| [half * x + shift, half * y, z]).to_vec()
    }

    #[test]
    fn squares_overlap_in_a_rectangle() {
        let mut outlines =
            Outlines { face: square(1.0, 0.0, 0.0), feature: square(1.0, 0.5, -0.1), ..Outlines::default() };
        let mut out = Vec::new();
        assert!(outlines.clip([0.0, 0.0, 1.0], [0.0, 0.0, -1.0], 4, &mut out));
        assert_eq!(out.len(), 4);
        assert!(out.iter().all(|w| (w.dist + 0.1).abs() < 1e-15 && w.on[1][0] >= -0.5 && w.on[1][0] <= 1.0));
    }

    #[test]
    fn many_corners_become_four() {
        let ring: Vec<Vec3> =
            (0..12).map(|i| f64::from(i) * std::f64::consts::FRAC_PI_6).map(|t| [t.cos(), t.sin(), 0.0]).collect();
        let [a, b, c, d] = largest_quad(&ring);
        let area = quad_area(ring[a], ring[b], ring[c], ring[d]);
        assert!(area > 1.7, "{area}");
    }

    #[test]
    fn undefined_polygons_end() {
        largest_quad(&[[f64::NAN; 3]; 7]);
        farthest_two(&[[f64::INFINITY; 3]; 3]);
    }
}
