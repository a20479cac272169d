//! Several touches from one: the faces or edges of two polyhedra that meet at the deepest point.
//!
//! The nearest face of the polytope names up to three vertices of each body. They point out the body's faces there (all
//! those that share the vertices). Two faces that look at each other within five degrees are clipped against each other;
//! failing that, an edge that lies flat on a face is clipped against it.

use super::clip::{Outlines, Witness};
use super::epa::Depth;
use super::simplex::Corner;
use super::support::{Body, Form};
use crate::math::{Vec3, mat3, vec3};

/// Cosine beyond which two faces look at each other, or a face looks along the contact.
const FACE_COS: f64 = 0.996;
/// Cosine below which an edge lies flat on a face.
const EDGE_COS: f64 = 0.0888;

/// Corners of the box faces +x, -x, +y, -y, +z, -z, as numbered by the bits of their signs.
const BOX_FACES: [[i32; 4]; 6] = [[7, 3, 1, 5], [2, 6, 4, 0], [2, 3, 7, 6], [4, 5, 1, 0], [6, 7, 5, 4], [3, 2, 0, 1]];

/// Candidate faces of both bodies and candidate edges of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Features {
    faces: [Vec<Candidate>; 2],
    edges: Vec<Edge>,
    outlines: Outlines,
}

/// A face: its number and its normal in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Candidate {
    id: i32,
    normal: Vec3,
}

/// An edge from the touching vertex: its other end and its direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Edge {
    end: Vec3,
    dir: Vec3,
}

/// The distinct vertices of one body in a face of the polytope.
struct Touching {
    vertex: [i32; 3],
    at: [Vec3; 3],
    count: usize,
}

impl Touching {
    fn of(corners: &[Corner; 3], body: usize) -> Self {
        let mut vertex = corners.map(|corner| corner.vertex[body]);
        let mut at = corners.map(|corner| corner.on[body]);
        let count = if vertex[0] == vertex[1] {
            if vertex[0] == vertex[2] {
                1
            } else {
                (vertex[1], at[1]) = (vertex[2], at[2]);
                2
            }
        } else if vertex[2] == vertex[0] || vertex[2] == vertex[1] {
            2
        } else {
            3
        };
        Self { vertex, at, count }
    }
}

/// A pair of features that lie flat on each other.
enum Match {
    /// Face of the first body, face of the second.
    Faces(usize, usize),
    /// Edge of the first body, face of the second.
    EdgeOnFace(usize, usize),
    /// Face of the first body, edge of the second.
    FaceUnderEdge(usize, usize),
}

impl Features {
    /// Replaces the single touch in `out` by those of the features that meet there, if any do.
    #[inline(never)]
    pub fn spread(&mut self, bodies: &[Body<'_>; 2], depth: &Depth, limit: usize, out: &mut Vec<Witness>) {
        if bodies.iter().any(|body| matches!(&body.form, Form::Mesh(hull) if !hull.has_polygons())) {
            return;
        }
        let touching = [Touching::of(&depth.corners, 0), Touching::of(&depth.corners, 1)];
        let [a, b] = depth.on;
        faces_at(&bodies[0], &touching[0], vec3::sub(a, b), &mut self.faces[0]);
        faces_at(&bodies[1], &touching[1], vec3::sub(b, a), &mut self.faces[1]);
        let Some(found) = self.find_match(bodies, &touching) else { return };

        match found {
            Match::Faces(i, j) => {
                let [one, two] = [self.faces[0][i], self.faces[1][j]];
                outline(&bodies[0], one.id, &mut self.outlines.face);
                outline(&bodies[1], two.id, &mut self.outlines.feature);
                self.outlines.clip(one.normal, two.normal, limit, out);
            }
            Match::FaceUnderEdge(j, i) => {
                let face = self.faces[0][j];
                self.place_edge(touching[1].at[0], i);
                outline(&bodies[0], face.id, &mut self.outlines.face);
                self.outlines.clip(face.normal, vec3::scale(face.normal, -1.0), limit, out);
            }
            Match::EdgeOnFace(i, j) => {
                let face = self.faces[1][j];
                self.place_edge(touching[0].at[0], i);
                outline(&bodies[1], face.id, &mut self.outlines.face);
                self.outlines.clip(face.normal, vec3::scale(face.normal, -1.0), limit, out);
                // the bodies changed places for the clipping. MuJoCo also turns round the single touch when
                // nothing was left of the edge, which makes its normal point from the second body to the first.
                for witness in out {
                    witness.on.swap(0, 1);
                }
            }
        }
    }

    fn place_edge(&mut self, start: Vec3, edge: usize) {
        self.outlines.feature.clear();
        self.outlines.feature.extend([start, self.edges[edge].end]);
    }

    #[inline(always)]
    fn find_match(&mut self, bodies: &[Body<'_>; 2], touching: &[Touching; 2]) -> Option<Match> {
        for (i, one) in self.faces[0].iter().enumerate() {
            for (j, two) in self.faces[1].iter().enumerate() {
                if vec3::dot(one.normal, two.normal) < -FACE_COS {
                    return Some(Match::Faces(i, j));
                }
            }
        }
        let [one, two] = touching;
        if one.count < 3 && one.count <= two.count {
            edges_at(&bodies[0], one, &mut self.edges);
            let (edge, face) = flat_edge(&self.edges, &self.faces[1])?;
            Some(Match::EdgeOnFace(edge, face))
        } else if two.count < 3 {
            edges_at(&bodies[1], two, &mut self.edges);
            let (edge, face) = flat_edge(&self.edges, &self.faces[0])?;
            Some(Match::FaceUnderEdge(face, edge))
        } else {
            None
        }
    }
}

/// First edge and face that lie flat on each other.
#[inline(always)]
fn flat_edge(edges: &[Edge], faces: &[Candidate]) -> Option<(usize, usize)> {
    for (i, face) in faces.iter().enumerate() {
        for (j, edge) in edges.iter().enumerate() {
            if vec3::dot(edge.dir, face.normal).abs() < EDGE_COS {
                return Some((j, i));
            }
        }
    }
    None
}

/// The faces of a body that share the touching vertices; `towards` points from the contact out of the body.
#[inline(always)]
fn faces_at(body: &Body<'_>, touching: &Touching, towards: Vec3, out: &mut Vec<Candidate>) {
    out.clear();
    match &body.form {
        Form::Box => box_faces(body, touching, towards, out),
        Form::Mesh(hull) => {
            let around = |k: usize| hull.polygons_at(touching.vertex[k]);
            let normals = hull.normals();
            let mut push = |id: i32| {
                let normal = normals.get(id as usize).copied().unwrap_or([0.0; 3]);
                out.push(Candidate { id, normal: mat3::mul_vec(&body.mat, normal) });
            };
            // two vertices share at most the two faces beside their edge
            let shared = || around(0).iter().flat_map(|p| around(1).iter().filter(move |q| *q == p)).take(2);
            match touching.count {
                1 => around(0).iter().for_each(|&id| push(id)),
                2 => shared().for_each(|&id| push(id)),
                _ => {
                    if let Some(&id) = shared().find(|id| around(2).contains(id)) {
                        push(id);
                    }
                }
            }
        }
        _ => {}
    }
}

fn box_faces(body: &Body<'_>, touching: &Touching, towards: Vec3, out: &mut Vec<Candidate>) {
    let vertices = &touching.vertex[..touching.count];
    // a side that all vertices are on is a face they share
    for axis in 0..3 {
        let above = vertices.iter().filter(|&&v| v >> axis & 1 == 1).count();
        if above == vertices.len() || above == 0 {
            let id = 2 * axis + i32::from(above == 0);
            out.push(Candidate { id, normal: box_normal(body, id) });
        }
    }
    if out.len() == 4 - touching.count {
        return;
    }

    // vertices across a diagonal share too few faces: take the one that looks along the contact
    out.clear();
    let local = mat3::mul_t_vec(&body.mat, towards);
    let local = vec3::scale(local, 1.0 / vec3::dot(local, local).sqrt());
    for id in 0..6 {
        let axis = (id / 2) as usize;
        let along = if id % 2 == 0 { local[axis] } else { -local[axis] };
        if along > FACE_COS {
            out.push(Candidate { id, normal: box_normal(body, id) });
            return;
        }
    }
}

fn box_normal(body: &Body<'_>, id: i32) -> Vec3 {
    let mut local = [0.0; 3];
    local[(id / 2) as usize] = if id % 2 == 0 { 1.0 } else { -1.0 };
    mat3::mul_vec(&body.mat, local)
}

/// Corner `v` of a box in the world.
fn box_corner(body: &Body<'_>, v: i32) -> Vec3 {
    let side = |k: usize| if v >> k & 1 == 1 { body.size[k] } else { -body.size[k] };
    body.world([side(0), side(1), side(2)])
}

/// The edges of a body along which the touching vertices lie.
#[inline(always)]
fn edges_at(body: &Body<'_>, touching: &Touching, out: &mut Vec<Edge>) {
    out.clear();
    let [start, other, _] = touching.at;
    let edge_to = |end: Vec3| Edge { end, dir: vec3::normalize(vec3::sub(end, start)).0 };
    if touching.count == 2 {
        out.push(edge_to(other));
        return;
    }
    let vertex = touching.vertex[0];
    match &body.form {
        Form::Box => out.extend([1, 2, 4].map(|bit| edge_to(box_corner(body, vertex ^ bit)))),
        Form::Mesh(hull) => {
            // each face around the vertex gives the edge to its previous corner
            for &id in hull.polygons_at(vertex) {
                let corners = hull.polygon(id);
                if let Some(place) = corners.iter().position(|&v| v == vertex) {
                    let previous = corners[if place == 0 { corners.len() - 1 } else { place - 1 }];
                    out.push(edge_to(body.world(hull.vertex(previous))));
                }
            }
        }
        _ => {}
    }
}

/// Corners of face `id` in the world, in the order whose walls look inward.
#[inline(always)]
fn outline(body: &Body<'_>, id: i32, out: &mut Vec<Vec3>) {
    out.clear();
    match &body.form {
        Form::Box => {
            if let Some(corners) = usize::try_from(id).ok().and_then(|id| BOX_FACES.get(id)) {
                out.extend(corners.map(|v| box_corner(body, v)));
            }
        }
        Form::Mesh(hull) => {
            for &v in hull.polygon(id).iter().rev() {
                out.push(body.world(hull.vertex(v)));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube() -> Body<'static> {
        Body::new(Form::Box, [1.0, 1.0, 1.0], [0.0; 3], mat3::IDENTITY, 0.0)
    }

    fn faces(vertex: [i32; 3], count: usize, towards: Vec3) -> Vec<i32> {
        let mut out = Vec::new();
        box_faces(&cube(), &Touching { vertex, at: [[0.0; 3]; 3], count }, towards, &mut out);
        out.iter().map(|face| face.id).collect()
    }

    #[test]
    fn vertices_share_faces() {
        let up = [0.0, 0.0, 1.0];
        assert_eq!(faces([7, 0, 0], 1, up), [0, 2, 4]);
        assert_eq!(faces([0, 1, 0], 2, up), [3, 5]);
        assert_eq!(faces([4, 5, 6], 3, up), [4]);
        // diagonals name no pair of faces: the direction decides
        assert_eq!(faces([4, 7, 0], 2, up), [4]);
        assert_eq!(faces([0, 7, 0], 2, [1.0, 1.0, 0.0]), [0; 0]);
    }

    #[test]
    fn outlines_lie_in_their_face() {
        for id in 0..6 {
            let mut out = Vec::new();
            outline(&cube(), id, &mut out);
            let normal = box_normal(&cube(), id);
            assert!(out.iter().all(|&corner| vec3::dot(corner, normal) == 1.0));
            let turn = vec3::cross(vec3::sub(out[1], out[0]), vec3::sub(out[2], out[1]));
            assert!(vec3::dot(turn, normal) < 0.0);
        }
    }
}
