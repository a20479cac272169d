//! Accelerations of bodies and the forces on them.

use crate::constraint::{contact, equality};
use crate::data::Data;
use crate::dynamics::bias::{applied_forces, body_forces};
use crate::model::Model;
use crate::stage::BodyForces;

/// Accelerations of bodies and the forces their parents exert, once `qacc` is known.
///
/// `cfrc_ext` collects the applied wrenches and the forces of contacts, connects and welds.
pub fn post_constraint(m: &Model, d: &mut Data) {
    applied_forces(m, &mut BodyForces::of(d));
    contact::add_external_forces(m, d);
    equality::add_external_forces(m, d);
    body_forces(m, &mut BodyForces::of(d));
}
