//! Finds the viewer's page: in the folder that the user names, or in the program.

use crate::error::{CliError, Result};
use sim_view::viewer::PageFiles;
use std::path::PathBuf;

/// The page.
pub fn files() -> Result<PageFiles> {
    let folder = std::env::var_os(viewer_page::VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    viewer_page::find(folder.as_deref()).map_err(|error| CliError::Viewer(error.to_string()))
}
