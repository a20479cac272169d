//! Geometric queries about a posed world, which they do not change.

pub mod distance;
pub mod ray;

pub use distance::geom_distance;
