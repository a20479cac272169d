//! Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact visibility, so that coplanar facets are safe.
//!
//! A facet is visible only from strictly above, so points in its plane never break the topology; they leave
//! coplanar triangles. [`corners`] then keeps the vertices where at least three sides meet, sides being triangles
//! that are coplanar within rounding.

use super::exact::{Plane, side};
use super::limits::Limits;
use crate::stop::Stop;
use sim_core::math::{Vec3, vec3};
use std::cmp::Ordering;
use std::collections::VecDeque;

/// A triangle, counter-clockwise from outside; `nbr[k]` shares the edge from corner k to corner k + 1.
struct Facet {
    verts: [u32; 3],
    nbr: [u32; 3],
    plane: Plane,
    normal: Vec3,
    offset: f64,
    outside: Vec<u32>,
    furthest: f64,
    alive: bool,
    mark: u32,
}

/// A closed triangulated surface: corners and neighbours of its triangles.
pub(super) struct Surface {
    pub faces: Vec<[u32; 3]>,
    nbrs: Vec<[u32; 3]>,
}

impl Surface {
    /// Number of vertices: a closed surface of triangles has twice as many faces, less four.
    pub(super) fn vertex_count(&self) -> usize {
        self.faces.len() / 2 + 2
    }
}

struct Builder<'a> {
    points: &'a [Vec3],
    facets: Vec<Facet>,
    mark: u32,
}

/// Hull of some of the points; with `max_verts` the furthest points first, up to that many vertices. `None` when
/// they all lie in a plane.
pub(super) fn build(points: &[Vec3], use_points: &[u32], max_verts: Option<usize>, stop: &Stop) -> Option<Surface> {
    let mut b = Builder { points, facets: vec![], mark: 0 };
    let simplex = b.simplex(use_points)?;
    b.start(simplex, use_points);
    let mut count = 4;
    let mut queue: VecDeque<u32> = (0..4).collect();
    while let Some(facet) = b.next(&mut queue, max_verts.is_some()) {
        if max_verts.is_some_and(|n| count >= n) {
            break;
        }
        if stop.is_requested() {
            return None;
        }
        if let Some(point) = b.facets[facet as usize].outside.pop() {
            b.add(point, facet, &mut queue);
            count += 1;
        }
    }
    Some(b.finish())
}

impl Builder<'_> {
    fn point(&self, i: u32) -> Vec3 {
        self.points[i as usize]
    }

    fn above(&self, f: u32, p: u32) -> bool {
        self.facets[f as usize].plane.side(self.point(p)) == Ordering::Greater
    }

    fn height(&self, f: u32, p: u32) -> f64 {
        let f = &self.facets[f as usize];
        vec3::dot(f.normal, self.point(p)) + f.offset
    }

    /// Extremes along the widest axis, the point furthest from their line, the point furthest from that plane.
    fn simplex(&self, ids: &[u32]) -> Option<[u32; 4]> {
        let extreme = |key: &dyn Fn(u32) -> f64| {
            let mut best: Option<(u32, f64)> = None;
            for &i in ids {
                let value = key(i);
                if best.is_none_or(|(_, b)| value > b) {
                    best = Some((i, value));
                }
            }
            best.map(|(i, _)| i)
        };
        let mut pair: Option<(u32, u32, f64)> = None;
        for k in 0..3 {
            let (low, high) = (extreme(&|i| -self.point(i)[k])?, extreme(&|i| self.point(i)[k])?);
            let width = self.point(high)[k] - self.point(low)[k];
            if pair.is_none_or(|(_, _, w)| width > w) {
                pair = Some((low, high, width));
            }
        }
        let (a, b, _) = pair?;
        let (pa, pb) = (self.point(a), self.point(b));
        let across = |i: u32| vec3::cross(vec3::sub(pb, pa), vec3::sub(self.point(i), pa));
        let c = extreme(&|i| vec3::dot(across(i), across(i)))?;
        let pc = self.point(c);
        let normal = across(c);
        let d = extreme(&|i| vec3::dot(normal, vec3::sub(self.point(i), pa)).abs())?;
        // rounding may hide the only point off the plane
        let off = |i: u32| side(pa, pb, pc, self.point(i));
        let d = if off(d) == Ordering::Equal { ids.iter().copied().find(|i| off(*i) != Ordering::Equal)? } else { d };
        Some(if off(d) == Ordering::Greater { [a, c, b, d] } else { [a, b, c, d] })
    }

    fn push(&mut self, verts: [u32; 3], nbr: [u32; 3]) -> u32 {
        let [a, b, c] = verts.map(|v| self.point(v));
        let normal = vec3::cross(vec3::sub(b, a), vec3::sub(c, a));
        let length = vec3::norm(normal);
        let normal = if length > 0.0 { normal.map(|x| x / length) } else { normal };
        self.facets.push(Facet {
            verts,
            nbr,
            plane: Plane::new([a, b, c]),
            normal,
            offset: -vec3::dot(normal, a),
            outside: vec![],
            furthest: 0.0,
            alive: true,
            mark: 0,
        });
        self.facets.len() as u32 - 1
    }

    /// `d` lies below the plane of a, b, c.
    fn start(&mut self, [a, b, c, d]: [u32; 4], ids: &[u32]) {
        self.push([a, b, c], [1, 2, 3]);
        self.push([b, a, d], [0, 3, 2]);
        self.push([c, b, d], [0, 1, 3]);
        self.push([a, c, d], [0, 2, 1]);
        for &p in ids {
            if ![a, b, c, d].contains(&p) {
                self.assign(p, &[0, 1, 2, 3]);
            }
        }
    }

    /// Assigns a point to the first facet below it.
    fn assign(&mut self, p: u32, facets: &[u32]) {
        let Some(&f) = facets.iter().find(|f| self.above(**f, p)) else { return };
        let height = self.height(f, p);
        let facet = &mut self.facets[f as usize];
        if facet.outside.is_empty() || height > facet.furthest {
            facet.furthest = height;
            facet.outside.push(p);
        } else {
            let last = facet.outside.len() - 1;
            facet.outside.insert(last, p);
        }
    }

    /// Returns the facet to grow next, round robin. Finishing one side first would make vertices with very many facets, and
    /// every further point would be tested against all of them.
    fn next(&self, queue: &mut VecDeque<u32>, furthest_of_all: bool) -> Option<u32> {
        if furthest_of_all {
            let open = (0..self.facets.len() as u32).filter(|f| {
                let f = &self.facets[*f as usize];
                f.alive && !f.outside.is_empty()
            });
            return open.max_by(|a, b| {
                self.facets[*a as usize].furthest.total_cmp(&self.facets[*b as usize].furthest).then(b.cmp(a))
            });
        }
        while let Some(f) = queue.pop_front() {
            let facet = &self.facets[f as usize];
            if facet.alive && !facet.outside.is_empty() {
                return Some(f);
            }
        }
        None
    }

    /// Replaces the facets the point sees by a cone to it.
    fn add(&mut self, p: u32, seen: u32, queue: &mut VecDeque<u32>) {
        self.mark += 1;
        let mut visible = vec![seen];
        self.facets[seen as usize].mark = self.mark;
        // rim edges in order around the visible region: (facet beyond, its edge, the edge's ends)
        let mut rim: Vec<(u32, [u32; 2])> = vec![];
        let mut stack: Vec<(u32, usize, usize)> = vec![(seen, 0, 3)];
        while let Some((f, k, left)) = stack.pop() {
            if left == 0 {
                continue;
            }
            stack.push((f, (k + 1) % 3, left - 1));
            let n = self.facets[f as usize].nbr[k];
            if self.facets[n as usize].mark == self.mark {
                continue;
            }
            let verts = self.facets[f as usize].verts;
            if self.above(n, p) {
                self.facets[n as usize].mark = self.mark;
                visible.push(n);
                let back = self.facets[n as usize].nbr.iter().position(|x| *x == f).unwrap_or(0);
                stack.push((n, (back + 1) % 3, 2));
            } else {
                rim.push((n, [verts[k], verts[(k + 1) % 3]]));
            }
        }
        let first = self.facets.len() as u32;
        let count = rim.len() as u32;
        let mut new = Vec::with_capacity(rim.len());
        for (i, (beyond, [a, b])) in rim.into_iter().enumerate() {
            let i = i as u32;
            let f = self.push([a, b, p], [beyond, first + (i + 1) % count, first + (i + count - 1) % count]);
            let other = &mut self.facets[beyond as usize];
            if let Some(k) = (0..3).find(|k| other.verts[*k] == b && other.verts[(k + 1) % 3] == a) {
                other.nbr[k] = f;
            }
            new.push(f);
        }
        for f in visible {
            self.facets[f as usize].alive = false;
            for q in std::mem::take(&mut self.facets[f as usize].outside) {
                self.assign(q, &new);
            }
        }
        queue.extend(new);
    }

    fn finish(self) -> Surface {
        let mut number = vec![u32::MAX; self.facets.len()];
        let alive: Vec<&Facet> = self.facets.iter().filter(|f| f.alive).collect();
        let mut n = 0;
        for (i, f) in self.facets.iter().enumerate() {
            if f.alive {
                number[i] = n;
                n += 1;
            }
        }
        Surface {
            faces: alive.iter().map(|f| f.verts).collect(),
            nbrs: alive.iter().map(|f| f.nbr.map(|x| number[x as usize])).collect(),
        }
    }
}

/// A triangle's plane and how well it is determined.
struct Shape {
    normal: Vec3,
    offset: f64,
    /// Distance of the corner nearest to the opposite edge.
    height: f64,
    /// Number of the longest edge.
    longest: usize,
}

impl Shape {
    fn new(corners: [Vec3; 3]) -> Self {
        let [a, b, c] = corners;
        let normal = vec3::cross(vec3::sub(b, a), vec3::sub(c, a));
        let length = vec3::norm(normal);
        let normal = if length > 0.0 { normal.map(|x| x / length) } else { normal };
        let edges = [vec3::dist(a, b), vec3::dist(b, c), vec3::dist(c, a)];
        let longest = if edges[0] >= edges[1] && edges[0] >= edges[2] {
            0
        } else if edges[1] >= edges[2] {
            1
        } else {
            2
        };
        Self { normal, offset: -vec3::dot(normal, a), height: length / edges[longest], longest }
    }
}

/// Vertices of a surface at which three sides or more meet; triangles coplanar within rounding are one side.
pub(super) fn corners(points: &[Vec3], surface: &Surface, limits: &Limits) -> Vec<u32> {
    // below this height a triangle is a crack along its longest edge: it has no plane of its own
    let crack = 4.0 * limits.same;
    let shapes: Vec<Shape> = surface.faces.iter().map(|f| Shape::new(f.map(|v| points[v as usize]))).collect();
    let mut group: Vec<u32> = (0..surface.faces.len() as u32).collect();
    for f in 0..surface.faces.len() {
        for k in 0..3 {
            let g = surface.nbrs[f][k] as usize;
            if g < f {
                continue;
            }
            let back = surface.nbrs[g].iter().position(|n| *n as usize == f).unwrap_or(0);
            if flat(points, surface, &shapes, (f, k), (g, back), limits, crack) {
                let (x, y) = (root(&mut group, f as u32), root(&mut group, g as u32));
                group[x.max(y) as usize] = x.min(y);
            }
        }
    }
    // up to three different sides seen at each vertex
    let mut sides: Vec<[u32; 3]> = vec![[u32::MAX; 3]; points.len()];
    for (f, verts) in surface.faces.iter().enumerate() {
        let g = root(&mut group, f as u32);
        for v in verts {
            let seen = &mut sides[*v as usize];
            if !seen.contains(&g)
                && let Some(free) = seen.iter_mut().find(|s| **s == u32::MAX)
            {
                *free = g;
            }
        }
    }
    (0..points.len() as u32).filter(|v| sides[*v as usize][2] != u32::MAX).collect()
}

/// Whether two triangles that share an edge (given by its number in each) form one side: the far corner of the
/// less well determined one lies in the plane of the other.
fn flat(
    points: &[Vec3],
    surface: &Surface,
    shapes: &[Shape],
    (f, k): (usize, usize),
    (g, l): (usize, usize),
    limits: &Limits,
    crack: f64,
) -> bool {
    let far = |face: usize, edge: usize| points[surface.faces[face][(edge + 2) % 3] as usize];
    let [a, b, c] = surface.faces[f].map(|v| points[v as usize]);
    if side(a, b, c, far(g, l)) == Ordering::Equal {
        return true;
    }
    if (shapes[f].height <= crack && shapes[f].longest != k) || (shapes[g].height <= crack && shapes[g].longest != l) {
        return false;
    }
    let (plane, corner) =
        if shapes[f].height >= shapes[g].height { (&shapes[f], far(g, l)) } else { (&shapes[g], far(f, k)) };
    vec3::dot(plane.normal, corner) + plane.offset >= -3.0 * limits.coplanar
}

fn root(group: &mut [u32], mut i: u32) -> u32 {
    while group[i as usize] != i {
        group[i as usize] = group[group[i as usize] as usize];
        i = group[i as usize];
    }
    i
}
