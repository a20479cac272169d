//! Octrees over the surface of a mesh: cells that a triangle touches are split down to a depth, neighbours never
//! differ by more than one level, and corners that hang on a coarser neighbour's face or edge know their support.

use super::hash::Fast;
use crate::stop::Stop;
use sim_core::math::{Vec3, vec3};
use std::collections::HashMap;

/// Corners closer than this to a cell's side lie on it.
const ON_SIDE: f64 = 1e-9;
/// The root cell is this much larger than the mesh's bounding box.
const MARGIN: f64 = 1.1;

/// One cell.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub level: i32,
    parent: Option<usize>,
    slot: usize,
    /// Children by octant, -1 in leaves; bit k of the octant is the upper half along axis k.
    pub child: [i32; 8],
    /// Corners by octant.
    pub corner: [usize; 8],
    /// Minimum and maximum.
    pub aamm: [f64; 6],
    /// Values at the corners.
    pub coeff: [f64; 8],
}

/// A tree; cell 0 is the root. Empty when the mesh is not used as a distance field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Octree {
    pub(super) cells: Vec<Cell>,
    /// Places of the corners.
    pub(super) corners: Vec<Vec3>,
    /// Corners whose mean is the value at a hanging corner; empty for free corners.
    pub(super) hanging: Vec<Vec<usize>>,
}

type Known = HashMap<[u64; 3], usize, Fast>;

impl Octree {
    /// Builds the tree of a mesh with the given bounding box; it is empty after a requested stop.
    pub(super) fn new(vert: &[Vec3], faces: &[i32], aamm: &[f64; 6], depth: i32, stop: &Stop) -> Self {
        let triangles: Vec<[Vec3; 3]> =
            faces.chunks_exact(3).map(|f| [vert[f[0] as usize], vert[f[1] as usize], vert[f[2] as usize]]).collect();
        let mut root = [0.0; 6];
        for k in 0..3 {
            let (centre, half) = ((aamm[k] + aamm[k + 3]) / 2.0, (aamm[k + 3] - aamm[k]) / 2.0);
            root[k] = centre - MARGIN * half;
            root[k + 3] = centre + MARGIN * half;
        }
        let mut tree = Self::default();
        let mut known = Known::default();
        tree.add(None, 0, root, 0, &mut known);
        tree.refine(&triangles, depth, &mut known, stop);
        if stop.is_requested() {
            return Self::default();
        }
        tree.balance(&mut known);
        tree.mark_hanging();
        tree
    }

    fn add(&mut self, parent: Option<usize>, slot: usize, aamm: [f64; 6], level: i32, known: &mut Known) {
        let mut corner = [0; 8];
        for (i, c) in corner.iter_mut().enumerate() {
            let mut p = [0.0; 3];
            for k in 0..3 {
                p[k] = if i >> k & 1 == 1 { aamm[k + 3] } else { aamm[k] };
            }
            let key = p.map(|x| (x + 0.0).to_bits());
            *c = *known.entry(key).or_insert_with(|| {
                self.corners.push(p);
                self.corners.len() - 1
            });
        }
        self.cells.push(Cell { level, parent, slot, child: [-1; 8], corner, aamm, coeff: [0.0; 8] });
    }

    /// Splits a cell into its octants.
    fn subdivide(&mut self, cell: usize, known: &mut Known) {
        let (outer, level) = (self.cells[cell].aamm, self.cells[cell].level);
        for slot in 0..8 {
            let mut aamm = outer;
            for k in 0..3 {
                let middle = (outer[k] + outer[k + 3]) / 2.0;
                aamm[k + if slot >> k & 1 == 1 { 0 } else { 3 }] = middle;
            }
            self.cells[cell].child[slot] = self.cells.len() as i32;
            self.add(Some(cell), slot, aamm, level + 1, known);
        }
    }

    /// Splits every cell that a triangle touches, breadth first, down to `depth`.
    fn refine(&mut self, triangles: &[[Vec3; 3]], depth: i32, known: &mut Known, stop: &Stop) {
        let all: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut queue = std::collections::VecDeque::from([(0, std::rc::Rc::new(all))]);
        while let Some((cell, candidates)) = queue.pop_front() {
            if self.cells[cell].level >= depth {
                continue;
            }
            if stop.is_requested() {
                return;
            }
            let aamm = self.cells[cell].aamm;
            let touching: Vec<u32> =
                candidates.iter().copied().filter(|t| touches(&triangles[*t as usize], &aamm)).collect();
            if touching.is_empty() {
                continue;
            }
            let touching = std::rc::Rc::new(touching);
            self.subdivide(cell, known);
            queue.extend(self.cells[cell].child.map(|c| (c as usize, touching.clone())));
        }
    }

    fn leaf(&self, cell: usize) -> bool {
        self.cells[cell].child[0] < 0
    }

    /// The leaf across one side of a cell (0: -x, 1: +x, 2: -y, …), or the smallest larger cell's leaf towards it.
    fn neighbour(&self, cell: usize, side: usize) -> Option<usize> {
        let (bit, upper) = (1 << (side / 2), side % 2 == 1);
        // climb until the side is inside the parent, then step across
        let mut at = cell;
        let mut found = loop {
            let c = &self.cells[at];
            let parent = c.parent?;
            if upper != (c.slot & bit != 0) {
                break self.cells[parent].child[c.slot ^ bit] as usize;
            }
            at = parent;
        };
        // descend along the cell's position, on the near side
        let middle = |c: usize| {
            let a = &self.cells[c].aamm;
            [(a[0] + a[3]) / 2.0, (a[1] + a[4]) / 2.0, (a[2] + a[5]) / 2.0]
        };
        let own = middle(cell);
        while !self.leaf(found) {
            let theirs = middle(found);
            let mut slot = 0;
            for k in 0..3 {
                if own[k] > theirs[k] {
                    slot |= 1 << k;
                }
            }
            slot = (slot & !bit) | if upper { 0 } else { bit };
            found = self.cells[found].child[slot] as usize;
        }
        Some(found)
    }

    /// Splits leaves until neighbours differ by at most one level.
    fn balance(&mut self, known: &mut Known) {
        loop {
            let mut coarse = vec![];
            for cell in (0..self.cells.len()).filter(|c| self.leaf(*c)) {
                for side in 0..6 {
                    let Some(other) = self.neighbour(cell, side) else { continue };
                    let (own, theirs) = (self.cells[cell].level, self.cells[other].level);
                    if theirs > own + 1 {
                        coarse.push(cell);
                    }
                    if own > theirs + 1 {
                        coarse.push(other);
                    }
                }
            }
            if coarse.is_empty() {
                return;
            }
            for cell in coarse {
                if self.leaf(cell) {
                    self.subdivide(cell, known);
                }
            }
        }
    }

    /// Finds the corners of leaves that lie inside a coarser neighbour's side or edge.
    fn mark_hanging(&mut self) {
        let mut hanging = vec![vec![]; self.corners.len()];
        for cell in (0..self.cells.len()).filter(|c| self.leaf(*c)) {
            for side in 0..6 {
                let Some(other) = self.neighbour(cell, side) else { continue };
                if self.cells[other].level >= self.cells[cell].level {
                    continue;
                }
                let axis = side / 2;
                for i in 0..4 {
                    let at = ((side % 2) << axis) | ((i & 1) << ((axis + 1) % 3)) | ((i >> 1) << ((axis + 2) % 3));
                    let corner = self.cells[cell].corner[at];
                    if hanging[corner].is_empty() {
                        hanging[corner] = self.support(corner, other);
                    }
                }
            }
        }
        self.hanging = hanging;
    }

    /// The corners of a coarser cell that a corner on its surface lies between.
    fn support(&self, corner: usize, cell: usize) -> Vec<usize> {
        let (p, cell) = (self.corners[corner], &self.cells[cell]);
        let mut free = vec![];
        let mut fixed = 0;
        for k in 0..3 {
            let (low, high) = ((p[k] - cell.aamm[k]).abs() < ON_SIDE, (p[k] - cell.aamm[k + 3]).abs() < ON_SIDE);
            if !low && !high {
                free.push(k);
            } else if high {
                fixed |= 1 << k;
            }
        }
        match free[..] {
            // on an edge: its two ends
            [k] => vec![cell.corner[fixed], cell.corner[fixed | 1 << k]],
            // on a side: its four corners, counted along the axes that follow the side's own
            [a, b] => {
                let side = 3 - a - b;
                let (u, v) = (1 << ((side + 1) % 3), 1 << ((side + 2) % 3));
                [0, u, v, u | v].iter().map(|bits| cell.corner[fixed | bits]).collect()
            }
            _ => vec![],
        }
    }
}

/// Whether a triangle and a box overlap (Schwarz and Seidel, "Fast parallel surface and solid voxelization on
/// GPUs", 2010).
fn touches(v: &[Vec3; 3], aamm: &[f64; 6]) -> bool {
    for k in 0..3 {
        if (0..3).all(|i| v[i][k] < aamm[k]) || (0..3).all(|i| v[i][k] > aamm[k + 3]) {
            return false;
        }
    }
    let edge = [vec3::sub(v[1], v[0]), vec3::sub(v[2], v[1]), vec3::sub(v[0], v[2])];
    let n = vec3::cross(edge[0], edge[1]);
    let low = [aamm[0], aamm[1], aamm[2]];
    let size = [aamm[3] - aamm[0], aamm[4] - aamm[1], aamm[5] - aamm[2]];

    // the plane passes between the two corners furthest along the normal
    let (mut c1, mut c2) = ([0.0; 3], [0.0; 3]);
    for k in 0..3 {
        let critical = if n[k] > 0.0 { size[k] } else { 0.0 };
        c1[k] = critical - v[0][k];
        c2[k] = size[k] - critical - v[0][k];
    }
    if (vec3::dot(n, low) + vec3::dot(n, c1)) * (vec3::dot(n, low) + vec3::dot(n, c2)) > 0.0 {
        return false;
    }

    // projections on the three coordinate planes
    for a in 0..3 {
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        let sign = if n[a] >= 0.0 { 1.0 } else { -1.0 };
        for i in 0..3 {
            let ne = [-edge[i][c] * sign, edge[i][b] * sign];
            let d =
                -(ne[0] * v[i][b] + ne[1] * v[i][c]) + f64::max(0.0, size[b] * ne[0]) + f64::max(0.0, size[c] * ne[1]);
            if ne[0] * low[b] + ne[1] * low[c] + d < 0.0 {
                return false;
            }
        }
    }
    true
}
