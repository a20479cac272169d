//! Shader text from a model: a library of WGSL functions, the fields they call for, and the kernel that holds what is used.
//!
//! Stages are written once, in `shaders/`, for any number of *lanes* (invocations that share a world). They reach numbers
//! through accessors named like the fields of Model and Data: `xpos(i)` reads, `set_xpos(i, v)` writes. Where a field lives
//! (a buffer, private or workgroup memory) is the plan's choice, and the accessor's text follows from it.

mod accessor;
mod condition;
mod kernel;
mod library;
mod repeat;

pub use accessor::{Layout, Place, Text};
pub use condition::Features;
pub use kernel::{Binding, GROUPS_PER_ROW, KernelText, Placement, Precision, Reductions, Scale};
pub use library::Library;
