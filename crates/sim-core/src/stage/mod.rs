//! The stages of a step: what each one reads, writes and is called, and the views of [`Data`](crate::Data) that hold them to it.

mod table;
mod view;

pub use table::*;
pub use view::Lend;
