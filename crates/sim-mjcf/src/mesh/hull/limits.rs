//! Tolerances of a hull, from the extent of its points.

use sim_core::math::Vec3;

/// Distances that count as rounding, from the extent of the points.
///
/// They are bounds on the rounding error of a point's distance to a plane, so that a point is dropped as coplanar
/// where the reference drops it (Barber, Dobkin, Huhdanpaa 1996, section on imprecision).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// Points closer than this to a plane count as being in it.
    pub coplanar: f64,
    /// Vertices closer than this are the same.
    pub same: f64,
}

impl Limits {
    /// Limits from the extent of the points.
    pub(super) fn of(points: &[Vec3]) -> Self {
        let largest = |k: usize| points.iter().fold(0.0, |m: f64, p| m.max(p[k].abs()));
        let axes = [largest(0), largest(1), largest(2)];
        let max_abs = axes.into_iter().fold(0.0, f64::max);
        let reach = f64::min(3f64.sqrt() * max_abs, axes.iter().sum());
        let round = f64::EPSILON * (3.0 * reach * 1.01 + max_abs);
        Self { coplanar: 2.0 * round, same: 4.0 * round }
    }
}
