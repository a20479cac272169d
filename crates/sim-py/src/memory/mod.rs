//! Arrays that cross between Rust and Python: views of memory that Rust owns, and arrays that callers pass.

pub mod arguments;
pub mod attribute;
pub mod broadcast;
pub mod describe;
pub mod entries;
pub mod guard;
pub mod mirror;
pub mod row_arrays;
pub mod text;
pub mod views;
pub mod whole;
