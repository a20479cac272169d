//! Attributes of the `mujoco` package's MjModel and MjData that are missing here: `hasattr` is False, and the error says why.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use sim_core::binding::message::Line;
use sim_mjcf::binding::nearest;

const BINDING: &str = "binding elements of a spec is not supported: `model.body(name)`, `data.joint(name)` and their like give the same arrays";
const POINTER: &str = "there is no C struct behind this object, so that it has no address";
const SIGNATURE: &str = "no spec is compiled here, so that there is no signature of one: compare the arrays";

/// Missing names and the reasons.
const NAMES: [(&str, &str); 5] = [
    ("bind", BINDING),
    ("bind_scalar", BINDING),
    ("signature", SIGNATURE),
    ("_address", POINTER),
    ("_from_model_ptr", POINTER),
];

/// The end of an error: "did you mean" with the name of `known` that is nearest to `name`; empty without a near one.
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    // Python probes objects for names like `__array__`
    let nearest = if name.starts_with('_') { None } else { nearest(name, known) };
    nearest.map(|nearest| format!(": did you mean '{}'?", Line(nearest))).unwrap_or_default()
}

/// The error for an attribute that an object of `class` does not have. `attributes` are names that it has.
pub fn error<'a>(class: &str, name: &str, attributes: impl Iterator<Item = &'a str>) -> PyErr {
    PyAttributeError::new_err(match NAMES.iter().find(|(known, _)| *known == name) {
        Some((_, why)) => format!("{class}.{name} is not supported: {why}"),
        None => format!("'{class}' object has no attribute '{name}'{}", did_you_mean(name, attributes)),
    })
}
