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
    #[error("the viewer cannot listen on {host}:{port}: {error}; {}", cure(error))]
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

/// What to choose instead of an address that cannot be used.
fn cure(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => "choose another port, or 0 for a free one",
        _ => "choose an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all its addresses",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_host_needs_another_host_and_a_port_in_use_another_port() {
        for (kind, word) in [
            (io::ErrorKind::AddrInUse, "another port"),
            (io::ErrorKind::PermissionDenied, "another port"),
            (io::ErrorKind::AddrNotAvailable, "such as 127.0.0.1"),
            (io::ErrorKind::Other, "such as 127.0.0.1"),
        ] {
            let error = ViewerError::Address { host: "8.8.8.8".into(), port: 80, error: kind.into() };
            let text = error.to_string();
            assert!(text.contains("8.8.8.8:80") && text.contains(word), "{text}");
        }
    }
}
