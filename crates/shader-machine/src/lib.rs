//! A machine that runs compute shaders in software, for tests: nothing is compiled by a driver, so a shader of any size
//! starts at once, and what a card would do silently is a fault here: an index out of bounds, two lanes that touch one number
//! without a barrier between them, a barrier that some lanes do not reach.
//!
//! `compile`, `expressions`, `statements` and `pointer` turn naga's module into `code`, `run` executes it, and `device` makes
//! the machine a device of wgpu. Who wants to know what its kernels execute gives it a `Ledger`.

mod code;
mod compile;
mod device;
mod expressions;
mod kinds;
mod math;
mod memory;
mod pointer;
mod program;
mod run;
mod statements;
mod work;

pub use device::{Settings, device};
pub use program::{Bound, Fault, Program};
pub use work::{FunctionWork, Ledger, Work};
