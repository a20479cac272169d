//! How the dofs move the surfaces of a contact towards each other.

use super::jacobian;
use crate::data::{Contact, ContactExclude};
use crate::math::{Vec3, row, vec3};
use crate::model::Model;
use crate::stage::Axes;

/// Calls `visit(dof, arm)` with the Jacobian of the distance of a contact's surfaces; not at all where one of them is soft.
pub(crate) fn normal_columns(m: &Model, d: Axes<'_>, contact: &Contact, mut visit: impl FnMut(usize, f64)) {
    let Some([b1, b2]) = contact.bodies(m) else { return };
    let normal: Vec3 = row(&contact.frame, 0);
    jacobian::difference(m, d, (b1, contact.pos), (b2, contact.pos), |dof, p, _| visit(dof, vec3::dot(normal, p)));
}

/// Moment arms of an actuator that pulls on all contacts of a body: the mean of their normals, negative. Returns
/// whether the body touches anything.
pub fn body_arms(m: &Model, d: Axes<'_>, contacts: &[Contact], body: usize, arms: &mut [f64]) -> bool {
    arms.fill(0.0);
    let mut count = 0;
    for contact in contacts {
        if contact.bodies(m).is_some_and(|touching| touching.contains(&body))
            && contact.exclude <= ContactExclude::IN_GAP
        {
            count += 1;
            normal_columns(m, d, contact, |dof, arm| arms[dof] += arm);
        }
    }
    if count > 0 {
        let scale = -1.0 / f64::from(count);
        arms.iter_mut().for_each(|arm| *arm *= scale);
    }
    count > 0
}
