//! The server behind the viewer in the browser.
//!
//! Whoever runs a world, a [`Player`] or a program of the user, shows it through a [`Hub`]; a [`Viewer`] serves the page and, for each
//! browser that looks, a connection. `viewer/PROTOCOL.md` says what goes over it. Physics never waits for a page: pages take the
//! newest state when they are ready for it.

#[cfg(fuzzing)]
pub mod attack;
mod command;
mod crowd;
mod description;
mod files;
mod frame;
mod geometry;
mod history;
mod hub;
mod overlay;
mod page;
mod player;
mod request;
mod server;
mod sight;
mod skin;
mod source;
mod watched;
mod worlds;

pub use command::{CommandError, Order, Request};
pub use description::Playing;
pub use files::PageFiles;
pub use hub::{Described, Hub, Snapshot};
pub use overlay::{MOST_OVERLAY, Overlay};
pub use player::Player;
pub use server::{Address, Viewer, ViewerError};
pub use source::{LoadFailure, Loaded, Source};
pub use watched::Watched;
