//! The server behind the viewer in the browser.
//!
//! Whoever runs a world, a [`Player`] or a program of the user, shows it through a [`Hub`]; a [`Viewer`] serves the page and, for each
//! browser that looks, a connection. `viewer/PROTOCOL.md` says what goes over it. Physics never waits for a page: pages take the
//! newest state when they are ready for it.

mod command;
mod description;
mod files;
mod frame;
#[cfg(fuzzing)]
pub mod fuzzing;
mod geometry;
mod grid;
mod history;
mod hub;
mod overlay;
mod page;
mod player;
mod program_view;
mod request;
mod server;
mod skin;
mod source;
mod watched_files;

pub use command::{CommandError, Order, Request};
pub use description::RunInfo;
pub use files::PageFiles;
pub use hub::{Hub, ShownModel, Snapshot};
pub use overlay::{MAX_OVERLAY_BYTES, OverlayKind};
pub use player::Player;
pub use server::{Address, Viewer, ViewerError};
pub use source::{LoadFailure, Loaded, Source};
pub use watched_files::WatchedFiles;
