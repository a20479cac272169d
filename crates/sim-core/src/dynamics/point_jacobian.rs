//! How the dofs move what a constraint holds together: constraint rows are made from this trait and know
//! nothing of bodies.
//!
//! Rigid bodies are the providers here. A point of something soft is a mix of other points: another provider, whose dofs are
//! those of all its parts and whose columns are their weighted sum.

use super::jacobian::{difference, point_column};
use crate::math::{Vec3, row, spatial, vec3};
use crate::model::Model;
use crate::model::chain::{Common, last_dof, merge_chains};
use crate::stage::Axes;

/// A motion, three shifts and three turns, as a linear map of the velocities of the dofs that it depends on.
pub trait PointJacobian {
    /// The dofs it depends on, increasing, into `out`, which has room for all of a model's. Returns their number.
    fn dofs(&self, m: &Model, out: &mut [i32]) -> usize;

    /// Calls `visit(k, translation, rotation)` with the column of `dofs[k]`, once for each, in any order. `dofs` is what
    /// [`dofs`](Self::dofs) gave.
    fn columns(&self, m: &Model, d: Axes<'_>, dofs: &[i32], visit: impl FnMut(usize, Vec3, Vec3));
}

/// A point carried by the second of two bodies, minus the point carried by the first. Dofs that move both bodies are left out:
/// they move both points equally.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedPoint {
    /// The bodies.
    pub bodies: [usize; 2],
    /// The point (m).
    pub point: Vec3,
}

impl PointJacobian for SharedPoint {
    #[inline]
    fn dofs(&self, m: &Model, out: &mut [i32]) -> usize {
        merge_chains(m, self.bodies[0], self.bodies[1], Common::Skip, out)
    }

    /// From the last dof to the first.
    #[inline]
    fn columns(&self, m: &Model, d: Axes<'_>, dofs: &[i32], mut visit: impl FnMut(usize, Vec3, Vec3)) {
        let [offset1, offset2] =
            self.bodies.map(|b| vec3::sub(self.point, row(d.subtree_com, m.body_rootid[b] as usize)));
        let mut second = last_dof(m, self.bodies[1]);
        for (k, &dof) in dofs.iter().enumerate().rev() {
            let axis = row(d.cdof, dof as usize);
            if dof == second {
                second = m.dof_parentid[dof as usize];
                visit(k, point_column(&axis, offset2), spatial::rot(&axis));
            } else {
                let away = |v: Vec3| vec3::sub([0.0; 3], v);
                visit(k, away(point_column(&axis, offset1)), away(spatial::rot(&axis)));
            }
        }
    }
}

/// A point of the second of two bodies less a point of the first. Dofs that move both count: they may move the points apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoPoints {
    /// The bodies.
    pub bodies: [usize; 2],
    /// A point of each in the world (m).
    pub points: [Vec3; 2],
}

impl PointJacobian for TwoPoints {
    #[inline]
    fn dofs(&self, m: &Model, out: &mut [i32]) -> usize {
        merge_chains(m, self.bodies[0], self.bodies[1], Common::Keep, out)
    }

    /// From the last dof to the first.
    #[inline]
    fn columns(&self, m: &Model, d: Axes<'_>, dofs: &[i32], mut visit: impl FnMut(usize, Vec3, Vec3)) {
        let ([b1, b2], [p1, p2]) = (self.bodies, self.points);
        // the walk of `dofs`, in reverse
        let mut places = (0..dofs.len()).rev();
        difference(m, d, (b1, p1), (b2, p2), |_, translation, rotation| {
            if let Some(k) = places.next() {
                visit(k, translation, rotation);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::com::com_position;
    use crate::dynamics::jacobian::point;
    use crate::pipeline::stages::kinematics;
    use crate::stage::CentresOfMass;

    /// Columns over all dofs: translations, then rotations, dof by dof.
    fn dense(m: &Model, d: Axes<'_>, moved: &impl PointJacobian) -> Vec<[Vec3; 2]> {
        let (mut dofs, mut out) = (vec![0; m.nv], vec![[[0.0; 3]; 2]; m.nv]);
        let n = moved.dofs(m, &mut dofs);
        assert!(dofs[..n].is_sorted());
        let mut count = 0;
        moved.columns(m, d, &dofs[..n], |k, p, r| {
            out[dofs[k] as usize] = [p, r];
            count += 1;
        });
        assert_eq!(count, n);
        out
    }

    #[test]
    fn both_are_the_second_point_less_the_first() {
        let m = Model::n_link_pendulum(4, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.4, -0.7, 0.2, 0.5]);
        kinematics(&m, &mut d);
        com_position(&m, &mut CentresOfMass::of(&mut d));
        let axes = Axes::of(&d);
        let single = |body: usize, at: Vec3| {
            let (mut jacp, mut jacr) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
            point(&m, axes, Some(&mut jacp), Some(&mut jacr), at, body);
            let column = |jac: &[f64], dof: usize| std::array::from_fn(|k| jac[k * m.nv + dof]);
            (0..m.nv).map(|dof| [column(&jacp, dof), column(&jacr, dof)]).collect::<Vec<[Vec3; 2]>>()
        };
        let less = |a: Vec<[Vec3; 2]>, b: Vec<[Vec3; 2]>| {
            a.iter().zip(b).map(|(a, b)| [vec3::sub(a[0], b[0]), vec3::sub(a[1], b[1])]).collect::<Vec<_>>()
        };
        let (p, q) = ([0.3, -0.2, 0.1], [0.1, 0.5, -0.4]);
        for bodies in [[0, 3], [2, 4], [4, 1]] {
            let [first, second] = bodies;
            let shared = dense(&m, axes, &SharedPoint { bodies, point: p });
            assert_eq!(shared, less(single(second, p), single(first, p)));
            let apart = dense(&m, axes, &TwoPoints { bodies, points: [p, q] });
            assert_eq!(apart, less(single(second, q), single(first, p)));
        }
    }
}
