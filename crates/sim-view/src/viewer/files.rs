//! The built page: its files, read once from a folder or given by a program, and their compressed forms.

use crate::viewer::error::ViewerError;
use crate::viewer::packing::gzip;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::OnceLock;

/// Limit on the bytes of the page.
const MOST_BYTES: u64 = 64 << 20;

/// A file of the page.
#[derive(Clone, Debug, Default)]
struct PageFile {
    bytes: Vec<u8>,
    /// The file compressed with gzip, made when it is first asked for. `None`: that is no smaller.
    packed: OnceLock<Option<Vec<u8>>>,
}

/// Files of the page by name.
///
/// ```
/// use sim_view::viewer::PageFiles;
///
/// assert!(PageFiles::read("nowhere".as_ref()).is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct PageFiles(BTreeMap<String, PageFile>);

/// A file as it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Served<'a> {
    /// Media type.
    pub kind: &'static str,
    /// The bytes to send.
    pub bytes: &'a [u8],
    /// Whether the bytes are compressed.
    pub is_packed: bool,
}

impl PageFiles {
    /// Reads the folder that `npm run build` makes: `index.html` and `assets/`.
    ///
    /// # Errors
    ///
    /// A file is missing, unreadable or not a regular file, or the page is too large.
    pub fn read(folder: &Path) -> Result<Self, ViewerError> {
        let failed = |path: &Path, error: &dyn std::fmt::Display| {
            ViewerError::Page(format!("the viewer's page {} cannot be read: {error}", path.display()))
        };
        let mut files = BTreeMap::new();
        let mut left = MOST_BYTES;
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
            let bytes = read_regular(&path, left).map_err(|error| failed(&path, &error))?;
            left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                failed(folder, &format!("it has more than {MOST_BYTES} bytes: name the folder of a built page"))
            })?;
            files.insert(name, PageFile { bytes, packed: OnceLock::new() });
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
        let file = |bytes: &[u8]| PageFile { bytes: bytes.to_vec(), packed: OnceLock::new() };
        Self(files.into_iter().map(|(name, bytes)| (name.to_string(), file(bytes))).collect())
    }

    /// A file, compressed if the browser `takes_gzip`. Each file is compressed once.
    pub(super) fn get(&self, name: &str, takes_gzip: bool) -> Option<Served<'_>> {
        let PageFile { bytes, packed } = self.0.get(name)?;
        let packed = takes_gzip.then(|| packed.get_or_init(|| gzip(&[], bytes, 9)).as_deref()).flatten();
        Some(Served { kind: kind(name), bytes: packed.unwrap_or(bytes), is_packed: packed.is_some() })
    }
}

/// The media type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Reads a regular file, at most one byte more than `most`.
fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // before it is opened: opening a pipe waits for its writer
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file: name the folder of a built page"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_compressed_once_for_those_who_can_read_them() {
        let script = "let answer = 42;\n".repeat(1000);
        let picture: Vec<u8> = (0..200u32).map(|k| ((k * k * 7919) >> 3) as u8).collect();
        let page = PageFiles::from_files([("assets/a.js", script.as_bytes()), ("assets/a.png", &picture)]);
        let packed = page.get("assets/a.js", true).unwrap();
        assert!(
            packed.is_packed && 20 * packed.bytes.len() < script.len() && packed.kind.starts_with("text/javascript")
        );
        assert!(std::ptr::eq(packed.bytes, page.get("assets/a.js", true).unwrap().bytes));
        let plain = page.get("assets/a.js", false).unwrap();
        assert_eq!((plain.bytes, plain.is_packed), (script.as_bytes(), false));
        // what does not become smaller is sent as it is
        assert_eq!(page.get("assets/a.png", true).unwrap().bytes, picture);
        assert_eq!(page.get("assets/b.js", true), None);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_of_limited_size_are_read() {
        use std::os::unix::fs::symlink;
        let folder = std::env::temp_dir().join(format!("page-files-{}", std::process::id()));
        let index = folder.join("index.html");
        let pipe = || assert!(std::process::Command::new("mkfifo").arg(&index).status().unwrap().success());
        let cases: [(&str, &dyn Fn(), bool); 7] = [
            ("a file", &|| std::fs::write(&index, "x").unwrap(), true),
            ("an empty file", &|| std::fs::write(&index, "").unwrap(), true),
            ("nothing", &|| (), false),
            ("a pipe", &pipe, false),
            ("an endless device", &|| symlink("/dev/zero", &index).unwrap(), false),
            ("a folder", &|| std::fs::create_dir(&index).unwrap(), false),
            ("a huge file", &|| File::create(&index).unwrap().set_len(1 << 40).unwrap(), false),
        ];
        for (what, make, is_read) in cases {
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).unwrap();
            make();
            assert_eq!(PageFiles::read(&folder).is_ok(), is_read, "{what}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
