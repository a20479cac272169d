//! The distance field of a mesh asset: an octree whose leaves interpolate the distances at their corners.
//!
//! Outside the octree's box the field continues with the distance to the box. As in MuJoCo, the gradient inside
//! is taken along the leaf's own unit coordinates, so its length depends on the leaf; its direction is what counts.

use crate::math::{Vec3, row};
use crate::model::Model;

/// A point is projected this far (m) into the box, so that a leaf holds it.
const INSET: f64 = 1e-6;
/// Tolerance (m) of the test whether a node holds a point.
const TOLERANCE: f64 = 1e-8;
/// Step (m) of the finite differences outside the box.
const STEP: f64 = 1e-8;
/// Deepest descent through the nodes.
const MAX_DEPTH: usize = 100;
/// Distance where the octree has no answer: far outside.
const FAR: f64 = 1e10;

/// The octree of one mesh, as slices of the Model's arrays.
#[derive(Clone, Copy, Debug)]
pub struct Octree<'a> {
    child: &'a [[i32; 8]],
    aabb: &'a [[f64; 6]],
    coeff: &'a [[f64; 8]],
}

/// A leaf and the place of a point in it, zero to one along each axis.
struct Leaf<'a> {
    coeff: &'a [f64; 8],
    coord: Vec3,
}

impl<'a> Octree<'a> {
    /// The octree of mesh `mesh`; `None` when the Model has none.
    pub fn of_mesh(m: &'a Model, mesh: i32) -> Option<Self> {
        let id = usize::try_from(mesh).ok()?;
        let start = usize::try_from(*m.mesh_octadr.get(id)?).ok()?;
        let end = start.checked_add(usize::try_from(*m.mesh_octnum.get(id)?).ok()?)?;
        if start == end {
            return None;
        }
        Some(Self {
            child: m.oct_child.as_chunks().0.get(start..end)?,
            aabb: m.oct_aabb.as_chunks().0.get(start..end)?,
            coeff: m.oct_coeff.as_chunks().0.get(start..end)?,
        })
    }

    /// Distance (m) at a point of the mesh frame.
    pub fn distance(&self, p: Vec3) -> f64 {
        let (inside, beyond) = self.project(p);
        let Some(leaf) = self.leaf(inside) else { return FAR };
        let mut out = 0.0;
        for (j, c) in leaf.coeff.iter().enumerate() {
            out += weight(&leaf.coord, j, None) * c;
        }
        if beyond > 0.0 { out + beyond } else { out }
    }

    /// A distance (m) that the mesh is at least away from a point: that of the box, nothing inside it.
    pub fn least_distance(&self, p: Vec3) -> f64 {
        let beyond = self.project(p).1;
        if beyond > 0.0 { beyond } else { f64::NEG_INFINITY }
    }

    /// Direction in which the distance grows.
    pub fn gradient(&self, p: Vec3) -> Vec3 {
        if self.project(p).1 <= 0.0 {
            let Some(leaf) = self.leaf(p) else { return [0.0; 3] };
            let mut out = [0.0; 3];
            for (j, c) in leaf.coeff.iter().enumerate() {
                for (k, o) in out.iter_mut().enumerate() {
                    *o += weight(&leaf.coord, j, Some(k)) * c;
                }
            }
            return out;
        }
        let here = self.distance(p);
        std::array::from_fn(|k| {
            let mut q = p;
            q[k] += STEP;
            (self.distance(q) - here) / STEP
        })
    }

    /// The point, moved into the box if outside, and its distance to the box (negative or zero inside).
    fn project(&self, p: Vec3) -> (Vec3, f64) {
        let b: [f64; 6] = row(self.aabb.as_flattened(), 0);
        let r: Vec3 = std::array::from_fn(|k| p[k] - b[k]);
        let q: Vec3 = std::array::from_fn(|k| r[k].abs() - b[k + 3]);
        if q.iter().all(|&x| x <= 0.0) {
            return (p, q[0].max(q[1].max(q[2])));
        }
        let (mut point, mut square) = (p, 0.0);
        for k in 0..3 {
            if q[k] >= 0.0 {
                square += q[k] * q[k];
                point[k] -= if r[k] > 0.0 { q[k] + INSET } else { -(q[k] + INSET) };
            }
        }
        (point, square.sqrt())
    }

    /// The leaf that holds a point.
    fn leaf(&self, p: Vec3) -> Option<Leaf<'a>> {
        let mut node = 0;
        for _ in 0..MAX_DEPTH {
            let b = self.aabb.get(node)?;
            let low: Vec3 = std::array::from_fn(|k| b[k] - b[k + 3]);
            let high: Vec3 = std::array::from_fn(|k| b[k] + b[k + 3]);
            if (0..3).any(|k| p[k] + TOLERANCE < low[k] || p[k] - TOLERANCE > high[k]) {
                return None;
            }
            let coord: Vec3 = std::array::from_fn(|k| (p[k] - low[k]) / (high[k] - low[k]));
            let child = &self.child[node];
            if child.iter().all(|&c| c == -1) {
                return Some(Leaf { coeff: &self.coeff[node], coord });
            }
            let side = |k: usize| usize::from(coord[k] >= 0.5);
            node = usize::try_from(child[4 * side(2) + 2 * side(1) + side(0)]).ok()?;
        }
        None
    }
}

/// Trilinear weight of corner `j`, or its derivative along one axis.
#[inline]
fn weight(coord: &Vec3, j: usize, along: Option<usize>) -> f64 {
    let factor = |k: usize| match (along == Some(k), j >> k & 1 == 1) {
        (true, upper) => {
            if upper {
                1.0
            } else {
                -1.0
            }
        }
        (false, true) => coord[k],
        (false, false) => 1.0 - coord[k],
    };
    factor(0) * factor(1) * factor(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One leaf of half-size 1 whose corners hold x + 2 y + 3 z.
    fn linear() -> ([[f64; 6]; 1], [[f64; 8]; 1]) {
        let sign = |j: usize, k: usize| if j >> k & 1 == 1 { 1.0 } else { -1.0 };
        let coeff = std::array::from_fn(|j| sign(j, 0) + 2.0 * sign(j, 1) + 3.0 * sign(j, 2));
        ([[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]], [coeff])
    }

    #[test]
    fn linear_fields_are_exact() {
        let (aabb, coeff) = linear();
        let tree = Octree { child: &[[-1; 8]], aabb: &aabb, coeff: &coeff };
        assert!((tree.distance([0.1, 0.2, -0.3]) + 0.4).abs() < 1e-14);
        // along the unit coordinates of a leaf two metres wide
        assert_eq!(tree.gradient([0.1, 0.2, -0.3]), [2.0, 4.0, 6.0]);
        assert!((tree.distance([3.0, 0.0, 0.0]) - 3.0).abs() < 1e-5);
        assert!(tree.distance([f64::NAN; 3]).is_nan());
    }
}
