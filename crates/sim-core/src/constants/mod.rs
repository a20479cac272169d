//! Constants of a model that follow from its other fields. They need kinematics, the inertia at the reference pose and, for
//! length ranges, whole steps, so they stand above the stages and use the real ones.

mod build;
mod example;
mod initial_sleep;
mod length_range;
mod set_const;
mod statistic;

pub use length_range::{LengthRangeMode, LengthRangeOptions};
