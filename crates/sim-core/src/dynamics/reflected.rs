//! Damping and armature that actuators add to their joint or tendon, scaled by the square of the gear.

use crate::math::row;
use crate::model::{Model, TransmissionType, driver};
use std::ops::Range;

/// The object an actuator drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driven {
    /// A joint, in its own or its parent's frame.
    Joint(usize),
    /// A tendon.
    Tendon(usize),
}

/// The actuators with damping or armature that drive `object`.
fn contributors(m: &Model, object: Driven) -> impl Iterator<Item = usize> + '_ {
    let marker = match object {
        Driven::Joint(id) => m.jnt_actuatorid[id],
        Driven::Tendon(id) => m.tendon_actuatorid[id],
    };
    let range = match marker {
        driver::NONE => 0..0,
        i if i >= 0 => i as usize..i as usize + 1,
        // driver::SEVERAL
        _ => 0..m.nactuator,
    };
    range.filter(move |&i| {
        marker >= 0
            || match object {
                Driven::Joint(id) => {
                    m.actuator_trnid[2 * i] == id as i32
                        && matches!(m.actuator_trntype[i], TransmissionType::Joint | TransmissionType::JointInParent)
                }
                Driven::Tendon(id) => {
                    m.actuator_trnid[2 * i] == id as i32 && m.actuator_trntype[i] == TransmissionType::Tendon
                }
            }
    })
}

fn gear_squared(m: &Model, actuator: usize) -> f64 {
    let gear = m.actuator_gear[6 * m.actuator_outadr[actuator] as usize];
    gear * gear
}

/// Whether no actuator adds anything to `object`.
#[inline]
fn is_free(m: &Model, object: Driven) -> bool {
    match object {
        Driven::Joint(id) => m.jnt_actuatorid[id] == driver::NONE,
        Driven::Tendon(id) => m.tendon_actuatorid[id] == driver::NONE,
    }
}

/// Linear and polynomial damping added to `object`.
#[inline(never)]
fn sum_damping(m: &Model, object: Driven) -> (f64, [f64; 2]) {
    let (mut linear, mut poly) = (0.0, [0.0; 2]);
    for i in contributors(m, object) {
        let gear2 = gear_squared(m, i);
        linear += m.actuator_damping[i] * gear2;
        for k in 0..2 {
            poly[k] += m.actuator_dampingpoly[2 * i + k] * gear2;
        }
    }
    (linear, poly)
}

/// Armature added to `object`.
#[inline]
pub fn armature(m: &Model, object: Driven) -> f64 {
    if is_free(m, object) { 0.0 } else { sum_armature(m, object) }
}

fn sum_armature(m: &Model, object: Driven) -> f64 {
    contributors(m, object).map(|i| m.actuator_armature[i] * gear_squared(m, i)).sum()
}

/// Whether any of `dofs`, those of whole joints, is damped: by itself or by actuators.
pub(crate) fn is_any_damped(m: &Model, dofs: Range<usize>) -> bool {
    let [Some(first), Some(last)] = [dofs.start, dofs.end.wrapping_sub(1)].map(|dof| m.dof_jntid.get(dof)) else {
        return false;
    };
    // no early exit, so that the loop is vectorised
    let joints = m.jnt_actuatorid.get(*first as usize..=*last as usize).unwrap_or(&m.jnt_actuatorid);
    let driven = joints.iter().fold(false, |any, &id| any | (id != -1));
    let curves = &m.dof_dampingpoly[2 * dofs.start..2 * dofs.end];
    let curved = curves.iter().fold(false, |any, &x| any | (x != 0.0));
    m.dof_damping[dofs].iter().fold(driven | curved, |any, &x| any | (x > 0.0))
}

/// Total damping of dof `i`: its own and its actuators'.
#[inline(always)]
pub fn dof_damping(m: &Model, i: usize) -> (f64, [f64; 2]) {
    with_own(m, Driven::Joint(m.dof_jntid[i] as usize), m.dof_damping[i], row(&m.dof_dampingpoly, i))
}

/// Total damping of tendon `i`: its own and its actuators'.
#[inline(always)]
pub fn tendon_damping(m: &Model, i: usize) -> (f64, [f64; 2]) {
    with_own(m, Driven::Tendon(i), m.tendon_damping[i], row(&m.tendon_dampingpoly, i))
}

/// Damping of an object, given its own.
#[inline(always)]
fn with_own(m: &Model, object: Driven, linear: f64, poly: [f64; 2]) -> (f64, [f64; 2]) {
    if is_free(m, object) {
        return (linear, poly);
    }
    let (more, curve) = sum_damping(m, object);
    (linear + more, [poly[0] + curve[0], poly[1] + curve[1]])
}
