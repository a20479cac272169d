//! Friction-loss rows of dofs and tendons.

use super::rows::{RowKind, push_row, push_tendon_row};
use crate::data::ConstraintType;
use crate::model::{DisableFlags, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Awake, ConstraintRows, NewRows};

pub(super) fn add_rows(m: &Model, d: &mut ConstraintRows<'_>) {
    if m.opt.disableflags.contains(DisableFlags::FRICTIONLOSS) {
        return;
    }
    let filter = Filter::new(m, d.ntree_awake);
    let mut rows = NewRows!(d);
    for i in 0..m.nv {
        if m.dof_frictionloss[i] != 0.0 && !filter.skips(m, Awake!(d), ObjType::Dof, i) {
            let mut what = RowKind::new(ConstraintType::FrictionDof, i);
            what.frictionloss = m.dof_frictionloss[i];
            push_row(&mut rows, what, 0.0, &[i as i32], &[1.0]);
        }
    }
    for i in 0..m.ntendon {
        if m.tendon_frictionloss[i] > 0.0 {
            let mut what = RowKind::new(ConstraintType::FrictionTendon, i);
            what.frictionloss = m.tendon_frictionloss[i];
            push_tendon_row(m, &mut rows, what, 0.0, 1.0);
        }
    }
}
