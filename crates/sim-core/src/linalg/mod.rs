//! Vectors and sparse matrices as plain slices: kernels that know nothing of Model or Data.

pub mod dense;
pub mod fill;
pub mod ltdl;
pub mod lu;
pub mod sparse;
