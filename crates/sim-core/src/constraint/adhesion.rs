//! Adhesion: surfaces that pull on each other, and actuators that press a body onto what it touches.

use super::contact::{bodies, normal_columns, row_count};
use crate::data::{ContactExclude, Data};
use crate::model::{ConeType, Model, disable};

/// Pull of adhesive contacts along their normals, in the gap too. Writes `qfrc_adhesion`; returns whether there
/// is any.
pub(crate) fn pull(m: &Model, d: &mut Data) -> bool {
    if m.opt.disableflags & disable::CONTACT != 0 {
        return false;
    }
    let mut qfrc = std::mem::take(&mut d.qfrc_adhesion);
    let mut any = false;
    for contact in &d.contact {
        if contact.adhesion != 0.0 && contact.exclude <= ContactExclude::IN_GAP {
            any = true;
            normal_columns(m, d, contact, |dof, arm| qfrc[dof] += arm * -contact.adhesion);
        }
    }
    d.qfrc_adhesion = qfrc;
    any
}

/// Shifts the reference of adhesive contacts so that the pull does not press the surfaces deeper together.
pub(super) fn shift_reference(m: &Model, d: &mut Data) {
    for i in 0..d.contact.len() {
        let contact = d.contact[i];
        let Ok(r) = usize::try_from(contact.efc_address) else { continue };
        if contact.adhesion == 0.0 {
            continue;
        }
        if contact.dim == 1 || m.opt.cone != ConeType::Pyramidal {
            d.efc_aref[r] += d.efc_R[r] * contact.adhesion;
        } else {
            // the normal is shared equally by all edges of the pyramid
            let rows = row_count(m, &contact);
            let share = contact.adhesion / rows as f64;
            for k in r..r + rows {
                d.efc_aref[k] += d.efc_R[k] * share;
            }
        }
    }
}

/// Moment arms of an actuator that pulls on all contacts of a body: the mean of their normals, negative. Returns
/// whether the body touches anything.
pub(crate) fn body_arms(m: &Model, d: &Data, body: usize, arms: &mut [f64]) -> bool {
    arms.fill(0.0);
    let mut count = 0;
    for contact in &d.contact {
        if bodies(m, contact).contains(&body) && contact.exclude <= ContactExclude::IN_GAP {
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
