//! Equality rows: connect, weld, joint and tendon couplings.

use super::rows::{RowKind, note_tendon, push_coupling_row, push_row, push_rows};
use crate::data::ConstraintType;
use crate::dynamics::point_jacobian::{PointJacobian, TwoPoints};
use crate::dynamics::{bias, kinematics::point_to_world};
use crate::linalg::sparse;
use crate::math::{Quat, Vec3, quat, row, spatial, vec3};
use crate::model::{DisableFlags, EqType, Model, ObjType};
use crate::sleep::Filter;
use crate::stage::{Attachments, Awake, Axes, BodyFrames, ConstraintRows, ExternalForces, NewRows};

pub(super) fn add_rows(m: &Model, d: &mut ConstraintRows<'_>) {
    if m.opt.disableflags.contains(DisableFlags::EQUALITY) {
        return;
    }
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.neq {
        if d.eq_active[i].get() && !filter.skips(m, Awake!(d), ObjType::Equality, i) {
            match m.eq_type[i] {
                EqType::Connect | EqType::Weld => attachment(m, d, i),
                EqType::Joint => joint_coupling(m, d, i),
                EqType::Tendon => tendon_coupling(m, d, i),
                _ => {}
            }
        }
    }
}

/// Two attached frames: bodies, anchors in the world, orientations to align.
pub(super) struct Frames {
    pub bodies: [usize; 2],
    pub anchors: [Vec3; 2],
    /// First orientation, the relative pose included.
    pub first: Quat,
    /// Second orientation.
    pub second: Quat,
    /// Relative pose of bodies; `None` for sites.
    pub relative: Option<Quat>,
    pub torque_scale: f64,
}

/// The frames of a connect or weld.
pub(super) fn frames(m: &Model, d: Attachments<'_>, i: usize) -> Frames {
    let objects = [m.eq_obj1id[i].max(0) as usize, m.eq_obj2id[i].max(0) as usize];
    let data: [f64; 11] = row(&m.eq_data, i);
    let (low, high) = ([data[0], data[1], data[2]], [data[3], data[4], data[5]]);
    if m.eq_objtype[i] == ObjType::Site {
        let world = |s: usize| quat::mul(row(d.xquat, m.site_bodyid[s] as usize), row(&m.site_quat, s));
        return Frames {
            bodies: objects.map(|s| m.site_bodyid[s] as usize),
            anchors: objects.map(|s| row(d.site_xpos, s)),
            first: world(objects[0]),
            second: world(objects[1]),
            relative: None,
            torque_scale: data[10],
        };
    }
    // connect stores the anchor in the first body first, weld in reverse order
    let local = if m.eq_type[i] == EqType::Connect { [low, high] } else { [high, low] };
    let relative = [data[6], data[7], data[8], data[9]];
    Frames {
        bodies: objects,
        anchors: [
            point_to_world(BodyFrames!(d), objects[0], local[0]),
            point_to_world(BodyFrames!(d), objects[1], local[1]),
        ],
        first: quat::mul(row(d.xquat, objects[0]), relative),
        second: row(d.xquat, objects[1]),
        relative: Some(relative),
        torque_scale: data[10],
    }
}

/// Three rows for the positions, and for a weld three for the orientations.
fn attachment(m: &Model, d: &mut ConstraintRows<'_>, i: usize) {
    let f = frames(m, Attachments!(d), i);
    let weld = m.eq_type[i] == EqType::Weld;
    let rows = if weld { 6 } else { 3 };
    let mut new = NewRows!(d);
    let (columns, jac) = (&mut *d.chain, &mut *d.point_jac);
    let conj = quat::conj(f.second);
    let mut moving = false;
    // the first frame relative to the second
    let moved = TwoPoints { bodies: [f.bodies[1], f.bodies[0]], points: [f.anchors[1], f.anchors[0]] };
    let n = moved.dofs(m, columns);
    moved.columns(m, Axes!(d), &columns[..n], |c, p, r| {
        // derivative of the vector part of conj(q2) q1 by a rotation r
        let turn = quat::mul(quat::mul_axis(conj, r), f.first);
        let column = [p[0], p[1], p[2], 0.5 * turn[1], 0.5 * turn[2], 0.5 * turn[3]];
        for (k, x) in column.into_iter().enumerate() {
            let value = if k < 3 { x } else { x * f.torque_scale };
            jac[6 * c + k] = value;
            moving |= k < rows && value != 0.0;
        }
    });
    if m.is_sparse() {
        moving = n > 0;
    }
    if moving {
        let error = vec3::sub(f.anchors[0], f.anchors[1]);
        let turn = quat::mul(conj, f.first);
        let what = RowKind::new(ConstraintType::Equality, i);
        for k in 0..rows {
            let pos = if k < 3 { error[k] } else { turn[k - 2] * f.torque_scale };
            push_rows(&mut new, what, pos, 1, &columns[..n], |row| {
                row.iter_mut().enumerate().for_each(|(c, x)| *x = jac[6 * c + k]);
            });
        }
    }
}

/// Value and slope of the coupling polynomial of equality `i`.
fn polynomial(m: &Model, i: usize, x: f64) -> (f64, f64) {
    let c = &m.eq_data[11 * i..11 * i + 5];
    (
        c[1] * x + c[2] * x * x + c[3] * x * x * x + c[4] * x * x * x * x,
        c[1] + 2.0 * c[2] * x + 3.0 * c[3] * x * x + 4.0 * c[4] * x * x * x,
    )
}

fn joint_coupling(m: &Model, d: &mut ConstraintRows<'_>, i: usize) {
    let value = |id: i32| {
        let q = m.jnt_qposadr[id as usize] as usize;
        d.qpos[q] - m.qpos0[q]
    };
    let (mut new, what) = (NewRows!(d), RowKind::new(ConstraintType::Equality, i));
    let (first, second) = (m.eq_obj1id[i], m.eq_obj2id[i]);
    let own = value(first) - m.eq_data[11 * i];
    let dof1 = m.jnt_dofadr[first as usize];
    if second < 0 {
        push_row(&mut new, what, own, &[dof1], &[1.0]);
        return;
    }
    let (curve, slope) = polynomial(m, i, value(second));
    let dof2 = m.jnt_dofadr[second as usize];
    let mut entries = [(dof1, 1.0), (dof2, -slope)];
    if dof2 < dof1 {
        entries.swap(0, 1);
    }
    if dof1 == dof2 {
        push_coupling_row(m, &mut new, what, own - curve, std::iter::once((dof1, 1.0 - slope)));
    } else {
        push_coupling_row(m, &mut new, what, own - curve, entries.into_iter());
    }
}

fn tendon_coupling(m: &Model, d: &mut ConstraintRows<'_>, i: usize) {
    let value = |id: i32| d.ten_length[id as usize] - m.tendon_length0[id as usize];
    let (mut new, what) = (NewRows!(d), RowKind::new(ConstraintType::Equality, i));
    let (first, second) = (m.eq_obj1id[i], m.eq_obj2id[i]);
    let mut pos = value(first) - m.eq_data[11 * i];
    let mut slope = 0.0;
    if second >= 0 {
        let (curve, s) = polynomial(m, i, value(second));
        (pos, slope) = (pos - curve, s);
    }
    // union of the two rows, in a dense vector with a mask of its entries
    let (sum, used) = (&mut *d.dof_sum, &mut *d.dof_used);
    sum.fill(0.0);
    used.fill(0.0);
    for (id, scale) in [(first, 1.0), (second, -slope)] {
        if let Ok(id) = usize::try_from(id) {
            let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, id);
            for k in range {
                let dof = m.ten_J_colind[k] as usize;
                sum[dof] += scale * d.ten_J[k];
                used[dof] = 1.0;
            }
        }
    }
    let entries = (0..m.nv).filter(|&k| used[k] != 0.0).map(|k| (k as i32, sum[k]));
    if push_coupling_row(m, &mut new, what, pos, entries) {
        for tendon in [first, second].into_iter().filter_map(|id| usize::try_from(id).ok()) {
            note_tendon(&mut new, tendon);
        }
    }
}

/// Adds the forces of connects and welds to the external forces of their bodies.
pub(crate) fn add_external_forces(m: &Model, d: ExternalForces<'_>, cfrc_ext: &mut [f64]) {
    let mut at = 0;
    while at < d.ne {
        let i = d.efc_id[at] as usize;
        let rows = match m.eq_type[i] {
            EqType::Connect => 3,
            EqType::Weld => 6,
            _ => {
                at += 1;
                continue;
            }
        };
        let force: Vec3 = [d.efc_force[at], d.efc_force[at + 1], d.efc_force[at + 2]];
        let torque = if rows == 6 { [d.efc_force[at + 3], d.efc_force[at + 4], d.efc_force[at + 5]] } else { [0.0; 3] };
        let wrench = spatial::join(torque, force);
        let f = frames(m, Attachments!(d), i);
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            if f.bodies[side] != 0 {
                bias::add_external(m, d.subtree_com, cfrc_ext, f.bodies[side], &wrench, f.anchors[side], sign);
            }
        }
        at += rows;
    }
}
