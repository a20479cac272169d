//! Constraint rows: equality, friction loss, limits and contacts become rows of one sparse Jacobian with their own
//! stiffness, damping and regularisation; `solver/` finds their forces.
//!
//! Position stage: [`build`], [`impedance::impedance`], then [`island::find`]. Velocity stage: [`reference::reference`]. Rows are always in
//! the order equality, friction loss, limit, contact.

pub(crate) mod cone;
pub mod contact;
pub(crate) mod coupling;
pub mod equality;
pub mod friction;
pub mod impedance;
pub mod island;
pub mod jacobian;
pub mod limit;
pub mod project;
pub mod reference;
mod rows;
pub mod update;

use crate::data::memory;
use crate::error::StepError;
use crate::model::{DisableFlags, Model};
use crate::stage::ConstraintRows;

/// Builds all rows for the current positions.
pub fn build(m: &Model, d: &mut ConstraintRows<'_>) -> Result<(), StepError> {
    rows::begin(d);
    if !m.opt.disableflags.contains(DisableFlags::CONSTRAINT) {
        equality::add_rows(m, d);
        friction::add_rows(m, d);
        limit::add_rows(m, d);
        contact::add_rows(m, d)?;
    }
    *d.nJ = d.efc_J.len();
    memory::check_rows(m, [d.ncon, *d.nefc, *d.nJ], d.time, d.warning)
}
