//! Implicit joint springs and dampers, an extension: MJCF `integrator="implicitspringdamper"`.
//!
//! Implicit Euler for the springs and dampers of single dofs, everything else explicit:
//! `(M + h D + h² K) v' = M v + h f - h K (q - q0)`, with diagonal `K` and `D` and `f` all other forces. In terms
//! of the acceleration and the total force `F`, springs and dampers included: `(M + h D + h² K) a = F - h K v`.
//! Stable for any stiffness and damping. Springs and dampers of tendons couple dofs and stay explicit.
//! Writes `qH`.

use super::damped;
use crate::dynamics::reflected;
use crate::force::passive;
use crate::math::poly;
use crate::model::{DisableFlags, Model};
use crate::stage::Integration;

/// The acceleration over a step, from the forces of the last forward pass.
pub(super) fn accelerate(m: &Model, d: &mut Integration<'_>) {
    let h = m.opt.timestep;
    let stiffness = &mut d.step_force;
    stiffness.fill(0.0);
    if !m.opt.disableflags.contains(DisableFlags::SPRING) {
        passive::joint_stiffness(m, d.qpos, stiffness);
    }
    let dampers = !m.opt.disableflags.contains(DisableFlags::DAMPER);
    damped::total_force(d.qfrc_smooth, d.qfrc_constraint, d.step_acc);
    // a softening spring or damper is explicit: it would take definiteness away
    stiffness.iter_mut().for_each(|x| *x = x.max(0.0));
    let (qvel, stiffness) = (&*d.qvel, &**stiffness);
    d.qH.assemble_shifted(d.M, 0..m.nv, |i| {
        let mut damping = 0.0;
        if dampers {
            let (linear, curve) = reflected::dof_damping(m, i);
            damping = poly::damper_slope(linear, &curve, qvel[i]);
        }
        h * damping.max(0.0) + h * h * stiffness[i]
    });
    for (i, x) in d.step_acc.iter_mut().enumerate() {
        *x -= h * stiffness[i] * qvel[i];
    }
    damped::factor(m, d);
    damped::solve(m, d);
}
