//! Exchange between the program that runs the world and the pages: states one way, requests the other. Nothing waits for a page.
//!
//! `state.rs` has states and models, `sampling.rs` the values that pages plot, `orders.rs` what pages want of the world, `pages.rs` which pages
//! are there and what they ask, `news.rs` what is new for a page.

mod news;
mod orders;
mod pages;
mod sampling;
mod state;

pub use news::News;
pub(super) use state::State;
pub use state::{Hub, Seen, ShownModel, Snapshot};
