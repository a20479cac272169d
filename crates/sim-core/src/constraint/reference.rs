//! Reference acceleration: a damped spring towards the constraint surface, minus the velocity-product term
//! of connects and welds. Contacts include the velocity of moving surfaces, and adhesive ones their pull.

use super::equality::{Frames, frames};
use super::{contact, jacobian};
use crate::dynamics::jacobian::point_rate_times;
use crate::math::{Vec3, quat, row, spatial, vec3};
use crate::model::{ConeType, EqType, Model};
use crate::stage::{Attachments, AxisRates, ConstraintReference, RowProduct};

/// Velocities and reference accelerations of all rows.
#[inline(always)]
pub fn reference(m: &Model, d: &mut ConstraintReference<'_>) {
    jacobian::mul(&mut RowProduct!(d), d.qvel, d.efc_vel);
    contact::add_surface_velocity(m, d);
    let (vel, aref) = (&d.efc_vel[..], &mut d.efc_aref[..]);
    for r in 0..d.nefc {
        let [stiffness, damping, impedance, _] = row(d.efc_KBIP, r);
        aref[r] = -damping * vel[r] - stiffness * impedance * (d.efc_pos[r] - d.efc_margin[r]);
    }
    shift_adhesive(m, d);
    let mut r = 0;
    while r < d.ne {
        let i = d.efc_id[r] as usize;
        let kind = m.eq_type[i];
        if kind != EqType::Connect && kind != EqType::Weld {
            r += 1;
            continue;
        }
        let f = frames(m, Attachments!(d), i);
        let [(p1, r1), (p2, r2)] =
            [0, 1].map(|side| point_rate_times(m, AxisRates!(d), f.anchors[side], f.bodies[side], d.qvel));
        for k in 0..3 {
            d.efc_aref[r + k] -= p1[k] - p2[k];
        }
        r += 3;
        if kind == EqType::Weld {
            let turn = weld_turn_rate(d, &f, vec3::sub(r1, r2));
            for k in 0..3 {
                d.efc_aref[r + k] -= turn[k];
            }
            r += 3;
        }
    }
}

/// Shifts the reference of adhesive contacts so that the pull does not press the surfaces deeper together.
fn shift_adhesive(m: &Model, d: &mut ConstraintReference<'_>) {
    for contact in d.contact {
        let Ok(r) = usize::try_from(contact.efc_address) else { continue };
        if contact.adhesion == 0.0 {
            continue;
        }
        if contact.dim == 1 || m.opt.cone != ConeType::Pyramidal {
            d.efc_aref[r] += d.efc_R[r] * contact.adhesion;
        } else {
            // the normal is shared equally by all edges of the pyramid
            let rows = contact::row_count(contact, m.opt.cone == ConeType::Pyramidal);
            let share = contact.adhesion / rows as f64;
            for k in r..r + rows {
                d.efc_aref[k] += d.efc_R[k] * share;
            }
        }
    }
}

/// Time derivative of the rotational rows times the velocity: the product rule on `conj(q2) w q1 / 2`.
fn weld_turn_rate(d: &ConstraintReference<'_>, f: &Frames, acceleration: Vec3) -> Vec3 {
    let (w1, w2) = (spatial::rot(&row(d.cvel, f.bodies[0])), spatial::rot(&row(d.cvel, f.bodies[1])));
    let slip = vec3::sub(w1, w2);
    let conj = quat::conj(f.second);
    // MuJoCo differentiates with the world angular velocity on the body's side
    let first_rate = first_rate(d, f, w1);
    let second_rate = quat::conj(quat::derivative(f.second, w2));
    let a = quat::mul(quat::mul_axis(second_rate, slip), f.first);
    let b = quat::mul(quat::mul_axis(conj, acceleration), f.first);
    let c = quat::mul(quat::mul_axis(conj, slip), first_rate);
    std::array::from_fn(|k| 0.5 * (a[k + 1] + b[k + 1] + c[k + 1]) * f.torque_scale)
}

/// Time derivative of the first orientation: of the body's quaternion, then times the relative pose.
fn first_rate(d: &ConstraintReference<'_>, f: &Frames, w: Vec3) -> [f64; 4] {
    match f.relative {
        Some(relative) => quat::mul(quat::derivative(row(d.xquat, f.bodies[0]), w), relative),
        None => quat::derivative(f.first, w),
    }
}
