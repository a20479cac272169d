//! Plane against the convex hull of a mesh: the lowest vertex, and others of its neighbourhood that are not
//! too near to it.

use super::Solid;
use crate::convex::Hull;
use crate::math::{Vec3, mat3, vec3};
use crate::shape::manifold::{Manifold, Touch};

/// Most touches.
const MOST: usize = 3;
/// Further touches keep this distance from the first, in units of the bounding radius.
const APART: f64 = 0.3;
/// Meshes with fewer vertices are searched one by one.
const CLIMB_VERTICES: usize = 10;

/// A hull's graph: addresses of the vertices' edges, numbers of the vertices in the mesh, edges.
///
/// A small mesh is searched by mesh vertex, and MuJoCo looks that number up among the addresses although these
/// go by hull vertex. Where some vertices are not on the hull the number can exceed them; the entry found is then one of
/// the next table. So the tables are kept in one piece.
#[derive(Clone, Copy)]
struct Graph<'a> {
    count: usize,
    tables: &'a [i32],
}

impl<'a> Graph<'a> {
    fn new(graph: &'a [i32]) -> Option<Self> {
        let count = usize::try_from(*graph.first()?).ok()?;
        let tables = graph.get(2..)?;
        tables.get(..count.checked_mul(2)?)?;
        Some(Self { count, tables })
    }

    /// Hull vertices connected to `local`.
    fn neighbours(self, local: usize) -> impl Iterator<Item = usize> + 'a {
        let address = self.tables.get(local).and_then(|&a| (2 * self.count).checked_add_signed(a as isize));
        let list = address.and_then(|a| self.tables.get(a..)).unwrap_or_default();
        list.iter().map_while(|&e| usize::try_from(e).ok())
    }

    fn vertex(self, hull: &Hull<'_>, local: usize) -> Vec3 {
        let global = self.tables.get(self.count.saturating_add(local));
        global.and_then(|&g| usize::try_from(g).ok()).map_or([0.0; 3], |g| vertex(hull, g))
    }
}

fn vertex(hull: &Hull<'_>, i: usize) -> Vec3 {
    hull.vert.get(i).map_or([0.0; 3], |v| v.map(f64::from))
}

/// Farthest vertex along `dir`, and the number under which the neighbourhood search finds it.
fn farthest(hull: &Hull<'_>, graph: Option<Graph<'_>>, dir: Vec3) -> Option<(Vec3, usize)> {
    let count = hull.vert.len();
    let along = |v: Vec3| dir[0] * v[0] + dir[1] * v[1] + dir[2] * v[2];
    let Some(graph) = graph.filter(|_| count >= CLIMB_VERTICES) else {
        let mut best = (-1e10, None);
        for i in 0..count {
            let reach = along(vertex(hull, i));
            if reach > best.0 {
                best = (reach, Some(i));
            }
        }
        return best.1.map(|i| (vertex(hull, i), i));
    };
    let mut best = 0;
    let mut reach = along(graph.vertex(hull, best));
    loop {
        let start = best;
        // the list of a vertex is followed to its end even when a better one was found in it
        for near in graph.neighbours(start) {
            let far = along(graph.vertex(hull, near));
            if far > reach {
                (reach, best) = (far, near);
            }
        }
        if best == start {
            return Some((graph.vertex(hull, best), best));
        }
    }
}

/// Plane and mesh; `rbound` is the radius of the mesh's bounding sphere.
pub fn plane_mesh(plane: &Solid, mesh: &Solid, hull: &Hull<'_>, rbound: f64, margin: f64, out: &mut Manifold) {
    let normal = plane.axis();
    let dir = mat3::mul_t_vec(&mesh.mat, vec3::neg(normal));
    let graph = Graph::new(hull.graph());
    let Some((lowest, index)) = farthest(hull, graph, dir) else { return };

    let touch = |v: Vec3| {
        let point = vec3::add(mat3::mul_vec(&mesh.mat, v), mesh.pos);
        let dist = vec3::dot(normal, vec3::sub(point, plane.pos));
        (point, Touch { dist, pos: vec3::add_scaled(point, normal, -0.5 * dist), normal, tangent: [0.0; 3] })
    };
    let (_, first) = touch(lowest);
    if first.dist > margin {
        return;
    }
    out.push(first);
    let mut count = 1;
    let threshold = vec3::dot(normal, vec3::sub(mesh.pos, plane.pos)) - margin;
    let mut add = |v: Vec3| {
        if dir[0] * v[0] + dir[1] * v[1] + dir[2] * v[2] > threshold {
            let (point, touch) = touch(v);
            if vec3::dist(point, first.pos) >= APART * rbound {
                out.push(touch);
                count += 1;
            }
        }
        count < MOST
    };
    match graph {
        Some(graph) => graph.neighbours(index).map(|i| graph.vertex(hull, i)).all(&mut add),
        None => (0..hull.vert.len()).filter(|&i| i != index).map(|i| vertex(hull, i)).all(&mut add),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tetrahedron_without_a_graph() {
        let vert = [[0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let hull = Hull { vert: &vert, ..Hull::default() };
        let floor = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [0.0; 3] };
        let mesh = Solid { pos: [0.0, 0.0, -0.01], mat: mat3::IDENTITY, size: [0.0; 3] };
        let mut out = Manifold::default();
        plane_mesh(&floor, &mesh, &hull, 1.0, 0.0, &mut out);
        assert_eq!(out.len(), 3);
        assert!(out.iter().all(|t| (t.dist + 0.01).abs() < 1e-15));
    }
}
