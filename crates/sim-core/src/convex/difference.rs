//! The Minkowski difference of two bodies, one corner at a time.

use super::hull::Hull;
use super::simplex::Corner;
use super::support::{Body, Form};
use crate::math::{Vec3, vec3};
use crate::shape::hull_adjacency;
use std::hint::black_box;

/// Two bodies whose difference is searched.
pub(crate) struct Difference<'b, 'a> {
    pub bodies: &'b mut [Body<'a>; 2],
    /// The hulls of two meshes that are laid out for the search uphill.
    hulls: Option<[&'a Hull<'a>; 2]>,
}

impl<'b, 'a> Difference<'b, 'a> {
    pub fn new(bodies: &'b mut [Body<'a>; 2]) -> Self {
        let hulls = match (bodies[0].form, bodies[1].form) {
            (Form::Mesh(a), Form::Mesh(b)) if !a.neighbours.is_empty() && !b.neighbours.is_empty() => Some([a, b]),
            _ => None,
        };
        Self { bodies, hulls }
    }

    /// Whether both bodies are polyhedra with sharp vertices, on which the searches end by themselves.
    pub fn is_discrete(&self) -> bool {
        self.bodies[0].is_discrete() && self.bodies[1].is_discrete()
    }

    /// Puts the corner farthest along the unit vector `dir` into `out`, and returns where it is: read back from memory in
    /// other pieces than it was stored in, it would make the processor wait.
    #[inline(always)]
    pub fn corner(&mut self, dir: Vec3, out: &mut Corner) -> Vec3 {
        *out = match self.hulls {
            Some(hulls) => corner_of_hulls(self.bodies, hulls, dir),
            None => {
                let [a, b] = &mut *self.bodies;
                let on = [a.support(dir), b.support(vec3::neg(dir))];
                Corner { at: vec3::sub(on[0], on[1]), on, vertex: [a.vertex, b.vertex] }
            }
        };
        out.at
    }

    /// [`corner`](Self::corner) as a function call, for rare places.
    #[inline(never)]
    pub fn rare_corner(&mut self, dir: Vec3, out: &mut Corner) {
        self.corner(dir, out);
    }
}

/// The corner for two meshes, whose hulls are walked in step.
#[inline(always)]
fn corner_of_hulls(bodies: &mut [Body<'_>; 2], hulls: [&Hull<'_>; 2], dir: Vec3) -> Corner {
    let ([a, b], [one, two]) = (bodies, hulls);
    let back = vec3::neg(dir);
    let dirs = [a.local(dir), b.local(back)];
    let spread = dirs.map(hull_adjacency::spread);
    let spread = black_box(&spread);
    let starts = [one.start(dirs[0], &spread[0], a.climbed), two.start(dirs[1], &spread[1], b.climbed)];
    // of a small mesh all points have been looked at
    [a.climbed, b.climbed] = match [one.is_small(), two.is_small()] {
        [false, false] => hull_adjacency::climb_both([&one.neighbours, &two.neighbours], spread, starts),
        [false, true] => [hull_adjacency::climb(&one.neighbours, &spread[0], starts[0]), starts[1].0],
        [true, false] => [starts[0].0, hull_adjacency::climb(&two.neighbours, &spread[1], starts[1])],
        [true, true] => [starts[0].0, starts[1].0],
    };
    let ((p, v), (q, w)) = (one.neighbours.vertex(a.climbed), two.neighbours.vertex(b.climbed));
    (a.vertex, b.vertex) = (v, w);
    let on = [a.inflate(a.world(p), dir), b.inflate(b.world(q), back)];
    Corner { at: vec3::sub(on[0], on[1]), on, vertex: [v, w] }
}
