//! Which numbers are valid in a state: neither NaN nor larger than 1e10.

/// Largest valid magnitude of a position, velocity, acceleration or control.
const MAX_STATE: f64 = 1e10;

/// Whether a state variable is NaN or larger than 1e10 in magnitude.
pub fn is_bad(x: f64) -> bool {
    x.is_nan() | (x.abs() > MAX_STATE)
}
