//! What counts as a sane number of a state: neither absurdly large nor no number at all.

/// Largest magnitude of a position, velocity, acceleration or control that counts as sane.
const MAX_STATE: f64 = 1e10;

/// Whether a state variable is not a number or absurdly large.
pub fn is_bad(x: f64) -> bool {
    x.is_nan() | (x.abs() > MAX_STATE)
}
