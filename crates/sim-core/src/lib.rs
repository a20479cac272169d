//! The CortenForge engine: an immutable [`Model`], a world [`Data`], and the pipeline that steps it.
//!
//! Field names, shapes and meanings are MuJoCo's; see each field's documentation.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod access;
pub mod arrays;
pub mod batch;
pub mod collision;
pub mod constants;
pub mod constraint;
pub mod data;
pub mod derivative;
pub mod dynamics;
mod error;
pub mod force;
pub mod integrate;
pub mod linalg;
pub mod math;
pub mod message;
pub mod model;
pub mod pipeline;
pub mod query;
pub mod sensor;
pub mod shape;
pub mod sleep;
pub mod solver;
pub mod stage;
pub mod warning;

pub use arrays::Shared;
pub use batch::{BatchError, BatchSim};
pub use constants::{LengthRangeMode, LengthRangeOptions};
pub use data::{Data, HistoryError, StateError};
pub use error::{Excess, StepError};
pub use model::*;
pub use shape::grid::{SdfCollisionData, SdfError};
pub use shape::terrain::HeightFieldData;
pub use shape::triangle_mesh::TriangleMeshData;
