//! An interpreter of compute shaders, for tests. No driver compiles anything, so a shader of any size starts at once.
//!
//! It reports what a GPU does silently as a fault: an index out of bounds, a race of two lanes without a barrier between them,
//! and a barrier that some lanes do not reach.
//!
//! `compile` turns naga's module into `code`. `run` executes it. `device` offers the interpreter as a device of wgpu. A `InstructionCounter` counts the instructions of its kernels.

mod code;
mod compile;
mod counts;
mod device;
mod fault;
mod kinds;
mod math;
mod memory;
mod program;
mod run;

pub use counts::{Counts, FunctionCounts, InstructionCounter};
pub use device::{Settings, device};
pub use fault::Fault;
pub use memory::Bound;
pub use program::Program;
