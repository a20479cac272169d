//! Semi-implicit Euler, joint damping implicit: `(M + h B) a = f` with `B` the slope of the dampers.

use super::advance::{Rates, advance};
use super::total_force;
use crate::data::Data;
use crate::dynamics::reflected;
use crate::force::poly;
use crate::linalg::dense;
use crate::model::{Model, disable};

/// One step with the forces and `qacc` of the last forward pass; `reuse` takes `qH` from the last step.
pub(crate) fn euler(m: &Model, d: &mut Data, reuse: bool) {
    let mut acc = std::mem::take(&mut d.scratch.dof[0]);
    if is_damped(m) {
        if !reuse {
            factor_damped(m, d);
        }
        total_force(d, &mut acc);
        d.scratch.damped.solve(&d.scratch.layout, &mut acc);
    } else {
        acc.copy_from_slice(&d.qacc);
    }
    advance(m, d, &Rates::acceleration(&acc));
    d.scratch.dof[0] = acc;
}

/// Whether any dof has damping that is to be treated implicitly.
fn is_damped(m: &Model) -> bool {
    m.opt.disableflags & (disable::EULERDAMP | disable::DAMPER) == 0
        && (0..m.nv).any(|i| {
            m.dof_damping[i] > 0.0
                || !dense::is_zero(&m.dof_dampingpoly[2 * i..2 * i + 2])
                || m.jnt_actuatorid[m.dof_jntid[i] as usize] != -1
        })
}

/// Factors `M + h B` into `qH`.
fn factor_damped(m: &Model, d: &mut Data) {
    d.qH.copy_from_slice(&d.M);
    for i in 0..m.nv {
        let (damping, curve) = reflected::dof_damping(m, i);
        let slope = poly::damper_slope(damping, &curve, d.qvel[i]);
        d.qH[m.M_rowadr[i] as usize + m.M_rownnz[i] as usize - 1] += m.opt.timestep * slope;
    }
    d.scratch.damped.factor(&d.scratch.layout, &mut d.qH, &mut d.qHDiagInv);
}
