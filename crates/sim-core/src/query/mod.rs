//! Questions about a placed world that change nothing in it.

pub mod distance;

pub use distance::geom_distance;
