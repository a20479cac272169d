//! Adhesion: surfaces that pull on each other, and actuators that press a body onto what it touches.

use super::jacobian;
use crate::data::{Contact, ContactExclude};
use crate::math::{Vec3, row, vec3};
use crate::model::{Model, disable};
use crate::stage::{Axes, Touching};

/// Adds the pull of adhesive contacts along their normals, in the gap too, to `qfrc`; returns whether there is any.
pub(crate) fn pull(m: &Model, d: Touching<'_>, qfrc: &mut [f64]) -> bool {
    if m.opt.disableflags & disable::CONTACT != 0 {
        return false;
    }
    let mut any = false;
    for contact in d.contact {
        if contact.adhesion != 0.0 && contact.exclude <= ContactExclude::IN_GAP {
            any = true;
            normal_columns(m, Axes!(d), contact, |dof, arm| qfrc[dof] += arm * -contact.adhesion);
        }
    }
    any
}

/// Moment arms of an actuator that pulls on all contacts of a body: the mean of their normals, negative. Returns
/// whether the body touches anything.
pub(crate) fn body_arms(m: &Model, d: Touching<'_>, body: usize, arms: &mut [f64]) -> bool {
    arms.fill(0.0);
    let mut count = 0;
    for contact in d.contact {
        if contact.bodies(m).contains(&body) && contact.exclude <= ContactExclude::IN_GAP {
            count += 1;
            normal_columns(m, Axes!(d), contact, |dof, arm| arms[dof] += arm);
        }
    }
    if count > 0 {
        let scale = -1.0 / f64::from(count);
        arms.iter_mut().for_each(|arm| *arm *= scale);
    }
    count > 0
}

/// Calls `visit(dof, arm)` with the Jacobian of the distance of a contact's surfaces.
fn normal_columns(m: &Model, d: Axes<'_>, contact: &Contact, mut visit: impl FnMut(usize, f64)) {
    let [b1, b2] = contact.bodies(m);
    let normal: Vec3 = row(&contact.frame, 0);
    jacobian::difference(m, d, (b1, contact.pos), (b2, contact.pos), |dof, p, _| visit(dof, vec3::dot(normal, p)));
}
