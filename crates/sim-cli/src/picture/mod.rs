//! Pictures and films.

pub mod film;
pub mod render;
pub mod video;
