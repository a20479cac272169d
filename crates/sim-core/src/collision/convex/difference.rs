//! The difference of two bodies: what the searches look at, one corner at a time.

use super::hull::Hull;
use super::simplex::Corner;
use super::slope;
use super::support::{Body, Form};
use crate::linalg::wide;
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

    /// Puts the corner farthest along the unit vector `dir` into `out`.
    #[inline(always)]
    pub fn corner(&mut self, dir: Vec3, out: &mut Corner) {
        match &self.twins {
            // the direction is handed over in registers, because a vector just computed that is stored in other pieces
            // than it is read in makes the processor wait
            Some(twins) => wide::mesh_corner(*twins, self.bodies, dir[0], dir[1], dir[2], out),
            None => {
                let [a, b] = &mut *self.bodies;
                let on = [a.support(dir), b.support(vec3::neg(dir))];
                *out = Corner { at: vec3::sub(on[0], on[1]), on, vertex: [a.vertex, b.vertex] };
            }
        }
    }
}

/// Two meshes that can be searched together.
#[derive(Clone, Copy)]
pub(crate) struct Twins<'a> {
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
    pub fn corner_wide(self, bodies: &mut [Body<'_>; 2], x: f64, y: f64, z: f64, out: &mut Corner) {
        let ([a, b], [one, two]) = (bodies, self.hulls);
        let dirs = [a.local([x, y, z]), b.local([-x, -y, -z])];
        // the compiler must not know that four numbers are the same: it would arrange them in other ways
        let spread = dirs.map(slope::spread);
        let spread = black_box(&spread);
        let starts = [one.start(dirs[0], &spread[0], a.climbed), two.start(dirs[1], &spread[1], b.climbed)];
        [a.climbed, b.climbed] = match [one.is_small(), two.is_small()] {
            [false, false] => slope::climb_both([&one.slope, &two.slope], spread, starts),
            [false, true] => [slope::climb(&one.slope, &spread[0], starts[0]), starts[1].0],
            [true, false] => [starts[0].0, slope::climb(&two.slope, &spread[1], starts[1])],
            [true, true] => starts.map(|(at, _)| at),
        };
        let ((p, v), (q, w)) = (one.slope.vertex(a.climbed), two.slope.vertex(b.climbed));
        (a.vertex, b.vertex) = (v, w);
        let on = [a.inflate(a.world(p), [x, y, z]), b.inflate(b.world(q), [-x, -y, -z])];
        *out = Corner { at: vec3::sub(on[0], on[1]), on, vertex: [v, w] };
    }
}
