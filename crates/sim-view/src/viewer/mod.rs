//! The server behind the viewer in the browser.
//!
//! A [`Player`] or a user's program publishes states to a [`Hub`]. A [`Viewer`] serves the page and one connection per browser.
//! `protocol` has the messages; `viewer/PROTOCOL.md` explains them. Physics never waits for a page: a page takes the newest state when
//! it is ready.

mod bounds;
mod command;
mod contacts;
mod description;
mod drawing;
mod dropped;
mod error;
mod files;
mod frame;
#[cfg(fuzzing)]
pub mod fuzzing;
mod geometry;
mod grid;
mod hidden;
mod history;
mod hub;
mod incoming;
mod overlay;
mod packed_surface;
mod packing;
mod page;
mod page_queue;
mod page_reader;
mod player;
mod program_view;
mod protocol;
mod request;
mod samples;
mod seats;
mod sensors;
mod server;
mod settings;
mod shown_worlds;
mod skin;
mod source;
mod watched;
mod watched_files;
mod widgets;

pub use command::{CommandError, Order, Request};
pub use description::RunInfo;
pub use drawing::Drawing;
pub use dropped::{DropError, DroppedModel};
pub use error::ViewerError;
pub use files::PageFiles;
pub use hub::{Hub, ShownModel, Snapshot};
pub use overlay::MAX_OVERLAY_BYTES;
pub use player::{Player, Variation};
pub use protocol::{Figure, FigureColors, FigureLine, LegendEntry, OverlayKind, OverlayText};
pub use server::{Address, Viewer};
pub use settings::{setting_in, with_setting};
pub use shown_worlds::ShownWorlds;
pub use source::{LoadFailure, Loaded, Source};
pub use watched_files::WatchedFiles;
pub use widgets::WidgetError;
