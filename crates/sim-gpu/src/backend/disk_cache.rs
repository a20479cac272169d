//! Files of compiled kernels on disk, so that a model is compiled once for each driver or compiler.
//!
//! A file holds a digest and the compiler's output. Its name identifies the kernels and the compiler. A missing or damaged file costs a
//! compilation and is never an error. If the folder cannot be written, nothing is kept.

use std::path::PathBuf;

/// Size of the largest file that is read, bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Writes a compiler's output with its digest. Failures are ignored: the next run compiles again.
pub fn keep(file: &std::path::Path, data: &[u8]) {
    let digest = Digest::default().with(data).0.to_le_bytes();
    let _ = write(file, &[&digest, data].concat());
}

/// FNV-1a over 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// The digest of everything so far and these bytes.
    pub fn with(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)))
    }
}

/// The folder of the files: `CORTENFORGE_CACHE`, or `cortenforge` in the user's cache folder. None if the variable is empty.
pub fn folder() -> Option<PathBuf> {
    if let Some(own) = std::env::var_os("CORTENFORGE_CACHE") {
        return (!own.is_empty()).then(|| PathBuf::from(own));
    }
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Caches"))
    } else {
        var("XDG_CACHE_HOME").or_else(|| var("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("cortenforge"))
}

/// The content of a file, if its digest is right.
pub fn read(file: &std::path::Path) -> Option<Vec<u8>> {
    let about = std::fs::metadata(file).ok()?;
    if !about.is_file() || about.len() > MOST_BYTES {
        return None;
    }
    let bytes = std::fs::read(file).ok()?;
    let (digest, data) = bytes.split_first_chunk::<8>()?;
    (Digest::default().with(data).0.to_le_bytes() == *digest).then(|| data.to_vec())
}

/// Writes a file atomically.
fn write(file: &std::path::Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // threads write different files, but processes may write the same one
    let part = file.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&part, bytes)?;
    std::fs::rename(&part, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_files_are_read() {
        let file = std::env::temp_dir().join(format!("cortenforge-cache-{}.bin", std::process::id()));
        let digest = Digest::default().with(b"pipelines").0.to_le_bytes();
        write(&file, &[&digest, b"pipelines".as_slice()].concat()).unwrap();
        assert_eq!(read(&file).as_deref(), Some(b"pipelines".as_slice()));
        write(&file, &[&digest, b"pipeline!".as_slice()].concat()).unwrap();
        assert_eq!(read(&file), None);
        std::fs::write(&file, b"short").unwrap();
        assert_eq!(read(&file), None);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(read(&file), None);
    }
}
