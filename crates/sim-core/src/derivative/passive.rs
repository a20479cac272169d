//! Derivatives of the passive forces: joint and tendon dampers, and the medium.

use super::fluid;
use super::pattern::add_outer;
use crate::dynamics::reflected;
use crate::force::passive::Enabled;
use crate::linalg::sparse;
use crate::math::poly;
use crate::model::{Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Awake, VelocityDerivatives};

/// Adds the passive part to `qDeriv`.
pub(super) fn add(m: &Model, d: &mut VelocityDerivatives<'_>) {
    let Some(enabled) = Enabled::of(m) else { return };
    fluid::add(m, d);
    if enabled.dampers {
        joint_dampers(m, d);
        tendon_dampers(m, d);
    }
}

fn joint_dampers(m: &Model, d: &mut VelocityDerivatives<'_>) {
    Filter::new(m, d.ntree_awake).dofs().each(m, d.tree_awake, |block| {
        for i in block {
            let (damping, curve) = reflected::dof_damping(m, i);
            d.qDeriv[(m.D_rowadr[i] + m.D_diag[i]) as usize] -= poly::damper_slope(damping, &curve, d.qvel[i]);
        }
    });
}

fn tendon_dampers(m: &Model, d: &mut VelocityDerivatives<'_>) {
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.ntendon {
        if filter.skips(m, Awake!(d), ObjType::Tendon, i) {
            continue;
        }
        let (damping, curve) = reflected::tendon_damping(m, i);
        let slope = poly::damper_slope(damping, &curve, d.ten_velocity[i]);
        if slope != 0.0 {
            let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, i);
            add_outer(m, d.qDeriv, &m.ten_J_colind[range.clone()], &d.ten_J[range], -slope);
        }
    }
}
