//! Sides of a convex hull: its coplanar triangles merged into polygons.
//!
//! Triangles are grouped by the direction of their normal, rounded to 0.01 rad in azimuth and polar angle; each
//! connected part of a group becomes a polygon. The order of the groups is that of the hash table the reference
//! keeps them in, see [`Order`].

use super::hash::Fast;
use crate::stop::Stop;
use sim_core::math::{MINVAL, Vec3, vec3};
use std::collections::HashMap;
use std::f64::consts::PI;

/// Rounding of directions, rad.
const ANGLE: f64 = 0.01;

/// Polygons of a mesh; empty without a hull.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polygons {
    /// Vertices of all polygons, one after another.
    pub vert: Vec<i32>,
    /// Number of vertices of each polygon.
    pub num: Vec<i32>,
    /// Normal of each polygon.
    pub normal: Vec<Vec3>,
    /// Polygons around every vertex, one vertex after another.
    pub map: Vec<i32>,
    /// Number of polygons around each vertex of the mesh.
    pub mapnum: Vec<i32>,
}

/// Merges the triangles of a hull; stops early if a stop is requested.
pub(super) fn merge(vert: &[Vec3], faces: &[i32], stop: &Stop) -> Polygons {
    let mut groups: Vec<Group> = vec![];
    let mut known: HashMap<(u64, u64), usize, Fast> = HashMap::default();
    let mut order = Order::default();
    for (i, f) in faces.chunks_exact(3).enumerate() {
        if stop.is_requested_at(i) {
            break;
        }
        let Some((theta, phi)) = direction(vert, f) else { continue };
        match known.get(&(bits(theta), bits(phi))) {
            Some(&at) => groups[at].insert(f),
            None => {
                known.insert((bits(theta), bits(phi)), groups.len());
                order.insert(bits(theta) ^ bits(phi));
                groups.push(Group::new(f));
            }
        }
    }
    let mut out = Polygons { mapnum: vec![0; vert.len()], ..Polygons::default() };
    for at in order.iter() {
        for path in groups[at].paths() {
            if path.len() >= 3 {
                out.num.push(path.len() as i32);
                out.vert.extend(path);
            }
        }
    }
    out.index();
    out
}

/// Bits of a rounded angle; both zeros have the same.
fn bits(x: f64) -> u64 {
    (x + 0.0).to_bits()
}

/// Rounded azimuth and polar angle of a triangle's normal; `None` when it has no area.
fn direction(vert: &[Vec3], f: &[i32]) -> Option<(f64, f64)> {
    let [a, b, c] = [vert[f[0] as usize], vert[f[1] as usize], vert[f[2] as usize]];
    let normal = vec3::cross(vec3::sub(b, a), vec3::sub(c, a));
    let norm = vec3::norm(normal);
    if norm < MINVAL {
        return None;
    }
    // adding zero turns -0 into 0, whose azimuth differs
    let [x, y, z] = normal.map(|x| x / norm + 0.0);
    if z.abs() > 1.0 - 1e-7 {
        return Some((0.0, if z < 0.0 { (PI / ANGLE).round() } else { 0.0 }));
    }
    Some(((y.atan2(x) / ANGLE).round(), (z.acos() / ANGLE).round()))
}

impl Polygons {
    /// Recomputes the normals from the vertices' final places.
    pub(super) fn set_normals(&mut self, vert: &[Vec3]) {
        let mut start = 0;
        self.normal.clear();
        for &n in &self.num {
            let v = &self.vert[start..start + n as usize];
            let [a, b, c] = [vert[v[0] as usize], vert[v[1] as usize], vert[v[2] as usize]];
            let normal = vec3::cross(vec3::sub(b, a), vec3::sub(c, a));
            let norm = vec3::norm(normal);
            self.normal.push(if norm < crate::numeric::EPS { [1.0, 0.0, 0.0] } else { normal.map(|x| x / norm) });
            start += n as usize;
        }
    }

    /// Lists the polygons around every vertex.
    fn index(&mut self) {
        for &v in &self.vert {
            self.mapnum[v as usize] += 1;
        }
        let mut at: Vec<usize> = Vec::with_capacity(self.mapnum.len());
        let mut total = 0;
        for &n in &self.mapnum {
            at.push(total);
            total += n as usize;
        }
        self.map = vec![0; total];
        let mut start = 0;
        for (polygon, &n) in self.num.iter().enumerate() {
            for &v in &self.vert[start..start + n as usize] {
                self.map[at[v as usize]] = polygon as i32;
                at[v as usize] += 1;
            }
            start += n as usize;
        }
    }
}

/// Outline of the triangles seen so far: directed edges whose opposite was not seen, labelled by connected part.
#[derive(Default)]
struct Group {
    /// Edges in order of arrival; `None` once an opposite edge arrived.
    edges: Vec<Option<(i32, i32)>>,
    parts: Vec<usize>,
    /// Position of every live edge.
    span: HashMap<(i32, i32), usize, Fast>,
    nparts: usize,
}

impl Group {
    fn new(f: &[i32]) -> Self {
        let mut group = Self::default();
        group.insert(f);
        group
    }

    fn insert(&mut self, f: &[i32]) {
        let sides = [(f[0], f[1]), (f[1], f[2]), (f[2], f[0])];
        let mut part: Option<usize> = None;
        let mut open = [true; 3];
        for (side, open) in sides.iter().zip(&mut open) {
            let Some(at) = self.span.remove(&(side.1, side.0)) else { continue };
            *open = false;
            let other = self.parts[at];
            self.edges[at] = None;
            part = Some(match part {
                Some(p) if p != other => self.join(p, other),
                Some(p) => p,
                None => other,
            });
        }
        let part = part.unwrap_or_else(|| {
            self.nparts += 1;
            self.nparts - 1
        });
        for (side, open) in sides.iter().zip(open) {
            if open {
                self.span.insert(*side, self.edges.len());
                self.edges.push(Some(*side));
                self.parts.push(part);
            }
        }
    }

    /// Makes two parts one and closes the gap in the numbering.
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (keep, gone) = (a.min(b), a.max(b));
        self.nparts -= 1;
        for p in &mut self.parts {
            if *p == gone {
                *p = keep;
            } else if *p > gone {
                *p -= 1;
            }
        }
        keep
    }

    /// The closed outline of every part, from its oldest edge.
    fn paths(&self) -> Vec<Vec<i32>> {
        let live: Vec<((i32, i32), usize)> =
            self.edges.iter().zip(&self.parts).filter_map(|(e, p)| e.map(|e| (e, *p))).collect();
        if live.len() == 3 {
            return vec![live.iter().map(|(e, _)| e.0).collect()];
        }
        // the edge that leaves a vertex within a part; the very first edge only ever starts a path
        let mut leaving: HashMap<(usize, i32), i32, Fast> = HashMap::default();
        for (edge, part) in live.iter().skip(1) {
            leaving.entry((*part, edge.0)).or_insert(edge.1);
        }
        let mut start: Vec<Option<(i32, i32)>> = vec![None; self.nparts];
        for (edge, part) in &live {
            if let Some(s @ None) = start.get_mut(*part) {
                *s = Some(*edge);
            }
        }
        let mut paths = vec![];
        for (part, edge) in start.iter().enumerate() {
            let Some((first, second)) = *edge else { continue };
            let mut path = vec![first, second];
            let mut at = second;
            // an outline that touches itself never closes: the count bounds the walk
            for _ in 0..live.len() {
                let Some(&next) = leaving.get(&(part, at)) else { break };
                if next == first {
                    paths.push(path);
                    break;
                }
                at = next;
                path.push(next);
            }
        }
        paths
    }
}

/// Order in which a chained hash table walks its keys: the one of the C++ library the reference is built with.
///
/// New keys go in front of their bucket's chain, or in front of everything when the bucket is empty; the table
/// grows to the next prime after doubling and regroups the chain by bucket as it goes.
#[derive(Default)]
struct Order {
    hashes: Vec<u64>,
    /// Next node of every node; the entry past the last node is the head of the list.
    next: Vec<Option<usize>>,
    head: Option<usize>,
    /// Node before each bucket's first one; `None` in the outer option: empty bucket.
    buckets: Vec<Option<Before>>,
}

/// The node before a bucket's first node.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Before {
    Head,
    Node(usize),
}

impl Order {
    fn bucket(&self, hash: u64) -> usize {
        (hash % self.buckets.len() as u64) as usize
    }

    fn after(&self, before: Before) -> Option<usize> {
        match before {
            Before::Head => self.head,
            Before::Node(i) => self.next[i],
        }
    }

    fn link(&mut self, before: Before, node: Option<usize>) {
        match before {
            Before::Head => self.head = node,
            Before::Node(i) => self.next[i] = node,
        }
    }

    fn insert(&mut self, hash: u64) {
        let node = self.hashes.len();
        if node + 1 > self.buckets.len() {
            self.grow((2 * self.buckets.len() + 1).max(node + 1));
        }
        self.hashes.push(hash);
        self.next.push(None);
        let bucket = self.bucket(hash);
        match self.buckets[bucket] {
            Some(before) => {
                let next = self.after(before);
                self.next[node] = next;
                self.link(before, Some(node));
            }
            None => {
                self.next[node] = self.head;
                self.head = Some(node);
                self.buckets[bucket] = Some(Before::Head);
                if let Some(next) = self.next[node] {
                    let moved = self.bucket(self.hashes[next]);
                    self.buckets[moved] = Some(Before::Node(node));
                }
            }
        }
    }

    fn grow(&mut self, wanted: usize) {
        let count = if wanted == 1 { 2 } else { next_prime(wanted) };
        self.buckets = vec![None; count];
        let Some(first) = self.head else { return };
        let mut last_bucket = self.bucket(self.hashes[first]);
        self.buckets[last_bucket] = Some(Before::Head);
        let mut previous = first;
        while let Some(node) = self.next[previous] {
            let bucket = self.bucket(self.hashes[node]);
            if bucket == last_bucket {
                previous = node;
                continue;
            }
            match self.buckets[bucket] {
                None => {
                    self.buckets[bucket] = Some(Before::Node(previous));
                    previous = node;
                    last_bucket = bucket;
                }
                Some(before) => {
                    // take the node out and put it in front of its bucket's chain
                    self.next[previous] = self.next[node];
                    self.next[node] = self.after(before);
                    self.link(before, Some(node));
                }
            }
        }
    }

    /// Keys by order of insertion, in the order of the walk.
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.head, |i| self.next[*i])
    }
}

fn next_prime(n: usize) -> usize {
    (n..)
        .find(|p| *p == 2 || (p % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= *p).all(|d| p % d != 0)))
        .unwrap_or(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_has_six_sides() {
        let vert: Vec<Vec3> =
            (0..8).map(|i| [f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1)]).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let faces: Vec<i32> = quads.iter().flat_map(|q| [q[0], q[1], q[2], q[0], q[2], q[3]]).collect();
        let mut polygons = merge(&vert, &faces, &Stop::default());
        polygons.set_normals(&vert);
        assert_eq!(polygons.num, [4; 6]);
        assert_eq!(polygons.mapnum, [3; 8]);
        assert!(polygons.normal.iter().all(|n| (vec3::norm(*n) - 1.0).abs() < 1e-15));
    }

    #[test]
    fn the_walk_visits_every_key() {
        let mut order = Order::default();
        for i in 0..1000u64 {
            order.insert(i.wrapping_mul(0x1234_5678_9abc_def1));
        }
        let mut seen: Vec<usize> = order.iter().collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }
}
