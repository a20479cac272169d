//! Kernels from a model: WGSL sources, what of them the model uses, and the plan of the step.
//!
//! Stages are written once, in `wgsl/`, for any number of *lanes* (invocations that share a world). They reach numbers
//! through accessors named like the fields of Model and Data: `xpos(i)` reads, `set_xpos(i, v)` writes. Where a field lives
//! (a buffer, private or workgroup memory) is the plan's choice, and the accessor's text follows from it.

pub mod catalogue;
pub mod constants;
mod error;
pub mod features;
pub mod kernel;
pub mod library;
pub mod missing;
mod named;
pub mod noise;
pub mod plan;
pub mod preprocessor;
mod scope;
mod source_line;
pub mod stage;
pub mod status;
pub mod tables;
pub mod wgsl;

pub use error::CodegenError;
pub use kernel::{Binding, GROUPS_PER_ROW, Layout, Precision, Reductions, Scale};
pub use preprocessor::{Feature, Features};
pub use scope::Scope;
pub use source_line::SourceLine;
