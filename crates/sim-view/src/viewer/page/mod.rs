//! A page: the thread that writes to it. A slow page skips states and delays nothing.
//!
//! `writer.rs` has the page, its loop and its requests, `frames.rs` what it is sent of a state, `mouse.rs` what its mouse finds and holds,
//! `facts.rs` the values of what is selected.

mod facts;
mod frames;
mod mouse;
mod writer;

#[cfg(fuzzing)]
pub(super) use writer::Page;
pub use writer::serve;
