//! Why a viewer does not start.

use std::io;

/// A viewer that cannot start.
///
/// ```
/// use sim_view::viewer::{Address, PageFiles, Viewer, ViewerError};
///
/// let nowhere = Address { host: Some("203.0.113.1".into()), port: 1 };
/// assert!(matches!(Viewer::start(&nowhere, PageFiles::default()), Err(ViewerError::Address { .. })));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ViewerError {
    /// The address cannot be used.
    #[error("the viewer cannot listen on {host}:{port}: {error}; choose another port, or 0 for a free one")]
    Address {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// The system's error.
        error: io::Error,
    },
    /// The page cannot be read.
    #[error("{0}")]
    Page(String),
    /// The system has no random numbers or no thread.
    #[error("the viewer cannot start: {0}")]
    System(String),
}
