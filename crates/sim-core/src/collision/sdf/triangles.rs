//! A distance field against triangles: the faces of a mesh, or the surface of a height field.
//!
//! From points spread over each triangle that may reach the field, the Frank-Wolfe method (Frank and Wolfe 1956) walks
//! within the triangle to where the field is deepest (Macklin et al. 2020, local optimization for SDF collision).

use super::descent::{Collector, SearchLimits, halton, relative};
use super::field::Field;
use crate::math::{MINVAL, Mat3, Pose, Vec3, mat3, vec3};
use crate::model::Model;
use crate::shape::manifold::{MAX_TOUCHES, Manifold};
use crate::shape::terrain;

/// Larger than any value the search meets.
const FAR: f64 = 1e10;
/// Share of the distance at its centre by which a triangle is thickened to a tetrahedron.
const THICKNESS: f64 = 0.1;
/// Tetrahedra flatter than this (m) are judged by the triangle's own circle.
const FLAT: f64 = 0.1;
/// Deepest level of a bounding-volume hierarchy.
const MAX_DEPTH: usize = 64;

/// A field met by triangles that are given in another frame.
pub struct Search<'a> {
    field: Field<'a>,
    pose: Pose,
    offset: Vec3,
    mat: Mat3,
    effort: SearchLimits,
    /// Whether what may be near is judged by bounds that hold. The reference's own test, which meshes against the octree
    /// of a mesh must follow, takes the field outside its box for exact and misses slanted triangles.
    thorough: bool,
    /// Penetrating points in the field's frame.
    points: [Vec3; MAX_TOUCHES],
    depths: [f64; MAX_TOUCHES],
    count: usize,
}

impl<'a> Search<'a> {
    /// A search of triangles in the frame `triangles` against a field in the frame `pose`.
    pub fn new(triangles: &Pose, field: Field<'a>, pose: &Pose, effort: SearchLimits) -> Self {
        let (offset, mat) = relative(triangles, pose);
        let (points, depths) = ([[0.0; 3]; MAX_TOUCHES], [0.0; MAX_TOUCHES]);
        let thorough = matches!(field, Field::Grid(_));
        Self { field, pose: *pose, offset, mat, effort, thorough, points, depths, count: 0 }
    }

    fn seen(&self, v: Vec3) -> Vec3 {
        vec3::add(mat3::mul_vec(&self.mat, v), self.offset)
    }

    /// Whether the sphere around a box, given by centre and half-sizes, may reach the field.
    pub fn reaches(&self, aabb: &[f64; 6]) -> bool {
        let radius = vec3::norm([aabb[3], aabb[4], aabb[5]]);
        let centre = self.seen([aabb[0], aabb[1], aabb[2]]);
        let distance = if self.thorough { self.field.least_distance(centre) } else { self.field.distance(centre) };
        distance < radius
    }

    /// Whether there is no room for further points.
    pub fn is_full(&self) -> bool {
        self.count >= MAX_TOUCHES
    }

    /// Keeps the points of one triangle that are inside the field.
    pub fn triangle(&mut self, corners: [Vec3; 3]) {
        let corners = corners.map(|v| self.seen(v));
        let is_near = if self.thorough { self.may_reach(&corners) } else { self.circumsphere_reaches(&corners) };
        if !is_near {
            return;
        }
        for start in 0..self.effort.starts.max(1) {
            let index = start.saturating_add(1);
            let (mut u, mut v) = (halton(index, 2), halton(index, 3));
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            let w = 1.0 - u - v;
            let mut x: Vec3 = std::array::from_fn(|k| w * corners[0][k] + u * corners[1][k] + v * corners[2][k]);
            let depth = self.walk(&mut x, &corners);
            if depth < 0.0 {
                let Some(slot) = self.points.get_mut(self.count) else { return };
                *slot = x;
                self.depths[self.count] = depth;
                self.count += 1;
            }
            if self.is_full() {
                return;
            }
        }
    }

    /// Walks to the deepest point of a triangle; the distance there.
    fn walk(&self, x: &mut Vec3, corners: &[Vec3; 3]) -> f64 {
        for step in 0..self.effort.iterations {
            let grad = self.field.gradient(*x);
            let (mut best, mut target) = (FAR, *x);
            for corner in corners {
                let along = vec3::dot(*corner, grad);
                if along < best {
                    (best, target) = (along, *corner);
                }
            }
            *x = vec3::add_scaled(*x, vec3::sub(target, *x), 2.0 / (f64::from(step) + 2.0));
        }
        self.field.distance(*x)
    }

    /// Whether the sphere around the triangle's centre may reach the field.
    fn may_reach(&self, t: &[Vec3; 3]) -> bool {
        let centroid = vec3::scale(vec3::add(vec3::add(t[0], t[1]), t[2]), 1.0 / 3.0);
        let radius = t.iter().map(|&corner| vec3::dist(corner, centroid)).fold(0.0, f64::max);
        self.field.least_distance(centroid) < radius
    }

    /// Whether the sphere around the triangle and a point off its centre may reach the field.
    fn circumsphere_reaches(&self, t: &[Vec3; 3]) -> bool {
        let edge = vec3::sub(t[1], t[0]);
        let (normal, _) = vec3::normalize(vec3::cross(edge, vec3::sub(t[2], t[0])));
        let third = 1.0 / 3.0;
        let centroid = vec3::add_scaled(vec3::add_scaled(vec3::scale(t[0], third), t[1], third), t[2], third);
        let distance = self.field.distance(centroid);
        let height = -distance * THICKNESS;
        if height.abs() < FLAT {
            return distance < circumradius(t);
        }
        let apex = vec3::add_scaled(centroid, normal, -height);
        let v = t.map(|corner| vec3::sub(corner, apex));
        let cross = [vec3::cross(v[1], v[2]), vec3::cross(v[2], v[0]), vec3::cross(v[0], v[1])];
        let mut centre = vec3::scale(cross[0], vec3::dot(v[0], v[0]));
        centre = vec3::add_scaled(centre, cross[1], vec3::dot(v[1], v[1]));
        centre = vec3::add_scaled(centre, cross[2], vec3::dot(v[2], v[2]));
        let volume = 2.0 * vec3::dot(v[0], cross[0]);
        if volume.abs() < MINVAL {
            return distance < vec3::norm(edge);
        }
        centre = vec3::scale(centre, 1.0 / volume);
        self.field.distance(vec3::add(centre, apex)) < vec3::norm(centre)
    }

    /// Makes touches of the points, normals from the triangles into the field.
    pub fn finish(self, out: &mut Manifold) {
        let mut found = Collector::new(&self.pose);
        for (x, depth) in self.points.iter().zip(&self.depths).take(self.count) {
            if !found.add(*x, *depth, || self.field.gradient(*x), out) {
                return;
            }
        }
    }
}

/// Radius of the circle through three points (Heron).
fn circumradius(t: &[Vec3; 3]) -> f64 {
    let [a, b, c] = [vec3::dist(t[0], t[1]), vec3::dist(t[1], t[2]), vec3::dist(t[2], t[0])];
    let s = (a + b + c) / 2.0;
    let area = (s * (s - a) * (s - b) * (s - c)).sqrt();
    a * b * c / (4.0 * area.max(MINVAL))
}

/// Searches the faces of mesh `mesh` of a Model, through its hierarchy of boxes.
pub(super) fn search_mesh(m: &Model, mesh: usize, search: &mut Search<'_>) {
    let Some(Ok(root)) = m.mesh_bvhadr.get(mesh).map(|&a| usize::try_from(a)) else { return };
    let mut pending = [0usize; MAX_DEPTH];
    let mut count = 1;
    while count > 0 && !search.is_full() {
        count -= 1;
        let node = root + pending[count];
        let Some(aabb) = m.bvh_aabb.as_chunks::<6>().0.get(node) else { continue };
        if !search.reaches(aabb) {
            continue;
        }
        if let Ok(face) = usize::try_from(m.bvh_nodeid[node]) {
            if let Some(corners) = face_corners(m, mesh, face) {
                search.triangle(corners);
            }
            continue;
        }
        for child in [m.bvh_child[2 * node], m.bvh_child[2 * node + 1]] {
            if let (Ok(child), true) = (usize::try_from(child), count < MAX_DEPTH) {
                pending[count] = child;
                count += 1;
            }
        }
    }
}

fn face_corners(m: &Model, mesh: usize, face: usize) -> Option<[Vec3; 3]> {
    let face = usize::try_from(m.mesh_faceadr[mesh]).ok()?.checked_add(face)?;
    let corners = m.mesh_face.as_chunks::<3>().0.get(face)?;
    let mut out = [[0.0; 3]; 3];
    for (slot, &corner) in out.iter_mut().zip(corners) {
        let vertex = usize::try_from(m.mesh_vertadr[mesh].checked_add(corner)?).ok()?;
        *slot = m.mesh_vert.as_chunks::<3>().0.get(vertex)?.map(f64::from);
    }
    Some(out)
}

/// Searches the surface of a height field over the cells that a ball, in the height field's frame, may touch.
pub(super) fn search_terrain(terrain: &terrain::Field<'_>, centre: Vec3, radius: f64, search: &mut Search<'_>) {
    if terrain.nrow < 2 || terrain.ncol < 2 {
        return;
    }
    search.thorough = true;
    let step = [2.0 * terrain.size[0] / (terrain.ncol - 1) as f64, 2.0 * terrain.size[1] / (terrain.nrow - 1) as f64];
    // conversions saturate, and take what is not a number for zero
    let range = |axis: usize, cells: usize| {
        let at = |x: f64| (x + terrain.size[axis]) / step[axis];
        let first = (at(centre[axis] - radius).floor() as usize).min(cells);
        first..(at(centre[axis] + radius).ceil() as usize).min(cells)
    };
    for r in range(1, terrain.nrow - 1) {
        for c in range(0, terrain.ncol - 1) {
            let corner = |dr: usize, dc: usize| terrain.surface(r + dr, c + dc, step, 0.0);
            let [a, b, d, e] = [corner(0, 0), corner(0, 1), corner(1, 0), corner(1, 1)];
            for triangle in [[a, b, e], [a, e, d]] {
                search.triangle(triangle);
                if search.is_full() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GeomType;

    #[test]
    fn a_floor_triangle_finds_the_bottom_of_a_ball() {
        let ball = Field::Shape(GeomType::Sphere, [1.0, 0.0, 0.0]);
        let pose = Pose { pos: [0.0, 0.0, 0.9], ..Pose::IDENTITY };
        let effort = SearchLimits { iterations: 200, starts: 1 };
        let mut search = Search::new(&Pose::IDENTITY, ball, &pose, effort);
        search.triangle([[-3.0, -2.0, 0.0], [3.0, -2.0, 0.0], [0.0, 4.0, 0.0]]);
        let mut out = Manifold::default();
        search.finish(&mut out);
        assert_eq!(out.len(), 1);
        assert!((out[0].dist + 0.1).abs() < 0.01 && out[0].normal[2] > 0.95, "{:?}", out[0]);
    }
}
