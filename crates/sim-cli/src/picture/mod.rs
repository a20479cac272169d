//! Pictures and films.

pub mod film;
pub mod render;
mod sink;
pub mod video;
