//! Semi-implicit Euler, joint damping implicit: `(M + h B) a = f` with `B` the slope of the dampers.

use super::{Factors, damped};
use crate::dynamics::reflected;
use crate::math::poly;
use crate::model::{DisableFlags, Model};
use crate::sleep::Filter;
use crate::stage::Integration;
use std::ops::Range;

/// The acceleration over a step, from the forces and `qacc` of the last forward pass.
pub(super) fn accelerate(m: &Model, d: &mut Integration<'_>, factors: Factors) {
    if is_damped(m, d) {
        if factors == Factors::Make {
            factor_damped(m, d);
        }
        damped::total_force(d.qfrc_smooth, d.qfrc_constraint, d.step_acc);
        damped::solve(m, d);
    } else {
        d.step_acc.copy_from_slice(d.qacc);
    }
}

/// Whether any dof has damping that is to be treated implicitly.
fn is_damped(m: &Model, d: &Integration<'_>) -> bool {
    if m.opt.disableflags.intersects(DisableFlags::EULERDAMP | DisableFlags::DAMPER) {
        return false;
    }
    let undamped = |block: Range<usize>| if reflected::is_any_damped(m, block) { Err(()) } else { Ok(()) };
    Filter::new(m, d.ntree_awake).dofs().try_each(m, d.tree_awake, undamped).is_err()
}

/// Factors `M + h B` into `qH`.
fn factor_damped(m: &Model, d: &mut Integration<'_>) {
    Filter::new(m, d.ntree_awake).dofs().each(m, d.tree_awake, |block| {
        d.qH.assemble_shifted(d.M, block, |i| {
            let (damping, curve) = reflected::dof_damping(m, i);
            m.opt.timestep * poly::damper_slope(damping, &curve, d.qvel[i])
        });
    });
    damped::factor(m, d);
}
