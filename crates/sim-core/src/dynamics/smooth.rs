//! Smooth forces: the sum of all but those of constraints, and the acceleration it gives.

use super::jacobian;
use crate::linalg::dense;
use crate::math::row;
use crate::model::Model;
use crate::sleep::Filter;
use crate::stage::{AppliedWrenches, Axes, SmoothAcceleration};

/// Adds what `xfrc_applied` does to the dofs.
#[inline(always)]
pub(crate) fn add_applied_wrenches(m: &Model, d: AppliedWrenches<'_>, qfrc: &mut [f64]) {
    for i in 1..m.nbody {
        let wrench: [f64; 6] = row(d.xfrc_applied, i);
        if !dense::is_zero(&wrench) {
            let (force, torque) = ([wrench[0], wrench[1], wrench[2]], [wrench[3], wrench[4], wrench[5]]);
            jacobian::apply_wrench(m, Axes!(d), force, torque, row(d.xipos, i), i, qfrc);
        }
    }
}

/// Sum of all forces but those of constraints, and the acceleration it gives.
#[inline(always)]
pub fn smooth_acceleration(m: &Model, d: &mut SmoothAcceleration<'_>) {
    let dofs = Filter::new(m, d.ntree_awake).dofs();
    dofs.each(m, d.tree_awake, |block| {
        for (i, f) in block.clone().zip(&mut d.qfrc_smooth[block]) {
            *f = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i];
        }
    });
    add_applied_wrenches(m, AppliedWrenches!(d), d.qfrc_smooth);
    dofs.each(m, d.tree_awake, |block| {
        d.qacc_smooth[block.clone()].copy_from_slice(&d.qfrc_smooth[block.clone()]);
        d.qLD.solve(d.qacc_smooth, block, d.solved);
    });
}
