//! Collision detection: which geoms touch, where, and how deep.

pub mod convex;
pub mod heightfield;
pub mod manifold;
