//! Reference acceleration: a damped spring towards the constraint surface, less the velocity-product term
//! of connects and welds. Contacts see the velocity of moving surfaces, and adhesive ones their pull.
//!
//! Reads `efc_J qvel efc_KBIP efc_pos`; writes `efc_vel efc_aref`.

use super::equality::{Frames, frames};
use super::{adhesion, contact};
use crate::data::Data;
use crate::dynamics::jacobian::point_rate_times;
use crate::math::{Vec3, quat, row, spatial, vec3};
use crate::model::{EqType, Model};
use crate::stage::{AxisRates, RowProduct};

/// Velocities and reference accelerations of all rows.
pub fn reference(m: &Model, d: &mut Data) {
    let mut vel = std::mem::take(&mut d.efc_vel);
    let qvel = std::mem::take(&mut d.qvel);
    super::jacobian::mul(m, &mut RowProduct::of(d), &qvel, &mut vel);
    (d.efc_vel, d.qvel) = (vel, qvel);
    contact::add_surface_velocity(m, d);
    for r in 0..d.nefc {
        let [stiffness, damping, impedance, _] = row(&d.efc_KBIP, r);
        d.efc_aref[r] = -damping * d.efc_vel[r] - stiffness * impedance * (d.efc_pos[r] - d.efc_margin[r]);
    }
    adhesion::shift_reference(m, d);
    let mut r = 0;
    while r < d.ne {
        let i = d.efc_id[r] as usize;
        let kind = m.eq_type[i];
        if kind != EqType::Connect && kind != EqType::Weld {
            r += 1;
            continue;
        }
        let f = frames(m, d, i);
        let [(p1, r1), (p2, r2)] =
            [0, 1].map(|side| point_rate_times(m, AxisRates!(d), f.anchors[side], f.bodies[side], &d.qvel));
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

/// Rate of the rotational rows times the velocity: the product rule on `conj(q2) w q1 / 2`.
fn weld_turn_rate(d: &Data, f: &Frames, acceleration: Vec3) -> Vec3 {
    let (w1, w2) = (spatial::rot(&row(&d.cvel, f.bodies[0])), spatial::rot(&row(&d.cvel, f.bodies[1])));
    let slip = vec3::sub(w1, w2);
    let conj = quat::conj(f.second);
    // the reference engine differentiates with the world angular velocity on the body's side
    let first_rate = first_rate(d, f, w1);
    let second_rate = quat::conj(quat::derivative(f.second, w2));
    let a = quat::mul(quat::mul_axis(second_rate, slip), f.first);
    let b = quat::mul(quat::mul_axis(conj, acceleration), f.first);
    let c = quat::mul(quat::mul_axis(conj, slip), first_rate);
    std::array::from_fn(|k| 0.5 * (a[k + 1] + b[k + 1] + c[k + 1]) * f.torque_scale)
}

/// Derivative of the first orientation: of the body's quaternion, then times the relative pose.
fn first_rate(d: &Data, f: &Frames, w: Vec3) -> [f64; 4] {
    match f.relative {
        Some(relative) => quat::mul(quat::derivative(row(&d.xquat, f.bodies[0]), w), relative),
        None => quat::derivative(f.first, w),
    }
}
