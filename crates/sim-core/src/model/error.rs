//! Errors of models: inconsistent arrays, or constants that cannot be computed.

use super::check::entry_label;
use crate::message::Name;
use thiserror::Error;

/// A model is inconsistent, or its constants cannot be computed.
///
/// ```
/// use sim_core::{Model, ModelError};
///
/// let mut model = Model::example();
/// model.geom_bodyid[2] = 9;
/// let error = model.validate().unwrap_err();
/// assert!(matches!(error, ModelError::BadEntry { array: "geom_bodyid", index: 2, value: 9, .. }), "{error}");
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ModelError {
    /// An array does not have the length that the sizes give.
    #[error("'{array}' has {found} entries, and its sizes ask for {expected}")]
    Length {
        /// The array.
        array: &'static str,
        /// Entries it should have.
        expected: usize,
        /// Entries it has.
        found: usize,
    },
    /// An entry refers to something that does not exist, or contradicts others.
    #[error("{} = {value}: {why}", entry_label(array, *index))]
    BadEntry {
        /// The array.
        array: &'static str,
        /// Its entry, counted through all rows.
        index: usize,
        /// The value found there.
        value: i64,
        /// What it should be.
        why: String,
    },
    /// A parameter has a number that makes no sense: it is NaN, infinite, or outside its range.
    #[error("{} is {value}: {why}", number_label(parameter, *index))]
    BadNumber {
        /// The array, or the option such as `opt_timestep`.
        parameter: &'static str,
        /// Its entry, counted through all rows.
        index: usize,
        /// The value found there.
        value: f64,
        /// What to give instead.
        why: &'static str,
    },
    /// A size contradicts the arrays.
    #[error("{size} = {value}: {why}")]
    BadSize {
        /// The size.
        size: &'static str,
        /// Its value.
        value: usize,
        /// What it should be.
        why: String,
    },
    /// A body that moves has no mass.
    #[error("moving body {0} has no mass")]
    MasslessBody(usize),
    /// A body compiled with constant diagonal inertia was edited so that it is no longer.
    #[error("body {0} was compiled as simple but its inertial frame was moved: use body/simple=\"false\"")]
    NoLongerSimple(usize),
    /// An equality constraint refers to a kind of object it cannot.
    #[error("equality constraint {0} refers to an object that is neither a body nor a site")]
    BadEqualityObject(usize),
    /// A tree that may sleep is held by a tendon that would move it.
    #[error("tree {tree} is connected to tendon {tendon}, which {why}: sleeping is not allowed")]
    CannotSleep {
        /// The kinematic tree.
        tree: usize,
        /// The tendon.
        tendon: usize,
        /// What the tendon does.
        why: &'static str,
    },
    /// Trees marked to start asleep touch awake trees.
    #[error(
        "{wanted} trees were marked as sleep='init' but only {slept} could be slept: body '{}' (id {body}) is the \
         root of the first that could not",
        Name(name)
    )]
    InitialSleep {
        /// Trees that should sleep.
        wanted: usize,
        /// Trees that can.
        slept: usize,
        /// Root of the first tree that cannot.
        body: usize,
        /// Its name.
        name: String,
    },
    /// The caller stopped the computation.
    #[error("interrupted: the constants of the model are incomplete")]
    Interrupted,
    /// The length range of an actuator could not be found.
    #[error("the length range of {label} cannot be found: {why}; set actuator_lengthrange, or change the options")]
    LengthRange {
        /// The actuator.
        actuator: usize,
        /// The actuator by name, or by number if it has none.
        label: String,
        /// What went wrong.
        why: String,
    },
}

/// A number as programs write it: `opt_timestep`, `opt_gravity[2]`, `body_mass[1]`.
fn number_label(parameter: &str, index: usize) -> String {
    let is_vector = ["opt_gravity", "opt_wind", "opt_magnetic"].contains(&parameter);
    if parameter.starts_with("opt_") && !is_vector { parameter.to_string() } else { entry_label(parameter, index) }
}
