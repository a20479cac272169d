//! Vectors and sparse matrices as plain slices: kernels that know nothing of Model or Data.

pub mod dense;
pub(crate) mod factored;
pub mod fill;
mod lanes;
pub(crate) mod layout;
pub mod ltdl;
pub mod lu;
pub mod relax;
pub mod relax_dense;
pub mod row_matrix;
pub mod sparse;
pub mod tile_rows;
pub mod tiles;
pub mod wide;
