//! Functions of the `mujoco` package about contacts.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::dropin::matrices;
use crate::memory::arguments;
use crate::native::contact_records::MjContact;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use sim_core::binding::constraint;
use sim_core::binding::stage::ContactForces;

/// Writes force and torque of contact `id` in the frame of the contact.
///
/// m: MjModel; d: MjData; id: int; result: float64 (6,), written.
#[pyfunction]
fn mj_contactForce(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, id: i64, result: &Bound<'_, PyAny>) -> PyResult<()> {
    arguments::check("result", result, &[6])?;
    let force = matrices::compute_briefly(m, d, |m, d| {
        usize::try_from(id).map_or([0.0; 6], |id| constraint::contact::force(m, ContactForces::of(d), id))
    })?;
    arguments::output(result, force)
}

/// Adds a contact to the world's list. Returns 0. NotImplementedError: a side is part of a flex.
///
/// m: MjModel; d: MjData; con: MjContact. Returns int.
#[pyfunction]
fn mj_addContact(m: &Bound<'_, MjModel>, d: &Bound<'_, MjData>, con: &Bound<'_, MjContact>) -> PyResult<i32> {
    let contact = con.get().value();
    if let Some(side) = contact.sides.iter().position(|side| side.is_soft()) {
        return Err(PyNotImplementedError::new_err(format!(
            "mj_addContact: side {side} of the contact is part of flex {}, and deformable bodies are not simulated: name a \
             geom in 'geom'",
            contact.flex()[side]
        )));
    }
    matrices::compute(m, d, |_, d| {
        d.contact.push(contact);
        d.ncon += 1;
    })?;
    Ok(0)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_contactForce, module)?)?;
    module.add_function(wrap_pyfunction!(mj_addContact, module)?)
}
