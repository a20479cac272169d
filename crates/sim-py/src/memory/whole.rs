//! Whole numbers that callers pass: counts, seeds, indices. Python's own message for one that does not fit names neither the
//! argument nor the cure, so any number is taken first and judged afterwards.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::fmt;

/// A whole number of any size; those beyond 128 bits become the largest or smallest that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(pub i128);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_large = |error: &PyErr| error.is_instance_of::<PyOverflowError>(object.py());
        match object.extract::<i64>() {
            Ok(number) => return Ok(Self(number.into())),
            Err(error) if !is_large(&error) => return Err(error),
            Err(_) => {}
        }
        match object.extract::<i128>() {
            Ok(number) => Ok(Self(number)),
            Err(error) if !is_large(&error) => Err(error),
            Err(_) => Ok(Self(if object.lt(0)? { i128::MIN } else { i128::MAX })),
        }
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            i128::MIN => f.write_str("below -1e38"),
            i128::MAX => f.write_str("above 1e38"),
            number => number.fmt(f),
        }
    }
}

impl Whole {
    /// The number as a count of at least `least`. `what` says what to give: "the number of worlds".
    pub fn count(self, name: &str, least: usize, what: &str) -> PyResult<usize> {
        let most = isize::MAX.unsigned_abs();
        match usize::try_from(self.0) {
            Ok(count) if (least..=most).contains(&count) => Ok(count),
            Ok(count) if count > most => Err(self.refused(name, &format!("{what}, at most {most}"))),
            Err(_) if self.0 > 0 => Err(self.refused(name, &format!("{what}, at most {most}"))),
            _ => Err(self.refused(name, &format!("{what}, at least {least}"))),
        }
    }

    /// The number as a seed.
    pub fn seed(self, name: &str) -> PyResult<u64> {
        u64::try_from(self.0).map_err(|_| self.refused(name, &format!("a whole number from 0 to {}", u64::MAX)))
    }

    /// The number as a port.
    pub fn port(self, name: &str) -> PyResult<u16> {
        u16::try_from(self.0).map_err(|_| self.refused(name, "0 for a free port, or a number up to 65535"))
    }

    fn refused(self, name: &str, what: &str) -> PyErr {
        PyValueError::new_err(format!("`{name}` is {self}: give {what}"))
    }
}

/// A count that may be left out.
pub fn optional(value: Option<Whole>, name: &str, least: usize, what: &str) -> PyResult<Option<usize>> {
    value.map(|value| value.count(name, least, what)).transpose()
}
