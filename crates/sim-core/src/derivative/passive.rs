//! Derivatives of the passive forces: joint and tendon dampers, and the medium.

use super::{add_outer, fluid};
use crate::data::Data;
use crate::dynamics::reflected;
use crate::force::poly;
use crate::linalg::sparse;
use crate::model::{Model, ObjType, disable};
use crate::sleep::Filter;
use crate::stage::Awake;

/// Adds the passive part to `qDeriv`.
pub(super) fn add(m: &Model, d: &mut Data) {
    let dampers = m.opt.disableflags & disable::DAMPER == 0;
    let springs = m.opt.disableflags & disable::SPRING == 0;
    if !springs && !dampers {
        return;
    }
    fluid::add(m, d);
    if dampers {
        joint_dampers(m, d);
        tendon_dampers(m, d);
    }
}

fn joint_dampers(m: &Model, d: &mut Data) {
    Filter::new(m, d.ntree_awake).dofs().each(m, &d.tree_awake, |block| {
        for i in block {
            let (damping, curve) = reflected::dof_damping(m, i);
            d.qDeriv[(m.D_rowadr[i] + m.D_diag[i]) as usize] -= poly::damper_slope(damping, &curve, d.qvel[i]);
        }
    });
}

fn tendon_dampers(m: &Model, d: &mut Data) {
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.ntendon {
        if filter.skips(m, Awake!(d), ObjType::Tendon, i) {
            continue;
        }
        let (damping, curve) = reflected::tendon_damping(m, i);
        let slope = poly::damper_slope(damping, &curve, d.ten_velocity[i]);
        if slope != 0.0 {
            let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, i);
            add_outer(m, &mut d.qDeriv, &m.ten_J_colind[range.clone()], &d.ten_J[range], -slope);
        }
    }
}
