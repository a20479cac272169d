//! The server behind the viewer in the browser.
//!
//! A [`Player`] or a user's program publishes states to a [`Hub`]. A [`Viewer`] serves the page and one connection per browser.
//! `protocol` has the messages; `viewer/PROTOCOL.md` explains them. Physics never waits for a page: a page takes the newest state when
//! it is ready.

mod command;
mod description;
mod error;
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
mod protocol;
mod request;
mod server;
mod shown_worlds;
mod skin;
mod source;
mod watched_files;
mod widgets;

pub use command::{CommandError, Order, Request};
pub use description::RunInfo;
pub use error::ViewerError;
pub use files::PageFiles;
pub use hub::{Hub, ShownModel, Snapshot};
pub use overlay::MAX_OVERLAY_BYTES;
pub use player::Player;
pub use protocol::{Figure, FigureColors, FigureLine, LegendEntry, OverlayKind, OverlayText};
pub use server::{Address, Viewer};
pub use shown_worlds::ShownWorlds;
pub use source::{LoadFailure, Loaded, Source};
pub use watched_files::WatchedFiles;
pub use widgets::WidgetError;
