//! Semi-implicit Euler, joint damping implicit: `(M + h B) a = f` with `B` the slope of the dampers.

use super::advance::{Rates, advance};
use super::{factor_modified_inertia, solve_modified_inertia, total_force};
use crate::data::Data;
use crate::dynamics::{inertia, reflected};
use crate::math::poly;
use crate::model::{Model, disable};
use crate::pipeline::StepError;
use crate::sleep::Filter;
use std::ops::Range;

/// One step with the forces and `qacc` of the last forward pass; `reuse` takes `qH` from the last step.
pub(crate) fn euler(m: &Model, d: &mut Data, reuse: bool) -> Result<(), StepError> {
    let mut acc = std::mem::take(&mut d.scratch.step_acc);
    if is_damped(m, d) {
        if !reuse {
            factor_damped(m, d);
        }
        total_force(d, &mut acc);
        solve_modified_inertia(m, d, &mut acc);
    } else {
        acc.copy_from_slice(&d.qacc);
    }
    let advanced = advance(m, d, &Rates::acceleration(&acc));
    d.scratch.step_acc = acc;
    advanced
}

/// Whether any dof has damping that is to be treated implicitly.
fn is_damped(m: &Model, d: &Data) -> bool {
    if m.opt.disableflags & (disable::EULERDAMP | disable::DAMPER) != 0 {
        return false;
    }
    let undamped = |block: Range<usize>| if reflected::is_any_damped(m, block) { Err(()) } else { Ok(()) };
    Filter::new(m, d.ntree_awake).dofs().try_each(m, &d.tree_awake, undamped).is_err()
}

/// Factors `M + h B` into `qH`.
fn factor_damped(m: &Model, d: &mut Data) {
    Filter::new(m, d.ntree_awake).dofs().each(m, &d.tree_awake, |block| {
        let entries = inertia::entries(m, &block);
        d.qH[entries.clone()].copy_from_slice(&d.M[entries]);
        for i in block {
            let (damping, curve) = reflected::dof_damping(m, i);
            let slope = poly::damper_slope(damping, &curve, d.qvel[i]);
            d.qH[m.M_rowadr[i] as usize + m.M_rownnz[i] as usize - 1] += m.opt.timestep * slope;
        }
    });
    factor_modified_inertia(m, d);
}
