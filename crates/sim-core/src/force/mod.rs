//! Forces that do not come from constraints: passive, fluid, actuation.

pub mod activation;
pub mod actuation;
pub(crate) mod adhesion;
pub mod dcmotor;
pub mod fluid;
pub mod hill;
pub mod muscle;
pub mod passive;

pub use actuation::BadControls;

pub use crate::math::poly;

/// `x` limited to a range; unlike `f64::clamp` it accepts a reversed range, which a user may write.
#[inline]
pub(crate) fn clip(x: f64, low: f64, high: f64) -> f64 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}

/// Nearest integer, halves upwards.
#[inline]
pub(crate) fn round_half_up(x: f64) -> f64 {
    let (low, high) = (x.floor(), x.ceil());
    if x - low < high - x { low } else { high }
}
