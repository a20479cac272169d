//! The built page, read once from a folder.

use crate::viewer::error::ViewerError;
use std::collections::BTreeMap;
use std::path::Path;

/// Limit on the bytes of the page.
const MOST_BYTES: u64 = 64 << 20;

/// Files of the page by name.
///
/// ```
/// use sim_view::viewer::PageFiles;
///
/// assert!(PageFiles::read("nowhere".as_ref()).is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct PageFiles(BTreeMap<String, Vec<u8>>);

impl PageFiles {
    /// Reads the folder that `npm run build` makes: `index.html` and `assets/`.
    ///
    /// # Errors
    ///
    /// A file is missing or unreadable, or the page is too large.
    pub fn read(folder: &Path) -> Result<Self, ViewerError> {
        let failed = |path: &Path, error: &dyn std::fmt::Display| {
            ViewerError::Page(format!("the viewer's page {} cannot be read: {error}", path.display()))
        };
        let mut files = BTreeMap::new();
        let mut total = 0;
        let index = folder.join("index.html");
        let mut list = vec![("index.html".to_string(), index)];
        let assets = folder.join("assets");
        if assets.is_dir() {
            for entry in std::fs::read_dir(&assets).map_err(|error| failed(&assets, &error))? {
                let path = entry.map_err(|error| failed(&assets, &error))?.path();
                if let (true, Some(name)) = (path.is_file(), path.file_name().and_then(|name| name.to_str())) {
                    list.push((format!("assets/{name}"), path));
                }
            }
        }
        for (name, path) in list {
            total += std::fs::metadata(&path).map_err(|error| failed(&path, &error))?.len();
            if total > MOST_BYTES {
                return Err(failed(
                    folder,
                    &format!("it has more than {MOST_BYTES} bytes: name the folder of a built page"),
                ));
            }
            files.insert(name, std::fs::read(&path).map_err(|error| failed(&path, &error))?);
        }
        Ok(Self(files))
    }

    /// Takes the files of a page that is part of a program: names such as `index.html` and `assets/index.js`, with their bytes.
    ///
    /// ```
    /// use sim_view::viewer::PageFiles;
    ///
    /// let page = PageFiles::from_files([("index.html", b"<p>a page</p>".as_slice())]);
    /// assert!(!format!("{page:?}").is_empty());
    /// ```
    pub fn from_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        Self(files.into_iter().map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect())
    }

    /// Media type and bytes of a file.
    pub(super) fn get(&self, name: &str) -> Option<(&'static str, &[u8])> {
        let bytes = self.0.get(name)?;
        let kind = match name.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("woff2") => "font/woff2",
            Some("wasm") => "application/wasm",
            _ => "application/octet-stream",
        };
        Some((kind, bytes))
    }
}
