//! Geometric queries about a posed world.

pub mod ray;
