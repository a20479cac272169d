//! Limits: how far a value is from the ends of its range.

use super::Model;

/// For the lower and the upper end of a range: direction away from the limit and distance left.
#[inline]
pub(crate) fn distances(range: &[f64], value: f64) -> [(f64, f64); 2] {
    [(1.0, -(range[0] - value)), (-1.0, range[1] - value)]
}

/// Whether a tendon of a given length is at one of its limits.
pub(crate) fn tendon_is_at_limit(m: &Model, i: usize, length: f64) -> bool {
    let ends = distances(&m.tendon_range[2 * i..2 * i + 2], length);
    m.tendon_limited[i].get() && ends.iter().any(|(_, dist)| *dist < m.tendon_margin[i])
}
