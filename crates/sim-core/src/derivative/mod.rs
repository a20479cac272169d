//! Derivatives of the dynamics.

pub mod transition;
