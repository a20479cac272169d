//! Adhesion: surfaces that pull on each other.

use crate::data::ContactExclude;
use crate::dynamics::touch::normal_columns;
use crate::model::{DisableFlags, Model};
use crate::stage::{Axes, PassiveForces};

/// Pull of adhesive contacts along their normals, in the gap too, added to `qfrc_adhesion`; returns whether there is any.
#[inline(always)]
pub(super) fn pull(m: &Model, d: &mut PassiveForces<'_>) -> bool {
    if m.opt.disableflags.contains(DisableFlags::CONTACT) {
        return false;
    }
    let mut any = false;
    for contact in d.contact {
        if contact.adhesion != 0.0 && contact.exclude <= ContactExclude::IN_GAP {
            any = true;
            normal_columns(m, Axes!(d), contact, |dof, arm| d.qfrc_adhesion[dof] += arm * -contact.adhesion);
        }
    }
    any
}
