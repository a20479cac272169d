//! Why a field cannot be set.

use super::{Fault, Fields};
use crate::suggest::nearest;
use sim_core::binding::message::{Line, Name};
use thiserror::Error;

/// A field that cannot be set, or not to that value.
///
/// ```
/// use sim_mjcf::spec::Geom;
/// use sim_mjcf::{FieldError, Fields};
///
/// let error = Geom::default().set("frictoin", 0.5).unwrap_err();
/// match &error {
///     FieldError::Unknown { suggestion, .. } => assert_eq!(suggestion.as_deref(), Some("friction")),
///     other => panic!("{other}"),
/// }
/// assert!(matches!(Geom::default().set("name", "a"), Err(FieldError::NotAField { .. })));
/// ```
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum FieldError {
    /// The object has no such field.
    #[error("{object} has no field '{}'{}", Name(.field), hint(.suggestion))]
    Unknown {
        /// Kind and name of the object.
        object: String,
        /// The name that was asked for.
        field: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// MJCF has the attribute, but the object keeps its value in another place.
    #[error("{object}: '{}' is not a field: {instead}", Name(.field))]
    NotAField {
        /// Kind and name of the object.
        object: String,
        /// The attribute.
        field: String,
        /// The place of its value, to set instead.
        instead: String,
    },
    /// The value has the wrong kind or number.
    #[error("{object}: field '{}' takes {expected}, found {}{}", Name(.field), Line(.found), hint(.suggestion))]
    Mismatch {
        /// Kind and name of the object.
        object: String,
        /// The field.
        field: String,
        /// What it takes.
        expected: String,
        /// What was given.
        found: String,
        /// A near miss that is known.
        suggestion: Option<String>,
    },
    /// The value cannot be used.
    #[error("{object}: field '{}': {}", Name(.field), Line(.message))]
    Invalid {
        /// Kind and name of the object.
        object: String,
        /// The field.
        field: String,
        /// Why, and what to do.
        message: String,
    },
}

impl FieldError {
    /// Makes the error of an unknown name.
    pub(super) fn unknown<T: Fields>(object: &T, name: &str) -> Self {
        let (object, field) = (label(object), name.to_string());
        match T::NOT_FIELDS.iter().find(|(attribute, _)| *attribute == name) {
            Some((_, instead)) => Self::NotAField { object, field, instead: (*instead).to_string() },
            None => {
                let suggestion = nearest(name, T::FIELDS.iter().map(|info| info.name)).map(str::to_string);
                Self::Unknown { object, field, suggestion }
            }
        }
    }

    /// Makes the error of a value that does not fit.
    pub(super) fn from_fault<T: Fields>(object: &T, name: &str, fault: Fault) -> Self {
        let (object, field) = (label(object), name.to_string());
        match fault {
            Fault::Expected { expected, found, suggestion } => {
                Self::Mismatch { object, field, expected, found, suggestion }
            }
            Fault::Invalid(message) => Self::Invalid { object, field, message },
            Fault::Unsupported(feature) => {
                Self::Invalid { object, field, message: format!("{feature} is not supported yet") }
            }
        }
    }
}

/// Kind and name of an object, as in `geom 'foot'`.
fn label<T: Fields>(object: &T) -> String {
    match object.name() {
        "" => T::OBJECT.to_string(),
        name => format!("{} '{}'", T::OBJECT, Name(name)),
    }
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|s| format!("; did you mean '{s}'?")).unwrap_or_default()
}
