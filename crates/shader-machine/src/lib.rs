//! A machine that runs compute shaders in software, for tests: nothing is compiled, so a shader of any size starts at once,
//! and what a card would do silently is a fault here: an index out of bounds, two lanes that touch one number without a
//! barrier between them, a barrier that some lanes do not reach.

mod device;
mod program;

pub use device::{Settings, device};
pub use program::{Bound, Fault, Program};
