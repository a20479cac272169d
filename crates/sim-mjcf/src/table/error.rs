//! Why a field cannot be set.

use super::{Fault, Fields};
use crate::suggest::nearest;
use sim_core::binding::message::{Line, Name};
use thiserror::Error;

/// A field that cannot be set, or not to that.
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
/// assert!(matches!(Geom::default().set("name", "a"), Err(FieldError::Apart { .. })));
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
    /// MJCF has the attribute, but it is not a field of the object.
    #[error("{object}: '{}' is not a field of its own: {instead}", Name(.field))]
    Apart {
        /// Kind and name of the object.
        object: String,
        /// The attribute.
        field: String,
        /// Where what it says is kept, and what to set instead.
        instead: String,
    },
    /// Another kind or number of values belongs there.
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
    /// No field of that name.
    pub(super) fn unknown<T: Fields>(object: &T, name: &str) -> Self {
        let (object, field) = (label(object), name.to_string());
        match T::APART.iter().find(|(attribute, _)| *attribute == name) {
            Some((_, instead)) => Self::Apart { object, field, instead: (*instead).to_string() },
            None => {
                let suggestion = nearest(name, T::FIELDS.iter().map(|info| info.name)).map(str::to_string);
                Self::Unknown { object, field, suggestion }
            }
        }
    }

    /// The field does not take the value.
    pub(super) fn refused<T: Fields>(object: &T, name: &str, fault: Fault) -> Self {
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

/// Kind and name: `geom 'foot'`.
fn label<T: Fields>(object: &T) -> String {
    match object.name() {
        "" => T::OBJECT.to_string(),
        name => format!("{} '{}'", T::OBJECT, Name(name)),
    }
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|s| format!("; did you mean '{s}'?")).unwrap_or_default()
}
