//! The polytope that penetration depth is found on: triangles around the origin, each knowing its three neighbours.
//!
//! It starts from the last simplex of the distance search. A segment or triangle through the origin is grown into two
//! pyramids over a common triangle; a tetrahedron is taken as it is.

use super::difference::Difference;
use super::simplex::{Corner, affine, combine, origin_on_plane};
use crate::math::{MINVAL, Mat3, Vec3, mat3, vec3};
use std::hint::select_unpredictable;

/// Squared distance (m^2) below which the origin counts as lying on a face.
const ON_FACE: f64 = MINVAL * MINVAL;

/// Sine of 120 degrees, to the digits MuJoCo uses.
const SIN_120: f64 = 0.86602540378;

/// The edge or corner of a triangle after each one.
pub(crate) const NEXT: [usize; 3] = [1, 2, 0];

/// One triangle of the polytope, in the size of a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Face {
    /// Corners.
    pub corners: [u32; 3],
    /// Faces beyond the edges from corner 0 to 1, 1 to 2, 2 to 0.
    pub beyond: [u32; 3],
    /// Projection of the origin on the face, which serves as its outward normal.
    pub foot: Vec3,
    /// Squared length of `foot`.
    pub square: f64,
    /// Where the face stands.
    pub state: State,
}

/// Part a face plays in the search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum State {
    /// Part of the surface, but too far away to matter.
    #[default]
    Idle,
    /// Candidate, at this place in the list.
    Candidate(u32),
    /// Swallowed by a later corner.
    Gone,
}

/// A seen face on the way along the horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Visit {
    pub face: u32,
    /// Edge to be looked at next.
    pub edge: u32,
    /// Edges still to be looked at.
    pub left: u32,
}

/// Corners, faces and the list of candidate faces.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Polytope {
    pub corners: Vec<Corner>,
    pub faces: Vec<Face>,
    /// Faces that may be nearest to the origin, after their squared distances; in no order but a definite one.
    pub candidates: Vec<(f64, u32)>,
    /// Edges between the part of the surface seen from a new corner and the rest: face beyond, its edge.
    pub horizon: Vec<(u32, u32)>,
    /// Faces being left while the horizon is traced, innermost last.
    pub trace: Vec<Visit>,
    centre: Vec3,
}

impl Polytope {
    /// Makes room for `rounds` rounds of growth, so that only the first use allocates.
    pub fn reserve(&mut self, rounds: usize) {
        self.clear();
        self.corners.reserve(rounds + 5);
        self.faces.reserve(6 * rounds);
        self.candidates.reserve(6 * rounds);
        self.horizon.reserve(6 * rounds);
        self.trace.clear();
        self.trace.reserve(6 * rounds);
    }

    fn clear(&mut self) {
        self.corners.clear();
        self.faces.clear();
        self.candidates.clear();
        self.horizon.clear();
    }

    /// Position of corner `i` in the difference of the bodies.
    #[inline]
    fn at(&self, i: u32) -> Vec3 {
        self.corners[i as usize].at
    }

    /// Adds a corner and returns its index.
    fn insert(&mut self, corner: Corner) -> u32 {
        let index = self.corners.len() as u32;
        self.corners.push(corner);
        index
    }

    /// Adds the support point along `dir`, which is `length` long, and returns where it is.
    #[inline(always)]
    pub fn grow(&mut self, pair: &mut Difference<'_, '_>, dir: Vec3, length: f64) -> Vec3 {
        let unit = if length > MINVAL { [dir[0] / length, dir[1] / length, dir[2] / length] } else { [1.0, 0.0, 0.0] };
        let mut corner = Corner::default();
        let at = pair.corner(unit, &mut corner);
        self.corners.push(corner);
        at
    }

    /// [`grow`](Self::grow) as a function call, for the start; returns the index of the corner.
    #[inline(never)]
    fn insert_along(&mut self, pair: &mut Difference<'_, '_>, dir: Vec3, length: f64) -> u32 {
        self.grow(pair, dir, length);
        self.corners.len() as u32 - 1
    }

    /// A face and the squared distance of its plane from the origin, zero when it has no area.
    #[inline(always)]
    pub fn face(&self, corners: [u32; 3], beyond: [u32; 3]) -> Face {
        let (a, b, c) = (self.at(corners[0]), self.at(corners[1]), self.at(corners[2]));
        let (foot, square) = match origin_on_plane(c, b, a) {
            Some(foot) => {
                let outward = vec3::sub(a, self.centre);
                let foot = if vec3::dot(foot, outward) < 0.0 { vec3::scale(foot, -1.0) } else { foot };
                (foot, vec3::dot(foot, foot))
            }
            None => ([0.0; 3], 0.0),
        };
        Face { corners, beyond, foot, square, state: State::Idle }
    }

    /// Adds a face, which is a candidate if that `is_one`. A branch on it would be unpredictable: it is listed, and the list is cut again.
    #[inline(always)]
    pub fn attach(&mut self, face: Face, is_one: bool) {
        let place = self.candidates.len();
        self.candidates.push((face.square, self.faces.len() as u32));
        self.candidates.truncate(place + usize::from(is_one));
        self.faces
            .push(Face { state: select_unpredictable(is_one, State::Candidate(place as u32), State::Idle), ..face });
    }

    /// Takes face `i` off the surface; the last candidate moves to its place in the list.
    pub fn remove(&mut self, i: u32) {
        let face = &mut self.faces[i as usize];
        let place = face.state;
        face.state = State::Gone;
        if let State::Candidate(place) = place {
            self.candidates.swap_remove(place as usize);
            if let Some(&(_, moved)) = self.candidates.get(place as usize) {
                self.faces[moved as usize].state = State::Candidate(place);
            }
        }
    }

    /// Builds the start from the last simplex; false when no polytope around the origin came out.
    #[inline(always)]
    pub fn start(&mut self, pair: &mut Difference<'_, '_>, simplex: &[Corner; 4], count: usize) -> bool {
        let &[a, b, c, _] = simplex;
        match count {
            2 => self.start_from_segment(pair, a, b),
            3 => self.start_from_triangle(pair, [a, b, c]),
            4 => self.start_from_tetrahedron(pair, simplex),
            _ => false,
        }
    }

    /// Two pyramids with apexes `p`, `q` over the triangle `ring`; the first face that holds the origin ends it.
    #[inline(always)]
    fn bipyramid(&mut self, p: u32, q: u32, [r, s, t]: [u32; 3]) -> Result<(), [u32; 3]> {
        let faces = [
            ([p, r, s], [1, 3, 2]),
            ([p, t, r], [2, 4, 0]),
            ([p, s, t], [0, 5, 1]),
            ([q, s, r], [5, 0, 4]),
            ([q, r, t], [3, 1, 5]),
            ([q, t, s], [4, 2, 3]),
        ];
        self.attach_all(&faces)
    }

    #[inline(always)]
    fn attach_all(&mut self, faces: &[([u32; 3], [u32; 3])]) -> Result<(), [u32; 3]> {
        for &(corners, beyond) in faces {
            let face = self.face(corners, beyond);
            if face.square < ON_FACE {
                return Err(corners);
            }
            self.attach(face, true);
        }
        Ok(())
    }

    /// Three support points around a segment through the origin, 120 degrees apart.
    #[inline(never)]
    fn start_from_segment(&mut self, pair: &mut Difference<'_, '_>, a: Corner, b: Corner) -> bool {
        self.clear();
        self.centre = vec3::scale(vec3::add(a.at, b.at), 0.5);
        let along = vec3::sub(b.at, a.at);

        // the coordinate axis most across the segment gives the first direction
        let (mut axis, mut least) = (0, f64::MAX);
        for k in 0..3 {
            if along[k].abs() < least {
                (axis, least) = (k, along[k].abs());
            }
        }
        let mut unit = [0.0; 3];
        unit[axis] = 1.0;
        let first = vec3::cross(unit, along);
        let turn = third_of_turn(along);
        let second = mat3::mul_vec(&turn, first);
        let third = mat3::mul_vec(&turn, second);

        let (p, q) = (self.insert(a), self.insert(b));
        let ring = [first, second, third].map(|dir| self.insert_along(pair, dir, vec3::norm(dir)));
        if let Err(face) = self.bipyramid(p, q, ring) {
            let triangle = face.map(|i| self.corners[i as usize]);
            return self.start_from_triangle(pair, triangle);
        }
        pierces(a.at, b.at, ring.map(|i| self.at(i)))
    }

    /// Support points on both sides of a triangle through the origin.
    #[inline(never)]
    fn start_from_triangle(&mut self, pair: &mut Difference<'_, '_>, triangle: [Corner; 3]) -> bool {
        self.clear();
        let [a, b, c] = triangle.map(|corner| corner.at);
        self.centre = vec3::scale(vec3::add(vec3::add(a, b), c), 1.0 / 3.0);
        let normal = vec3::cross(vec3::sub(b, a), vec3::sub(c, a));
        let length = vec3::norm(normal);
        if length < MINVAL {
            return false;
        }
        let ring = triangle.map(|corner| self.insert(corner));
        let below = self.insert_along(pair, vec3::scale(normal, -1.0), length);
        let above = self.insert_along(pair, normal, length);
        if lies_on([a, b, c], self.at(above)) || lies_on([a, b, c], self.at(below)) {
            return false;
        }
        self.bipyramid(above, below, ring).is_ok()
    }

    #[inline(always)]
    fn start_from_tetrahedron(&mut self, pair: &mut Difference<'_, '_>, corners: &[Corner; 4]) -> bool {
        self.clear();
        let [a, b, c, d] = [corners[0].at, corners[1].at, corners[2].at, corners[3].at];
        self.centre = vec3::scale(vec3::add(vec3::add(vec3::add(a, b), c), d), 0.25);
        self.corners.extend_from_slice(corners);
        let faces = [([0, 1, 2], [1, 3, 2]), ([0, 3, 1], [2, 3, 0]), ([0, 2, 3], [0, 3, 1]), ([3, 2, 1], [2, 0, 1])];
        if let Err(face) = self.attach_all(&faces) {
            return self.start_from_triangle(pair, face.map(|i| corners[i as usize]));
        }
        encloses_origin([a, b, c, d])
    }
}

/// Rotation by 120 degrees about `axis`.
fn third_of_turn(axis: Vec3) -> Mat3 {
    let length = vec3::norm(axis);
    let [x, y, z] = [axis[0] / length, axis[1] / length, axis[2] / length];
    let (sin, cos) = (SIN_120, -0.5);
    let rest = 1.0 - cos;
    [
        cos + x * x * rest,
        x * y * rest - z * sin,
        x * z * rest + y * sin,
        y * x * rest + z * sin,
        cos + y * y * rest,
        y * z * rest - x * sin,
        x * z * rest - y * sin,
        y * z * rest + x * sin,
        cos + z * z * rest,
    ]
}

/// Whether the line from `a` to `b` goes through a triangle.
fn pierces(a: Vec3, b: Vec3, triangle: [Vec3; 3]) -> bool {
    let along = vec3::sub(b, a);
    let [r, s, t] = triangle.map(|corner| vec3::sub(corner, a));
    let volume = |u: Vec3, v: Vec3| super::simplex::det(u, v, along);
    let volumes = [volume(r, s), volume(s, t), volume(t, r)];
    volumes.iter().all(|&v| v >= 0.0) || volumes.iter().all(|&v| v <= 0.0)
}

/// Whether `p` is a point of the triangle itself.
fn lies_on(triangle: [Vec3; 3], p: Vec3) -> bool {
    let weights = affine(triangle, p);
    if weights.iter().any(|&w| w < 0.0) {
        return false;
    }
    vec3::norm(vec3::sub(combine(weights, triangle), p)) < MINVAL
}

/// Whether the origin is strictly inside a tetrahedron.
#[inline(always)]
fn encloses_origin([a, b, c, d]: [Vec3; 4]) -> bool {
    faces_origin(a, b, c, d) && faces_origin(b, c, d, a) && faces_origin(c, d, a, b) && faces_origin(d, a, b, c)
}

/// Whether the origin is strictly on the same side of the triangle `p`, `q`, `r` as `s`.
#[inline(always)]
fn faces_origin(p: Vec3, q: Vec3, r: Vec3, s: Vec3) -> bool {
    let normal = vec3::cross(vec3::sub(q, p), vec3::sub(r, p));
    let (corner, origin) = (vec3::dot(normal, vec3::sub(s, p)), vec3::dot(normal, vec3::scale(p, -1.0)));
    (corner > 0.0 && origin > 0.0) || (corner < 0.0 && origin < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::support::{Body, Form};

    #[test]
    fn neighbours_share_their_edges() {
        let cube = |pos| Body::new(Form::Box, [0.5, 0.5, 0.5], pos, mat3::IDENTITY, 0.0);
        let mut bodies = [cube([0.1, 0.2, -0.1]), cube([0.0; 3])];
        let simplex =
            [[0.9, 0.1, 0.2], [-0.9, -0.1, -0.2], [0.0; 3], [0.0; 3]].map(|at| Corner { at, ..Corner::default() });
        let mut polytope = Polytope::default();
        assert!(polytope.start(&mut Difference::new(&mut bodies), &simplex, 2));
        for (i, face) in polytope.faces.iter().enumerate() {
            for e in 0..3 {
                let other = polytope.faces[face.beyond[e] as usize];
                assert!(other.beyond.contains(&(i as u32)));
                assert!(other.corners.contains(&face.corners[e]) && other.corners.contains(&face.corners[NEXT[e]]));
            }
        }
    }
}
