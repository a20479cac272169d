//! Triangle meshes that a program holds by itself, outside a Model.

use crate::math::{Vec3, vec3};
use std::f64::consts::PI;

/// A triangle mesh: vertices (m), and faces whose corners turn counter-clockwise seen from outside.
///
/// ```
/// use sim_core::TriangleMeshData;
///
/// let cube = TriangleMeshData::cuboid([1.0; 3]);
/// assert_eq!((cube.vertices().len(), cube.faces().len()), (8, 12));
/// assert!((cube.distance([0.0, 0.0, 1.5]) - 0.5).abs() < 1e-9);
/// assert!(cube.distance([0.0; 3]) < 0.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMeshData {
    vertices: Vec<Vec3>,
    faces: Vec<[usize; 3]>,
}

impl TriangleMeshData {
    /// A mesh; `None` when a face names a vertex that does not exist or a coordinate is not finite.
    pub fn new(vertices: Vec<Vec3>, faces: Vec<[usize; 3]>) -> Option<Self> {
        let known = faces.iter().flatten().all(|&v| v < vertices.len());
        let finite = vertices.iter().flatten().all(|x| x.is_finite());
        (known && finite && !faces.is_empty()).then_some(Self { vertices, faces })
    }

    /// A box around the origin.
    pub fn cuboid(half: Vec3) -> Self {
        let corner = |i: usize| std::array::from_fn(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] });
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let faces = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
        Self { vertices: (0..8).map(corner).collect(), faces }
    }

    /// The vertices (m).
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// The faces, as indices of vertices.
    pub fn faces(&self) -> &[[usize; 3]] {
        &self.faces
    }

    /// The triangles, corner by corner.
    pub fn triangles(&self) -> impl Iterator<Item = [Vec3; 3]> + '_ {
        self.faces.iter().map(|f| f.map(|v| self.vertices.get(v).copied().unwrap_or([0.0; 3])))
    }

    /// Lower and upper corner of the mesh's box.
    pub fn aabb(&self) -> (Vec3, Vec3) {
        let first = self.vertices.first().copied().unwrap_or([0.0; 3]);
        self.vertices.iter().fold((first, first), |(low, high), v| {
            (std::array::from_fn(|k| low[k].min(v[k])), std::array::from_fn(|k| high[k].max(v[k])))
        })
    }

    /// Distance (m) to the surface, negative where the mesh winds around the point (Jacobson et al. 2013).
    pub fn distance(&self, p: Vec3) -> f64 {
        let (mut square, mut winding) = (f64::INFINITY, 0.0);
        for triangle in self.triangles() {
            let corners = triangle.map(|v| vec3::sub(v, p));
            let near = nearest_to_origin(corners);
            square = square.min(vec3::dot(near, near));
            winding += solid_angle(corners);
        }
        if winding > 2.0 * PI { -square.sqrt() } else { square.sqrt() }
    }
}

/// The point of a triangle nearest to the origin.
fn nearest_to_origin([a, b, c]: [Vec3; 3]) -> Vec3 {
    let (ab, ac) = (vec3::sub(b, a), vec3::sub(c, a));
    let normal = vec3::cross(ab, ac);
    let square = vec3::dot(normal, normal);
    if square > 0.0 {
        // the foot of the perpendicular counts when it falls inside
        let v = -vec3::dot(normal, vec3::cross(a, ac)) / square;
        let w = -vec3::dot(normal, vec3::cross(ab, a)) / square;
        if v >= 0.0 && w >= 0.0 && v + w <= 1.0 {
            return vec3::add_scaled(vec3::add_scaled(a, ab, v), ac, w);
        }
    }
    let along = |p: Vec3, q: Vec3| {
        let edge = vec3::sub(q, p);
        let length = vec3::dot(edge, edge);
        let t = if length > 0.0 { (-vec3::dot(p, edge) / length).clamp(0.0, 1.0) } else { 0.0 };
        vec3::add_scaled(p, edge, t)
    };
    let mut best = a;
    for candidate in [along(a, b), along(b, c), along(c, a)] {
        if vec3::dot(candidate, candidate) < vec3::dot(best, best) {
            best = candidate;
        }
    }
    best
}

/// Signed solid angle of a triangle seen from the origin (Van Oosterom and Strackee 1983).
fn solid_angle([a, b, c]: [Vec3; 3]) -> f64 {
    let [x, y, z] = [a, b, c].map(vec3::norm);
    let volume = vec3::dot(a, vec3::cross(b, c));
    let divisor = x * y * z + vec3::dot(a, b) * z + vec3::dot(b, c) * x + vec3::dot(c, a) * y;
    2.0 * volume.atan2(divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_a_box() {
        let mesh = TriangleMeshData::cuboid([1.0, 2.0, 3.0]);
        let near = |p: Vec3, expected: f64| assert!((mesh.distance(p) - expected).abs() < 1e-12, "{p:?}");
        near([0.5, 0.1, 0.2], -0.5);
        near([3.0, 0.0, 0.0], 2.0);
        near([2.0, 3.0, 0.0], 2.0_f64.sqrt());
        near([0.0, 0.3, 3.25], 0.25);
    }

    #[test]
    fn wrong_faces_are_refused() {
        assert!(TriangleMeshData::new(vec![[0.0; 3]; 3], vec![[0, 1, 3]]).is_none());
    }
}
