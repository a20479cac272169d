//! Bounding volume hierarchies: median splits along the longest axis, node by node in the reference's order.

use super::select::select;
use super::vector::rotate;
use crate::numeric::EPS;
use crate::stop::Stop;
use sim_core::math::{Quat, Vec3, quat, vec3};

/// A leaf of a tree: an object with a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// What the tree's node refers to.
    pub id: i32,
    /// Position by which elements are sorted.
    pub pos: Vec3,
    /// Orientation of the box about `pos`; `None`: the box is already given in the tree's frame.
    pub quat: Option<Quat>,
    /// Box as centre and half-sizes.
    pub aabb: [f64; 6],
}

/// A tree; node 0 is the root. Empty when there are no leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bvh {
    /// Boxes as centre and half-sizes, six numbers per node.
    pub aabb: Vec<f64>,
    /// Children, two per node, -1 at leaves.
    pub child: Vec<i32>,
    /// Id of the leaf, -1 at inner nodes.
    pub nodeid: Vec<i32>,
    /// Depth of each node.
    pub depth: Vec<i32>,
}

/// One leaf while the tree is built.
#[derive(Clone, Copy)]
struct Element {
    /// Position in the tree's frame.
    pos: Vec3,
    /// Which leaf.
    leaf: u32,
}

/// What all nodes share while a tree is built.
struct Parts<'a> {
    leaves: &'a [Leaf],
    boxes: &'a [[f64; 6]],
    stop: &'a Stop,
}

/// Number of elements from which on sorting takes long enough to check for a stop.
const LARGE: usize = 4096;

impl Bvh {
    /// Builds the tree in the frame given by `pos` and `quat` (a body's inertial frame; the identity for meshes).
    pub(crate) fn new(leaves: &[Leaf], pos: Vec3, quat: Quat) -> Self {
        Self::new_unless(leaves, pos, quat, &Stop::default())
    }

    /// Builds the tree until a stop is requested; the result is then unusable.
    pub(crate) fn new_unless(leaves: &[Leaf], pos: Vec3, quat: Quat, stop: &Stop) -> Self {
        let inverse = quat::conj(quat);
        let mut elements: Vec<Element> = leaves
            .iter()
            .enumerate()
            .map(|(i, l)| Element { pos: rotate(inverse, vec3::sub(l.pos, pos)), leaf: i as u32 })
            .collect();
        let boxes: Vec<[f64; 6]> = leaves.iter().map(|l| bounds(l, pos, inverse)).collect();
        let mut tree = Self::default();
        let nodes = (2 * leaves.len()).saturating_sub(1);
        tree.aabb.reserve(6 * nodes);
        tree.child.reserve(2 * nodes);
        tree.nodeid.reserve(nodes);
        tree.depth.reserve(nodes);
        tree.split(&mut elements, &Parts { leaves, boxes: &boxes, stop }, 0);
        tree
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodeid.len()
    }

    /// Adds the node of some elements and, below it, its subtree; returns the node's number.
    fn split(&mut self, elements: &mut [Element], parts: &Parts<'_>, depth: i32) -> i32 {
        if elements.is_empty() || (elements.len() > LARGE && parts.stop.is_requested()) {
            return -1;
        }
        let mut aamm = [f64::MAX, f64::MAX, f64::MAX, -f64::MAX, -f64::MAX, -f64::MAX];
        for e in elements.iter() {
            let b = &parts.boxes[e.leaf as usize];
            for k in 0..3 {
                aamm[k] = f64::min(aamm[k], b[k]);
                aamm[k + 3] = f64::max(aamm[k + 3], b[k + 3]);
            }
        }
        // flat boxes get a little thickness
        for k in 0..3 {
            if (aamm[k] - aamm[k + 3]).abs() < EPS {
                aamm[k] -= EPS;
                aamm[k + 3] += EPS;
            }
        }
        let index = self.nodeid.len();
        for k in 0..3 {
            self.aabb.push((aamm[k + 3] + aamm[k]) / 2.0);
        }
        for k in 0..3 {
            self.aabb.push((aamm[k + 3] - aamm[k]) / 2.0);
        }
        self.child.extend([-1, -1]);
        self.depth.push(depth);
        if let [only] = elements {
            self.nodeid.push(parts.leaves[only.leaf as usize].id);
            return index as i32;
        }
        self.nodeid.push(-1);

        // longest axis, the first one unless another is clearly longer
        let edge = [aamm[3] - aamm[0], aamm[4] - aamm[1], aamm[5] - aamm[2]];
        let mut axis = 0;
        if edge[1] >= edge[0] + EPS {
            axis = 1;
        }
        if edge[2] >= edge[axis] + EPS {
            axis = 2;
        }
        let middle = elements.len() / 2;
        // positions within EPS count as equal, and so do faces without area, which have no position: the lower leaf comes first
        select(elements, middle, &|a, b| {
            if (a.pos[axis] - b.pos[axis]).abs() > EPS { a.pos[axis] < b.pos[axis] } else { a.leaf < b.leaf }
        });
        let (low, high) = elements.split_at_mut(middle);
        self.child[2 * index] = self.split(low, parts, depth + 1);
        self.child[2 * index + 1] = self.split(high, parts, depth + 1);
        index as i32
    }
}

/// Minimum and maximum of a leaf's box in the tree's frame.
fn bounds(leaf: &Leaf, pos: Vec3, inverse: Quat) -> [f64; 6] {
    let b = &leaf.aabb;
    let own = [b[0] - b[3], b[1] - b[4], b[2] - b[5], b[0] + b[3], b[1] + b[4], b[2] + b[5]];
    let mut out = [f64::MAX, f64::MAX, f64::MAX, -f64::MAX, -f64::MAX, -f64::MAX];
    for corner in 0..8 {
        let mut v = [0.0; 3];
        for k in 0..3 {
            v[k] = own[k + if corner >> k & 1 == 1 { 3 } else { 0 }];
        }
        if let Some(q) = leaf.quat {
            let turned = rotate(q, v);
            let moved = [
                turned[0] + (leaf.pos[0] - pos[0]),
                turned[1] + (leaf.pos[1] - pos[1]),
                turned[2] + (leaf.pos[2] - pos[2]),
            ];
            v = rotate(inverse, moved);
        }
        for k in 0..3 {
            out[k] = f64::min(out[k], v[k]);
            out[k + 3] = f64::max(out[k + 3], v[k]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_level_but_for_rounding_are_ordered_by_leaf() {
        // six boxes in one place but for less than EPS: the lower three leaves go left
        let leaf = |i: i32| {
            let x = 0.5 * EPS + f64::from(i % 2) * 1e-17;
            Leaf { id: i, pos: [x, 0.0, 0.0], quat: None, aabb: [0.0, 0.0, 0.0, 1.0, 0.5, 0.5] }
        };
        let leaves: Vec<Leaf> = (0..6).map(leaf).collect();
        let tree = Bvh::new(&leaves, [0.0; 3], quat::IDENTITY);
        let ids: Vec<i32> = tree.nodeid.iter().copied().filter(|id| *id >= 0).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn every_leaf_appears_once_and_boxes_nest() {
        let leaves: Vec<Leaf> = (0..37)
            .map(|i| {
                let x = f64::from(i * 7 % 37);
                Leaf { id: i, pos: [x, f64::NAN, 0.0], quat: None, aabb: [x, 0.0, 0.0, 0.5, 0.0, 0.1] }
            })
            .collect();
        let tree = Bvh::new(&leaves, [0.0; 3], quat::IDENTITY);
        assert_eq!(tree.len(), 73);
        let mut ids: Vec<i32> = tree.nodeid.iter().copied().filter(|i| *i >= 0).collect();
        ids.sort_unstable();
        assert_eq!(ids, (0..37).collect::<Vec<_>>());
        assert!(Bvh::new(&[], [0.0; 3], quat::IDENTITY).nodeid.is_empty());
    }
}
