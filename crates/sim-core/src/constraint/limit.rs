//! Limit rows of joints and tendons.

use super::rows::{RowKind, push_row, push_tendon_row};
use crate::data::ConstraintType;
use crate::math::{get, quat, vec3};
use crate::model::limit::distances;
use crate::model::{DisableFlags, JointType, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Awake, ConstraintRows, NewRows};

pub(super) fn add_rows(m: &Model, d: &mut ConstraintRows<'_>) {
    if m.opt.disableflags.contains(DisableFlags::LIMIT) {
        return;
    }
    let filter = Filter::new(m, d.ntree_awake);
    let mut rows = NewRows!(d);
    for j in 0..m.njnt {
        if m.jnt_limited[j].get() && !filter.skips(m, Awake!(d), ObjType::Joint, j) {
            joint(m, d.qpos, &mut rows, j);
        }
    }
    for i in 0..m.ntendon {
        if m.tendon_limited[i].get() {
            let mut what = RowKind::new(ConstraintType::LimitTendon, i);
            what.margin = m.tendon_margin[i];
            for (sign, dist) in distances(&m.tendon_range[2 * i..2 * i + 2], d.ten_length[i]) {
                if dist < what.margin {
                    push_tendon_row(m, &mut rows, what, dist, sign);
                }
            }
        }
    }
}

fn joint(m: &Model, qpos: &[f64], rows: &mut NewRows<'_>, j: usize) {
    let mut what = RowKind::new(ConstraintType::LimitJoint, j);
    what.margin = m.jnt_margin[j];
    let (q, dof) = (m.jnt_qposadr[j] as usize, m.jnt_dofadr[j]);
    let range = &m.jnt_range[2 * j..2 * j + 2];
    match m.jnt_type[j] {
        JointType::Slide | JointType::Hinge => {
            for (sign, dist) in distances(range, qpos[q]) {
                if dist < what.margin {
                    push_row(rows, what, dist, &[dof], &[sign]);
                }
            }
        }
        JointType::Ball => {
            // the angle of the rotation is limited, whatever its axis
            let (axis, angle) = vec3::normalize(quat::to_rotvec(quat::normalize(get(qpos, q)).0));
            let dist = range[0].max(range[1]) - angle;
            if dist < what.margin {
                push_row(rows, what, dist, &[dof, dof + 1, dof + 2], &axis.map(|x| -x));
            }
        }
        _ => {}
    }
}
