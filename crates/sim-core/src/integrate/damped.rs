//! The modified inertia `qH = M + h B`: factored and solved tree by tree, in tiles.

use crate::model::Model;
use crate::sleep::Filter;
use crate::stage::Integration;

/// `out = qfrc_smooth + qfrc_constraint`.
pub(super) fn total_force(smooth: &[f64], constraint: &[f64], out: &mut [f64]) {
    for (i, x) in out.iter_mut().enumerate() {
        *x = smooth[i] + constraint[i];
    }
}

/// Factors what was put into `qH`, the trees that do not sleep.
pub(super) fn factor(m: &Model, d: &mut Integration<'_>) {
    Filter::new(m, d.ntree_awake).dofs().each(m, d.tree_awake, |block| d.qH.factor(block));
}

/// `step_acc <- qH⁻¹ step_acc` for the trees that do not sleep.
pub(super) fn solve(m: &Model, d: &mut Integration<'_>) {
    Filter::new(m, d.ntree_awake).dofs().each(m, d.tree_awake, |block| d.qH.solve(d.step_acc, block, d.solved));
}
