//! Derivative of the recursive Newton-Euler algorithm by the velocities.
//!
//! The recursion of `dynamics/bias.rs`, differentiated: for each body, one spatial vector per dof of its row of
//! the pattern `B_*` (ancestors, own dofs, descendants). Tendon armature is left out, as in MuJoCo.

use crate::linalg::sparse::row_range;
use crate::math::{Vec6, row, set_row, spatial};
use crate::model::chain;
use crate::model::{JointType, Model};
use crate::sleep::Filter;
use crate::stage::{BiasMotion, VelocityDerivatives};

/// Derivatives of body velocities, accelerations and forces: six numbers per entry of the pattern `B_*`.
struct Recursion<'a> {
    velocity: &'a mut [f64],
    acceleration: &'a mut [f64],
    force: &'a mut [f64],
}

/// Subtracts `d qfrc_bias / d qvel` from `qDeriv`.
pub(super) fn subtract(m: &Model, d: &mut VelocityDerivatives<'_>) {
    for array in [&mut *d.slope_velocity, &mut *d.slope_acceleration, &mut *d.slope_force] {
        array.clear();
        array.resize(6 * m.nB, 0.0);
    }
    let mut r = Recursion { velocity: d.slope_velocity, acceleration: d.slope_acceleration, force: d.slope_force };
    let motion = BiasMotion!(d);
    let filter = Filter::new(m, d.ntree_awake);
    let (bodies, parents) = (filter.bodies(m, d.nbody_awake), filter.parents(m, d.nparent_awake));
    for place in 1..bodies.len {
        let i = bodies.at(d.body_awake_ind, place);
        let used = r.move_body(m, motion, i);
        r.load_body(m, motion, i, used);
    }
    for place in (0..parents.len).rev() {
        let i = parents.at(d.parent_awake_ind, place);
        r.pass_to_parent(m, i);
    }
    filter.dofs().each(m, d.tree_awake, |block| {
        for dof in block {
            let at = m.B_rowadr[m.dof_bodyid[dof] as usize] as usize;
            let axis = row(d.cdof, dof);
            // the dof's row of D has the columns of its body's row of B
            for (k, slope) in d.qDeriv[row_range(&m.D_rownnz, &m.D_rowadr, dof)].iter_mut().enumerate() {
                *slope -= spatial::dot(&row(r.force, at + k), &axis);
            }
        }
    });
}

impl Recursion<'_> {
    /// Velocity and acceleration of body `i`; returns how many leading columns of its row move it.
    fn move_body(&mut self, m: &Model, d: BiasMotion<'_>, i: usize) -> usize {
        let parent = m.body_parentid[i] as usize;
        let at = m.B_rowadr[i] as usize;
        let mut used = chain::chain(m, parent).count();
        let from = 6 * m.B_rowadr[parent] as usize;
        for array in [&mut *self.velocity, &mut *self.acceleration] {
            array.copy_within(from..from + 6 * used, 6 * at);
        }
        let first = m.body_jntadr[i].max(0) as usize;
        for j in first..first + m.body_jntnum[i] as usize {
            let mut dof = m.jnt_dofadr[j] as usize;
            let mut turning = m.jnt_type[j].nv();
            if m.jnt_type[j] == JointType::Free {
                // translations of a free body do not turn
                for k in 0..3 {
                    set_row(self.velocity, at + used + k, row::<6>(d.cdof, dof + k));
                }
                (dof, used, turning) = (dof + 3, used + 3, 3);
            }
            for k in 0..turning {
                self.turn_axis(d, at, used, k, dof + k);
            }
            for k in 0..turning {
                set_row(self.velocity, at + used + k, row::<6>(d.cdof, dof + k));
            }
            used += turning;
        }
        used
    }

    /// Acceleration from the changing axis of `dof`, which has the column `used + k` of the row at `at`; the
    /// joint's own velocity is not in `velocity` yet.
    fn turn_axis(&mut self, d: BiasMotion<'_>, at: usize, used: usize, k: usize, dof: usize) {
        let (axis, speed): (Vec6, f64) = (row(d.cdof, dof), d.qvel[dof]);
        for column in at..at + used {
            let rate = spatial::cross_motion(&row(self.velocity, column), &axis);
            let sum = spatial::add(&row(self.acceleration, column), &spatial::scale(&rate, speed));
            set_row(self.acceleration, column, sum);
        }
        set_row(self.acceleration, at + used + k, row::<6>(d.cdof_dot, dof));
    }

    /// Force on body `i` alone: `I a + v × (I v)`, differentiated.
    fn load_body(&mut self, m: &Model, d: BiasMotion<'_>, i: usize, used: usize) {
        let (inertia, vel) = (row(d.cinert, i), row(d.cvel, i));
        let momentum = spatial::mul_inertia(&inertia, &vel);
        let at = m.B_rowadr[i] as usize;
        for column in at..at + used {
            let (dv, da): (Vec6, Vec6) = (row(self.velocity, column), row(self.acceleration, column));
            let pushed = spatial::mul_inertia(&inertia, &da);
            let turned = spatial::cross_force(&dv, &momentum);
            let carried = spatial::cross_force(&vel, &spatial::mul_inertia(&inertia, &dv));
            set_row(self.force, column, spatial::add(&pushed, &spatial::add(&turned, &carried)));
        }
    }

    /// Adds the force of body `i` to its parent's; the parent's row has all its columns.
    fn pass_to_parent(&mut self, m: &Model, i: usize) {
        let parent = m.body_parentid[i] as usize;
        if m.body_weldid[parent] == 0 {
            return;
        }
        let mut target = m.B_rowadr[parent] as usize;
        let end = target + m.B_rownnz[parent] as usize;
        for column in row_range(&m.B_rownnz, &m.B_rowadr, i) {
            while target < end && m.B_colind[target] < m.B_colind[column] {
                target += 1;
            }
            if target == end {
                return;
            }
            let sum = spatial::add(&row(self.force, target), &row(self.force, column));
            set_row(self.force, target, sum);
        }
    }
}
