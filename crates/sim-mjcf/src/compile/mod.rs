//! Compile: spec to Model.

mod ids;

pub use ids::Ids;
