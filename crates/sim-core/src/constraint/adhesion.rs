//! Adhesion: surfaces that pull on each other.

use super::contact::row_count;
use crate::data::{ContactExclude, Data};
use crate::dynamics::touch::normal_columns;
use crate::model::{ConeType, Model, disable};
use crate::stage::Axes;

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
            normal_columns(m, Axes!(d), contact, |dof, arm| qfrc[dof] += arm * -contact.adhesion);
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
