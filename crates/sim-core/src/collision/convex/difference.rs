//! The difference of two bodies: what the searches look at, one corner at a time.

use super::hull::Hull;
use super::simplex::Corner;
use super::slope;
use super::support::{Body, Form};
use crate::math::{Vec3, vec3};
use std::hint::black_box;

/// Two bodies whose difference is searched.
pub(crate) struct Difference<'b, 'a> {
    pub bodies: &'b mut [Body<'a>; 2],
    twins: Option<Twins<'a>>,
}

impl<'b, 'a> Difference<'b, 'a> {
    pub fn new(bodies: &'b mut [Body<'a>; 2]) -> Self {
        let twins = Twins::of(bodies);
        Self { bodies, twins }
    }

    /// Whether both bodies are polyhedra with sharp vertices, on which the searches end by themselves.
    pub fn is_discrete(&self) -> bool {
        self.bodies[0].is_discrete() && self.bodies[1].is_discrete()
    }

    /// Puts the corner farthest along the unit vector `dir` into `out`, and returns where it is: read back from memory in
    /// other pieces than it was stored in, it would make the processor wait.
    #[inline(always)]
    pub fn corner(&mut self, dir: Vec3, out: &mut Corner) -> Vec3 {
        *out = match self.twins {
            Some(twins) => twins.corner(self.bodies, dir),
            None => {
                let [a, b] = &mut *self.bodies;
                let on = [a.support(dir), b.support(vec3::neg(dir))];
                Corner { at: vec3::sub(on[0], on[1]), on, vertex: [a.vertex, b.vertex] }
            }
        };
        out.at
    }

    /// The same as a call, for places that are seldom reached.
    #[inline(never)]
    pub fn rare_corner(&mut self, dir: Vec3, out: &mut Corner) {
        self.corner(dir, out);
    }
}

/// Two meshes that can be searched together.
#[derive(Clone, Copy)]
struct Twins<'a> {
    hulls: [&'a Hull<'a>; 2],
}

impl<'a> Twins<'a> {
    /// The hulls of two meshes; `None` when a body is something else.
    #[inline]
    fn of(bodies: &[Body<'a>; 2]) -> Option<Self> {
        match (bodies[0].form, bodies[1].form) {
            (Form::Mesh(one), Form::Mesh(two)) if !one.slope.is_empty() && !two.slope.is_empty() => {
                Some(Self { hulls: [one, two] })
            }
            _ => None,
        }
    }

    /// The corner farthest along a unit vector.
    #[inline(always)]
    fn corner(self, bodies: &mut [Body<'_>; 2], dir: Vec3) -> Corner {
        let ([a, b], [one, two]) = (bodies, self.hulls);
        let back = vec3::neg(dir);
        let dirs = [a.local(dir), b.local(back)];
        // the compiler must not know that four numbers are the same: it would arrange them in other ways
        let spread = dirs.map(slope::spread);
        let spread = black_box(&spread);
        let starts = [one.start(dirs[0], &spread[0], a.climbed), two.start(dirs[1], &spread[1], b.climbed)];
        [a.climbed, b.climbed] = match [one.is_small(), two.is_small()] {
            [false, false] => slope::climb_both([&one.slope, &two.slope], spread, starts),
            [false, true] => [slope::climb(&one.slope, &spread[0], starts[0]), starts[1].0],
            [true, false] => [starts[0].0, slope::climb(&two.slope, &spread[1], starts[1])],
            [true, true] => [starts[0].0, starts[1].0],
        };
        let ((p, v), (q, w)) = (one.slope.vertex(a.climbed), two.slope.vertex(b.climbed));
        (a.vertex, b.vertex) = (v, w);
        let on = [a.inflate(a.world(p), dir), b.inflate(b.world(q), back)];
        Corner { at: vec3::sub(on[0], on[1]), on, vertex: [v, w] }
    }
}
