//! Support points: the point of a shape farthest along a direction, all that the iterations need to know of a shape.
//!
//! Ties are decided as in MuJoCo: a direction with a zero component chooses the positive side, and a hull keeps
//! the vertex found last unless another one is strictly farther.

use super::hull::Hull;
use crate::math::{MINVAL, Mat3, Vec3, mat3, vec3};

/// What a convex body is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'a> {
    /// A point: a sphere without its radius.
    Point,
    /// A segment: a capsule without its radius.
    Segment,
    /// Radius.
    Sphere,
    /// Radius, half length.
    Capsule,
    /// Half axes.
    Ellipsoid,
    /// Radius, half length.
    Cylinder,
    /// Half extents.
    Box,
    /// Hull of a mesh.
    Mesh(&'a Hull<'a>),
    /// A prism with vertical walls; see [`Body::prism`].
    Prism,
}

/// A convex body as the iterations see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<'a> {
    pub form: Form<'a>,
    pub size: Vec3,
    pub pos: Vec3,
    pub mat: Mat3,
    /// The surface is moved out by half of this (m).
    pub margin: f64,
    /// Vertex of the last support point, of shapes that have vertices; -1: none.
    pub vertex: i32,
    /// That vertex in the numbering of the hull graph; -1: none.
    pub climbed: i32,
}

impl<'a> Body<'a> {
    pub fn new(form: Form<'a>, size: Vec3, pos: Vec3, mat: Mat3, margin: f64) -> Self {
        Self { form, size, pos, mat, margin, vertex: -1, climbed: -1 }
    }

    /// A prism under a triangle with its other end at height `bottom`: the triangle stands in the place of the matrix.
    pub fn prism(top: [Vec3; 3], bottom: f64) -> Self {
        let [[a, b, c], [d, e, f], [g, h, i]] = top;
        Self::new(Form::Prism, [bottom, 0.0, 0.0], [0.0; 3], [a, b, c, d, e, f, g, h, i], 0.0)
    }

    /// The upper or the lower triangle of a prism.
    #[inline]
    fn triangle(&self, is_upper: bool) -> [Vec3; 3] {
        let m = &self.mat;
        let z = |top: f64| if is_upper { top } else { self.size[0] };
        [[m[0], m[1], z(m[2])], [m[3], m[4], z(m[5])], [m[6], m[7], z(m[8])]]
    }

    /// Whether the body is a polyhedron with sharp vertices, on which the iterations end by themselves.
    pub fn is_discrete(&self) -> bool {
        self.margin == 0.0 && matches!(self.form, Form::Mesh(_) | Form::Box | Form::Prism)
    }

    /// A point inside, from which the search starts.
    pub fn centre(&self) -> Vec3 {
        match &self.form {
            Form::Prism => {
                let (below, above) = (self.triangle(false), self.triangle(true));
                let sum = below.iter().chain(&above).fold([0.0; 3], |sum, &corner| vec3::add(sum, corner));
                vec3::scale(sum, 1.0 / 6.0)
            }
            _ => self.pos,
        }
    }

    /// The farthest point along the unit vector `dir`, margin included.
    #[inline]
    pub fn support(&mut self, dir: Vec3) -> Vec3 {
        let point = self.surface(dir);
        self.inflate(point, dir)
    }

    /// A point of the surface, whose normal is `dir`, moved out by the margin.
    #[inline]
    pub fn inflate(&self, point: Vec3, dir: Vec3) -> Vec3 {
        if self.margin > 0.0 { vec3::add_scaled(point, dir, 0.5 * self.margin) } else { point }
    }

    /// The farthest point along the unit vector `dir`, without margin.
    #[inline(always)]
    pub fn surface(&mut self, [x, y, z]: Vec3) -> Vec3 {
        self.surface_along(x, y, z)
    }

    /// Support point along `(x, y, z)`. The direction is passed in registers: a vector that is stored in other pieces than it is
    /// read in stalls the processor.
    #[inline(never)]
    fn surface_along(&mut self, x: f64, y: f64, z: f64) -> Vec3 {
        let (dir, size) = ([x, y, z], self.size);
        match &self.form {
            Form::Point => self.pos,
            Form::Segment => {
                let axis = mat3::col(&self.mat, 2);
                vec3::add(vec3::scale(axis, signed(size[1], vec3::dot(axis, dir))), self.pos)
            }
            Form::Sphere => vec3::add(vec3::scale(dir, size[0]), self.pos),
            Form::Capsule => {
                let local = self.local(dir);
                let mut point = vec3::scale(local, size[0]);
                point[2] += signed(size[1], local[2]);
                self.world(point)
            }
            Form::Ellipsoid => self.ellipsoid(x, y, z),
            Form::Cylinder => {
                let local = self.local(dir);
                let across = local[0] * local[0] + local[1] * local[1];
                let scale = if across >= MINVAL * MINVAL { size[0] / across.sqrt() } else { 0.0 };
                self.world([scale * local[0], scale * local[1], signed(size[1], local[2])])
            }
            Form::Box => {
                let local = self.local(dir);
                let corner = [signed(size[0], local[0]), signed(size[1], local[1]), signed(size[2], local[2])];
                self.vertex = (0..3).map(|k| i32::from(corner[k] > 0.0) << k).sum();
                self.world(corner)
            }
            Form::Mesh(hull) => {
                let hull: &Hull<'_> = hull;
                self.corner_of_hull(hull, x, y, z)
            }
            Form::Prism => {
                let corners = self.triangle(dir[2] >= 0.0);
                let (mut best, mut most) = (corners[0], vec3::dot(corners[0], dir));
                for corner in [corners[1], corners[2]] {
                    let along = vec3::dot(corner, dir);
                    if along > most {
                        (best, most) = (corner, along);
                    }
                }
                best
            }
        }
    }

    /// The farthest vertex of a mesh; out of line, so that the other shapes do not pay for its registers.
    #[inline(never)]
    fn corner_of_hull(&mut self, hull: &Hull<'_>, x: f64, y: f64, z: f64) -> Vec3 {
        let local = self.local([x, y, z]);
        let mut kept = [self.vertex, self.climbed];
        let corner = hull.farthest(local, &mut kept);
        [self.vertex, self.climbed] = kept;
        self.world(corner)
    }

    #[inline]
    pub fn local(&self, dir: Vec3) -> Vec3 {
        mat3::mul_t_vec(&self.mat, dir)
    }

    #[inline]
    pub fn world(&self, point: Vec3) -> Vec3 {
        vec3::add(mat3::mul_vec(&self.mat, point), self.pos)
    }

    /// The image of a unit sphere's support point under the stretch by the half axes.
    #[inline(never)]
    fn ellipsoid(&self, x: f64, y: f64, z: f64) -> Vec3 {
        let (local, size) = (self.local([x, y, z]), self.size);
        let stretched = [local[0] * size[0], local[1] * size[1], local[2] * size[2]];
        let square = vec3::dot(stretched, stretched);
        if square < MINVAL * MINVAL {
            return vec3::add(vec3::scale(mat3::col(&self.mat, 0), size[0]), self.pos);
        }
        let inverse = 1.0 / square.sqrt();
        self.world([
            stretched[0] * (inverse * size[0]),
            stretched[1] * (inverse * size[1]),
            stretched[2] * (inverse * size[2]),
        ])
    }
}

/// `length` with the sign of `along`, positive at zero.
#[inline]
fn signed(length: f64, along: f64) -> f64 {
    if along >= 0.0 { length } else { -length }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(form: Form<'_>) -> Body<'_> {
        Body::new(form, [0.5, 0.25, 2.0], [1.0, 0.0, 0.0], mat3::IDENTITY, 0.0)
    }

    #[test]
    fn corners_are_numbered_by_their_signs() {
        let mut cube = body(Form::Box);
        assert_eq!(cube.support([-0.6, 0.8, 0.0]), [0.5, 0.25, 2.0]);
        assert_eq!(cube.vertex, 6);
    }

    #[test]
    fn margin_moves_the_surface_by_half() {
        let mut ball = body(Form::Sphere);
        ball.margin = 0.2;
        assert!((ball.support([0.0, 0.0, 1.0])[2] - 0.6).abs() < 1e-15);
    }

    #[test]
    fn directions_that_are_no_numbers_end() {
        let hull = Hull { vert: &[[0.0; 3]; 2], ..Hull::default() };
        for form in [Form::Ellipsoid, Form::Cylinder, Form::Box, Form::Mesh(&hull), Form::Prism] {
            body(form).support([f64::NAN; 3]);
        }
    }
}
