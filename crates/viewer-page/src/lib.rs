//! The browser page of CortenForge's viewer, embedded in the program that uses this crate.
//!
//! The build script builds the page with npm when the build is a release build and Node.js 20 or later is installed. Otherwise it
//! warns, and [`find`] says what to do. The variable `CORTENFORGE_PAGE` names the folder of a built page, which is embedded
//! instead, also in debug builds. Files of a page are at most a few hundred kilobytes.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use sim_view::viewer::{PageFiles, ViewerError};
use std::path::Path;

// what the build script wrote: FILES and MISSING
include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// Variable that names the folder of a built page. A program reads it when it starts a viewer.
pub const VARIABLE: &str = "CORTENFORGE_PAGE";

/// Returns the page in `folder`, the value of [`VARIABLE`], or the embedded page when no folder is given.
///
/// ```
/// // a folder that does not hold a page
/// assert!(viewer_page::find(Some("nowhere".as_ref())).is_err());
/// // a build without Node.js has no page, and says what to do
/// if let Err(error) = viewer_page::find(None) {
///     assert!(error.to_string().contains(viewer_page::VARIABLE));
/// }
/// ```
///
/// # Errors
///
/// The folder has no page, or this program was built without one.
pub fn find(folder: Option<&Path>) -> Result<PageFiles, ViewerError> {
    match folder {
        Some(folder) => PageFiles::read(folder).map_err(|error| {
            let cure = "name a folder with a built page, or unset the variable";
            ViewerError::Page(format!("{VARIABLE} is {}: {error}: {cure}", folder.display()))
        }),
        None => embedded(FILES, MISSING),
    }
}

/// The page of a table, or the reason why it has none, and the cure.
fn embedded(files: &[(&str, &[u8])], missing: Option<(&str, &str)>) -> Result<PageFiles, ViewerError> {
    match missing {
        Some((reason, cure)) => {
            Err(ViewerError::Page(format!("this program has no page for its viewer: {reason}; {cure}")))
        }
        None => Ok(PageFiles::from_files(files.iter().copied())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embedded_page_is_served_and_a_missing_one_says_what_to_do() {
        assert!(embedded(&[("index.html", b"<p>a page</p>")], None).is_ok());
        let error = embedded(&[], Some(("Node.js was not installed when it was built", "install it"))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this program has no page for its viewer: Node.js was not installed when it was built; install it"
        );
    }

    #[test]
    fn a_folder_goes_before_the_embedded_page() {
        let error = find(Some("nowhere".as_ref())).unwrap_err().to_string();
        assert!(error.starts_with("CORTENFORGE_PAGE is nowhere: ") && error.contains("unset the variable"), "{error}");
    }

    #[test]
    fn the_table_has_a_page_or_a_reason() {
        assert_eq!(FILES.is_empty(), MISSING.is_some());
        assert_eq!(FILES.iter().any(|(name, _)| *name == "index.html"), MISSING.is_none());
    }
}
