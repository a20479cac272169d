//! Errors of the machine.

use thiserror::Error;

/// Why a shader could not be parsed, or was stopped.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Fault(pub String);
