//! Convex hulls as graphs, in the layout of `mesh_graph`: number of vertices, number of faces, for each vertex the
//! address of its edges, for each vertex its number in the mesh, the edges (ends by hull vertex, each vertex's list
//! closed by -1), the faces (by mesh vertex).

mod exact;
mod grow;
mod limits;
mod robust;

use super::hash::Fast;
use crate::stop::Stop;
use limits::Limits;
use sim_core::math::{MINVAL, Vec3, vec3};
use std::collections::HashMap;

/// A hull graph; empty when there is none.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph(Vec<i32>);

impl Graph {
    /// Faces by mesh vertex, three numbers each, counter-clockwise from outside.
    pub(super) fn faces(&self) -> &[i32] {
        match self.0[..] {
            [nvert, nface, ..] => &self.0[2 + 3 * nvert as usize + 3 * nface as usize..],
            _ => &[],
        }
    }

    /// The whole graph.
    pub(super) fn into_data(self) -> Vec<i32> {
        self.0
    }

    fn new(hull: &Hull, npoint: usize) -> Self {
        let (nvert, nface) = (hull.verts.len(), hull.faces.len());
        let mut local = vec![-1i32; npoint];
        for (i, v) in hull.verts.iter().enumerate() {
            local[*v as usize] = i as i32;
        }
        // faces around every vertex, in order of the faces
        let mut around: Vec<Vec<u32>> = vec![vec![]; nvert];
        for (f, face) in hull.faces.iter().enumerate() {
            for v in face {
                around[local[*v as usize] as usize].push(f as u32);
            }
        }
        let mut address = Vec::with_capacity(nvert);
        let mut edges: Vec<i32> = Vec::with_capacity(nvert + 3 * nface);
        // the vertex whose list last took each vertex in
        let mut taken = vec![u32::MAX; nvert];
        for (v, faces) in hull.verts.iter().zip(&around) {
            address.push(edges.len() as i32);
            for f in faces {
                for w in hull.faces[*f as usize] {
                    let end = local[w as usize];
                    if w != *v && taken[end as usize] != *v {
                        taken[end as usize] = *v;
                        edges.push(end);
                    }
                }
            }
            edges.push(-1);
        }
        let mut data = vec![nvert as i32, nface as i32];
        data.extend(address);
        data.extend(hull.verts.iter().map(|v| *v as i32));
        data.extend(edges);
        data.extend(hull.faces.iter().flatten().map(|v| *v as i32));
        Self(data)
    }
}

/// Convex hull of a mesh's vertices, with at most `max_verts` vertices unless that is -1.
///
/// [`grow`] makes it, with vertices and faces in MuJoCo's order. It does not cover points that are flat or doubled at the
/// scale of rounding: they get a hull by exact predicates, in another order. A requested stop gives no hull.
pub(super) fn graph(vert: &[Vec3], max_verts: i32, stop: &Stop) -> Result<Graph, String> {
    check_solid(vert)?;
    let max_verts = usize::try_from(max_verts).ok().map(|n| n.max(4));
    if let Some(data) = grow::graph(vert, max_verts, stop) {
        return Ok(Graph(data));
    }
    Ok(Graph::new(&hull(vert, max_verts, stop)?, vert.len()))
}

/// A triangulated hull, by point numbers.
struct Hull {
    /// Triangles, counter-clockwise from outside.
    faces: Vec<[u32; 3]>,
    /// Vertices in ascending order.
    verts: Vec<u32>,
}

/// Builds the surface, then again with its true corners only: points inside a side or an edge are not vertices.
fn hull(vert: &[Vec3], max_verts: Option<usize>, stop: &Stop) -> Result<Hull, String> {
    let flat = || "the mesh is flat within rounding, its convex hull cannot be computed".to_string();
    let limits = Limits::of(vert);
    let mut used = distinct(vert, limits.same);
    let mut limit = max_verts;
    loop {
        let surface = robust::build(vert, &used, limit, stop).ok_or_else(flat)?;
        let corners = robust::corners(vert, &surface, &limits);
        if corners.len() < 4 {
            return Err(flat());
        }
        let count = surface.vertex_count();
        if corners.len() == count {
            return Ok(Hull { faces: surface.faces, verts: corners });
        }
        // vertices that turned out not to be corners make room for others
        match (limit, max_verts) {
            (Some(tried), Some(max)) if count == tried && corners.len() < max => {
                limit = Some(tried + max - corners.len());
            }
            _ => (used, limit) = (corners, max_verts),
        }
    }
}

/// Returns the vertices without those that coincide, within rounding, with an earlier one.
fn distinct(vert: &[Vec3], near: f64) -> Vec<u32> {
    let mut known: HashMap<[i64; 3], (), Fast> = HashMap::default();
    known.reserve(vert.len());
    let cell = |x: f64| (x / (2.0 * near)).floor() as i64;
    let mut out = vec![];
    for (i, v) in vert.iter().enumerate() {
        // the cells that hold every place closer than `near` along each axis
        let [x, y, z] = v.map(|x| [cell(x - near), cell(x + near)]);
        let seen = (0..8).any(|c| known.contains_key(&[x[c & 1], y[c >> 1 & 1], z[c >> 2]]));
        if !seen {
            known.insert(v.map(cell), ());
            out.push(i as u32);
        }
    }
    out
}

/// Refuses vertices that are all in one place, on one line or in one plane.
fn check_solid(vert: &[Vec3]) -> Result<(), String> {
    let Some(&origin) = vert.first() else { return Err("the mesh has no vertices".into()) };
    let second = vert.iter().enumerate().skip(1).find(|(_, v)| vec3::dist(**v, origin) > MINVAL);
    let Some((at, second)) = second else {
        return Err("all vertices of the mesh are in one place, it has no convex hull; use a small sphere".into());
    };
    let edge = vec3::sub(*second, origin);
    let length = vec3::dist(*second, origin);
    let mut normal = None;
    for (i, v) in vert.iter().enumerate().skip(1) {
        let other = vec3::sub(*v, origin);
        let other_length = vec3::norm(other);
        if i == at || other_length < MINVAL {
            continue;
        }
        let cross = vec3::cross(edge, other);
        let norm = vec3::norm(cross);
        if norm > MINVAL * length * other_length {
            normal = Some(cross.map(|x| x / norm));
            break;
        }
    }
    let Some(normal) = normal else {
        return Err("the vertices of the mesh lie on a line, it has no convex hull; use a thin capsule".into());
    };
    let offset = vec3::dot(normal, origin);
    if vert.iter().all(|v| (vec3::dot(normal, *v) - offset).abs() <= MINVAL * length) {
        return Err("the vertices of the mesh lie in a plane, it has no convex hull; use a plane or a thin box".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(vert: &[Vec3], max_verts: i32) -> Result<Graph, String> {
        super::graph(vert, max_verts, &Stop::default())
    }

    fn grid(n: i32) -> Vec<Vec3> {
        let mut out = vec![];
        for x in 0..n {
            for y in 0..n {
                for z in 0..n {
                    out.push([f64::from(x), f64::from(y), f64::from(z)]);
                }
            }
        }
        out
    }

    #[test]
    fn a_grid_has_eight_corners() {
        let data = graph(&grid(5), -1).unwrap().into_data();
        assert_eq!((data[0], data[1]), (8, 12));
        assert_eq!(data.len(), 2 + 3 * 8 + 6 * 12);
    }

    #[test]
    fn random_points_are_enclosed() {
        let mut random = oorandom::Rand32::new(7);
        let mut random = || f64::from(random.rand_float());
        let points: Vec<Vec3> = (0..500).map(|_| [random(), random(), random()]).collect();
        for max in [-1, 20] {
            let graph = graph(&points, max).unwrap();
            let (nvert, nface) = (graph.0[0], graph.0[1]);
            assert_eq!(nface, 2 * nvert - 4);
            assert!(max < 0 || nvert <= max);
            let faces = graph.faces().to_vec();
            for f in faces.chunks_exact(3).filter(|_| max < 0) {
                let [a, b, c] = [points[f[0] as usize], points[f[1] as usize], points[f[2] as usize]];
                assert!(points.iter().all(|p| exact::side(a, b, c, *p).is_le()));
            }
        }
    }

    #[test]
    fn flat_input_is_refused() {
        let mut points = grid(3);
        points.iter_mut().for_each(|p| p[2] = 1.0);
        assert!(graph(&points, -1).is_err());
        points.iter_mut().for_each(|p| p[1] = 0.0);
        assert!(graph(&points, -1).is_err());
        assert!(graph(&[[1.0; 3]; 5], -1).is_err());
    }
}
