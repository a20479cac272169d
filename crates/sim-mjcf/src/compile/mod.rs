//! Compile: spec to Model.

#[allow(dead_code)]
pub(crate) mod frame;
mod ids;

pub use ids::Ids;
